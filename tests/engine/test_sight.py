"""What is seen over a board, beside straight lines drawn at random from one cell to another."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from questwright.engine.lattice import Lattice
from questwright.engine.sight import sees

WIDE = 4
LINES = 1_500


def board(seed):
    """A few squares, and the edges between them that close sight."""
    chance = random.Random(f"sight {seed}")
    edges = [((r, c), (r, c + 1)) for r in range(1, 5) for c in range(1, WIDE)]
    edges += [((r, c), (r + 1, c)) for r in range(1, 4) for c in range(1, WIDE + 1)]
    shut = {frozenset(edge) for edge in edges if chance.random() < 0.35}
    cells = [(r, c) for r in range(1, 5) for c in range(1, WIDE + 1)]
    return shut, *chance.sample(cells, 2)


def is_on_board(cell):
    return 1 <= cell[0] <= 4 and 1 <= cell[1] <= WIDE


def crossed(start, end):
    """The squares that a line comes through, in order."""
    (x, y), (x_2, y_2) = start, end
    cuts = {0.0, 1.0}
    for first, second in ((x, x_2), (y, y_2)):
        low, high = sorted((first, second))
        cuts |= {(n - first) / (second - first) for n in range(int(low) + 1, int(high) + 1)}
    middles = [(a + b) / 2 for a, b in pairwise(sorted(cuts))]
    return [(int(y + share * (y_2 - y)), int(x + share * (x_2 - x))) for share in middles]


def is_seen(near, far, shut, chance):
    """Whether one of many lines between two squares is free."""
    for _ in range(LINES):
        start, end = (
            (column + chance.uniform(0.001, 0.999), row + chance.uniform(0.001, 0.999))
            for row, column in (near, far)
        )
        squares = crossed(start, end)
        steps = pairwise(squares)
        if not any(frozenset(step) in shut for step in steps):
            return True
    return False


@pytest.mark.parametrize("seed", range(60))
def test_a_square_is_seen_if_a_line_to_it_is_free(seed):
    shut, near, far = board(seed)

    def opens(first, second):
        return is_on_board(first) and is_on_board(second) and frozenset((first, second)) not in shut

    seen = sees(near, far, opens, Lattice.SQUARES)
    assert seen == sees(far, near, opens, Lattice.SQUARES)
    assert seen is is_seen(near, far, shut, random.Random(seed))


HALL = {(row, column) for row in range(1, 6) for column in range(1, 6)}


@pytest.mark.parametrize(
    ("near", "far", "gone", "seen"),
    [
        ((3, 1), (3, 5), set(), True),
        ((3, 1), (3, 5), {(3, 3)}, False),
        ((3, 1), (3, 5), {(2, 3), (4, 3)}, True),
        ((1, 1), (5, 5), {(3, 3)}, False),
        ((1, 1), (5, 5), {(3, 3), (3, 2), (3, 4)}, False),
        ((2, 1), (2, 5), {(2, 3)}, False),
        ((2, 2), (4, 2), {(3, 2)}, True),
        ((2, 2), (4, 2), {(3, 2), (3, 1)}, True),
        ((2, 2), (4, 2), {(3, 2), (3, 3)}, False),
        ((1, 3), (5, 3), set(), True),
        ((1, 3), (5, 3), {(3, 2), (3, 3), (3, 4)}, False),
        ((5, 2), (4, 3), {(4, 2)}, True),
    ],
)
def test_what_fills_a_hex_closes_sight_through_it(near, far, gone, seen):
    def opens(first, second):
        return {first, second} <= HALL - gone

    assert sees(near, far, opens, Lattice.HEXES) is seen
    assert sees(far, near, opens, Lattice.HEXES) is seen
