"""A quest as a problem: places, links between them, facts, and deeds that bring facts about.

Sets of places and of facts are whole numbers with a bit for each member.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from questwright.compiler.proof.task.cache import Cache
from questwright.compiler.proof.task.condition import (
    Facts,
    Members,
    Need,
    Places,
    stands_asked,
)

if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cells
    from questwright.dsl.source import Span

NEVER: Final = 1_000_000
"""A round that no play comes to."""


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
    BRING = "bring"
    """A vessel is brought back to a landing, and it is not told by whom."""


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
    cache: Cache | None = None
    """What is known of this problem, and of others like it."""


def cache_of(problem: Problem) -> Cache:
    """What is known of a problem; a new cache where it has none."""
    return Cache() if problem.cache is None else problem.cache


def asks_place(deed: Deed) -> bool:
    """Whether the party must be somewhere for a deed."""
    return bool(deed.where) or _names_place(deed.needs)


def _names_place(need: Need) -> bool:
    return any(True for _ in stands_asked(need))


_WAIT: Final = "wait->="


def waiting_for(number: int) -> str:
    """The id of the deed of waiting for a round."""
    return f"{_WAIT}{number}"


def waits_for(deed: Deed) -> int:
    """The round that a deed of waiting waits for."""
    return int(deed.id.removeprefix(_WAIT))


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
