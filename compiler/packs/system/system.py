"""What a pack says, typed: the words of a game and what each of them means to the compiler."""

from __future__ import annotations

from questwright.compiler.packs.system.settings import SettingRole
from questwright.dsl.choices import StrEnum
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

    from questwright.compiler.packs.system.bases import Base
    from questwright.compiler.packs.system.cards import Deck, Gear
    from questwright.compiler.packs.system.casting import Casting
    from questwright.compiler.packs.system.clocks import ClockKind
    from questwright.compiler.packs.system.crossings import CrossingKind
    from questwright.compiler.packs.system.dealing import Dealing, SectionSort
    from questwright.compiler.packs.system.fights import Die, Fights
    from questwright.compiler.packs.system.heights import BarrierKind, Jump, Level
    from questwright.compiler.packs.system.locks import LockKind
    from questwright.compiler.packs.system.musters import MusterRules
    from questwright.compiler.packs.system.placing import PlacementRules
    from questwright.compiler.packs.system.settings import Setting
    from questwright.compiler.packs.system.sheets import Aid, Sheet
    from questwright.compiler.packs.system.theme import Theme
    from questwright.compiler.packs.system.tiles import JoinKind, PrintedTile, TileText
    from questwright.compiler.packs.system.turns import TurnRules
    from questwright.compiler.packs.system.values import Column, Plain, Sourced

UPHOLDS: Final = "upholds"
"""The key of a pack's rules with the findings that enforce them; only the compiler reads it."""


class Diagonal(StrEnum):
    """When a diagonal step is legal."""

    ONE_FLANK = "one-flank"
    """At least one of the two squares beside it may be stepped through."""
    BOTH_FLANKS = "both-flanks"
    """Neither of the two squares beside it is closed."""
    NEVER = "never"


class Category(StrEnum):
    """What a word of a pack is to the compiler. Kinds of things that stand on a board."""

    START = "start"
    """A square on which a member of the party begins."""
    FIGURE = "figure"
    """Someone who moves and fights."""
    FURNITURE = "furniture"
    """Stands on its squares and cannot be walked through."""
    CONTAINER = "container"
    """Furniture that can be searched and may hold things."""
    OBSTACLE = "obstacle"
    """Closes a square to movement and sight, as rubble does."""
    PORTAL = "portal"
    """One of two linked squares."""
    TRAP = "trap"
    """A square where a trap may be laid, with the direction of its line."""
    SPAWN_POINT = "spawn-point"
    """A place where figures come into play."""
    TOKEN = "token"  # noqa: S105 - a thing on a board, no password
    """A thing that quests give a meaning to; it can be walked over."""


BLOCKING: Final = (Category.FURNITURE, Category.CONTAINER, Category.OBSTACLE)
"""What stands on squares that nobody enters."""


class GateForm(StrEnum):
    """How a gate in a wall is passed."""

    DOOR = "door"
    """Seen by all; opened by those who may."""
    PASSAGE = "passage"
    """Hidden until it is searched for."""
    WINDOW = "window"
    """Seen through, never walked through."""


class Special(NamedTuple):
    """An exception from the rules that figures have: all of a kind, or one that a quest grants."""

    word: str
    title: str
    text: str
    """What it does, for the book; our own words."""
    ranks: tuple[str, ...]
    """Ranks of the figures that may have it; empty where any may."""
    passes: tuple[str, ...]
    """What does not stop them: ``wall``, ``terrain``, or the category of what stands on squares."""
    shares: tuple[str, ...]
    """What they may end their move on: ``terrain``, or the category of what stands there."""
    stays: bool
    """They never leave their square."""
    width: int
    """How wide a passage has to be for them to go through, in cells."""
    effect: Mapping[str, Plain]
    """What else it does, for the engine."""
    source: str
    rules: tuple[str, ...]
    copies: int | None = None
    """Of a card that is granted as one: how many of it there are; otherwise None."""


