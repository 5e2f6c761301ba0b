"""Where members change places as they like, beside all orders that steps make."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from questwright.compiler.geometry.lanes import roomy
from questwright.compiler.grid.cells import each_cell
from support.more import amount

WIDTH = 4


def near_in(floor):
    def near(cell):
        column = cell % WIDTH
        around = [cell]
        around += [cell - WIDTH, cell + WIDTH]
        around += [cell - 1] * (column > 0) + [cell + 1] * (column < WIDTH - 1)
        return sum(1 << other for other in around if other >= 0) & floor

    return near


def orders(floor, near, cells):
    """How those who stand on some cells can stand on the same cells after some steps."""
    steps = {cell: [*each_cell(near(cell) & floor)] for cell in each_cell(floor)}
    seen, waiting = {cells}, [cells]
    while waiting:
        here = waiting.pop()
        for member, cell in enumerate(here):
            for to in steps[cell]:
                there = (*here[:member], to, *here[member + 1 :])
                if to not in here and there not in seen:
                    seen.add(there)
                    waiting.append(there)
    return {there for there in seen if sorted(there) == sorted(cells)}


@pytest.mark.parametrize("seed", range(amount(60, 600)))
def test_where_there_is_room_every_order_can_be_made(seed):
    chance = random.Random(seed)
    floor = sum(1 << cell for cell in range(3 * WIDTH) if chance.random() < 0.75)
    near = near_in(floor)
    for many in (2, 3, 4):
        for part in roomy(floor, near, many):
            cells = tuple([*each_cell(part)][:many])
            beside = sum(1 << c for c in each_cell(floor & ~part) if near(c) & part)
            assert orders(part | beside, near, cells) == {*permutations(cells)}


def tree_of(chance):
    """A maze without a ring: each cell with those to which steps lead from it, and itself."""
    ways = {0: 1}
    for cell in range(1, chance.randint(5, 9)):
        other = chance.choice([n for n in ways if ways[n].bit_count() < 5])
        ways[cell] = 1 << cell | 1 << other
        ways[other] |= 1 << cell
    ways[0] |= 1
    return ways


@pytest.mark.parametrize("seed", range(amount(40, 400)))
def test_where_ways_fork_every_order_can_be_made(seed):
    ways = tree_of(random.Random(f"tree {seed}"))
    floor = (1 << len(ways)) - 1
    for many in (2, 3, 4):
        for part in roomy(floor, ways.__getitem__, many):
            assert part == floor
            cells = tuple(range(many))
            assert orders(floor, ways.__getitem__, cells) == {*permutations(cells)}


@pytest.mark.parametrize(
    ("rows", "many", "is_roomy"),
    [
        (["##..", "##..", "####"], 3, False),  # a ring, by which they keep their order
        (["##..", "##..", "###."], 3, True),  # with a cell beside it
        (["##..", "##..", "###."], 4, False),
        (["....", "....", "####"], 4, True),
        (["....", "####", "####"], 2, False),
        # Three ways from one cell, and a cell for each beside the longest way, and one more.
        (["#.##", "...#", "####"], 2, True),
        (["#.##", "...#", "####"], 3, False),
        (["#.##", "...#", "#.##"], 3, True),
        (["#.##", "....", "####"], 3, False),
        (["##.#", "....", "####"], 3, False),
        (["##.#", "....", "##.#"], 3, True),
    ],
)
def test_known_rooms(rows, many, is_roomy):
    drawn = "".join(rows)
    floor = sum(1 << cell for cell, char in enumerate(drawn) if char == ".")
    assert bool([*roomy(floor, near_in(floor), many)]) is is_roomy
