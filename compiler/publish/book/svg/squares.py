"""The grid of squares, and the choice of the grid for a shape of cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.publish.book.svg.elements import number
from questwright.compiler.publish.book.svg.frames import BoxFrame, MapFrame, Rectangle, bounding_box
from questwright.compiler.publish.book.svg.grid import UNIT, CellSide, MapGrid
from questwright.compiler.publish.book.svg.hexes import HexGrid
from questwright.compiler.publish.book.view.map import Facing, GridShape, MapCell

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from questwright.compiler.publish.book.svg.elements import Point
    from questwright.compiler.publish.book.svg.grid import Segment
    from questwright.compiler.publish.book.view.map import MapEdge

_DEGREES = {facing: index * 45 for index, facing in enumerate(Facing)}
_GATE_ROOM = 32.0
"""How far a frame around a gate reaches into the squares on both sides, in units."""


class SquareGrid(MapGrid):
    """A grid of squares."""

    degrees = _DEGREES
    slanting_scale, lying_scale = 0.8, 1.0
    cell_width = UNIT
    margin = 92
    opening_scale = 1.0
    name_above = None
    wall_look = ' stroke-linecap="square"'

    def size(self, columns: int, rows: int) -> tuple[int, int]:
        """The width and height of this many squares, in units."""
        return columns * UNIT, rows * UNIT

    def sides(self, cell: MapCell) -> tuple[CellSide, ...]:
        """The four sides of a square, from the upper one on."""
        c, r = cell.column, cell.row
        left, top, right, bottom = c * UNIT, r * UNIT, (c + 1) * UNIT, (r + 1) * UNIT
        return (
            CellSide((left, top), (right, top), MapCell(c, r - 1)),
            CellSide((right, top), (right, bottom), MapCell(c + 1, r)),
            CellSide((right, bottom), (left, bottom), MapCell(c, r + 1)),
            CellSide((left, bottom), (left, top), MapCell(c - 1, r)),
        )

    def position(self, cell: MapCell) -> Point:
        """The column and row of a square."""
        return cell.column, cell.row

    def room(self, at: MapCell, width: int, height: int) -> Rectangle:
        """The squares that a piece covers."""
        x, y = float(at.column * UNIT), float(at.row * UNIT)
        return Rectangle(x, y, x + width * UNIT, y + height * UNIT)

    def is_step(self, start: MapCell, end: MapCell) -> bool:
        """Whether two squares are the same or touch, if only at a corner."""
        return max(abs(start.column - end.column), abs(start.row - end.row)) <= 1

    def lane(self, number: int) -> Point:
        """A diagonal offset, which keeps routes apart both along rows and along columns."""
        shift = (0, 14, -14, 28)[number % 4]
        return shift, shift

    def line_path(self, segments: Iterable[Segment]) -> str:
        """Return path data for sides, with each straight run as one stroke."""
        across: dict[int, list[int]] = {}
        down: dict[int, list[int]] = {}
        for x1, y1, x2, _ in set(segments):
            if x1 == x2:
                down.setdefault(x1, []).append(y1)
            else:
                across.setdefault(y1, []).append(x1)
        data: list[str] = []
        for y, starts in sorted(across.items()):
            data += (f"M{a} {y}H{b}" for a, b in _runs(starts))
        for x, starts in sorted(down.items()):
            data += (f"M{x} {a}V{b}" for a, b in _runs(starts))
        return "".join(data)

    def hatch_path(self, cells: Iterable[MapCell], lines: int, *, rising: bool = True) -> str:
        """Return path data of diagonal strokes, square by square."""
        step = UNIT / lines
        data: list[str] = []
        for cell in sorted(cells):
            x, y = cell.column * UNIT, cell.row * UNIT
            for index in range(1, 2 * lines):
                offset = index * step
                low, high = max(0.0, offset - UNIT), min(offset, float(UNIT))
                ax, bx = (low, high) if rising else (UNIT - low, UNIT - high)
                data.append(
                    f"M{number(x + ax)} {number(y + offset - low)}"
                    f"L{number(x + bx)} {number(y + offset - high)}"
                )
        return "".join(data)

    def cell_frames(self, cells: Sequence[MapCell]) -> list[MapFrame]:
        """One box if the squares fill a rectangle, otherwise a box for each."""
        boxes = _merged([self.room(cell, 1, 1) for cell in cells])
        return [BoxFrame(box.grown(-3)) for box in boxes]

    def gate_frames(self, edges: Sequence[MapEdge]) -> list[MapFrame]:
        """One box if the openings are in one straight wall, otherwise a box for each."""
        boxes = _merged([Rectangle(*map(float, self.edge_segment(edge))) for edge in edges])
        return [
            BoxFrame(
                box.grown(-4, _GATE_ROOM) if box.top == box.bottom else box.grown(_GATE_ROOM, -4)
            )
            for box in boxes
        ]


def _runs(starts: list[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for start in sorted(starts):
        if runs and runs[-1][1] == start:
            runs[-1] = (runs[-1][0], start + UNIT)
        else:
            runs.append((start, start + UNIT))
    return runs


def _merged(boxes: list[Rectangle]) -> list[Rectangle]:
    whole = bounding_box(boxes)
    across, down = whole.width / UNIT, whole.height / UNIT
    return [whole] if max(across, 1) * max(down, 1) == len(boxes) else boxes


_GRIDS: dict[GridShape, MapGrid] = {
    GridShape.SQUARE: SquareGrid(),
    GridShape.HEX: HexGrid(),
    GridShape.HEX_SET_IN: HexGrid(1),
}


def grid_of(shape: GridShape) -> MapGrid:
    """The grid of maps with cells of this shape."""
    return _GRIDS[shape]
