"""The deck that a board is dealt from: sections with doorways, and how many cards each has."""

from __future__ import annotations

from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.packs.system.dealing import Dealing, SectionSort
    from questwright.dsl.source import Span

Square = tuple[int, int]
"""The row and the column of a square."""


class Doorway(NamedTuple):
    """An opening in the outer wall of a section, as the section is drawn."""

    side: str
    """The direction in which one leaves by it: ``north``, ``east``, ``south`` or ``west``."""
    square: Square
    """Its first square inside, in reading order."""
    width: int
    """How many squares wide it is."""


class Section(NamedTuple):
    """A tile with doorways."""

    word: str
    """The word of the tile."""
    title: str
    sort: SectionSort
    rows: int
    columns: int
    squares: frozenset[Square]
    """The squares that its drawing covers."""
    way_in: Doorway
    """The doorway by which it is clipped on."""
    further: tuple[Doorway, ...]
    """The others, clockwise from the way in."""
    rock: frozenset[Square]
    """The squares among them that nobody enters."""
    walls: frozenset[tuple[Square, str]]
    """What is closed: a square, and a side of it."""
    things: tuple[tuple[Square, str], ...] = ()
    """What it has on it, as far as it is drawn: a square, and the word of the kind or terrain."""
    blocked: frozenset[Square] = frozenset()
    """The squares among them on which something stands that nobody walks through."""


class SectionCards(NamedTuple):
    """The cards of one section."""

    section: Section
    many: int
    origin: Span | None = None
    """Where a quest lists them; None if it lists none."""


class SectionDeck(NamedTuple):
    """What a board is dealt from."""

    objective: Section
    cards: tuple[SectionCards, ...]
    """Those that are drawn from besides the objective, in the order of the text or of the pack."""
    top: int
    """How many cards lie above those that the objective is shuffled into."""
    below: int
    """How many cards the objective is shuffled into."""
    rules: Dealing
    is_listed: bool
    """The quest lists the cards; otherwise they are those of the game."""
    origin: Span

    @property
    def size(self) -> int:
        """How many cards are dealt, with the objective."""
        return self.top + self.below + 1

    @property
    def supply(self) -> int:
        """How many cards there are to draw from besides the objective."""
        return sum(cards.many for cards in self.cards)
