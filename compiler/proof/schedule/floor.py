"""The squares of a quest as members of its party walk over them, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from questwright.compiler.geometry.cliffs import climbers, drop_costs
from questwright.compiler.geometry.crossings import can_take, may_be_closed
from questwright.compiler.geometry.terrain import cost_of
from questwright.compiler.grid.cells import Cell, Cells, each_cell
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.packs.system.system import Category, Diagonal, GateForm
from questwright.compiler.proof.task.line import Bar, Stride
from questwright.compiler.proof.task.task import Deed, DeedSort, FactSort, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.board import Crossing, Gate
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.proof.task.cache import Cache
    from questwright.compiler.proof.task.condition import Members, Places


_FLOORS: Final = 8
"""Floors that are kept."""


class _KnownFloor(NamedTuple):
    key: tuple[object, ...]
    system: System
    floor: Floor


def floor_of(quest: Quest, system: System, cache: Cache) -> Floor:
    """The squares of a quest; of one that differs only in what is done there, the same ones."""
    # A proof asks the same quest in other words: by degrees, on foot, world by world.
    key = _underfoot(quest)
    floors = cache.kept(_KnownFloor, _FLOORS)
    for known in floors:
        if known.system is system and known.key == key:
            return known.floor
    floor = Floor(quest, system)
    floors.append(_KnownFloor(key, system, floor))
    return floor


def _underfoot(quest: Quest) -> tuple[object, ...]:
    """All of a quest that its floor is made of."""
    portals = quest.things_of(Category.PORTAL)
    shifting = tuple(may_be_closed(crossing, quest) for crossing in quest.board.crossings)
    own = (quest.board, quest.party, quest.entries, quest.blocked)
    return *own, portals, shifting, quest.changing, _shut_in_play(quest)


def _shut_in_play(quest: Quest) -> frozenset[str]:
    return frozenset(
        effect.target for effect in quest.every_effect() if effect.kind is EffectKind.CLOSE
    )


class Floor:
    """The squares of a quest, the steps between them, and what may close a step."""

    def __init__(self, quest: Quest, system: System) -> None:
        self.quest = quest
        self.board = quest.board
        self.diagonal = system.grid.diagonal
        self._gates = {tuple(edge): gate for gate in self.board.gates for edge in gate.edges}
        members = {kind.word: 1 << number for number, kind in enumerate(quest.party)}
        self.passing: dict[Bar, Members] = {
            (FactSort.OPEN, gate.id): sum(members.get(word, 0) for word in gate.only)
            for gate in self.board.gates
            if gate.only
        }
        """Of gates that not everybody goes through, who does."""
        self.portals = {thing.id: thing for thing in quest.things_of(Category.PORTAL)}
        self._shut = _shut_in_play(quest)
        """Gates that are closed in play."""
        self._changing = quest.changing
        self.walkable = self.board.floor & ~(quest.blocked & ~self._changing)
        self._everybody: Members = (1 << len(quest.party)) - 1
        self._costs: dict[Cell, tuple[int | None, ...]] = {}
        """What entering a square costs each member, where the ground is not plain floor."""
        for patch in self.board.terrain:
            each = tuple(cost_of(patch.kind, kind, system.move_value) for kind in quest.party)
            self._costs |= dict.fromkeys(each_cell(patch.cells), each)
            if not any(cost is not None for cost in each):
                self.walkable &= ~patch.cells
        self._leaps: dict[Cell, Cell] = {}
        for portal in self.portals.values():
            self.walkable &= ~portal.mask
            far = self.portals.get(portal.link)
            if far is not None:
                self._leaps[next(each_cell(portal.mask))] = next(each_cell(far.mask))
        self.steps: dict[Cell, list[Stride]] = {
            cell: list(self._steps_from(cell)) for cell in each_cell(self.walkable)
        }
        for edge, who in climbers(self.board, quest.party).items():
            self._climb(*edge, who)
        self.jumps: dict[tuple[Cell, Cell], tuple[int | None, ...]] = {}
        """What jumping down from one square to another costs each member."""
        for fall, each in drop_costs(self.board, quest.party, system) if system.jumps else ():
            costs = [cost for cost in each if cost is not None]
            if costs and self.walkable >> fall.above & self.walkable >> fall.below & 1:
                self.jumps[fall.above, fall.below] = each
                who = sum(1 << number for number, cost in enumerate(each) if cost is not None)
                bars = self._falls(fall.below)
                stride = Stride(fall.below, min(costs), bars, who, is_jump=True)
                self.steps[fall.above].append(stride)

        self.crossings = {crossing.id: crossing for crossing in self.board.crossings}
        self._crossers: dict[str, Members] = {}
        """Of each crossing the members who take it."""
        for crossing in self.board.crossings:
            self._cross(crossing, system.move_value)

    def _climb(self, one: Cell, other: Cell, who: Members) -> None:
        """The steps between two squares that lie apart, for those who climb from one to another."""
        for near, far in ((one, other), (other, one)):
            able = who & self._able(far)
            if able and self.walkable >> near & self.walkable >> far & 1:
                bars = self._falls(far)
                self.steps[near].append(Stride(far, self._cheapest(far), bars, able))

    def _cross(self, crossing: Crossing, move_value: str) -> None:
        """The steps from each end of a crossing to the others."""
        able = sum(
            1 << number
            for number, kind in enumerate(self.quest.party)
            if can_take(crossing, kind, move_value)
        )
        self._crossers[crossing.id] = able
        bars: tuple[Bar, ...] = ()
        if may_be_closed(crossing, self.quest):
            bars = ((FactSort.OPEN, crossing.id),)
        if crossing.kind.is_vessel:
            bars = (*bars, (FactSort.LAUNCHED, crossing.id))
        for way, other in crossing.ways:
            for near in each_cell(crossing.ends[way] & self.walkable):
                for far in each_cell(crossing.ends[other] & self.walkable):
                    who = able & self._able(far)
                    closed = (*bars, *self._falls(far))
                    stride = Stride(
                        far,
                        crossing.cost,
                        closed,
                        who,
                        crossing=crossing.id,
                        rounds=crossing.rounds_between(way, other),
                    )
                    self.steps[near].append(stride)

    def _steps_from(self, cell: Cell) -> Iterator[Stride]:
        waiting = [(*one, frozenset({cell})) for one in self._near(cell)]
        while waiting:
            other, bars, who, entered = waiting.pop(0)
            if not who:
                continue
            if self.walkable >> other & 1:
                yield Stride(other, self._cheapest(other), bars, who)
            elif other in self._leaps and other not in entered:
                # Who steps on a portal stands beside the other one.
                far = self._leaps[other]
                clear, able = self._falls(far), who & self._able(far)
                waiting += [
                    (exit_, (*bars, *clear, *more), able & those, entered | {other})
                    for exit_, more, those in self._near(far)
                ]

    def _near(self, cell: Cell) -> Iterator[tuple[Cell, tuple[Bar, ...], Members]]:
        """The squares around one, portals too, with what may close the way, and who can take it."""
        stride = self.board.stride
        for other in self.board.beside(cell):
            bars = self._crossing(cell, other)
            if bars is not None:
                yield other, bars, self._able(other)
        if self.diagonal is not Diagonal.NEVER and self.board.corners:
            for down in (stride, -stride):
                for across in (1, -1):
                    yield from self._cutting(cell, cell + down, cell + across)

    def _cutting(
        self, cell: Cell, one: Cell, other: Cell
    ) -> Iterator[tuple[Cell, tuple[Bar, ...], Members]]:
        """A step across a corner, by way of one flank or, where the game says so, of both."""
        target = one + other - cell
        ways = []
        for flank in (one, other):
            first = second = None
            if self.walkable >> max(flank, 0) & 1:
                first = self._crossing(cell, flank, is_cut=True)
                second = self._crossing(flank, target, is_cut=True)
            if first is not None and second is not None:
                ways.append(((*first, *second), self._able(flank) & self._able(target)))
        if self.diagonal is Diagonal.BOTH_FLANKS:
            if len(ways) == 2:
                (bars, who), (more, those) = ways
                yield target, (*bars, *more), who & those
            return
        for bars, who in ways:
            yield target, bars, who

    def _crossing(self, cell: Cell, other: Cell, *, is_cut: bool = False) -> tuple[Bar, ...] | None:
        """What may close a straight step; None where a wall or the like always does.

        No corner is cut over a gate that one goes through from one side.
        """
        if other < 0 or not (self.walkable >> other & 1 or other in self._leaps):
            return None
        first, second = min(cell, other), max(cell, other)
        gate = self._gates.get((first, second))
        if gate is None and not self.board.is_crossed(first, second):
            return None
        if gate is not None and gate.kind.form is GateForm.WINDOW:
            return None
        if gate is not None and gate.way_from >= 0:
            inside = self.board.areas[gate.way_from].cells
            if is_cut or not inside >> cell & 1:
                return None
        bars: list[Bar] = [(FactSort.OPEN, gate.id)] if gate is not None else []
        return (*bars, *self._falls(other))

    def _falls(self, cell: Cell) -> tuple[Bar, ...]:
        """That something may close a square."""
        is_changing = self._changing >> cell & 1
        return ((FactSort.CLEAR, self.board.name(cell)),) if is_changing else ()

    def around(
        self, cells: Cells, *, through_gates: bool = False, through_open: bool = False
    ) -> set[Cell]:
        """The squares that touch some squares, without a wall between; and those themselves.

        On request through every gate, or through those that everybody can always go through.
        """
        found = set(each_cell(cells & self.walkable))
        for cell in each_cell(cells):
            for other in self.board.beside(cell):
                if not self.walkable >> other & 1:
                    continue
                gate = self._gates.get((min(cell, other), max(cell, other)))
                is_gap = gate is not None and (
                    through_gates or (through_open and self._is_gap(gate))
                )
                if is_gap or self._is_free(cell, other):
                    found.add(other)
            for shift in self.board.corners:
                for other in (cell + shift, cell - shift):
                    if other >= 0 and self.walkable >> other & 1:
                        found.add(other)
        return found

    def _is_gap(self, gate: Gate) -> bool:
        """Whether a gate stands open for everybody all the time, both ways."""
        return (
            gate.is_open
            and gate.id not in self._shut
            and gate.way_from < 0
            and gate.kind.form is not GateForm.WINDOW
            and self.passing.get((FactSort.OPEN, gate.id), self._everybody) == self._everybody
        )

    def _is_free(self, cell: Cell, other: Cell) -> bool:
        first, second = min(cell, other), max(cell, other)
        return self.board.is_crossed(first, second) and (first, second) not in self._gates

    def _able(self, cell: Cell) -> Members:
        """The members of the party who can enter a square."""
        costs = self._costs.get(cell)
        if costs is None:
            return self._everybody
        return sum(1 << number for number, cost in enumerate(costs) if cost is not None)

    def _cheapest(self, cell: Cell) -> int:
        costs = self._costs.get(cell)
        if costs is None:
            return 1
        return min((cost for cost in costs if cost is not None), default=1)

    def cost(self, cell: Cell, member: int) -> int | None:
        """What entering a square costs a member; None where it never can."""
        found = self._costs.get(cell)
        return 1 if found is None else found[member]

    def like(self, member: int) -> int:
        """The first member of the party whom each step costs as much as this one."""
        return next(
            one
            for one in range(member + 1)
            if all(costs[one] == costs[member] for costs in self._costs.values())
            and self.crossers(one) == self.crossers(member)
        )

    def crossers(self, member: int) -> tuple[bool, ...]:
        """Of each crossing whether a member of the party takes it."""
        return tuple(bool(who >> member & 1) for who in self._crossers.values())

    def begins(self, word: str) -> tuple[tuple[Cell, int], ...]:
        """The squares on which a member may come into play, and in which round at the earliest."""
        return tuple(
            (cell, entry.round)
            for entry in self.quest.entries
            if word in entry.who
            for cell in each_cell(entry.cells & self.walkable)
        ) or ((0, 1),)

    def gate_cost(self, id_: str) -> int:
        """What opening a gate costs of a move."""
        return next((gate.kind.move_cost for gate in self.board.gates if gate.id == id_), 0)


def stands(floor: Floor, problem: Problem, deed: Deed, *, through_open: bool = False) -> set[Cell]:
    """The squares from which a deed is done; on request also over a gate that is always open."""
    allowed = cells_of(problem, deed.where)
    if deed.sort in (DeedSort.OPEN, DeedSort.LAUNCH, DeedSort.CAST):
        near = set(each_cell(deed.cells & floor.walkable))
    elif deed.sort in (DeedSort.PICK_UP, DeedSort.ACT, DeedSort.SPRING):
        near = set(each_cell(deed.cells)) & allowed
        near = near or floor.around(deed.cells, through_open=through_open)
    elif deed.sort is DeedSort.DEFEAT:
        near = floor.around(deed.cells, through_open=through_open)
    else:
        near = set()
    return (near & allowed) or allowed


def cells_of(problem: Problem, places: Places) -> set[Cell]:
    """The squares of some places."""
    return {
        cell
        for number, place in enumerate(problem.places)
        if places >> number & 1
        for cell in each_cell(place.cells)
    }
