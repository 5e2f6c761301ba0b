"""Rowing distances of vessels, which cover two cells, from landing to landing."""

from __future__ import annotations

from functools import cache, partial
from heapq import heappop, heappush

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.grid.lattice import directions, step
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Board
    from questwright.compiler.packs.system.crossings import CrossingKind

_Lying = tuple["Cell", "Cell"]
"""The position of a vessel: the cell of its stern, then the cell of its bow."""


class Rowing(NamedTuple):
    """The waters of a board for vessels of one kind."""

    board: Board
    afloat: Cells
    """The cells on which such a vessel floats."""
    beaches: Cells
    """The cells ashore on which one end of it may lie at a landing."""
    strokes: Callable[[_Lying], tuple[tuple[int, _Lying], ...]]
    """From a position those to which one stroke brings it, if it floats there, with their costs."""


def rowing_of(kind: CrossingKind, board: Board) -> Rowing:
    """The waters and the beaches of a board for vessels of a kind."""
    afloat: Cells = 0
    beaches: Cells = 0
    for patch in board.terrain:
        afloat |= patch.cells if patch.kind.word in kind.floats_on else 0
        beaches |= patch.cells if patch.kind.word in kind.lands_on else 0
    return Rowing(board, afloat, beaches, cache(partial(_strokes, board)))


def moorings(rowing: Rowing, end: Cells) -> frozenset[_Lying]:
    """The positions of a vessel at a landing: one cell ashore, or both cells touching it."""
    board = rowing.board
    touching: Cells = 0
    for cell in each_cell(end):
        touching |= sum(1 << neighbour for neighbour in board.beside(cell))
    found: set[_Lying] = set()
    for cell in each_cell(rowing.afloat & touching):
        for neighbour in board.beside(cell):
            lies = rowing.afloat & touching | rowing.beaches & end
            if lies >> neighbour & 1 and board.is_crossed(cell, neighbour):
                found |= {(cell, neighbour), (neighbour, cell)}
    return frozenset(found)


def rowing_distance(
    rowing: Rowing, begins: frozenset[_Lying], ends: frozenset[_Lying]
) -> int | None:
    """The fewest cells that a vessel is rowed between two landings; None if no water joins them.

    A turn of its bow by more than one side counts as one cell more.
    """
    queue = [(0, begin) for begin in sorted(begins)]
    known: set[_Lying] = set()
    while queue:
        spent, lying = heappop(queue)
        if lying in ends:
            return spent
        if lying not in known:
            known.add(lying)
            for cost, after in rowing.strokes(lying):
                if rowing.afloat >> after[1] & 1 or after in ends:
                    heappush(queue, (spent + cost, after))
    return None


def _strokes(board: Board, lying: _Lying) -> tuple[tuple[int, _Lying], ...]:
    stern, bow = lying
    found = []
    around = _around(board, bow)
    count = len(around)
    ahead = (around.index(stern) + count // 2) % count
    for heading, cell in enumerate(around):
        if cell in (-1, stern) or not board.is_crossed(bow, cell):
            continue
        turned = min((heading - ahead) % count, (ahead - heading) % count)
        found.append((2 if turned > 1 else 1, (bow, cell)))
    return tuple(found)


def _around(board: Board, cell: Cell) -> list[Cell]:
    """The neighbours of a cell that are floor, in the order of directions; -1 for any other."""
    found = []
    row, column = divmod(cell, board.stride)
    for direction in directions(board.lattice):
        there = step(board.lattice, row, column, direction)
        is_floor = there and board.is_inside(*there) and board.floor >> board.cell(*there) & 1
        found.append(board.cell(*there) if there and is_floor else -1)
    return found
