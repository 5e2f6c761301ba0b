"""Join areas by gates: which two areas lie on the sides of each.

Takes gates and areas. Returns the gates that join two areas.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.passes.board.square_gates import areas_beside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.grid.cells import Cell, Edge
    from questwright.compiler.model.board import Area, Board, Gate


def join_areas(
    gates: list[Gate], areas: tuple[Area, ...], board: Board, findings: Findings
) -> list[Gate]:
    """Return the gates with their two areas; report those that do not join two."""
    joined = []
    numbers = {cell: n for n, area in enumerate(areas) for cell in each_cell(area.cells)}
    for gate in gates:
        place = board.gate_places(gate)[0]
        sides = areas_beside(gate, areas) if gate.cells else _areas_at(gate.edges[0], numbers)
        if -1 in sides or not sides:
            findings.add(
                codes.GATE_TO_NOWHERE,
                f"`{gate.id}` at {place} leads nowhere",
                gate.origin,
                "one side of it has no floor",
                help="draw floor on both sides",
            )
            continue
        if len({*sides}) == 1:
            area = areas[sides[0]]
            findings.add(
                codes.GATE_INSIDE_AREA,
                f"`{gate.id}` at {place} has {board.area_in_words(area)} on both sides",
                gate.origin,
                "joins an area to itself",
                reason="a gate reveals the one area behind it",
                help="close the gap in the walls, or name two areas",
            )
            continue
        other = _elsewhere(gate, sides, areas, board, numbers)
        if other:
            findings.add(
                codes.GATE_INSIDE_AREA,
                f"`{gate.id}` opens on more than two areas",
                gate.origin,
                f"other areas at {other} than at {place}",
                help="name two gates, one for each area behind them",
            )
            continue
        joined.append(gate._replace(between=(sides[0], sides[1])))
    return joined


def _elsewhere(
    gate: Gate,
    sides: Sequence[int],
    areas: tuple[Area, ...],
    board: Board,
    numbers: Mapping[Cell, int],
) -> str:
    """Return the first place of a gate with an area that is not one of two; empty for none."""
    if gate.cells:
        third = next((number for number in sides[2:]), -1)
        return "" if third < 0 else board.names(areas[third].cells & gate.sides)
    # On hexes the line of a gate may bend, so that the areas of an edge come in either order.
    apart = next((edge for edge in gate.edges if {*_areas_at(edge, numbers)} != {*sides}), None)
    return "" if apart is None else board.edge_name(apart)


def _areas_at(edge: Edge, numbers: Mapping[Cell, int]) -> list[int]:
    """Return the indices of the areas on both sides of an edge; -1 where there is none."""
    return [numbers.get(cell, -1) for cell in edge]
