"""The frozen values that the book's templates and drawings see, and nothing else.

Every value is plain: strings, whole numbers, enumerations and tuples of these. No field ever holds
HTML, CSS, SVG or a path. A section whose tuple is empty (or whose value is None) is not printed.
No field is named after a word of a game: titles of doors or heroes are values.

The values of maps are in `view.map`, those of graphs in `view.graph`; the annex is in `view.annex`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from questwright.compiler.language import message
from questwright.compiler.packs.system.theme import NEUTRAL, Theme
from questwright.compiler.publish.book.view.gathering import Gathering
from questwright.compiler.publish.book.view.titles import Titles
from questwright.dsl.choices import StrEnum

if TYPE_CHECKING:
    from questwright.compiler.publish.book.view.annex import AnnexView
    from questwright.compiler.publish.book.view.back import BackView
    from questwright.compiler.publish.book.view.board import BoardView
    from questwright.compiler.publish.book.view.cards import CutOutCards
    from questwright.compiler.publish.book.view.handouts import HandoutsView
    from questwright.compiler.publish.book.view.layout import LayoutView
    from questwright.compiler.publish.book.view.lots import LotsView
    from questwright.compiler.publish.book.view.map import LegendEntry, MapView
    from questwright.compiler.publish.book.view.sheets import OrderView, SheetsView
    from questwright.compiler.publish.book.view.tables import (
        ContentRow,
        FactRow,
        FighterTable,
        FigureRow,
        RuleView,
        VictoryView,
    )
    from questwright.compiler.publish.book.view.text import Line, Prose

# --- A chapter: one quest ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NeedRow:
    """A component to set out before play; with `count` 0 no number is printed."""

    count: int
    name: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class NeedGroup:
    """Components of one sort to set out, such as the models or the tokens."""

    title: str
    rows: tuple[NeedRow, ...]


@dataclass(frozen=True, slots=True)
class EventView:
    """Something that happens: its trigger, the words to read, and its effects in order."""

    slug: str
    title: str
    trigger: Line = ()
    read_aloud: Prose = ()
    effects: tuple[Line, ...] = ()
    notes: Prose = ()
    once: bool = True
    fighters: FighterTable | None = None
    """The figures that it brings."""


@dataclass(frozen=True, slots=True)
class ActionView:
    """A quest action: who may take it, where, at what cost, and what it does."""

    slug: str
    title: str
    who: str = ""
    where: str = ""
    cost: str = ""
    text: Prose = ()
    boxes: int = 0
    """Boxes to tick for the actions that it has had."""


@dataclass(frozen=True, slots=True)
class AreaView:
    """A room or corridor: how it is revealed, what is read aloud, what is there and happens there.

    `label` is the label on the map, `kind` a word such as "Room", `span` its cells ("G2–H3").
    `piece` is its part of the map; None where that would not fit beside its text.
    """

    slug: str
    label: str
    name: str
    kind: str = ""
    span: str = ""
    revealed: Line = ()
    read_aloud: Prose = ()
    piece: MapView | None = None
    fighters: FighterTable | None = None
    contents: tuple[ContentRow, ...] = ()
    notes: Prose = ()
    events: tuple[EventView, ...] = ()
    """The events that belong to it and to no other area."""
    actions: tuple[ActionView, ...] = ()

    @property
    def slugs(self) -> tuple[str, ...]:
        """The anchors of its entry."""
        events = (event.slug for event in self.events)
        return (self.slug, *events, *(action.slug for action in self.actions))


@dataclass(frozen=True, slots=True)
class FigureTable:
    """The figures' values: column titles that the pack names, and a row for each figure."""

    columns: tuple[str, ...]
    rows: tuple[FigureRow, ...]
    title: str = "Figures"
    note: str = ""
    """An explanation of its columns."""


@dataclass(frozen=True, slots=True)
class InterludeView:
    """Something that happens between two quests, with the table that is looked up for it."""

    slug: str
    title: str
    text: Prose = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class AidView:
    """A table of the game for the players: an explanation, its rows, and what its marks mean."""

    slug: str
    title: str
    text: Prose = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    legend: tuple[tuple[str, ...], ...] = ()
    """Rows of a mark and its meaning."""
    is_narrow: bool = False
    """Whether it leaves room for another one beside it."""


@dataclass(frozen=True, slots=True)
class AfterView:
    """The page after a quest of a campaign: what is read and earned, and what happens next."""

    slug: str
    title: str
    read_aloud: Prose = ()
    earned: Prose = ()
    interludes: tuple[InterludeView, ...] = ()
    next: str = ""
    """The title of the next quest."""
    ways: Prose = ()
    """Which quest is next, where that depends on how this one ended; then ``next`` is empty."""


@dataclass(frozen=True, slots=True)
class RecordRow:
    """A record that members keep: its title, how it is kept, and whether it is a number."""

    title: str
    text: str
    is_number: bool


