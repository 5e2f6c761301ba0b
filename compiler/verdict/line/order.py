"""Walks that follow each other, in the order in which they are done, if nothing comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.verdict.line.table import LostWayError, TableTop
from questwright.compiler.verdict.task.task import DeedSort

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.translate.translate import Translation


def quickened(
    told: tuple[Told, ...],
    translated: Translation,
    rounds_of: Callable[[Sequence[Told]], Sequence[int] | None],
) -> tuple[Told, ...]:
    """The line with walks of several members told by who is there first.

    ``rounds_of`` has for each step of a line the round in which it is done; None if that cannot be
    counted.
    """

    def late(line: Sequence[Told]) -> int:
        return max(rounds_of(line) or (0,))

    def better(first: int, others: Sequence[Told], by: int) -> tuple[Told, ...]:
        """The line with other walks if it is done by so many rounds sooner; else the same."""
        tried = (*told[:first], *others, *told[first + len(others) :])
        is_sooner = late(tried) + by <= late(told)
        return tried if is_sooner and happens_as_told(tried, translated) else told

    for first, last in list(_runs(told)) if rounds_of(told) is not None else ():
        run = told[first:last]
        alone = [(rounds_of((*told[:first], step)) or (0,))[-1] for step in run]
        sooner = tuple(run[n] for n in sorted(range(len(run)), key=lambda n: alone[n]))
        if sooner != run:
            told = better(first, sooner, by=0)
        for others in _further_on(told[first:last]):
            told = better(first, others, by=1)
    return told


def _further_on(run: Sequence[Told]) -> Iterator[tuple[Told, ...]]:
    """The walks with one member going on for another, who stops where that one would stand."""
    for number, step in enumerate(run):
        for later, other in enumerate(run[number + 1 :], number + 1):
            if step.path[-1] in other.path[:-1]:
                at = other.path.index(step.path[-1]) + 1
                changed = [*run]
                changed[number] = step._replace(path=(*step.path, *other.path[at:]))
                changed[later] = other._replace(path=other.path[:at])
                yield tuple(changed)


def _runs(told: Sequence[Told]) -> Iterator[tuple[int, int]]:
    """The walks, each of another member, with nothing else between them."""
    first = 0
    while first < len(told):
        last = first
        while (
            last < len(told)
            and told[last].sort is DeedSort.WALK
            and told[last].who not in {step.who for step in told[first:last]}
        ):
            last += 1
        if last - first > 1:
            yield first, last
        first = max(last, first + 1)


def happens_as_told(told: Sequence[Told], translated: Translation) -> bool:
    """Whether just what a line tells happens when it is followed, step by step, to the end."""
    seats = {step.who: step.path[0] for step in told if step.sort is DeedSort.BEGIN}
    if len(seats) < translated.task.party:
        return False  # who never comes waits off the board
    table = TableTop(translated, [cell for _, cell in sorted(seats.items())])
    try:
        table.settle([table.state])
        for step in told[len(seats) :]:
            if step.deed >= 0:
                table.do(step.deed, step.who)
            elif step.sort is DeedSort.HAND:
                table.hand(step.item, step.who, step.to)
            elif step.event < 0:
                for cell in step.path:
                    table.follow(step.who, cell, step)
                if table.is_passing(step.who):
                    return False
    except LostWayError:
        return False
    return table.is_over() and [_key(step) for step in table.told] == [_key(step) for step in told]


def _key(step: Told) -> tuple[object, ...]:
    return step.sort, step.who, step.deed, step.event, step.path[-1:]
