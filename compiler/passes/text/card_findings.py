"""What is wrong with cards of a quest's own: findings that their readers share."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.dsl.diagnostics import did_you_mean, listed
from questwright.dsl.syntax import Statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.frontend.findings import Findings
    from questwright.dsl.source import Span
    from questwright.dsl.syntax import Item, Name, Node


class CardFindings:
    """Adds findings about cards."""

    def __init__(self, findings: Findings) -> None:
        """Take where they are added."""
        self.all = findings

    def lacks(self, statement: Statement, what: str, like: str) -> None:
        """Report a statement that does not say enough."""
        self.all.add(
            codes.MISSING_PART,
            f"`{statement.head.text}` lacks {what}",
            statement.head.span,
            "unfinished",
            help=like,
        )

    def unknown(self, name: Name, what: str, where: str, known: Iterable[str]) -> None:
        """Report a word that is none of those that are known there."""
        words = list(known)
        self.all.add(
            codes.UNKNOWN_WORD,
            f"{where} has {what} `{name.text}`",
            name.span,
            "unknown",
            help=did_you_mean(name.text, words) or f"there is {listed(words, 10) or 'none'}",
        )

    def bad_number(self, span: Span, message: str, label: str) -> None:
        """Report a number that is too large or too small."""
        self.all.add(codes.BAD_NUMBER, message, span, label)

    def not_understood(self, item: Item, like: str) -> None:
        """Report values that have no meaning where they stand."""
        whole = item[0].span.to(item[-1].span)
        self.all.add(
            codes.SURPLUS_PART, "this is not understood here", whole, "not understood", help=like
        )

    def misplaced(self, node: Node, where: str, like: str) -> None:
        """Report a statement that has no place where it stands."""
        self.all.add(
            codes.MISPLACED,
            f"this does not belong in {where}",
            node.head.span if isinstance(node, Statement) else node.span,
            "misplaced",
            help=like,
        )
