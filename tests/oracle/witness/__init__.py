"""A second player, who shares no reading with the proof.

It knows only the text of the verdicts and the reference of the language. A state says where every
member of the party stands, cell by cell, and all else that can matter. `judge` tries every deed in
every state that play can reach, breadth first, and then looks from which of these states play can
still be won. Nothing is contracted, skipped or guessed: where a quest has parts that this player
does not know, or play has more states than it may look at, the answer says so. `README.md` lists
the readings that it had to choose.
"""

from __future__ import annotations

from oracle.witness.player import Judgement, judge

__all__ = ["Judgement", "judge"]
