"""What the annex of a chapter is made of: what was proven, for the designer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from questwright.dsl.choices import StrEnum

if TYPE_CHECKING:
    from questwright.compiler.publish.book.view.graph import GraphView
    from questwright.compiler.publish.book.view.map import MapView
    from questwright.compiler.publish.book.view.tables import FactRow
    from questwright.compiler.publish.book.view.text import Line, Prose


class ShownVerdict(StrEnum):
    """What was proven about a quest."""

    WINNABLE = "winnable"
    UNWINNABLE = "unwinnable"
    CAN_STRAND = "can-strand"
    UNDECIDED = "undecided"
    VACUOUS = "vacuous"


@dataclass(frozen=True, slots=True)
class VerdictView:
    """The verdict in a word, a headline and the reasons."""

    kind: ShownVerdict
    headline: str
    text: Prose = ()


@dataclass(frozen=True, slots=True)
class StepView:
    """A step of a line of play or a link in a chain of causes; `when` may be "Round 3".

    `label` is its number; without one it goes by its place in the list.
    """

    text: Line
    when: str = ""
    where: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class StepList:
    """Numbered steps under a title, such as the winning line or the chain of causes."""

    title: str
    steps: tuple[StepView, ...]
    introduction: Line = ()


@dataclass(frozen=True, slots=True)
class ChanceRow:
    """A place where chance enters: what is rolled or drawn, where, and the odds in words."""

    what: str
    where: str = ""
    odds: str = ""


@dataclass(frozen=True, slots=True)
class BoxRow:
    """How many of one component are on the table, at the start and at the worst moment."""

    what: str
    start: int
    most: int
    """At the worst moment, if the box has as many."""
    box: str
    when: str = ""
    """When that is, in words; empty if it is so from the start."""


class ShownSeverity(StrEnum):
    """The severity of a finding."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class FindingView:
    """One finding of the compiler: its code, message, place in the source and advice."""

    severity: ShownSeverity
    code: str
    message: str
    where: str = ""
    advice: str = ""


@dataclass(frozen=True, slots=True)
class MoverRow:
    """Figures that move alike, in one state: the turn in which they first reach each area."""

    name: str
    state: str
    move: int
    turns: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class MoverTable:
    """Where figures can get, with a column for each of some areas, by label."""

    areas: tuple[str, ...]
    rows: tuple[MoverRow, ...]


@dataclass(frozen=True, slots=True)
class ChartBar:
    """A number, or several, with their share: from 0 to 1, and as it is told."""

    label: str
    share: float
    told: str
    is_usual: bool
    """It lies among the eight in the middle of every ten."""


@dataclass(frozen=True, slots=True)
class ChartView:
    """The chances of numbers as bars."""

    title: str
    bars: tuple[ChartBar, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class DealsView:
    """What was counted over every deal of a deck: sentences, charts, and rows of a table."""

    told: tuple[str, ...]
    charts: tuple[ChartView, ...]
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    given: str = ""


@dataclass(frozen=True, slots=True)
class AnnexView:
    """What the compiler tells the designer about a quest, on pages of its own.

    `maps` are copies of the chapter's map, each with an overlay: a line of play, or the causes why
    the quest cannot be won, and the cells that are never reached.
    """

    verdict: VerdictView
    facts: tuple[FactRow, ...] = ()
    lines: tuple[StepList, ...] = ()
    chances: tuple[ChanceRow, ...] = ()
    chances_given: str = ""
    """The assumptions behind the odds."""
    box: tuple[BoxRow, ...] = ()
    """What is needed of the box, and when the most of it."""
    deals: DealsView | None = None
    movers: tuple[MoverTable, ...] = ()
    findings: tuple[FindingView, ...] = ()
    maps: tuple[MapView, ...] = ()
    graph: GraphView | None = None
