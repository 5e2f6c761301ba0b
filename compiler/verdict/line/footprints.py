"""Whether members who cover several cells find room for all of them where a line ends.

The proof counts them on one of their cells alone; so a line may let others stand on the rest.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from questwright.compiler.geometry.special import takes_room
from questwright.compiler.movers.straits import positions
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.need import asked_places

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.packs.system.system import Kind
    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.translate.translate import Translation


def crowded(told: Sequence[Told], translated: Translation, won_by: int) -> tuple[Kind, ...]:
    """The members of several cells, where there is not room for all as play is won.

    Of those of whom the victory, by its number, asks that they stand where they do. Empty if there
    is room.
    """
    quest, floor = translated.quest, translated.floor
    needs = (victory.needs for victory in translated.task.own if victory.number == won_by)
    places = (at for need in needs for at in asked_places(need))
    asked = [at for at in places if not (at.is_away or at.leaves)]
    last = {step.who: step.path[-1] for step in told if step.path}
    there = {
        member: cell
        for member, cell in last.items()
        if any(at.who >> member & 1 and at.places >> floor.place(cell) & 1 for at in asked)
    }
    large = {n: kind for n, kind in enumerate(quest.party) if n in there and takes_room(kind)}
    footprints = {}
    for number, kind in large.items():
        entries = (entry.cells for entry in quest.entries if kind.word in entry.who)
        footprints[number] = positions(kind, union(entries), quest, translated.system)
    return () if _find_room(there, footprints) else tuple(large.values())


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
    return not all(footprints[n].get(there[n]) for n in large)
