"""A compiled quest: all names resolved, each part with its origin in the source."""

from __future__ import annotations

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.packs.system.system import BLOCKING, Category, Kind, Special
from questwright.dsl.choices import StrEnum
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from fractions import Fraction

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Board, Gate, Lock
    from questwright.compiler.model.cards import DeckChange
    from questwright.compiler.model.conditions import Condition, Moving
    from questwright.compiler.model.musters import Muster
    from questwright.compiler.model.sections import SectionDeck
    from questwright.compiler.packs.system.cards import Gear
    from questwright.compiler.packs.system.values import Plain
    from questwright.dsl.prose import Block
    from questwright.dsl.source import Span
    from questwright.dsl.syntax import Allow, Expect


class Thing(NamedTuple):
    """A figure, piece of furniture, token or start that is placed on the board."""

    id: str
    title: str
    kind: Kind
    cells: tuple[Cell, ...]
    """Its cells; the first is the top left one, or the name hex of its base."""
    facing: str
    """A direction of the lattice, such as ``north``; or empty."""
    area: int
    """The index of the area that it is in."""
    link: str
    """The id of the portal that it leads to, or empty."""
    specials: tuple[Special, ...]
    """Its own exceptions from the rules, besides those of its kind."""
    is_named: bool
    """The author gave it an id."""
    origin: Span
    who: tuple[str, ...] = ()
    """Of a start: the words of the only members who begin there; empty if it names nobody."""
    round: int = 1
    """Of a start: the first round in which a member comes into play there."""
    lock: Lock | None = None
    """Of a container: what keeps it shut; None where a search finds what is in it."""
    pushers: tuple[str, ...] = ()
    """Of furniture and obstacles: the words of the members who push it; empty where nobody does."""

    @property
    def mask(self) -> Cells:
        """Its cells as a set."""
        cells = 0
        for cell in self.cells:
            cells |= 1 << cell
        return cells

    @property
    def blocks(self) -> bool:
        """Whether its cells cannot be entered: furniture, containers and obstacles."""
        return self.kind.category in BLOCKING

    @property
    def exceptions(self) -> tuple[Special, ...]:
        """Its exceptions from the rules: those of its kind, then its own."""
        return (*self.kind.specials, *self.specials)

    def with_values(self, values: Mapping[str, int]) -> Thing:
        """The same figure with other values, of those that it has."""
        known = self.kind.values
        changed = {
            word: known[word]._replace(value=number)
            for word, number in values.items()
            if word in known
        }
        return self._replace(kind=self.kind._replace(values={**known, **changed}))


class Item(NamedTuple):
    """Something that can be carried."""

    id: str
    title: str
    gear: Gear | None
    """Its description in the pack; None if the quest made it up."""
    card: str
    """The word of the card of the search deck that it is, or empty."""
    holder: str
    """The id of the figure that carries it or the container that it lies in, or empty."""
    cell: Cell
    """The cell that it lies on, or -1."""
    origin: Span
    alike: str = ""
    """The name that several pieces share of which each does for each; empty if it is alone."""
    brought: tuple[str, ...] = ()
    """The words of the members of whom one has it when play begins; empty if nobody brings it."""
    is_bound: bool = False
    """Whoever has it keeps it, and hands it to nobody."""


class Group(NamedTuple):
    """A named part of the party."""

    id: str
    title: str
    who: tuple[str, ...]
    """The words of its members."""
    origin: Span


class Entry(NamedTuple):
    """A place where members of the party come into play."""

    cells: Cells
    who: tuple[str, ...]
    """The words of the members who may come there."""
    round: int
    """The first round in which they may come."""
    title: str
    origin: Span


class EffectKind(StrEnum):
    """The kinds of effects."""

    READ = "read"
    NOTE = "note"
    GIVE = "give"
    TAKE = "take"
    REWARD = "reward"
    """Each member of the party receives an amount of something that is counted: gold."""
    GRANT = "grant"
    """A side gets more of what it has a number of: what it interrupts with."""
    DRAW = "draw"
    """The party draws cards from the search deck, or takes a named card from it."""
    SPAWN = "spawn"
    REVEAL = "reveal"
    OPEN = "open"
    UNLOCK = "unlock"
    CLOSE = "close"
    SET = "set"
    CLEAR = "clear"
    BLOCK = "block"
    REMOVE = "remove"
    RAISE = "raise"
    """A figure that was beaten stands again: where it first stood, or in another place."""
    KEEP = "keep"
    """A figure does not leave a place any more."""
    CHANGE = "change"
    """A figure has other values from then on."""
    TRIGGER = "trigger"
    END = "end"


