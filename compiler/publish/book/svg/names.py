"""Write the name of each cell into it, where nothing is in the way."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Final

from questwright.compiler.publish.book.svg.bases import covered, reach, room_of
from questwright.compiler.publish.book.svg.coordinates import cell_names
from questwright.compiler.publish.book.svg.elements import centred, rectangle
from questwright.compiler.publish.book.svg.frames import Rectangle, centred_box
from questwright.compiler.publish.book.svg.glyphs import Face, text_width
from questwright.compiler.publish.book.svg.seams import seam_lines
from questwright.compiler.publish.book.svg.squares import grid_of
from questwright.compiler.publish.book.view.map import Elevation

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.publish.book.svg.elements import Point, Shape
    from questwright.compiler.publish.book.svg.grid import MapGrid
    from questwright.compiler.publish.book.view.map import MapCell, MapView
    from questwright.compiler.publish.book.view.theme import Palette

_CAPITALS: Final = 0.644
"""The height of capitals and figures, in sizes of the letters."""
_WALL, _LINE, _CLIFF = 8.5, 3.5, 21.0
"""How far a wall, a thin line, and a cliff on its lower side reach beside their middles."""
_OPENING_ROOM: Final = 32.0
_LOWER: Final = 5.0
"""How far a name moves towards the middle of its cell if a wall is in the way."""


def draw_names(
    view: MapView, size: float, taken: Sequence[Rectangle], palette: Palette
) -> list[Shape]:
    """Write names of cells, except where rock, pieces or openings are in the way, or what is taken.

    At a size of 0 there are none.
    """
    grid = grid_of(view.shape)
    if grid.name_above is None or not size:
        return []
    names = cell_names(view)
    obstacles = _InTheWay(view, grid)
    plates: list[Shape] = []
    shapes: list[Shape] = []
    for cell in sorted({*view.floor} - {*view.blocked} - hidden(view)):
        box = obstacles.free(cell, text_width(names[cell], Face.SANS, size), size)
        if box is None or any(box.overlap(other) for other in taken):
            continue
        if any(box.overlap(line) for line in obstacles.seams):
            plate = box.grown(3, 2)
            plates += rectangle(*plate[:2], plate.width, plate.height, fill=palette.paper, radius=4)
        shapes += centred(names[cell], *box.middle, size, face=Face.SANS, fill=palette.small)
    # Plates first, so that names can be one element.
    return plates + shapes


class _InTheWay:
    """What is in the way of names on a map."""

    def __init__(self, view: MapView, grid: MapGrid) -> None:
        self._grid = grid
        walls = {grid.edge_segment(edge) for edge in view.walls}
        if view.outlined:
            walls |= grid.outline(frozenset(view.floor) - frozenset(view.blocked))
        walls |= {grid.edge_segment(barrier.edge) for barrier in view.barriers}
        self._walls = walls
        self._cliffs = {
            (cell, grid.edge_segment(cliff.edge)): far
            for cliff in view.cliffs
            for cell, far in ((cliff.edge.first, _LINE), (cliff.edge.second, _CLIFF))
        }
        self._gates = [grid.opening_place(gate.edge).middle for gate in view.openings]
        self._discs = {
            cell: (*room_of(piece, grid).middle, (piece.size * 50 - 15) * reach(piece) + 2)
            for piece in view.figures
            for cell in covered(piece)
        }
        self.seams = [Rectangle(*line).grown(_LINE) for line in seam_lines(view, grid)]

    def free(self, cell: MapCell, wide: float, size: float) -> Rectangle | None:
        """The first place for a name in a cell where nothing is in the way."""
        return next(
            (box for box in self._places(cell, wide, size) if self._is_free(box, cell)), None
        )

    def _places(self, cell: MapCell, wide: float, size: float) -> Iterator[Rectangle]:
        x, y = self._grid.middle(cell)
        above = self._grid.name_above or 0.0
        for far in (-above, _LOWER - above, above, above - _LOWER):
            yield centred_box((x, y + far), wide, size * _CAPITALS)

    def _is_free(self, box: Rectangle, cell: MapCell) -> bool:
        for side in self._grid.sides(cell):
            line = side.segment
            far = max(_WALL * (line in self._walls), self._cliffs.get((cell, line), 0.0))
            if far and _distance(box, line) < far:
                return False
        if any(_from(box, gate) < _OPENING_ROOM for gate in self._gates):
            return False
        disc = self._discs.get(cell)
        return disc is None or _from(box, disc[:2]) > disc[2]


def hidden(view: MapView) -> set[MapCell]:
    """The cells that a piece covers almost entirely."""
    found: set[MapCell] = set()
    for item in view.things:
        if item.elevation is not Elevation.FLAT or item.height > 1 or item.cells:
            found.update(covered(item))
    for piece in view.figures:
        if piece.size > 1 or piece.cells:
            found.update(covered(piece))
    return found


def _from(box: Rectangle, point: Point) -> float:
    """The distance of a point from a box."""
    x, y = point
    return hypot(max(box.left - x, 0.0, x - box.right), max(box.top - y, 0.0, y - box.bottom))


def _distance(box: Rectangle, line: tuple[float, float, float, float]) -> float:
    """The least distance of points on a line from a box."""
    x1, y1, x2, y2 = line
    steps = max(1, round(hypot(x2 - x1, y2 - y1) / 4))
    return min(
        _from(box, (x1 + (x2 - x1) * n / steps, y1 + (y2 - y1) * n / steps))
        for n in range(steps + 1)
    )
