"""From which cells a gate is opened."""

from __future__ import annotations

from questwright.compiler.geometry.openings import openings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Board, Gate


def opened_from(gate: Gate, board: Board) -> Cells:
    """The cells from which a gate is opened: those on both sides of its edges.

    One that stands on cells is reached across a corner too, past one flank at least that neither a
    wall nor another gate parts from both; what stands on that flank does not matter.
    """
    if not gate.cells:
        return gate.sides
    shut = (edge for other in board.gates for edge in other.edges)
    free = openings(board, frozenset()).without(shut).joined(gate.edges)
    straight = free.grow(gate.cells)
    across = 0
    for shift in board.corners:
        across |= gate.cells << shift | gate.cells >> shift
    return straight | free.grow(straight) & across
