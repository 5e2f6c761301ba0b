"""Check that a figure can step off each portal [DSO-B11]."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.geometry.openings import openings
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.packs.system.system import Category

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case


def check_portals(case: Case, findings: Findings) -> None:
    """Check that each portal has a free cell beside it that is no portal itself."""
    quest = case.quest
    free = openings(quest.board, frozenset())
    walkable = quest.board.floor & ~quest.blocked
    for thing in quest.things_of(Category.PORTAL):
        beside = free.grow(thing.mask) & ~thing.mask & walkable
        portals = {cell for thing in quest.things_of(Category.PORTAL) for cell in thing.cells}
        if not any(cell not in portals for cell in each_cell(beside)):
            findings.add(
                codes.BOXED_IN_PORTAL,
                f"nobody can step off the portal `{thing.id}`",
                thing.origin,
                f"no free {findings.cell} beside {quest.board.names(thing.mask)}",
                reason="nobody stays on a portal: who comes out of it steps off at once",
                help=f"clear a {findings.cell} beside it",
            )
