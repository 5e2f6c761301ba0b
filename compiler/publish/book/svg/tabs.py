"""Place and draw the labels of areas: chamfered tabs, each in a cell of its area.

A tab is in the middle of a free cell as near as possible to the middle of its area. In an area
without a free cell it is smaller, in a corner of a cell, beside the code that is there.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Final

from questwright.compiler.publish.book.svg.bases import covered, reach, room_of
from questwright.compiler.publish.book.svg.crossings import numeral_places, numeral_size
from questwright.compiler.publish.book.svg.elements import centred, path, polyline
from questwright.compiler.publish.book.svg.frames import Rectangle, centred_box
from questwright.compiler.publish.book.svg.glyphs import Face, text_width
from questwright.compiler.publish.book.svg.pieces import has_corner_code
from questwright.compiler.publish.book.svg.squares import grid_of
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from questwright.compiler.publish.book.svg.elements import Shape
    from questwright.compiler.publish.book.svg.grid import MapGrid
    from questwright.compiler.publish.book.view.map import MapArea, MapCell, MapView
    from questwright.compiler.publish.book.view.theme import Palette

_SIZE, _LARGEST, _SMALL = 36.0, 58.0, 27.0
_LEAST_MM: Final = 1.9
_HIGH, _CHAMFER, _BESIDE = 1.39, 0.33, 0.67
"""The height of a tab, its cut corners and the room beside its letters, in sizes of the letters."""
_CORNER: Final = 31.0
"""How far the middle of a small tab is from the middle of its cell, across and down."""
_FREE, _COVERED, _END = 1, 2, 3
"""What it costs to write on a cell: on something flat, on anything else, on a crossing's end."""


class PlacedTab(NamedTuple):
    """The label of an area with its place on the map."""

    label: str
    cell: MapCell
    box: Rectangle
    size: float

    def drawn(self, palette: Palette) -> tuple[list[MapCell], list[Shape]]:
        """Draw it; it comes with the cell that it covers."""
        return [self.cell], area_tab(self.label, *self.box.middle, palette, self.size)


def area_tab(label: str, x: float, y: float, palette: Palette, size: float = _SIZE) -> list[Shape]:
    """Draw an area's label, a chamfered tab centred on a point."""
    left, top, right, bottom = _box(label, (x, y), size)
    cut = size * _CHAMFER
    corners = [
        (left + cut, top),
        (right - cut, top),
        (right, top + cut),
        (right, bottom - cut),
        (right - cut, bottom),
        (left + cut, bottom),
        (left, bottom - cut),
        (left, top + cut),
    ]
    body = path(polyline(corners, closed=True), fill=palette.accent, stroke=palette.paper, width=4)
    return body + centred(label, x, y, size, face=Face.DISPLAY, fill=palette.paper)


def place_tabs(view: MapView, scale: float) -> list[PlacedTab]:
    """Find a place for the label of each area; `scale` is the millimetres of a unit."""
    grid = grid_of(view.shape)
    used, codes = _used(view), code_boxes(view)
    size = min(max(_SIZE, _LEAST_MM / scale), _LARGEST)
    placed: list[PlacedTab] = []
    for area in view.areas:
        cell = _cell(area, used, grid) if area.anchor is None else area.anchor
        if not area.label or cell is None:
            continue
        box = _box(area.label, grid.middle(cell), size)
        if used.get(cell, 0) == _COVERED or any(box.overlap(code) for code in codes):
            box = _corner(area.label, cell, codes, grid)
        placed.append(PlacedTab(area.label, cell, box, min(size, box.height / _HIGH)))
    return placed


def _box(label: str, middle: tuple[float, float], size: float) -> Rectangle:
    wide = text_width(label, Face.DISPLAY, size) + size * _BESIDE
    return centred_box(middle, max(wide, size * _HIGH), size * _HIGH)


def _corner(label: str, cell: MapCell, codes: list[Rectangle], grid: MapGrid) -> Rectangle:
    """The place of a small tab in the corner of a cell where it hides the least of other codes."""
    x, y = grid.middle(cell)
    corners = [(x + dx, y + dy) for dy in (_CORNER, -_CORNER) for dx in (-_CORNER, _CORNER)]
    boxes = [_box(label, corner, _SMALL) for corner in corners]
    return min(boxes, key=lambda box: sum(box.overlap(code) for code in codes))


def _cell(area: MapArea, used: dict[MapCell, int], grid: MapGrid) -> MapCell | None:
    if not area.cells:
        return None
    places = {cell: grid.position(cell) for cell in area.cells}
    middle_x = sum(place[0] for place in places.values()) / len(places)
    middle_y = sum(place[1] for place in places.values()) / len(places)
    return min(
        area.cells,
        key=lambda c: (used.get(c, 0), hypot(places[c][0] - middle_x, places[c][1] - middle_y), c),
    )


def _used(view: MapView) -> dict[MapCell, int]:
    """What it costs to write the label of an area on a cell."""
    used = dict.fromkeys(view.blocked, _COVERED)
    for item in view.things:
        weight = _FREE if item.symbol == "start" else _COVERED
        for cell in covered(item):
            used[cell] = max(weight, used.get(cell, 0))
    for gate in view.openings:
        for cell in (gate.edge.first, gate.edge.second) if gate.way else ():
            used[cell] = max(_FREE, used.get(cell, 0))
    for piece in view.figures:
        used |= dict.fromkeys(covered(piece), _COVERED)
    for crossing in view.crossings:
        used |= dict.fromkeys(crossing.ends, _END)
    for route in view.overlay.routes:
        for cell in route.cells:
            used[cell] = max(_FREE, used.get(cell, 0))
    return used


def code_boxes(view: MapView) -> list[Rectangle]:
    """The boxes of the codes on a map: of figures, things, openings and crossings."""
    grid = grid_of(view.shape)
    found = [
        centred_box(room_of(piece, grid).middle, 62 * reach(piece), 36 * reach(piece))
        for piece in view.figures
    ]
    for thing in view.things:
        room = room_of(thing, grid)
        if has_corner_code(thing):
            found.append(Rectangle(room.right - 48, room.bottom - 31, room.right, room.bottom))
        if thing.code:
            found.append(centred_box(room.middle, 60, 36))
    for gate in view.openings:
        x, y = grid.opening_place(gate.edge).middle
        found.append(centred_box((x, y - 35 if gate.code else y), 42, 30))
    for code, middle in numeral_places(view, grid):
        found.append(centred_box(middle, *numeral_size(code)))
    return found
