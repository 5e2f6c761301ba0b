"""What was counted over every deal of a deck."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from questwright.dsl.choices import StrEnum
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


class Exploring(StrEnum):
    """How a party explores: at which of the ways that a junction divides it goes on."""

    STRAIGHT = "straight"
    """Always towards the objective."""
    COIN = "coin"
    """By chance, each way to its end, and then back."""
    LAST = "last"
    """Towards the objective when every other way has been followed to its end."""


class Missed(StrEnum):
    """Why the objective is out of reach."""

    CLOSED = "closed"
    """No doorway is left in front of it."""
    NO_ROOM = "no-room"
    """It cannot be laid without an overlap."""


class Expected(StrEnum):
    """What is expected of the way to the objective."""

    SQUARES = "squares"
    """Squares that are entered at the least: the shortest way, with no turn back."""
    TURNS = "turns"
    """Turns that this takes at the least."""
    EVENTS = "events"
    """Sections in which an event is met."""
    FOES = "foes"
    """Figures that events bring."""
    WORTH = "worth"
    """What these figures, and the events, are worth."""
    REWARDS = "rewards"
    """What the rewards for events are worth."""


class Distribution(NamedTuple):
    """The chances of a number."""

    chances: Mapping[int, Fraction]
    """By number, from the least on; they add up to 1."""

    @property
    def mean(self) -> Fraction:
        """The number on the average."""
        return self._summed(1)

    @property
    def variance(self) -> Fraction:
        """The mean of the squared distance from the mean."""
        return self._summed(2) - self.mean**2

    def _summed(self, power: int) -> Fraction:
        """The mean of a power of the number; whole parts are summed much quicker than fractions."""
        parts = lcm(*(chance.denominator for chance in self.chances.values()))
        weights = (
            number**power * chance.numerator * (parts // chance.denominator)
            for number, chance in self.chances.items()
        )
        return Fraction(sum(weights), parts)

    def at(self, share: Fraction) -> int:
        """The least number that is not exceeded with some chance, above 0."""
        so_far = Fraction(0)
        for number, chance in self.chances.items():
            so_far += chance
            if so_far >= share:
                return number
        return max(self.chances)


class Explored(NamedTuple):
    """How many sections a party has laid when it comes to the objective, or can go no further."""

    found: Mapping[int, Fraction]
    """The chance of each number of sections, the objective among them, at which it is reached."""
    missed: Mapping[int, Fraction]
    """The chance of each number of sections after which there is no way on."""
    undecided: Fraction
    """The chance of what the limit has left out."""
    by_sort: Mapping[str, Fraction]
    """How many sections of each sort are laid on the average, by the word of the sort."""
    laid: Mapping[tuple[int, ...], Fraction]
    """The chance of each number of sections of each class of alike cards, where the objective is
    reached."""
    expected: Mapping[Expected, Distribution]
    """What it leads the party to, where the objective is reached; empty where nobody asked."""

    @property
    def chance(self) -> Fraction:
        """The chance that the objective is reached."""
        return sum(self.found.values(), Fraction(0))

    @property
    def mean(self) -> Fraction | None:
        """The sections laid on the average, where the objective is reached; None if it never is."""
        if not self.found:
            return None
        total = sum((count * chance for count, chance in self.found.items()), Fraction(0))
        return total / self.chance

    @property
    def deviation_squared(self) -> Fraction | None:
        """The variance of the number of sections, where the objective is reached."""
        mean = self.mean
        if mean is None:
            return None
        total = sum((count * count * chance for count, chance in self.found.items()), Fraction(0))
        return total / self.chance - mean * mean


class ShownDeal(NamedTuple):
    """A deal that leaves the objective out of reach."""

    cards: tuple[str, ...]
    """The words of the sections, from the top of the deck."""
    why: Missed


class Deals(NamedTuple):
    """What was counted over every deal of a deck."""

    total: int
    """How many deals there are, where each card is told from every other."""
    missed: Mapping[Missed, Fraction]
    """The chance of each reason for which the objective is out of reach, whatever is chosen."""
    undecided: Fraction
    """The chance of the deals of which it was not decided."""
    is_bound: bool
    """The deals that are out of reach are at most as many as told: there were too many choices of
    doorways to follow."""
    shown: ShownDeal | None
    classes: tuple[tuple[str, ...], ...]
    """The classes of alike cards: the word of the section of each card."""
    ways: Mapping[Exploring, Explored]

    @property
    def out_of_reach(self) -> Fraction:
        """The chance that a deal leaves the objective out of reach."""
        return sum(self.missed.values(), Fraction(0))

    @property
    def missed_unchosen(self) -> Fraction:
        """The chance that it is out of reach for whoever lays each card where it fits first."""
        straight = self.ways.get(Exploring.STRAIGHT)
        return sum(straight.missed.values(), Fraction(0)) if straight is not None else Fraction(0)

    @property
    def lost(self) -> int:
        """How many of all deals leave the objective out of reach."""
        return int(self.out_of_reach * self.total)
