"""The ground of a quest: which cells and edges are free, for whom, and what may change that."""

from __future__ import annotations

from functools import cached_property
from itertools import chain, combinations

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.geometry.openings import Openings, openings
from questwright.compiler.geometry.pushes import comes_to, pushes_of
from questwright.compiler.geometry.terrain import cost_of, cost_with_gear, gear_to_enter
from questwright.compiler.grid.cells import Edge, each_cell
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.odds.best import is_driven_back
from questwright.compiler.packs.system.system import Category, GateForm
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.need import NOTHING, Never, every, parts_of
from questwright.compiler.verdict.task.task import EVERYBODY, Bearing
from questwright.compiler.verdict.translate.member_room import (
    nimble,
    who_has_room,
    why_no_room,
)
from questwright.dsl.records import NamedTuple
from questwright.dsl.syntax import Claim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Gate, Patch
    from questwright.compiler.model.quest import Effect, Item, Quest, Thing
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.task.need import Facts, Members, Need
    from questwright.dsl.source import Span

_FEW = 6
"""Kinds that are named one by one where none of the party may do something."""
_SHOWN = 3
"""How many of more are named."""


class Access(NamedTuple):
    """What a step or a deed asks for: facts, and who may do it."""

    need: Need = NOTHING
    who: Members = EVERYBODY
    bearing: tuple[Bearing, ...] = ()
    """What whoever takes a step has to carry."""

    @property
    def is_to_be_had(self) -> bool:
        """Whether anybody ever may."""
        return bool(self.who) and not any(isinstance(n, Never) for n in parts_of(self.need))

    def also(self, *others: Access) -> Access:
        """All of this and of others."""
        asked = dict.fromkeys(own for own in (self, *others) if own is not FREE)
        if len(asked) < 2:
            return next(iter(asked), FREE)
        who, bearing = EVERYBODY, dict[Bearing, None]()
        for own in asked:
            who &= own.who
            bearing |= dict.fromkeys(own.bearing)
        return Access(every(*(own.need for own in asked)), who, tuple(bearing))

    def admits(self, member: int, held: Facts) -> bool:
        """Whether a member who carries some items may, where the need is met."""
        is_able = bool(self.who >> member & 1)
        return is_able and all(own.is_met(member, held) for own in self.bearing)


FREE = Access()
"""It asks for nothing."""


_MOST = 4
"""Gates around a thing through which it is looked whether somebody reaches it."""


class GateWay(NamedTuple):
    """How a gate is passed that stands open."""

    gate: Gate
    who: Access
    sides: Cells
    """The cells from which it leads; all, if it leads both ways."""
    back: str
    """Why nobody goes through from elsewhere."""
    counts: str
    """Its id, if it counts who goes through."""
    is_hidden: bool
    """It is found by those who explore, and opens by that."""

    @property
    def is_cut(self) -> bool:
        """Whether one cuts a corner over it as over open floor."""
        return self.sides == -1 and not self.counts

    @property
    def is_free(self) -> bool:
        """Whether everybody passes it as open floor."""
        return self.is_cut and self.who == FREE


class Pushed:
    """The things of a quest that are pushed about, and where they come."""

    def __init__(self, quest: Quest, system: System) -> None:
        self.things = {thing.id: thing for thing in quest.things if thing.pushers}
        self.pushes = pushes_of(quest, system)
        """For each of them the ways to push it, by its id."""
        self.tracks = {
            id_: thing.mask | comes_to(self.pushes[id_]) for id_, thing in self.things.items()
        }
        """For each the cells on which it may ever stand."""
        self.cells: Cells = union(self.tracks.values())
        self.homes: Cells = union(thing.mask for thing in self.things.values())
        """The cells on which they stand when play begins."""

    def is_shared(self, cell: Cell) -> bool:
        """Whether several of them may stand on a cell, one at a time."""
        return sum(track >> cell & 1 for track in self.tracks.values()) > 1


def faced_or_not(quest: Quest) -> set[str]:
    """The ids of which it is expected that nobody wins without them, or that somebody does."""
    asked = (own for own in quest.expects if own.claim in (Claim.MUST_FACE, Claim.OPTIONAL))
    return {own.subject.text for own in asked if own.subject is not None}


