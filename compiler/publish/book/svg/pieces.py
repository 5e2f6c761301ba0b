"""Draw what stands on a map: things, openings and figures, each in its room.

A piece in one cell is drawn in a room of 100 × 100 units; the map and the legend draw the same
shapes in different places.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING

from questwright.compiler.publish.book.svg.bases import reach
from questwright.compiler.publish.book.svg.elements import (
    centred,
    circle,
    path,
    polyline,
    rectangle,
)
from questwright.compiler.publish.book.svg.glyphs import Face, text_width
from questwright.compiler.publish.book.svg.grid import UNIT, UNTURNED
from questwright.compiler.publish.book.svg.outlines import Transform
from questwright.compiler.publish.book.svg.squares import grid_of
from questwright.compiler.publish.book.svg.symbols import stamp, symbol, upright_stamp
from questwright.compiler.publish.book.view.map import (
    Elevation,
    FigureView,
    GridShape,
    OpeningView,
    ThingView,
    Tone,
)

if TYPE_CHECKING:
    from questwright.compiler.publish.book.svg.elements import Point, Shape
    from questwright.compiler.publish.book.svg.frames import Rectangle
    from questwright.compiler.publish.book.svg.grid import MapGrid, OpeningPlace
    from questwright.compiler.publish.book.svg.symbols import SymbolPaths
    from questwright.compiler.publish.book.view.theme import Palette

_CODE_LENGTH = 3
_OPEN_IN_THE_MIDDLE = frozenset({"portal", "token", "spawn"})
_SQUARES = grid_of(GridShape.SQUARE)
_WITHIN_FRAME = 0.84


def thing(
    view: ThingView, palette: Palette, room: Rectangle, grid: MapGrid = _SQUARES
) -> list[Shape]:
    """Draw a thing in its room."""
    drawn = symbol(view.symbol, palette)
    base = _slab(view, room, palette)
    if drawn is None:
        return base + _lettered(view, room, palette)
    return base + _fitted(view, drawn, room, palette, grid) + _code_badge(view, room, palette)


def _slab(view: ThingView, room: Rectangle, palette: Palette) -> list[Shape]:
    # Low things have a thin outline; things that block sight have a hard shadow.
    x, y, width, height = room.left, room.top, room.width, room.height
    if view.elevation is Elevation.FLAT:
        return []
    if view.elevation is Elevation.LOW:
        return rectangle(
            x + 8, y + 8, width - 16, height - 16,
            fill=palette.paper, stroke=palette.ink, line=3, radius=9,
        )  # fmt: skip
    return rectangle(x + 15, y + 15, width - 22, height - 22, fill=palette.ink) + rectangle(
        x + 7, y + 7, width - 21, height - 21, fill=palette.light, stroke=palette.ink, line=5
    )


def _fitted(
    view: ThingView, drawn: SymbolPaths, room: Rectangle, palette: Palette, grid: MapGrid
) -> list[Shape]:
    width, height = room.width, room.height
    turn = 0 if view.facing is None else grid.degrees[view.facing]
    lies_across = (drawn.width > drawn.height) != (width > height) and drawn.width != drawn.height
    if view.facing is None and lies_across and width != height:
        turn = 90
    sideways = turn % 180 == 90
    room_width, room_height = (height, width) if sideways else (width, height)
    scale = room_width / drawn.width
    if not view.spans:
        scale = min(scale, room_height / drawn.height)
    if view.elevation is Elevation.LOW and scale < 1:
        # A sign that is made smaller has a smaller margin, and must not reach over its frame.
        scale *= _WITHIN_FRAME
    if turn % 90:
        scale *= grid.slanting_scale
    elif view.elevation is Elevation.FLAT:
        scale *= grid.lying_scale
    x, y = room.middle
    if view.elevation is Elevation.HIGH:
        return stamp(view.symbol, palette, (x - 3, y - 3), Transform(turn, scale * 0.86))
    upright = upright_stamp(view.symbol, palette, (x, y), Transform(0, scale))
    return stamp(view.symbol, palette, (x, y), Transform(turn, scale)) + upright


def _code_badge(view: ThingView, room: Rectangle, palette: Palette) -> list[Shape]:
    if not view.code:
        return []
    if view.symbol in _OPEN_IN_THE_MIDDLE:
        return code_text(view.code, *room.middle, 34 * _share(room), palette.ink)
    return _corner_code(view.code, room, palette)


def has_corner_code(view: ThingView) -> bool:
    """Whether a thing has its code in the lower right corner of its room."""
    return bool(view.code) and view.symbol not in _OPEN_IN_THE_MIDDLE


def _corner_code(code: str, room: Rectangle, palette: Palette) -> list[Shape]:
    share = _share(room)
    size = 26 * share
    wide = max(text_width(code[:_CODE_LENGTH], Face.SANS_BOLD, size) + 12 * share, 28 * share)
    x, y = room.right - wide - 2 * share, room.bottom - 31 * share
    return rectangle(
        x, y, wide, 29 * share,
        fill=palette.paper, stroke=palette.ink, line=2.5 * share, radius=8 * share,
    ) + code_text(code, x + wide / 2, y + 14.5 * share, size, palette.ink)  # fmt: skip


def _share(room: Rectangle) -> float:
    """How much of the side of a cell a room has that others share; 1 where it is a whole one."""
    return min(1.0, room.width / UNIT, room.height / UNIT)


def _lettered(view: ThingView, room: Rectangle, palette: Palette) -> list[Shape]:
    code = view.code or view.name[:2]
    x, y = room.middle
    if view.elevation is not Elevation.FLAT:
        return code_text(code, x, y, 40, palette.ink)
    r = min(room.width, room.height) * 0.42
    return _lozenge(x, y, r, palette) + code_text(code, x, y, 34 * _share(room), palette.ink)


def _lozenge(x: float, y: float, r: float, palette: Palette) -> list[Shape]:
    corners = [(x, y - r), (x + r, y), (x, y + r), (x - r, y)]
    return path(polyline(corners, closed=True), fill=palette.paper, stroke=palette.ink, width=5)


def opening(view: OpeningView, palette: Palette, stand: OpeningPlace = UNTURNED) -> list[Shape]:
    """Draw an opening in its wall; letters and keyholes stay upright if the wall is turned."""
    x, y = stand.middle
    if symbol(view.symbol, palette) is None:
        along, half = radians(stand.turn), 50 * stand.scale
        ends = [(x + cos(along) * far, y + sin(along) * far) for far in (-half, half)]
        wall = path(polyline(ends), stroke=palette.ink, width=14)
        letter = code_text(view.code or view.name[:1], x, y, 30, palette.ink)
        return wall + _lozenge(x, y, 30, palette) + letter
    shapes = stamp(view.symbol, palette, stand.middle, Transform(stand.turn, stand.scale))
    shapes += upright_stamp(view.symbol, palette, stand.middle, Transform(0, stand.scale))
    if view.code:
        shapes += centred_badge(view.code, x, y - 35, palette)
    return shapes


def way_shaft(view: OpeningView, palette: Palette, stand: OpeningPlace = UNTURNED) -> list[Shape]:
    """Draw the shaft of an arrow through an opening; it belongs below the opening."""
    (x, y), (across, down) = stand.middle, _way(view, stand)
    ends = [(x + across * far, y + down * far) for far in (-46, 24)]
    return path(polyline(ends), stroke=palette.accent, width=11)


def way_head(view: OpeningView, palette: Palette, stand: OpeningPlace = UNTURNED) -> list[Shape]:
    """Draw the head of an arrow through an opening; it belongs above all pieces."""
    (x, y), (across, down) = stand.middle, _way(view, stand)
    tip = x + across * 43, y + down * 43
    return arrow_head(tip, (across, down), 25, palette.accent, palette.paper)


def _way(view: OpeningView, stand: OpeningPlace) -> Point:
    return stand.ahead[0] * view.way, stand.ahead[1] * view.way


def centred_badge(code: str, x: float, y: float, palette: Palette) -> list[Shape]:
    """Draw a small lettered tab centred on a point."""
    wide = max(text_width(code[:_CODE_LENGTH], Face.SANS_BOLD, 24) + 12, 26)
    box = rectangle(
        x - wide / 2, y - 13, wide, 26, fill=palette.paper, stroke=palette.ink, line=2.5, radius=8
    )
    return box + code_text(code, x, y, 24, palette.ink)


def figure(
    view: FigureView, palette: Palette, middle: Point, grid: MapGrid = _SQUARES
) -> list[Shape]:
    """Draw a figure's round token centred on a point, with a beak towards its front."""
    half = view.size * UNIT / 2 * reach(view)
    radius = half - 15 - 7 * (view.size - 1)
    fill, ink, edge = _figure_colours(view.tone, palette)
    x, y = middle
    shapes: list[Shape] = []
    if view.facing:
        aside = 30 if view.cornered else 0
        shapes += _beak(grid.degrees[view.facing] + aside, middle, half, radius, palette, edge)
    shapes += circle(x, y, radius, fill=fill, stroke=edge, width=5)
    if view.tone is Tone.BOSS:
        shapes += circle(x, y, radius - 6.5, stroke=palette.paper, width=3.5)
    elif view.tone is not Tone.FOE:
        shapes += circle(x, y, radius - 6, stroke=edge, width=2)
    if view.code:
        size = (44, 35, 27)[min(len(view.code), _CODE_LENGTH) - 1]
        shapes += code_text(view.code, x, y, size * (1 + (view.size - 1) * 0.7) * reach(view), ink)
    return shapes


