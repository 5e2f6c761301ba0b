"""Draw what belongs to the sheets of a large map: letters where a board goes on, and an overview.

A line of cells that is on two sheets has its coordinates in boxes on both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.publish.book.svg.elements import centred, path, polyline, rectangle
from questwright.compiler.publish.book.svg.frames import Rectangle, bounding_box, centred_box
from questwright.compiler.publish.book.svg.glyphs import Face, text_width
from questwright.compiler.publish.book.svg.paper import JOIN_ROOM
from questwright.compiler.publish.book.svg.squares import grid_of
from questwright.compiler.publish.book.view.map import Facing, MapCell

if TYPE_CHECKING:
    from questwright.compiler.publish.book.svg.elements import Shape
    from questwright.compiler.publish.book.svg.grid import MapGrid
    from questwright.compiler.publish.book.view.map import JoinView, MapView, SheetView
    from questwright.compiler.publish.book.view.theme import Palette

_SIZE: Final = 40.0
_FRAME_MM, _LETTER_MM = 0.4, 4.6
_OUTSIDE: Final = 14.0
"""How far a sheet's frame is outside its cells, in units: beyond the wall around the board."""
_ALONG: Final = {
    Facing.NORTH: (0.0, -1.0),
    Facing.EAST: (1.0, 0.0),
    Facing.SOUTH: (0.0, 1.0),
    Facing.WEST: (-1.0, 0.0),
}


def shared_lines(view: MapView) -> tuple[frozenset[int], frozenset[int]]:
    """The columns of a sheet, and its rows, that are on another sheet too."""
    columns: set[int] = set()
    rows: set[int] = set()
    for join in view.joins:
        if join.facing in (Facing.WEST, Facing.EAST):
            first = 0 if join.facing is Facing.WEST else view.columns - join.shared
            columns |= {*range(first, first + join.shared)}
        else:
            first = 0 if join.facing is Facing.NORTH else view.rows - join.shared
            rows |= {*range(first, first + join.shared)}
    return frozenset(columns), frozenset(rows)


def draw_joins(view: MapView, palette: Palette) -> list[Shape]:
    """Draw an arrow with the letter of the sheet on which the board goes on."""
    grid = grid_of(view.shape)
    shapes: list[Shape] = []
    for join in view.joins:
        shapes += _arrow(join, view, grid, palette)
    return shapes


def _arrow(join: JoinView, view: MapView, grid: MapGrid, palette: Palette) -> list[Shape]:
    wide, high = grid.size(view.columns, view.rows)
    dx, dy = _ALONG[join.facing]
    ends = (
        [MapCell(0, join.first), MapCell(0, join.last)]
        if dx
        else [MapCell(join.first, 0), MapCell(join.last, 0)]
    )
    (x1, y1), (x2, y2) = map(grid.middle, ends)
    far = grid.margin + JOIN_ROOM / 2 - 12
    x = (wide * (dx > 0) + dx * far) if dx else (x1 + x2) / 2
    y = (high * (dy > 0) + dy * far) if dy else (y1 + y2) / 2
    across = max(text_width(join.label, Face.SANS_BOLD, _SIZE) + 12, 36.0)
    box = centred_box((x, y), across, 48.0)
    left, top, right, bottom = box
    point = {
        Facing.NORTH: (x, top - 16),
        Facing.EAST: (right + 16, y),
        Facing.SOUTH: (x, bottom + 16),
        Facing.WEST: (left - 16, y),
    }[join.facing]
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    after = {Facing.NORTH: 1, Facing.EAST: 2, Facing.SOUTH: 3, Facing.WEST: 4}[join.facing]
    corners.insert(after, point)
    shapes = path(polyline(corners, closed=True), fill=palette.ink)
    return shapes + centred(join.label, x, y, _SIZE, face=Face.SANS_BOLD, fill=palette.paper)


def draw_frames(view: MapView, scale: float, palette: Palette) -> list[Shape]:
    """Draw the frames of all sheets over the map of the whole board, each with its letter."""
    grid = grid_of(view.shape)
    line, size = _FRAME_MM / scale, _LETTER_MM / scale
    boxes = [box_of(sheet, grid).grown(_OUTSIDE) for sheet in view.sheets]
    shapes: list[Shape] = []
    for colour, width in ((palette.paper, 3 * line), (palette.ink, line)):
        for box in boxes:
            shapes += rectangle(*box[:2], box.width, box.height, stroke=colour, line=width)
    for sheet, (left, top, *_) in zip(view.sheets, boxes, strict=True):
        wide = text_width(sheet.label, Face.SANS_BOLD, size) + size * 0.5
        shapes += rectangle(left, top, wide, size, fill=palette.ink)
        middle = left + wide / 2, top + size / 2
        shapes += centred(sheet.label, *middle, size, face=Face.SANS_BOLD, fill=palette.paper)
    return shapes


def box_of(sheet: SheetView, grid: MapGrid) -> Rectangle:
    """The box of a sheet on the map of the whole board, in units."""
    right, bottom = sheet.left + sheet.columns - 1, sheet.top + sheet.rows - 1
    corners = (
        grid.corners(MapCell(column, row))
        for column in {sheet.left, right}
        for row in {sheet.top, min(sheet.top + 1, bottom), max(bottom - 1, sheet.top), bottom}
    )
    return bounding_box(Rectangle(x, y, x, y) for corner in corners for x, y in corner)
