"""Place gates that stand on cells of their own, and say which area these belong to.

Takes statements and letters of a drawing. Returns gates that shut every edge of their cells.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.findings import Findings
from questwright.compiler.frontend.outline import values_of
from questwright.compiler.frontend.places import squares
from questwright.compiler.geometry.rectangles import rectangle, rectangles
from questwright.compiler.grid.cells import Edge, each_cell
from questwright.compiler.passes.board.read_gates import PlacedGate
from questwright.compiler.passes.board.read_walls import written_edges
from questwright.dsl.syntax import Place, PlaceForm

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from questwright.compiler.frontend.outline import Outline
    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Area, Board, Gate
    from questwright.compiler.packs.system.system import GateKind, System
    from questwright.dsl.syntax import Statement


def stands_on_cells(statement: Statement, system: System) -> bool:
    """Tell whether gates of the kind that a statement names stand on cells of their own."""
    kind = system.gates.get(statement.head.text)
    return kind is not None and kind.footprint is not None


def drawn_on_cells(
    statement: Statement, cells: Cells, board: Board, system: System, findings: Findings
) -> Iterator[PlacedGate]:
    """Yield the gates that a letter stands for on some cells: each covers its footprint."""
    kind = system.gates[statement.head.text]
    bodies = _bodies(kind, cells, board)
    if bodies is None:
        _report_footprint(statement, kind, cells, board, findings)
        return
    for number, body in enumerate(bodies, 1):
        suffix = number if len(bodies) > 1 else 0
        yield PlacedGate(statement, (), statement.span, suffix, _mask(body))


def written_on_cells(
    statement: Statement, board: Board, system: System, findings: Findings
) -> Iterator[PlacedGate]:
    """Yield the gate that a statement puts on cells: on those it names, or from one of them on."""
    kind = system.gates[statement.head.text]
    at = next((clause for clause in statement.clauses if clause.word.text == "at"), None)
    places = [value for value in values_of(at) if type(value) is Place] if at else []
    if not places:
        findings.add(
            codes.MISSING_PART,
            f"this `{kind.word}` stands nowhere",
            statement.span,
            f"no {findings.cell}",
            help=f"write `{kind.word} my-{kind.word} at C4`, or draw it",
        )
        return
    cells: Cells = 0
    for place in places:
        if place.form is PlaceForm.EDGE:
            findings.add(
                codes.WRONG_KIND,
                f"a `{kind.word}` stands on {findings.cells}, but `{place}` is an edge",
                place.span,
                f"not a {findings.cell}",
                help=f"name the {findings.cells} that it stands on, like `C4`",
            )
            return
        found = squares(place, board, findings)
        if not found:
            return
        cells |= found
    if cells.bit_count() == 1:
        grown = rectangle(next(each_cell(cells)), *_shape(kind), board)
        cells = cells if grown is None else _mask(grown)
    bodies = _bodies(kind, cells, board)
    if bodies is None or len(bodies) != 1:
        _report_footprint(statement, kind, cells, board, findings)
        return
    if cells & ~board.floor:
        findings.add(
            codes.NOT_ON_FLOOR,
            f"there is no floor for this `{kind.word}`",
            statement.span,
            f"nothing to stand on at {board.names(cells & ~board.floor)}",
            reason=f"it stands on {findings.cells} of its own, which are floor once it is opened",
            help="draw floor there, or move it",
        )
        return
    yield PlacedGate(statement, (), statement.span, 0, cells)


def _shape(kind: GateKind) -> tuple[int, int]:
    assert kind.footprint is not None
    return kind.footprint


def _bodies(kind: GateKind, cells: Cells, board: Board) -> tuple[tuple[Cell, ...], ...] | None:
    width, height = _shape(kind)
    return rectangles(cells, tuple(dict.fromkeys(((width, height), (height, width)))), board)


def _report_footprint(
    statement: Statement, kind: GateKind, cells: Cells, board: Board, findings: Findings
) -> None:
    width, height = _shape(kind)
    rules = f" [{', '.join(kind.rules)}]" if kind.rules else ""
    findings.add(
        codes.BAD_FOOTPRINT,
        f"`{kind.word}` covers {width}x{height} {findings.cells}",
        statement.span,
        f"stands at {board.names(cells)}",
        help=f"let it stand on {width}x{height} {findings.cells}, or turned",
        reason=f"that is its size{rules}",
    )


def _mask(body: Iterable[Cell]) -> Cells:
    return sum(1 << cell for cell in body)


# -- their edges ------------------------------------------------------------------------


def with_edges(
    placed: Sequence[PlacedGate], walled: Board, outline: Outline
) -> Iterator[PlacedGate]:
    """Yield gates; those on cells get the edges around these on which no wall stands."""
    stated: set[Edge] = set()
    if any(gate.cells for gate in placed):
        for wall in outline.walls:
            # What is wrong with a wall is reported where walls are read.
            stated.update(written_edges(wall, walled, Findings()))
    for gate in placed:
        if not gate.cells:
            yield gate
            continue
        edges = {
            Edge(min(cell, other), max(cell, other))
            for cell in each_cell(gate.cells)
            for other in walled.beside(cell)
            if not gate.cells >> other & 1 and not walled.has_wall(cell, other)
        }
        yield gate._replace(edges=tuple(sorted(edges - stated)))


# -- their areas ------------------------------------------------------------------------


def cells_of_gates(board: Board) -> Cells:
    """Return the cells on which gates stand."""
    cells = 0
    for gate in board.gates:
        cells |= gate.cells
    return cells


def with_gate_cells(areas: list[Area], board: Board) -> tuple[list[Area], Cells]:
    """Return the areas with the cells of gates that no area claims; and those that stay without.

    They go to the area of the first cell beside them, row by row: above the gate, or left of it.
    """
    found = list(areas)
    left = cells_of_gates(board)
    for area in areas:
        left &= ~area.cells
    for gate in board.gates:
        near = gate.sides & ~gate.cells
        while near:
            first = near & -near
            near &= ~first
            number = next((n for n, area in enumerate(areas) if area.cells & first), -1)
            if number >= 0:
                found[number] = found[number]._replace(
                    cells=found[number].cells | gate.cells & left
                )
                left &= ~gate.cells
                break
    return found, left


def areas_beside(gate: Gate, areas: Sequence[Area]) -> tuple[int, ...]:
    """Return the indices of the areas that a gate on cells touches, and of that it stands in."""
    return tuple(number for number, area in enumerate(areas) if area.cells & gate.sides)
