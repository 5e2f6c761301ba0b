"""Crossings on a map: a numeral at each end, and a dashed line between ends that lie near."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from compiler.publish.book.drawing import centred, number, path, rectangle
from compiler.publish.book.glyphs import Face, text_width
from compiler.publish.book.map_pieces import arrow_head

if TYPE_CHECKING:
    from collections.abc import Iterable

    from compiler.publish.book.drawing import Point, Shape
    from compiler.publish.book.map_grid import Grid
    from compiler.publish.book.theme import Palette
    from compiler.publish.book.view_map import CrossingView

_NEAR = 460.0
"""How far apart ends are between which a line is drawn."""
_INSET = 38.0
"""What a line leaves free at both of its ends."""
_ASIDE = 27.0
"""From the middle of a cell to its numeral, across and down."""
_SIZE = 26.0


def draw_crossing_lines(
    crossings: Iterable[CrossingView], grid: Grid, palette: Palette
) -> list[Shape]:
    """Draw a line between the ends of each crossing, where one sees at a glance where it leads."""
    shapes: list[Shape] = []
    for one in crossings:
        ends = [grid.middle(cell) for cell in one.ends]
        for place, start in enumerate(ends):
            for end in ends[place + 1 :] if not one.is_one_way or not place else ():
                if hypot(end[0] - start[0], end[1] - start[1]) <= _NEAR:
                    shapes += _line(start, end, palette, has_arrow=one.is_one_way)
    return shapes


def _line(start: Point, end: Point, palette: Palette, *, has_arrow: bool) -> list[Shape]:
    length = hypot(end[0] - start[0], end[1] - start[1])
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    inset = min(_INSET, length / 4)
    (x1, y1), (x2, y2) = (
        (start[0] + along[0] * inset, start[1] + along[1] * inset),
        (end[0] - along[0] * inset, end[1] - along[1] * inset),
    )
    data = f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"
    shapes = path(data, stroke=palette.paper, width=15, more=' stroke-linecap="round"')
    shapes += path(data, stroke=palette.ink, width=6, more=' stroke-dasharray="16 11"')
    if has_arrow:
        shapes += arrow_head((x2, y2), along, 30, palette.ink, palette.paper)
    return shapes


def draw_numerals(crossings: Iterable[CrossingView], grid: Grid, palette: Palette) -> list[Shape]:
    """Draw the numeral of each crossing at all its ends; several on a cell one over the other."""
    shapes: list[Shape] = []
    taken: dict[Point, int] = {}
    for one in crossings:
        for x, y in map(grid.middle, one.ends):
            number_ = taken[x, y] = taken.get((x, y), -1) + 1
            shapes += numeral(one.code, x + _ASIDE, y + _ASIDE - 42 * number_, palette)
    return shapes


def numeral(code: str, x: float, y: float, palette: Palette) -> list[Shape]:
    """Draw the numeral of a crossing about a point: white on black, in a box with round ends."""
    wide, high = max(text_width(code, Face.SANS, _SIZE) + 20, 38.0), 38.0
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
