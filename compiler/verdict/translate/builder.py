"""A task being built: its facts, and the places that cells fall into."""

from __future__ import annotations

from questwright.compiler.english import with_article
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.need import NOTHING, Has, Never, every, negated, some
from questwright.compiler.verdict.task.task import Deed, FactInfo, FactSort, Sight
from questwright.compiler.verdict.translate.ground import QuestGround
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final, TypeAlias

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Area, Crossing, Gate
    from questwright.compiler.model.quest import Action, Item, Quest, Thing
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.task.need import Facts, Need, Places
    from questwright.compiler.verdict.task.task import (
        Begin,
        DeedSort,
        Happening,
        Limit,
        Link,
        Place,
    )
    from questwright.compiler.verdict.task.unjudged import Unjudged
    from questwright.dsl.source import Span


class About(NamedTuple):
    """What is not written in the quest as a statement of its own, such as a round or a flag."""

    id: str
    title: str
    origin: Span


if TYPE_CHECKING:
    Named: TypeAlias = About | Action | Area | Crossing | Gate | Item | Thing

_BARE: Final = (
    *(FactSort.OPEN, FactSort.HAVE, FactSort.REVEALED, FactSort.LAUNCHED, FactSort.PASSED),
    *(FactSort.LATER, FactSort.WON, FactSort.LOST, FactSort.STATE, FactSort.VALUE),
    *(FactSort.STANDS, FactSort.ENTERED),
)
"""Facts that are called as what they are about; all others say what is so of it as well."""
_DEEDS: Final = (FactSort.DONE, FactSort.HAPPENED, FactSort.LIVE)


