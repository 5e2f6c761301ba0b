"""A line in the order in which it is done soonest, if nothing else comes of it."""

from __future__ import annotations

import math
from itertools import chain, groupby, islice, permutations, takewhile

from questwright.compiler.deadline import check_time
from questwright.compiler.verdict.line.clear import OFF
from questwright.compiler.verdict.line.rides import ridden_together
from questwright.compiler.verdict.line.standing import are_at_hand
from questwright.compiler.verdict.line.table import LostWayError, TableTop
from questwright.compiler.verdict.task.exits import left_over
from questwright.compiler.verdict.task.line import Told, each_step, straight
from questwright.compiler.verdict.task.task import DeedSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Final

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.verdict.translate.translate import Translation

_ON_THE_WAY: Final = (DeedSort.WALK, DeedSort.EVENT)
"""What is told as members leave the board."""
_MOST: Final = 8
"""Walks that are left out together at the most."""
_TRIES: Final = 1_000
"""So often a line is told in another way to see whether it is quicker."""
_FEW: Final = 3
"""Members whose walks are tried in every order."""


def quickened(
    told: tuple[Told, ...],
    translated: Translation,
    rounds_of: Callable[[tuple[Told, ...]], Sequence[int] | None],
) -> tuple[Told, ...]:
    """The line with fewer walks, and in another order, where it takes no longer for that.

    ``rounds_of`` has for each step of a line the round in which it is done; None if that cannot be
    counted.
    """

    def length(line: tuple[Told, ...]) -> tuple[float, int, int]:
        late = max(rounds_of(line) or (math.inf,))
        return late, sum(len(step.path) for step in line), len(line)

    tries = (ridden_together, _further_on, _in_fewer_walks, _in_one_go, _staying, _exchanged)
    left, quicker = _TRIES, told if rounds_of(told) else ()
    while quicker:
        told, quicker = quicker, ()
        for tried in islice(chain.from_iterable(each(told) for each in tries), left):
            check_time()
            left -= 1
            again = retold(tried, translated)
            if again and length(again) < length(told):
                quicker = again
                break
    return told


def _in_fewer_walks(told: Sequence[Told]) -> Iterator[tuple[Told, ...]]:
    """The line with two walks of somebody made one, or none, if it does nothing between.

    Whoever has made way for others may come back to where it stood; and whoever stops on the way
    may be in somebody's way there, or wait for a turn of theirs.
    """
    for first, (step, cells) in enumerate(each_step(told)):
        after = range(first + 1, len(told)) if step.sort is DeedSort.WALK else ()
        last = next((n for n in after if step.who in (told[n].who, told[n].to)), -1)
        if last >= 0 and told[last].sort is DeedSort.WALK:
            path = straight((cells[step.who], *step.path, *told[last].path))[1:]
            walk = (step._replace(path=path),) if path else ()
            others, rest = told[first + 1 : last], told[last + 1 :]
            yield (*told[:first], *walk, *others, *rest)
            if walk:
                yield (*told[:first], *others, *walk, *rest)


def _further_on(told: Sequence[Told]) -> Iterator[tuple[Told, ...]]:
    """The line with one member going on for another, who stops where that one would stand.

    Between their two walks there are only walks.
    """
    for first, step in enumerate(told):
        for last, other in enumerate(told[first + 1 :], first + 1):
            if not step.sort is other.sort is DeedSort.WALK:
                break
            for goes, stops in ((step, other), (other, step)):
                if goes.path[-1] in stops.path[:-1]:
                    at = stops.path.index(goes.path[-1]) + 1
                    on = goes._replace(path=(*goes.path, *stops.path[at:]))
                    off = stops._replace(path=stops.path[:at])
                    yield (*told[:first], on, *told[first + 1 : last], off, *told[last + 1 :])


def _in_one_go(told: Sequence[Told]) -> Iterator[tuple[Told, ...]]:
    """The line with walks told after each other in which each member walks once, and no round.

    Members who pass each other need not step aside for that.
    """
    cells: dict[int, Cell] = {}
    first = 0
    for is_walked, group in groupby(told, lambda step: step.sort == DeedSort.WALK):
        run = [*group]
        here = ((step.who, (cells[step.who],)) for step in run if is_walked)
        paths: dict[int, tuple[Cell, ...]] = dict(here)
        for step in run if is_walked else ():
            paths[step.who] = straight((*paths[step.who], *step.path))
        if 1 < len(paths) < len(run):
            moved = [who for who, path in paths.items() if len(path) > 1]
            for order in permutations(moved) if len(moved) <= _FEW else (moved, moved[::-1]):
                walks = (Told(DeedSort.WALK, who, path=paths[who][1:]) for who in order)
                yield (*told[:first], *walks, *told[first + len(run) :])
        cells |= {step.who: step.path[-1] for step in run if step.path}
        first += len(run)


