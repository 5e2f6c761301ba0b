"""What a pack says of spells, typed: those by which somebody gets where nobody walks."""

from __future__ import annotations

from questwright.dsl.choices import StrEnum
from questwright.dsl.records import NamedTuple


class Does(StrEnum):
    """What a spell does."""

    LAY = "lay"
    """It lays ground that is walked on over other ground: a bridge."""
    DIG = "dig"
    """It digs a way through what is no floor: a tunnel."""
    BREAK = "break"
    """It breaks a wall."""
    TELEPORT = "teleport"
    """It brings its caster to another cell, whatever lies between."""
    LEVITATE = "levitate"
    """It brings somebody else over any ground; through no wall, and nowhere narrow."""
    PHASE = "phase"
    """Its caster goes on over the floor as if there were no walls and no gates, for so long."""
    QUICKEN = "quicken"
    """It gives its caster more of a move, for ground that costs more than the whole of it."""
    HASTEN = "hasten"
    """It gives somebody else more of a move."""


class Spell(NamedTuple):
    """A spell by which somebody gets where nobody walks."""

    word: str
    title: str
    does: Does
    points: int
    """What it costs; of those that go by length, for each cell or each point of a move."""
    level: int
    """The level that its caster has at least."""
    cells: int
    """Over how many cells in a row it lays ground, or digs."""
    over: tuple[str, ...]
    """The terrain over which it lays ground."""
    ground: str
    """The terrain that it makes; empty where it is plain floor."""
    on: str
    """What a tile is called on which alone it is cast; empty where it is cast anywhere."""
    targets: tuple[str, ...]
    """Whom alone it is cast on, by words of kinds, ranks and traits; empty for everybody."""
    not_for: tuple[str, ...]
    """On whom nobody casts it."""
    unless: tuple[str, ...]
    """Words of settings under which nobody casts it."""
    box: tuple[tuple[str, int], ...]
    """How many pieces the box has for what it makes, by the word of a setting that takes them out
    of it, empty for any; nothing where it takes none."""


class SpellRange(NamedTuple):
    """How far casters of a level reach."""

    on: str
    """What a tile is called on which that holds; empty for all that are left."""
    level: int
    cells: int
    is_same_tile: bool
    """They reach no other tile than the one that they stand on."""


class Casting(NamedTuple):
    """How spells are cast: from a stock of points, by a die."""

    by: tuple[str, ...]
    """Who casts, by words of kinds, ranks and traits."""
    die: int
    points: int
    """The stock of a caster, for each level."""
    step: int
    """The die with the level must show more than one for each so many points, rounded up."""
    raised_by: str
    """The setting that says who is of the second level; empty where nobody is."""
    stock: str
    """The setting whose number says with how many of them casters begin at most; or empty."""
    ranges: tuple[SpellRange, ...]
    """Of several that hold the first one counts."""
    spells: tuple[Spell, ...]
    rules: tuple[str, ...]
