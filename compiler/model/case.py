"""The input of the checks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from questwright.compiler.model.degrees import DegreeVerdict
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.model.verdict import AnyProof
    from questwright.compiler.packs.system.system import System
    from questwright.dsl.source import Span


class Case(NamedTuple):
    """A quest, its game, and its proof; the proof is None if the quest has errors."""

    quest: Quest
    system: System
    proof: AnyProof | None
    degrees: tuple[DegreeVerdict, ...] = ()
    """What was proven of each degree of victory."""
    starts: tuple[Span, ...] = ()
    """Where the text has statements about starts, understood or not."""
