"""The most of a value that figures and locks of a game have."""

from __future__ import annotations

from questwright.compiler import codes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.packs.system.values import Column
    from questwright.dsl.syntax import Number


def is_too_much(word: str, number: Number, columns: Iterable[Column], findings: Findings) -> bool:
    """Whether a number is more than the game allows of a value; that is found."""
    own = next((column for column in columns if column.value == word), None)
    if own is None or own.most is None or number.value <= own.most:
        return False
    rules = f" [{', '.join(own.rules)}]" if own.rules else ""
    findings.add(
        codes.BAD_NUMBER,
        f"{number.value} is more {own.title} than the game allows",
        number.span,
        f"{own.most} at the most",
        reason=f"whatever changes it, {own.title} is never more than {own.most}{rules}",
        help=f"write `{word} {own.most}` or less",
    )
    return True