class Kind(NamedTuple):
    """A word of the pack for things on the board: ``zombie``, ``bookcase``, ``chest``."""

    word: str
    category: Category
    title: str
    plural: str
    """The printed name of several."""
    group: str
    """A word that may stand before this one, as ``furniture`` before ``bookcase``; or empty."""
    symbol: str
    """The name of its map symbol."""
    side: str
    """The side it plays for; empty for things."""
    rank: str
    """``hero``, ``minion``, ``boss`` … as the pack calls its ranks; empty for things."""
    footprint: tuple[int, int]
    """Squares across and down, as it stands facing north or unturned."""
    base: Base | None
    """The hexes that it covers, where there are several."""
    is_high: bool
    """Sight does not pass over it."""
    is_locked: bool
    """Of a container: each has a lock, unless the quest says otherwise."""
    box: int | None
    """How many are in the box; None where nothing limits them."""
    real: int | None
    """How many of those are what they look like, where some are false; otherwise None."""
    placing: PlacementRules
    leaves: str
    """The kind of token that may lie in its place once it has fallen; or empty."""
    table: str
    """The subject of the pack's rules that has the table in which what it does is rolled; or
    empty."""
    level: int
    values: Mapping[str, Sourced]
    """Figures' values by column: move, combat, armour …"""
    specials: tuple[Special, ...]
    """What every figure of the kind may do against the rules."""
    traits: Mapping[str, Plain]
    """What the engine and the book need and the compiler only hands on."""
    rules: tuple[str, ...]
    """Ids of the rules behind this entry."""


class GateKind(NamedTuple):
    """A word of the pack for what stands in a wall: ``door``, ``secret``."""

    word: str
    form: GateForm
    title: str
    plural: str
    symbol: str
    opened_by: tuple[str, ...]
    """Sides that may open it."""
    verb: str
    """What members do who find it, if it is hidden, as lines of play begin with it."""
    move_cost: int
    """Squares of movement that opening it costs."""
    action_cost: int
    """Actions that opening or finding it costs."""
    passes_large: bool
    """Whether figures larger than one square fit through."""
    only: tuple[str, ...]
    """Who alone goes through: words of kinds, ranks or traits; empty where everybody does."""
    footprint: tuple[int, int] | None
    """Squares across and down of one that stands on squares of its own, and is taken away when it
    is opened; None for gates that stand on edges."""
    is_locked: bool
    """Each has a lock, unless the quest says otherwise."""
    box: int | None
    rules: tuple[str, ...]


class AreaKind(NamedTuple):
    """A word of the pack for parts of the board: ``room``, ``corridor``."""

    word: str
    title: str
    is_enclosed: bool
    """Walls, doors and the like must close it on every side."""
    clear_by_sight: bool
    """Searching it asks that no enemy is in sight, rather than that none is in it."""
    rules: tuple[str, ...]


class Light(NamedTuple):
    """Who of a party is lost in the dark: whoever is further from the light than it reaches."""

    areas: int
    """The areas beyond its own that the light of whoever carries it reaches."""
    carried_by: tuple[str, ...]
    """Words of kinds of whom the first who takes part carries it; anybody where none does."""


class Side(NamedTuple):
    """A side of the game."""

    word: str
    title: str
    one: str
    """A member, as conditions name it: ``any hero``."""
    many: str
    """Its members: ``all heroes``."""
    one_title: str
    """A member, as it is printed: ``any Hero``."""
    many_title: str
    is_party: bool
    """The side whose winning is proven."""
    default_victory: str
    """A condition in the quest language under which this side wins in every quest, or empty."""
    default_victory_text: str
    light: Light | None
    """With the party, how far its light reaches; None where nobody is lost in the dark."""
    rules: tuple[str, ...]


class Move(NamedTuple):
    """A value of figures that says how far they move, and the state in which it holds."""

    value: str
    title: str
    """``healthy``, ``wounded``."""
    at_home: tuple[str, ...] = ()
    """The terrain on which it holds alone for figures that have the value ``elsewhere``."""
    elsewhere: str = ""
    """The value that says how far those move on all other ground; empty for none."""


class Record(NamedTuple):
    """What a member of the party keeps from quest to quest: experience, gold, gear."""

    word: str
    title: str
    is_number: bool
    """A number is kept, rather than a list."""
    text: str
    rules: tuple[str, ...]


class Degree(NamedTuple):
    """How well a side wins: marginally, decisively."""

    word: str
    title: str
    text: str
    rules: tuple[str, ...]


