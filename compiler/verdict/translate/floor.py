"""The cells of a quest as members walk over them, step by step, by the rules of its translation."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.geometry.cliffs import climbers, drop_costs
from questwright.compiler.geometry.terrain import cost_of
from questwright.compiler.grid.cells import Edge, each_cell
from questwright.compiler.packs.system.system import Diagonal
from questwright.compiler.verdict.task.need import Never, every, holds, parts_of
from questwright.compiler.verdict.task.task import DeedSort
from questwright.compiler.verdict.translate.builder import FREE, Access
from questwright.compiler.verdict.translate.crossings import takes
from questwright.compiler.verdict.translate.steps import around_cell, portal_exits, ways_to

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.verdict.task.need import Facts, Members, Need
    from questwright.compiler.verdict.translate.builder import Builder


class Stride(NamedTuple):
    """A step from a cell to another."""

    to: Cell
    access: Access
    """What it takes, and who can take it."""
    sort: DeedSort
    """WALK, JUMP or CROSS."""
    crossing: str = ""
    rounds: int = 0
    """How many rounds it takes; 0 if it costs move points."""
    counts: str = ""
    """The id of the gate that counts who goes through."""


class Floor:
    """The cells of a quest."""

    def __init__(self, to: Builder) -> None:
        self._to = to
        self.board = to.board
        self._strides: dict[Cell, tuple[Stride, ...]] = {}
        self._near: dict[Cell, tuple[tuple[Cell, Need], ...]] = {}
        self._corners = frozenset(to.board.corners)
        self._apart: dict[Cell, list[Stride]] = {}
        """The steps between cells that walking does not join."""
        for edge, who in climbers(to.board, to.quest.party).items():
            for here, there in (edge, edge[::-1]):
                access = Access(who=who).also(to.entering(here, there), self._free(there))
                self._apart.setdefault(here, []).append(Stride(there, access, DeedSort.WALK))
        for fall, costs in (
            drop_costs(to.board, to.quest.party, to.system) if to.system.jumps else ()
        ):
            able: Members = sum(1 << n for n, cost in enumerate(costs) if cost is not None)
            if able and to.walkable >> fall.above & to.walkable >> fall.below & 1:
                stride = Stride(
                    fall.below, Access(who=able).also(self._free(fall.below)), DeedSort.JUMP
                )
                self._apart.setdefault(fall.above, []).append(stride)

    def place(self, cell: Cell) -> int:
        """The place of a cell, by its index in the task."""
        return self._to.place_of(cell)

    def cost(self, cell: Cell, member: int) -> int:
        """What entering a cell costs a member."""
        for patch in self.board.terrain:
            if patch.cells >> cell & 1:
                kind = self._to.quest.party[member]
                return cost_of(patch.kind, kind, self._to.system.move_value) or 1
        return 1

    def strides(self, cell: Cell) -> tuple[Stride, ...]:
        """The steps that lead from a cell."""
        found = self._strides.get(cell)
        if found is None:
            every_ = [*self._walks(cell), *self._apart.get(cell, ()), *self._crossings(cell)]
            found = self._strides[cell] = tuple(
                stride
                for stride in every_
                if stride.access.who and not _is_never(stride.access.need)
            )
        return found

    def arrival(self, cell: Cell) -> Stride:
        """The step from off the board onto a cell."""
        return Stride(cell, Access(), DeedSort.WALK)

    def handed(self, cell: Cell, facts: Facts) -> list[Cell]:
        """The cells to which things can be handed from a cell now."""
        return [other for other, need in self.near(cell) if holds(need, facts, (), ())]

    def near(self, cell: Cell) -> tuple[tuple[Cell, Need], ...]:
        """The cells to which things can be handed from a cell, and what that takes."""
        found = self._near.get(cell)
        if found is None:
            found = self._near[cell] = tuple(self._handed(cell))
        return found

    def _free(self, *cells: Cell) -> Access:
        return Access(self._to.free_of(*(self._to.place_of(cell) for cell in cells)))

    def _walks(self, cell: Cell) -> Iterator[Stride]:
        to = self._to
        free = self._always(cell)
        for other in around_cell(cell, to):
            if free >> other & 1:
                yield Stride(other, FREE, DeedSort.WALK)
                continue
            for access in ways_to(cell, other, to):
                if to.walkable >> other & 1:
                    whole = access.also(self._free(cell, other))
                    gate = to.gate_on.get(Edge(min(cell, other), max(cell, other)))
                    counts = gate.id if gate is not None and gate.shuts_after else ""
                    yield Stride(other, whole, DeedSort.WALK, counts=counts)
                elif any(thing.mask >> other & 1 for thing in to.portals.values()):
                    for far, whole in portal_exits(other, access, to):
                        yield Stride(far, whole.also(self._free(cell, far)), DeedSort.WALK)

    def _always(self, cell: Cell) -> Cells:
        """The cells around one to which a step is free for everybody at all times."""
        to, corners, across = self._to, 0, self._to.system.grid.diagonal
        steady = to.walkable & ~to.changing
        if not steady >> cell & 1:
            return 0
        near = to.free.grow(1 << cell) & steady & ~(1 << cell)
        if self._corners and across is not Diagonal.NEVER:
            once = 0
            for flank in each_cell(near):
                beyond = to.free.grow(1 << flank) & steady
                corners |= beyond & once if across is Diagonal.BOTH_FLANKS else beyond
                once |= beyond
        return near | corners

    def _crossings(self, cell: Cell) -> Iterator[Stride]:
        for crossing in self.board.crossings:
            for way, other in crossing.ways:
                if not crossing.ends[way] >> cell & 1:
                    continue
                late = crossing.rounds_between(way, other)
                for far in each_cell(crossing.ends[other] & self._to.walkable):
                    if far == cell:
                        continue
                    access = takes(crossing, self._to).also(
                        self._to.standing(1 << far), self._free(cell, far)
                    )
                    yield Stride(far, access, DeedSort.CROSS, crossing.id, late)

    def _handed(self, cell: Cell) -> Iterator[tuple[Cell, Need]]:
        to = self._to
        for stride in self.strides(cell):
            is_corner = stride.to - cell in self._corners or cell - stride.to in self._corners
            if stride.sort is not DeedSort.CROSS and not is_corner:
                yield stride.to, stride.access.need
        for other in self.board.beside(cell):
            gate = to.gate_on.get(Edge(min(cell, other), max(cell, other)))
            if gate is not None and to.walkable >> other & 1:
                yield other, every(to.opened(gate), self._free(cell, other).need)
        for above, strides in self._apart.items():
            for stride in strides:
                if stride.to == cell:
                    yield above, stride.access.need


def _is_never(need: Need) -> bool:
    return any(isinstance(part, Never) for part in parts_of(need))
