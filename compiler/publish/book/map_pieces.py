"""What stands on a map, drawn in its own square: things, openings and figures.

A piece is drawn in units of a hundredth of a cell, with its top-left cell's corner at 0 0, so that
the map and the legend draw the same thing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler.publish.book.drawing import (
    centred,
    circle,
    group,
    number,
    path,
    polyline,
    rectangle,
)
from compiler.publish.book.glyphs import Face, text_width
from compiler.publish.book.map_geometry import UNIT
from compiler.publish.book.symbols import Symbol, symbol, upright_part
from compiler.publish.book.view_map import (
    Elevation,
    Facing,
    FigureView,
    OpeningView,
    ThingView,
    Tone,
)

if TYPE_CHECKING:
    from compiler.publish.book.drawing import Point
    from compiler.publish.book.theme import Palette

_DEGREES = {facing: index * 45 for index, facing in enumerate(Facing)}
_SIDEWAYS = (Facing.EAST, Facing.WEST)
_CODE_LENGTH = 3
_OPEN_IN_THE_MIDDLE = frozenset({"portal", "token", "spawn"})


def thing(view: ThingView, palette: Palette) -> str:
    """Draw a thing at 0 0 over its footprint."""
    width, height = view.width * UNIT, view.height * UNIT
    drawn = symbol(view.symbol, palette)
    base = _slab(view, width, height, palette)
    if drawn is None:
        return base + _lettered(view, width, height, palette)
    return base + _fitted(view, drawn, width, height) + _code_badge(view, width, height, palette)


def _slab(view: ThingView, width: int, height: int, palette: Palette) -> str:
    # What one can see over is a thin white outline; what blocks sight throws a hard shadow.
    if view.elevation is Elevation.FLAT:
        return ""
    if view.elevation is Elevation.LOW:
        return rectangle(
            8, 8, width - 16, height - 16, fill=palette.paper, stroke=palette.ink, line=3, radius=9
        )
    return rectangle(15, 15, width - 22, height - 22, fill=palette.ink) + rectangle(
        7, 7, width - 21, height - 21, fill=palette.light, stroke=palette.ink, line=5
    )


def _fitted(view: ThingView, drawn: Symbol, width: int, height: int) -> str:
    turn = 0 if view.facing is None else _DEGREES[view.facing]
    lies_across = (drawn.width > drawn.height) != (width > height) and drawn.width != drawn.height
    if view.facing is None and lies_across and width != height:
        turn = 90
    sideways = turn % 180 == 90
    room_width, room_height = (height, width) if sideways else (width, height)
    scale = min(room_width / drawn.width, room_height / drawn.height)
    if turn % 90:
        scale *= 0.8
    inset = 0.86 if view.elevation is Elevation.HIGH else 1.0
    lift = -3 if view.elevation is Elevation.HIGH else 0
    scale *= inset
    return group(
        drawn.content,
        f"translate({number(width / 2 + lift)} {number(height / 2 + lift)})"
        + (f" rotate({turn})" if turn else "")
        + (f" scale({number(scale)})" if scale != 1 else "")
        + f" translate({number(-drawn.width / 2)} {number(-drawn.height / 2)})",
    )


def _code_badge(view: ThingView, width: int, height: int, palette: Palette) -> str:
    if not view.code:
        return ""
    if view.symbol in _OPEN_IN_THE_MIDDLE:
        return code_text(view.code, width / 2, height / 2, 34, palette.ink)
    return _corner_code(view.code, width, height, palette)


def _corner_code(code: str, width: int, height: int, palette: Palette) -> str:
    size = 26
    wide = max(text_width(code[:_CODE_LENGTH], Face.SANS_BOLD, size) + 12, 28)
    x, y = width - wide - 2, height - 31
    return rectangle(
        x, y, wide, 29, fill=palette.paper, stroke=palette.ink, line=2.5, radius=8
    ) + code_text(code, x + wide / 2, y + 14.5, size, palette.ink)


def _lettered(view: ThingView, width: int, height: int, palette: Palette) -> str:
    code = view.code or view.name[:2]
    if view.elevation is not Elevation.FLAT:
        return code_text(code, width / 2, height / 2, 40, palette.ink)
    x, y, r = width / 2, height / 2, min(width, height) * 0.42
    corners = [(x, y - r), (x + r, y), (x, y + r), (x - r, y)]
    return path(
        polyline(corners, closed=True), fill=palette.paper, stroke=palette.ink, width=5
    ) + code_text(code, x, y, 34, palette.ink)


def opening(view: OpeningView, palette: Palette, turn: int = 0) -> str:
    """Draw an opening on a wall that runs along y 50 from x 0 to 100, turned about its middle.

    The wall turns with `turn` degrees; letters and keyholes stay upright.
    """
    drawn = symbol(view.symbol, palette)
    if drawn is None:
        lozenge = polyline([(50, 20), (80, 50), (50, 80), (20, 50)], closed=True)
        turned = path("M0 50H100", stroke=palette.ink, width=14)
        turned += path(lozenge, fill=palette.paper, stroke=palette.ink, width=5)
        upright = code_text(view.code or view.name[:1], 50, 50, 30, palette.ink)
    else:
        turned = drawn.content
        upright = upright_part(view.symbol, palette)
        if view.code:
            upright += centred_badge(view.code, 50, 15, palette)
    return (group(turned, f"rotate({turn} 50 50)") if turn else turned) + upright


def centred_badge(code: str, x: float, y: float, palette: Palette) -> str:
    """Draw a small lettered tab centred on a point."""
    wide = max(text_width(code[:_CODE_LENGTH], Face.SANS_BOLD, 24) + 12, 26)
    box = rectangle(
        x - wide / 2, y - 13, wide, 26, fill=palette.paper, stroke=palette.ink, line=2.5, radius=8
    )
    return box + code_text(code, x, y, 24, palette.ink)


def figure(view: FigureView, palette: Palette) -> str:
    """Draw a figure's round token at 0 0 over its base, with a beak towards its front."""
    middle = view.size * UNIT / 2
    radius = middle - 15 - 7 * (view.size - 1)
    fill, ink, edge = _figure_colours(view.tone, palette)
    parts = [_beak(view.facing, middle, radius, edge, palette)] if view.facing else []
    parts.append(circle(middle, middle, radius, fill=fill, stroke=edge, width=5))
    if view.tone is Tone.BOSS:
        parts.append(circle(middle, middle, radius - 6.5, stroke=palette.paper, width=3.5))
    elif view.tone is not Tone.FOE:
        parts.append(circle(middle, middle, radius - 6, stroke=edge, width=2))
    size = (44, 35, 27)[min(len(view.code), _CODE_LENGTH) - 1] if view.code else 0
    if view.code:
        parts.append(code_text(view.code, middle, middle, size * (1 + (view.size - 1) * 0.7), ink))
    return "".join(parts)


