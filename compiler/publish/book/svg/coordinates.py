"""Write the coordinates of a map: letters and numbers in its margin, and the names of cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.publish.book.svg.elements import centred, rectangle
from questwright.compiler.publish.book.svg.frames import centred_box
from questwright.compiler.publish.book.svg.glyphs import Face, text_width
from questwright.compiler.publish.book.svg.sheets import shared_lines
from questwright.compiler.publish.book.svg.squares import grid_of
from questwright.compiler.publish.book.view.map import MapCell

if TYPE_CHECKING:
    from questwright.compiler.publish.book.svg.elements import Shape
    from questwright.compiler.publish.book.view.map import MapView
    from questwright.compiler.publish.book.view.theme import Palette

_LABEL_SHARE = 0.78
"""The greatest share of a column's width that its label has."""
_BESIDE = 40.0
"""The distance of the labels of rows from the cells."""


def column_label(index: int) -> str:
    """Return the letters of a zero-based column: A to Z, then AA, AB and so on."""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def draw_coordinates(view: MapView, size: float, palette: Palette) -> list[Shape]:
    """Write the letters of columns and the numbers of rows on all sides of a map."""
    grid = grid_of(view.shape)
    columns, rows = _labels(view)
    beside, below = grid.size(view.columns, view.rows)
    # Neighbouring labels keep apart, however long they are.
    widest, longest = (
        max(text_width(label, Face.SANS_BOLD, 1.0) for label in labels)
        for labels in (columns, rows)
    )
    size = min(size, _LABEL_SHARE * grid.cell_width / widest, (grid.margin - _BESIDE - 4) / longest)
    shared_columns, shared_rows = shared_lines(view)
    placed: list[tuple[str, float, float, bool]] = []
    for index, label in enumerate(columns):
        for row, height in ((0, -52), (view.rows - 1, below + 52)):
            x, _ = grid.middle(MapCell(index, row))
            placed.append((label, x, height, index in shared_columns))
    wide = longest * size
    for index, label in enumerate(rows):
        _, y = grid.middle(MapCell(0, index))
        places = (-_BESIDE - wide / 2, beside + _BESIDE + wide / 2)
        placed += [(label, x, y, index in shared_rows) for x in places]
    plates: list[Shape] = []
    for label, x, y, is_shared in placed:
        if not is_shared:
            continue
        wide = max(text_width(label, Face.SANS_BOLD, size), size * 0.6) + size * 0.24
        box = centred_box((x, y), wide, size * 0.9)
        plates += rectangle(*box[:2], box.width, box.height, stroke=palette.ink, line=3)
    shapes: list[Shape] = []
    for label, x, y, _ in placed:
        shapes += centred(label, x, y, size, face=Face.SANS_BOLD, fill=palette.small)
    return plates + shapes


def cell_names(view: MapView) -> dict[MapCell, str]:
    """The name of each cell of the floor."""
    columns, rows = _labels(view)
    return {cell: f"{columns[cell.column]}{rows[cell.row]}" for cell in view.floor}


def _labels(view: MapView) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The labels of columns, and those of rows."""
    columns = view.column_labels or tuple(column_label(i) for i in range(view.columns))
    return columns, view.row_labels or tuple(str(i + 1) for i in range(view.rows))
