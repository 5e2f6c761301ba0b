"""How far vessels are rowed from landing to landing, and where they lie: on two cells."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.grid.lattice import directions, step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Board
    from questwright.compiler.packs.system.crossings import CrossingKind

_Lying = tuple["Cell", "Cell"]
"""The cells of a vessel, that of its bow last."""


class Rowing(NamedTuple):
    """How vessels of one kind are rowed over a board."""

    board: Board
    afloat: Cells
    beaches: Cells
    """Where one of its cells may be while it lies at a landing there."""


def rowing_of(kind: CrossingKind, board: Board) -> Rowing:
    """Where vessels of a kind float, and where they are pulled ashore."""
    afloat: Cells = 0
    beaches: Cells = 0
    for patch in board.terrain:
        afloat |= patch.cells if patch.kind.word in kind.floats_on else 0
        beaches |= patch.cells if patch.kind.word in kind.lands_on else 0
    return Rowing(board, afloat, beaches)


def moorings(rowing: Rowing, end: Cells) -> frozenset[_Lying]:
    """How a vessel may lie at a landing: with one cell ashore, or with both touching it."""
    board = rowing.board
    touching: Cells = 0
    for cell in each_cell(end):
        touching |= sum(1 << other for other in board.beside(cell))
    found: set[_Lying] = set()
    for one in each_cell(rowing.afloat & touching):
        for other in board.beside(one):
            lies = rowing.afloat & touching | rowing.beaches & end
            if lies >> other & 1 and board.is_crossed(one, other):
                found |= {(one, other), (other, one)}
    return frozenset(found)


def rowed(rowing: Rowing, begins: frozenset[_Lying], ends: frozenset[_Lying]) -> int | None:
    """The fewest cells that a vessel is rowed; None where no water joins two landings.

    A turn of its bow by more than one side counts as a cell.
    """
    queue = [(0, begin) for begin in sorted(begins)]
    known: set[_Lying] = set()
    while queue:
        spent, lying = heappop(queue)
        if lying in ends:
            return spent
        if lying not in known:
            known.add(lying)
            for cost, after in _strokes(rowing, lying, ends):
                heappush(queue, (spent + cost, after))
    return None


def _strokes(
    rowing: Rowing, lying: _Lying, ends: frozenset[_Lying]
) -> Iterator[tuple[int, _Lying]]:
    stern, bow = lying
    board = rowing.board
    around = _around(board, bow)
    count = len(around)
    ahead = (around.index(stern) + count // 2) % count
    for heading, cell in enumerate(around):
        after = (bow, cell)
        if cell in (-1, stern) or not board.is_crossed(bow, cell):
            continue
        if rowing.afloat >> cell & 1 or after in ends:
            turned = min((heading - ahead) % count, (ahead - heading) % count)
            yield (2 if turned > 1 else 1), after


def _around(board: Board, cell: Cell) -> list[Cell]:
    """The cells of the floor around one, clockwise; -1 where there is none."""
    found = []
    row, column = divmod(cell, board.stride)
    for direction in directions(board.lattice):
        there = step(board.lattice, row, column, direction)
        is_floor = there and board.is_inside(*there) and board.floor >> board.cell(*there) & 1
        found.append(board.cell(*there) if there and is_floor else -1)
    return found
