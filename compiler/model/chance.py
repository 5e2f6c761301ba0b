"""Where chance enters a line of play, and the odds, in a form that pages and documents can show."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from fractions import Fraction


class Attempts(NamedTuple):
    """How many attempts something takes of one member of the party, exactly."""

    member: str
    """The word of its kind."""
    title: str
    way: str
    """The word of what it does in an attempt: ``fight``."""
    way_title: str
    hits: tuple[Fraction, ...]
    """How likely one attempt scores no hit, one, two …"""
    needed: int
    """Hits that it takes."""
    is_kept: bool
    """Hits of several attempts add up."""
    chances: tuple[Fraction, ...]
    """How likely the first attempt does it, the second … until nine plays of ten have done it, or
    a hundred attempts are told."""
    mean: Fraction
    """Attempts that it takes on average."""


class Rounds(NamedTuple):
    """How many rounds something takes of the whole party, each of whom tries it once in each."""

    chances: tuple[Fraction, ...]
    """How likely it is done in the first round, the second … as for attempts."""
    mean: Fraction
    """Rounds that it takes on average."""


class Outcome(NamedTuple):
    """Something that a roll or a draw may bring."""

    text: str
    chance: Fraction


class Chance(NamedTuple):
    """A place where chance enters a line of play."""

    step: int
    """The number of the step, from 1."""
    text: str
    """What is rolled or drawn, with the odds, in words."""
    given: str = ""
    """What the odds take for granted, as a clause; or empty."""
    attempts: tuple[Attempts, ...] = ()
    """Where it is tried again until it comes off: for each member of the party that can do it."""
    together: Rounds | None = None
    """Where several members of the party can do it: how long they take together."""
    outcomes: tuple[Outcome, ...] = ()
    """Where it is rolled or drawn once: what may come of it; empty where no odds are known."""
