"""The frozen values of cards to cut out: their faces, and the leaves that they lie on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from questwright.compiler.publish.book.view.drawn import Drawn
    from questwright.compiler.publish.book.view.map import ThingView

Place: TypeAlias = tuple[int, int]
"""A row and a column."""


@dataclass(frozen=True, slots=True)
class SectionDrawing:
    """A section as it is drawn on its card; `walls` are squares, each with a closed side."""

    title: str
    rows: int
    columns: int
    squares: tuple[Place, ...]
    rock: tuple[Place, ...]
    walls: tuple[tuple[Place, str], ...]
    way_in: Place
    """The first square of the doorway at its bottom."""
    width: int
    """How many squares wide that doorway is."""
    doorways: tuple[str, ...] = ()
    """The sides that the other doorways are in."""
    things: tuple[tuple[Place, str, str], ...] = ()
    """What it has on it: a square, the sign that is drawn there, and what that is."""


@dataclass(frozen=True, slots=True)
class Ornament:
    """What the backs of a deck have, besides its name: a star with so many points."""

    points: int


@dataclass(frozen=True, slots=True)
class CutOutCard:
    """A card; `notes` are pairs of what it brings and a word on it."""

    deck: str
    label: str
    title: str
    text: str
    ornament: Ornament
    size: float = 10.0
    """The size of the letters of its text, in points."""
    notes: tuple[tuple[str, str], ...] = ()
    drawing: SectionDrawing | Drawn | None = None


@dataclass(frozen=True, slots=True)
class Leaf:
    """Rows of cards as they lie on the front of a leaf; None where there is none."""

    rows: tuple[tuple[CutOutCard | None, ...], ...]

    @property
    def backs(self) -> tuple[tuple[CutOutCard | None, ...], ...]:
        """The rows as they lie on the back, when the leaf is turned over its long edge."""
        return tuple(row[::-1] for row in self.rows)


@dataclass(frozen=True, slots=True)
class CutOutCards:
    """All cards of a volume: the decks with their numbers of cards, and the leaves."""

    decks: tuple[tuple[str, int], ...]
    leaves: tuple[Leaf, ...]
    longer: tuple[tuple[str, str], ...] = ()
    """Titles of cards whose texts have no room on them, each with the whole text."""
    signs: tuple[ThingView, ...] = ()
    """A sample of each sign that is drawn on sections."""
    has_rock: bool = False
