"""Draw the numbers of an overlay, and the key that explains them.

A number is placed as near as possible to what it is about: never over another number, and over a
door, a figure or an area's label only if there is no room beside them. Each sort of number has its
own shape, so that they differ in print without colour.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from questwright.compiler.publish.book.svg.bases import reach, room_of
from questwright.compiler.publish.book.svg.elements import (
    capitals_below,
    centred,
    circle,
    path,
    polyline,
    rectangle,
    text,
)
from questwright.compiler.publish.book.svg.frames import BoxFrame, Rectangle, centred_box
from questwright.compiler.publish.book.svg.glyphs import Face, text_width
from questwright.compiler.publish.book.svg.grid import UNIT
from questwright.compiler.publish.book.svg.squares import grid_of
from questwright.compiler.publish.book.svg.tabs import code_boxes
from questwright.compiler.publish.book.view.map import KeySign, Sign, Tone
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from questwright.compiler.publish.book.svg.elements import Point, Shape
    from questwright.compiler.publish.book.svg.frames import MapFrame
    from questwright.compiler.publish.book.svg.grid import MapGrid
    from questwright.compiler.publish.book.svg.tabs import PlacedTab
    from questwright.compiler.publish.book.view.map import KeyRow, MapView, MarkView
    from questwright.compiler.publish.book.view.theme import Palette

_GAP = 4.0
"""The least distance between two numbers."""
_CODE_WEIGHT = 5
"""How many times a code is in the way."""
_STEP, _REACH = 12.5, 250.0
"""The step and the greatest distance in the search for a free place."""
_ROUNDED = ' stroke-linecap="round" stroke-linejoin="round"'

KEY_WIDTH_MM = 160.0
_KEY_TEXT_MM, _KEY_LINE_MM = 3.3, 4.7
_KEY_SIGN_MM = 13.0
_KEY_GAP_MM = 3.0


# -- the numbers ------------------------------------------------------------------------


class PlacedNumber(NamedTuple):
    """A number with its place on the map."""

    mark: MarkView
    frames: tuple[MapFrame, ...]
    """The frames that are drawn around what it is about; may be empty."""
    near: tuple[MapFrame, ...]
    """Frames around what it is about, whether they are drawn or not."""
    spot: Rectangle
    """The box of the number."""


def place_marks(view: MapView, tabs: Sequence[PlacedTab], size: float) -> list[PlacedNumber]:
    """Find a place for every number of a map; `tabs` are the labels of areas."""
    grid = grid_of(view.shape)
    obstacles = [
        *_obstacles(view, grid),
        *(tab.box.grown(4) for tab in tabs),
        *code_boxes(view) * _CODE_WEIGHT,
    ]
    sheet = Rectangle(0.0, 0.0, *grid.size(view.columns, view.rows)).grown(UNIT / 3)
    placed: list[PlacedNumber] = []
    for mark in view.overlay.marks:
        frames = tuple(_frames(mark, grid))
        near = frames or tuple(BoxFrame(grid.room(cell, 1, 1)) for cell in mark.cells)
        anchor = _anchor(mark, frames, tabs, grid)
        taken = [earlier.spot for earlier in placed]
        spot = _spot(anchor, badge_size(mark.label, size), taken, obstacles, sheet)
        placed.append(PlacedNumber(mark, frames, near, spot))
    return placed


def draw_marks(placed: Sequence[PlacedNumber], size: float, palette: Palette) -> list[Shape]:
    """Draw numbers, and frames around what they are about."""
    frames = list(dict.fromkeys(frame for number in placed for frame in number.frames))
    shapes: list[Shape] = []
    for colour, line in ((palette.paper, 14), (palette.accent, 7)):
        for frame in frames:
            shapes += frame.drawn(colour, line)
    for number in placed:
        shapes += _leader(number, palette)
    for number in placed:
        shapes += badge(number.mark.label, number.mark.sign, number.spot.middle, size, palette)
    return shapes


def _obstacles(view: MapView, grid: MapGrid) -> Iterator[Rectangle]:
    """The boxes that numbers should not cover: openings, figures, things."""
    for gate in view.openings:
        x1, y1, x2, y2 = grid.edge_segment(gate.edge)
        yield Rectangle(x1, min(y1, y2), x2, max(y1, y2)).grown(20)
    for piece in view.figures:
        side = piece.size * 78 * reach(piece)
        yield centred_box(room_of(piece, grid).middle, side, side)
    for thing in view.things:
        yield room_of(thing, grid).grown(-22)


def _frames(mark: MarkView, grid: MapGrid) -> list[MapFrame]:
    """The frames of a number; empty for a stop of a route and for a wide part of the board."""
    if mark.sign is Sign.STOP or mark.wide:
        return []
    return grid.gate_frames(mark.edges) if mark.edges else grid.cell_frames(mark.cells)


def _anchor(
    mark: MarkView, framed: Sequence[MapFrame], tabs: Sequence[PlacedTab], grid: MapGrid
) -> Point:
    """The best place for a number, before others are considered."""
    if mark.edges:
        return framed[0].box.middle
    if framed:
        return framed[0].corner
    labelled = next((tab for tab in tabs if mark.wide and tab.cell in mark.cells), None)
    if labelled is not None:
        return labelled.box.middle
    middles = [grid.middle(cell) for cell in mark.cells]
    x = sum(middle[0] for middle in middles) / len(middles)
    y = sum(middle[1] for middle in middles) / len(middles)
    return min(middles, key=lambda middle: (hypot(middle[0] - x, middle[1] - y), middle))


_OFFSETS = sorted(
    (
        (across * _STEP, down * _STEP)
        for across in range(-int(_REACH / _STEP), int(_REACH / _STEP) + 1)
        for down in range(-int(_REACH / _STEP), int(_REACH / _STEP) + 1)
    ),
    key=lambda offset: (round(hypot(*offset), 3), offset),
)


def _spot(
    anchor: Point,
    size: Point,
    taken: Sequence[Rectangle],
    obstacles: Sequence[Rectangle],
    sheet: Rectangle,
) -> Rectangle:
    """The best box for a number: near, on the sheet, over no other number, over few obstacles."""
    near = centred_box(anchor, 2 * _REACH, 2 * _REACH).grown(size[0])
    hidden = [box for box in obstacles if box.overlap(near)]
    numbers = [box.grown(_GAP) for box in taken if box.grown(_GAP).overlap(near)]
    best, least = centred_box(anchor, *size), float("inf")
    for across, down in _OFFSETS:
        cost = hypot(across, down)
        if cost >= least:
            break
        box = centred_box((anchor[0] + across, anchor[1] + down), *size)
        whole = size[0] * size[1]
        if box.overlap(sheet) < whole - 1 or any(box.overlap(number) for number in numbers):
            continue
        cost += 150 * sum(box.overlap(obstacle) for obstacle in hidden) / whole
        if cost < least:
            best, least = box, cost
    return best


def _leader(placed: PlacedNumber, palette: Palette) -> list[Shape]:
    if any(frame.box.grown(3).overlap(placed.spot) for frame in placed.near):
        return []
    start, end = placed.near[0].nearest(placed.spot.middle), placed.spot.middle
    shapes = path(polyline([start, end]), stroke=palette.paper, width=12, more=_ROUNDED)
    shapes += path(polyline([start, end]), stroke=palette.ink, width=5, more=_ROUNDED)
    return shapes + circle(*start, 8, fill=palette.ink, stroke=palette.paper, width=3)


# -- one number -------------------------------------------------------------------------


def badge_size(label: str, size: float) -> Point:
    """The width and height of a number, for letters of this size."""
    high = size * 1.42
    return max(text_width(label, Face.SANS_BOLD, size) + size * 0.62, high), high


def badge(label: str, sign: Sign, middle: Point, size: float, palette: Palette) -> list[Shape]:
    """Draw a label on its sign, centred on a point."""
    box = centred_box(middle, *badge_size(label, size))
    is_dark, is_round = sign in (Sign.DISC, Sign.BLOCK), sign not in (Sign.BOX, Sign.BLOCK)
    fill = palette.ink if is_dark else palette.light if sign is Sign.SHADE else palette.paper
    edge = palette.accent if sign is Sign.STOP else palette.ink
    ink = palette.paper if is_dark else palette.ink

    def plate(box: Rectangle, inside: str, border: str, line: float) -> list[Shape]:
        high = box.height
        return rectangle(
            box.left, box.top, box.width, high,
            fill=inside, stroke=border, line=line, radius=high / 2 if is_round else None,
        )  # fmt: skip

    halo = plate(box, palette.paper, palette.paper, size / 4)
    shapes = halo + plate(box.grown(-size / 16), fill, edge, size / 8)
    return shapes + centred(label, *middle, size, face=Face.SANS_BOLD, fill=ink)


# -- the key ----------------------------------------------------------------------------


class Key(NamedTuple):
    """The lines of a key, each with its row (None if it continues one); the size in millimetres."""

    lines: tuple[tuple[KeyRow | None, str], ...]
    width: float
    height: float


def key_of(rows: Iterable[KeyRow]) -> Key:
    """Break the rows of a key into lines."""
    lines: list[tuple[KeyRow | None, str]] = []
    widest = 0.0
    for row in rows:
        is_heading = row.sign is KeySign.HEADING
        face = Face.SANS_BOLD if is_heading else Face.SANS
        indent = 0.0 if is_heading else _KEY_SIGN_MM
        for number, words in enumerate(_wrapped(row.text, face, KEY_WIDTH_MM - indent)):
            lines.append((None if number else row, words))
            widest = max(widest, indent + text_width(words, face, _KEY_TEXT_MM))
    height = _KEY_GAP_MM + len(lines) * _KEY_LINE_MM if lines else 0.0
    return Key(tuple(lines), widest, height)


def _wrapped(words: str, face: Face, width: float) -> list[str]:
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, face, _KEY_TEXT_MM) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def draw_key(key: Key, corner: Point, scale: float, palette: Palette) -> list[Shape]:
    """Draw a key below its upper left corner; `scale` is the millimetres of one unit."""
    size, high = _KEY_TEXT_MM / scale, _KEY_LINE_MM / scale
    x, y = corner[0], corner[1] + _KEY_GAP_MM / scale + high / 2
    shapes: list[Shape] = []
    for row, words in key.lines:
        is_heading = row is not None and row.sign is KeySign.HEADING
        face = Face.SANS_BOLD if is_heading else Face.SANS
        left = x if is_heading else x + _KEY_SIGN_MM / scale
        low = capitals_below(y, size, face)
        shapes += text(words, left, low, size, face=face, fill=palette.ink)
        if row is not None and not is_heading:
            room = Rectangle(x, y - high * 0.42, left - high * 0.6, y + high * 0.42)
            shapes += _sample(row, room, palette)
        y += high
    return shapes


def _sample(row: KeyRow, room: Rectangle, palette: Palette) -> list[Shape]:
    """Draw the sample at the start of a row of the key."""
    high, (x, y) = room.bottom - room.top, room.middle
    if isinstance(row.sign, Sign):
        return badge(row.label, row.sign, (x, y), high / 1.42, palette)
    if row.sign is KeySign.HATCHING:
        return _hatched(room, high / 4, palette)
    colour = palette.ink if row.tone is Tone.FOE else palette.accent
    line = polyline([(room.left + high * 0.25, y), (room.right, y)])
    start = circle(room.left + high * 0.25, y, high * 0.25, fill=colour)
    width = high * 0.17
    return path(line, stroke=colour, width=width, more=stroke_of(row.stroke, width)) + start


def stroke_of(number: int, width: float) -> str:
    """The dash pattern with this index, as SVG attributes."""
    dashes = _DASHES[number % len(_DASHES)]
    if not dashes:
        return _ROUNDED
    lengths = " ".join(f"{length * width:.4g}" for length in dashes)
    return f' stroke-dasharray="{lengths}"{_ROUNDED}'


_DASHES: tuple[tuple[float, ...], ...] = (
    (),
    (3.0, 2.2),
    (3.0, 2.0, 0.1, 2.0),
    (8.0, 2.4),
    (6.0, 2.0, 0.1, 1.8, 0.1, 2.0),
    (1.2, 4.0),
    (3.0, 1.8, 3.0, 4.6),
)
"""Dash patterns: lengths of dashes and gaps, in widths of the line. Dots alone are a leap."""


def _hatched(room: Rectangle, step: float, palette: Palette) -> list[Shape]:
    """Draw a box with the hatching of cells that are never reached."""
    wide, high = room.right - room.left, room.bottom - room.top
    data = ""
    shift = step - high
    while shift < wide:
        across = max(0.0, shift), min(wide, high + shift)
        data += polyline((room.left + at, room.top + at - shift) for at in across)
        shift += step
    return path(data, stroke=palette.accent, width=high * 0.07) + rectangle(
        room.left, room.top, wide, high, stroke=palette.accent, line=high * 0.07
    )
