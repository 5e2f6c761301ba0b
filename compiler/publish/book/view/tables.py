"""The frozen values of rows and boxes that several parts of a chapter have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from questwright.compiler.publish.book.view.map import Tone

if TYPE_CHECKING:
    from questwright.compiler.publish.book.view.map import Drawable
    from questwright.compiler.publish.book.view.text import Line, Prose


@dataclass(frozen=True, slots=True)
class FactRow:
    """A label and its value, as in "Players: 1 to 5"."""

    label: str
    value: Line


@dataclass(frozen=True, slots=True)
class FigureRow:
    """A row of the figures' table; `cells` match the table's columns one to one."""

    code: str
    name: str
    cells: tuple[str, ...]
    count: int = 0
    note: Line = ()
    tone: Tone = Tone.FOE


@dataclass(frozen=True, slots=True)
class ContentRow:
    """A thing in an area: its symbol, its name, where it is, and a note.

    Things with `secret` are marked: they are not put on the table yet.
    """

    name: str
    where: str = ""
    note: Line = ()
    count: int = 1
    sample: Drawable | None = None
    secret: bool = False


@dataclass(frozen=True, slots=True)
class FighterRow:
    """Figures where they fight: what is said of them there, and their values."""

    row: ContentRow
    cells: tuple[str, ...]
    traits: Line = ()


@dataclass(frozen=True, slots=True)
class FighterTable:
    """The figures of one place; the cells of each row match the columns one to one."""

    columns: tuple[str, ...]
    rows: tuple[FighterRow, ...]


@dataclass(frozen=True, slots=True)
class VictoryView:
    """How one side wins: an introduction such as "at once when any of", and the conditions."""

    side: str
    conditions: tuple[Line, ...]
    introduction: str = ""
    read_aloud: Prose = ()
    tone: Tone = Tone.FRIEND
    note: str = ""


@dataclass(frozen=True, slots=True)
class RuleView:
    """A special rule of the quest."""

    slug: str
    title: str
    text: Prose
    is_told: bool = False
    """The players know it when play begins."""
