"""The frozen values of sheets: the order of battle, and sheets to write on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from questwright.compiler.publish.book.view.map import Tone
    from questwright.compiler.publish.book.view.tables import FigureRow
    from questwright.compiler.publish.book.view.text import Line, Prose


@dataclass(frozen=True, slots=True)
class OrderGroup:
    """Figures that stand together or come together; `where` says where and when."""

    title: str
    where: str
    rows: tuple[FigureRow, ...]


@dataclass(frozen=True, slots=True)
class OrderSide:
    """A side's figures by group; `columns` are those in which any of them has a value."""

    title: str
    tone: Tone
    columns: tuple[str, ...]
    groups: tuple[OrderGroup, ...]


@dataclass(frozen=True, slots=True)
class OrderView:
    """The order of battle, and what the specials of its figures mean."""

    title: str
    text: str
    sides: tuple[OrderSide, ...]
    specials_title: str = ""
    specials: tuple[tuple[str, str], ...] = ()
    """Pairs of a title and what the special does."""


@dataclass(frozen=True, slots=True)
class TrackBox:
    """A round: its number, and whether something happens in it."""

    label: str
    marked: bool = False


@dataclass(frozen=True, slots=True)
class TrackView:
    """Rows of numbered boxes; `notes` are pairs of rounds in words and what happens in them."""

    title: str
    text: Prose
    rows: tuple[tuple[TrackBox, ...], ...]
    notes: tuple[tuple[str, Line], ...] = ()
    is_tens: bool = False
    """Whether the rounds have no end: then there is a row of tens and one of units."""


@dataclass(frozen=True, slots=True)
class TickRow:
    """Boxes to tick under a title; of many boxes every tenth is numbered."""

    title: str
    count: int
    rolled: str = ""
    """The dice that say how many of them are there; empty where all are."""


@dataclass(frozen=True, slots=True)
class TickEntry:
    """A figure with its boxes; `note` distinguishes it from others of its kind."""

    figure: FigureRow
    note: str
    rows: tuple[TickRow, ...]
    values: tuple[tuple[str, str], ...] = ()
    """Its values, each with the title of its column."""
    gear: tuple[tuple[str, str], ...] = ()
    """What it begins with: a title, and what that does."""


@dataclass(frozen=True, slots=True)
class TickView:
    """A sheet of boxes; if `is_short`, each figure needs only one line."""

    slug: str
    title: str
    text: Prose
    entries: tuple[TickEntry, ...]
    is_short: bool
    columns: tuple[str, ...] = ()
    """The titles of the boxes, as columns of a short sheet."""


@dataclass(frozen=True, slots=True)
class CardView:
    """The card of a group: its members with their boxes, and where they come into play."""

    title: str
    where: str
    entries: tuple[TickEntry, ...]


@dataclass(frozen=True, slots=True)
class CardsView:
    """The cards of the groups of a party."""

    title: str
    text: Prose
    cards: tuple[CardView, ...]


@dataclass(frozen=True, slots=True)
class WareRow:
    """A ware with its price in points; `count` is how many the quest buys, 0 for a free choice."""

    name: str
    price: int
    count: int = 0


@dataclass(frozen=True, slots=True)
class MusterView:
    """Points to spend: the wares, where and when they are placed, and lines to write on.

    `when` has a label for each time; it is empty if points are spent once, in secret.
    """

    title: str
    text: str
    """Who has how many points, when, and where what they buy is placed."""
    wares: tuple[WareRow, ...]
    when: tuple[str, ...] = ()
    lines: int = 0
    """How many lines there are: one for each figure that can be bought."""


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """Something that is in one of several places; the place is ticked."""

    title: str
    ways: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlacementView:
    """The choices that are made in secret and written down."""

    title: str
    text: Prose
    musters: tuple[MusterView, ...] = ()
    choices: tuple[ChoiceView, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetsView:
    """The sheets of one quest, in the order in which they are printed."""

    track: TrackView | None = None
    cards: tuple[CardsView, ...] = ()
    ticks: tuple[TickView, ...] = ()
    placements: tuple[PlacementView, ...] = ()
