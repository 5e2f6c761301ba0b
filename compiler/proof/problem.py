"""A quest as a problem: places, links between them, facts, and deeds that bring facts about.

Sets of places and of facts are whole numbers with a bit for each member.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compiler.model.board import Cells
    from dsl.source import Span

NEVER: Final = 1_000_000
"""A round that no play comes to."""
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


class FactSort(StrEnum):
    """What a fact says."""

    OPEN = "open"
    FOUND = "found"
    HAVE = "have"
    TAKEN = "taken"
    REVEALED = "revealed"
    SEARCHED = "searched"
    DEFEATED = "defeated"
    DONE = "done"
    HAPPENED = "happened"
    SPRUNG = "sprung"
    SET = "set"
    CLEAR = "clear"
    UNLOCKED = "unlocked"
    LAUNCHED = "launched"
    LATER = "later"
    WON = "won"
    LOST = "lost"
    STATE = "state"
    GONE = "gone"
    LIVE = "live"
    """The condition of a repeating event held when it was last looked at."""


class FactInfo(NamedTuple):
    """A fact in words."""

    sort: FactSort
    id: str
    title: str
    origin: Span


class DeedSort(StrEnum):
    """What kind of deed brings facts about."""

    OPEN = "open"
    EXPLORE = "explore"
    SEARCH = "search"
    PICK_UP = "pick-up"
    DEFEAT = "defeat"
    ACT = "act"
    EVENT = "event"
    ENTER = "enter"
    SPRING = "spring"
    LAUNCH = "launch"
    CAST = "cast"
    """A member casts a spell, and needs luck for it."""
    WAIT = "wait"
    BEGIN = "begin"
    """Where members of the party part: the square on which one is set up."""
    WALK = "walk"
    HAND = "hand"
    """One member hands another what it carries."""
    JUMP = "jump"
    """A member jumps down to a lower level, and needs luck for it."""
    CROSS = "cross"
    """A member takes a crossing."""


FREE: Final = frozenset(
    {DeedSort.ENTER, DeedSort.SPRING, DeedSort.PICK_UP, DeedSort.OPEN, DeedSort.LAUNCH}
)
"""Deeds that cost nobody's action."""


class Deed(NamedTuple):
    """Something that the party may do, or an event that comes of it."""

    sort: DeedSort
    id: str
    title: str
    """In the imperative, for the winning line: ``Open the Vault door with the Iron Key``."""
    where: Places
    """Places of which the party must reach one; 0 where it does not matter."""
    cells: Cells
    """The squares that it happens at, for the map; 0 where there are none."""
    needs: Need
    adds: Facts
    origin: Span
    removes: Facts = 0
    once: Facts = 0
    """It is done once: not again where these facts hold, whatever became of what it brought."""
    is_repeated: bool = False
    """It is done again when its needs have been unmet and are met anew."""
    is_forced: bool = False
    """It happens by itself as soon as its needs are met."""
    carries: Facts = 0
    """Items that whoever does it has to have at hand."""


class Link(NamedTuple):
    """A way between two places, in both directions or from the first to the second."""

    first: int
    second: int
    needs: Need
    title: str
    origin: Span
    is_one_way: bool = False
    is_jump: bool = False
    """Who goes this way jumps down, and needs luck for it."""
    is_retraced: bool = False
    """It is one-way, but whoever takes it can walk back another way, from the beginning on."""
    is_crossing: bool = False
    """Who goes this way takes a crossing, and that is told."""


class PlaceInfo(NamedTuple):
    """A place: squares that are reached from each other without doing anything."""

    area: int
    """The area that it belongs to, by index."""
    cells: Cells
    clear: int = -1
    """The fact that nothing closes it; -1 for a place that stays open. Who stands in a closed one
    is neither there nor elsewhere until it is cleared."""


class Limit(NamedTuple):
    """The last round in which the party can win."""

    last: int
    origin: Span


class Unjudged(NamedTuple):
    """Something that a quest has and the proof cannot judge."""

    text: str
    origin: Span


class Problem(NamedTuple):
    """All that the proof knows of a quest."""

    places: tuple[PlaceInfo, ...]
    start: Places
    links: tuple[Link, ...]
    facts: tuple[FactInfo, ...]
    given: Facts
    """Facts that hold at the start."""
    deeds: tuple[Deed, ...]
    goal: Need
    assumptions: tuple[str, ...]
    undecided: tuple[Unjudged, ...]
    """What this quest has that the proof cannot judge yet."""
    party: int = 1
    """How many members the party has."""
    starts: tuple[Places, ...] = ()
    """The place of each square on which one of them begins; of who comes later, one off the board
    for each of them."""
    comers: tuple[Members, ...] = ()
    """For each of these, who begins there; empty where anybody may."""
    lost: Facts = 0
    """The fact that another side has won: then the quest is over."""
    fallen: tuple[Facts, ...] = ()
    """For each member the fact that it is no longer in the quest, 0 for who never leaves it; empty
    where nobody ever does."""
    limit: Limit | None = None
    """Rounds are counted apart from all else; None where time is no matter."""


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


def asks_place(deed: Deed) -> bool:
    """Whether the party must be somewhere for a deed."""
    return bool(deed.where) or _names_place(deed.needs)


def _names_place(need: Need) -> bool:
    return any(True for _ in stands_asked(need))


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


def each_place(places: Places) -> list[int]:
    """The numbers of the places, or of the facts, of a set."""
    found = []
    while places:
        lowest = places & -places
        found.append(lowest.bit_length() - 1)
        places ^= lowest
    return found


_WAIT: Final = "wait->="


def waiting_for(number: int) -> str:
    """The id of the deed of waiting for a round."""
    return f"{_WAIT}{number}"


def waits_for(deed: Deed) -> int:
    """The round that a deed of waiting waits for."""
    return int(deed.id.removeprefix(_WAIT))


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


def each_bit(bits: int) -> Iterator[int]:
    """The members of a set, one by one, as sets."""
    while bits:
        yield bits & -bits
        bits &= bits - 1


def alike(one: Problem, other: Problem) -> dict[Deed, Deed]:
    """The deeds of a problem with those of another that is posed alike: in the same order."""
    waiting: dict[tuple[DeedSort, str, str], list[Deed]] = {}
    for deed in other.deeds:
        waiting.setdefault((deed.sort, deed.id, deed.title), []).append(deed)
    found: dict[Deed, Deed] = {}
    for deed in one.deeds:
        alike = waiting.get((deed.sort, deed.id, deed.title))
        if alike:
            found[deed] = alike.pop(0)
    return found
