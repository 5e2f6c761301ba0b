"""The areas of a quest as entries of its book: how each is revealed and what is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.analysis.reveal import RevealKind
from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.geometry.crossings import areas_at
from questwright.compiler.geometry.large import large_positions, passable_gates
from questwright.compiler.geometry.special import WALL, passes, stays
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.packs.system.system import Category, GateForm
from questwright.compiler.publish.book.desk.desk import joined, parted, uncounted
from questwright.compiler.publish.book.map.crossings import crossings_of, told_of
from questwright.compiler.publish.book.map.pieces import loose_items
from questwright.compiler.publish.book.view.book import AreaView, ContentRow
from questwright.compiler.publish.book.view.text import Paragraph, Run
from questwright.compiler.wording.locks import lock_in_words, passing_in_words
from questwright.compiler.wording.phrases import thing_in_words
from questwright.compiler.wording.unknown import may_be_in_area

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.analysis.reveal import RevealedArea
    from questwright.compiler.model.board import Area, Gate
    from questwright.compiler.model.quest import Item, Thing, Unknown
    from questwright.compiler.packs.system.system import SearchRules
    from questwright.compiler.publish.book.map.pieces import Pieces
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
"""Characters of the cells of an area that stand beside its name."""


def areas_of(pieces: Pieces) -> tuple[AreaView, ...]:
    """The areas in the order in which they come to light."""
    return tuple(_AreaEntry(pieces, reveal).view() for reveal in pieces.desk.reveals)


class _Sort(NamedTuple):
    """What things must have in common to share a row."""

    word: str
    title: str
    is_named: bool
    own: str
    """The id of a thing that has more to be said of it than its kind, and so a row of its own."""


class _AreaEntry:
    """One area being written up."""

    def __init__(self, pieces: Pieces, reveal: RevealedArea) -> None:
        self.pieces = pieces
        self.desk = pieces.desk
        self.reveal = reveal
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
            revealed=tuple(self._revealed()),
            read_aloud=self._told(EffectKind.READ),
            contents=(*self._things(), *self._items(), *self._hidden(), *self._ways()),
            notes=(*self._told(EffectKind.NOTE), *self._events(), *self._search()),
        )

    def _span(self) -> str:
        """Its cells; or only how many, where they are too many to be read beside its name."""
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
                yield from joined([self._to(number) for number in self.reveal.behind])
                yield Run(".")
            case RevealKind.GATE | RevealKind.PORTAL:
                ways = list(self._ways_in())
                yield Run("Revealed by " if ways else "Nobody can come here.")
                if ways:
                    yield from ways
                    yield Run(".")
            case RevealKind.CLEARED:
                yield Run("Revealed when the way from ")
                yield from joined([self._to(number) for number in self.reveal.behind])
                yield Run(" is clear.")
            case RevealKind.EVENT | RevealKind.NEVER:
                pass
        if self.reveal.events:
            also = "Also revealed" if self.reveal.how is not RevealKind.EVENT else "Revealed"
            if self.reveal.how is not RevealKind.EVENT:
                yield Run(" ")
            yield Run(f"{also} by the event ")
            yield from joined([desk.link(id_) for id_ in self.reveal.events], "or")
            yield Run(".")
        elif self.reveal.how is RevealKind.NEVER:
            yield Run("Nothing reveals it.")

    def _ways_in(self) -> Iterator[Run]:
        ways: list[list[Run]] = []
        for way in self.desk.ways.into(self.number):
            if way.gate >= 0:
                gate = self.desk.board.gates[way.gate]
                verb = "finding" if gate.kind.form is GateForm.PASSAGE else "opening"
                name = with_article(gate.title)
                place = self._edges(gate)
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

    def _to(self, number: int) -> Run:
        return Run(
            f"{self.desk.labels[number]} {self.desk.area_heading(number)}",
            target=self.desk.area_slug(number),
        )

    def _edges(self, gate: Gate) -> str:
        return listed_in_words(self.desk.board.edge_name(edge) for edge in gate.edges)

    # -- what is in it -----------------------------------------------------------------------

    def _things(self) -> Iterator[ContentRow]:
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
            yield self._row(things)

    def _sort(self, thing: Thing) -> _Sort:
        is_alone = bool(self._more(thing)) or thing.kind.category is Category.PORTAL
        is_titled = self._is_titled(thing)
        is_start = thing.kind.category is Category.START
        own = thing.id if is_alone or (is_titled and not is_start) else ""
        title = uncounted(thing) if is_start else thing.title
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
            name = uncounted(first) if len(things) > 1 else first.title
        if kind.category is Category.FIGURE or (first.facing and kind.category is Category.TRAP):
            word = "arrow" if kind.category is Category.TRAP else "facing"
            notes.append([Run(self._facing(things, word))])
            if len(first.cells) > 1 and self._is_kept(first):
                notes.append([Run(self._fits(first))])
        elif kind.category is Category.OBSTACLE:
            notes.append([Run("no way through, no sight past")])
        elif kind.category is Category.FURNITURE and kind.is_high:
            notes.append([Run("blocks sight")])
        notes += self._more(first)
        is_figure = kind.category is Category.FIGURE
        return ContentRow(
            name=name,
            where=self.desk.cells(cells),
            note=tuple(parted(notes)),
            count=len(things),
            sample=self.pieces.figure(first) if is_figure else self.pieces.thing(first),
        )

    @staticmethod
    def _is_kept(thing: Thing) -> bool:
        """Whether gates matter to a figure: it goes about, and not through walls."""
        return not stays(thing.exceptions) and not passes(thing.exceptions, WALL)

    def _fits(self, thing: Thing) -> str:
        """Which gates a figure of several squares fits through."""
        quest = self.desk.quest
        move = self.desk.system.move_value
        fitting = passable_gates(thing, quest, large_positions(thing, quest, move), move)
        titles = [gate.title for gate in quest.board.gates if gate.id in fitting]
        return f"fits through {' and '.join(titles)}" if titles else "fits through no gate"

    def _facing(self, things: list[Thing], word: str) -> str:
        ways = dict.fromkeys(thing.facing for thing in things)
        if len(ways) == 1:
            return f"{word} {things[0].facing}"
        each = (f"{self.desk.cells(thing.mask)} {thing.facing}" for thing in things)
        return f"{word}: {', '.join(each)}"

    def _more(self, thing: Thing) -> list[list[Run]]:
        """What is to be said of one thing and not of its like."""
        links = self._links(thing)
        see = [[Run("see "), *joined(links)]] if links else []
        return [*self._traits(thing), *see]

    def _links(self, thing: Thing) -> list[Run]:
        """What comes of a thing, or of what it holds."""
        desk = self.desk
        links = [desk.link(action.id) for action in desk.quest.actions if action.target == thing.id]
        for id_ in (thing.id, *(item.id for item in self._held(thing))):
            links += [desk.link(one.id) for one in desk.triggered_by(id_)]
        return list(dict.fromkeys(links))

    def _held(self, thing: Thing) -> list[Item]:
        """What everybody who sets the quest up knows to be with a thing."""
        items = self.desk.quest.items
        return [
            item for item in items if item.holder == thing.id and item.id not in self.desk.hidden
        ]

    def _traits(self, thing: Thing) -> list[list[Run]]:
        """What one thing is, has and leads to, and its like may not."""
        desk = self.desk
        notes: list[list[Run]] = []
        if desk.is_boss(thing.kind):
            notes.append([Run(desk.rank_title(thing.kind).lower())])
        if thing.specials:
            titles = [Run(special.title, strong=True) for special in thing.specials]
            notes.append([Run("with "), *joined(titles)])
        held = self._held(thing)
        if held:
            verb = "carries" if thing.kind.category is Category.FIGURE else "holds"
            names = [Run(with_article(item.title), strong=True) for item in held]
            notes.append([Run(f"{verb} "), *joined(names)])
        other = desk.things.get(thing.link)
        if other is not None and other.id in desk.hidden:
            notes.append([Run(f"leads to wherever {thing_in_words(other)} is")])
        elif other is not None:
            where = desk.cells(other.mask)
            notes.append([Run(f"leads to {where} in "), self._to(other.area)])
        return notes

    def _portal(self, thing: Thing) -> str:
        code = self.pieces.codes.get(thing.id, "")
        return f"{thing.kind.title} {code}".rstrip()

    def _items(self) -> Iterator[ContentRow]:
        for item in loose_items(self.desk):
            if self.area.cells >> item.cell & 1:
                events = [self.desk.link(one.id) for one in self.desk.triggered_by(item.id)]
                note = [Run("lies here")]
                if events:
                    note += [Run("; see "), *joined(events)]
                yield ContentRow(
                    item.title,
                    self.desk.board.name(item.cell),
                    tuple(note),
                    sample=self.pieces.item(item),
                )

    def _hidden(self) -> Iterator[ContentRow]:
        """What may be here, or somewhere else."""
        for unknown in self.desk.hidden.values():
            here = [
                way for way in unknown.ways if may_be_in_area(self.number, way, self.desk.quest)
            ]
            if not here:
                continue
            thing = self.desk.things.get(unknown.id)
            links = [self.desk.link(one.id) for one in self.desk.triggered_by(unknown.id)]
            if thing is not None:
                links = self._links(thing)
            note = [*self._told_of(unknown), Run("if you have put it here; see Setting up")]
            if links:
                note += [Run(" and "), *joined(links)]
            squares = (self.pieces.perhaps(unknown, way) for way in here)
            yield ContentRow(
                f"Perhaps {with_article(unknown.title)}",
                listed_in_words((way.title.removeprefix("at ") for way in here), "or"),
                tuple(note),
                sample=next(filter(None, squares), None),
            )

    def _told_of(self, unknown: Unknown) -> Iterator[Run]:
        """What a hidden thing is, which way it looks, and what it has."""
        thing = self.desk.things.get(unknown.id)
        if thing is None:
            return
        if self._is_titled(thing):
            yield Run(f"{thing.kind.title}, ")
        if thing.facing:
            yield Run(f"facing {thing.facing}, ")
        for note in self._traits(thing):
            yield from (*note, Run(", "))

    def _ways(self) -> Iterator[ContentRow]:
        """Where one goes on from here."""
        yield from self._gates()
        yield from self._crossings()

    def _crossings(self) -> Iterator[ContentRow]:
        """The crossings that begin or end here."""
        for one, view in zip(self.crossings.values(), crossings_of(self.pieces), strict=True):
            here = one.cells & self.area.cells
            if not here:
                continue
            beyond = sum(end for end in one.ends if not end & here)
            note = [Run(told_of(one, self.desk))]
            if beyond:
                areas = areas_at(beyond, self.desk.board)
                note += [Run(f"; to {self.desk.cells(beyond)} in ")]
                note += joined([self._to(number) for number in areas])
            yield ContentRow(one.title, self.desk.cells(here), tuple(note), sample=view)

    def _gates(self) -> Iterator[ContentRow]:
        desk = self.desk
        for index, gate in enumerate(desk.board.gates):
            if self.number not in gate.between:
                continue
            other = gate.between[1] if gate.between[0] == self.number else gate.between[0]
            is_hidden = gate.kind.form is GateForm.PASSAGE and not gate.is_open
            is_later = desk.order.index(self.number) > desk.order.index(other)
            # A door is on the table once its first side is; who searches must know of a passage,
            # and who has come through that there is no way back.
            is_told = not is_hidden or index in self.reveal.gates
            if is_later and is_told and gate.way_from < 0:
                continue
            yield ContentRow(
                gate.title if gate.is_named else gate.kind.title,
                self._edges(gate),
                tuple(self._gate_note(gate, other)),
                sample=self.pieces.openings(gate)[0],
                secret=is_hidden,
            )

    def _gate_note(self, gate: Gate, other: int) -> Iterator[Run]:
        desk = self.desk
        if gate.kind.form is GateForm.WINDOW:
            yield Run("one sees through to ")
        else:
            if gate.is_open:
                yield Run("open; ")
            elif gate.lock is not None:
                yield Run("locked: ")
                yield Run(lock_in_words(gate.lock, desk.quest, desk.system), strong=True)
                yield Run("; ")
            passing = passing_in_words(gate, desk.quest, desk.system)
            if passing:
                yield Run(passing, strong=True)
                yield Run("; ")
            if gate.way_from == other:
                yield Run("nobody goes through from here", strong=True)
                yield Run("; one comes through it from ")
            elif gate.way_from >= 0:
                yield Run("nobody comes back through it", strong=True)
                yield Run("; leads to ")
            else:
                yield Run("leads to ")
        yield self._to(other)
        if gate.lock is not None and gate.lock.note:
            yield Run(f". {gate.lock.note}")
        links = [
            desk.link(event.id)
            for event in desk.triggered_by(gate.id)
            if event.id not in desk.told_in_area and desk.area_of_event(event) != other
        ]
        if links:
            yield Run("; see ")
            yield from joined(links)

    # -- what is to be done there ------------------------------------------------------------

    def _told(self, kind: EffectKind) -> Prose:
        told = self.desk.told_in_area
        return tuple(
            block
            for event in self.desk.quest.events
            if told.get(event.id) == self.number
            for effect in event.effects
            if effect.kind is kind
            for block in self.desk.prose(effect.text)
        )

    def _events(self) -> Iterator[Paragraph]:
        """What happens at once, and what else hangs on this area."""
        desk = self.desk
        at_once = [
            event
            for event in desk.quest.events
            if event.id not in desk.told_in_area and desk.area_of_event(event) == self.number
        ]
        if at_once:
            links = joined([desk.link(event.id) for event in at_once])
            yield Paragraph((Run("Then go on with ", strong=True), *links, Run(".")))
        later = [event for event in desk.triggered_by(self.area.id) if event not in at_once]
        later = [event for event in later if event.id not in desk.told_in_area]
        if later:
            yield Paragraph(
                (Run("See also "), *joined([desk.link(event.id) for event in later]), Run("."))
            )

    def _drawn(self, search: SearchRules, containers: list[Thing]) -> Iterator[Run]:
        """What a search brings where these containers are: cards, and what they hold."""
        draws = search.container_draws if containers else search.draws
        deck = self.desk.system.decks.get(search.deck)
        of = f"{deck.title} " if deck is not None else ""
        yield Run(f"{draws} {of}{'card' if draws == 1 else 'cards'}")
        kept = [item for container in containers for item in self._held(container)]
        if kept:
            yield Run(", and ")
            yield from joined([Run(with_article(item.title), strong=True) for item in kept])

    def _search(self) -> Iterator[Paragraph]:
        search = self.desk.system.search
        if search is None:
            return
        desk = self.desk
        found: list[Run] = []
        hidden = [
            gate
            for gate in desk.board.gates
            if self.number in gate.between
            and gate.kind.form is GateForm.PASSAGE
            and not gate.is_open
        ]
        if hidden:
            names = listed_in_words(with_article(gate.title) for gate in hidden)
            found.append(Run(f"first {names}; then "))
        containers = [
            thing
            for thing in desk.quest.things_of(Category.CONTAINER)
            if thing.area == self.number and thing.id not in desk.hidden
        ]
        found += self._drawn(search, containers)
        for unknown in desk.hidden.values():
            perhaps = desk.things.get(unknown.id)
            if perhaps is None or perhaps.kind.category is not Category.CONTAINER:
                continue
            if any(may_be_in_area(self.number, way, desk.quest) for way in unknown.ways):
                found.append(Run(f"; with {thing_in_words(perhaps)}, if you have put it here, "))
                found += self._drawn(search, [perhaps])
        title = desk.text("explore_title", "Searching")
        yield Paragraph((Run(f"{title}: ", strong=True), *found, Run(".")))
