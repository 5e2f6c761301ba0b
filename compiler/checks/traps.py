"""Check floor traps: enough marked cells, and none that covers a start [DSO-B15]."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.geometry.openings import sights
from questwright.compiler.grid.lattice import step
from questwright.compiler.packs.system.system import Category
from questwright.dsl.diagnostics import Label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.case import Case


def check_traps(case: Case, findings: Findings) -> None:
    """Check that a cell is marked for each trap token, and that no trap's line crosses a start."""
    quest, system = case.quest, case.system
    traps = quest.things_of(Category.TRAP)
    for word, setting in system.settings.items():
        laid = quest.settings.get(word)
        if setting.role != "laid-traps" or not isinstance(laid, int):
            continue
        if laid > len(traps):
            findings.add(
                codes.TOO_FEW_TRAPS,
                f"{laid} trap tokens are laid on {len(traps)} marked {findings.cells}",
                traps[0].origin if traps else quest.origin,
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


def trap_line(cell: int, facing: str, board: Board) -> Cells:
    """The cells that set a trap off: its own and those that its arrow points over, up to a wall.

    The line passes barriers and cliffs that can be seen past.
    """
    sight = sights(board)
    line = 1 << cell
    row, column = divmod(cell, board.stride)
    while True:
        following = step(board.lattice, row, column, facing)
        if following is None or not board.is_inside(*following):
            return line
        bit = 1 << board.cell(*following)
        if not sight.grow(1 << board.cell(row, column)) & bit & board.floor:
            return line
        line |= bit
        row, column = following
