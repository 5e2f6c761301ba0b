"""The input of the checks."""

from __future__ import annotations

from types import MappingProxyType

from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.model.deals import Deals
    from questwright.compiler.model.degrees import JudgedDegree
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.model.verdict import AnyProof
    from questwright.compiler.packs.system.system import System
    from questwright.dsl.source import Span


class Case(NamedTuple):
    """A quest, its game, and its proof; the proof is None if the quest has errors."""

    quest: Quest
    system: System
    proof: AnyProof | None
    degrees: Mapping[str, JudgedDegree] = MappingProxyType({})
    """The verdict on each degree of victory."""
    deals: Deals | None = None
    """What was counted over every deal; None where nothing is dealt, or the quest has errors."""
    starts: tuple[Span, ...] = ()
    """Where the text has statements about starts, understood or not."""
    is_read: bool = True
    """Every line of the text could be read."""
