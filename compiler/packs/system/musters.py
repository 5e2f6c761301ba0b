"""What a pack says of musters, typed: prices, when a side gets points, and who is born."""

from __future__ import annotations

from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


class Payday(NamedTuple):
    """Rounds in which a side gets points."""

    rounds: tuple[int, ...]
    since: int
    """The round from which on it gets them, besides those; 0 for none."""
    every: int
    """Of the rounds from ``since`` on, each so many."""
    points: int

    def until(self, last: int) -> tuple[int, ...]:
        """The rounds up to the last one of a quest in which the points are got."""
        later = range(self.since, last + 1, self.every) if self.since else ()
        return tuple(sorted({each for each in (*self.rounds, *later) if each <= last}))


class Growth(NamedTuple):
    """Who is bought while one plays is born, and grows up."""

    called: str
    """What those are called who are just born: a word of kinds, ranks or traits."""
    near: str
    """Beside whom they are born, by a word of kinds, ranks or traits; empty for nobody."""
    within: int
    """So many cells from there at most."""
    rounds: int
    """The rounds after which they are grown."""


class MusterRules(NamedTuple):
    """What figures cost where points buy them, and what is so of those bought while one plays."""

    prices: Mapping[str, int]
    """By words of kinds, ranks and traits."""
    calendar: tuple[Payday, ...]
    """The points of each round, where a quest leaves them to the game; or empty."""
    growth: Growth | None