def _staying(told: Sequence[Told]) -> Iterator[tuple[Told, ...]]:
    """The line without several walks told after each other, the most first.

    Members may have walked to no end, or have made way for each other alone.
    """
    first = 0
    for is_walked, group in groupby(told, lambda step: step.sort == DeedSort.WALK):
        last = first + len([*group])
        for size in range(min(_MOST, last - first), 1, -1) if is_walked else ():
            for begin in range(first, last - size + 1):
                yield (*told[:begin], *told[begin + size :])
        first = last


def _exchanged(told: Sequence[Told]) -> Iterator[tuple[Told, ...]]:
    """The line with what one member does right before another told after it."""
    firsts: list[int] = []
    doing = -1
    for number, step in enumerate(told):
        if step.who >= 0 and step.who != doing:
            doing = step.who
            firsts.append(number)
    for first, then, last in zip(firsts, firsts[1:], [*firsts[2:], len(told)], strict=False):
        if DeedSort.BEGIN not in {step.sort for step in told[first:last]}:
            yield (*told[:first], *told[then:last], *told[first:then], *told[last:])


def retold(
    told: Sequence[Told], translated: Translation, *, whatever_happens: bool = False
) -> tuple[Told, ...]:
    """A line as it is told when it is followed and wins; empty if something else is done.

    Or if other events happen, but with ``whatever_happens``.
    """
    table = followed(told, translated, whatever_happens=whatever_happens)
    return tuple(table.told) if table is not None and table.is_won() else ()


def followed(
    told: Sequence[Told], translated: Translation, *, whatever_happens: bool = False
) -> TableTop | None:
    """The table after the steps of a line; None if something else comes of them.

    Which events happen is no matter for that with ``whatever_happens``.
    """
    task = translated.task
    begun = takewhile(lambda step: step.sort is DeedSort.BEGIN, told)
    seats = {step.who: step.path[0] for step in begun}
    outside = [
        next((1 << own.place for own in task.begins if own.cell < 0 and own.who >> member & 1), 0)
        for member in range(task.party)
    ]
    # Who comes later waits off the board.
    table = TableTop(translated, [seats.get(n, OFF) for n in range(task.party)], outside)
    try:
        table.settle([table.state])
        last = max((n for n, own in enumerate(told) if own.sort not in _ON_THE_WAY), default=-1)
        for number, step in enumerate(told[len(seats) :], len(seats)):
            if number == last + 1 and left_over(translated.task):
                table.leave()
            then = told[number + 1] if number + 1 < len(told) else None
            _follow(table, step, goes_on=then is not None and _goes_on(table, step, then))
    except LostWayError:
        return None
    but = DeedSort.EVENT if whatever_happens else None
    kept = ([own for own in line if own.sort is not but] for line in (table.told, told))
    same, asked = (list(_each_key(line)) for line in kept)
    return table if same == asked else None


def _goes_on(table: TableTop, step: Told, then: Told) -> bool:
    """Whether somebody goes on from a step with the next one, aboard or ashore.

    Nobody comes back in one go to where they set out; but whoever rows may stay aboard.
    """
    is_on = then.who == step.who and DeedSort.CROSS in (step.sort, then.sort)
    is_aboard = any(step.crossing == own.id for own in table.floor.rowed)
    is_away = is_aboard or table.cells[step.who] not in then.path
    return is_on and bool(then.path) and is_away


def _follow(table: TableTop, step: Told, *, goes_on: bool) -> None:
    """Do a step of a line; raise LostWayError where it cannot be done.

    Whoever ``goes_on`` with the next one does not stay on the cell of a friend.
    """
    taking_part = (step.who, *(who for who, _ in step.joined))
    comes = step.sort is DeedSort.BEGIN
    is_lost = any((table.cells[member] < 0) is not comes for member in taking_part if member >= 0)
    if is_lost or (table.is_over() and step.event < 0):
        raise LostWayError
    if step.deed >= 0:
        deed = table.task.deeds[step.deed]
        stands = deed.stands if step.who >= 0 else 0
        if stands and not stands >> table.cells[step.who] & 1:
            raise LostWayError
        facts = table.state.facts
        others = ((n, table.cells[who], who) for who, n in step.joined)
        is_seen = not deed.shot or table.is_at_hand(
            step.deed, facts, table.cells[step.who], step.who
        )
        if not is_seen or not all(
            table.is_at_hand(n, facts, at, who, helps=True) for n, at, who in others
        ):
            raise LostWayError
        table.do(step.deed, step.who, joined=step.joined)
    elif step.sort is DeedSort.HAND:
        if not are_at_hand(table, step.who, step.to):
            raise LostWayError
        table.hand(step.item, step.who, step.to)
    elif step.event < 0:
        for cell in step.path:
            if table.is_over():
                raise LostWayError
            if cell != table.cells[step.who]:  # else it has stepped clear already
                table.follow(step.who, cell, step._replace(sort=DeedSort.WALK) if comes else step)
        if table.is_passing(step.who) and not goes_on:
            raise LostWayError


def _each_key(told: Sequence[Told]) -> Iterator[tuple[object, ...]]:
    """What is done in a line, cell by cell: walks that come right after each other are one."""
    for step in told:
        for cell in step.path or (-1,):
            yield step.sort, step.who, step.deed, step.event, cell