class Recovery(StrEnum):
    """Whether something ends that has become of a figure."""

    NEVER = "never"
    PERHAPS = "perhaps"
    """It may be mended: nobody can count on that."""
    SURELY = "surely"
    """It ends by itself, or by what the figure does."""


class FigureState(NamedTuple):
    """What may become of figures while they are in play, so that conditions name it."""

    word: str
    title: str
    of: tuple[str, ...]
    """Who can be in it, by words of kinds, ranks and traits; empty where every figure can."""
    passes: Recovery
    """Whether it ends, and may come again."""
    rules: tuple[str, ...]
    never: tuple[str, ...] = ()
    """Who of them is never in it, by words of kinds, ranks and traits."""
    counts: str = ""
    """Where a figure has a number of it, the value at which it falls; empty where a figure is in it
    or not."""


class Token(NamedTuple):
    """What a side has a number of, and events give it more of: what it may interrupt with."""

    word: str
    title: str
    plural: str
    side: str
    """The word of the side that gets it."""
    most: int
    """No event gives more at once."""
    rules: tuple[str, ...]


class Interlude(NamedTuple):
    """What may happen between two quests of a campaign."""

    word: str
    title: str
    text: str
    most: int
    """How often between two quests."""
    follows: tuple[str, ...]
    """Interludes that come first, where they happen as well."""
    rows: tuple[str, ...]
    """The keys that lead to the rows of its table in the pack's rules; lists are gone through."""
    columns: tuple[Column, ...]
    rules: tuple[str, ...]


class Roll(NamedTuple):
    """A roll of one die."""

    die: int
    """The number of its faces."""
    faces: tuple[int, ...]
    """Those on which it happens."""


class SearchRules(NamedTuple):
    """How the party searches an area."""

    action_cost: int
    draws: int
    """Cards drawn in an area without a container."""
    container_draws: int
    deck: str
    verb: str
    """What members do who search an area, as lines of play begin with it."""
    passages_first: bool
    """An area is searched only once the hidden passages that lead from it are found."""
    not_beside: bool
    """Nobody searches who stands beside an enemy."""
    needs_icon: str
    """The icon that play without an opponent looks for on the cards of the deck; or empty."""
    wanderer_radius: int
    """Squares from the searcher within which a wanderer is placed; 0 where there is none."""
    wakes: tuple[str, ...]
    """What a card does, as verbs of the pack, that the party would rather not have drawn."""
    alarm: Roll | None
    """Whether finding a passage brings a wanderer; None where it never does."""
    rules: tuple[str, ...]


class Terrain(NamedTuple):
    """A word of the pack for what the ground is: ``scrub``, ``water``."""

    word: str
    title: str
    text: str
    """What it does besides, for the book; or empty."""
    symbol: str
    """The name of its map symbol; or empty."""
    cost: int
    """What entering it costs of a move."""
    costs: Mapping[str, int]
    """What it costs those who are called so, by words of kinds, ranks and traits."""
    closed_to: tuple[str, ...]
    """Who never enters it, by words of kinds, ranks and traits."""
    entered_with: tuple[str, ...]
    """Words of gear: whoever carries some of it enters it all the same."""
    jumped_by: tuple[str, ...]
    """Who may jump over it, by words of kinds, ranks and traits; the proof does not."""
    joins_levels: bool
    """One walks over it between levels of which one is next to the other."""
    holds: int
    """How many figures stand on each of its cells at once, above each other."""
    apart_from: tuple[str, ...]
    """Words of terrain that nobody enters it from, nor from it: a bridge, and the water below."""
    climbed_by: tuple[str, ...]
    """Who climbs from the one to the other all the same, by words of kinds, ranks and traits."""
    traits: Mapping[str, Plain]
    """What the engine and the book need and the compiler only hands on."""
    rules: tuple[str, ...]


class Grid(NamedTuple):
    """The grid, how it is drawn and how figures step on it."""

    drawing: str
    """``walls-between``, ``open-squares`` or ``hexes``."""
    cell: str
    """What one of its cells is called, in print and in messages: ``square``, ``hex``."""
    cells: str
    across: int
    """How far apart two opposite sides of a cell of the game's board are, in tenths of a mm."""
    diagonal: Diagonal
    facings: tuple[str, ...]
    front_holds: bool
    """Nobody moves freely who is around a figure of another side, but for those behind it."""
    ruler: bool
    """Distances on squares are laid with a ruler from any part of a square to any part of another;
    otherwise squares are counted, corners too."""
    friends_block: bool
    """Members of the party do not pass each other on one cell."""
    sees_past_figures: bool
    """No figure, of whatever side, closes sight."""
    rules: tuple[str, ...]


