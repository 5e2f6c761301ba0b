"""Steps in each direction of a board, for sets of cells at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.grid.lattice import directions, headings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.geometry.openings import Openings
    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Board

Heading = int
"""A direction, by its number: clockwise, as the lattice has them."""


class Going:
    """Where one may step on a board, direction by direction."""

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
        """For each direction the cells from which the step is free, there and back."""
        for near, far in onward:
            heading = self.heading(near, far)
            if heading is not None:
                every[heading] |= 1 << near
        self.open = tuple(every)
        """The same with the ways that are free in one direction alone."""

    def heading(self, near: Cell, far: Cell) -> Heading | None:
        """In which direction a cell lies beside another one."""
        return next(
            (
                heading
                for heading in range(self.count)
                if self.toward(1 << near, heading) == 1 << far
            ),
            None,
        )

    def toward(self, cells: Cells, heading: Heading) -> Cells:
        """The cells beside some, in a direction; whatever stands between."""
        found = 0
        for shift, sources in self._parts[heading]:
            found |= (cells & sources) << shift if shift > 0 else (cells & sources) >> -shift
        return found

    def along(self, cells: Cells, path: tuple[Heading, ...]) -> Cells:
        """The cells at the end of some steps."""
        for heading in path:
            cells = self.toward(cells, heading)
        return cells

    def before(self, cells: Cells, path: tuple[Heading, ...]) -> Cells:
        """The cells from which some steps lead to some cells; whatever stands between."""
        for heading in reversed(path):
            cells = self.toward(cells, (heading + self.count // 2) % self.count)
        return cells


def facing_number(board: Board, facing: str) -> Heading:
    """The number of a direction; of none at all the first one."""
    every = directions(board.lattice)
    return every.index(facing) if facing in every else 0
