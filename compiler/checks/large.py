"""Check that figures of several cells can leave the place where they stand [DSO-B14, DSO-E8]."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.geometry.special import WALL, passes, stays
from questwright.compiler.packs.system.system import Category

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case


def check_large(case: Case, findings: Findings) -> None:
    """Check that a large figure can take a step, and can leave its area, if need be by a gate."""
    quest = case.quest
    figures = quest.things_of(Category.FIGURE)
    for thing in (station for figure in figures for station in quest.stations(figure)):
        if len(thing.cells) == 1 or stays(thing.exceptions):
            continue
        # Loaded here: few quests have a large figure.
        from questwright.compiler.geometry.large import (
            is_confined,
            large_positions,
            passable_gates,
        )

        move = case.system.move_value
        stands = large_positions(thing, quest, move)
        gates = passable_gates(thing, quest, stands, move)
        is_stuck = is_confined(thing, quest, move)
        ways = [gate for gate in quest.board.gates if thing.area in (way for way, _ in gate.ways)]
        own = quest.board.areas[thing.area].cells
        if passes(thing.exceptions, WALL) or any(stand & ~own for stand in stands):
            ways = []
        if is_stuck or (ways and not gates):
            findings.add(
                codes.LARGE_CONFINED,
                f"`{thing.id}` is too large to leave where it stands",
                thing.origin,
                "no room to move" if is_stuck else "it fits through no gate",
                reason=f"its whole base stays on free {findings.cells}, on one side of a wall",
                help="give it more room, or let it wait where the party comes to it",
            )
