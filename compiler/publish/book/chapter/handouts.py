"""Compose the handouts of a quest from what players may know of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from questwright.compiler.analysis.public import public_quest
from questwright.compiler.analysis.reveal import RevealKind
from questwright.compiler.english import listed_in_words
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.language import message, say
from questwright.compiler.publish.book.chapter.areas import in_sight
from questwright.compiler.publish.book.chapter.exits import gates_in_sight
from questwright.compiler.publish.book.chapter.needs import figures_of, public_facts
from questwright.compiler.publish.book.chapter.play import public_victories, told_rules
from questwright.compiler.publish.book.chapter.public_rules import public_rules
from questwright.compiler.publish.book.desk.desk import Desk
from questwright.compiler.publish.book.map.compose import key_of, map_of
from questwright.compiler.publish.book.map.pieces import Pieces
from questwright.compiler.publish.book.map.sheets import with_sheets
from questwright.compiler.publish.book.map.window import part_of
from questwright.compiler.publish.book.svg.paper import CUT_OUT, IN_TEXT
from questwright.compiler.publish.book.view.board import BoardView
from questwright.compiler.publish.book.view.handouts import (
    HandoutsView,
    HandoutView,
    ReadingView,
)
from questwright.compiler.publish.book.view.map import FigureView

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from questwright.compiler.publish.book.svg.paper import Paper
    from questwright.compiler.publish.book.view.book import AreaView, EventView
    from questwright.compiler.publish.book.view.tables import ContentRow
    from questwright.compiler.publish.book.view.text import Prose


_START = message("When play begins")


def handouts_of(desk: Desk, areas: Sequence[AreaView], events: Sequence[EventView]) -> HandoutsView:
    """The handouts of a quest whose areas and events have been composed.

    Maps and lists are made of the quest as players may know it. From the quest as it is come the
    numbers of its areas, how the party wins and whatever else is told, and what is read aloud, the
    story too.
    """
    known = Desk(public_quest(desk.quest), desk.system, desk.labels)
    cutter = _Cutter(known, {area.slug: area.read_aloud for area in areas})
    first, *later = _together(desk)
    if desk.quest.deck is not None:
        # Nothing of a dealt board lies there when play begins.
        first, later = [], [first, *later]
    rules = public_rules(known, first)
    return HandoutsView(
        story=tuple(
            block for passage in desk.passages("story") for block in desk.prose(passage.blocks)
        ),
        facts=public_facts(known),
        victory=public_victories(desk, known.quest),
        own_rules=told_rules(desk),
        rules=rules,
        rules_title=desk.pack.heading("rules"),
        start=cutter.handout(first, IN_TEXT, say(_START)) if first else None,
        later=tuple(
            replace(
                cutter.handout(areas, CUT_OUT),
                rules=tuple(rule for rule in public_rules(known, areas) if rule not in rules),
            )
            for areas in later
        ),
        readings=tuple(
            # Without a title of its own an event goes by what brings it about.
            ReadingView(event.title if event.trigger else "", event.read_aloud)
            for event in events
            if event.read_aloud
        ),
    )


def board_view(desk: Desk) -> BoardView:
    """The whole board, without what is secret on it, and without figures and numbers."""
    known = Desk(public_quest(desk.quest), desk.system, desk.labels)
    view = map_of(Pieces(known, figures_of(known)))
    bare = replace(view, figures=(), areas=(), title=say("The board"))
    return BoardView(bare, desk.system.grid.across)


def _together(desk: Desk) -> list[list[int]]:
    """The areas that are seen together, by index: first those in which the party begins."""
    found: list[list[int]] = [[]]
    for reveal in desk.reveals:
        if reveal.how is RevealKind.START:
            found[0].append(reveal.area)
        elif reveal.how is RevealKind.FLOOR:
            next(group for group in found if {*group} & {*reveal.behind}).append(reveal.area)
        else:
            found.append([reveal.area])
    return found


class _Cutter:
    """Cuts handouts out of what is known of a quest."""

    def __init__(self, desk: Desk, read_aloud: Mapping[str, Prose]) -> None:
        self._desk = desk
        self._read_aloud = read_aloud
        self._pieces = Pieces(desk, figures_of(desk))
        self._map = map_of(self._pieces)

    def handout(self, areas: Sequence[int], paper: Paper, title: str = "") -> HandoutView:
        """The handout of some areas, by index, whose map has this room and this title."""
        desk, pieces = self._desk, self._pieces
        slugs = [desk.area_slug(number) for number in areas]
        names = [desk.area_heading(number) for number in areas]
        cells = sum(desk.board.areas[number].cells for number in areas)
        part = part_of(self._map, {pieces.at(cell) for cell in each_cell(cells)})
        view, *sheets = with_sheets(replace(part, title=title or listed_in_words(names)), paper)
        return HandoutView(
            titles=tuple(zip((desk.labels[number] for number in areas), names, strict=True)),
            read_aloud=tuple(block for slug in slugs for block in self._read_aloud[slug]),
            map=view,
            sheets=tuple(sheets),
            contents=(
                *(_plain(row) for number in areas for row in in_sight(pieces, number)),
                *gates_in_sight(pieces, areas),
            ),
            legend=key_of(pieces, part),
        )


def _plain(row: ContentRow) -> ContentRow:
    """A row without its notes, if it is about figures: how they face is on the map."""
    return replace(row, note=()) if isinstance(row.sample, FigureView) else row
