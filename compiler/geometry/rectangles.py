"""Rectangles of squares: what a footprint covers, and how letters of a drawing fall into them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Board


def rectangle(cell: Cell, width: int, height: int, board: Board) -> tuple[Cell, ...] | None:
    """The cells of a rectangle by its top left cell; None where it leaves the board."""
    row, column = divmod(cell, board.stride)
    if not board.is_inside(row + height - 1, column + width - 1):
        return None
    return tuple(
        board.cell(row + down, column + across) for down in range(height) for across in range(width)
    )


def rectangles(
    cells: Cells, shapes: Sequence[tuple[int, int]], board: Board
) -> tuple[tuple[Cell, ...], ...] | None:
    """Cells as rectangles of some shapes, from the top left on; None where they are none."""
    found, left = [], cells
    while left:
        first = (left & -left).bit_length() - 1
        for shape in shapes:
            body = rectangle(first, *shape, board)
            if body is not None and all(left >> cell & 1 for cell in body):
                break
        else:
            return None
        found.append(body)
        left &= ~sum(1 << cell for cell in body)
    return tuple(found)
