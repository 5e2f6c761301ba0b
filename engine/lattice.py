"""How the cells of a board lie beside each other: squares, or hexes whose even rows are set in.

Rows and columns are counted from one; a step is rows down and columns to the right.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

Step = tuple[int, int]


class Lattice(StrEnum):
    """What the cells of a board are."""

    SQUARES = "squares"
    HEXES = "hexes"


_SQUARES: Final[tuple[Step, ...]] = ((0, 1), (1, 0))
_CORNERS: Final[tuple[Step, ...]] = ((1, -1), (1, 1))
_HEXES: Final[dict[bool, tuple[Step, ...]]] = {
    False: ((0, 1), (1, -1), (1, 0)),
    True: ((0, 1), (1, 0), (1, 1)),
}
"""Of a row that is set in, and of one that is not."""


def onward(lattice: Lattice, row: int) -> tuple[Step, ...]:
    """The steps over an edge to the right and downwards, from a cell of a row."""
    return _HEXES[row % 2 == 0] if lattice is Lattice.HEXES else _SQUARES


def is_corner(lattice: Lattice, down: int, across: int) -> bool:
    """Whether a step leads over no edge but past a corner; on hexes none does."""
    return lattice is Lattice.SQUARES and bool(down and across)


def around(lattice: Lattice, row: int) -> tuple[Step, ...]:
    """The steps to all cells that touch a cell of a row, at an edge or a corner; row by row."""
    corners = _CORNERS if lattice is Lattice.SQUARES else ()
    there = (*onward(lattice, row), *corners)
    # What lies above is where one would come from.
    above = (step for step in (*onward(lattice, row - 1), *corners) if step[0])
    beside = (step for step in there if not step[0])
    back = ((-down, -across) for down, across in (*above, *beside))
    return tuple(sorted((*there, *back)))
