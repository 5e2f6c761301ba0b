"""Lanes: where members do not pass each other, and it matters who stands before whom."""

from __future__ import annotations

from questwright.compiler.geometry.lanes import forks, mouths, rooms
from questwright.compiler.geometry.openings import openings
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.conditions import facts_of
from questwright.compiler.verdict.task.bits import union
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.verdict.translate.ground import QuestGround

_SPACIOUS = 2
"""So many cells for each member, and nobody has to make room cell by cell."""


class Lanes(NamedTuple):
    """The cells of the floor on which nobody goes round whoever stands there."""

    cells: Cells
    """Those that never change, and from which nobody comes to where all pass but over others.

    Where one does, whoever is in the way goes there first, and comes back.
    """
    changing: Cells
    """Those that may change."""

    def within(self, cells: Cells) -> Lanes:
        """The lanes among some cells."""
        return Lanes(self.cells & cells, self.changing & cells)


def lanes_of(ground: QuestGround, *, is_finest: bool) -> Lanes:
    """The lanes of the floor of a quest; all of them, if that ``is_finest``."""
    many = len(ground.quest.party)
    if not ground.system.grid.friends_block or many == 1:
        return Lanes(0, 0)
    changing = ground.walkable & ground.changing
    floor = ground.walkable & ~changing

    def near(cell: Cell) -> Cells:
        # Round a corner one goes by a cell on which nobody stands.
        return ground.free.grow(1 << cell) & floor

    parts = [*rooms(floor, near, many)]
    alike = _alike(floor, ground)
    if is_finest:
        # In a narrow part they make room for each other cell by cell.
        parts = [part for part in parts if part.bit_count() > _SPACIOUS * many]
    else:
        for cells in alike:
            parts += forks(cells, near, many)
    apart = 0
    for cell in each_cell(changing):
        beside = ground.around(1 << cell, ground.free)
        if not any((beside & part).bit_count() > 1 for part in parts):
            apart |= 1 << cell
    wide = union(parts)
    through_gates = openings(ground.board)

    def leading(cell: Cell) -> Cells:
        # Who stands before a gate is in the way of all who go through it.
        return near(cell) | through_gates.grow(1 << cell) & floor

    led = wide & ~mouths(floor, leading)
    if not is_finest:
        led = union(ground.free.flood(wide & cells, cells) for cells in alike)
    return Lanes(floor & ~led, apart)


def _alike(floor: Cells, ground: QuestGround) -> list[Cells]:
    """The cells of a floor in sets: whoever makes way within one sets nothing off by that."""
    quest, own = ground.quest, ground.system.party.word
    heard = [event.condition for event in quest.events]
    heard += [victory.condition for victory in quest.victories if victory.side != own]
    found = [floor]
    for watched in dict.fromkeys(fact.cells for each in heard for fact in facts_of(each)):
        halves = ((cells & watched, cells & ~watched) for cells in found)
        found = [half for pair in halves for half in pair if half]
    return found
