"""A finding: what is wrong, where, why, and what to do about it now."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.dsl.source import Span


class Severity(StrEnum):
    """How much a finding matters: an error fails the quest, a warning asks for a look."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Code(NamedTuple):
    """A kind of finding: a stable id, a name for the offence, and how much it matters."""

    id: str
    name: str
    severity: Severity


class Label(NamedTuple):
    """A place in a text with a few words on its part in a finding."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding about one text."""

    code: Code
    message: str
    """The headline: one terse sentence, names in backticks, no full stop."""
    label: Label
    related: tuple[Label, ...] = ()
    reason: str | None = None
    """Why this is wrong: the rule or the fact behind it."""
    help: str | None = None
    """An action for the designer."""

    @property
    def severity(self) -> Severity:
        """How much this finding matters."""
        return self.code.severity

    def sort_key(self) -> tuple[str, int, int, str, str]:
        """Place first, then code: the order in which findings are shown."""
        span = self.label.span
        return (span.path, span.start, span.end, self.code.id, self.message)


def did_you_mean(word: str, known: Iterable[str], limit: int = 3) -> str | None:
    """A question naming the known words nearest to an unknown one, or None."""
    # Only those who misspell need it.
    import difflib

    near = difflib.get_close_matches(word, sorted(known), n=limit, cutoff=0.66)
    if not near:
        return None
    quoted = [f"`{name}`" for name in near]
    if len(quoted) == 1:
        return f"did you mean {quoted[0]}?"
    return f"did you mean {', '.join(quoted[:-1])} or {quoted[-1]}?"


def listed(words: Iterable[str], limit: int = 12) -> str:
    """Words in backticks, in order, cut short with a count when there are many."""
    every = list(words)
    shown = ", ".join(f"`{word}`" for word in every[:limit])
    more = len(every) - limit
    return f"{shown} and {more} more" if more > 0 else shown