class Builder:
    """The task of one quest as far as it is built."""

    def __init__(self, quest: Quest, system: System) -> None:
        self.quest = quest
        self.system = system
        self.board = quest.board
        self.facts: list[FactInfo] = []
        self.numbers: dict[tuple[FactSort, str], int] = {}
        self.ground = QuestGround(quest, system, self.had)
        self.places: list[Place] = []
        self._place_at: dict[Cell, int] = {}
        self.outside: Places = 0
        """The places off the board in which members wait who come later."""
        self.links: list[Link] = []
        self.deeds: list[Deed] = []
        self.events: list[Happening] = []
        self.sights: list[Sight] = []
        self.begins: list[Begin] = []
        self.given: Facts = 0
        self.unjudged: list[Unjudged] = []
        self.rounds: dict[int, Span] = {}
        """The rounds that are waited for, each with where that is asked."""
        self.befalling: dict[tuple[str, str, int], Span] = {}
        """The figures and the states of theirs that are asked for, each with where that is.

        Of a state of which a figure has a number also how many at the least, otherwise 0.
        """
        self.roaming: dict[str, tuple[About, Need]] = {}
        """Where figures of other sides may stand, and what it takes that any of them is there."""
        self._blocks: dict[Cell, Span] = {}
        """For each cell that an effect blocks where the first of them is written."""
        for effect in quest.every_effect():
            for cell in each_cell(effect.cells) if effect.kind is EffectKind.BLOCK else ():
                self._blocks.setdefault(cell, effect.origin)
        self.limit: Limit | None = None
        self.targets = {
            kind: {effect.target for effect in quest.every_effect() if effect.kind is kind}
            for kind in EffectKind
        }
        """For each kind of effect the ids that it is done to."""
        things = {thing.id for thing in quest.things}
        self.leaving = (self.targets[EffectKind.REMOVE] - things) & self.ground.members.keys()
        """Members of the party who may be lost, as an event removes them from the quest."""

    # -- facts -----------------------------------------------------------------------------

    def bit(self, sort: FactSort, about: Named) -> Facts:
        """A fact about something, new or known, as a set."""
        key = (sort, about.id)
        number = self.numbers.setdefault(key, len(self.facts))
        if number == len(self.facts):
            said = "" if sort in _BARE else f": {sort}" if sort in _DEEDS else f" {sort}"
            self.facts.append(FactInfo(sort, about.id, about.title + said, about.origin))
        return 1 << number

    def had(self, items: Iterable[Item]) -> Facts:
        """The facts that the party has some items."""
        return union(self.bit(FactSort.HAVE, item) for item in items)

    def has(self, sort: FactSort, about: Named) -> Has:
        """That a fact about something holds."""
        return Has(self.bit(sort, about).bit_length() - 1, about.origin)

    def passed(self, gate: Gate, number: int) -> Has:
        """That so many have gone through a gate since it was opened."""
        title = f"{number} gone through {with_article(gate.title)}"
        return self.has(FactSort.PASSED, About(f"{gate.id} {number}", title, gate.origin))

    def entered(self, cells: Cells, origin: Span) -> Has:
        """That somebody of the party has been in some areas, by their cells.

        It holds anew after each event that brings figures there: see ``come_anew``.
        """
        areas = [area for area in self.board.areas if area.cells & cells]
        about = About(self._named(cells), areas[0].title, areas[0].origin)
        is_new = (FactSort.ENTERED, about.id) not in self.numbers
        need = self.has(FactSort.ENTERED, about._replace(origin=origin))
        if is_new:
            self.show(cells, 1 << need.fact)
            self.sights.append(Sight(self.places_of(cells), 1 << need.fact))
        return need

    def known_entered(self, cells: Cells) -> Facts:
        """The same as a fact, if anything asks for it."""
        number = self.numbers.get((FactSort.ENTERED, self._named(cells)), -1)
        return 1 << number if number >= 0 else 0

    def _named(self, cells: Cells) -> str:
        """The ids of some areas, by their cells; with the cells, if they are a part of them."""
        areas = [area for area in self.board.areas if area.cells & cells]
        left = union(area.cells for area in areas) & ~cells
        part = [f"{cells:x}"] if left else []
        return " ".join((*(area.id for area in areas), *part))

    def show(self, cells: Cells, facts: Facts) -> None:
        """Let facts hold once somebody is on some cells: from the first if one begins there."""
        begun, entries = self.quest.begun, self.quest.entries
        spare = begun.bit_count() - sum(len(entry.who) for entry in entries if entry.round == 1)
        if (begun & cells).bit_count() > max(0, spare):
            self.given |= facts
        elif where := self.places_of(cells):
            self.sights.append(Sight(where, facts))

    def clear(self, cell: Cell) -> Has:
        """That nothing has fallen on a cell, or been pushed there; so it is when play begins."""
        name, origin = self.board.name(cell), self._blocks.get(cell, self.quest.origin)
        is_so = not self.ground.pushed.homes >> cell & 1
        return self._begun(FactSort.CLEAR, About(name, name, origin), is_so=is_so)

    def _begun(self, sort: FactSort, about: About, *, is_so: bool) -> Has:
        """That a fact holds of which it is known whether it does so when play begins."""
        is_new = (sort, about.id) not in self.numbers
        has = self.has(sort, about)
        self.given |= 1 << has.fact if is_new and is_so else 0
        return has

    def stands(self, thing: Thing, cell: Cell) -> Need:
        """That a thing that is pushed stands on a cell.

        Where no other comes to it, that is that the cell is not clear.
        """
        pushed = self.ground.pushed
        if not pushed.tracks[thing.id] >> cell & 1:
            return Never(f"{thing.title} never comes there", thing.origin)
        if not pushed.is_shared(cell):
            return negated(self.clear(cell))
        name = self.board.name(cell)
        about = About(f"{thing.id} at {name}", f"{thing.title} at {name}", thing.origin)
        return self._begun(FactSort.STANDS, about, is_so=bool(thing.mask >> cell & 1))

    def cleared(self, cell: Cell) -> Need:
        """That nothing has fallen on a cell, and what stood there is taken or pushed away."""
        closing = self.ground.closing | self.ground.pushed.cells
        fallen = [self.clear(cell)] if closing >> cell & 1 else []
        there = self.ground.furniture.get(cell, ())
        return every(*fallen, *(self.has(FactSort.GONE, own) for own in there))

    def fallen(self, word: str) -> Has:
        """That a member of the party is no longer in the quest."""
        kind = next(kind for kind in self.quest.party if kind.word == word)
        about = About(f"member {word}", kind.title, self.quest.origin)
        return self.has(FactSort.GONE, about)

    def asks_for(self, word: str) -> bool:
        """Whether anything asks whether a member is no longer in the quest, or brings it about."""
        return word in self.leaving or (FactSort.GONE, f"member {word}") in self.numbers

    def in_play(self, id_: str) -> Need:
        """That a figure, a member or another, has neither been lost nor beaten."""
        if id_ in self.ground.members:
            return negated(self.fallen(id_)) if id_ in self.leaving else NOTHING
        stations = self.ground.stations.get(id_, ())
        return negated(every(*map(self.beaten, stations))) if stations else NOTHING

    def down(self, thing: Thing) -> Has:
        """That a figure is out of the way that may stand again: one fact, as it closes cells.

        Of one that may stand in several places, that it does not stand in this one.
        """
        first, *others = self.ground.stations[thing.id]
        if not others:
            is_taken = thing.id in self.ground.removed
            return self.has(FactSort.DOWN if is_taken else FactSort.DEFEATED, thing)
        place = self.board.names(thing.mask, limit=len(thing.cells))
        about = About(f"{thing.id} at {place}", f"{thing.title} at {place}", thing.origin)
        return self._begun(FactSort.DOWN, about, is_so=thing.mask != first.mask)

    def still_there(self, thing: Thing) -> Need:
        """That no event has taken a thing away."""
        is_steady = thing.id not in self.ground.removed
        return NOTHING if is_steady else negated(self.has(FactSort.GONE, thing))

    def beaten(self, thing: Thing) -> Need:
        """That a figure is no longer there: defeated, or taken away by an event."""
        if thing.id in self.ground.raised:
            return self.down(thing)
        defeated = self.has(FactSort.DEFEATED, thing)
        if thing.id not in self.ground.removed:
            return defeated
        return some(defeated, self.has(FactSort.GONE, thing))

    def all_beaten(self, area: int) -> Need:
        """That no enemy is in an area."""
        return every(*(self.beaten(foe) for foe in self.ground.foes if foe.area == area))

    def calm(self, area: int) -> Need:
        """The same of an area that is searched, where its kind asks for that."""
        return NOTHING if self.board.areas[area].kind.clear_by_sight else self.all_beaten(area)

    # -- places ---------------------------------------------------------------------------

    def add_place(self, place: Place) -> None:
        """Take a place."""
        for cell in each_cell(place.cells):
            self._place_at[cell] = len(self.places)
        self.places.append(place)

    def place_of(self, cell: Cell) -> int:
        """The place of a cell; -1 where nobody ever stands."""
        return self._place_at.get(cell, -1)

    def places_of(self, cells: Cells) -> Places:
        """The places that have any of some cells."""
        found = 0
        while cells:
            number = self._place_at.get((cells & -cells).bit_length() - 1, -1)
            if number < 0:
                cells &= cells - 1
            else:
                found |= 1 << number
                cells &= ~self.places[number].cells
        return found

    def free_of(self, *cells: Cell) -> Need:
        """That cells are free: nothing closes them, and no enemy stands there."""
        needs: list[Need] = []
        for cell in sorted(cells):
            if self.ground.changing >> cell & 1:
                needs.append(self.cleared(cell))
                needs += [self.beaten(foe) for foe in self.ground.enemies.get(cell, ())]
        return every(*needs)

    def do(self, deed: Deed) -> None:
        """Take a deed that is done somewhere; if nobody can stand for it, it is never done."""
        deed = deed._replace(where=deed.where or self.places_of(deed.stands))
        if not deed.where:
            title = f"{deed.title[:1].lower()}{deed.title[1:]}"
            never = Never(f"nobody can stand where one would {title}", deed.origin)
            deed = deed._replace(needs=never)
        self.deeds.append(deed)


def done_on(cells: Cells, sort: DeedSort, about: Named, title: str, adds: Facts) -> Deed:
    """A deed that is done to some cells, by whoever stands on one of them, and only once."""
    id_, origin = about.id, about.origin
    return Deed(sort, id_, title, 0, cells, NOTHING, adds, origin, once=adds, stands=cells)
