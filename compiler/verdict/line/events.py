"""The events of a line, with who gets what they give."""

from __future__ import annotations

from questwright.compiler.verdict.task.bits import each_number, union
from questwright.compiler.verdict.task.line import Told
from questwright.compiler.verdict.task.task import DeedSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from questwright.compiler.verdict.rules.state import Settled, State
    from questwright.compiler.verdict.task.gifts import Gift
    from questwright.compiler.verdict.task.need import Facts
    from questwright.compiler.verdict.task.task import Task


def told_events(task: Task, before: State, outcome: Settled) -> Iterator[Told]:
    """What happens by itself after a state, one event after the other."""
    hold, had_before = outcome.state.hold, union(before.hold)
    left = [bool(own) for own in before.where]
    later = [gift.item for number in outcome.events for gift in task.events[number].gifts]
    for number in outcome.events:
        event = task.events[number]
        del later[: len(event.gifts)]
        gains = tuple(_gains(event.gifts, left, later, hold)) if event.gifts else ()
        added = event.adds & ~had_before & task.carried if task.party > 1 else 0
        gets = tuple(_gets(added, hold))
        buried = tuple(_buried(event.removes & task.closing, before, outcome.state, task))
        yield Told(DeedSort.EVENT, event=number, gains=gains, gets=gets, buried=buried)
        for member, fact in enumerate(task.fallen):
            left[member] = left[member] and not fact & event.adds


def _buried(closes: Facts, before: State, after: State, task: Task) -> Iterator[int]:
    """The members who are buried as something closes places."""
    lost = closes & before.facts & ~after.facts
    for member, own in enumerate(after.where) if lost else ():
        clears = [task.places[n].clear for n in each_number(own)]
        if len(clears) == 1 and clears[0] >= 0 and lost >> clears[0] & 1:
            yield member


def _gains(
    gifts: Sequence[Gift], left: Sequence[bool], later: Collection[Facts], hold: Sequence[Facts]
) -> Iterator[tuple[int, ...]]:
    """For each gift who gets it: whoever has it then, or one of those who may have got it.

    Where it is given again at once, who had it between is open.
    """
    for gift in gifts:
        able = gift.among(left)
        has = tuple(n for n in able if hold[n] & gift.item)
        yield able if gift.item in later else has or able


def _gets(added: Facts, hold: Sequence[Facts]) -> Iterator[tuple[int, int]]:
    """For each of some items who has it then."""
    for item in each_number(added):
        member = next((n for n, own in enumerate(hold) if own >> item & 1), -1)
        if member >= 0:
            yield item, member
