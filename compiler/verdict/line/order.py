"""A line in the order in which it is done soonest, if nothing else comes of it."""

from __future__ import annotations

import math
from itertools import chain, combinations, permutations

from questwright.compiler.verdict.line.table import LostWayError, TableTop
from questwright.compiler.verdict.task.exits import left_over
from questwright.compiler.verdict.task.line import Told, each_step
from questwright.compiler.verdict.task.task import DeedSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Final

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.verdict.translate.translate import Translation

_ON_THE_WAY: Final = (DeedSort.WALK, DeedSort.EVENT)
"""What is told as members leave the board."""
_FEW: Final = 3
"""Members whose walks are tried in every order."""


def quickened(
    told: tuple[Told, ...],
    translated: Translation,
    rounds_of: Callable[[tuple[Told, ...]], Sequence[int] | None],
) -> tuple[Told, ...]:
    """The line with walks of several members told by who is there first, and what makes it shorter.

    ``rounds_of`` has for each step of a line the round in which it is done; None if that cannot be
    counted.
    """

    def late(line: tuple[Told, ...]) -> float:
        return max(rounds_of(line) or (math.inf,))

    def length(line: tuple[Told, ...]) -> tuple[float, int, int]:
        return late(line), sum(len(step.path) for step in line), len(line)

    for first, last in reversed([*_runs(told)]):
        rounds = rounds_of(told) or (0,) * len(told)
        order = sorted(range(first, last), key=rounds.__getitem__)
        tried = (*told[:first], *(told[number] for number in order), *told[last:])
        if tried != told and late(tried) <= late(told):
            told = retold(tried, translated) or told
    # Who makes way for others does so in as few walks as it can.
    stops = 0 if translated.floor.friends_block else 1
    further = ((tried, 1) for tried in _further_on(told))
    shorter = ((tried, 0) for tried in chain(_without_detours(told), _in_one_go(told)))
    fewer = ((tried, stops) for tried in _with_fewer_stops(told))
    others = ((tried, 1) for tried in _exchanged(told))
    for tried, by in chain(further, shorter, fewer, others) if rounds_of(told) else ():
        again = retold(tried, translated) if late(tried) + by <= late(told) else ()
        if again and length(again) < length(told):
            return quickened(again, translated, rounds_of)
    return told


def _with_fewer_stops(told: Sequence[Told]) -> Iterator[tuple[Told, ...]]:
    """The line with two walks of somebody made one, between which there are only walks of others.

    Whoever stops on the way may be in somebody's way there, or wait for a turn of theirs.
    """
    for first, step in enumerate(told):
        for last, other in enumerate(told[first + 1 :], first + 1):
            if not step.sort is other.sort is DeedSort.WALK:
                break
            if other.who == step.who:
                whole = step._replace(path=(*step.path, *other.path))
                others, after = told[first + 1 : last], told[last + 1 :]
                yield (*told[:first], whole, *others, *after)
                yield (*told[:first], *others, whole, *after)
                break


def _without_detours(told: Sequence[Told]) -> Iterator[tuple[Told, ...]]:
    """The line with two walks of somebody made a shorter one, or none, if it does nothing between.

    Whoever has made way for others may come back to where it stood.
    """
    for first, (step, cells) in enumerate(each_step(told)):
        after = range(first + 1, len(told)) if step.sort is DeedSort.WALK else ()
        last = next((n for n in after if step.who in (told[n].who, told[n].to)), -1)
        if last >= 0 and told[last].sort is DeedSort.WALK:
            path = (*step.path, *told[last].path)
            straight = _straight((cells[step.who], *path))[1:]
            if len(straight) < len(path):
                walk = (step._replace(path=straight),) if straight else ()
                others, rest = told[first + 1 : last], told[last + 1 :]
                yield (*told[:first], *walk, *others, *rest)
                if walk:
                    yield (*told[:first], *others, *walk, *rest)


