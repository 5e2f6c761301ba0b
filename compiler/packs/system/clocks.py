"""What runs out as rounds go by: a deck from which a card is drawn at the end of each round."""

from __future__ import annotations

from questwright.dsl.choices import StrEnum
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
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
    at_first: int | str
    """How much is taken before the first round: a number, or the word of its setting."""
    each_round: int
    """How much is taken at the end of each round."""
    words: Mapping[str, RunsOut]
    """The words of conditions, as in ``deck empty``, each with what it asks for."""
    rules: tuple[str, ...]

    @property
    def settings(self) -> tuple[str, ...]:
        """The words of the settings that say in which round it runs out."""
        return (self.word, self.at_first) if isinstance(self.at_first, str) else (self.word,)

    def last_round(self, settings: Mapping[str, object], word: str) -> int | None:
        """The round at the end of which it has run out; 0 if it has before play begins.

        None where the settings do not say it.
        """
        stock = settings.get(self.word)
        taken = settings.get(self.at_first) if isinstance(self.at_first, str) else self.at_first
        if type(stock) is not int or type(taken) is not int:
            return None
        left = max(0, stock - taken)
        if self.words[word] is RunsOut.MISSING:
            return left // self.each_round + 1
        return -(-left // self.each_round)
