"""The ground of a problem: its facts, and the places that squares fall into."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Self

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.geometry.openings import Openings, openings
from questwright.compiler.geometry.terrain import cost_of
from questwright.compiler.grid.cells import Cell, Cells, Edge, each_cell
from questwright.compiler.model.quest import (
    Condition,
    EffectKind,
    Every,
    Fact,
    FactKind,
    Not,
    Quest,
    Some,
    Thing,
)
from questwright.compiler.packs.system.system import Category, System
from questwright.compiler.proof.task.condition import (
    NOTHING,
    All,
    By,
    Either,
    Facts,
    Has,
    Lacks,
    Need,
    Never,
    Places,
    negated,
)
from questwright.compiler.proof.task.task import (
    Deed,
    FactInfo,
    FactSort,
    Limit,
    Link,
    PlaceInfo,
    Unjudged,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.board import Gate, Lock, Patch
    from questwright.compiler.model.quest import Effect
    from questwright.compiler.proof.task.condition import Members
    from questwright.dsl.source import Span


class Atoms:
    """Facts and places of one quest; links and deeds are gathered here."""

    def __init__(self, quest: Quest, system: System, *, is_mortal: bool = False) -> None:
        self.quest = quest
        self.system = system
        self.board = quest.board
        self.facts: list[FactInfo] = []
        self.fact_numbers: dict[tuple[FactSort, str], int] = {}
        self.places: list[PlaceInfo] = []
        self.outside: Places = 0
        """The places off the board, in which members wait who come later."""
        self.links: list[Link] = []
        self.deeds: list[Deed] = []
        self.given: Facts = 0
        self.undecided: list[Unjudged] = []
        self.ways_to_stand = 0
        """How often conditions left open where to stand."""
        self.named_carriers: list[Fact] = []
        """What asks that one member rather than another carries something."""
        self.limit: Limit | None = None
        effects = [*quest.every_effect()]
        self.closable = {effect.target for effect in effects if effect.kind is EffectKind.CLOSE}
        self.given_by_events = {
            effect.target for effect in effects if effect.kind is EffectKind.GIVE
        }
        self.unlocked_by_events = {
            effect.target for effect in effects if effect.kind is EffectKind.UNLOCK
        }
        self.losable = {effect.target for effect in effects if effect.kind is EffectKind.TAKE}
        """Items that an event takes away, or that a lock keeps."""
        self.losable |= {
            gate.lock.key for gate in self.board.gates if gate.lock and gate.lock.is_spent
        }
        self.members: dict[str, Members] = {
            kind.word: 1 << number for number, kind in enumerate(quest.party)
        }
        things = {thing.id for thing in quest.things}
        self.leaving = {
            effect.target
            for effect in effects
            if effect.kind is EffectKind.REMOVE and effect.target not in things
        } & self.members.keys()
        """Members of the party who may be lost: whom an event takes out of the quest."""
        if is_mortal:
            self.leaving |= self.members.keys()
        self.kept_apart = self.closable | {
            gate.id
            for gate in self.board.gates
            if gate.way_from >= 0 or self.passing(gate) is not NOTHING
        }
        """Gates that are not passed at all times by everybody, though they may stand open."""
        self.rough: tuple[tuple[Patch, Members], ...] = tuple(self._rough())
        """The ground that not every member of the party can enter, and who can."""
        self._rough_at = {
            cell: number
            for number, (patch, _) in reversed([*enumerate(self.rough)])
            for cell in each_cell(patch.cells)
        }
        self.around_gates: Openings = self._free()
        """The edges that are free whatever happens, whoever may step over them."""
        self.borders = tuple(self._borders_of_rough())
        """Those of them that not everybody may step over."""
        self.free: Openings = self.around_gates.without(self.borders)
        """Those that are free for everybody."""
        # Squares that can be closed or cleared in play are places of their own.
        self.changing: Cells = quest.changing
        self.portals = {
            thing.id: thing for thing in quest.things if thing.kind.category is Category.PORTAL
        }
        portal_cells = 0
        for thing in self.portals.values():
            portal_cells |= thing.mask
        self.closed = quest.blocked
        self.unstandable: Cells = self.closed | portal_cells
        """Squares on which nobody can stand when play begins, on portals at no time."""
        self.walkable = self.board.floor & ~(self.closed & ~self.changing) & ~portal_cells
        self.watched = self.watched_squares()

    def _free(self) -> Openings:
        return openings(self.board, frozenset()).without(
            edge for gate in self.board.gates if gate.id in self.kept_apart for edge in gate.edges
        )

    def _rough(self) -> Iterator[tuple[Patch, Members]]:
        party = self.quest.party
        for patch in self.board.terrain:
            who = sum(
                1 << number
                for number, kind in enumerate(party)
                if cost_of(patch.kind, kind, self.system.move_value) is not None
            )
            if who != (1 << len(party)) - 1:
                yield patch, who

    def entering(self, one: Cell, other: Cell) -> Need:
        """Who takes a step between two squares, for the ground that they are of.

        Whoever stands on a square is one of those who can.
        """
        here, there = self._rough_at.get(one, -1), self._rough_at.get(other, -1)
        if here == there:
            return NOTHING
        needs = [self._crossing(*self.rough[n]) for n in (here, there) if n >= 0]
        return needs[0] if len(needs) == 1 else All(tuple(needs))

    def _borders_of_rough(self) -> Iterator[Edge]:
        near = 0
        for cell in self._rough_at:
            near |= 1 << cell
        for shift, free in self.around_gates.steps if near else ():
            for cell in each_cell(free & (near | near >> shift)):
                if self._rough_at.get(cell, -1) != self._rough_at.get(cell + shift, -1):
                    yield Edge(cell, cell + shift)

    def standing(self, cells: Cells) -> Need:
        """Who can stand on the squares of one place, for the ground that they are of."""
        rough = (one for one in self.rough if one[0].cells & cells)
        return next((self._crossing(*one) for one in rough), NOTHING)

    def _crossing(self, patch: Patch, who: Members) -> Need:
        able = [k.title for n, k in enumerate(self.quest.party) if who >> n & 1]
        ground = with_article(patch.kind.title)
        if not able:
            return Never(f"nobody of the party enters {ground}", patch.origin)
        return By(who, f"only {listed_in_words(able, 'or')} enters {ground}", patch.origin)

    def watched_squares(self) -> tuple[Cells, ...]:
        """The squares apart on which conditions tell whether somebody stands."""
        return tuple(dict.fromkeys(self._watched()))

    def _watched(self) -> Iterator[Cells]:
        """Squares of which a condition speaks: whether one stands there makes a difference."""
        for entry in self.quest.entries:
            if entry.round > 1 and entry.cells & self.walkable:
                yield entry.cells & self.walkable
        conditions: list[Condition] = [event.condition for event in self.quest.events]
        conditions += [
            victory.condition for victory in self.quest.victories if not victory.is_default
        ]
        conditions += [
            action.condition for action in self.quest.actions if action.condition is not None
        ]
        while conditions:
            match conditions.pop():
                case Every(parts, _) | Some(parts, _):
                    conditions.extend(parts)
                case Not(part, _):
                    conditions.append(part)
                case Fact(kind=FactKind.REVEALED, subjects=subjects):
                    # To step into an area is to see it.
                    for area in self.board.areas:
                        if area.id in subjects:
                            yield area.cells & self.walkable
                case Fact(cells=cells):
                    if cells & self.walkable:
                        yield cells & self.walkable
                    if not cells & ~self.unstandable:
                        yield self.around(cells) & self.walkable

    def again(self, quest: Quest) -> Self | None:
        """The same for a quest with other victories; None where they watch other squares."""
        found = copy(self)
        found.quest = quest
        if found.watched_squares() != self.watched:
            return None
        found.facts, found.fact_numbers = [*self.facts], {**self.fact_numbers}
        found.places, found.links, found.deeds = [*self.places], [*self.links], [*self.deeds]
        found.undecided, found.named_carriers = [*self.undecided], [*self.named_carriers]
        return found

    # -- facts ----------------------------------------------------------------------

    def fact(self, sort: FactSort, id_: str, title: str, origin: Span) -> int:
        """The number of a fact, new or known."""
        key = (sort, id_)
        number = self.fact_numbers.get(key)
        if number is None:
            number = len(self.facts)
            self.fact_numbers[key] = number
            self.facts.append(FactInfo(sort, id_, title, origin))
        return number

    def has(self, sort: FactSort, id_: str, title: str, origin: Span) -> Has:
        return Has(self.fact(sort, id_, title, origin), origin)

    def do(self, deed: Deed) -> None:
        """Take a deed that is done somewhere; where nobody can stand for it, it is never done."""
        if not deed.where:
            title = f"{deed.title[:1].lower()}{deed.title[1:]}"
            never = Never(f"nobody can stand where one would {title}", deed.origin)
            deed = deed._replace(needs=All((deed.needs, never)))
        self.deeds.append(deed)

    def passing(self, gate: Gate) -> Need:
        """Who goes through a gate."""
        return self._only(gate.only, f"goes through {with_article(gate.title)}", gate.origin)

    def opening(self, gate: Gate, lock: Lock) -> Need:
        """Who opens a gate that is locked."""
        return self._only(lock.by, f"opens {with_article(gate.title)}", lock.origin)

    def _only(self, words: tuple[str, ...], does: str, origin: Span) -> Need:
        """That one of some members does something, where not everybody can."""
        who = sum(bit for word, bit in self.members.items() if word in words)
        if not words or who == sum(self.members.values()):
            return NOTHING
        if not who:
            able = [kind.title for word, kind in self.system.kinds.items() if word in words]
            told = listed_in_words(able, "or")
            return Never(f"nobody of the party {does}: that takes {told}", origin)
        able = [kind.title for kind in self.quest.party if kind.word in words]
        return By(who, f"only {listed_in_words(able, 'or')} {does}", origin)

    def fallen(self, word: str) -> Has:
        """The fact that a member of the party is no longer in the quest."""
        kind = next(kind for kind in self.quest.party if kind.word == word)
        return self.gone(f"member {word}", kind.title, self.quest.origin)

    # -- places ---------------------------------------------------------------------

    def find_places(self) -> None:
        rest = self.walkable & ~self.changing
        while rest:
            cells = self.free.flood(rest & -rest, rest)
            rest &= ~cells
            self._split_by_area(cells)
        for cell in each_cell(self.walkable & self.changing):
            clear = self.clear(cell)
            if not self.closed >> cell & 1:
                self.given |= 1 << clear.fact
            self.places.append(PlaceInfo(self.board.area_at(cell), 1 << cell, clear.fact))

    def clear(self, cell: Cell) -> Has:
        """The fact that nothing closes a square."""
        name = self.board.name(cell)
        return self.has(FactSort.CLEAR, name, f"{name} clear", self.quest.origin)

    def _split_by_area(self, cells: Cells) -> None:
        """Open corridors may be several areas: one place for each, linked by open steps."""
        first = len(self.places)
        for number, area in enumerate(self.board.areas):
            for part in self._split_by_watch(cells & area.cells):
                inside = part
                while inside:
                    flooded = self.free.flood(inside & -inside, inside)
                    inside &= ~flooded
                    self.places.append(PlaceInfo(number, flooded))
        for one in range(first, len(self.places)):
            beside = self.free.grow(self.places[one].cells)
            for other in range(one + 1, len(self.places)):
                if beside & self.places[other].cells:
                    self.links.append(Link(one, other, NOTHING, "open floor", self.quest.origin))

    def _split_by_watch(self, cells: Cells) -> list[Cells]:
        """Squares apart on which different things happen."""
        parts = [cells] if cells else []
        for watched in self.watched:
            halves = [half for part in parts for half in (part & watched, part & ~watched)]
            parts = [half for half in halves if half]
        return parts

    def places_of(self, cells: Cells) -> Places:
        found = 0
        for number, place in enumerate(self.places):
            if place.cells & cells:
                found |= 1 << number
        return found

    def reaching(self, cells: Cells) -> list[tuple[Cells, tuple[Need, ...]]]:
        """The squares from which something on some squares can be reached, and when from there.

        What nobody can stand on from the first is reached from beside, until it is cleared. What
        a fall has buried is out of reach.
        """
        inside = cells & self.walkable
        if not cells or cells & ~self.unstandable:
            return [(inside, ())]
        clear = [self.clear(cell) for cell in each_cell(inside)]
        beside = (self.around(cells) & self.walkable & ~cells, tuple(negated(one) for one in clear))
        if not clear:
            return [beside]
        cleared: Need = Either(tuple(clear)) if len(clear) > 1 else clear[0]
        return [(inside, (cleared,)), beside]

    def around(self, cells: Cells) -> Cells:
        grown = self.around_gates.grow(cells)
        return grown | self.around_gates.grow(grown) & self._corners(cells)

    def _corners(self, cells: Cells) -> Cells:
        found = 0
        for shift in self.board.corners:
            found |= cells << shift | cells >> shift
        return found

    def defeated(self, thing: Thing) -> Has:
        return self.has(FactSort.DEFEATED, thing.id, f"{thing.title} defeated", thing.origin)

    def gone(self, id_: str, title: str, origin: Span) -> Has:
        """The fact that an event has taken a thing away."""
        return self.has(FactSort.GONE, id_, f"{title} gone", origin)

    def is_removed(self, thing: Thing) -> bool:
        """Whether some event takes a thing away."""
        return any(thing in self.taken_away(effect) for effect in self.quest.every_effect())

    def taken_away(self, effect: Effect) -> list[Thing]:
        """The things that an effect takes off the board: named, or closing squares it clears."""
        if effect.kind is EffectKind.REMOVE:
            return [thing for thing in self.quest.things if thing.id == effect.target]
        if effect.kind is EffectKind.CLEAR:
            return [
                thing for thing in self.quest.things if thing.blocks and thing.mask & effect.cells
            ]
        return []

    def still_there(self, thing: Thing) -> Need:
        """That no event has taken a thing away."""
        if not self.is_removed(thing):
            return NOTHING
        gone = self.gone(thing.id, thing.title, thing.origin)
        return Lacks(gone.fact, gone.origin)

    def beaten(self, thing: Thing) -> Need:
        """A figure is no longer there: defeated, or taken away by an event."""
        defeated = self.defeated(thing)
        if not self.is_removed(thing):
            return defeated
        return Either((defeated, self.gone(thing.id, thing.title, thing.origin)))