class Effect(NamedTuple):
    """One thing that an event does."""

    kind: EffectKind
    target: str
    """The id of the item, gate, area, thing, trap, flag or side; or the word of a kind, deck or
    card."""
    target_title: str
    amount: int
    """With SPAWN, DRAW and REWARD, how many."""
    cells: Cells
    """The cells that the place means, or 0."""
    place: str
    """How the author wrote that place, or empty."""
    facing: str
    text: tuple[Block, ...]
    """With READ and NOTE, the text."""
    origin: Span
    specials: tuple[Special, ...] = ()
    """With SPAWN, exceptions from the rules that the figures have besides those of their kind."""
    moving: Moving | None = None
    to: tuple[str, ...] = ()
    """With GIVE, the words of the members of whom one gets it; empty where the players choose."""
    values: tuple[tuple[str, int], ...] = ()
    """With CHANGE, the values that the figure has from then on, by their words."""


class Event(NamedTuple):
    """Effects that happen when a condition comes true."""

    id: str
    title: str
    repeats: bool
    """It happens each time that the condition comes true, not only the first time."""
    condition: Condition
    effects: tuple[Effect, ...]
    is_named: bool
    origin: Span


class Action(NamedTuple):
    """A quest action that a member of the party may take."""

    id: str
    title: str
    cells: Cells
    """Where it may be taken: on these cells, or beside the thing on them."""
    target: str
    """The id of the thing that it is done to, or empty."""
    place: str
    condition: Condition | None
    cost: int
    """How many actions of a turn it costs."""
    origin: Span
    moving: Moving | None = None
    by: tuple[str, ...] = ()
    """The words of the members who may take it; empty if all may."""
    is_beside: bool = False
    """It is taken from beside its cells, and never on them."""
    side: str = ""
    """The word of the other side that takes it, at any moment or never; empty for the party."""


class Victory(NamedTuple):
    """A condition by which a side wins."""

    side: str
    title: str
    condition: Condition
    is_default: bool
    """It comes from the pack and holds in every quest of the game."""
    origin: Span
    degree: str = ""
    """The pack's word for the degree of victory; empty if there are no degrees."""
    is_told: bool = False
    """The players know of it when play begins, whosever victory it is."""


class UnknownSort(StrEnum):
    """What kind of thing is unknown when play begins."""

    ITEM = "item"
    """In which of several places an item is."""
    THING = "thing"
    """In which of several places a thing stands."""
    TRAP = "trap"
    """Whether a trap is laid on its cell, and is a real one."""
    TABLE = "table"
    """Which row of a table is rolled when the quest is set up."""


class Way(NamedTuple):
    """One of the values that an unknown may have."""

    title: str
    """In words: ``in the Hoard``, ``at B5``, ``Adrift``."""
    chance: Fraction | None
    """Its probability if it is rolled; None if somebody chooses."""
    low: int = 0
    high: int = 0
    """The lowest and the highest roll that it stands for; 0 if nothing is rolled."""
    holder: str = ""
    cell: Cell = -1
    """For an item: the id of its holder, or else its cell."""
    cells: tuple[Cell, ...] = ()
    area: int = -1
    """For a thing: its cells, and the index of its area."""
    is_absent: bool = False
    """For a trap: it is not there, or is a false one."""
    effects: tuple[Effect, ...] = ()
    """For a table: the effects of this row, which happen before play begins."""


class Unknown(NamedTuple):
    """Something that is settled when the quest is set up, and that the party does not know."""

    id: str
    """The id of the item, the thing, the trap or the table."""
    title: str
    sort: UnknownSort
    ways: tuple[Way, ...]
    """Its possible values; the items and things of the quest stand as the first one says."""
    origin: Span
    dice: int = 0
    die: int = 0
    """How many dice are rolled and how many faces each has; 0 if somebody chooses."""


class PlayedTable(NamedTuple):
    """A table that is rolled on during play, for a side that nobody plays."""

    side: str
    table: Unknown
    """Its rows say what that side does; they have no effect on the proof."""


class Passage(NamedTuple):
    """A text of the book: the story, a special rule, a note."""

    word: str
    blocks: tuple[Block, ...]
    origin: Span
    is_told: bool = False
    """A rule that the players know when play begins."""


