"""Findings: what is wrong, where, why, and what to do about it.

Takes and returns plain values; `questwright.compiler.report` prints them.
"""

from __future__ import annotations

from questwright.dsl.choices import StrEnum
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.dsl.source import Span


class Severity(StrEnum):
    """How much a finding matters: an error fails the quest; a warning or a note does not."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Code(NamedTuple):
    """A kind of finding: a stable id, ``QW301``, a name, ``unwinnable``, and its severity."""

    id: str
    name: str
    severity: Severity


class Label(NamedTuple):
    """A place in a text, and a few words that say what a finding has to do with it."""

    span: Span
    text: str


class Diagnostic(NamedTuple):
    """One finding about one text."""

    code: Code
    message: str
    """The headline: one short sentence, names in backticks, no full stop."""
    label: Label
    """The place that is wrong."""
    related: tuple[Label, ...] = ()
    """Other places that explain it."""
    reason: str | None = None
    """Why this is wrong: the rule or the fact behind it."""
    help: str | None = None
    """An action for the designer."""

    @property
    def severity(self) -> Severity:
        """The severity of its code."""
        return self.code.severity

    def sort_key(self) -> tuple[str, int, int, str, str]:
        """Return the key by which findings are shown: place, then code, then message."""
        span = self.label.span
        return (span.path, span.start, span.end, self.code.id, self.message)


def did_you_mean(word: str, known: Iterable[str], limit: int = 3) -> str | None:
    """Return a question with the known words nearest to an unknown one; None where none is near."""
    # Loaded here: a text without misspellings is checked sooner without it.
    import difflib

    near = difflib.get_close_matches(word, sorted(known), n=limit, cutoff=0.66)
    if not near:
        return None
    quoted = [f"`{name}`" for name in near]
    if len(quoted) == 1:
        return f"did you mean {quoted[0]}?"
    return f"did you mean {', '.join(quoted[:-1])} or {quoted[-1]}?"


def listed(words: Iterable[str], limit: int = 12) -> str:
    """Return words in backticks, in their order; those beyond ``limit`` are only counted."""
    every = list(words)
    shown = ", ".join(f"`{word}`" for word in every[:limit])
    more = len(every) - limit
    return f"{shown} and {more} more" if more > 0 else shown
