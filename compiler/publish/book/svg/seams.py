"""Draw the edges between tiles of a map as thin lines, and the titles of the tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.publish.book.svg.elements import Shape, centred, number, path, rectangle
from questwright.compiler.publish.book.svg.frames import Rectangle
from questwright.compiler.publish.book.svg.glyphs import Face, text_width
from questwright.compiler.publish.book.view.map import MapCell

if TYPE_CHECKING:
    from questwright.compiler.publish.book.svg.grid import MapGrid
    from questwright.compiler.publish.book.view.map import MapView, SeamView
    from questwright.compiler.publish.book.view.theme import Palette

_SIZE, _LARGEST = 20.0, 34.0
_LEAST_MM: Final = 1.7
_ROOM: Final = 150.0
"""The least width and height of a tile's visible part for its title to be written."""
_DASHES: Final = ' stroke-dasharray="15 9"'


def draw_lines(view: MapView, grid: MapGrid, palette: Palette) -> list[Shape]:
    """Draw the edges between neighbouring tiles, each once."""
    data = "".join(
        f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"
        for x1, y1, x2, y2 in seam_lines(view, grid)
    )
    return path(data, stroke=palette.deep, width=4.5, more=_DASHES)


def seam_lines(view: MapView, grid: MapGrid) -> list[tuple[float, float, float, float]]:
    """The edges between neighbouring tiles, each once, as x1, y1, x2, y2."""
    found: set[tuple[float, float, float, float]] = set()
    for seam in view.seams:
        box = _box(seam, view, grid)
        sides = {
            "north": (box.left, box.top, box.right, box.top),
            "east": (box.right, box.top, box.right, box.bottom),
            "south": (box.left, box.bottom, box.right, box.bottom),
            "west": (box.left, box.top, box.left, box.bottom),
        }
        wide, high = grid.size(view.columns, view.rows)
        for side in seam.sides:
            x1, y1, x2, y2 = sides[side.value]
            # Of a map that is cut into sheets, only the part on this sheet.
            x1, x2 = max(x1, 0.0), min(x2, float(wide))
            y1, y2 = max(y1, 0.0), min(y2, float(high))
            if x1 <= x2 and y1 <= y2 and (x1, y1) != (x2, y2):
                found.add((x1, y1, x2, y2))
    return sorted(found)


def titles_fit_between(scale: float) -> bool:
    """Whether titles are small enough to fit between pieces; otherwise they are drawn over them."""
    return _size(scale) <= _LARGEST


def _size(scale: float) -> float:
    return max(_SIZE, _LEAST_MM / scale)


def draw_titles(view: MapView, grid: MapGrid, scale: float, palette: Palette) -> list[Shape]:
    """Write each tile's title near the upper left corner of its part on this sheet.

    On a map that shows sheets there is no room for them: letters of sheets are there.
    """
    shapes: list[Shape] = []
    if view.sheets:
        return shapes
    size = _size(scale)
    wide, high = grid.size(view.columns, view.rows)
    for seam in view.seams:
        box = _box(seam, view, grid)
        left, top = max(box.left, 0.0), max(box.top, 0.0)
        room = min(box.right, wide) - left
        if room < _ROOM or min(box.bottom, high) - top < _ROOM:
            continue
        across = text_width(seam.title, Face.SANS_BOLD, size) + size * 0.7
        small = size * min(1.0, (room - 40) / across)
        across *= small / size
        if not titles_fit_between(scale):
            x, y = left + 20 + across / 2, top + small * 1.2
        elif view.shape.is_hex:
            # Where three hexes meet: no piece reaches there.
            x, y = left + 24 + across / 2, top + 37
        else:
            x, y = left + 9 + across / 2, top + 10 + small * 0.6
        high_ = small * 1.15
        shapes += rectangle(
            x - across / 2, y - high_ / 2, across, high_, fill=palette.paper, radius=small / 4
        )
        shapes += centred(seam.title, x, y, small, face=Face.SANS_BOLD, fill=palette.deep)
    return shapes


def _box(seam: SeamView, view: MapView, grid: MapGrid) -> Rectangle:
    first = grid.room(MapCell(seam.left, seam.top), 1, 1)
    last = grid.room(MapCell(seam.left + seam.columns - 1, seam.top + seam.rows - 1), 1, 1)
    if view.shape.is_hex:
        # The edge of a map runs through the middles of its hexes.
        return Rectangle(*first.middle, *last.middle)
    return Rectangle(first.left, first.top, last.right, last.bottom)