class QuestGround:
    """The cells and edges of a quest."""

    def __init__(
        self, quest: Quest, system: System, had: Callable[[Iterable[Item]], Facts]
    ) -> None:
        """``had`` has for items the facts that the party has them."""
        self.quest = quest
        self.system = system
        self.board = quest.board
        self._had = had
        self.members: dict[str, Members] = {
            kind.word: 1 << number for number, kind in enumerate(quest.party)
        }
        self.everybody: Members = (1 << len(quest.party)) - 1
        effects = [*quest.every_effect()]
        self.ways = {
            gate.id: self._way(gate)
            for gate in self.board.gates
            if gate.kind.form is not GateForm.WINDOW
        }
        """The gates that one goes through, by id."""
        self.gate_on: dict[Edge, GateWay] = {
            edge: way for way in reversed(self.ways.values()) for edge in way.gate.edges
        }
        """The same by edge."""
        shut = {effect.target for effect in effects if effect.kind is EffectKind.CLOSE}
        self.kept_apart = (
            shut
            | faced_or_not(quest)
            | {id_ for id_, way in self.ways.items() if way.gate.only or not way.is_free}
        )
        """Gates that are not passed at all times by everybody, though they may stand open, or of
        which it is asked whether anybody wins without them."""
        self._rough = [*self._each_rough()]
        self._rough_at = {
            cell: rough for rough in reversed(self._rough) for cell in each_cell(rough[0].cells)
        }
        """The ground that not every member can enter, and who can."""
        self.around_gates: Openings = openings(self.board, frozenset()).without(
            edge for gate in self.board.gates if gate.id in self.kept_apart for edge in gate.edges
        )
        """The edges that are free whatever happens, whoever may step over them."""
        self.free: Openings = self.around_gates.without(
            chain(self._borders_of_rough(), self._straits)
        )
        """Those of them over which everybody may step."""
        self.portals = {
            next(each_cell(thing.mask)): thing
            for thing in quest.things
            if thing.kind.category is Category.PORTAL
        }
        """The portals by their cells."""
        self.removed = {thing.id for effect in effects for thing in self.taken_away(effect)}
        """The ids of the things that some event takes away."""
        self.removed |= _driven_away(quest, system)
        self.raised = {e.target for e in effects if e.kind is EffectKind.RAISE}
        """The ids of the figures that some event lets stand again."""
        self.closing = union(e.cells for e in effects if e.kind is EffectKind.BLOCK)
        """The cells on which something may fall."""
        self.pushed = Pushed(quest, system)
        """What is pushed about."""
        blocking = [thing for thing in quest.things if thing.blocks and not thing.pushers]
        blocking += self.portals.values()
        loose = [thing for thing in blocking if thing.id in self.removed]
        self.furniture = _by_cell(loose, self.board.floor)
        """What may be taken away on whose cell nobody stands as long as it is there, by cell."""
        steady = union(thing.mask for thing in blocking if thing.id not in self.removed)
        self.walkable: Cells = self.board.floor & ~steady
        """The cells on which somebody may stand at some time."""
        self.enterable: Cells = self.walkable | sum(1 << cell for cell in self.portals)
        """The cells on which somebody may step at some time."""
        foes = [
            foe for foe in quest.things_of(Category.FIGURE) if foe.kind.side != system.party.word
        ]
        self.stations = {foe.id: quest.stations(foe) for foe in foes}
        """For each figure of another side the places in which it may stand, by its id."""
        self.foes = [station for own in self.stations.values() for station in own]
        """The figures of other sides, each once for each place in which it may stand."""
        self.enemies = _by_cell(self.foes, self.walkable)
        """Those that stand in the way, by cell."""

    @cached_property
    def changing(self) -> Cells:
        """The cells that are not free at all times: each is a place of its own."""
        taken = sum(1 << cell for cell in self.enemies.keys() | self.furniture.keys())
        return self.closing | self.pushed.cells | taken

    @cached_property
    def unstandable(self) -> Cells:
        """Cells on which nobody can stand when play begins; on portals at no time."""
        return self.quest.blocked | sum(1 << cell for cell in self.portals)

    def taken_away(self, effect: Effect) -> list[Thing]:
        """The things that an effect takes off the board: named, or closing cells it clears."""
        if effect.kind is EffectKind.REMOVE:
            found = [thing for thing in self.quest.things if thing.id == effect.target]
        elif effect.kind is EffectKind.CLEAR:
            found = [own for own in self.quest.things if own.blocks and own.mask & effect.cells]
        else:
            found = []
        return [thing for thing in found if not thing.pushers]

    def around(self, cells: Cells, steps: Openings | None = None) -> Cells:
        """Cells, and those to which one steps from them over free edges, or others, or corners."""
        steps = self.around_gates if steps is None else steps
        grown = steps.grow(cells)
        corners = 0
        for shift in self.board.corners:
            corners |= cells << shift | cells >> shift
        return grown | steps.grow(grown) & corners

    def beside(self, cells: Cells) -> list[tuple[frozenset[str], Cells]]:
        """The cells from which one reaches what stands on some cells.

        For each set of the gates around them, by id, the cells if those are open alone. Nobody
        reaches through a gate that leads one way, or that is for some, nor round a corner through
        one that counts.
        """
        every = (way for way in self.ways.values() if way.sides == -1 and not way.gate.only)
        shut = [way for way in every if _is_near(way.gate, cells, self)]
        found = []
        for size in range(len(shut) + 1):
            for some in combinations(shut[:_MOST], size):
                straight = self.around_gates.joined(e for own in some for e in own.gate.edges)
                plain = (own for own in some if not own.counts)
                round_ = self.around_gates.joined(e for own in plain for e in own.gate.edges)
                near = straight.grow(cells) | self.around(cells, round_)
                ids = frozenset(own.gate.id for own in some)
                found.append((ids, near & self.walkable & ~cells))
        return found

    # -- who may --------------------------------------------------------------------------

    def only(self, words: Iterable[str], does: str, origin: Span) -> Access:
        """That one of some members does something; for whom no words are given, anybody."""
        words = tuple(words)
        who = sum(bit for word, bit in self.members.items() if word in words)
        if words and not who:
            able = [kind.title for word, kind in self.system.kinds.items() if word in words]
            if len(able) > _FEW:
                able = [*able[:_SHOWN], f"one of {len(able) - _SHOWN} other kinds"]
            told = listed_in_words(able, "or")
            return Access(Never(f"nobody of the party {does}: that takes {told}", origin))
        return self.by(who) if words else FREE

    def by(self, who: Members) -> Access:
        """That one of some members does something."""
        return FREE if who == self.everybody else Access(NOTHING, who)

    def _way(self, gate: Gate) -> GateWay:
        name = with_article(gate.title)
        who = self.only(gate.only, f"goes through {name}", gate.origin)
        sides, back = -1, ""
        if gate.way_from >= 0:
            area = self.board.areas[gate.way_from]
            sides = area.cells
            back = f"one goes through {name} only from {with_article(area.title)}"
        counts, is_hidden = gate.id if gate.shuts_after else "", gate.kind.form is GateForm.PASSAGE
        return GateWay(gate, who, sides, back, counts, is_hidden)

    def _each_rough(self) -> Iterator[tuple[Patch, Access]]:
        for patch in self.board.terrain:
            free, able = (
                sum(
                    bit
                    for bit, kind in zip(self.members.values(), self.quest.party, strict=True)
                    if cost(patch.kind, kind, self.system.move_value) is not None
                )
                for cost in (cost_of, cost_with_gear)
            )
            items = self._had(gear_to_enter(patch.kind, self.quest.items)) if able != free else 0
            if able and items:
                who = EVERYBODY if able == self.everybody else able
                yield patch, Access(NOTHING, who, (Bearing(items, free),))
            elif not free:
                told = f"nobody of the party enters {with_article(patch.kind.title)}"
                if able:
                    gear = [self.system.gear[word].title for word in patch.kind.entered_with]
                    told += f" without {listed_in_words(map(with_article, gear), 'or')}"
                yield patch, Access(Never(told, patch.origin))
            elif free != self.everybody:
                yield patch, self.by(free)

    @cached_property
    def _straits(self) -> dict[Edge, Access]:
        """The edges over which not every member goes: some take too much room, or stay."""
        found: dict[Edge, Access] = {}
        for edge, who in who_has_room(self.quest, self.system).items():
            way = self.gate_on.get(edge)
            why, origin = why_no_room(edge, self.quest), self.quest.origin
            if way is not None:
                name, origin = with_article(way.gate.title), way.gate.origin
                why = f"nobody of the party has room to go through {name}"
            found[edge] = self._by_room(who, why, origin)
        return found

    def over(self, first: Cell, second: Cell) -> Access:
        """Who goes over an edge, as far as that depends on the room that members take."""
        return self._straits.get(Edge(min(first, second), max(first, second)), FREE)

    @cached_property
    def nimble(self) -> Access:
        """That one of those does something who go wherever a figure of one cell goes."""
        why = "nobody of the party has room there"
        return self._by_room(nimble(self.quest), why, self.quest.origin)

    def _by_room(self, who: Members, why: str, origin: Span) -> Access:
        return self.by(who) if who else Access(Never(why, origin))

    def shut_to(self, who: Members) -> Cells:
        """The cells of ground that none of some members can enter."""
        return sum({1 << cell for cell in self._rough_at if not who & self._able_at(cell).who})

    def entered_by(self, cell: Cell) -> Members:
        """The members who can enter the ground of a cell, whatever they carry."""
        able = self._able_at(cell)
        who = able.who & self.everybody
        for bearing in able.bearing:
            who &= bearing.spared
        return who

    def bearing_at(self, cells: Cells) -> Bearing | None:
        """What one carries to be on the ground of some cells, which is the same; or None."""
        first = (cells & -cells).bit_length() - 1
        return next(iter(self._able_at(first).bearing), None)

    def _able_at(self, cell: Cell) -> Access:
        """Who can enter the ground of a cell; nobody where that is never so."""
        _, able = self._rough_at.get(cell, (None, FREE))
        return able if able.is_to_be_had else Access(able.need, 0)

    def rough(self, first: Cell, second: Cell) -> list[tuple[Patch, Access]]:
        """Where a step leads onto other ground, that of its ends which not everybody enters."""
        found = [self._rough_at.get(first), self._rough_at.get(second)]
        return [] if found[0] is found[1] else [rough for rough in self._rough if rough in found]

    def _borders_of_rough(self) -> Iterator[Edge]:
        for cell, rough in self._rough_at.items():
            for other in self.board.beside(cell):
                if self._rough_at.get(other) is not rough:
                    yield Edge(min(cell, other), max(cell, other))


def _is_near(gate: Gate, cells: Cells, ground: QuestGround) -> bool:
    """Whether a gate that may be shut stands between some cells and those around them."""
    near, free = cells, ground.around_gates
    for shift in (*(shift for shift, _ in ground.board.onward), *ground.board.corners):
        near |= cells << shift | cells >> shift
    ends = ((edge, 1 << edge.first | 1 << edge.second) for edge in gate.edges)
    return any(not both & ~near and not free.is_free(*edge) for edge, both in ends)


def _driven_away(quest: Quest, system: System) -> set[str]:
    """The ids of the figures that are driven away, where the proof looks whether that helps."""
    fights = system.fights
    if fights is None or not fights.clears:
        return set()
    figures = quest.things_of(Category.FIGURE)
    return {thing.id for thing in figures if is_driven_back(thing.kind, fights)}


def _by_cell(things: Iterable[Thing], within: Cells) -> dict[Cell, list[Thing]]:
    """Things by each of the cells on which they stand, of some cells."""
    found: dict[Cell, list[Thing]] = {}
    for thing in things:
        for cell in each_cell(thing.mask & within):
            found.setdefault(cell, []).append(thing)
    return found
