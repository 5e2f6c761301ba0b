"""What runs out as rounds go by: a deck from which a card is drawn at the end of each round."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class RunsOut(StrEnum):
    """What a condition on a clock asks for."""

    LAST = "last"
    """The last of it has been taken."""
    MISSING = "missing"
    """Something should have been taken, and nothing was left."""


class ClockKind(NamedTuple):
    """A stock from which something is taken at the end of each round; nothing is added to it.

    So the round in which it runs out is known when play begins.
    """

    word: str
    """Of the setting that says how much there is."""
    title: str
    at_first: int
    """How much is taken before the first round."""
    each_round: int
    """How much is taken at the end of each round."""
    words: Mapping[str, RunsOut]
    """The words of conditions, as in ``deck empty``, each with what it asks for."""
    rules: tuple[str, ...]

    def last_round(self, stock: int, word: str) -> int:
        """The round at the end of which it has run out; 0 if it has before play begins."""
        left = max(0, stock - self.at_first)
        if self.words[word] is RunsOut.MISSING:
            return left // self.each_round + 1
        return -(-left // self.each_round)
