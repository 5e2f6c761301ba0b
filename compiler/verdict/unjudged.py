"""What of a verdict was not judged, and what comes too late: each at the statement that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.model.verdict import Cause, VerdictKind
from questwright.compiler.verdict.judge import WON

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.verdict.budget import Budget
    from questwright.compiler.verdict.judge import Judged
    from questwright.compiler.verdict.lines import Lines
    from questwright.compiler.verdict.task.task import Task
    from questwright.dsl.source import Span

Rounds = tuple[int, int] | None


def last_round(task: Task, judged: Judged) -> int:
    """The last round in which the line that was found counts; 0 if it counts in each."""
    lasts = [judged.last, task.limit.last if task.limit else 0]
    return min((last for last in lasts if last), default=0)


def is_too_late(rounds: Rounds, last: int) -> bool:
    """Whether nobody can win before the last round is over."""
    return bool(last) and rounds is not None and rounds[0] > last


def too_late(task: Task, rounds: tuple[int, int], last: int, *, casts: bool) -> Cause:
    """That there are too few rounds."""
    told = f"the quest takes {rounds[0]} rounds at the least, and ends with {last}"
    if casts:
        told += "; nobody is made quicker by spells"
    return Cause(told, _where_last(task, last))


def _where_last(task: Task, last: int) -> Span:
    """Where it is written that a round is the last one."""
    if task.limit is not None and task.limit.last == last:
        return task.limit.origin
    return next(victory.origin for victory in task.own if victory.last == last)


def unjudged(
    task: Task, judged: Judged, lines: Lines, rounds: Rounds, budget: Budget
) -> Iterator[Cause]:
    """What keeps a verdict from being judged, at the statements that make it so."""
    for known in task.unjudged:
        yield Cause(known.text, known.origin)
    found, origin = judged.found, next((victory.origin for victory in task.own), None)
    if origin is None:
        return
    if found is not None and found.limit and judged.kind is VerdictKind.UNDECIDED:
        why = budget.told(found.limit)
        if found.win is not None:
            why = f"whether the party can play itself into a dead end: {why}"
        yield Cause(why, origin)
    last = last_round(task, judged)
    if judged.kind not in WON or is_too_late(rounds, last):
        return
    if last and (rounds is None or last < rounds[1]):
        taken = f"it takes {rounds[0]} to {rounds[1]}" if rounds else "not counted"
        yield Cause(f"whether {last} rounds are enough ({taken})", _where_last(task, last))
    if lines.hurried is not None:
        late = f"takes {lines.timing.late}" if lines.timing is not None else "is not counted"
        wait = lines.hurried
        why = f"whether the party wins before round {wait.id} comes (the line {late})"
        yield Cause(why, wait.origin)
    if lines.untold:
        yield Cause(f"the line that wins, step by step: {lines.untold}", origin)
