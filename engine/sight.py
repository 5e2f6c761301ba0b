"""Whether a cell is seen from another, along some straight line that touches no corner.

Takes rows and columns, and from which cell one sees on into which. The line begins anywhere in the
one cell and ends anywhere in the other. One that is free can be moved and turned until it touches
two corners: of what closes sight, or of the cells at its ends. So those lines are tried that pass
close by two such corners, on either side of each.
"""

from __future__ import annotations

from itertools import combinations
from math import hypot
from typing import TYPE_CHECKING, Final, NamedTuple

from questwright.engine.lattice import Lattice, onward

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Place = tuple[int, int]
"""The row and the column of a cell, counted from 1."""
_Point = tuple[float, float]
_CLOSE: Final = 2.0**-20
"""How close a line passes by a corner."""
_TOUCHING: Final = 2.0**-30
"""How close it is where it touches one."""


class _Side(NamedTuple):
    """An edge of a cell that closes sight for whoever looks out of the cell."""

    first: _Point
    second: _Point
    inside: _Point
    """The centre of the cell."""


class _Line(NamedTuple):
    """A straight line: a point of it, and a direction."""

    start: _Point
    across: float
    down: float

    def side(self, point: _Point) -> float:
        """Return how far a point lies to the right of it; below 0 on its left."""
        return self.across * (point[1] - self.start[1]) - self.down * (point[0] - self.start[0])

    def meets(self, first: _Point, second: _Point) -> float | None:
        """Return how far along the line it comes between two points; None where it does not."""
        left, right = self.side(first), self.side(second)
        if left == right or (left * right > 0 and min(abs(left), abs(right)) > _TOUCHING):
            return None
        share = left / (left - right)
        x, y = (a + share * (b - a) for a, b in zip(first, second, strict=True))
        return self.across * (x - self.start[0]) + self.down * (y - self.start[1])

    def middle(self, corners: tuple[_Point, ...]) -> float | None:
        """Return how far along the line the middle of its part within a cell is."""
        asides = [self.side(corner) for corner in corners]
        if min(asides) > 0 or max(asides) < 0 or min(map(abs, asides)) <= _TOUCHING:
            return None
        sides = zip(corners, (*corners[1:], corners[0]), strict=True)
        found = [along for side in sides if (along := self.meets(*side)) is not None]
        return (min(found) + max(found)) / 2 if found else None


def sees(near: Place, far: Place, opens: Callable[[Place, Place], bool], lattice: Lattice) -> bool:
    """Tell whether a cell is seen from another; ``opens`` whether one sees on into the next one."""
    shut = [*_shut(near, far, opens, lattice)]
    here, there = _corners(near, lattice), _corners(far, lattice)
    return any(_is_free(line, here, there, shut) for line in _lines(here + there, shut))


def _lines(ends: tuple[_Point, ...], shut: list[_Side]) -> Iterator[_Line]:
    """Yield the lines that pass close by two corners."""
    points = dict.fromkeys((*ends, *(point for side in shut for point in side[:2])))
    for (x, y), (x_2, y_2) in combinations(points, 2):
        long = hypot(x_2 - x, y_2 - y) / _CLOSE
        aside = ((y_2 - y) / long, (x - x_2) / long)
        for here in (1, -1):
            for there in (1, -1):
                start = x + here * aside[0], y + here * aside[1]
                end = x_2 + there * aside[0], y_2 + there * aside[1]
                yield _Line(start, end[0] - start[0], end[1] - start[1])


def _is_free(
    line: _Line, here: tuple[_Point, ...], there: tuple[_Point, ...], shut: list[_Side]
) -> bool:
    """Tell whether a line leads from a cell to another with nothing between."""
    begin = line.middle(here)
    end = None if begin is None else line.middle(there)
    if begin is None or end is None:
        return False
    onward = 1 if begin < end else -1
    for first, second, inside in shut:
        along = line.meets(first, second)
        if along is not None and min(begin, end) < along < max(begin, end):
            edge = _Line(first, second[0] - first[0], second[1] - first[1])
            ahead = first[0] + onward * line.across, first[1] + onward * line.down
            if edge.side(inside) * edge.side(ahead) <= 0:
                return False
    return True


def _shut(
    near: Place, far: Place, opens: Callable[[Place, Place], bool], lattice: Lattice
) -> Iterator[_Side]:
    """Yield what closes sight in the rectangle around two cells, in which all lines lie."""
    more = lattice is Lattice.HEXES
    (top, bottom), (left, right) = map(sorted, zip(near, far, strict=True))
    for row in range(top - more, bottom + more + 1):
        for column in range(left - more, right + more + 1):
            cell = row, column
            own = _corners(cell, lattice)
            for other in _around(cell, lattice):
                if not opens(cell, other):
                    corners = _corners(other, lattice)
                    first, second = (corner for corner in own if corner in corners)
                    yield _Side(first, second, _centre(cell, lattice))


def _around(cell: Place, lattice: Lattice) -> Iterator[Place]:
    """Yield the cells that share an edge with one."""
    row, column = cell
    yield from ((row + down, column + across) for down, across in onward(lattice, row))
    for down in (0, 1):
        for below, across in onward(lattice, row - down):
            if below == down:
                yield row - below, column - across


def _centre(cell: Place, lattice: Lattice) -> _Point:
    row, column = cell
    if lattice is Lattice.HEXES:
        return 2 * column + (row % 2 == 0), 3 * row
    return column + 0.5, row + 0.5


def _corners(cell: Place, lattice: Lattice) -> tuple[_Point, ...]:
    """Return the corners of a cell, in order around it."""
    x, y = _centre(cell, lattice)
    if lattice is Lattice.HEXES:
        around: tuple[_Point, ...] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
    else:
        around = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
    return tuple((x + right, y + down) for right, down in around)