def edge_of(view: FigureView, palette: Palette) -> str:
    """The colour of a figure's outline."""
    return _figure_colours(view.tone, palette)[2]


def _figure_colours(tone: Tone, palette: Palette) -> tuple[str, str, str]:
    if tone is Tone.FOE:
        return palette.ink, palette.paper, palette.ink
    if tone is Tone.BOSS:
        return palette.accent, palette.paper, palette.accent
    if tone is Tone.HAZARD:
        return palette.light, palette.ink, palette.ink
    return palette.paper, palette.ink, palette.ink


def _beak(
    turn: int, middle: Point, half: float, radius: float, palette: Palette, edge: str
) -> list[Shape]:
    shoulder, side = -radius * 0.6, radius * 0.78
    angle = radians(turn)
    corners = [
        (middle[0] + x * cos(angle) - y * sin(angle), middle[1] + x * sin(angle) + y * cos(angle))
        for x, y in ((-side, shoulder), (0.0, -half), (side, shoulder))
    ]
    return path(polyline(corners, closed=True), fill=edge, stroke=palette.paper, width=3)


def code_text(code: str, x: float, y: float, size: float, fill: str) -> list[Shape]:
    """Write a code of up to three characters centred on a point."""
    return centred(code[:_CODE_LENGTH], x, y, size, face=Face.SANS_BOLD, fill=fill)


def arrow_head(tip: Point, along: Point, size: float, fill: str, halo: str) -> list[Shape]:
    """Draw a solid arrow head with its tip at a point; `along` is a unit vector."""
    (x, y), (dx, dy) = tip, along
    back_x, back_y, half = x - dx * size, y - dy * size, size * 0.55
    corners = [
        (x, y),
        (back_x - dy * half, back_y + dx * half),
        (back_x + dy * half, back_y - dx * half),
    ]
    return path(
        polyline(corners, closed=True),
        fill=fill,
        stroke=halo,
        width=4,
        more=' stroke-linejoin="round"',
    )
