"""Turn a line of play into walks over the board.

Takes the steps of a line. Returns the cells that are walked over, and the cell of each step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.geometry.route import floor_of, shortest_path
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.conditions import Every, Fact, FactKind
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.packs.system.system import Category
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from questwright.compiler.geometry.route import Walkable
    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.conditions import Condition
    from questwright.compiler.model.verdict import Step
    from questwright.compiler.publish.book.desk.desk import Desk


class Walk(NamedTuple):
    """The walk of a single walker who takes every step of a line."""

    cells: tuple[Cell, ...]
    stops: tuple[Cell, ...]
    """The square of each step; and the square of the victory, if that has a place of its own."""


def walk_of(desk: Desk, line: Sequence[Step], *, wins: bool = True) -> Walk:
    """The walk of a line; if it `wins`, it goes on to the place that the victory asks for."""
    if not line or not desk.quest.starts:
        return Walk((), ())
    walk = _WalkBuilder(desk)
    stops = []
    for step in line:
        walk.take(step)
        stops.append(walk.cells[-1])
    if wins and walk.end():
        stops.append(walk.cells[-1])
    return Walk(tuple(walk.cells), tuple(stops))


def walks_of_members(line: Sequence[Step]) -> tuple[dict[str, tuple[Cell, ...]], tuple[Cell, ...]]:
    """The squares that each member walks over, by word, and the square of each step.

    This is for lines that say who takes each step. An event has the square of the step before it.
    """
    walks: dict[str, tuple[Cell, ...]] = {}
    stops: list[Cell] = []
    for step in line:
        if step.who:
            walks[step.who] = (*walks.get(step.who, ()), *step.path)
        stops.append(walks[step.who][-1] if step.who else stops[-1])
    return walks, tuple(stops)


class _WalkBuilder:
    """Builds the walk of a line, step by step; it keeps track of what is open by then."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.closed = desk.quest.blocked
        self.open = {n for n, gate in enumerate(desk.board.gates) if gate.is_open}
        portals = desk.quest.things_of(Category.PORTAL)
        self.leaps = {
            thing.cells[0]: desk.things[thing.link].cells[0]
            for thing in portals
            if thing.link in desk.things
        }
        starts = list(each_cell(desk.quest.starts))
        self.cells: list[Cell] = [starts[0]]
        self._starts = starts

    def take(self, step: Step) -> None:
        """Walk to the square of a step, and apply its effects to gates and closed squares."""
        id_ = step.target
        gate = next((n for n, gate in enumerate(self.desk.board.gates) if gate.id == id_), None)
        if gate is not None:
            self._walk(step.cells, self.open)
            self.open.add(gate)
            return
        if id_ in self.desk.things and step.kind == "defeat":
            # Figures fight from a neighbouring square.
            around = self._floor(self.open).openings.grow(step.cells)
            self._walk(around & ~step.cells, self.open)
            return
        event = next((event for event in self.desk.quest.events if event.id == id_), None)
        if event is None:
            area = next((area for area in self.desk.board.areas if area.id == id_), None)
            self._walk(step.cells or (area.cells if area is not None else 0), self.open)
            return
        for effect in event.effects:
            if effect.kind in (EffectKind.OPEN, EffectKind.REVEAL):
                opened = {n for n, g in enumerate(self.desk.board.gates) if g.id == effect.target}
                self.open |= opened
            elif effect.kind in (EffectKind.CLEAR, EffectKind.REMOVE):
                self.closed &= ~effect.cells

    def end(self) -> bool:
        """Walk to the place of the victory; False if there is not exactly one victory."""
        party = self.desk.system.party.word
        ways = [victory.condition for victory in self.desk.quest.victories if victory.side == party]
        if len(ways) != 1:
            return False
        self._walk(_place(ways[0]), self.open)
        return True

    def _walk(self, goals: Cells, gates: AbstractSet[int]) -> None:
        if not goals:
            return
        floor = self._floor(gates)
        reachable = goals & floor.walkable or floor.openings.grow(goals) & floor.walkable
        way = shortest_path(floor, self.cells[-1], reachable)
        if not way:
            # The single walker may be unable to get there; then all gates count as open.
            everything = set(range(len(self.desk.board.gates)))
            way = shortest_path(self._floor(everything), self.cells[-1], reachable)
        self.cells += way[1:]

    def _floor(self, gates: AbstractSet[int]) -> Walkable:
        return floor_of(self.desk.board, self.closed, frozenset(gates), self.leaps)


def _place(condition: Condition) -> Cells:
    """The squares that a condition asks somebody to be in; 0 if it names no place, or several."""
    match condition:
        case Fact(kind=FactKind.IS_IN | FactKind.LEAVES, cells=cells):
            return cells
        case Every(parts, _):
            places = [place for place in map(_place, parts) if place]
            return places[0] if len(set(places)) == 1 else 0
        case _:
            return 0
