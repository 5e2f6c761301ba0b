"""Check that secret passages reveal something, and containers are spread out [DSO-B9]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler import codes
from questwright.compiler.geometry.openings import openings
from questwright.compiler.packs.system.system import Category, GateForm

if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case


def check_passages(case: Case, findings: Findings) -> None:
    """Check that each passage leads to an area not yet seen; at most one container per area."""
    quest = case.quest
    board = quest.board
    seen = openings(board, frozenset()).flood(quest.starts, board.floor)
    for gate in board.gates:
        if gate.kind.form is not GateForm.PASSAGE or gate.is_open:
            continue
        both = [board.areas[number].cells & seen for number in gate.between]
        if all(both):
            findings.add(
                codes.PASSAGE_BETWEEN_SEEN,
                f"`{gate.id}` joins two areas that are open from the start",
                gate.origin,
                "nothing is revealed by it",
                reason=f"a {gate.kind.title.lower()} reveals the one area behind it",
                help="put it elsewhere, or something that is seen between the areas",
            )
    for number, area in enumerate(board.areas):
        chests = [thing for thing in quest.things_of(Category.CONTAINER) if thing.area == number]
        if len(chests) > 1:
            findings.add(
                codes.CHESTS_IN_ONE_AREA,
                f"`{area.id}` has {len(chests)} containers",
                chests[1].origin,
                "one search empties them all",
                reason="an area is searched once, whatever stands in it",
                help="put them into different areas",
            )
