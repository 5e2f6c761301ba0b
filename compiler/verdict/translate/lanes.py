"""Lanes: where members do not pass each other, and it matters who stands before whom."""

from __future__ import annotations

from questwright.compiler.geometry.blocks import roomy
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.verdict.task.bits import union
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.verdict.translate.ground import QuestGround


class Lanes(NamedTuple):
    """The cells of the floor on which nobody goes round whoever stands there."""

    cells: Cells
    """Those that never change."""
    changing: Cells
    """Those that may change."""


def lanes_of(ground: QuestGround) -> Lanes:
    """The lanes of the floor of a quest."""
    many = len(ground.quest.party)
    if not ground.system.grid.friends_block or many == 1:
        return Lanes(0, 0)
    changing = ground.walkable & ground.changing
    floor = ground.walkable & ~changing
    blocks = [*roomy(floor, ground.free, many)]
    apart = 0
    for cell in each_cell(changing):
        beside = ground.around(1 << cell, ground.free)
        if not any((beside & block).bit_count() > 1 for block in blocks):
            apart |= 1 << cell
    return Lanes(floor & ~union(blocks), apart)
