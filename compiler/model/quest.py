"""A compiled quest: everything resolved, with the origin of each thing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.packs.system.system import Category, Gear, Kind, Special

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from fractions import Fraction

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.musters import Muster
    from questwright.compiler.packs.system.values import Plain
    from questwright.dsl.prose import Block
    from questwright.dsl.source import Span
    from questwright.dsl.syntax import Allow, Expect


class Thing(NamedTuple):
    """Something that stands on the board at the start, or lies in wait for its area."""

    id: str
    title: str
    kind: Kind
    cells: tuple[Cell, ...]
    """Its squares; the first is the top left one, or the name hex of its base."""
    facing: str
    """``north``, ``east``, ``south``, ``west``, or empty."""
    area: int
    """The area that it is in, by index."""
    link: str
    """The id of the portal that it leads to, or empty."""
    specials: tuple[Special, ...]
    """What it alone may do against the rules."""
    is_named: bool
    origin: Span
    who: tuple[str, ...] = ()
    """Of a start: the members of the party who alone begin there; empty where nobody is named."""
    round: int = 1
    """Of a start: the first round in which somebody comes there."""

    @property
    def mask(self) -> Cells:
        """Its squares as a set."""
        cells = 0
        for cell in self.cells:
            cells |= 1 << cell
        return cells

    @property
    def blocks(self) -> bool:
        """Whether nobody can walk through it."""
        return self.kind.category in (
            Category.FURNITURE,
            Category.CONTAINER,
            Category.OBSTACLE,
        )

    @property
    def exceptions(self) -> tuple[Special, ...]:
        """What it may do against the rules, as its kind or alone."""
        return (*self.kind.specials, *self.specials)


class Item(NamedTuple):
    """Something that can be carried."""

    id: str
    title: str
    gear: Gear | None
    """What the game says of it, where the game has it."""
    card: str
    """The card of the deck for searches that it is, or empty."""
    holder: str
    """The id of the figure that carries it or the container that it lies in, or empty."""
    cell: Cell
    """The square that it lies on, or -1."""
    origin: Span


class Group(NamedTuple):
    """Some of the party, under one name."""

    id: str
    title: str
    who: tuple[str, ...]
    """The words of its members."""
    origin: Span


class Entry(NamedTuple):
    """Where some of the party come into play."""

    cells: Cells
    who: tuple[str, ...]
    """The words of those who may."""
    round: int
    """The first round in which they may."""
    title: str
    origin: Span


class Moving(NamedTuple):
    """A place of which a hidden thing is a part: its squares are where that thing is."""

    fixed: Cells
    """The squares that it has in any case."""
    things: tuple[str, ...]
    """The ids of the things whose squares are added."""


class FactKind(StrEnum):
    """The facts that conditions ask for."""

    OPENED = "opened"
    """A gate has been opened."""
    CLOSED = "closed"
    FOUND = "found"
    """A passage has been found."""
    REVEALED = "revealed"
    """What is in an area has been set out."""
    SEARCHED = "searched"
    """An area or a container has been searched."""
    CLEARED = "cleared"
    """No enemy is left in an area."""
    DEFEATED = "defeated"
    """A figure has been removed from play."""
    STATE = "state"
    """A figure is in a state that the pack names: ``crippled``."""
    TAKEN = "taken"
    """Some member of the party has, or had, an item."""
    CARRIES = "carries"
    IS_IN = "is-in"
    """Figures stand within some squares."""
    LEAVES = "leaves"
    """Figures leave the board by some squares."""
    DONE = "done"
    """A quest action has been taken."""
    HAPPENED = "happened"
    """An event has happened."""
    SPRUNG = "sprung"
    """A trap has been set off."""
    SET = "set"
    """A flag is set."""
    ROUND = "round"
    """The round, compared with a number."""


class Quantity(StrEnum):
    """How many of several subjects."""

    ONE = "one"
    """The one that is named."""
    ANY = "any"
    ALL = "all"
    NONE = "none"
    AT_LEAST = "at-least"


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact about the play."""

    kind: FactKind
    quantity: Quantity
    count: int
    """With AT_LEAST, how many."""
    subjects: tuple[str, ...]
    """Ids of things, gates, areas, items, actions, events or flags; or of party members."""
    subject_word: str
    """How the author named them: ``hero``, ``zombie``, ``well-door``."""
    object: str
    """The item carried, the state, or empty."""
    cells: Cells
    """The squares that a place means, or 0."""
    place: str
    """How the author wrote that place, or empty."""
    comparison: str
    number: int
    origin: Span
    moving: Moving | None = None


