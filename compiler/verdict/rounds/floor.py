"""The steps between the cells of a quest: what each costs, what it asks for, and who takes it.

What a step asks for is what the links of the task ask for between the places of its cells.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

from questwright.compiler.geometry.cliffs import climbers, drop_costs
from questwright.compiler.geometry.crossings import can_take
from questwright.compiler.geometry.openings import openings
from questwright.compiler.geometry.terrain import cost_of
from questwright.compiler.grid.cells import Edge, each_cell
from questwright.compiler.packs.system.system import Category, Diagonal, GateForm
from questwright.compiler.verdict.task.need import NOTHING, every
from questwright.compiler.verdict.task.task import EVERYBODY

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.board import Crossing, Gate
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.task.need import Members, Need
    from questwright.compiler.verdict.task.task import Link, Task
    from questwright.dsl.source import Span


class CellWay(NamedTuple):
    """One way in which a step may be free."""

    need: Need = NOTHING
    who: Members = EVERYBODY
    gates: tuple[str, ...] = ()
    """The gates that it leads through, of those whose opening costs some of a move."""

    def also(self, other: CellWay) -> CellWay:
        """Both at once."""
        return CellWay(
            every(self.need, other.need), self.who & other.who, (*self.gates, *other.gates)
        )


class CellStep(NamedTuple):
    """A step to a cell that is not free for everybody at all times, or not at the usual cost."""

    to: Cell
    way: CellWay
    costs: tuple[int | None, ...] = ()
    """What it costs each member; empty if it costs what entering the cell does."""
    crossing: str = ""
    rounds: int = 0
    """The rounds that it takes, and nothing of a move."""


_FREE: Final = (CellWay(),)
Ways = tuple[CellWay, ...]


class StepChart:
    """The cells of a quest on which somebody may stand, and the steps between them."""

    def __init__(self, task: Task, quest: Quest, system: System) -> None:
        self._quest = quest
        self._board = quest.board
        self.place_at: dict[Cell, int] = {
            cell: number
            for number, place in enumerate(task.places)
            for cell in each_cell(place.cells)
        }
        self.free: dict[Cell, list[Cell]] = {cell: [] for cell in self.place_at}
        """The cells to which a step is always free for everybody, at the cost of entering them."""
        self.asking: dict[Cell, list[CellStep]] = {}
        """All other steps."""
        self.enter: tuple[dict[Cell, int], ...] = tuple(
            {
                cell: cost
                for patch in self._board.terrain
                if (cost := cost_of(patch.kind, kind, system.move_value) or 1) != 1
                for cell in each_cell(patch.cells)
            }
            for kind in quest.party
        )
        """For each member what entering a cell costs, where that is not 1."""
        self.crossings: dict[str, Crossing] = {each.id: each for each in self._board.crossings}
        self._links: dict[tuple[int, int], list[Link]] = {}
        for link in task.links:
            if not link.refused:
                self._links.setdefault((link.first, link.second), []).append(link)
                if not link.is_one_way and link.first != link.second:
                    self._links.setdefault((link.second, link.first), []).append(link)
        self._gate_on: dict[Edge, Gate] = {
            edge: gate
            for gate in reversed(self._board.gates)
            if gate.kind.form is not GateForm.WINDOW
            for edge in gate.edges
        }
        portals = {thing.origin for thing in quest.things_of(Category.PORTAL)}
        linked = {link.origin for link in task.links}
        self._shut: set[Span] = {gate.origin for gate in self._board.gates} & linked
        self._apart: set[Span] = self._shut | portals
        """Where the links come from that are no steps between neighbours."""
        around: dict[Cell, dict[Cell, Ways]] = {cell: {} for cell in self.place_at}
        self._step_straight(around)
        if system.grid.diagonal is not Diagonal.NEVER and self._board.corners:
            self._step_across(around, both=system.grid.diagonal is Diagonal.BOTH_FLANKS)
        for cell, ways in around.items():
            for other, found in ways.items():
                self._add(cell, other, found)
        self._climb()
        self._leap()
        if system.jumps:
            for fall, costs in drop_costs(self._board, quest.party, system):
                self._jump(fall.above, fall.below, costs)
        for crossing in self._board.crossings:
            self._cross(crossing, system)

    def step(self, here: Cell, there: Cell, crossing: str = "") -> list[CellStep]:
        """The steps that lead from a cell to another, by a crossing or without any."""
        if not crossing and there in self.free.get(here, ()):
            return [CellStep(there, CellWay())]
        found = self.asking.get(here, ())
        return [step for step in found if step.to == there and step.crossing == crossing]

    def cost(self, step: CellStep, member: int) -> int:
        """What a step costs a member of its move."""
        own = step.costs[member] if step.costs else None
        return self.enter[member].get(step.to, 1) if own is None else own

    # -- neighbours ---------------------------------------------------------------------------

    def _add(self, here: Cell, there: Cell, ways: Ways) -> None:
        if any(way.need == NOTHING and way.who == EVERYBODY and not way.gates for way in ways):
            self.free[here].append(there)
        else:
            self.asking.setdefault(here, []).extend(CellStep(there, way) for way in ways)

    def _step_straight(self, around: dict[Cell, dict[Cell, Ways]]) -> None:
        place_at = self.place_at
        for shift, cells in openings(self._board).steps:
            for cell in each_cell(cells):
                other = cell + shift
                here, there = place_at.get(cell, -1), place_at.get(other, -1)
                if here < 0 or there < 0:
                    continue
                gate = self._gate_on.get(Edge(cell, other))
                if here == there and gate is None:
                    around[cell][other] = around[other][cell] = _FREE
                    continue
                for one, far in ((cell, other), (other, cell)):
                    ways = self._ways(place_at[one], place_at[far], gate)
                    if ways:
                        around[one][far] = ways

    def _ways(self, here: int, there: int, gate: Gate | None) -> Ways:
        """The ways in which a step between two places is free, over a gate or over none."""
        links = self._links.get((here, there), [])
        if gate is not None and gate.origin in self._shut:
            gates = (gate.id,) if gate.kind.move_cost and not gate.is_open else ()
            return tuple(
                CellWay(link.needs, link.who, gates) for link in links if link.origin == gate.origin
            )
        if here == there:
            return _FREE
        return tuple(
            CellWay(link.needs, link.who)
            for link in links
            if not link.is_jump and not link.is_crossing and link.origin not in self._apart
        )

    def _step_across(self, around: dict[Cell, dict[Cell, Ways]], *, both: bool) -> None:
        """Steps across a corner, by way of one flank or, where the game says so, of both.

        No corner is cut over a gate that one goes through from one side.
        """
        stride = self._board.stride
        one_way = {edge for edge, gate in self._gate_on.items() if gate.way_from >= 0}
        straight = {cell: dict(ways) for cell, ways in around.items()}
        for cell, ways in straight.items():
            for down, across in product((stride, -stride), (1, -1)):
                target = cell + down + across
                if target not in around:
                    continue
                found = []
                for flank in (cell + down, cell + across):
                    first, second = ways.get(flank), straight.get(flank, {}).get(target)
                    if first is None or second is None:
                        continue
                    if one_way and {_edge(cell, flank), _edge(flank, target)} & one_way:
                        continue
                    found.append(_joined(first, second))
                if both:
                    found = [_joined(*found)] if len(found) == 2 else []
                if found:
                    around[cell][target] = tuple(way for ways in found for way in ways)

    def _climb(self) -> None:
        for edge, who in climbers(self._board, self._quest.party).items():
            for here, there in (edge, edge[::-1]):
                if here in self.place_at and there in self.place_at:
                    ways = self._ways(self.place_at[here], self.place_at[there], None)
                    self._add(here, there, tuple(way._replace(who=way.who & who) for way in ways))

    # -- further away -------------------------------------------------------------------------

    def _leap(self) -> None:
        """Steps onto portals, and off those that they lead to."""
        portals = {thing.id: thing for thing in self._quest.things_of(Category.PORTAL)}
        at = {next(each_cell(thing.mask)): thing for thing in portals.values()}
        ends: dict[Cell, Cell] = {}
        for cell, thing in at.items():
            if thing.link in portals:
                ends[cell] = next(each_cell(portals[thing.link].mask))
        for cell, end in ends.items():
            exits: dict[Cell, None] = {}
            entered, waiting = {cell}, [end]
            while waiting:
                for near in self.touching(waiting.pop()):
                    if near in ends and near not in entered:
                        entered.add(near)
                        waiting.append(ends[near])
                    elif near in self.place_at:
                        exits[near] = None
            for here in self.touching(cell):
                for there in exits if here in self.place_at else ():
                    pair = self.place_at[here], self.place_at[there]
                    ways = tuple(
                        CellWay(link.needs, link.who)
                        for link in self._links.get(pair, ())
                        if link.origin in {thing.origin for thing in at.values()}
                    )
                    self._add(here, there, ways)

    def touching(self, cell: Cell) -> Iterator[Cell]:
        """The cells that share an edge or a corner with one, whatever stands between."""
        yield from self._board.beside(cell)
        for shift in self._board.corners:
            yield from (cell + shift, cell - shift)

    def _jump(self, here: Cell, there: Cell, costs: Sequence[int | None]) -> None:
        if here not in self.place_at or there not in self.place_at:
            return
        who = sum(1 << number for number, cost in enumerate(costs) if cost is not None)
        links = self._links.get((self.place_at[here], self.place_at[there]), ())
        needs = [link.needs for link in links if link.is_jump] or [NOTHING]
        steps = self.asking.setdefault(here, [])
        steps += [CellStep(there, CellWay(need, who), tuple(costs)) for need in needs]

    def _cross(self, crossing: Crossing, system: System) -> None:
        party = self._quest.party
        who = sum(
            1 << number
            for number, kind in enumerate(party)
            if can_take(crossing, kind, system.move_value)
        )
        costs = (crossing.cost,) * len(party)
        for first, second in crossing.ways:
            rounds = crossing.rounds_between(first, second)
            for here, there in product(
                each_cell(crossing.ends[first]), each_cell(crossing.ends[second])
            ):
                pair = self.place_at.get(here, -1), self.place_at.get(there, -1)
                if min(pair) < 0:
                    continue
                links = self._links.get(pair, ())
                needs = [k.needs for k in links if k.is_crossing and k.origin == crossing.origin]
                if pair[0] == pair[1]:
                    needs = [NOTHING]
                steps = self.asking.setdefault(here, [])
                steps += [
                    CellStep(there, CellWay(need, who), costs, crossing.id, rounds)
                    for need in needs
                ]


def _joined(first: Ways, second: Ways) -> Ways:
    if first is _FREE and second is _FREE:
        return _FREE
    return tuple(one.also(other) for one, other in product(first, second))


def _edge(one: Cell, other: Cell) -> Edge:
    return Edge(min(one, other), max(one, other))


def begins(quest: Quest, floor: StepChart) -> Mapping[str, tuple[tuple[Cell, int], ...]]:
    """For each member the cells on which it may come into play, each with the first round."""
    return {
        kind.word: tuple(
            (cell, entry.round)
            for entry in quest.entries
            if kind.word in entry.who
            for cell in each_cell(entry.cells)
            if cell in floor.place_at
        )
        for kind in quest.party
    }
