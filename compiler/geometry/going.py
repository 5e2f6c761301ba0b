"""Steps in each direction of a board, for whole sets of cells."""

from __future__ import annotations

from questwright.compiler.grid.lattice import directions, headings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.geometry.openings import Openings
    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Board

Heading = int
"""The index of a direction in `lattice.directions`, which are clockwise."""


class Going:
    """The free steps of a board by direction; ``onward`` has extra one-way steps (from, to)."""

    def __init__(
        self, board: Board, free: Openings, onward: Iterable[tuple[Cell, Cell]] = ()
    ) -> None:
        self.board = board
        self._parts = headings(board.lattice, board.rows, board.columns)
        self.count = len(self._parts)
        by_shift = dict(free.steps)
        every = []
        for parts in self._parts:
            cells = 0
            for shift, sources in parts:
                there = by_shift.get(abs(shift), 0)
                cells |= (there if shift > 0 else there << -shift) & sources
            every.append(cells)
        self.both = tuple(every)
        """For each direction the cells from which a step is free, and its step back too."""
        across = [*every]
        for near, far in onward:
            heading, back = self.heading(near, far), self.heading(far, near)
            if heading is not None and back is not None:
                every[heading] |= 1 << near
                across[heading] |= 1 << near
                across[back] |= 1 << far
        self.across = tuple(across)
        """For each direction the cells from which a step is free, or the step back to them."""
        self.open = tuple(every)
        """For each direction the cells from which a step is free, one-way steps included."""

    def heading(self, near: Cell, far: Cell) -> Heading | None:
        """The direction from a cell to its neighbour; None if they are no neighbours."""
        return next(
            (
                heading
                for heading in range(self.count)
                if self.toward(1 << near, heading) == 1 << far
            ),
            None,
        )

    def toward(self, cells: Cells, heading: Heading) -> Cells:
        """The neighbours of some cells in a direction, whatever stands between."""
        found = 0
        for shift, sources in self._parts[heading]:
            found |= (cells & sources) << shift if shift > 0 else (cells & sources) >> -shift
        return found

    def along(self, cells: Cells, path: tuple[Heading, ...]) -> Cells:
        """The cells at which a path from some cells ends, whatever stands between."""
        for heading in path:
            cells = self.toward(cells, heading)
        return cells

    def before(self, cells: Cells, path: tuple[Heading, ...]) -> Cells:
        """The cells from which a path ends at some cells, whatever stands between."""
        for heading in reversed(path):
            cells = self.toward(cells, (heading + self.count // 2) % self.count)
        return cells


def facing_number(board: Board, facing: str) -> Heading:
    """The index of a direction by name; 0 if the lattice has no such direction."""
    every = directions(board.lattice)
    return every.index(facing) if facing in every else 0
