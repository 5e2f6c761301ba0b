"""Whether members who cover several cells find room for all of them where a line lets them stand.

The proof counts them on one of their cells alone; so a line may let others stand on the rest.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from questwright.compiler.geometry.special import takes_room
from questwright.compiler.movers.straits import positions
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.exits import left_over
from questwright.compiler.verdict.task.line import each_step
from questwright.compiler.verdict.task.task import DeedSort

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.translate.translate import Translation


def crowded(told: Sequence[Told], translated: Translation) -> tuple[int, ...]:
    """The members of several cells, by number, if there is not room for all of them at some time.

    Empty where there is.
    """
    quest, task = translated.quest, translated.task
    ends = task.cells_of(left_over(task))
    footprints: dict[int, dict[Cell, list[Cells]]] = {}
    for number, kind in enumerate(quest.party):
        if takes_room(kind):
            entries = (entry.cells for entry in quest.entries if kind.word in entry.who)
            footprints[number] = positions(kind, union(entries), quest, translated.system)
    lost: set[int] = set()
    walkers = [step.who if step.path else -1 for step in told]
    is_set_up = False
    for number, (step, cells) in enumerate(each_step(told)):
        is_set_up |= step.sort is not DeedSort.BEGIN
        # Whoever walks on at once stops nowhere before.
        goes_on = walkers[number] >= 0 and walkers[number] == walkers[number - 1]
        if is_set_up and not goes_on:
            there = {n: own for n, own in cells.items() if n not in lost and not ends >> own & 1}
            if not _find_room(there, footprints):
                return tuple(footprints)
        if step.event >= 0:
            adds = task.events[step.event].adds
            lost |= {n for n, fact in enumerate(task.fallen) if fact & adds}
    last = {step.who: step.path[-1] for step in told if step.path}
    there = {n: own for n, own in last.items() if n not in lost and not ends >> own & 1}
    return () if _find_room(there, footprints) else tuple(footprints)


def _find_room(
    there: Mapping[int, Cell], footprints: Mapping[int, Mapping[Cell, Sequence[Cells]]]
) -> bool:
    """Whether all can cover their cells, no two of them the same one."""
    large = [n for n in there if n in footprints]
    taken = union(1 << cell for n, cell in there.items() if n not in large)
    for ways in product(*(footprints[n].get(there[n], ()) for n in large)):
        covered = union(ways)
        if not covered & taken and covered.bit_count() == sum(own.bit_count() for own in ways):
            return True
    return not all(footprints[n].get(there[n]) for n in large) or not large
