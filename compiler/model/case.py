"""What checks look at."""

from __future__ import annotations

from typing import NamedTuple, TYPE_CHECKING


if TYPE_CHECKING:
    from compiler.packs.model import System
    from compiler.model.quest import Quest
    from compiler.model.verdict import Proven


class Case(NamedTuple):
    """A quest, its game, and the proof where the quest is whole enough to have one."""

    quest: Quest
    system: System
    proof: Proven | None
