"""Walks that follow each other, in the order in which they are done, if nothing comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.verdict.line.table import OFF, LostWayError, TableTop
from questwright.compiler.verdict.rules.play import Play
from questwright.compiler.verdict.rules.state import State
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

    ``rounds_of`` has for each step of a line the round in which it is done.
    """
    for first, last in list(_runs(told)):
        run = told[first:last]
        alone = []
        for step in run:
            rounds = rounds_of((*told[:first], step))
            if rounds is None:
                return told
            alone.append(rounds[-1])
        order = sorted(range(len(run)), key=lambda n: alone[n])
        if order != list(range(len(run))):
            tried = (*told[:first], *(run[n] for n in order), *told[last:])
            told = _better(told, tried, translated, rounds_of, by=0)
        for others in _further_on(told[first:last]):
            tried = (*told[:first], *others, *told[last:])
            told = _better(told, tried, translated, rounds_of, by=1)
    return told


def _better(
    told: tuple[Told, ...],
    tried: tuple[Told, ...],
    translated: Translation,
    rounds_of: Callable[[Sequence[Told]], Sequence[int] | None],
    by: int,
) -> tuple[Told, ...]:
    """Another line if it is done by so many rounds sooner, and can be followed; else the same."""
    before, after = rounds_of(told), rounds_of(tried)
    is_sooner = before is not None and after is not None and max(after) + by <= max(before)
    return tried if is_sooner and happens_as_told(tried, translated) else told


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
    task, floor = translated
    play = Play(task)
    where, hold = [0] * task.party, [0] * task.party
    begun = [step for step in told if step.sort is DeedSort.BEGIN]
    for step in begun:
        where[step.who] = where[step.who] or 1 << floor.place(step.path[0])
    hold[next((n for n, own in enumerate(where) if own), 0)] = task.given & task.carried
    if not all(where):
        return False  # who comes later waits off the board
    table = TableTop(task, floor, play, State(task.given, tuple(where), tuple(hold)), 0)
    steps = iter(told)
    try:
        for step in begun:
            table.begin(step.who, step.path[0])
            next(steps)
        table.settle([table.state])
        for step in steps:
            if step.event >= 0:
                continue
            if step.deed >= 0:
                table.do(step.deed, step.who)
            elif step.sort is DeedSort.HAND:
                table.hand(step.item, step.who, step.to)
            else:
                for cell in step.path:
                    table.follow(step.who, cell, step)
                if table.is_passing(step.who):
                    return False
    except LostWayError:
        return False
    return table.is_over() and [_key(step) for step in table.told] == [_key(step) for step in told]


def _key(step: Told) -> tuple[object, ...]:
    return step.sort, step.who, step.deed, step.event, step.path[-1:] or OFF
