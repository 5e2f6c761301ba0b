"""Lattices: how the cells of a board are adjacent, on squares or on hexes.

A set of cells is a bit set in row-major order, with one unused bit at the end of each row. A step
to the right or downwards moves every bit of the set up by the same number of places (the shift of
that step); a step back moves them down. On hexes the odd rows (counted from zero) are set in by
half a hex, so the shift of a step depends on the row in which it begins.
"""

from __future__ import annotations

from functools import cache

from questwright.dsl.choices import StrEnum
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

Shift = int
"""The difference between the indices of two neighbouring cells."""


class Lattice(StrEnum):
    """The shape of a board's cells."""

    SQUARES = "squares"
    HEXES = "hexes"


def lattice_of(drawing: str) -> Lattice:
    """The lattice of a pack's kind of drawing: hexes for ``hexes``, otherwise squares."""
    return Lattice.HEXES if drawing == "hexes" else Lattice.SQUARES


class Onward(NamedTuple):
    """All steps of one shift, to the right or downwards."""

    shift: Shift
    cells: int
    """The set of cells from which such a step leads to a neighbour."""


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
"""For each direction the (rows down, columns right) of a step: from an even row, from an odd row.

The directions are in clockwise order: turning a tile moves each direction along this list.
"""


def directions(lattice: Lattice) -> tuple[str, ...]:
    """The names of a lattice's directions, clockwise."""
    return tuple(_STEPS[lattice])


def step(lattice: Lattice, row: int, column: int, direction: str) -> tuple[int, int] | None:
    """The (row, column) beside a cell in a direction; None if the lattice has no such direction.

    The result may lie outside of the board.
    """
    ways = _STEPS[lattice].get(direction)
    if ways is None:
        return None
    down, across = ways[row % 2]
    return row + down, column + across


@cache
def onward(lattice: Lattice, rows: int, columns: int) -> tuple[Onward, ...]:
    """The steps to the right and downwards on a board of that size, the smallest shift first."""
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
    """For each direction, clockwise, its shifts, each with the cells from which it applies.

    A step to the left or upwards has a negative shift.
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
    """The shifts between cells that touch only at a corner; none on hexes."""
    stride = columns + 1
    return (stride - 1, stride + 1) if lattice is Lattice.SQUARES else ()
