"""A task as far as one line may bring it about."""

from __future__ import annotations

from questwright.compiler.verdict.decide.own_doing import BY_TIME
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.need import Has, can_be_met
from questwright.compiler.verdict.task.task import DeedSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.task.need import Facts, Leaf, Need
    from questwright.compiler.verdict.task.task import Task


def brought_about(task: Task, told: Iterable[Told]) -> Task:
    """The task without what nobody does in a line, and without what cannot come of what is done.

    What comes by time and what nobody of the party decides may come all the same. Its deeds and
    events are numbered otherwise.
    """
    done = {n for step in told for n in (step.deed, *(own for _, own in step.joined))}
    deeds = tuple(
        deed
        for number, deed in enumerate(task.deeds)
        if number in done
        or deed.is_fate
        or deed.sort in BY_TIME
        or deed.sort is DeedSort.GO_THROUGH
    )
    facts = task.given | union(deed.brings for deed in deeds)
    facts |= union(sight.adds for sight in task.sights)
    left, events = [*task.events], []
    while coming := [event for event in left if _may_be(event.needs, facts)]:
        left = [event for event in left if event not in coming]
        events += coming
        facts |= union(event.adds for event in coming)
    return task._replace(
        deeds=deeds,
        events=tuple(event for event in task.events if event in events),
        victories=tuple(own for own in task.victories if own.is_own or _may_be(own.needs, facts)),
        fallen=tuple(fallen & facts for fallen in task.fallen),
    )


def _may_be(need: Need, facts: Facts) -> bool:
    """Whether a need may be met with no other facts than some, wherever members stand."""

    def of(leaf: Leaf) -> bool:
        return not isinstance(leaf, Has) or bool(facts >> leaf.fact & 1)

    return can_be_met(need, of, lambda _: True, otherwise=True)
