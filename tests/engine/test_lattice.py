"""How far cells are apart, beside steps counted one by one."""

from __future__ import annotations

import pytest

from questwright.engine.lattice import Lattice, around, is_within

SIDE = 6
CELLS = [(row, column) for row in range(1, SIDE + 1) for column in range(1, SIDE + 1)]


def counted(lattice, begin):
    """The fewest steps from a cell to each one, off the board as well."""
    steps, edge = {begin: 0}, [begin]
    for count in range(1, 2 * SIDE):
        edge = {
            (row + down, column + across)
            for row, column in edge
            for down, across in around(lattice, row)
        } - steps.keys()
        steps |= dict.fromkeys(edge, count)
    return steps


@pytest.mark.parametrize("lattice", Lattice)
def test_cells_are_so_many_steps_apart(lattice):
    for first in CELLS:
        steps = counted(lattice, first)
        for second in CELLS:
            for most in range(SIDE + 2):
                near = is_within(lattice, first, second, most, ruler=False)
                assert near is (steps[second] <= most), (first, second, most)
