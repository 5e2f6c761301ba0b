"""What a pack says of crossings, typed: ways between places that do not lie beside each other."""

from __future__ import annotations

from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.packs.system.values import Plain


class ClosedTile(NamedTuple):
    """A tile to and from which some never take a crossing."""

    tile: str
    called: tuple[str, ...]
    """Who does not, by words of kinds, ranks and traits."""


class CrossingKind(NamedTuple):
    """A word of the pack for a way that joins places which do not lie beside each other."""

    word: str
    title: str
    plural: str
    text: str
    """What it does besides, for the book; or empty."""
    symbol: str
    """The name of its map symbol; or empty."""
    rounds: int
    """The rounds that it takes at least; 0 where it costs some of a move."""
    rounds_step: int
    """The rounds that a quest gives it are a multiple of this."""
    cost: int
    """What it costs of a move, where it takes no rounds: for each square that one enters on it."""
    only: tuple[str, ...]
    """Who alone goes, by words of kinds, ranks and traits; empty where everybody does."""
    is_one_way: bool
    """One goes from its first end, and never back."""
    is_vessel: bool
    """It lies at its first end, and joins nothing before it has been launched there."""
    seats: int | None
    """How many a vessel takes at a time."""
    rows: int
    """How many cells a vessel is rowed in a round; 0 where its rounds do not hang on that."""
    floats_on: tuple[str, ...]
    """Words of the ground that it is rowed over."""
    lands_on: tuple[str, ...]
    """Words of the ground on which one of its two cells may be at a landing."""
    traits: Mapping[str, Plain]
    """What the engine and the book need and the compiler only hands on."""
    rules: tuple[str, ...]
    closed: tuple[ClosedTile, ...] = ()
    box: int | None = None
    """How many there are in the box; None where nothing limits them."""
