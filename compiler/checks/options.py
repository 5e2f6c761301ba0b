"""Check that a quest has the tables that its options need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler import codes

if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case


def check_options(case: Case, findings: Findings) -> None:
    """Check that the quest has a table for each side that an option lets move by tables."""
    quest, system = case.quest, case.system
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
                        quest.origin,
                        f"no `table … for {side}`",
                        reason="the game has no such tables of its own",
                        help=f"add one like `table orders with d6 for {side} {{ 1..6 … }}`",
                    )
