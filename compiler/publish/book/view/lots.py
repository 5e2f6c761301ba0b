"""The frozen values of the tables by which a die chooses among the quests of a bound book."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LotRow:
    """What the die shows, and the quest that is played then; without a title it is rolled again."""

    roll: str
    title: str = ""
    chapter: str = ""
    """The slug of its chapter; empty where the volume has none."""


@dataclass(frozen=True, slots=True)
class LotView:
    """The quests of one objective."""

    title: str
    rows: tuple[LotRow, ...]


@dataclass(frozen=True, slots=True)
class LotsView:
    """The quests of each objective that has several."""

    title: str
    """What the game calls one of them."""
    dice: str
    text: str
    """What is done to find the quest that is played."""
    tables: tuple[LotView, ...]

    @property
    def chapters(self) -> frozenset[str]:
        """The slugs of the chapters that they lead to."""
        return frozenset(row.chapter for lot in self.tables for row in lot.rows if row.chapter)
