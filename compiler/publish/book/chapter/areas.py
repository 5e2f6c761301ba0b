"""Compose the entry of each area: how it is revealed, what is in it, and what happens there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from questwright.compiler.analysis.laying import tiles_by_area
from questwright.compiler.analysis.reveal import RevealKind
from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.geometry.large import large_positions, passable_gates
from questwright.compiler.geometry.special import WALL, passes, stays
from questwright.compiler.model.items import item_in_words
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.packs.system.system import Category, GateForm
from questwright.compiler.publish.book.chapter.exits import boxes_to_tick, exits_of
from questwright.compiler.publish.book.chapter.fighters import fighters_of
from questwright.compiler.publish.book.chapter.needs import tiles_in_words
from questwright.compiler.publish.book.chapter.search import search_notes
from questwright.compiler.publish.book.desk.desk import listed_runs, separated, title_without_number
from questwright.compiler.publish.book.desk.rooms import rooms_of
from questwright.compiler.publish.book.map.pieces import loose_items
from questwright.compiler.publish.book.map.window import piece_of
from questwright.compiler.publish.book.view.book import AreaView
from questwright.compiler.publish.book.view.tables import ContentRow
from questwright.compiler.publish.book.view.text import Paragraph, Run
from questwright.compiler.wording.locks import lock_in_words
from questwright.compiler.wording.phrases import thing_in_words
from questwright.compiler.wording.unknown import may_be_in_area
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from questwright.compiler.analysis.reveal import RevealedArea
    from questwright.compiler.model.board import Area
    from questwright.compiler.model.quest import Thing, Unknown
    from questwright.compiler.packs.system.system import Kind
    from questwright.compiler.publish.book.map.pieces import Pieces
    from questwright.compiler.publish.book.view.book import ActionView, EventView
    from questwright.compiler.publish.book.view.map import MapView
    from questwright.compiler.publish.book.view.text import Prose

_ORDER = (
    Category.START,
    Category.FIGURE,
    Category.CONTAINER,
    Category.TOKEN,
    Category.PORTAL,
    Category.SPAWN_POINT,
    Category.TRAP,
    Category.OBSTACLE,
    Category.FURNITURE,
)
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
    reveal = next(reveal for reveal in pieces.desk.reveals if reveal.area == number)
    return _AreaEntry(pieces, reveal, {}).in_sight()


class _Sort(NamedTuple):
    """The key by which things share a row: equal keys, one row."""

    word: str
    title: str
    is_named: bool
    own: str
    """The id of a thing that needs a row of its own; empty for all others."""


class _AreaEntry:
    """Composes the entry of one area."""

    def __init__(self, pieces: Pieces, reveal: RevealedArea, rooms: Mapping[str, int]) -> None:
        self.pieces = pieces
        self.desk = pieces.desk
        self.reveal = reveal
        self.rooms = rooms
        self.number = reveal.area
        self.area: Area = self.desk.board.areas[reveal.area]
        self.crossings = {crossing.id: crossing for crossing in self.desk.board.crossings}

    def view(self) -> AreaView:
        desk = self.desk
        return AreaView(
            slug=desk.area_slug(self.number),
            label=desk.labels[self.number],
            name=desk.area_heading(self.number),
            kind=self.area.kind.title,
            span=self._span(),
            revealed=(*self._revealed(), *self._laid()),
            read_aloud=self._texts(EffectKind.READ),
            fighters=fighters_of(self.pieces, self._fighters()),
            contents=(
                *(row for kind, row in self._rows() if kind.category is not Category.FIGURE),
                *self._items(),
                *self._hidden(),
                *exits_of(self.pieces, self.reveal),
            ),
            notes=(
                *self._texts(EffectKind.NOTE),
                *self._events(),
                *search_notes(desk, self.number),
            ),
        )

    def in_sight(self) -> tuple[ContentRow, ...]:
        """What stands and lies there."""
        return (*(row for _, row in self._rows()), *self._items())

    def _fighters(self) -> list[tuple[Kind, ContentRow]]:
        return [(kind, row) for kind, row in self._rows() if kind.category is Category.FIGURE]

    def _span(self) -> str:
        """Its cells; if they take too much room, only their number."""
        span = self.desk.cells(self.area.cells)
        if len(span) <= _LONGEST_SPAN:
            return span
        return f"{self.area.cells.bit_count()} {self.desk.system.grid.cells}"

    # -- how it comes to light -------------------------------------------------------------

    def _revealed(self) -> Iterator[Run]:
        desk = self.desk
        match self.reveal.how:
            case RevealKind.START:
                yield Run("Set it out before play begins.")
                return
            case RevealKind.FLOOR:
                yield Run("Seen together with ")
                yield from listed_runs(
                    [self.desk.area_link(number) for number in self.reveal.behind]
                )
                yield Run(".")
            case RevealKind.GATE | RevealKind.PORTAL:
                ways = list(self._ways_in())
                yield Run("Revealed by " if ways else "Nobody can come here.")
                if ways:
                    yield from ways
                    yield Run(".")
            case RevealKind.CLEARED:
                yield Run("Revealed when the way from ")
                yield from listed_runs(
                    [self.desk.area_link(number) for number in self.reveal.behind]
                )
                yield Run(" is clear.")
            case RevealKind.EVENT | RevealKind.NEVER:
                pass
        if self.reveal.events:
            also = "Also revealed" if self.reveal.how is not RevealKind.EVENT else "Revealed"
            if self.reveal.how is not RevealKind.EVENT:
                yield Run(" ")
            yield Run(f"{also} by the event ")
            yield from listed_runs([desk.link(id_) for id_ in self.reveal.events], "or")
            yield Run(".")
        elif self.reveal.how is RevealKind.NEVER:
            yield Run("Nothing reveals it.")

    def _laid(self) -> Iterator[Run]:
        """The tiles that are laid with it, where a board is laid as it is revealed."""
        if not self.desk.system.is_laid_as_revealed or self.reveal.depth == 0:
            return
        tiles = tiles_by_area(self.desk.quest).get(self.number, ())
        if tiles:
            yield Run(f" Lay {tiles_in_words(tiles)}.")

    def _ways_in(self) -> Iterator[Run]:
        ways: list[list[Run]] = []
        for way in self.desk.ways.into(self.number):
            if way.gate >= 0:
                gate = self.desk.board.gates[way.gate]
                verb = "finding" if gate.kind.form is GateForm.PASSAGE else "opening"
                name = with_article(gate.title)
                place = self.desk.places(gate)
            elif way.portal in self.crossings:
                crossing = self.crossings[way.portal]
                verb, name = "the first to arrive by", with_article(crossing.title)
                place = self.desk.cells(crossing.cells & self.area.cells)
            elif way.portal:
                portal = self.desk.things[way.portal]
                verb = "the first to arrive by"
                title = portal.title if self._is_titled(portal) else self._portal(portal)
                name = with_article(title)
                place = self.desk.cells(portal.mask)
            else:
                continue
            ways.append([Run(f"{verb} "), Run(name, strong=True), Run(f" ({place})")])
        for position, runs in enumerate(ways):
            if position:
                yield Run(" or by " if position == len(ways) - 1 else ", by ")
            yield from runs

    # -- what is in it -----------------------------------------------------------------------

    def _rows(self) -> Iterator[tuple[Kind, ContentRow]]:
        inside = [
            thing
            for thing in self.desk.quest.things
            if thing.area == self.number and thing.id not in self.desk.hidden
        ]
        inside.sort(key=lambda thing: _ORDER.index(thing.kind.category))
        groups: dict[_Sort, list[Thing]] = {}
        for thing in inside:
            groups.setdefault(self._sort(thing), []).append(thing)
        for things in groups.values():
            yield things[0].kind, self._row(things)

    def _sort(self, thing: Thing) -> _Sort:
        is_alone = bool(self._own_notes(thing)) or thing.kind.category is Category.PORTAL
        is_titled = self._is_titled(thing)
        is_start = thing.kind.category is Category.START
        own = thing.id if is_alone or (is_titled and not is_start) else ""
        title = title_without_number(thing) if is_start else thing.title
        return _Sort(thing.kind.word, title, is_titled, own)

    @staticmethod
    def _is_titled(thing: Thing) -> bool:
        return thing.is_named and thing.title != thing.kind.title

    def _row(self, things: list[Thing]) -> ContentRow:
        first = things[0]
        kind = first.kind
        cells = sum(thing.mask for thing in things)
        notes: list[list[Run]] = []
        name = kind.title
        if kind.category is Category.PORTAL:
            name = self._portal(first)
        if self._is_titled(first):
            if kind.category is not Category.TOKEN:
                notes.append([Run(name)])
            name = title_without_number(first) if len(things) > 1 else first.title
        if kind.category in (Category.FIGURE, Category.TRAP):
            if first.facing:
                word = "arrow" if kind.category is Category.TRAP else "facing"
                notes.append([Run(self._facing(things, word))])
            is_figure = kind.category is Category.FIGURE
            if is_figure and len(first.cells) > 1 and self._is_kept(first):
                notes.append([Run(self._fits(first))])
        elif kind.category is Category.OBSTACLE:
            notes.append([Run("no way through, no sight past")])
        elif kind.category is Category.FURNITURE and kind.is_high:
            notes.append([Run("blocks sight")])
        notes += self._own_notes(first)
        is_figure = kind.category is Category.FIGURE
        return ContentRow(
            name=name,
            where=self.desk.cells(cells),
            note=tuple(separated(notes)),
            count=len(things),
            sample=self.pieces.figure(first) if is_figure else self.pieces.thing(first),
        )

    @staticmethod
    def _is_kept(thing: Thing) -> bool:
        """Whether gates matter to a figure: it moves, and does not pass through walls."""
        return not stays(thing.exceptions) and not passes(thing.exceptions, WALL)

    def _fits(self, thing: Thing) -> str:
        """The gates that a figure of several squares fits through, in words."""
        quest = self.desk.quest
        move = self.desk.system.move_value
        fitting = passable_gates(thing, quest, large_positions(thing, quest, move), move)
        titles = [gate.title for gate in quest.board.gates if gate.id in fitting]
        return f"fits through {' and '.join(titles)}" if titles else "fits through no gate"

    def _facing(self, things: list[Thing], word: str) -> str:
        facings = dict.fromkeys(thing.facing for thing in things)
        if len(facings) == 1:
            return f"{word} {things[0].facing}"
        parts = (f"{self.desk.cells(thing.mask)} {thing.facing}" for thing in things)
        return f"{word}: {', '.join(parts)}"

    def _own_notes(self, thing: Thing) -> list[list[Run]]:
        """Notes on one thing that do not hold for others of its kind."""
        links = self._links(thing)
        see = [[Run("see "), *listed_runs(links)]] if links else []
        return [*self._traits(thing), *see]

    def _links(self, thing: Thing) -> list[Run]:
        """Links to the actions and events of a thing and of the items that it holds."""
        desk = self.desk
        links = [desk.link(action.id) for action in desk.quest.actions if action.target == thing.id]
        for id_ in (thing.id, *(item.id for item in self.desk.held_items(thing))):
            links += [desk.link(event.id) for event in desk.triggered_by(id_)]
        return list(dict.fromkeys(links))

    def _traits(self, thing: Thing) -> list[list[Run]]:
        """Notes on a thing: its rank, its specials, the items that it holds, where it leads."""
        desk = self.desk
        notes: list[list[Run]] = []
        if desk.is_boss(thing.kind):
            notes.append([Run(desk.rank_title(thing.kind).lower())])
        if thing.specials:
            titles = [Run(special.title, strong=True) for special in thing.specials]
            notes.append([Run("with "), *listed_runs(titles)])
        if thing.lock is not None:
            words = lock_in_words(thing.lock, desk.quest, desk.system)
            lock = [Run("locked: "), Run(words, strong=True), *boxes_to_tick(thing.lock)]
            notes.append([*lock, Run(f". {thing.lock.note}")] if thing.lock.note else lock)
        if thing.kind.placing.springs:
            notes.append([Run("goes off under whoever enters")])
        held = self.desk.held_items(thing)
        if held:
            verb = "carries" if thing.kind.category is Category.FIGURE else "holds"
            names = [Run(item_in_words(item), strong=True) for item in held]
            notes.append([Run(f"{verb} "), *listed_runs(names)])
        partner = desk.things.get(thing.link)
        if partner is not None and partner.id in desk.hidden:
            notes.append([Run(f"leads to wherever {thing_in_words(partner)} is")])
        elif partner is not None:
            where = desk.cells(partner.mask)
            notes.append([Run(f"leads to {where} in "), self.desk.area_link(partner.area)])
        return notes

    def _portal(self, thing: Thing) -> str:
        code = self.pieces.codes.get(thing.id, "")
        return f"{thing.kind.title} {code}".rstrip()

    def _items(self) -> Iterator[ContentRow]:
        for item in loose_items(self.desk):
            if self.area.cells >> item.cell & 1:
                events = [self.desk.link(event.id) for event in self.desk.triggered_by(item.id)]
                note = [Run("lies here")]
                if events:
                    note += [Run("; see "), *listed_runs(events)]
                yield ContentRow(
                    item.title,
                    self.desk.board.name(item.cell),
                    tuple(note),
                    sample=self.pieces.item(item),
                )

    def _hidden(self) -> Iterator[ContentRow]:
        """Rows of the unknowns that may be in this area."""
        for unknown in self.desk.hidden.values():
            here = [
                way for way in unknown.ways if may_be_in_area(self.number, way, self.desk.quest)
            ]
            if not here:
                continue
            thing = self.desk.things.get(unknown.id)
            links = [self.desk.link(event.id) for event in self.desk.triggered_by(unknown.id)]
            if thing is not None:
                links = self._links(thing)
            note = [*self._note_on_unknown(unknown), Run("if you have put it here; see Setting up")]
            if links:
                note += [Run(" and "), *listed_runs(links)]
            squares = (self.pieces.unknown_place(unknown, way) for way in here)
            yield ContentRow(
                f"Perhaps {with_article(unknown.title)}",
                listed_in_words((way.title.removeprefix("at ") for way in here), "or"),
                tuple(note),
                sample=next(filter(None, squares), None),
            )

    def _note_on_unknown(self, unknown: Unknown) -> Iterator[Run]:
        """The kind, the facing and the traits of a thing whose place is unknown."""
        thing = self.desk.things.get(unknown.id)
        if thing is None:
            return
        if self._is_titled(thing):
            yield Run(f"{thing.kind.title}, ")
        if thing.facing:
            yield Run(f"facing {thing.facing}, ")
        for note in self._traits(thing):
            yield from (*note, Run(", "))

    # -- what happens there ------------------------------------------------------------

    def _texts(self, kind: EffectKind) -> Prose:
        areas = self.desk.read_in_area
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
            if event.id not in desk.read_in_area and desk.area_of_event(event) == self.number
        ]
        if at_once:
            links = listed_runs([desk.link(event.id) for event in at_once])
            yield Paragraph((Run("Then go on with ", strong=True), *links, Run(".")))
        later = [event for event in desk.triggered_by(self.area.id) if event not in at_once]
        later = [
            event
            for event in later
            if event.id not in desk.read_in_area and self.rooms.get(event.id) != self.number
        ]
        if later:
            yield Paragraph(
                (Run("See also "), *listed_runs([desk.link(event.id) for event in later]), Run("."))
            )
