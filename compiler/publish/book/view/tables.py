"""The frozen values of table rows in a chapter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from questwright.compiler.publish.book.view.map import Tone

if TYPE_CHECKING:
    from questwright.compiler.publish.book.view.text import Line


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
