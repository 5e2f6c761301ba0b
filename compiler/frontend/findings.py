"""Where passes and checks put what they find."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.dsl import limits
from questwright.dsl.diagnostics import Code, Diagnostic, Label

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.model.verdict import Cause, Step
    from questwright.compiler.packs.system.system import Grid
    from questwright.dsl.source import Span


class Findings:
    """Findings as they come; drawn and sorted elsewhere."""

    __slots__ = ("_found", "cell", "cells")

    def __init__(self, grid: Grid | None = None) -> None:
        self._found: list[Diagnostic] = []
        self.cell = "square"
        """What the game calls a cell of its board; messages call it so."""
        self.cells = "squares"
        if grid is not None:
            self.use_cell_words(grid)

    def use_cell_words(self, grid: Grid) -> None:
        """From now on speak of cells as a game does."""
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
        """Take a finding; beyond a number that nobody reads, no more are taken."""
        if len(self._found) >= limits.QUEST_FINDINGS:
            return
        label_ = Label(span, label)
        self._found.append(Diagnostic(code, message, label_, related, reason, help))

    def extend(self, findings: tuple[Diagnostic, ...]) -> None:
        """Take findings that others made."""
        self._found.extend(findings)

    def all(self) -> tuple[Diagnostic, ...]:
        """All of them, in the order in which they came."""
        return tuple(self._found)

    def __len__(self) -> int:
        return len(self._found)


def at_causes(causes: Iterable[Cause]) -> tuple[Label, ...]:
    """Causes where they stand in the source."""
    return tuple(Label(cause.origin, cause.text) for cause in causes if cause.origin.path)


def at_steps(steps: Iterable[Step]) -> tuple[Label, ...]:
    """Steps of a line of play where they come from; each place once, with all that it does.

    Where the party is set up and how it walks is written nowhere.
    """
    told: dict[Span, list[str]] = {}
    for number, step in enumerate(steps, 1):
        if step.origin.path and not step.path:
            told.setdefault(step.origin, []).append(f"step {number}: {step.text}")
    return tuple(Label(span, "; ".join(some)) for span, some in told.items())
