"""Compose the entry of each area: how it is revealed, what is in it, and what happens there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from questwright.compiler.model.quest import EffectKind
from questwright.compiler.packs.system.system import Category
from questwright.compiler.publish.book.chapter.contents import item_rows, perhaps_rows, thing_rows
from questwright.compiler.publish.book.chapter.exits import exits_of
from questwright.compiler.publish.book.chapter.fighters import fighters_of
from questwright.compiler.publish.book.chapter.reveals import revealed_of
from questwright.compiler.publish.book.chapter.search import search_notes
from questwright.compiler.publish.book.desk.rooms import rooms_of
from questwright.compiler.publish.book.desk.runs import listed_runs
from questwright.compiler.publish.book.map.window import piece_of
from questwright.compiler.publish.book.view.book import AreaView
from questwright.compiler.publish.book.view.text import Paragraph, said
from questwright.compiler.wording.cells import count_of_cells

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from questwright.compiler.analysis.reveal import RevealedArea
    from questwright.compiler.model.board import Area
    from questwright.compiler.publish.book.map.pieces import Pieces
    from questwright.compiler.publish.book.view.book import ActionView, EventView
    from questwright.compiler.publish.book.view.map import MapView
    from questwright.compiler.publish.book.view.tables import ContentRow
    from questwright.compiler.publish.book.view.text import Prose

_LONGEST_SPAN = 44
"""The most characters of an area's cells that are printed beside its name."""


def areas_of(
    pieces: Pieces,
    map_view: MapView,
    events: Iterable[EventView] = (),
    actions: Iterable[ActionView] = (),
) -> tuple[AreaView, ...]:
    """The entries of all areas, in the order in which they are revealed.

    Each has what happens in it alone, of the events and actions that are given.
    """
    rooms = rooms_of(pieces.desk)
    entries = {
        reveal.area: _AreaEntry(pieces, reveal, rooms).view() for reveal in pieces.desk.reveals
    }
    happening = [(rooms[event.slug], event) for event in events if event.slug in rooms]
    acting = [(rooms[action.slug], action) for action in actions if action.slug in rooms]
    return tuple(
        replace(
            entry,
            # A piece of the map stands beside a text; without one it would only take room.
            piece=piece_of(map_view, pieces, number) if _is_told(entry) else None,
            events=tuple(event for room, event in happening if room == number),
            actions=tuple(action for room, action in acting if room == number),
        )
        for number, entry in entries.items()
    )


def _is_told(entry: AreaView) -> bool:
    return bool(entry.read_aloud or entry.notes or len(entry.contents) > 1)


def in_sight(pieces: Pieces, number: int) -> tuple[ContentRow, ...]:
    """What stands and lies in an area, given by index."""
    return (*(row for _, row in thing_rows(pieces, number)), *item_rows(pieces, number))


class _AreaEntry:
    """Composes the entry of one area."""

    def __init__(self, pieces: Pieces, reveal: RevealedArea, rooms: Mapping[str, int]) -> None:
        self.pieces = pieces
        self.desk = pieces.desk
        self.reveal = reveal
        self.rooms = rooms
        self.number = reveal.area
        self.area: Area = self.desk.board.areas[reveal.area]

    def view(self) -> AreaView:
        desk, pieces = self.desk, self.pieces
        rows = tuple(thing_rows(pieces, self.number))
        fighters = [(kind, row) for kind, row in rows if kind.category is Category.FIGURE]
        return AreaView(
            slug=desk.area_slug(self.number),
            label=desk.labels[self.number],
            name=desk.area_heading(self.number),
            kind=self.area.kind.title,
            span=self._span(),
            revealed=tuple(revealed_of(pieces, self.reveal)),
            read_aloud=self._texts(EffectKind.READ),
            fighters=fighters_of(pieces, fighters),
            contents=(
                *(row for kind, row in rows if kind.category is not Category.FIGURE),
                *item_rows(pieces, self.number),
                *perhaps_rows(pieces, self.number),
                *exits_of(pieces, self.reveal),
            ),
            notes=(
                *self._texts(EffectKind.NOTE),
                *self._events(),
                *search_notes(desk, self.number),
            ),
        )

    def _span(self) -> str:
        """Its cells; if they take too much room, only their number."""
        span = self.desk.cells(self.area.cells)
        if len(span) <= _LONGEST_SPAN:
            return span
        return count_of_cells(self.area.cells.bit_count(), self.desk.system.grid)

    def _texts(self, kind: EffectKind) -> Prose:
        areas = self.desk.events.read_in_area
        return tuple(
            block
            for event in self.desk.quest.events
            if areas.get(event.id) == self.number
            for effect in event.effects
            if effect.kind is kind
            for block in self.desk.prose(effect.text)
        )

    def _events(self) -> Iterator[Paragraph]:
        """Links to the events that revealing this area triggers, and to others that name it."""
        desk = self.desk
        at_once = [
            event
            for event in desk.quest.events
            if event.id not in desk.events.read_in_area
            and desk.events.area_of(event) == self.number
        ]
        if at_once:
            links = listed_runs([desk.link(event.id) for event in at_once])
            runs = said("Then go on with {events}.", events=links)
            yield Paragraph((replace(runs[0], strong=True), *runs[1:]))
        later = [event for event in desk.events.triggered_by(self.area.id) if event not in at_once]
        later = [
            event
            for event in later
            if event.id not in desk.events.read_in_area and self.rooms.get(event.id) != self.number
        ]
        if later:
            links = listed_runs([desk.link(event.id) for event in later])
            yield Paragraph(tuple(said("See also {events}.", events=links)))
