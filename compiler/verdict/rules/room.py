"""How many members places have room for: no two stand on one cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.grid.matching import maximum_matching
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.task import left_over

if TYPE_CHECKING:
    from collections.abc import Sequence

    from questwright.compiler.verdict.task.need import Places
    from questwright.compiler.verdict.task.task import Task


def rooms_of(task: Task) -> list[int]:
    """For each place how many it has room for; more than all off the board, or where they leave."""
    leaving = left_over(task)
    return [
        task.party + 1 if not place.cells or leaving >> n & 1 else place.cells.bit_count()
        for n, place in enumerate(task.places)
    ]


def has_room(where: Sequence[Places], rooms: Sequence[int], least: int) -> bool:
    """Whether so many of some members find a cell each, in the places in which each may be."""
    wishes = []
    for places in where:
        cells: list[tuple[int, int]] = []
        for n in each_number(places):
            cells += [(n, k) for k in range(min(rooms[n], len(where)))]
            if len(cells) >= len(where):
                break
        wishes.append(cells)
    if all(len(cells) >= len(where) for cells in wishes):
        return len(where) >= least
    return len(maximum_matching(wishes)) >= least
