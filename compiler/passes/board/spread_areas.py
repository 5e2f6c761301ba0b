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
from questwright.compiler.grid.lattice import Lattice
from questwright.dsl.diagnostics import Label
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

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
    spread: list[tuple[StatedArea, Cells]] = []
    running: dict[int, list[StatedArea]] = {}
    """By the first of them, the areas that run into each other."""
    for said in stated:
        area, seed = said.area, said.area.cells & board.floor
        if said.around is None or not seed:
            found.append(area)
            continue
        cells = free.flood(seed, allowed | seed)
        meets = next((n for n, (_, taken) in enumerate(spread) if taken & cells), None)
        if meets is not None:
            running.setdefault(meets, [spread[meets][0]]).append(said)
            continue
        spread.append((said, cells))
        found.append(area._replace(cells=cells))
    for group in running.values():
        for said, other in _nearest_pairs(group, free, board):
            _report_gap(said, other.area, free, board, findings)
    return found


def _nearest_pairs(
    group: list[StatedArea], free: Openings, board: Board
) -> Iterator[tuple[StatedArea, StatedArea]]:
    """Each area of a group but the first, with the one before it that is nearest on foot."""
    before, rest = group[:1], group[1:]
    while rest:
        pairs = [(said, other) for said in rest for other in before]
        said, other = min(pairs, key=lambda pair: _steps_between(pair[0], pair[1], free, board))
        yield said, other
        rest.remove(said)
        before.append(said)


def _steps_between(said: StatedArea, other: StatedArea, free: Openings, board: Board) -> int:
    """How many steps there are between the cells that two areas name."""
    reached, goal, steps = said.area.cells & board.floor, other.area.cells, 0
    while not reached & goal:
        grown = free.grow(reached) & board.floor
        if grown == reached:
            return board.floor.bit_count()
        reached, steps = grown, steps + 1
    return steps


def _report_gap(
    said: StatedArea, other: Area, free: Openings, board: Board, findings: Findings
) -> None:
    """Report that no wall parts two areas, and the edges at which one would."""
    area, around = said
    assert around is not None
    is_drawn = board.lattice is not Lattice.HEXES
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
        help=f"{'draw' if is_drawn else 'write'} the missing wall"
        + (f": `wall at {named[0]}`" if named and not is_drawn else "")
        + f", or name the {findings.cells} of both with `at`",
    )
