"""What lies in front of a figure: the cells around its base, but for those behind it."""

from __future__ import annotations

from questwright.compiler.grid.lattice import Lattice, directions, step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.quest import Thing

_BEHIND: Final = (-1, 0, 1)
"""What is behind, of the ways around a cell: the one against the facing, and the ones beside it."""


def front_of(thing: Thing, board: Board) -> Cells:
    """The floor in a figure's area that lies around it and not behind it; none if it faces no way.

    Of a base of several cells that is behind which lies beside none of them but behind it.
    """
    order = directions(board.lattice)
    if thing.facing not in order:
        return 0
    front = 0
    for cell in thing.cells:
        ring = [*_ring(board.lattice, *divmod(cell, board.stride))]
        ahead = order.index(thing.facing) * len(ring) // len(order)
        back = {(ahead + len(ring) // 2 + number) % len(ring) for number in _BEHIND}
        for number, (row, column) in enumerate(ring):
            is_on_board = 0 <= row < board.rows and 0 <= column < board.columns
            if is_on_board and number not in back:
                front |= 1 << board.cell(row, column)
    return front & ~thing.mask & board.areas[thing.area].cells


def _ring(lattice: Lattice, row: int, column: int) -> Iterator[tuple[int, int]]:
    """The (row, column) of each cell around a cell, clockwise, on squares with the corners."""
    order = directions(lattice)
    for number, direction in enumerate(order):
        beside = step(lattice, row, column, direction)
        assert beside is not None
        yield beside
        if lattice is Lattice.SQUARES:
            corner = step(lattice, *beside, order[(number + 1) % len(order)])
            assert corner is not None
            yield corner
