"""Shortest paths over a board, for drawings and phrases; no rules of movement are applied."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from questwright.compiler.geometry.openings import openings
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.packs.system.system import GateForm
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.geometry.openings import Openings
    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Board

_STRAIGHT, _DIAGONAL = 2, 3
"""Lengths of steps, in halves of a cell."""


class Walkable(NamedTuple):
    """The cells and edges over which a figure may walk at one moment."""

    board: Board
    openings: Openings
    walkable: Cells
    leaps: Mapping[Cell, Cell]
    """Cells that lead to another cell far away, such as portals."""
    onward: Mapping[Cell, Cells]
    """Cells before an open one-way gate, each with the cells beyond the gate."""


def floor_of(
    board: Board, closed: Cells, open_gates: frozenset[int], leaps: Mapping[Cell, Cell]
) -> Walkable:
    """The floor of a board with some cells closed and the gates of some indices open."""
    free = openings(board, open_gates)
    onward: dict[Cell, Cells] = {}
    for number, gate in enumerate(board.gates):
        if gate.way_from < 0:
            continue
        # A one-way gate is no free edge: nobody cuts a corner there, or hands something back.
        free = free.without(gate.edges)
        is_open = gate.is_open or number in open_gates
        for edge in gate.edges if is_open and gate.kind.form is not GateForm.WINDOW else ():
            near, far = edge if board.area_at(edge.first) == gate.way_from else edge[::-1]
            onward[near] = onward.get(near, 0) | 1 << far
    return Walkable(board, free, board.floor & ~closed, leaps, onward)


def shortest_path(floor: Walkable, start: Cell, goals: Cells) -> tuple[Cell, ...]:
    """A shortest path from a cell to the nearest of some cells, both ends included; else empty.

    Dijkstra's algorithm.
    """
    before: dict[Cell, Cell] = {}
    costs = {start: 0}
    waiting = [(0, start)]
    while waiting:
        cost, cell = heappop(waiting)
        if cost > costs[cell]:
            continue
        if goals >> cell & 1:
            return _traced(before, start, cell)
        for beside, price in _steps(floor, cell):
            if cost + price < costs.get(beside, cost + price + 1):
                costs[beside] = cost + price
                before[beside] = cell
                heappush(waiting, (cost + price, beside))
    return ()


def _traced(before: Mapping[Cell, Cell], start: Cell, end: Cell) -> tuple[Cell, ...]:
    way = [end]
    while way[-1] != start:
        way.append(before[way[-1]])
    return tuple(reversed(way))


def _steps(floor: Walkable, cell: Cell) -> Iterator[tuple[Cell, int]]:
    for beside in floor.board.beside(cell):
        if floor.walkable >> beside & 1 and floor.openings.is_free(cell, beside):
            yield beside, _STRAIGHT
    # A corner is cut only if both flanks are free: that is legal in every game with diagonals.
    for shift in floor.board.corners:
        for end in (cell + shift, cell - shift):
            if end >= 0 and floor.walkable >> end & 1 and _is_corner_free(floor, cell, end):
                yield end, _DIAGONAL
    for beyond in each_cell(floor.onward.get(cell, 0) & floor.walkable):
        yield beyond, _STRAIGHT
    if cell in floor.leaps:
        yield floor.leaps[cell], _STRAIGHT


def _is_corner_free(floor: Walkable, cell: Cell, end: Cell) -> bool:
    flanks = set(floor.board.beside(cell)) & set(floor.board.beside(end))
    return len(flanks) == 2 and all(
        floor.walkable >> flank & 1
        and floor.openings.is_free(cell, flank)
        and floor.openings.is_free(flank, end)
        for flank in flanks
    )
