"""Draw what cards have on them: a section from above, and the star on the back of a deck."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING, Final

from questwright.compiler.publish.book.svg.elements import (
    Shape,
    circle,
    document,
    number,
    path,
    polyline,
    rectangle,
    written,
)
from questwright.compiler.publish.book.svg.outlines import Transform
from questwright.compiler.publish.book.svg.symbols import stamp, symbol, upright_stamp

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from questwright.compiler.publish.book.svg.elements import Point, SvgDrawing
    from questwright.compiler.publish.book.view.cards import Ornament, Place, SectionDrawing
    from questwright.compiler.publish.book.view.theme import Palette

CELL: Final = 20.0
"""The width of a square."""
_WIDEST_MM, _HIGHEST_MM, _LARGEST_MM = 48.0, 42.0, 8.0
_MARGIN: Final = 2.0
_SIGN: Final = 0.86
"""How much of its square a sign fills."""
_ARROW: Final = 14.0
_EDGES: Final = {
    "north": ((0, 0), (1, 0)),
    "east": ((1, 0), (1, 1)),
    "south": ((0, 1), (1, 1)),
    "west": ((0, 0), (0, 1)),
}
_BOX: Final = 100.0
_STAR_MM: Final = 0.36


def ground(
    places: Iterable[Place],
    rock: Collection[Place],
    walls: Iterable[tuple[Place, str]],
    corner: Point,
    palette: Palette,
) -> list[Shape]:
    """Squares with the rock among them, and walls over them; `corner` is where place 0, 0 is."""
    left, top = corner
    shapes: list[Shape] = []
    for row, column in places:
        x, y = left + column * CELL, top + row * CELL
        fill = palette.grey if (row, column) in rock else palette.paper
        shapes += rectangle(x, y, CELL, CELL, fill=fill, stroke=palette.light, line=0.5)
    lines = []
    for (row, column), side in walls:
        ends = [
            f"{number(left + (column + right) * CELL)} {number(top + (row + down) * CELL)}"
            for right, down in _EDGES[side]
        ]
        lines.append(f"M{'L'.join(ends)}")
    return shapes + path("".join(lines), stroke=palette.ink, width=2.5)


def section_svg(view: SectionDrawing, palette: Palette) -> SvgDrawing:
    """Draw a section, as large as a card has room, with an arrow below the way in."""
    wide, high = view.columns * CELL, view.rows * CELL
    shapes = ground(view.squares, set(view.rock), view.walls, (0.0, 0.0), palette)
    for (row, column), sign, _ in view.things:
        paths = symbol(sign, palette)
        if paths is not None:
            middle = (column + 0.5) * CELL, (row + 0.5) * CELL
            placing = Transform(0, _SIGN * CELL / max(paths.width, paths.height))
            shapes += stamp(sign, palette, middle, placing)
            shapes += upright_stamp(sign, palette, middle, placing)
    row, column = view.way_in
    x, y = (column + view.width / 2) * CELL, (row + 1) * CELL + 3
    arrow = [(x, y), (x + _ARROW / 2, y + _ARROW - 3), (x - _ARROW / 2, y + _ARROW - 3)]
    shapes += path(polyline(arrow, closed=True), fill=palette.ink)
    box = (-_MARGIN, -_MARGIN, wide + 2 * _MARGIN, high + _MARGIN + _ARROW)
    scale = min(_WIDEST_MM / box[2], _HIGHEST_MM / box[3], _LARGEST_MM / CELL)
    return document(written(shapes), box, scale, view.title)


def ornament_svg(view: Ornament, palette: Palette) -> SvgDrawing:
    """Draw a star of lozenges in rings."""
    middle = _BOX / 2
    shapes: list[Shape] = circle(middle, middle, 46, stroke=palette.accent, width=1.2)
    shapes += circle(middle, middle, 43, stroke=palette.line, width=0.8)
    for part in range(view.points):
        turn = 2 * pi * part / view.points - pi / 2
        half = pi / view.points
        petal = [
            _at(turn, 12),
            _at(turn + half * 0.62, 24),
            _at(turn, 41),
            _at(turn - half * 0.62, 24),
        ]
        shapes += path(polyline(petal, closed=True), fill=palette.accent)
        heart = [
            _at(turn, 19),
            _at(turn + half * 0.3, 25),
            _at(turn, 34),
            _at(turn - half * 0.3, 25),
        ]
        shapes += path(polyline(heart, closed=True), fill=palette.paper)
        shapes += circle(*_at(turn + half, 35), 2.4, fill=palette.accent)
    shapes += circle(middle, middle, 7, stroke=palette.accent, width=1.6)
    shapes += circle(middle, middle, 3, fill=palette.accent)
    return document(written(shapes), (0, 0, _BOX, _BOX), _STAR_MM, "")


def _at(turn: float, far: float) -> Point:
    return _BOX / 2 + cos(turn) * far, _BOX / 2 + sin(turn) * far
