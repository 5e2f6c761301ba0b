"""Spread the areas that are said by a cell in them: the walls around it say the rest.

Takes the areas as they are stated. Returns them with all their cells, and reports where the walls
between two of them have a gap.
"""

from __future__ import annotations

from functools import reduce
from itertools import islice
from operator import or_

from questwright.compiler import codes
from questwright.compiler.geometry.openings import rooms
from questwright.dsl.diagnostics import Label
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.geometry.openings import Openings
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Area, Board
    from questwright.dsl.syntax import Clause

_SHOWN = 4
"""The most edges at which a finding says that the walls have a gap."""


class StatedArea(NamedTuple):
    """An area, and how its cells are stated."""

    area: Area
    around: Clause | None
    """The clause that names cells in it, where the walls around them say the rest."""


def spread_areas(stated: list[StatedArea], board: Board, findings: Findings) -> list[Area]:
    """Return the areas with all their cells; those that are stated whole are kept as they are."""
    free = rooms(board)
    whole = reduce(or_, (said.area.cells for said in stated if said.around is None), 0)
    allowed = board.floor & ~whole
    found: list[Area] = []
    spread: list[tuple[Area, Cells]] = []
    for area, around in stated:
        seed = area.cells & board.floor
        if around is None or not seed:
            found.append(area)
            continue
        cells = free.flood(seed, allowed | seed)
        meets = next((other for other, taken in spread if taken & cells), None)
        if meets is not None:
            _report_gap(area, around, meets, free, board, findings)
            continue
        grown = area._replace(cells=cells)
        spread.append((area, cells))
        found.append(grown)
    return found


def _report_gap(
    area: Area, around: Clause, other: Area, free: Openings, board: Board, findings: Findings
) -> None:
    """Report that no wall parts two areas, and the edges at which one would."""
    first, second = area.cells & board.floor, other.cells & board.floor
    cells = free.flood(first, board.floor)
    edges = (edge for edge in free.edges() if cells >> edge.first & 1)
    gaps = (edge for edge in edges if not free.without((edge,)).flood(first, board.floor) & second)
    named = [board.edge_name(edge) for edge in islice(gaps, _SHOWN)]
    findings.add(
        codes.UNENCLOSED_ROOM,
        f"no wall stands between `{other.id}` and `{area.id}`",
        around.span,
        f"open at {' or '.join(named)}" if named else "open at more than one edge",
        related=(Label(other.origin, "the other area"),),
        reason="`around` takes all that the walls enclose",
        help="draw the missing wall, or name the cells of both with `at`",
    )
