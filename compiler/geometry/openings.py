"""The edges of a board that are free for a step, or for sight."""

from __future__ import annotations

from questwright.compiler.grid.cells import Cell, Cells, Edge, each_cell
from questwright.compiler.grid.lattice import Onward
from questwright.compiler.packs.system.system import GateForm
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from questwright.compiler.grid.lattice import Shift
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.quest import Effect


class Openings(NamedTuple):
    """The free edges of a board at one moment."""

    steps: tuple[Onward, ...]
    """For each shift of the board's ``onward`` the cells from which such a step is free."""

    def flood(self, start: Cells, allowed: Cells) -> Cells:
        """All cells reachable from ``start`` over free edges, within ``allowed``.

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
        """The cells, and their neighbours over free edges."""
        grown = cells
        for shift, free in self.steps:
            grown |= (cells & free) << shift | (cells >> shift) & free
        return grown

    def is_free(self, first: Cell, second: Cell) -> bool:
        """Whether two cells are neighbours over a free edge."""
        low, apart = min(first, second), abs(first - second)
        # Not `any`: that takes twice as long, for every step of every board.
        for shift, free in self.steps:  # noqa: SIM110
            if shift == apart and free >> low & 1:
                return True
        return False

    def edges(self) -> Iterator[Edge]:
        """All free edges."""
        for shift, free in self.steps:
            for cell in each_cell(free):
                yield Edge(cell, cell + shift)

    def joined(self, edges: Iterable[Edge]) -> Openings:
        """These openings with some more edges free."""
        more: dict[Shift, Cells] = {}
        for first, second in edges:
            more[second - first] = more.get(second - first, 0) | 1 << first
        if not more:
            return self
        return Openings(
            tuple(Onward(shift, free | more.get(shift, 0)) for shift, free in self.steps)
        )

    def without(self, edges: Iterable[Edge]) -> Openings:
        """These openings with some edges closed."""
        closed: dict[Shift, Cells] = {}
        for first, second in edges:
            closed[second - first] = closed.get(second - first, 0) | 1 << first
        if not closed:
            return self
        return Openings(
            tuple(Onward(shift, free & ~closed.get(shift, 0)) for shift, free in self.steps)
        )


def whole(board: Board) -> Cells:
    """All cells of the rectangle of a board, floor or not."""
    return sum(((1 << board.columns) - 1) << row * board.stride for row in range(board.rows))


def openings(board: Board, open_gates: frozenset[int] | None = None) -> Openings:
    """The free edges of a board with the gates of these indices open; with None, all gates.

    Walls, cliffs, barriers and windows are always closed.
    """
    return _openings(board, (board.walls, board.cliffs, board.barred), open_gates)


def rooms(board: Board) -> Openings:
    """The edges that do not separate areas: only walls and gates do, not cliffs or barriers."""
    return _openings(board, (board.walls,), frozenset())


def sights(board: Board) -> Openings:
    """The edges that can be seen past with all gates shut: cliffs and some barriers included."""
    return _openings(board, (board.walls,), frozenset()).without(
        edge for barrier in board.barriers if not barrier.kind.sees for edge in barrier.edges
    )


def spawned_on(effect: Effect, board: Board) -> Cells:
    """The cells where spawned figures may come: `near` a place, all cells not behind a gate."""
    if not effect.place.startswith("near "):
        return effect.cells
    return openings(board, frozenset()).flood(effect.cells, board.floor)


def met_on(effect: Effect, board: Board, fallen: Cells = 0) -> Cells:
    """The cells of the areas from which spawned figures are got at: nothing shut lies between.

    Nor does anything that has ``fallen`` as they come, where that is given.
    """
    view = sights(board).without(edge for gate in board.gates for edge in gate.edges)
    near = view.flood(spawned_on(effect, board), board.floor & ~fallen)
    return sum(area.cells & (near if fallen else -1) for area in board.areas if area.cells & near)


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
