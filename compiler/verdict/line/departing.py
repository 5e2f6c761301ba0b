"""Members leave the board, cell by cell: the last that is told of a line."""

from __future__ import annotations

from questwright.compiler.verdict.line.standing import Aim, stand, walk_to
from questwright.compiler.verdict.line.table import LostWayError, ways_of
from questwright.compiler.verdict.task.bits import each_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.verdict.line.table import Leg, TableTop
    from questwright.compiler.verdict.rules.state import Departure
    from questwright.compiler.verdict.task.need import Places


def depart(table: TableTop, move: Departure, cells_of: Callable[[Places], Cells]) -> None:
    """Members leave the board one after the other, whoever has nobody in the way first.

    Then the others come to where they are asked for. The move is one of a task that has its own
    ``cells_of`` places.
    """
    table.leave()
    ends = {n: cells_of(own) for n, own in enumerate(move.ends) if own}
    spots = [cells_of(own) for own in move.over]
    leavers = [n for n in each_number(move.leavers) if n in ends]
    while not table.is_over():
        left = {n: ends[n] for n in leavers if not ends[n] >> table.cells[n] & 1}
        ways = ((n, next(_free(table, Aim(n, spots[n], left[n])), None)) for n in left)
        found = [(len(way), n) for n, way in ways if way is not None]
        if not found:
            if not stand(table, spots, left or ends):
                raise LostWayError
            return
        _, member = min(found)
        walk_to(table, member, spots[member], left[member], None, spots)


def _free(table: TableTop, aim: Aim) -> Iterator[tuple[Leg, ...]]:
    """The ways of a member on which nobody stands whom it does not pass."""
    return ways_of(table, *aim, table.shut_by(aim.member))
