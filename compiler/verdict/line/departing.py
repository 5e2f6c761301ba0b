"""Members leave the board, cell by cell: the last that is told of a line."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice

from questwright.compiler.verdict.line.standing import stand, walk_to
from questwright.compiler.verdict.line.table import Aim, LostWayError, free_ways, ways_of
from questwright.compiler.verdict.task.bits import each_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.verdict.line.table import Fits, TableTop
    from questwright.compiler.verdict.rules.state import Departure, Settled
    from questwright.compiler.verdict.task.need import Places

_TURNS = 4
"""For each who leaves, so often somebody walks, or steps aside."""


def depart(table: TableTop, move: Departure, cells_of: Callable[[Places], Cells]) -> None:
    """Members leave the board one after the other, whoever has nobody in the way first.

    Steps that are bound to an order come before that; all steps, at a table at which members make
    way. The move is one of a task that has its own ``cells_of`` places.
    """
    ends = {n: cells_of(own) for n, own in enumerate(move.ends) if own}
    spots = [cells_of(own) for own in move.over]
    leavers = [n for n in each_number(move.leavers) if n in ends]
    if not any(step.is_bound for step in move.path):
        for aim in [Aim(n, spots[n], own) for n, own in ends.items()]:
            _open_ahead(table, aim)
    table.leave()
    # On its way out one may come by where it could leave as well.
    table.exits = [ends[n] if n in leavers else 0 for n in range(len(move.ends))]
    for step in move.path:
        if (step.is_bound or table.makes_way) and not table.is_over():
            fits = _standing(table, [cells_of(own) for own in step.where])
            aim = Aim(step.member, spots[step.member], cells_of(step.to))
            found = _next(table, _wider(table, [aim]))
            if found is not None:
                walk_to(table, found, fits, spots)
            elif not stand(table, spots, {aim.member: aim.wanted}):
                raise LostWayError
    for _ in range(_TURNS * len(leavers) + 1):
        if not table.is_over():
            _go_on(table, ends, leavers, spots)


def _go_on(
    table: TableTop, ends: Mapping[int, Cells], leavers: Sequence[int], spots: Sequence[Cells]
) -> None:
    """One of those who leave comes to where it does, if others have to step aside for it."""
    if any(table.cells[n] < 0 for n in leavers):
        raise LostWayError
    left = {n: ends[n] for n in leavers if not ends[n] >> table.cells[n] & 1}
    found = _next(table, _wider(table, [Aim(n, spots[n], left[n]) for n in left]))
    if found is not None:
        walk_to(table, found, None, spots)
        return
    # Each alone, as those who stay are in the way; or all together, or all have left.
    tries = [*({n: own} for n, own in left.items()), left or ends]
    if not any(stand(table, spots, wishes) for wishes in tries):
        raise LostWayError


def _open_ahead(table: TableTop, aim: Aim) -> None:
    """What is shut on the way of who leaves is opened before anybody does, as far as one can."""
    here = table.cells[aim.member]
    for leg in next(ways_of(table, aim), ()):
        needs, facts = leg.stride.access.need, table.state.facts
        for number in table.opened(needs, facts, leg.doer, here) or ():
            if table.is_over():
                return
            there = [(n, cell) for n, cell in enumerate(table.cells) if cell >= 0]
            able = [n for n, cell in there if table.is_at_hand(number, facts, cell, n)]
            with suppress(LostWayError):
                if not able:
                    walk_to(table, Aim(aim.member, aim.within, 1 << here), None)
                doer = able[0] if able else aim.member
                cell, then = table.cells[doer], table.state.facts
                # What came of the walk may have opened it.
                if cell >= 0 and table.is_at_hand(number, then, cell, doer):
                    table.do(number, doer)
        here = leg.stride.to


def _standing(table: TableTop, meant: Sequence[Cells]) -> Fits:
    """How many of those stand in an outcome where they are meant to who are on the board then."""

    def fits(outcome: Settled) -> int:
        stood = map(table.task.cells_of, outcome.state.where)
        return sum(bool(own & cells) for own, cells in zip(stood, meant, strict=True))

    return fits


def _wider(table: TableTop, aims: Sequence[Aim]) -> Iterator[list[Aim]]:
    """Aims over cells of their own, then over those of friends as well, and then anywhere."""
    yield [*aims]
    yield [aim._replace(within=aim.within | table.taken(aim.member)) for aim in aims]
    yield [aim._replace(within=table.floor.board.floor) for aim in aims]


def _next(table: TableTop, tries: Iterable[Sequence[Aim]]) -> Aim | None:
    """Who comes nearest to its aim with nobody in the way whom it does not pass; None if nobody.

    Of several ``tries`` the first in which anybody does.
    """
    for aims in tries:
        found = []
        for aim in aims:
            found += [(len(way), aim) for way in islice(free_ways(table, aim), 1)]
        if found:
            return min(found)[1]
    return None
