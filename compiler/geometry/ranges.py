"""Ranges: which cells lie within so many of some others, whatever lies between."""

from __future__ import annotations

from math import isqrt

from questwright.compiler.geometry.openings import Openings, whole
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.grid.lattice import Lattice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Board


def within(cells: Cells, most: int, board: Board, *, ruler: bool) -> Cells:
    """The floor that is no more than ``most`` cells off some cells; those themselves, too.

    Hexes are counted, and so are squares, those that touch at a corner as well. With a ruler it is
    the distance between the nearest parts of two squares, in sides of a square.
    """
    if not ruler or board.lattice is not Lattice.SQUARES:
        steps = Openings(board.onward)
        every = whole(board)
        found = cells
        for _ in range(most):
            diagonal = found
            for shift in board.corners:
                diagonal |= found << shift | found >> shift
            found = (steps.grow(found) | diagonal) & every
        return found & board.floor
    found = 0
    for cell in each_cell(cells):
        row, column = divmod(cell, board.stride)
        for down in range(max(0, row - most - 1), min(board.rows, row + most + 2)):
            gap = max(0, abs(down - row) - 1)
            across = isqrt(most**2 - gap**2) + 1
            left, right = max(0, column - across), min(board.columns, column + across + 1)
            found |= (1 << right) - (1 << left) << down * board.stride
    return found & board.floor
