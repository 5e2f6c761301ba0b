"""The states in which play can begin: each way to set up the party."""

from __future__ import annotations

from questwright.compiler.grid.matching import maximum_matching
from questwright.compiler.verdict.rules.state import State
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.gifts import had, handed
from questwright.compiler.verdict.task.task import EVERYBODY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.verdict.task.need import Members, Places
    from questwright.compiler.verdict.task.task import Task


def beginnings(task: Task, there: Members = EVERYBODY) -> Iterator[State]:
    """Each way to set up the members who are there, by places.

    Somebody is on the board in the first round, unless all may come later. Only the members who are
    ``there`` come at all.
    """
    if not task.party:
        return
    outside = task.outside
    absent = sum(1 << n for n, fact in enumerate(task.fallen) if fact & task.given)
    seen: set[tuple[Places, ...]] = set()
    for where in _set_up(task, 0, task.everybody & ~absent & there, ()):
        is_there = not outside or any(place & ~outside for place in where)
        if where not in seen and (is_there or not any(b.cell >= 0 for b in task.begins)):
            seen.add(where)
            yield from begun(task, where)


def begun(task: Task, where: tuple[Places, ...]) -> Iterator[State]:
    """Each way in which members may begin who are set up in some places, by what they carry."""
    got = had(task.gifts, where)
    facts = task.given & ~got.lacks
    facts |= union(task.missing(member) for member, own in enumerate(where) if not own)
    hold = [0] * task.party
    first = next((n for n, place in enumerate(where) if place), 0)
    hold[first] = facts & task.carried & ~got.items
    for held in handed(task.gifts, hold, where, facts & task.carried):
        yield State(facts, where, held)


def _set_up(
    task: Task, member: int, there: Members, where: tuple[Places, ...]
) -> Iterator[tuple[Places, ...]]:
    if member == task.party:
        if _has_seats(task, where):
            yield where
        return
    if not there >> member & 1:
        yield from _set_up(task, member + 1, there, (*where, 0))
        return
    places = dict.fromkeys(1 << b.place for b in task.begins if b.who >> member & 1)
    for place in places:
        yield from _set_up(task, member + 1, there, (*where, place))


def _has_seats(task: Task, where: tuple[Places, ...]) -> bool:
    wishes = [
        [n for n, b in enumerate(task.begins) if 1 << b.place == place and b.who >> member & 1]
        for member, place in enumerate(where)
        if place
    ]
    return len(maximum_matching(wishes)) == len(wishes)


def all_begun(task: Task, there: Members = EVERYBODY) -> State | None:
    """One state in which each who is there is wherever it may begin; None if nobody can."""
    where, facts = [0] * task.party, task.given
    for begin in beginnings(task, there):
        where = [own | more for own, more in zip(where, begin.where, strict=True)]
        facts |= begin.facts
    return State(facts, tuple(where), (0,) * task.party) if any(where) else None
