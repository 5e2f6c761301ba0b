"""The list to which passes and checks add their findings."""

from __future__ import annotations

from questwright.compiler.model.verdict import chains_of
from questwright.dsl import limits
from questwright.dsl.diagnostics import Code, Diagnostic, Label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from questwright.compiler.model.verdict import Cause, Step
    from questwright.compiler.packs.system.system import Grid
    from questwright.dsl.source import Span

_SHOWN_STEPS = 6
"""So many of the last steps of a line are shown."""


class Findings:
    """The findings of one quest, in the order in which they are added."""

    __slots__ = ("_found", "cell", "cells")

    def __init__(self, grid: Grid | None = None) -> None:
        self._found: list[Diagnostic] = []
        self.cell = "square"
        """What the game calls a cell of its board; messages call it so."""
        self.cells = "squares"
        if grid is not None:
            self.use_cell_words(grid)

    def use_cell_words(self, grid: Grid) -> None:
        """From now on use the game's words for a cell and for cells."""
        self.cell, self.cells = grid.cell, grid.cells

    def add(  # noqa: PLR0913 - a finding has this many parts
        self,
        code: Code,
        message: str,
        span: Span,
        label: str,
        *,
        help: str | None = None,  # noqa: A002 - the word that designers see
        reason: str | None = None,
        related: tuple[Label, ...] = (),
    ) -> None:
        """Add a finding; after `limits.QUEST_FINDINGS` of them, further ones are dropped."""
        if len(self._found) >= limits.QUEST_FINDINGS:
            return
        label_ = Label(span, label)
        self._found.append(Diagnostic(code, message, label_, related, reason, help))

    def extend(self, findings: tuple[Diagnostic, ...]) -> None:
        """Add findings that another part of the compiler made."""
        self._found.extend(findings)

    def all(self) -> tuple[Diagnostic, ...]:
        """All of them, in the order in which they came."""
        return tuple(self._found)

    def __len__(self) -> int:
        return len(self._found)


def at_causes(causes: Iterable[Cause]) -> tuple[Label, ...]:
    """A label for each cause that has a place in the source."""
    return tuple(Label(cause.origin, cause.text) for cause in causes if cause.origin.path)


def because(causes: tuple[Cause, ...]) -> str | None:
    """The causes in words, chain by chain; None if there are none."""
    each = (dict.fromkeys(cause.text for cause in chain) for chain in chains_of(causes))
    chains = ["; ".join(texts) for texts in each]
    return " – and apart from that: ".join(chains) or None


def last_steps(line: Sequence[Step]) -> str:
    """The last steps of a line in words, one after the other."""
    return " → ".join(step.text for step in line[-_SHOWN_STEPS:])


def at_steps(
    steps: Iterable[Step], line: str = "this way", besides: Span | None = None
) -> tuple[Label, ...]:
    """A label for each statement from which steps of a line come, with the texts of these steps.

    Steps in which the party is set up or walks come from no statement and are left out, and so are
    those of the statement `besides`. They are numbered along `line`, which is no winning line.
    """
    texts: dict[Span, list[str]] = {}
    for number, step in enumerate(steps, 1):
        if step.origin.path and not step.path and step.origin != besides:
            texts.setdefault(step.origin, []).append(f"step {number}: {step.text}")
    return tuple(Label(span, f"on {line}, {'; '.join(parts)}") for span, parts in texts.items())
