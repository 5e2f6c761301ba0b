"""Draw the diagram of a layout: a box for each tile, its joins, and arrows for entries.

Takes a view of a layout. All measures are in tenths of a millimetre.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.language import say
from questwright.compiler.publish.book.svg.elements import (
    centred,
    document,
    path,
    polyline,
    rectangle,
    written,
)
from questwright.compiler.publish.book.svg.frames import Rectangle, centred_box
from questwright.compiler.publish.book.svg.glyphs import Face, text_width
from questwright.compiler.publish.book.svg.pieces import arrow_head
from questwright.compiler.publish.book.view.map import Facing
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from questwright.compiler.publish.book.svg.elements import Point, Shape, SvgDrawing
    from questwright.compiler.publish.book.view.layout import (
        LayoutEntry,
        LayoutSide,
        LayoutTile,
        LayoutView,
    )
    from questwright.compiler.publish.book.view.theme import Palette

_WIDEST: Final = 1740.0
_TALLEST: Final = 1250.0
_LARGEST_CELL: Final = 45.0
_GAP: Final = 9.0
"""The distance between a tile's box and its edge."""
_EDGE: Final = 8.0
_ABOVE: Final = 140.0
"""The room for arrows above the diagram, and below it."""
_ARROW, _LONGEST_TAG = 78.0, 300.0
_TITLE, _SMALL, _LEAST = 40.0, 28.0, 17.0
_LEADING: Final = 1.3
_SQUEEZED: Final = 0.75
"""The smallest scale of text to keep it on one line; smaller text is broken into lines."""
_ALONG: Final = {
    Facing.NORTH: (0.0, -1.0),
    Facing.EAST: (1.0, 0.0),
    Facing.SOUTH: (0.0, 1.0),
    Facing.WEST: (-1.0, 0.0),
}


def layout_svg(view: LayoutView, palette: Palette) -> SvgDrawing:
    """Draw the tiles of a board as they lie, to scale."""
    right = max(tile.left + tile.width for tile in view.tiles)
    bottom = max(tile.top + tile.height for tile in view.tiles)
    outside = {entry.facing for entry in view.entries}
    top_room, bottom_room = (
        _ABOVE if facing in outside else _EDGE for facing in (Facing.NORTH, Facing.SOUTH)
    )
    left_room, right_room = (_beside(view, facing) for facing in (Facing.WEST, Facing.EAST))
    cell = min(
        (_WIDEST - left_room - right_room) / right,
        (_TALLEST - top_room - bottom_room) / bottom,
        _LARGEST_CELL,
    )
    boxes = [
        Rectangle(
            tile.left * cell,
            tile.top * cell,
            (tile.left + tile.width) * cell,
            (tile.top + tile.height) * cell,
        ).grown(-_GAP)
        for tile in view.tiles
    ]
    shapes: list[Shape] = []
    for tile, box in zip(view.tiles, boxes, strict=True):
        shapes += _tile(tile, box, palette)
    for number, entry in enumerate(view.entries):
        before = sum(_share_side(entry, earlier) for earlier in view.entries[:number])
        many = sum(_share_side(entry, peer) for peer in view.entries)
        shapes += _entry(entry, boxes[entry.tile], (before + 1) / (many + 1), palette)
    whole = (
        -left_room,
        -top_room,
        right * cell + left_room + right_room,
        bottom * cell + top_room + bottom_room,
    )
    return document(written(shapes), whole, 0.1, view.title)


def _beside(view: LayoutView, facing: Facing) -> float:
    """The room for the arrows and their labels on one side of the diagram."""
    found = [_tag(entry.label) for entry in view.entries if entry.facing is facing]
    return _ARROW + min(max(found), _LONGEST_TAG) if found else _EDGE


def _tag(label: str) -> float:
    return text_width(label, Face.SANS_BOLD, _SMALL) + 28


def _share_side(first: LayoutEntry, second: LayoutEntry) -> bool:
    return (first.tile, first.facing) == (second.tile, second.facing)


