"""Cut a board in its true size into sheets that are joined edge to edge.

Takes a board. Returns its sheets, each drawn with the lines along which it is cut, a strip of what
is beyond them to stick the next sheet on, and the letters of the sheets beside it.
"""

from __future__ import annotations

from itertools import pairwise
from math import ceil, floor
from typing import TYPE_CHECKING, Final

from questwright.compiler.publish.book.svg.coordinates import column_label
from questwright.compiler.publish.book.svg.elements import (
    SvgDrawing,
    centred,
    document,
    number,
    path,
    written,
)
from questwright.compiler.publish.book.svg.frames import Rectangle
from questwright.compiler.publish.book.svg.glyphs import Face
from questwright.compiler.publish.book.svg.map import board_of
from questwright.compiler.publish.book.svg.paper import ACROSS, UPRIGHT
from questwright.compiler.publish.book.svg.squares import grid_of
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from questwright.compiler.publish.book.svg.paper import Paper
    from questwright.compiler.publish.book.view.board import BoardView
    from questwright.compiler.publish.book.view.theme import Palette

_RIM_MM: Final = 5.0
"""What is printed beyond a line to cut along, to stick the next sheet on."""
_LETTER_MM: Final = 4.0
_EDGE_MM: Final = _RIM_MM + _LETTER_MM + 1
_DASHES: Final = ' stroke-dasharray="10 8"'
_AROUND: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))

Place = tuple[int, int]
"""The column and the row of a sheet among the sheets."""


class BoardSheet(NamedTuple):
    """A sheet: its letter, its part of the board in units, and the letters beside it."""

    label: str
    part: Rectangle
    beside: tuple[str, str, str, str]
    """Above, to the right, below and to the left; empty where the board ends."""


def sheets_of(board: BoardView) -> tuple[Paper, tuple[BoardSheet, ...]]:
    """The sheets of a board row by row, on whichever paper takes fewest of them."""
    found = ((paper, _sheets(board, paper)) for paper in (UPRIGHT, ACROSS))
    return min(found, key=lambda each: len(each[1]))


def board_sheet_svg(board: BoardView, sheet: BoardSheet, palette: Palette) -> SvgDrawing:
    """Draw a sheet in the true size of the board."""
    scale = _scale(board)
    rim, edge, size = _RIM_MM / scale, _EDGE_MM / scale, _LETTER_MM / scale
    part = sheet.part
    shown = Rectangle(part.left - rim, part.top - rim, part.right + rim, part.bottom + rim)
    name = f"cut{sheet.label}"
    clip = (
        f'<clipPath id="{name}"><rect x="{number(shown.left)}" y="{number(shown.top)}" '
        f'width="{number(shown.width)}" height="{number(shown.height)}"/></clipPath>'
    )
    content = f'{clip}<g clip-path="url(#{name})">{board_of(board.map, palette)}</g>'
    outer = part.grown(edge)
    (x, y) = part.middle
    ends = (
        ((outer.left, part.top), (outer.right, part.top), (x, outer.top + size / 2)),
        ((part.right, outer.top), (part.right, outer.bottom), (outer.right - size / 2, y)),
        ((outer.left, part.bottom), (outer.right, part.bottom), (x, outer.bottom - size / 2)),
        ((part.left, outer.top), (part.left, outer.bottom), (outer.left + size / 2, y)),
    )
    lines = ""
    letters = ""
    for label, ((x1, y1), (x2, y2), middle) in zip(sheet.beside, ends, strict=True):
        if label:
            lines += f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"
            letters += written(centred(label, *middle, size, face=Face.SANS_BOLD, fill=palette.ink))
    cuts = written(path(lines, stroke=palette.accent, width=0.25 / scale, more=_DASHES))
    box = (outer.left, outer.top, outer.width, outer.height)
    return document(content + cuts + letters, box, scale, "")


def _scale(board: BoardView) -> float:
    """The millimetres of a unit."""
    return board.across / 10 / grid_of(board.map.shape).cell_width


def _sheets(board: BoardView, paper: Paper) -> tuple[BoardSheet, ...]:
    view, scale = board.map, _scale(board)
    grid = grid_of(view.shape)
    wide, high = grid.size(view.columns, view.rows)
    columns = _cut(wide, _pitch(wide, view.columns), paper.wide - 2 * _EDGE_MM, scale)
    rows = _cut(high, _pitch(high, view.rows), paper.high - 2 * _EDGE_MM, scale)
    cells = [grid.middle(cell) for cell in view.floor]
    parts: dict[Place, Rectangle] = {}
    for down, (top, bottom) in enumerate(rows):
        for right, (left, end) in enumerate(columns):
            part = Rectangle(left, top, end, bottom)
            if any(left <= x < end and top <= y < bottom for x, y in cells):
                parts[right, down] = part
    labels = {place: column_label(index) for index, place in enumerate(parts)}
    return tuple(
        BoardSheet(labels[place], part, _beside(place, labels)) for place, part in parts.items()
    )


def _beside(place: Place, labels: dict[Place, str]) -> tuple[str, str, str, str]:
    above, right, below, left = (
        labels.get((place[0] + dx, place[1] + dy), "") for dx, dy in _AROUND
    )
    return above, right, below, left


def _pitch(length: float, count: int) -> float:
    return length / count


def _cut(length: float, pitch: float, room_mm: float, scale: float) -> list[tuple[float, float]]:
    """Cut a length into stretches of whole cells, as equal as they can be."""
    most = max(1, floor(room_mm / (pitch * scale) + 1e-9))
    cells = round(length / pitch)
    stretches = ceil(cells / most)
    ends = [cells * number // stretches for number in range(stretches + 1)]
    return [(start * pitch, end * pitch) for start, end in pairwise(ends)]
