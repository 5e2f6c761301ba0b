"""Draw crossings on a map: a numeral at each end, and a dashed line between ends nearby."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from questwright.compiler.publish.book.svg.bases import covered
from questwright.compiler.publish.book.svg.elements import centred, number, path, rectangle
from questwright.compiler.publish.book.svg.glyphs import Face, text_width
from questwright.compiler.publish.book.svg.pieces import arrow_head, has_corner_code

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.publish.book.svg.elements import Point, Shape
    from questwright.compiler.publish.book.svg.grid import MapGrid
    from questwright.compiler.publish.book.view.map import CrossingView, MapCell, MapView
    from questwright.compiler.publish.book.view.theme import Palette

_NEAR = 460.0
"""The greatest distance of ends between which a line is drawn."""
_INSET = 38.0
"""The length that a line leaves free at both of its ends."""
_ASIDE = 27.0
"""The distance from the middle of a cell to its numeral, across and down."""
_SIZE = 26.0


def draw_crossing_lines(
    crossings: Iterable[CrossingView], grid: MapGrid, palette: Palette
) -> list[Shape]:
    """Draw lines between the ends of crossings: along their course, or if the ends are near."""
    shapes: list[Shape] = []
    for crossing in crossings:
        ends = [grid.middle(cell) for cell in crossing.ends]
        for place, start in enumerate(ends):
            for end in ends[place + 1 :] if not crossing.is_one_way or not place else ():
                way = [start, *map(grid.middle, crossing.over), end]
                if crossing.over or hypot(end[0] - start[0], end[1] - start[1]) <= _NEAR:
                    shapes += _line(way, palette, has_arrow=crossing.is_one_way)
    return shapes


def _line(way: list[Point], palette: Palette, *, has_arrow: bool) -> list[Shape]:
    """A dashed line through points that leaves its two ends free."""
    inset = min(_INSET, hypot(way[-1][0] - way[0][0], way[-1][1] - way[0][1]) / 4)
    start, _ = _toward(way[0], way[1], inset)
    end, back = _toward(way[-1], way[-2], inset)
    points = [start, *way[1:-1], end]
    data = "".join(f"{'L' if n else 'M'}{number(x)} {number(y)}" for n, (x, y) in enumerate(points))
    shapes = path(data, stroke=palette.paper, width=15, more=' stroke-linecap="round"')
    shapes += path(data, stroke=palette.ink, width=6, more=' stroke-dasharray="16 11"')
    if has_arrow:
        along = (-back[0], -back[1])
        shapes += arrow_head(end, along, 30, palette.ink, palette.paper)
    return shapes


def _toward(start: Point, end: Point, far: float) -> tuple[Point, Point]:
    """The point at a distance from `start` toward `end`, and the unit vector of the direction."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    return (start[0] + along[0] * far, start[1] + along[1] * far), along


def draw_numerals(view: MapView, grid: MapGrid, palette: Palette) -> list[Shape]:
    """Draw the numeral of each crossing at all its ends."""
    shapes: list[Shape] = []
    for code, (x, y) in numeral_places(view, grid):
        shapes += numeral(code, x, y, palette)
    return shapes


def numeral_places(view: MapView, grid: MapGrid) -> list[tuple[str, Point]]:
    """The numerals of crossings with their middles: beside codes of things, stacked on one cell."""
    coded = {cell for thing in view.things if has_corner_code(thing) for cell in covered(thing)}
    found: list[tuple[str, Point]] = []
    taken: dict[MapCell, int] = {}
    for crossing in view.crossings:
        for cell in crossing.ends if crossing.code else ():
            above = taken[cell] = taken.get(cell, -1) + 1
            x, y = grid.middle(cell)
            aside = -_ASIDE if cell in coded else _ASIDE
            found.append((crossing.code, (x + aside, y + _ASIDE - 42 * above)))
    return found


def numeral_size(code: str) -> Point:
    """The width and height of a numeral's plate."""
    return max(text_width(code, Face.SANS, _SIZE) + 20, 38.0), 38.0


def numeral(code: str, x: float, y: float, palette: Palette) -> list[Shape]:
    """Draw a numeral centred on a point: light on dark, in a box with round ends."""
    wide, high = numeral_size(code)
    body = rectangle(
        x - wide / 2,
        y - high / 2,
        wide,
        high,
        fill=palette.ink,
        stroke=palette.paper,
        line=4,
        radius=high / 2,
    )
    return body + centred(code, x, y, _SIZE, face=Face.SANS, fill=palette.paper)
