"""Check that something may block the cells that an event clears."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.model.quest import EffectKind, UnknownSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case


def check_clearings(case: Case, findings: Findings) -> None:
    """Check that something stands, or falls, on each place that an event clears."""
    every = [*case.quest.every_effect()]
    clearing = [effect for effect in every if effect.kind is EffectKind.CLEAR]
    is_hidden = any(unknown.sort is UnknownSort.THING for unknown in case.quest.unknowns)
    is_pushed = any(thing.pushers for thing in case.quest.things)
    if not clearing or is_hidden or is_pushed:
        return  # something may stand elsewhere than on the map
    blocked = 0
    for thing in case.quest.things:
        blocked |= thing.mask
    for effect in every:
        blocked |= 0 if effect.kind is EffectKind.CLEAR else effect.cells
    board = case.quest.board
    for effect in clearing:
        if effect.cells and not effect.cells & blocked:
            ground = [patch.kind.title for patch in board.terrain if patch.cells & effect.cells]
            findings.add(
                codes.WRONG_KIND,
                f"there is nothing to clear at {board.names(effect.cells)}",
                effect.origin,
                "nothing ever blocks it",
                reason=f"the {ground[0]} stays: `clear` takes away what stands or has fallen"
                if ground
                else "`clear` takes away what stands or has fallen",
                help="clear the place of something that `block` closes, or of furniture; "
                "to let them pass somewhere, put a `barred` gate there, and `open` it",
            )
