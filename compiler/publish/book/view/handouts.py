"""The frozen values of handouts: what players are given, and nothing that is secret."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from questwright.compiler.publish.book.view.map import LegendEntry, MapView
    from questwright.compiler.publish.book.view.tables import (
        ContentRow,
        FactRow,
        RuleView,
        VictoryView,
    )
    from questwright.compiler.publish.book.view.text import Line, Prose


@dataclass(frozen=True, slots=True)
class HandoutView:
    """What comes to light together: its areas, what is read aloud, their map, what is set out."""

    titles: tuple[tuple[str, str], ...]
    """The label and the name of each of its areas."""
    read_aloud: Prose = ()
    map: MapView | None = None
    sheets: tuple[MapView, ...] = ()
    """Its map once more, larger, on pages of its own."""
    contents: tuple[ContentRow, ...] = ()
    legend: tuple[LegendEntry, ...] = ()
    """What is on its map besides: the ground, heights and crossings."""
    rules: tuple[Line, ...] = ()
    """Rules of what is seen here, but for those that hold from the beginning."""


@dataclass(frozen=True, slots=True)
class ReadingView:
    """What is read aloud when something happens."""

    title: str
    text: Prose


@dataclass(frozen=True, slots=True)
class HandoutsView:
    """The handouts of one quest: what players know when play begins, and what they learn."""

    before: Prose = ()
    story: Prose = ()
    facts: tuple[FactRow, ...] = ()
    victory: tuple[VictoryView, ...] = ()
    own_rules: tuple[RuleView, ...] = ()
    """Rules of the quest that its author tells the players."""
    rules: tuple[Line, ...] = ()
    """Special rules that hold from the beginning and are no secret."""
    rules_title: str = ""
    start: HandoutView | None = None
    later: tuple[HandoutView, ...] = ()
    """The handouts of the other areas, in the order of their numbers; each is cut out."""
    readings: tuple[ReadingView, ...] = ()
