"""The frozen values of sheets: who fights, and what is kept count of on paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from questwright.compiler.publish.book.view.map import Tone
    from questwright.compiler.publish.book.view.tables import FigureRow
    from questwright.compiler.publish.book.view.text import Line, Prose


@dataclass(frozen=True, slots=True)
class OrderGroup:
    """Figures that stand or come together; `where` says where, and when."""

    title: str
    where: str
    rows: tuple[FigureRow, ...]


@dataclass(frozen=True, slots=True)
class OrderSide:
    """A side's figures by group; `columns` are those that any of them fills."""

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
    """For each its title and what it does."""


@dataclass(frozen=True, slots=True)
class TrackBox:
    """A round: its number, and whether something happens in it."""

    label: str
    marked: bool = False


@dataclass(frozen=True, slots=True)
class TrackView:
    """Rows of numbered boxes, and what happens when: rounds in words, and what."""

    title: str
    text: Prose
    rows: tuple[tuple[TrackBox, ...], ...]
    notes: tuple[tuple[str, Line], ...] = ()
    is_tens: bool = False
    """Nothing ends the count: a row of tens, and one of units."""


@dataclass(frozen=True, slots=True)
class TickRow:
    """Boxes to tick under a title; every tenth is numbered where there are many."""

    title: str
    count: int


@dataclass(frozen=True, slots=True)
class TickEntry:
    """A figure that has boxes; `note` tells it from others of its kind."""

    figure: FigureRow
    note: str
    rows: tuple[TickRow, ...]


@dataclass(frozen=True, slots=True)
class TickView:
    """A sheet of boxes; `is_short` where each figure needs no more than a line."""

    slug: str
    title: str
    text: Prose
    entries: tuple[TickEntry, ...]
    is_short: bool
    columns: tuple[str, ...] = ()
    """Where it is short, the titles of its boxes."""


@dataclass(frozen=True, slots=True)
class CardView:
    """A card of a group: who is in it, where they come, boxes for each of them."""

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
    """What can be bought for points; `count` is how many the quest has bought, 0 for a choice."""

    name: str
    price: int
    count: int = 0


@dataclass(frozen=True, slots=True)
class MusterView:
    """Points to spend: on what, where it is placed, when, and lines to write on.

    `when` has a label for each time that it is done; none where it is done once, in secret.
    """

    title: str
    side: str
    points: int
    where: str
    wares: tuple[WareRow, ...]
    when: tuple[str, ...] = ()
    lines: int = 0
    """Figures that can be bought at the most, each with a line of its own."""


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """Something that is in one of several places: one of them is ticked."""

    title: str
    ways: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlacementView:
    """What is chosen in secret, to be written down."""

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
