"""How the cells of a board lie beside each other: squares, or hexes whose even rows are set in.

Rows and columns are counted from 1.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

Offset = tuple[int, int]
"""From a cell to another: rows down, and columns to the right."""


class Lattice(StrEnum):
    """The shapes of cells."""

    SQUARES = "squares"
    HEXES = "hexes"


_SQUARES: Final[tuple[Offset, ...]] = ((0, 1), (1, 0))
_CORNERS: Final[tuple[Offset, ...]] = ((1, -1), (1, 1))
_HEXES: Final[dict[bool, tuple[Offset, ...]]] = {
    False: ((0, 1), (1, -1), (1, 0)),
    True: ((0, 1), (1, 0), (1, 1)),
}
"""The offsets to the right and downwards; by True for a row that is set in, by False for others."""


def onward(lattice: Lattice, row: int) -> tuple[Offset, ...]:
    """Return the offsets over an edge to the right and downwards, for a cell in a row."""
    return _HEXES[row % 2 == 0] if lattice is Lattice.HEXES else _SQUARES


def is_corner(lattice: Lattice, down: int, across: int) -> bool:
    """Tell whether an offset leads past a corner rather than over an edge; on hexes none does."""
    return lattice is Lattice.SQUARES and bool(down and across)


def around(lattice: Lattice, row: int) -> tuple[Offset, ...]:
    """Return the offsets to all cells that touch a cell in a row, at an edge or a corner.

    They are in the order of the rows, from the top left.
    """
    corners = _CORNERS if lattice is Lattice.SQUARES else ()
    there = (*onward(lattice, row), *corners)
    # The cells above are those whose own onward steps lead here.
    above = (step for step in (*onward(lattice, row - 1), *corners) if step[0])
    beside = (step for step in there if not step[0])
    back = ((-down, -across) for down, across in (*above, *beside))
    return tuple(sorted((*there, *back)))


def is_within(
    lattice: Lattice, first: tuple[int, int], second: tuple[int, int], most: int, *, ruler: bool
) -> bool:
    """Tell whether two cells, each by its row and column, are no more than ``most`` apart.

    Cells are counted, over corners too; with a ruler, squares are measured between their nearest
    parts.
    """
    down, across = second[0] - first[0], second[1] - first[1]
    if lattice is Lattice.HEXES:
        # Along slanted columns: every second row begins one hex further to the left.
        across -= (second[0] - 1) // 2 - (first[0] - 1) // 2
        return max(abs(down), abs(across), abs(down + across)) <= most
    if not ruler:
        return max(abs(down), abs(across)) <= most
    gaps = (max(0, abs(part) - 1) for part in (down, across))
    return sum(gap * gap for gap in gaps) <= most * most
