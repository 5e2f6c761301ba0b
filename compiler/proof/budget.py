"""How far a proof may look before it gives up, as the user sets it.

States are counted, so that a quest gets the same verdict on every machine. Time is not so: it
limits only where somebody asks for that, and a verdict that met the limit says that it was time.
"""

from __future__ import annotations

import time
from enum import StrEnum
from typing import NamedTuple

STATES = 20_000
"""States of play that a search for a win may look at before it gives up."""
WORLDS = 512
"""Worlds of a quest that are judged, where something is not known when play begins."""
_SHARE = 4
"""A search for dead ends, and each question besides the verdict, may look at a part of those."""
_TOGETHER = 20
"""All searches of a quest together may look at so many times as many."""
_FURTHER = 10
"""How many times as far a message proposes to look."""
WAYS = 20_000
"""Ways to stand that one search may look at; members of a large party that differ have too many."""


class CrowdedError(Exception):
    """There are more ways to stand than can be looked at."""


class Met(StrEnum):
    """What made a search stop before it had looked at everything."""

    NOTHING = ""
    STATES = "states"
    TOGETHER = "together"
    """States of all searches of the quest together."""
    SECONDS = "seconds"
    WAYS = "ways"
    """Ways for members of a large party to stand."""
    EVENTS = "events"
    """Events that set each other off without an end."""


class Purse:
    """States that all searches of a quest share, for there may be many parties and worlds."""

    __slots__ = ("left",)

    def __init__(self, states: int) -> None:
        self.left = states


class Budget(NamedTuple):
    """How far the proof of one quest may look."""

    states: int = STATES
    """States of play that one search may look at."""
    seconds: float | None = None
    """Seconds for all searches together; None for as long as they take."""
    until: float | None = None
    """The moment of the monotonic clock, in seconds, at which those are over, once begun."""
    worlds: int = WORLDS
    """Worlds that may be judged."""
    purse: Purse | None = None
    """What is left for all searches together, once begun."""
    seeks_dead_ends: bool = True
    """Whether to look for ways to strand, too; False where only winning is asked for."""

    def begun(self) -> Budget:
        """The budget with its clock running and its purse filled."""
        if self.purse is not None:
            return self
        until = self.until
        if until is None and self.seconds is not None:
            until = time.monotonic() + self.seconds
        return self._replace(until=until, purse=Purse(self.states * _TOGETHER))

    def aside(self) -> Budget:
        """What a search may spend that looks for something besides a win."""
        return self._replace(states=max(1, self.states // _SHARE))

    def met(self, states: int) -> Met:
        """The limit that a search has met which has looked at so many states; false if none.

        Asked once for each state that is looked at.
        """
        if states > self.states:
            return Met.STATES
        if self.purse is not None:
            self.purse.left -= 1
            if self.purse.left < 0:
                return Met.TOGETHER
        if self.until is not None and time.monotonic() >= self.until:
            return Met.SECONDS
        return Met.NOTHING

    def told_worlds(self, count: int) -> str:
        """That not every world was judged, and what to ask for instead."""
        judged = min(count, self.worlds)
        return f"{judged:,} of {count:,} worlds were judged (judge more with --worlds {count})"

    def told(self, met: Met, *, is_aside: bool = False) -> str:
        """A limit that was met, in words, and what to ask for instead."""
        match met:
            case Met.STATES:
                states = self.aside().states if is_aside else self.states
                further = f"look further with --states {self.states * _FURTHER}"
                return f"more than {states:,} states of play ({further})"
            case Met.TOGETHER:
                states = self.states * _TOGETHER
                further = f"look further with --states {self.states * _FURTHER}"
                return f"more than {states:,} states of play of all searches ({further})"
            case Met.SECONDS:
                further = "look longer with --seconds, or leave that out"
                return f"more than {self.seconds:g} seconds of searching ({further})"
            case Met.WAYS:
                return "more ways for the party to stand than can be looked at"
            case Met.EVENTS:
                return "events that set each other off without an end"
            case Met.NOTHING:
                return ""


USUAL = Budget()
"""The budget of whoever asks for none."""
