"""A task being built: its facts, and the places that cells fall into."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.geometry.openings import Openings, openings
from questwright.compiler.geometry.terrain import cost_of
from questwright.compiler.grid.cells import Edge, each_cell
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.packs.system.system import Category, GateForm
from questwright.compiler.verdict.task.need import (
    NOTHING,
    Has,
    Lacks,
    Never,
    every,
    some,
)
from questwright.compiler.verdict.task.task import EVERYBODY, FactInfo, FactSort, Link, Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Crossing, Gate, Patch
    from questwright.compiler.model.quest import Effect, Quest, Thing
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.task.need import Facts, Members, Need, Places
    from questwright.compiler.verdict.task.task import (
        Begin,
        Deed,
        Happening,
        Limit,
        Sight,
        Unjudged,
    )
    from questwright.dsl.source import Span


class Access(NamedTuple):
    """What a step or a deed asks for: facts, and who may do it."""

    need: Need = NOTHING
    who: Members = EVERYBODY

    def also(self, *others: Access) -> Access:
        """All of this and of others."""
        who = self.who
        for other in others:
            who &= other.who
        return Access(every(self.need, *(other.need for other in others)), who)


FREE = Access()
"""It asks for nothing."""


class Builder:
    """The task of one quest as far as it is built."""

    def __init__(  # noqa: PLR0915 - all that the parts of the task are built on
        self, quest: Quest, system: System
    ) -> None:
        self.quest = quest
        self.system = system
        self.board = quest.board
        self.facts: list[FactInfo] = []
        self.numbers: dict[tuple[FactSort, str], int] = {}
        self.places: list[Place] = []
        self.outside: Places = 0
        """The places off the board in which members wait who come later."""
        self.links: list[Link] = []
        self.deeds: list[Deed] = []
        self.events: list[Happening] = []
        self.sights: list[Sight] = []
        self.begins: list[Begin] = []
        self.given: Facts = 0
        self.unjudged: list[Unjudged] = []
        self.limit: Limit | None = None
        effects = [*quest.every_effect()]
        self.targets = {
            kind: {effect.target for effect in effects if effect.kind is kind}
            for kind in EffectKind
        }
        """For each kind of effect the ids that it is done to."""
        self.members: dict[str, Members] = {
            kind.word: 1 << number for number, kind in enumerate(quest.party)
        }
        self.everybody: Members = (1 << len(quest.party)) - 1
        things = {thing.id for thing in quest.things}
        self.leaving = (self.targets[EffectKind.REMOVE] - things) & self.members.keys()
        """Members of the party who may be lost, as an event removes them from the quest."""
        self.kept_apart = self.targets[EffectKind.CLOSE] | {
            gate.id
            for gate in self.board.gates
            if gate.way_from >= 0 or gate.only or gate.shuts_after
        }
        """Gates that are not passed at all times by everybody, though they may stand open."""
        self.rough: tuple[tuple[Patch, Members], ...] = tuple(self._rough())
        """The ground that not every member can enter, and who can."""
        self._rough_at = {
            cell: number
            for number, (patch, _) in reversed([*enumerate(self.rough)])
            for cell in each_cell(patch.cells)
        }
        self.around_gates: Openings = openings(self.board, frozenset()).without(
            edge for gate in self.board.gates if gate.id in self.kept_apart for edge in gate.edges
        )
        """The edges that are free whatever happens, whoever may step over them."""
        self.borders = tuple(self._borders_of_rough())
        """Those of them that not everybody may step over."""
        self.free: Openings = self.around_gates.without(self.borders)
        """Those that are free for everybody."""
        self.portals = {
            thing.id: thing for thing in quest.things if thing.kind.category is Category.PORTAL
        }
        self.portal_cells: Cells = 0
        for thing in self.portals.values():
            self.portal_cells |= thing.mask
        self.removed = {thing.id for effect in effects for thing in self.taken_away(effect)}
        """The ids of the things that some event takes away."""
        self.closing: Cells = 0
        """The cells on which something may fall."""
        for effect in effects:
            self.closing |= effect.cells if effect.kind is EffectKind.BLOCK else 0
        self.furniture: dict[Cell, list[Thing]] = {}
        """What may be taken away that blocks a cell, by cell."""
        blocked: Cells = 0
        """Where something stands that nothing takes away."""
        for thing in quest.things:
            if thing.blocks and thing.id in self.removed:
                for cell in each_cell(thing.mask):
                    self.furniture.setdefault(cell, []).append(thing)
            elif thing.blocks:
                blocked |= thing.mask
        self.unstandable: Cells = quest.blocked | self.portal_cells
        """Cells on which nobody can stand when play begins; on portals at no time."""
        self.walkable = self.board.floor & ~blocked & ~self.portal_cells
        self.enemies: dict[Cell, list[Thing]] = {}
        """The figures that stand in the way, by cell."""
        for thing in quest.things_of(Category.FIGURE):
            if thing.kind.side != system.party.word:
                for cell in each_cell(thing.mask & self.walkable):
                    self.enemies.setdefault(cell, []).append(thing)
        self.changing: Cells = self.closing | sum(
            1 << cell for cell in self.enemies.keys() | self.furniture.keys()
        )
        """The cells that are not free at all times: each is a place of its own."""
        self.gate_on: dict[Edge, Gate] = {
            edge: gate
            for gate in reversed(self.board.gates)
            if gate.kind.form is not GateForm.WINDOW
            for edge in gate.edges
        }
        """The gates that can be gone through, by edge."""
        self._place_at: dict[Cell, int] = {}
        self.watched: tuple[Cells, ...] = ()
        """The cells of which it makes a difference whether somebody stands there."""

    # -- facts -----------------------------------------------------------------------------

    def fact(self, sort: FactSort, id_: str, title: str, origin: Span) -> int:
        """The number of a fact, new or known."""
        key = (sort, id_)
        number = self.numbers.get(key)
        if number is None:
            number = self.numbers[key] = len(self.facts)
            self.facts.append(FactInfo(sort, id_, title, origin))
        return number

    def has(self, sort: FactSort, id_: str, title: str, origin: Span) -> Has:
        """That a fact holds."""
        return Has(self.fact(sort, id_, title, origin), origin)

    def opened(self, way: Gate | Crossing) -> Has:
        """That a gate or a crossing is open."""
        return self.has(FactSort.OPEN, way.id, way.title, way.origin)

    def clear(self, cell: Cell) -> Has:
        """That nothing has fallen on a cell; so it is when play begins."""
        name = self.board.name(cell)
        is_new = (FactSort.CLEAR, name) not in self.numbers
        has = self.has(FactSort.CLEAR, name, f"{name} clear", self.quest.origin)
        self.given |= 1 << has.fact if is_new else 0
        return has

    def cleared(self, cell: Cell) -> Need:
        """That nothing has fallen on a cell, and that what stood there is taken away."""
        fallen = [self.clear(cell)] if self.closing >> cell & 1 else []
        there = self.furniture.get(cell, ())
        return every(*fallen, *(self.gone(own.id, own.title, own.origin) for own in there))

    def fallen(self, word: str) -> Has:
        """That a member of the party is no longer in the quest."""
        kind = next(kind for kind in self.quest.party if kind.word == word)
        return self.gone(f"member {word}", kind.title, self.quest.origin)

    def gone(self, id_: str, title: str, origin: Span) -> Has:
        """That an event has taken a thing away."""
        return self.has(FactSort.GONE, id_, f"{title} gone", origin)

    def defeated(self, thing: Thing) -> Has:
        """That a figure is defeated."""
        return self.has(FactSort.DEFEATED, thing.id, f"{thing.title} defeated", thing.origin)

    def taken_away(self, effect: Effect) -> list[Thing]:
        """The things that an effect takes off the board: named, or closing cells it clears."""
        if effect.kind is EffectKind.REMOVE:
            return [thing for thing in self.quest.things if thing.id == effect.target]
        if effect.kind is EffectKind.CLEAR:
            return [
                thing for thing in self.quest.things if thing.blocks and thing.mask & effect.cells
            ]
        return []

    def still_there(self, thing: Thing) -> Need:
        """That no event has taken a thing away."""
        if thing.id not in self.removed:
            return NOTHING
        gone = self.gone(thing.id, thing.title, thing.origin)
        return Lacks(gone.fact, gone.origin)

    def beaten(self, thing: Thing) -> Need:
        """That a figure is no longer there: defeated, or taken away by an event."""
        defeated = self.defeated(thing)
        if thing.id not in self.removed:
            return defeated
        return some(defeated, self.gone(thing.id, thing.title, thing.origin))

    def calm(self, area: int) -> Need:
        """That no enemy is in an area that is searched, where its kind asks for that."""
        if self.board.areas[area].kind.clear_by_sight:
            return NOTHING
        return every(*(self.beaten(thing) for thing in self.enemies_in(area)))

    def enemies_in(self, area: int) -> list[Thing]:
        """The figures of other sides that stand in an area."""
        return [
            thing
            for thing in self.quest.things_of(Category.FIGURE)
            if thing.area == area and thing.kind.side != self.system.party.word
        ]

    # -- who may --------------------------------------------------------------------------

    def only(self, words: Iterable[str], does: str, origin: Span) -> Access:
        """That one of some members does something; for whom no words are given, anybody."""
        words = tuple(words)
        who = sum(bit for word, bit in self.members.items() if word in words)
        if not words or who == self.everybody:
            return FREE
        if not who:
            able = [kind.title for word, kind in self.system.kinds.items() if word in words]
            told = listed_in_words(able, "or")
            return Access(Never(f"nobody of the party {does}: that takes {told}", origin))
        return Access(NOTHING, who)

    def passing(self, gate: Gate) -> Access:
        """Who goes through a gate."""
        return self.only(gate.only, f"goes through {with_article(gate.title)}", gate.origin)

    def _rough(self) -> Iterator[tuple[Patch, Members]]:
        for patch in self.board.terrain:
            who = sum(
                1 << number
                for number, kind in enumerate(self.quest.party)
                if cost_of(patch.kind, kind, self.system.move_value) is not None
            )
            if who != self.everybody:
                yield patch, who

    def entering(self, first: Cell, second: Cell) -> Access:
        """Who takes a step between two cells, for the ground that they are of."""
        here, there = self._rough_at.get(first, -1), self._rough_at.get(second, -1)
        if here == there:
            return FREE
        return FREE.also(*(self._ground(*self.rough[n]) for n in (here, there) if n >= 0))

    def standing(self, cells: Cells) -> Access:
        """Who can stand on the cells of one place, for the ground that they are of."""
        found = (rough for rough in self.rough if rough[0].cells & cells)
        return next((self._ground(*rough) for rough in found), FREE)

    def _ground(self, patch: Patch, who: Members) -> Access:
        if who:
            return Access(NOTHING, who)
        ground = with_article(patch.kind.title)
        return Access(Never(f"nobody of the party enters {ground}", patch.origin))

    def _borders_of_rough(self) -> Iterator[Edge]:
        near = 0
        for cell in self._rough_at:
            near |= 1 << cell
        for shift, free in self.around_gates.steps if near else ():
            for cell in each_cell(free & (near | near >> shift)):
                if self._rough_at.get(cell, -1) != self._rough_at.get(cell + shift, -1):
                    yield Edge(cell, cell + shift)

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

    def free_of(self, *places: int) -> Need:
        """That places are free: nothing closes them, and no enemy stands there."""
        needs: list[Need] = []
        for number in places:
            cells = self.places[number].cells
            if cells & self.changing:
                cell = next(each_cell(cells))
                needs.append(self.cleared(cell))
                needs += [self.beaten(thing) for thing in self.enemies.get(cell, ())]
        return every(*needs)

    def around(self, cells: Cells) -> Cells:
        """Cells, and those from which one reaches them over free edges or corners."""
        grown = self.around_gates.grow(cells)
        corners = 0
        for shift in self.board.corners:
            corners |= cells << shift | cells >> shift
        return grown | self.around_gates.grow(grown) & corners

    def link(self, first: int, second: int, access: Access, title: str, origin: Span) -> None:
        """A link in both directions."""
        self.links.append(Link(first, second, access.need, title, origin, access.who))

    def do(self, deed: Deed) -> None:
        """Take a deed that is done somewhere; if nobody can stand for it, it is never done."""
        if not deed.where:
            title = f"{deed.title[:1].lower()}{deed.title[1:]}"
            never = Never(f"nobody can stand where one would {title}", deed.origin)
            deed = deed._replace(needs=never)
        self.deeds.append(deed)
