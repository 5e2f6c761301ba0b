"""Compose the entry of each area: how it is revealed, what is in it, and what happens there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from questwright.compiler.analysis.laying import tiles_by_area
from questwright.compiler.analysis.reveal import RevealKind
from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.geometry.large import large_positions, passable_gates
from questwright.compiler.geometry.special import WALL, passes, stays
from questwright.compiler.language import message, say, say_as
from questwright.compiler.model.items import item_in_words
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.packs.system.system import Category, GateForm
from questwright.compiler.publish.book.chapter.exits import boxes_to_tick, exits_of
from questwright.compiler.publish.book.chapter.fighters import fighters_of
from questwright.compiler.publish.book.chapter.search import search_notes
from questwright.compiler.publish.book.chapter.setup import tiles_in_words
from questwright.compiler.publish.book.desk.desk import listed_runs, separated, title_without_number
from questwright.compiler.publish.book.desk.rooms import rooms_of
from questwright.compiler.publish.book.map.pieces import loose_items
from questwright.compiler.publish.book.map.window import piece_of
from questwright.compiler.publish.book.view.book import AreaView
from questwright.compiler.publish.book.view.tables import ContentRow
from questwright.compiler.publish.book.view.text import Paragraph, Run, said
from questwright.compiler.wording.cells import count_of_cells
from questwright.compiler.wording.locks import lock_in_words
from questwright.compiler.wording.phrases import thing_in_words
from questwright.compiler.wording.pushes import pushers_in_words
from questwright.compiler.wording.unknown import may_be_in_area, place_of_way
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from questwright.compiler.analysis.reveal import RevealedArea
    from questwright.compiler.model.board import Area
    from questwright.compiler.model.quest import Event, Thing, Unknown
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
_OPENING = message("opening {way} ({place})")
_FINDING = message("finding {way} ({place})")
_LOOKING = message("seeing it through {way} ({place})")
_ARRIVING = message("the first to arrive by {way} ({place})")
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
        return count_of_cells(self.area.cells.bit_count(), self.desk.system.grid)

    # -- how it comes to light -------------------------------------------------------------

    def _revealed(self) -> Iterator[Run]:
        desk = self.desk
        match self.reveal.how:
            case RevealKind.START:
                if desk.quest.deck is not None:
                    yield Run(say("Set it out when its card is turned over."))
                else:
                    yield Run(say("Set it out before play begins."))
                return
            case RevealKind.FLOOR:
                behind = [desk.area_link(number) for number in self.reveal.behind]
                yield from said("Seen together with {areas}.", areas=listed_runs(behind))
            case RevealKind.GATE | RevealKind.PORTAL:
                ways = list(self._ways_in())
                if ways:
                    yield from said("Revealed by {ways}.", ways=ways)
                else:
                    yield Run(say("Nobody can come here."))
            case RevealKind.CLEARED:
                behind = [desk.area_link(number) for number in self.reveal.behind]
                form = message("Revealed when the way from {areas} is clear.")
                yield from said(form, areas=listed_runs(behind))
            case RevealKind.EVENT | RevealKind.NEVER:
                pass
        if self.reveal.events:
            events = listed_runs([desk.link(id_) for id_ in self.reveal.events], "or")
            if self.reveal.how is RevealKind.EVENT:
                yield from said("Revealed by the event {events}.", events=events)
            else:
                yield from (Run(" "), *said("Also revealed by the event {events}.", events=events))
        elif self.reveal.how is RevealKind.NEVER:
            yield Run(say("Nothing reveals it."))

    def _laid(self) -> Iterator[Run]:
        """The tiles that are laid with it, where a board is laid as it is revealed."""
        if not self.desk.system.is_laid_as_revealed or self.reveal.depth == 0:
            return
        tiles = tiles_by_area(self.desk.quest).get(self.number, ())
        if tiles:
            yield Run(" " + say("Lay {tiles}.", tiles=tiles_in_words(tiles)))

    def _ways_in(self) -> Iterator[Run]:
        ways: list[list[Run]] = []
        for way in self.desk.ways.into(self.number):
            if way.gate >= 0:
                gate = self.desk.board.gates[way.gate]
                form = _OPENING
                if gate.is_open:
                    form = _LOOKING
                elif gate.kind.form is GateForm.PASSAGE:
                    form = _FINDING
                name = with_article(gate.title)
                place = self.desk.places(gate)
            elif way.portal in self.crossings:
                crossing = self.crossings[way.portal]
                form, name = _ARRIVING, with_article(crossing.title)
                place = self.desk.cells(crossing.cells & self.area.cells)
            elif way.portal:
                portal = self.desk.things[way.portal]
                form = _ARRIVING
                title = portal.title if self._is_titled(portal) else self._portal(portal)
                name = with_article(title)
                place = self.desk.cells(portal.mask)
            else:
                continue
            ways.append(said(form, way=[Run(name, strong=True)], place=place))
        for position, runs in enumerate(ways):
            if position:
                is_last = position == len(ways) - 1
                yield Run(say_as("ways in", " or by ") if is_last else say_as("ways in", ", by "))
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
        is_figure = thing.kind.category is Category.FIGURE
        own = thing.id if is_alone or (is_titled and is_figure) else ""
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
        name = kind.title if len(things) == 1 else kind.plural
        if kind.category is Category.PORTAL:
            name = self._portal(first)
        if self._is_titled(first):
            if kind.category is not Category.TOKEN:
                notes.append([Run(name)])
            name = title_without_number(first) if len(things) > 1 else first.title
        if kind.category in (Category.FIGURE, Category.TRAP):
            if first.facing:
                notes.append([Run(self._facing(things))])
            is_figure = kind.category is Category.FIGURE
            if is_figure and len(first.cells) > 1 and self._is_kept(first):
                notes.append([Run(self._fits(first))])
        elif kind.category is Category.OBSTACLE:
            notes.append([Run(say("no way through, no sight past"))])
        elif kind.category is Category.FURNITURE and kind.is_high:
            notes.append([Run(say("blocks sight"))])
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
        if not titles:
            return say("fits through no gate")
        return say("fits through {gates}", gates=listed_in_words(titles))

    def _facing(self, things: list[Thing]) -> str:
        is_trap = things[0].kind.category is Category.TRAP
        facings = dict.fromkeys(thing.facing for thing in things)
        if len(facings) == 1:
            side = say(things[0].facing)
            return say("arrow {side}", side=side) if is_trap else say("facing {side}", side=side)
        parts = (f"{self.desk.cells(thing.mask)} {say(thing.facing)}" for thing in things)
        sides = ", ".join(parts)
        return (
            say("arrow: {sides}", sides=sides) if is_trap else say("facing: {sides}", sides=sides)
        )

    def _own_notes(self, thing: Thing) -> list[list[Run]]:
        """Notes on one thing that do not hold for others of its kind."""
        desk, links = self.desk, self._links(thing)
        see = [said("see {places}", places=listed_runs(links))] if links else []
        changing = [desk.link(event.id) for event in desk.quest.events if _changes(event, thing)]
        if changing:
            form = message("its values change: {places}")
            see.append(said(form, places=listed_runs(changing, "or")))
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
            titles = [Run(special.title, term=True) for special in thing.specials]
            notes.append(said("with {specials}", specials=listed_runs(titles)))
        if thing.lock is not None:
            words = lock_in_words(thing.lock, desk.quest, desk.system)
            lock = [
                *said("locked: {lock}", lock=[Run(words, strong=True)]),
                *boxes_to_tick(thing.lock),
            ]
            notes.append([*lock, Run(f". {thing.lock.note}")] if thing.lock.note else lock)
        if thing.pushers:
            who = pushers_in_words(thing, desk.quest, desk.system)
            notes.append([Run(say("pushed by {who}", who=who))])
        if thing.kind.placing.springs:
            notes.append([Run(say("goes off under whoever enters"))])
        held = self.desk.held_items(thing)
        if held:
            is_figure = thing.kind.category is Category.FIGURE
            names = listed_runs([Run(item_in_words(item), strong=True) for item in held])
            notes.append(
                said(message("carries {items}" if is_figure else "holds {items}"), items=names)
            )
        partner = desk.things.get(thing.link)
        if partner is not None and partner.id in desk.hidden:
            notes.append(
                [Run(say("leads to wherever {portal} is", portal=thing_in_words(partner)))]
            )
        elif partner is not None:
            area = [desk.area_link(partner.area)]
            notes.append(
                said("leads to {cells} in {area}", cells=desk.cells(partner.mask), area=area)
            )
        return notes

    def _portal(self, thing: Thing) -> str:
        code = self.pieces.codes.get(thing.id, "")
        return f"{thing.kind.title} {code}".rstrip()

    def _items(self) -> Iterator[ContentRow]:
        for item in loose_items(self.desk):
            if self.area.cells >> item.cell & 1:
                events = [self.desk.link(event.id) for event in self.desk.triggered_by(item.id)]
                note = [Run(say("lies here"))]
                note += [Run(f"; {say('whoever takes it keeps it')}")] if item.is_bound else []
                if events:
                    note += [Run("; "), *said("see {places}", places=listed_runs(events))]
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
            note = [*self._note_on_unknown(unknown)]
            if links:
                form = message("if you have put it here; see Setting up and {places}")
                note += said(form, places=listed_runs(links))
            else:
                note.append(Run(say("if you have put it here; see Setting up")))
            squares = (self.pieces.unknown_place(unknown, way) for way in here)
            yield ContentRow(
                say("Perhaps {what}", what=with_article(unknown.title)),
                listed_in_words((place_of_way(way) for way in here), "or"),
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
            yield Run(say("facing {side}", side=say(thing.facing)) + ", ")
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
            runs = said("Then go on with {events}.", events=links)
            yield Paragraph((replace(runs[0], strong=True), *runs[1:]))
        later = [event for event in desk.triggered_by(self.area.id) if event not in at_once]
        later = [
            event
            for event in later
            if event.id not in desk.read_in_area and self.rooms.get(event.id) != self.number
        ]
        if later:
            links = listed_runs([desk.link(event.id) for event in later])
            yield Paragraph(tuple(said("See also {events}.", events=links)))


def _changes(event: Event, thing: Thing) -> bool:
    """Whether an event gives a figure other values."""
    return any(
        effect.kind is EffectKind.CHANGE and effect.target == thing.id for effect in event.effects
    )
