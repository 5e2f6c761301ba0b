"""Places as they are written, to the squares that they mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compiler import codes
from dsl.drawing import cell_at, cell_name
from dsl.syntax import Place, PlaceForm

if TYPE_CHECKING:
    from compiler.model.board import Board, Cells
    from compiler.model.findings import Findings


class Corner(NamedTuple):
    """A square by row and column."""

    row: int
    column: int


def squares(place: Place, board: Board, findings: Findings) -> Cells:
    """The squares of a written cell, edge or block; 0, with a finding, off the board."""
    if place.instance or place.form in (PlaceForm.SIDE, PlaceForm.NAMED):
        findings.add(
            codes.OFF_THE_BOARD,
            f"there is no place `{place}` here",
            place.span,
            "unknown",
            help="name a square like `C4`, a block like `C4..F6`, or an area",
        )
        return 0
    first = Corner(*cell_at(place.first))
    second = Corner(*cell_at(place.second)) if place.second else first
    for corner, written in ((first, place.first), (second, place.second)):
        if not board.is_inside(corner.row, corner.column):
            findings.add(
                codes.OFF_THE_BOARD,
                f"`{written}` is not on the board",
                place.span,
                "outside of the drawing",
                help=f"squares go from A1 to {cell_name(board.rows - 1, board.columns - 1)}",
            )
            return 0
    if place.form is PlaceForm.EDGE:
        return 1 << board.cell(*first) | 1 << board.cell(*second)
    cells = 0
    for row in range(min(first.row, second.row), max(first.row, second.row) + 1):
        for column in range(min(first.column, second.column), max(first.column, second.column) + 1):
            cells |= 1 << board.cell(row, column)
    return cells
