"""Conditions of a task, and whether they hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.dsl.source import Span


Places = int


Facts = int


Members = int


class Has(NamedTuple):
    """A fact holds."""

    fact: int
    origin: Span


class Lacks(NamedTuple):
    """A fact does not hold."""

    fact: int
    origin: Span


class At(NamedTuple):
    """So many members of the party stand in some places."""

    places: Places
    words: str
    origin: Span
    is_at_start: bool = False
    """They stand there before anybody has moved."""
    least: int = 1
    who: Members = 0
    """Those who count; 0 where each member does."""
    spare: int = -1
    """Where members may be lost: all but so many of those who are left; -1 where ``least`` is
    meant."""
    is_roomy: bool = False
    """There is room for all of them, however few squares there are."""


class By(NamedTuple):
    """Whoever does it, or walks there, is one of some members."""

    who: Members
    words: str
    origin: Span


class All(NamedTuple):
    """Each of several needs."""

    parts: tuple[Need, ...]


class Either(NamedTuple):
    """At least one of several needs."""

    parts: tuple[Need, ...]


class AtLeast(NamedTuple):
    """So many of several needs."""

    least: int
    parts: tuple[Need, ...]


class Never(NamedTuple):
    """Cannot be met, and why."""

    why: str
    origin: Span


Need = Has | Lacks | At | By | All | Either | AtLeast | Never


NOTHING = All(())
"""The need that is always met."""


def is_met(need: Need, facts: Facts, places: Places) -> bool:
    """Whether a need is met with these facts and these places in reach."""
    # By class, most frequent first: a `match` costs three times as much, in the hottest loop.
    if isinstance(need, Has):
        return bool(facts >> need.fact & 1)
    if isinstance(need, All):
        return all(is_met(part, facts, places) for part in need.parts)
    if isinstance(need, At):
        return bool(need.places & places)
    if isinstance(need, Either):
        return any(is_met(part, facts, places) for part in need.parts)
    if isinstance(need, Lacks):
        return not facts >> need.fact & 1
    if isinstance(need, AtLeast):
        return sum(is_met(part, facts, places) for part in need.parts) >= need.least
    return isinstance(need, By)


def is_met_at_start(need: Need, facts: Facts) -> bool:
    """Whether a need is met before anybody has moved or done anything."""
    match need:
        case At():
            return need.is_at_start
        case All(parts):
            return all(is_met_at_start(part, facts) for part in parts)
        case Either(parts):
            return any(is_met_at_start(part, facts) for part in parts)
        case AtLeast(least, parts):
            return sum(is_met_at_start(part, facts) for part in parts) >= least
        case _:
            return is_met(need, facts, 0)


def stands_asked(need: Need) -> Iterator[At]:
    """All that a need asks of where members of the party stand."""
    if isinstance(need, At):
        yield need
    for part in getattr(need, "parts", ()):
        yield from stands_asked(part)


def relaxed(need: Need) -> Need:
    """A need without what it asks not to hold."""
    match need:
        case Lacks():
            return NOTHING
        case All(parts):
            return All(tuple(relaxed(part) for part in parts))
        case Either(parts):
            return Either(tuple(relaxed(part) for part in parts))
        case AtLeast(count, parts):
            return AtLeast(count, tuple(relaxed(part) for part in parts))
        case _:
            return need


def facts_needed(need: Need) -> tuple[Facts, Facts]:
    """The facts that a need names: those to hold, and those not to hold."""
    match need:
        case Has(fact, _):
            return 1 << fact, 0
        case Lacks(fact, _):
            return 0, 1 << fact
        case All(parts) | Either(parts) | AtLeast(_, parts):
            held, lacked = 0, 0
            for part in parts:
                more, less = facts_needed(part)
                held |= more
                lacked |= less
            return held, lacked
        case _:
            return 0, 0


def negated(need: Need) -> Need:
    """The need that is met where this one is not."""
    match need:
        case Has(fact, origin):
            return Lacks(fact, origin)
        case Lacks(fact, origin):
            return Has(fact, origin)
        case All(parts):
            return Either(tuple(negated(part) for part in parts))
        case Either(parts):
            return All(tuple(negated(part) for part in parts))
        case AtLeast(count, parts):
            return AtLeast(len(parts) - count + 1, tuple(negated(part) for part in parts))
        case Never():
            return NOTHING
        case At() | By():
            return need


EVERYBODY: Members = -1


def doers_of(need: Need) -> Members:
    """The members who may do what has a need, or walk there."""
    found = EVERYBODY
    for part in parts_of(need):
        if isinstance(part, By):
            found &= part.who
    return found


def parts_of(need: Need) -> tuple[Need, ...]:
    """The needs of which each must be met."""
    if isinstance(need, All):
        return tuple(one for part in need.parts for one in parts_of(part))
    return (need,)
