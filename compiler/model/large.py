"""Figures larger than a square: where they can stand, and which gates they fit through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler.model.board import openings
from compiler.model.special import WALL, passable, passes, standable

if TYPE_CHECKING:
    from compiler.model.board import Board, Cells
    from compiler.model.quest import Quest, Thing


def large_positions(thing: Thing, quest: Quest) -> Cells:
    """Where the top left square of a large figure can come to stand within its area."""
    board = quest.board
    specials = thing.exceptions
    ends = _fitting(standable(quest, specials), board)
    if passes(specials, WALL):
        # Neither its area nor anything else of the board keeps it.
        return ends
    inside = board.areas[thing.area].cells if thing.area >= 0 else board.floor
    fits = _fitting(passable(quest, specials) & inside, board)
    stride = board.stride
    reached = 1 << thing.cells[0]
    frontier = reached
    while frontier:
        grown = frontier << 1 | frontier >> 1 | frontier << stride | frontier >> stride
        frontier = grown & fits & ~reached
        reached |= frontier
    return reached & fits & ends


def _fitting(walkable: Cells, board: Board) -> Cells:
    """Where a base fits: its squares are free, and no wall runs between them."""
    (_, east), (stride, south) = openings(board, frozenset()).steps
    return (
        walkable
        & east
        & south
        & walkable >> 1
        & walkable >> stride
        & walkable >> (stride + 1)
        & south >> 1
        & east >> stride
    )


def passable_gates(thing: Thing, quest: Quest, stands: Cells) -> tuple[str, ...]:
    """Gates of its area that a large figure fits through: room for its base on both sides."""
    board = quest.board
    covered = _covered(stands, board)
    found = []
    for gate in board.gates:
        other = next((to for near, to in gate.ways if near == thing.area), -1)
        if other < 0 or not gate.kind.passes_large:
            continue
        beyond = board.areas[other].cells & standable(quest, thing.exceptions)
        for edge in gate.edges:
            near, far = edge if board.areas[thing.area].cells >> edge.first & 1 else edge[::-1]
            if covered >> near & 1 and _has_base(1 << far, beyond, board):
                found.append(gate.id)
                break
    return tuple(found)


def _covered(stands: Cells, board: Board) -> Cells:
    stride = board.stride
    return stands | stands << 1 | stands << stride | stands << (stride + 1)


def _has_base(cell: Cells, beyond: Cells, board: Board) -> bool:
    stride = board.stride
    fits = beyond & beyond >> 1 & beyond >> stride & beyond >> (stride + 1)
    return bool(_covered(fits, board) & cell)