def _figure_colours(tone: Tone, palette: Palette) -> tuple[str, str, str]:
    if tone is Tone.FOE:
        return palette.ink, palette.paper, palette.ink
    if tone is Tone.BOSS:
        return palette.accent, palette.paper, palette.accent
    if tone is Tone.HAZARD:
        return palette.light, palette.ink, palette.ink
    return palette.paper, palette.ink, palette.ink


def _beak(facing: Facing, middle: float, radius: float, edge: str, palette: Palette) -> str:
    tip, shoulder, half = 0, middle - radius * 0.6, radius * 0.78
    data = polyline(
        [(middle - half, shoulder), (middle, tip), (middle + half, shoulder)], closed=True
    )
    turn = f"rotate({_DEGREES[facing]} {number(middle)} {number(middle)})"
    return path(data, fill=edge, stroke=palette.paper, width=3, transform=turn)


def code_text(code: str, x: float, y: float, size: float, fill: str) -> str:
    """Write a code of up to three characters centred on a point."""
    return centred(code[:_CODE_LENGTH], x, y, size, face=Face.SANS_BOLD, fill=fill)


def area_tab(label: str, x: float, y: float, palette: Palette) -> str:
    """Draw an area's label, a chamfered tab centred on a point."""
    size, high, cut = 36, 50.0, 12.0
    wide = max(text_width(label, Face.DISPLAY, size) + 24, high)
    left, top, right, bottom = x - wide / 2, y - high / 2, x + wide / 2, y + high / 2
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


def arrow_head(tip: Point, along: Point, size: float, fill: str, halo: str) -> str:
    """Draw a solid arrow head with its tip at a point; `along` is a unit vector."""
    (x, y), (dx, dy) = tip, along
    back_x, back_y, half = x - dx * size, y - dy * size, size * 0.55
    corners = [
        (x, y),
        (back_x - dy * half, back_y + dx * half),
        (back_x + dy * half, back_y - dx * half),
    ]
    return path(
        polyline(corners, closed=True), fill=fill, stroke=halo, width=4, stroke_linejoin="round"
    )
