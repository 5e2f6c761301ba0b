"""The cells that set a trap off."""

from __future__ import annotations

from questwright.compiler.geometry.openings import sights
from questwright.compiler.grid.lattice import step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Board


def trap_line(cell: int, facing: str, board: Board) -> Cells:
    """The cells that set a trap off: its own and those that its arrow points over, up to a wall.

    The line passes barriers and cliffs that can be seen past.
    """
    sight = sights(board)
    line = 1 << cell
    row, column = divmod(cell, board.stride)
    while True:
        following = step(board.lattice, row, column, facing)
        if following is None or not board.is_inside(*following):
            return line
        bit = 1 << board.cell(*following)
        if not sight.grow(1 << board.cell(row, column)) & bit & board.floor:
            return line
        line |= bit
        row, column = following
