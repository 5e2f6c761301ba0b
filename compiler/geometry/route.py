"""A short way over the board, for drawings: it knows walls and gates, and no rule of movement."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.geometry.openings import openings
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.packs.system.system import GateForm

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.geometry.openings import Openings
    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Board

_STRAIGHT, _DIAGONAL = 2, 3


class Walkable(NamedTuple):
    """Where one may walk at one moment."""

    board: Board
    openings: Openings
    walkable: Cells
    leaps: Mapping[Cell, Cell]
    """Squares that lead to other squares far away."""
    onward: Mapping[Cell, Cells]
    """Squares from which one goes through a gate that has one way, with those beyond it."""


def floor_of(
    board: Board, closed: Cells, open_gates: frozenset[int], leaps: Mapping[Cell, Cell]
) -> Walkable:
    """The floor with some squares closed and some gates open."""
    free = openings(board, open_gates)
    onward: dict[Cell, Cells] = {}
    for number, gate in enumerate(board.gates):
        if gate.way_from < 0:
            continue
        # Nobody cuts a corner here, or reaches through: these edges are not free ground.
        free = free.without(gate.edges)
        is_open = gate.is_open or number in open_gates
        for edge in gate.edges if is_open and gate.kind.form is not GateForm.WINDOW else ():
            near, far = edge if board.area_at(edge.first) == gate.way_from else edge[::-1]
            onward[near] = onward.get(near, 0) | 1 << far
    return Walkable(board, free, board.floor & ~closed, leaps, onward)


def find_way(floor: Walkable, start: Cell, goals: Cells) -> tuple[Cell, ...]:
    """A shortest way from a square to the nearest of some squares, both included, or nothing."""
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
    # Corners are only cut where both flanks are free, which is legal in every game that has any.
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