def _tile(tile: LayoutTile, box: Rectangle, palette: Palette) -> list[Shape]:
    shapes = rectangle(
        box.left,
        box.top,
        box.width,
        box.height,
        fill=palette.faint,
        stroke=palette.ink,
        line=5,
        radius=12,
    )
    for side in tile.sides:
        shapes += _side(side, tile, box, palette)
    x, y = box.middle
    beside = any(side.name and _ALONG[side.facing][0] for side in tile.sides)
    room = box.width - (110 if beside else 24)
    lines = _lines(tile, room, palette)
    # In a low box all lines are made smaller until they fit, or are one line.
    if len(lines) * _LEAST * _LEADING > box.height:
        lines = [lines[0]._replace(text="  ".join(line.text for line in lines))]
    high = sum(line.size for line in lines) * _LEADING
    squeeze = min(1.0, (box.height - 24) / high)
    at = y - high * squeeze / 2
    for line in lines:
        size = line.size * squeeze
        fitting = size * min(1.0, room / max(text_width(line.text, line.face, size), 1.0))
        middle = at + size * _LEADING / 2
        small = max(fitting, _LEAST)
        shapes += centred(line.text, x, middle, small, face=line.face, fill=line.colour)
        at += size * _LEADING
    return shapes


class _Line(NamedTuple):
    """A line of text in a box."""

    text: str
    size: float
    face: Face
    colour: str


def _lines(tile: LayoutTile, room: float, palette: Palette) -> list[_Line]:
    """The texts in a box; a text that is too wide gets a line for each word."""
    lines = [_Line(tile.title, _TITLE, Face.SANS_BOLD, palette.ink)]
    if tile.name:
        lines.append(_Line(tile.name, _SMALL, Face.SANS, palette.ink))
    lines.append(_Line(f"{tile.first} – {tile.last}", _SMALL, Face.SANS, palette.ink))
    if tile.turned:
        text = say("turned by {degrees}°", degrees=tile.turned)
        lines.append(_Line(text, _SMALL, Face.SANS_BOLD, palette.deep))
    return [
        line._replace(text=word)
        for line in lines
        for word in (
            [line.text]
            if text_width(line.text, line.face, line.size * _SQUEEZED) <= room
            else line.text.replace(" – ", " –").split()
        )
    ]


def _side(side: LayoutSide, tile: LayoutTile, box: Rectangle, palette: Palette) -> list[Shape]:
    dx, dy = _ALONG[side.facing]
    middle_x, middle_y = box.middle
    x, y = middle_x + dx * box.width / 2, middle_y + dy * box.height / 2
    shapes: list[Shape] = []
    if side.joined:
        # Half of a clasp; the joined tile draws the other half.
        wide, high = (_GAP + 12, 34.0) if dx else (34.0, _GAP + 12)
        aside = side.aside * (box.width + 2 * _GAP) / tile.width
        at = x + abs(dy) * aside + dx * (_GAP - 12) / 2, y + abs(dx) * aside + dy * (_GAP - 12) / 2
        clasp = centred_box(at, wide, high)
        shapes += rectangle(clasp.left, clasp.top, clasp.width, clasp.height, fill=palette.ink)
    if side.name:
        face = Face.SANS_BOLD if side.joined else Face.SANS
        far = 30.0 + text_width(side.name, face, _SMALL) / 2 if dx else 34.0
        colour = palette.ink if side.joined else palette.grey
        shapes += centred(side.name, x - dx * far, y - dy * far, _SMALL, face=face, fill=colour)
    return shapes


def _entry(entry: LayoutEntry, box: Rectangle, share: float, palette: Palette) -> list[Shape]:
    """Draw an arrow over an edge into a tile, with its label at the tail."""
    dx, dy = _ALONG[entry.facing]
    x = box.left + box.width * share if dy else box.middle[0] + dx * box.width / 2
    y = box.top + box.height * share if dx else box.middle[1] + dy * box.height / 2
    tip: Point = (x - dx * 14, y - dy * 14)
    tail: Point = (x + dx * 72, y + dy * 72)
    wide = _tag(entry.label)
    # A long label on the left or right side of the diagram is written smaller.
    size = _SMALL * (min(1.0, _LONGEST_TAG / wide) if dx else 1.0)
    wide *= size / _SMALL
    tag = centred_box((tail[0] + dx * wide / 2, tail[1] + dy * 24), wide, 46)
    return [
        *path(polyline([tail, (x, y)]), stroke=palette.accent, width=13),
        *arrow_head(tip, (-dx, -dy), 46, palette.accent, palette.paper),
        *rectangle(tag.left, tag.top, tag.width, tag.height, fill=palette.accent, radius=9),
        *centred(entry.label, *tag.middle, size, face=Face.SANS_BOLD, fill=palette.paper),
    ]
