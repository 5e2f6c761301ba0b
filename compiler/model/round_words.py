"""What a game calls a round."""

from __future__ import annotations

from questwright.compiler.language import message, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from questwright.compiler.packs.system.turns import TurnRules

WORDS: Final = (message("round"), message("rounds"))
"""The words of `TurnRules` where a game has none of its own, which `say` translates."""


def round_words(turns: TurnRules) -> dict[str, str]:
    """What a round and rounds are called, for a message with ``{round}`` or ``{rounds}`` in it."""
    return {"round": say(turns.one), "rounds": say(turns.many)}


def count_of_rounds(count: int, turns: TurnRules) -> str:
    """A number of rounds: ``3 rounds``, ``1 turn``."""
    word = turns.one if count == 1 else turns.many
    return say("{count} {rounds}", count=count, rounds=say(word))
