"""Check who begins in front of a figure of another side [DKQ-B37]."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.english import with_article
from questwright.compiler.packs.system.system import Category
from questwright.dsl.diagnostics import Label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case


def check_fronts(case: Case, findings: Findings) -> None:
    """Report figures that hold somebody from the first move on, as they begin in front of them."""
    quest, system = case.quest, case.system
    if not system.grid.front_holds:
        return
    # Loaded here: few games have it.
    from questwright.compiler.geometry.fronts import front_of

    for thing in quest.things_of(Category.FIGURE):
        if thing.kind.side == system.party.word:
            continue
        front = front_of(thing, quest.board)
        held = [entry for entry in quest.entries if entry.round == 1 and entry.cells & front]
        cells = front & sum(entry.cells for entry in held[:1])
        if held:
            findings.add(
                codes.START_IN_FRONT,
                f"{with_article(thing.title)} faces {quest.board.names(cells)}, "
                "where the party begins",
                thing.origin,
                "it has somebody in front of it",
                reason="whoever begins there cannot move freely in the first round",
                related=(Label(held[0].origin, "the party begins here"),),
                help="turn it, move it, or let the party begin elsewhere",
            )
