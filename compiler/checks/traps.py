"""Check floor traps: enough marked cells, and none that covers a start [DSO-B15]."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.geometry.traps import trap_line
from questwright.compiler.packs.system.settings import SettingRole
from questwright.compiler.packs.system.system import Category
from questwright.dsl.diagnostics import Label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case


def check_traps(case: Case, findings: Findings) -> None:
    """Check that a cell is marked for each trap token, and that no trap's line crosses a start."""
    quest, system = case.quest, case.system
    traps = quest.things_of(Category.TRAP)
    for word, setting in system.settings.items():
        laid = quest.settings.get(word)
        if setting.role is not SettingRole.LAID_TRAPS or not isinstance(laid, int):
            continue
        if laid > len(traps):
            findings.add(
                codes.TOO_FEW_TRAPS,
                f"{laid} trap tokens are laid on {len(traps)} marked {findings.cells}",
                traps[0].origin if traps else quest.said_at(word),
                f"too few {findings.cells}",
                reason=f"the tokens are laid on {findings.cells} that the map marks",
                help=f"mark {laid - len(traps)} more, or write `{word} {len(traps)}`",
            )
        if traps and word not in quest.set_here:
            findings.add(
                codes.UNSET_SETTING,
                f"this quest marks trap {findings.cells} and does not say `{word}`",
                traps[0].origin,
                f"how many of the {len(traps)} are laid?",
                help=f"add a line like `{word} {max(1, len(traps) // 2)}`",
            )
    starts = quest.starts
    for trap in traps:
        covered = trap_line(trap.cells[0], trap.facing, quest.board) & starts
        if covered:
            findings.add(
                codes.TRAP_ON_START,
                f"the line of the trap `{trap.id}` crosses a start {findings.cell}",
                trap.origin,
                f"it covers {quest.board.names(covered)}",
                related=tuple(
                    Label(start.origin, "the party begins here")
                    for start in quest.things_of(Category.START)[:1]
                ),
                help="turn it, or move it",
            )