class Every(NamedTuple):
    """Each of several conditions."""

    parts: tuple[Condition, ...]
    origin: Span


class Some(NamedTuple):
    """At least one of several conditions."""

    parts: tuple[Condition, ...]
    origin: Span


class Not(NamedTuple):
    """A condition that must not hold."""

    part: Condition
    origin: Span


Condition = Fact | Every | Some | Not


def facts_of(condition: Condition) -> Iterator[Fact]:
    """All facts that a condition asks for."""
    match condition:
        case Fact():
            yield condition
        case Not(part, _):
            yield from facts_of(part)
        case Every(parts, _) | Some(parts, _):
            for part in parts:
                yield from facts_of(part)


class EffectKind(StrEnum):
    """What an event can do."""

    READ = "read"
    NOTE = "note"
    GIVE = "give"
    TAKE = "take"
    REWARD = "reward"
    """Each member of the party receives so much of what a setting counts: gold."""
    DRAW = "draw"
    """The party draws from the deck for searches: so many cards, or one by its name."""
    SPAWN = "spawn"
    REVEAL = "reveal"
    OPEN = "open"
    UNLOCK = "unlock"
    CLOSE = "close"
    SET = "set"
    CLEAR = "clear"
    BLOCK = "block"
    REMOVE = "remove"
    TRIGGER = "trigger"
    END = "end"


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that an event does."""

    kind: EffectKind
    target: str
    """The id of the item, gate, area, thing, trap, flag or side; or the word of a kind, deck or
    card."""
    target_title: str
    count: int
    cells: Cells
    place: str
    facing: str
    text: tuple[Block, ...]
    origin: Span
    specials: tuple[Special, ...] = ()
    """What those who come may do against the rules, besides what their kind may."""
    moving: Moving | None = None


class Event(NamedTuple):
    """Something that happens when a condition comes true."""

    id: str
    title: str
    repeats: bool
    condition: Condition
    effects: tuple[Effect, ...]
    is_named: bool
    origin: Span


class Action(NamedTuple):
    """A quest action that a member of the party may take."""

    id: str
    title: str
    cells: Cells
    """Where it may be taken: on these squares, or beside the thing on them."""
    target: str
    """The id of the thing that it is done to, or empty."""
    place: str
    condition: Condition | None
    cost: int
    """Actions that it costs."""
    origin: Span
    moving: Moving | None = None


class Victory(NamedTuple):
    """How a side wins."""

    side: str
    title: str
    condition: Condition
    is_default: bool
    """It holds in every quest of the game."""
    origin: Span
    degree: str = ""
    """How well, as a word of the game; empty where it tells no degrees apart."""


class UnknownSort(StrEnum):
    """What the party does not know when play begins."""

    ITEM = "item"
    """In which of several places an item is."""
    THING = "thing"
    """On which of several squares a thing stands."""
    TRAP = "trap"
    """Whether a trap is laid on its square, and is a real one."""
    TABLE = "table"
    """What a table says that is rolled on when the quest is set up."""


class Way(NamedTuple):
    """One of the ways in which something unknown may be."""

    title: str
    """In words: ``in the Hoard``, ``at B5``, ``Adrift``."""
    chance: Fraction | None
    """Where it is rolled."""
    low: int = 0
    high: int = 0
    """The lowest and the highest roll that it stands for; 0 where nothing is rolled."""
    holder: str = ""
    cell: Cell = -1
    """Where an item is: the id of what holds it, or a square."""
    cells: tuple[Cell, ...] = ()
    area: int = -1
    """Where a thing stands, and in which area."""
    is_absent: bool = False
    """A trap is not there, or is a false one."""
    effects: tuple[Effect, ...] = ()
    """What a row of a table lets happen, before play begins."""


class Unknown(NamedTuple):
    """Something that is settled when the quest is set up, and that the party does not know."""

    id: str
    """Of the item, the thing or the table."""
    title: str
    sort: UnknownSort
    ways: tuple[Way, ...]
    """In the quest itself things are as the first one says."""
    origin: Span
    dice: int = 0
    die: int = 0
    """So many dice with so many faces are rolled; 0 where somebody chooses."""


class PlayedTable(NamedTuple):
    """A table that is rolled on in play, for a side that nobody plays."""

    side: str
    table: Unknown
    """Its rows tell what that side does, and change nothing that is proven."""


class Passage(NamedTuple):
    """A text of the page: the story, a special rule, a note."""

    word: str
    blocks: tuple[Block, ...]
    origin: Span


class Quest(NamedTuple):
    """A quest with every name resolved."""

    id: str
    title: str
    system: str
    party: tuple[Kind, ...]
    settings: Mapping[str, Plain]
    """Each setting of the pack with its value here, given or default."""
    set_here: frozenset[str]
    """The settings that the author gave."""
    passages: tuple[Passage, ...]
    board: Board
    things: tuple[Thing, ...]
    items: tuple[Item, ...]
    flags: tuple[str, ...]
    events: tuple[Event, ...]
    actions: tuple[Action, ...]
    victories: tuple[Victory, ...]
    expects: tuple[Expect, ...]
    allows: tuple[Allow, ...]
    origin: Span
    unknowns: tuple[Unknown, ...] = ()
    """What the party does not know; nothing in a quest of which a world is settled."""
    absent: frozenset[str] = frozenset()
    """In a world that is settled, the traps that are not there, or are false ones."""
    before: tuple[Effect, ...] = ()
    """What has happened before play begins, in a world that is settled."""
    groups: tuple[Group, ...] = ()
    """The groups into which the party is divided."""
    musters: tuple[Muster, ...] = ()
    """Where and when a side buys figures."""
    tables: tuple[PlayedTable, ...] = ()
    """The tables that are rolled on in play."""

    def every_effect(self) -> Iterator[Effect]:
        """All that may happen: before play begins, by rows of tables, and by events."""
        yield from self.before
        yield from self.rolled()
        for event in self.events:
            yield from event.effects

    def rolled(self) -> Iterator[Effect]:
        """All that rows of tables may bring."""
        for unknown in self.unknowns:
            for way in unknown.ways:
                yield from way.effects

    def conditions(self) -> Iterator[Condition]:
        """All conditions: of victories, events and actions."""
        yield from (victory.condition for victory in self.victories)
        yield from (event.condition for event in self.events)
        yield from (action.condition for action in self.actions if action.condition is not None)

    def things_of(self, *categories: Category) -> tuple[Thing, ...]:
        """The things of some categories, in order."""
        return tuple(thing for thing in self.things if thing.kind.category in categories)

    def thing(self, id_: str) -> Thing:
        """The thing of an id."""
        return next(thing for thing in self.things if thing.id == id_)

    @property
    def blocked(self) -> Cells:
        """The squares that furniture and the like close."""
        cells = 0
        for thing in self.things:
            if thing.blocks:
                cells |= thing.mask
        return cells

    @property
    def changing(self) -> Cells:
        """The squares that are closed or cleared in play."""
        cells = 0
        for effect in self.every_effect():
            if effect.kind in (EffectKind.CLEAR, EffectKind.BLOCK, EffectKind.REMOVE):
                cells |= effect.cells
        return cells

    @property
    def starts(self) -> Cells:
        """The squares on which members of the party come into play."""
        cells = 0
        for thing in self.things:
            if thing.kind.category is Category.START:
                cells |= thing.mask
        return cells

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Where the members of the party come into play, in order: one for each statement.

        Who is named somewhere comes there alone; all others come where nobody is named.
        """
        found: dict[Span, Entry] = {}
        starts = self.things_of(Category.START)
        named = {word for start in starts for word in start.who}
        rest = tuple(kind.word for kind in self.party if kind.word not in named)
        for start in starts:
            known = found.get(start.origin)
            cells = start.mask | (known.cells if known is not None else 0)
            title = start.title if start.is_named else ""
            who = tuple(kind.word for kind in self.party if kind.word in start.who)
            who = who if start.who else rest
            found[start.origin] = Entry(cells, who, start.round, title, start.origin)
        return tuple(found.values())

    @property
    def begun(self) -> Cells:
        """The squares on which somebody may stand before anybody has moved."""
        cells = 0
        for thing in self.things_of(Category.START):
            if thing.round == 1:
                cells |= thing.mask
        return cells
