"""How the cells of a board lie beside each other: squares, or hexes.

A set of cells is one whole number with a bit for each, and each row has one bit more than it has
columns. A step to the right or downwards is a shift to the left, by so many bits; a step back is
the shift the other way. On hexes, whose odd rows (counted from zero) are set in by half a hex, how
far a step shifts depends on the row that it begins in.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

Shift = int
"""How many bits lie between a cell and the one beside it."""


class Lattice(StrEnum):
    """What the cells of a board are."""

    SQUARES = "squares"
    HEXES = "hexes"


def lattice_of(drawing: str) -> Lattice:
    """The lattice of boards that are drawn in some kind of drawing."""
    return Lattice.HEXES if drawing == "hexes" else Lattice.SQUARES


class Onward(NamedTuple):
    """Steps to the right or downwards."""

    shift: Shift
    cells: int
    """The cells from which such a step leads to a neighbour, as a set."""


_STEPS: Mapping[Lattice, Mapping[str, tuple[tuple[int, int], tuple[int, int]]]] = {
    Lattice.SQUARES: {
        "north": ((-1, 0), (-1, 0)),
        "east": ((0, 1), (0, 1)),
        "south": ((1, 0), (1, 0)),
        "west": ((0, -1), (0, -1)),
    },
    Lattice.HEXES: {
        "north-east": ((-1, 0), (-1, 1)),
        "east": ((0, 1), (0, 1)),
        "south-east": ((1, 0), (1, 1)),
        "south-west": ((1, -1), (1, 0)),
        "west": ((0, -1), (0, -1)),
        "north-west": ((-1, -1), (-1, 0)),
    },
}
"""Where a step leads, as rows down and columns to the right: from an even row, and from an odd one.

The directions are clockwise, so that a turned tile turns what stands on it.
"""


def directions(lattice: Lattice) -> tuple[str, ...]:
    """The directions of a lattice, clockwise."""
    return tuple(_STEPS[lattice])


def step(lattice: Lattice, row: int, column: int, direction: str) -> tuple[int, int] | None:
    """The (row, column) beside a cell in some direction; None if that is none of the lattice."""
    ways = _STEPS[lattice].get(direction)
    if ways is None:
        return None
    down, across = ways[row % 2]
    return row + down, column + across


@cache
def onward(lattice: Lattice, rows: int, columns: int) -> tuple[Onward, ...]:
    """The steps to the right and downwards on a board of that size, by growing shifts."""
    stride = columns + 1
    row = (1 << columns) - 1
    by_parity = [
        sum(row << (number * stride) for number in range(parity, rows, 2)) for parity in (0, 1)
    ]
    found: dict[Shift, int] = {}
    for ways in _STEPS[lattice].values():
        for (down, across), cells in zip(ways, by_parity, strict=True):
            shift = down * stride + across
            if shift > 0:
                found[shift] = found.get(shift, 0) | cells
    return tuple(Onward(shift, cells) for shift, cells in sorted(found.items()))


@cache
def headings(lattice: Lattice, rows: int, columns: int) -> tuple[tuple[Onward, ...], ...]:
    """For each direction, clockwise, how far its steps shift, and from which cells.

    A step back is a shift of less than nothing.
    """
    stride = columns + 1
    row = (1 << columns) - 1
    by_parity = [
        sum(row << (number * stride) for number in range(parity, rows, 2)) for parity in (0, 1)
    ]
    found = []
    for ways in _STEPS[lattice].values():
        shifts: dict[Shift, int] = {}
        for (down, across), cells in zip(ways, by_parity, strict=True):
            shift = down * stride + across
            shifts[shift] = shifts.get(shift, 0) | cells
        found.append(tuple(Onward(shift, cells) for shift, cells in shifts.items()))
    return tuple(found)


def corners(lattice: Lattice, columns: int) -> tuple[Shift, ...]:
    """How far cells lie from each other that touch at a corner alone; on hexes none do."""
    stride = columns + 1
    return (stride - 1, stride + 1) if lattice is Lattice.SQUARES else ()
