"""The values of a quest as its `quest.json` says it: the board, the things on it, the party."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from questwright.engine.reading import Json, Node

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from questwright.engine.crossings import Crossing
    from questwright.engine.heights import Heights
    from questwright.engine.lattice import Lattice
    from questwright.engine.squares import Square


class Diagonal(StrEnum):
    """When a diagonal step is legal."""

    ONE_FLANK = "one-flank"
    """If at least one of the two ways around the corner is free."""
    BOTH_FLANKS = "both-flanks"
    """If both ways around the corner are free."""
    NEVER = "never"


class Form(StrEnum):
    """The forms of gates."""

    DOOR = "door"
    PASSAGE = "passage"
    WINDOW = "window"
    """Figures see through it, and never walk through it."""


class Edge(NamedTuple):
    """The edge between two squares, by their names, the upper or left one first."""

    first: str
    second: str


class Area(NamedTuple):
    """An area of the board; its cells are names of squares."""

    id: str
    title: str
    cells: tuple[str, ...]
    clear_by_sight: bool
    """Whether a search needs only that no enemy is in sight, rather than that none is in it."""


class Lock(NamedTuple):
    """The lock of a gate or a container."""

    key: str | None
    """The id of the item that opens it; None where it needs none."""
    is_spent: bool
    """Whether the key is used up."""
    by: tuple[str, ...]
    """The words of the members who can open it; empty where all can."""
    within: int
    """How many squares off a spell opens it, whatever lies between; 0 where none does."""


class Gate(NamedTuple):
    """A gate: a door, passage or window between two areas."""

    id: str
    title: str
    form: Form
    edges: tuple[Edge, ...]
    areas: tuple[str, str]
    is_open: bool
    """Whether it stands open when play begins."""
    opened_by: tuple[str, ...]
    """The words of the sides that can open it."""
    move_cost: int
    action_cost: int
    passes_large: bool
    only: tuple[str, ...]
    """The words of the members who can pass; empty where all can."""
    way_from: str | None
    """The id of the only area from which it can be passed; None where it can be from both."""
    lock: Lock | None
    shuts_after: int = 0
    """How many go through before it falls shut; 0 if it never does."""
    cells: tuple[str, ...] = ()
    """The squares that it stands on until it is opened; empty if it stands on edges."""


class Special(NamedTuple):
    """An exception from the rules that some figures have."""

    word: str
    passes: tuple[str, ...]
    """What does not stop them: walls, or the categories of things on squares."""
    shares: tuple[str, ...]
    """The categories of things on whose squares they may end their move."""
    stays: bool
    """Whether they never leave their square."""


class Push(NamedTuple):
    """A way to push a thing: the squares that it leaves and comes to, and the pusher's."""

    start: str
    end: str
    stand: str


class Thing(NamedTuple):
    """A thing on the board."""

    id: str
    title: str
    kind: str
    cells: tuple[str, ...]
    facing: str | None
    area: str | None
    link: str | None
    """The id of the portal that it leads to."""
    specials: tuple[str, ...]
    """The words of its own specials, besides those of its kind."""
    blocks: bool
    """Whether nobody can walk over its squares."""
    lock: Lock | None = None
    """What keeps a container shut; None where a search finds what is in it."""
    pushers: tuple[str, ...] = ()
    """The words of the members who push it; empty where nobody does."""
    pushes: tuple[Push, ...] = ()
    """Every way to push it, wherever it may have come by then."""


class Board(NamedTuple):
    """The squares of a quest, and what is between them."""

    columns: int
    rows: int
    lattice: Lattice
    diagonal: Diagonal
    friends_block: bool
    """Whether no member moves over the square of another."""
    sees_past_figures: bool
    """Whether no figure closes sight."""
    ruler: bool
    """Whether distances are measured between the nearest parts of squares."""
    cells: Mapping[str, Square]
    """By name, row by row."""
    walls: frozenset[Edge]
    costs: Mapping[str, Mapping[str, int | None]]
    """For each cell with terrain: by member of the party, the move points that entering it costs;
    None where it is closed to that member."""
    entered_with: Mapping[str, EnteredWith]
    """For each cell of ground that is entered with some items, which they are."""
    areas: Mapping[str, Area]
    gates: Mapping[str, Gate]
    heights: Heights
    """The edges that levels close, and where members jump or climb."""
    crossings: Mapping[str, Crossing]
    """By id."""


class EnteredWith(NamedTuple):
    """The items with which members enter ground that is closed to them."""

    items: frozenset[str]
    """The ids of items: it takes one of them."""
    who: frozenset[str]
    """The members who cannot enter it without."""
    cells: frozenset[str]
    """The squares of the ground."""

    def lets(self, member: str, held: Iterable[str]) -> bool:
        """Tell whether a member who carries some items may be there."""
        return member not in self.who or not self.items.isdisjoint(held)


class Entry(NamedTuple):
    """Where some members of the party come into play."""

    cells: tuple[str, ...]
    who: tuple[str, ...]
    """The words of these members."""
    round: int
    """The first round in which they may; those of round 1 are set up before play begins."""


class Shot(NamedTuple):
    """A way to attack along sight."""

    members: tuple[str, ...]
    """The words of the members who attack so."""
    not_beside: bool
    """Nobody is attacked so who stands beside the attacker."""
    within: int
    """How many squares off a figure is attacked at the most; 0 for as far as one sees."""


class QuestDocument(NamedTuple):
    """A compiled quest."""

    id: str
    title: str
    board: Board
    things: Mapping[str, Thing]
    specials: Mapping[str, Special]
    starts: tuple[str, ...]
    """The squares on which members of the party come into play."""
    entries: tuple[Entry, ...]
    members: tuple[str, ...]
    """The words of the party's members."""
    shots: tuple[Shot, ...]
    data: Mapping[str, Json]
    """The whole document, for the parts that have no field here."""

    def move_of(self, member: str) -> int | None:
        """Return the move points of a member; None where the game has no number for them."""
        root = Node(dict(self.data))
        name = root.get("turn").get("move_value").text()
        for kind in root.get("kinds").items():
            values = dict(kind.get("values").entries())
            if kind.get("word").raw == member and name in values:
                value = values[name].get("value").raw
                return value if type(value) is int else None
        return None

    @property
    def blocked(self) -> frozenset[str]:
        """The squares that things close when play begins."""
        return frozenset(
            cell for thing in self.things.values() if thing.blocks for cell in thing.cells
        )