class System(NamedTuple):
    """A whole pack."""

    id: str
    title: str
    version: str
    grid: Grid
    sides: Mapping[str, Side]
    areas: Mapping[str, AreaKind]
    default_area: str
    gates: Mapping[str, GateKind]
    locks: Mapping[str, LockKind]
    terrains: Mapping[str, Terrain]
    levels: Mapping[str, Level]
    barriers: Mapping[str, BarrierKind]
    crossings: Mapping[str, CrossingKind]
    jumps: Mapping[str, Jump]
    specials: Mapping[str, Special]
    bases: Mapping[str, Base]
    kinds: Mapping[str, Kind]
    settings: Mapping[str, Setting]
    clocks: Mapping[str, ClockKind]
    """What runs out as rounds go by, by the word of the setting that says how much there is."""
    gear: Mapping[str, Gear]
    decks: Mapping[str, Deck]
    records: Mapping[str, Record]
    degrees: Mapping[str, Degree]
    """Degrees of victory, the lowest first; none where a side wins or does not."""
    interludes: Mapping[str, Interlude]
    aids: tuple[Aid, ...]
    sheets: tuple[Sheet, ...]
    columns: tuple[Column, ...]
    search: SearchRules | None
    dice: Mapping[str, Die]
    """Dice whose faces are not the numbers from 1 on."""
    fights: Fights | None
    casting: Casting | None
    """How spells are cast by which somebody gets where nobody walks."""
    musters: MusterRules
    other_form: str
    """The trait that names for a kind the one that it may become in play: a rider who dismounts.
    Empty where nobody does."""
    move_value: str
    """The figures' value that says how far they move in a turn."""
    moves: tuple[Move, ...]
    """How far figures move in each of their states, from the soundest on; or empty."""
    actions_per_turn: int
    turns: TurnRules
    """How a round is ordered."""
    states: Mapping[str, FigureState]
    """States of figures that conditions may name besides ``defeated``."""
    tokens: Mapping[str, Token]
    """What events may give sides more of."""
    coins: tuple[int, ...]
    """Denominations in which money can be paid; empty where money has none."""
    is_laid_as_revealed: bool
    """A board is laid area by area as these are revealed, and not whole before play begins."""
    tile_limit: int | None
    """Physical tiles in the box."""
    tiles: Mapping[str, PrintedTile]
    joins: Mapping[str, JoinKind]
    sections: Mapping[str, SectionSort]
    """The sorts of sections that boards are dealt from."""
    dealing: Dealing | None
    """The rules of the deck of sections; None where boards are laid before play."""
    tile_texts: tuple[TileText, ...]
    """The files that draw its tiles, for every quest of the game."""
    rules: Mapping[str, Plain]
    """The rest of the game's figures, by subject, for the engine and the book."""
    theme: Theme
    """What its books look like."""
    symbols: tuple[tuple[str, str], ...]
    """The map symbols of its own, as SVG by name."""
    texts: Mapping[str, str]
    """The pack's words for headings and standing passages of the book."""
    words: Mapping[str, str]
    """In another language: what some words are called that quests use, as `printed` shows them."""
    digest: str
    """Of the pack's files; the same digest means the same pack."""

    def printed(self, word: str) -> str:
        """A word that quests use, as it is printed: in the language of the pack."""
        return self.words.get(word, word)

    def turn_limit(self, settings: Mapping[str, Plain]) -> tuple[int, Setting] | None:
        """The last round that the settings of a quest leave it, and which of them; or None."""
        for word, setting in self.settings.items():
            value = settings.get(word)
            if setting.role is SettingRole.TURN_LIMIT and type(value) is int and value > 0:
                return value, setting
        return None

    @property
    def party(self) -> Side:
        """The side whose winning is proven."""
        return next(side for side in self.sides.values() if side.is_party)
