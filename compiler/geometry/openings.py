"""Which edges of a board are open to a step, or to sight."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.grid.lattice import Onward
from questwright.compiler.packs.system.system import GateForm

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from questwright.compiler.grid.lattice import Shift
    from questwright.compiler.model.board import Board
from questwright.compiler.grid.cells import Cell, Cells, Edge, each_cell


class Openings(NamedTuple):
    """Where one may step now: the edges of each cell that are not closed."""

    steps: tuple[Onward, ...]
    """For each shift the cells from which such a step is free."""

    def flood(self, start: Cells, allowed: Cells) -> Cells:
        """All cells that are reached from some cells over free edges, within the allowed ones.

        A diagonal step is only legal where two straight steps lead to the same cell
        [DSO-B12, DSO-E34], so straight steps alone find every reachable cell.
        """
        steps = self.steps
        reached = start & allowed
        frontier = reached
        while frontier:
            grown = 0
            for shift, free in steps:
                grown |= (frontier & free) << shift | (frontier >> shift) & free
            frontier = grown & allowed & ~reached
            reached |= frontier
        return reached

    def grow(self, cells: Cells) -> Cells:
        """The cells one straight step away over free edges, and the cells themselves."""
        grown = cells
        for shift, free in self.steps:
            grown |= (cells & free) << shift | (cells >> shift) & free
        return grown

    def is_free(self, first: Cell, second: Cell) -> bool:
        """Whether one may step between two cells, which need not lie beside each other."""
        low, high = min(first, second), max(first, second)
        return any(shift == high - low and bool(free >> low & 1) for shift, free in self.steps)

    def edges(self) -> Iterator[Edge]:
        """The free edges."""
        for shift, free in self.steps:
            for cell in each_cell(free):
                yield Edge(cell, cell + shift)

    def joined(self, edges: Iterable[Edge]) -> Openings:
        """The same with some more edges free."""
        more: dict[Shift, Cells] = {}
        for first, second in edges:
            more[second - first] = more.get(second - first, 0) | 1 << first
        if not more:
            return self
        return Openings(
            tuple(Onward(shift, free | more.get(shift, 0)) for shift, free in self.steps)
        )

    def without(self, edges: Iterable[Edge]) -> Openings:
        """The same with some edges closed."""
        closed: dict[Shift, Cells] = {}
        for first, second in edges:
            closed[second - first] = closed.get(second - first, 0) | 1 << first
        if not closed:
            return self
        return Openings(
            tuple(Onward(shift, free & ~closed.get(shift, 0)) for shift, free in self.steps)
        )


def openings(board: Board, open_gates: frozenset[int] | None = None) -> Openings:
    """The free edges of a board with the given gates open; with None, all of them."""
    return _openings(board, (board.walls, board.cliffs, board.barred), open_gates)


def rooms(board: Board) -> Openings:
    """The edges that part no areas: a cliff and a barrier may stand inside one."""
    return _openings(board, (board.walls,), frozenset())


def sights(board: Board) -> Openings:
    """The edges that one sees over, all gates being shut: past cliffs, and barriers of a kind."""
    return _openings(board, (board.walls,), frozenset()).without(
        edge for barrier in board.barriers if not barrier.kind.sees for edge in barrier.edges
    )


def _openings(
    board: Board, closed: tuple[tuple[Cells, ...], ...], open_gates: frozenset[int] | None
) -> Openings:
    inside = board.floor
    free = Openings(
        tuple(Onward(shift, inside & (inside >> shift) & cells) for shift, cells in board.onward)
    )
    for every in closed:
        if every:
            free = Openings(
                tuple(
                    Onward(shift, cells & ~shut)
                    for (shift, cells), shut in zip(free.steps, every, strict=True)
                )
            )
    return free.without(
        edge
        for index, gate in enumerate(board.gates)
        for edge in gate.edges
        if not (open_gates is None or gate.is_open or index in open_gates)
        or gate.kind.form is GateForm.WINDOW
    )