def _in_one_go(told: Sequence[Told]) -> Iterator[tuple[Told, ...]]:
    """The line with walks told after each other in which each member walks once, and no round.

    Members who pass each other need not step aside for that.
    """
    cells: dict[int, Cell] = {}
    first = 0
    while first < len(told):
        last = first
        paths: dict[int, tuple[Cell, ...]] = {}
        while last < len(told) and told[last].sort is DeedSort.WALK:
            step = told[last]
            begun = paths.get(step.who, (cells[step.who],))
            paths[step.who] = _straight((*begun, *step.path))
            last += 1
        if 1 < len(paths) < last - first:
            moved = [who for who, path in paths.items() if len(path) > 1]
            for order in permutations(moved) if len(moved) <= _FEW else (moved, moved[::-1]):
                walks = (Told(DeedSort.WALK, who, path=paths[who][1:]) for who in order)
                yield (*told[:first], *walks, *told[last:])
        for step in told[first : max(last, first + 1)]:
            if step.path:
                cells[step.who] = step.path[-1]
        first = max(last, first + 1)


def _straight(path: Sequence[Cell]) -> tuple[Cell, ...]:
    """A path without the rounds that lead back to a cell of it."""
    found: list[Cell] = []
    for cell in path:
        if cell in found:
            del found[found.index(cell) :]
        found.append(cell)
    return tuple(found)


def _exchanged(told: Sequence[Told]) -> Iterator[tuple[Told, ...]]:
    """The line with what one member does right before another told after it."""
    firsts: list[int] = []
    doing = -1
    for number, step in enumerate(told):
        if step.who >= 0 and step.who != doing:
            doing = step.who
            firsts.append(number)
    for first, then, last in zip(firsts, firsts[1:], [*firsts[2:], len(told)], strict=False):
        # Whether something can be handed over there is not looked at again.
        if not {DeedSort.BEGIN, DeedSort.HAND} & {step.sort for step in told[first:last]}:
            yield (*told[:first], *told[then:last], *told[first:then], *told[last:])


def _further_on(told: Sequence[Told]) -> Iterator[tuple[Told, ...]]:
    """The line with one member going on for another, who stops where that one would stand.

    Between their walks there are only walks of others.
    """
    for first, last in _runs(told):
        for (number, step), (later, other) in combinations(enumerate(told[first:last], first), 2):
            if step.path[-1] in other.path[:-1]:
                at = other.path.index(step.path[-1]) + 1
                changed = [*told]
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


def retold(told: Sequence[Told], translated: Translation) -> tuple[Told, ...]:
    """A line as it is told when it is followed to its end; empty if something else happens."""
    table = followed(told, translated)
    return tuple(table.told) if table is not None and table.is_over() else ()


def followed(told: Sequence[Told], translated: Translation) -> TableTop | None:
    """The table after the steps of a line; None if something else comes of them."""
    seats = {step.who: step.path[0] for step in told if step.sort is DeedSort.BEGIN}
    if len(seats) < translated.task.party:
        return None  # who never comes waits off the board
    table = TableTop(translated, [cell for _, cell in sorted(seats.items())])
    try:
        table.settle([table.state])
        last = max((n for n, own in enumerate(told) if own.sort not in _ON_THE_WAY), default=-1)
        for number, step in enumerate(told[len(seats) :], len(seats)):
            if number == last + 1 and left_over(translated.task):
                table.leave()
            _follow(table, step)
    except LostWayError:
        return None
    return table if [*_each_key(table.told)] == [*_each_key(told)] else None


def _follow(table: TableTop, step: Told) -> None:
    """Do a step of a line; raise LostWayError where it cannot be done."""
    is_lost = step.who >= 0 and table.cells[step.who] < 0
    if is_lost or (table.is_over() and step.event < 0):
        raise LostWayError
    if step.deed >= 0:
        deed = table.task.deeds[step.deed]
        stands = deed.stands if step.who >= 0 else 0
        if stands and not stands >> table.cells[step.who] & 1:
            raise LostWayError
        facts = table.state.facts
        if not all(table.is_at_hand(n, facts, table.cells[who], who) for who, n in step.joined):
            raise LostWayError
        table.do(step.deed, step.who, joined=step.joined)
    elif step.sort is DeedSort.HAND:
        table.hand(step.item, step.who, step.to)
    elif step.event < 0:
        for cell in step.path:
            table.follow(step.who, cell, step)
        if table.is_passing(step.who):
            raise LostWayError


def _each_key(told: Sequence[Told]) -> Iterator[tuple[object, ...]]:
    """What is done in a line, cell by cell: walks that come right after each other are one."""
    for step in told:
        for cell in step.path or (-1,):
            yield step.sort, step.who, step.deed, step.event, cell
