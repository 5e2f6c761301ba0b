"""How far a proof may look before it gives up, as the user sets it.

States are counted, so that a quest gets the same verdict on every machine. Time is not so: it
limits only where somebody asks for that, and a verdict that met the limit says that it was time.
"""

from __future__ import annotations

from questwright.compiler.deadline import TimeOverError
from questwright.compiler.english import listed_in_words
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    T = TypeVar("T")


STATES = 20_000
"""States of play that one search looks at, if nobody says otherwise."""
WORLDS = 512
"""Worlds of a quest that are judged, where something is not known when play begins."""
_FURTHER = 10
"""How many times as far a message proposes to look."""
_FURTHER_ENDS = 200
"""The search for other dead ends, once one is known, may look at so small a part of the states."""
_NAMED = 4
"""The most titles that are named where something was not judged."""
_ASIDE = 4
"""Each question besides the verdict may look at so small a part of the states."""


class Budget(NamedTuple):
    """How far the proof of one quest may look."""

    states: int = STATES
    """States of play that one search may look at."""
    seconds: float | None = None
    """Seconds for everything that is done for a quest; None for as long as it takes."""
    worlds: int = WORLDS
    """Worlds that may be judged."""

    @property
    def aside(self) -> int:
        """The states that a question besides the verdict may look at."""
        return max(1, self.states // _ASIDE)

    @property
    def further(self) -> int:
        """The states that are looked at for other dead ends, once one is known."""
        return max(1, self.states // _FURTHER_ENDS)

    def told_worlds(self, judged: int, count: int) -> str:
        """That not every world was judged, and what to ask for instead."""
        further = f"judge more with --worlds {count}"
        if judged < min(count, self.worlds):
            further = self.told("seconds")
        return f"{judged:,} of {count:,} worlds were judged ({further})"

    def told(self, limit: str, states: int = 0) -> str:
        """A limit that a search met, in words, and what to ask for instead.

        ``states`` is how many it was allowed to look at, if not as many as the verdict.
        """
        match limit:
            case "states":
                further = f"look further with --states {self.states * _FURTHER}"
                return f"more than {states or self.states:,} states of play ({further})"
            case "seconds":
                further = "look longer with --seconds, or leave that out"
                return f"more than {self.seconds or 0:g} seconds ({further})"
            case "ways":
                return "more ways for the party to stand than can be looked at"
            case "events":
                return "events that set each other off without an end"
            case _:
                return "no way was found past those who stand in the way"


USUAL = Budget()
"""The budget of whoever asks for none."""


class LeftOpen:
    """What is asked of a proof besides its verdict, and not judged within a budget."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._titles: dict[tuple[str, str], list[str]] = {}

    @property
    def words(self) -> tuple[str, ...]:
        """Each question in words, with why it was not judged."""
        told = []
        for (asked, why), titles in self._titles.items():
            names = titles[:_NAMED]
            if len(titles) > _NAMED:
                names = [*names, f"{len(titles) - _NAMED} more"]
            told.append(f"{' '.join(filter(None, (asked, listed_in_words(names))))}: {why}")
        return tuple(told)

    def note(self, asked: str, why: str = "", title: str = "") -> None:
        """Note that something was not judged, and why; if that is left out, for want of time."""
        known = self._titles.setdefault((asked, why or self.budget.told("seconds")), [])
        if title and title not in known:
            known.append(title)

    def in_time(self, asked: str, answer: Callable[[], T], otherwise: T) -> T:
        """The answer to a question; another one, with a note, if time is over before."""
        try:
            return answer()
        except TimeOverError:
            self.note(asked)
            return otherwise