@dataclass(frozen=True, slots=True)
class CampaignView:
    """The pages of a campaign around its quests: its story, its rules and its record sheets."""

    story: Prose = ()
    closing: Prose = ()
    rules: tuple[RuleView, ...] = ()
    interludes: tuple[InterludeView, ...] = ()
    """The interludes of the campaign, each once."""
    records: tuple[RecordRow, ...] = ()
    members: tuple[str, ...] = ()
    """The titles of the members, each of whom has a sheet."""
    quests: tuple[str, ...] = ()
    """The titles of the quests in order, as columns of the sheets."""
    difficulty: tuple[tuple[str, ...], ...] = ()
    """The title of each quest, and what it asks in figures; empty where one was not proven."""
    rounds: str = ""
    """What the game calls rounds."""
    follows: tuple[tuple[str, str, Prose], ...] = ()
    """Each way in which a quest begins: its number, in words, and what comes next; empty where
    each quest begins as it is written, and is followed by the next one."""


@dataclass(frozen=True, slots=True)
class ChapterView:
    """One quest as it is printed; `slug` is unique in the book and prefixes its anchors.

    `label` stands over the title ("Quest 3"). Anchors that a run may point at are the slugs of the
    chapter's areas, events, rules and actions.
    """

    slug: str
    title: str
    label: str = ""
    tagline: str = ""
    before: Prose = ()  # read in a campaign, before the story
    story: Prose = ()
    facts: tuple[FactRow, ...] = ()
    needs: tuple[NeedGroup, ...] = ()
    setup: Prose = ()
    layout: LayoutView | None = None
    maps: tuple[MapView, ...] = ()
    legend: tuple[LegendEntry, ...] = ()
    titles: Titles = field(default_factory=Titles)
    areas_title: str = "Areas"
    areas: tuple[AreaView, ...] = ()  # in the order of revealing
    events: tuple[EventView, ...] = ()  # those of no one area
    rules: tuple[RuleView, ...] = ()
    actions: tuple[ActionView, ...] = ()  # those of no one area
    figures: FigureTable | None = None
    order: OrderView | None = None  # in place of the figures' table
    sheets: SheetsView | None = None
    board: BoardView | None = None  # in its true size, where it is asked for
    handouts: HandoutsView | None = None
    victory: tuple[VictoryView, ...] = ()
    closing: Prose = ()
    after: AfterView | None = None  # in a campaign
    annex: AnnexView | None = None


# --- The book ----------------------------------------------------------------------------------


class Volume(StrEnum):
    """The books that are made of one quest; the value is the name of the file."""

    BOOK = "book"
    """All that is played from, for whoever runs the game."""
    PLAYERS = "players"
    """What players are given: it holds no secrets."""
    DESIGNER = "designer"
    """What was proven."""
    SHEETS = "sheets"
    """Sheets to write on, and the tables of the game."""
    CARDS = "cards"
    """Cards to cut out."""
    BOARD = "board"
    """The board in its true size, to be cut and joined."""


WORDS = (
    message("error"),
    message("warning"),
    message("note"),
    message("winnable"),
    message("unwinnable"),
    message("can-strand"),
    message("undecided"),
    message("vacuous"),
)
"""The words of verdicts and severities, which `say` translates where they are printed."""


@dataclass(frozen=True, slots=True)
class BookView:
    """A whole book.

    `language` is a BCP 47 tag. `created` is the moment written into the file, in ISO 8601 with a
    zone ("2026-11-21T00:00:00Z"): the caller takes it from SOURCE_DATE_EPOCH or fixes it, so that
    equal books are equal bytes. `game` names the game system; `audience` names who the book is for
    and stands in the foot of each page. `imprint` is the small print at the end. `symbols` are
    the map symbols that the game brings, as SVG by name.
    """

    title: str
    chapters: tuple[ChapterView, ...]
    subtitle: str = ""
    author: str = ""
    game: str = ""
    volume: Volume = Volume.BOOK
    audience: str = ""
    language: str = "en"
    created: str = "1980-01-01T00:00:00Z"
    theme: Theme = NEUTRAL
    front: Prose = ()
    campaign: CampaignView | None = None
    aids: tuple[AidView, ...] = ()
    cards: CutOutCards | None = None
    has_sheets: bool = False
    """Whether sheets to write on and tables are in a volume of their own."""
    has_cards: bool = False
    """Whether cards to cut out are in a volume of their own."""
    imprint: Prose = ()
    back: BackView | None = None  # in a bound book
    lots: LotsView | None = None  # in a bound book of a game in which a die chooses among quests
    gathering: Gathering = field(default_factory=Gathering)
    """Which gathering of the book this is."""
    symbols: tuple[tuple[str, str], ...] = ()