class Quest(NamedTuple):
    """A quest with every name resolved."""

    id: str
    title: str
    system: str
    party: tuple[Kind, ...]
    settings: Mapping[str, Plain]
    """The value of each setting of the pack, given by the author or by default."""
    set_here: Mapping[str, Span]
    """Where the author gave settings, by their words."""
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
    """What the party does not know; empty in a world, where all of it is settled."""
    absent: frozenset[str] = frozenset()
    """In a world: the ids of the traps that are not there, or are false ones."""
    before: tuple[Effect, ...] = ()
    """The effects that have happened before play begins: what members bring, and in a world what
    tables say."""
    groups: tuple[Group, ...] = ()
    """The groups into which the party is divided."""
    musters: tuple[Muster, ...] = ()
    """Where and when a side buys figures."""
    tables: tuple[PlayedTable, ...] = ()
    """The tables that are rolled on during play."""
    deck: SectionDeck | None = None
    """What is dealt before the board is come to; None where the board is laid when play begins."""
    cards: tuple[DeckChange, ...] = ()
    """What the quest changes in the decks of its game."""

    def locked(self) -> Iterator[tuple[Gate | Thing, Lock]]:
        """The gates and the containers that are locked, each with its lock."""
        for gate in self.board.gates:
            if gate.lock is not None:
                yield gate, gate.lock
        for thing in self.things:
            if thing.lock is not None:
                yield thing, thing.lock

    def every_effect(self) -> Iterator[Effect]:
        """All effects: those before play begins, of all rows of tables, and of events."""
        yield from self.before
        yield from self.rolled()
        for event in self.events:
            yield from event.effects

    def rolled(self) -> Iterator[Effect]:
        """The effects of all rows of the tables that are rolled on before play begins."""
        for unknown in self.unknowns:
            for way in unknown.ways:
                yield from way.effects

    def conditions(self) -> Iterator[Condition]:
        """All conditions: those of victories, of events, then of actions."""
        yield from (victory.condition for victory in self.victories)
        yield from (event.condition for event in self.events)
        yield from (action.condition for action in self.actions if action.condition is not None)

    def said_at(self, setting: str) -> Span:
        """Where the author gave a setting; where the quest begins if it is as usual."""
        return self.set_here.get(setting, self.origin)

    def things_of(self, *categories: Category) -> tuple[Thing, ...]:
        """The things of any of these categories, in order."""
        return tuple(thing for thing in self.things if thing.kind.category in categories)

    def thing(self, id_: str) -> Thing:
        """The thing with an id, which has to exist."""
        return next(thing for thing in self.things if thing.id == id_)

    def stations(self, thing: Thing) -> tuple[Thing, ...]:
        """A thing as the map has it; and, once for each place, as events let it stand elsewhere."""
        found = {thing.mask: thing}
        for effect in self.every_effect():
            is_elsewhere = effect.kind is EffectKind.RAISE and effect.place
            if is_elsewhere and effect.target == thing.id and effect.cells not in found:
                cells = tuple(each_cell(effect.cells))
                area = self.board.area_at(cells[0])
                facing = effect.facing or thing.facing
                found[effect.cells] = thing._replace(
                    cells=cells, facing=facing, area=area, origin=effect.origin
                )
        return tuple(found.values())

    def followed(self, action: Action) -> Thing | None:
        """The figure beside which an action is taken, wherever that is by then; None for others."""
        things = (thing for thing in self.things if thing.id == action.target)
        thing = next(things, None)
        if thing is None or thing.kind.category is not Category.FIGURE:
            return None
        return thing if action.cells == thing.mask else None

    @property
    def blocked(self) -> Cells:
        """The cells that furniture, containers and obstacles block which nobody pushes away."""
        cells = 0
        for thing in self.things:
            if thing.blocks and not thing.pushers:
                cells |= thing.mask
        return cells

    @property
    def starts(self) -> Cells:
        """The cells on which members of the party come into play, in whatever round."""
        cells = 0
        for thing in self.things:
            if thing.kind.category is Category.START:
                cells |= thing.mask
        return cells

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries of the party, one for each `start` statement, in order.

        A member whom a start names uses only such starts; the others, those that name nobody.
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
        """The cells on which members begin in round 1."""
        cells = 0
        for thing in self.things_of(Category.START):
            if thing.round == 1:
                cells |= thing.mask
        return cells
