"""Search a task: whether it is won, and whether the party can strand, without regard to time."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.deadline import TimeOverError
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.verdict.decide.search import Found, Search
from questwright.compiler.verdict.decide.simplify import Simple, simplified

if TYPE_CHECKING:
    from questwright.compiler.verdict.task.task import Task

WON = (VerdictKind.WINNABLE, VerdictKind.CAN_STRAND)


class Judged(NamedTuple):
    """A task that has been searched."""

    simple: Simple
    search: Search | None
    """None where it is seen at once that nobody wins."""
    found: Found | None
    kind: VerdictKind
    last: int
    """The last round in which the line that was found counts; 0 if it counts in each."""


def judge(task: Task, states: int) -> Judged:
    """Search a task; look at no more than so many states.

    Where some ways to win have a last round and others have none, and those are enough, the line is
    one of those.
    """
    hurried = [victory for victory in task.own if victory.last]
    if hurried and len(hurried) < len(task.own):
        rest = tuple(victory for victory in task.victories if victory not in hurried)
        found = _searched(task._replace(victories=rest), states)
        if found.kind in WON:
            return found
    return _searched(task, states)


def _searched(task: Task, states: int) -> Judged:
    try:
        simple = simplified(task)
    except TimeOverError:
        sizes = len(task.deeds), len(task.events), len(task.places)
        deeds, events, places = (tuple(range(size)) for size in sizes)
        simple = Simple(task, deeds, events, places)
        found = Found(None, None, None, is_vacuous=False, states=0, limit="seconds")
        return Judged(simple, None, found, VerdictKind.UNDECIDED, 0)
    if not task.own:
        return Judged(simple, None, None, VerdictKind.VACUOUS, 0)
    if simple.is_hopeless:
        return Judged(simple, None, None, VerdictKind.UNWINNABLE, 0)
    search = Search(simple.task, states)
    found = search.run()
    last = 0
    if found.win is not None:
        end = found.win.moves[-1].end
        assert end is not None
        last = simple.task.victories[end.victory].last
    return Judged(simple, search, found, found.kind, last)
