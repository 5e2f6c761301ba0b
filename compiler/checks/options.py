"""Check that a quest has the tables, and the tiles, that its settings need."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.dsl.diagnostics import did_you_mean, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case


def check_options(case: Case, findings: Findings) -> None:
    """Check that sides that move by tables have some, and that the tiles named are laid."""
    quest, system = case.quest, case.system
    _check_tiles(case, findings)
    rolled_for = {table.side for table in quest.tables}
    for setting in system.settings.values():
        value = quest.settings.get(setting.word)
        for word in value if isinstance(value, tuple) else (value,):
            for side in setting.tables_for.get(str(word), ()):
                if side not in rolled_for:
                    findings.add(
                        codes.NO_TABLE,
                        f"with `{setting.word} {word}` {system.sides[side].title} move by tables, "
                        "and this quest has none for them",
                        quest.said_at(setting.word),
                        f"no `table … for {side}`",
                        reason="the game has no such tables of its own",
                        help=f"add one like `table orders with d6 for {side} {{ 1..6 … }}`",
                    )


def _check_tiles(case: Case, findings: Findings) -> None:
    """Check that each tile for which alone a word is set lies on the board."""
    quest = case.quest
    laid = [tile.instance for tile in quest.board.tiles]
    for word in case.system.settings:
        value = quest.settings.get(word)
        for each in value if isinstance(value, tuple) else ():
            tile, has_tile, _ = str(each).rpartition(":")
            if has_tile and tile not in laid:
                findings.add(
                    codes.UNKNOWN_NAME,
                    f"`{word}` names the tile `{tile}`, which is not on this board",
                    quest.said_at(word),
                    f"`{word} {each}`",
                    help=did_you_mean(tile, laid) or f"there is {listed(laid) or 'no tile'}",
                )
