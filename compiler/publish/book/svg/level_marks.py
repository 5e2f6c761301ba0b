"""Write how high a level lies into some of its cells: its tint alone tells too little."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Final

from questwright.compiler.publish.book.svg.bases import room_of
from questwright.compiler.publish.book.svg.elements import centred, path, polyline, rectangle
from questwright.compiler.publish.book.svg.frames import centred_box
from questwright.compiler.publish.book.svg.glyphs import Face, text_width
from questwright.compiler.publish.book.svg.squares import grid_of
from questwright.compiler.publish.book.svg.tabs import code_boxes
from questwright.compiler.publish.book.view.map import Elevation
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from questwright.compiler.publish.book.svg.elements import Point, Shape
    from questwright.compiler.publish.book.svg.frames import Rectangle
    from questwright.compiler.publish.book.svg.grid import MapGrid
    from questwright.compiler.publish.book.view.map import MapCell, MapView
    from questwright.compiler.publish.book.view.theme import Palette

_SIZE, _LARGEST = 24.0, 32.0
_LEAST_MM: Final = 1.8
_BELOW: Final = 34.0
"""How far below the middle of its cell a mark is, in units."""
_APART: Final = 3.2
"""The least distance of two marks of a level, in widths of a cell."""


class LevelMark(NamedTuple):
    """The height of a level with its place on the map."""

    height: int
    box: Rectangle
    size: float

    def drawn(self, palette: Palette) -> list[Shape]:
        """Draw it."""
        return level_mark(self.height, self.box.middle, self.size, palette)


def place_level_marks(view: MapView, scale: float, taken: Sequence[Rectangle]) -> list[LevelMark]:
    """Find cells here and there for the height of each level, where nothing else is written."""
    grid = grid_of(view.shape)
    size = min(max(_SIZE, _LEAST_MM / scale), _LARGEST)
    in_the_way = [*taken, *_pieces(view, grid)]
    found: list[LevelMark] = []
    for level in view.levels:
        written: list[Point] = []
        for cell in _by_distance(level.cells, grid):
            place = grid.position(cell)
            if any(hypot(place[0] - x, place[1] - y) < _APART for x, y in written):
                continue
            x, y = grid.middle(cell)
            box = centred_box((x, y + _BELOW), *mark_size(level.height, size))
            if not any(box.overlap(other) for other in in_the_way):
                written.append(place)
                found.append(LevelMark(level.height, box, size))
    return found


def _pieces(view: MapView, grid: MapGrid) -> list[Rectangle]:
    """The boxes of all that stands on a map, or is written on it."""
    found = code_boxes(view)
    found += (room_of(figure, grid) for figure in view.figures)
    standing = (thing for thing in view.things if thing.elevation is not Elevation.FLAT)
    return found + [room_of(thing, grid) for thing in standing]


def _by_distance(cells: Sequence[MapCell], grid: MapGrid) -> list[MapCell]:
    """Cells in order of their distance from the middle of all of them."""
    places = {cell: grid.position(cell) for cell in cells}
    x = sum(place[0] for place in places.values()) / max(len(places), 1)
    y = sum(place[1] for place in places.values()) / max(len(places), 1)
    return sorted(cells, key=lambda c: (round(hypot(places[c][0] - x, places[c][1] - y), 3), c))


def mark_size(height: int, size: float) -> Point:
    """The width and height of the plate of a mark."""
    return text_width(str(abs(height)), Face.SANS_BOLD, size) + size * 1.1, size * 0.98


def level_mark(height: int, middle: Point, size: float, palette: Palette) -> list[Shape]:
    """Draw a mark: a triangle that points up or down, and how many levels that is."""
    box = centred_box(middle, *mark_size(height, size))
    shapes = rectangle(
        *box[:2], box.width, box.height, fill=palette.paper, stroke=palette.ink, line=2, radius=6
    )
    x, y = box.left + size * 0.44, middle[1]
    up = -1 if height > 0 else 1
    half, reach = size * 0.26, size * 0.27
    corners = [(x - half, y - up * reach), (x, y + up * reach), (x + half, y - up * reach)]
    shapes += path(polyline(corners, closed=True), fill=palette.ink)
    right = x + half + size * 0.12
    at = (right + box.right - size * 0.16) / 2, y
    return shapes + centred(str(abs(height)), *at, size, face=Face.SANS_BOLD, fill=palette.ink)
