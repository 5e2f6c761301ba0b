"""Where chance enters a line of play, and the exact odds there."""

from __future__ import annotations

from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction


class Attempts(NamedTuple):
    """How many attempts one member of the party needs for something, exactly."""

    member: str
    """The word of its kind."""
    title: str
    way: str
    """The word of what it does in an attempt: ``fight``."""
    way_title: str
    hits: tuple[Fraction, ...]
    """The probabilities that one attempt scores 0 hits, 1 hit, 2 hits …"""
    needed: int
    """How many hits it takes."""
    is_kept: bool
    """The hits of several attempts add up."""
    chances: tuple[Fraction, ...]
    """The probabilities that it succeeds at the first attempt, the second … until they add up to
    nine tenths; at most a hundred of them."""
    mean: Fraction
    """The expected number of attempts."""


class Rounds(NamedTuple):
    """How many rounds the whole party needs for something if each member tries once a round."""

    chances: tuple[Fraction, ...]
    """The probabilities that it succeeds in the first round, the second … cut as for attempts."""
    mean: Fraction
    """The expected number of rounds."""


class Outcome(NamedTuple):
    """A possible result of a roll or a draw, with its probability."""

    text: str
    chance: Fraction


class Chance(NamedTuple):
    """A place where chance enters a line of play."""

    step: int
    """The number of the step, from 1."""
    text: str
    """What is rolled or drawn, with the odds, in words."""
    given: str = ""
    """What the odds assume, as a clause; or empty."""
    attempts: tuple[Attempts, ...] = ()
    """If it is tried until it succeeds: the odds of each member of the party that can do it."""
    together: Rounds | None = None
    """If several members can do it: how many rounds they need together."""
    outcomes: tuple[Outcome, ...] = ()
    """If it is rolled or drawn once: the possible results; empty if no odds are known."""
