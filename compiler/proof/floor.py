"""The squares of a quest as members of its party walk over them, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler.model.board import Cell, Cells, each_cell
from compiler.packs.model import Category, Diagonal, GateForm
from compiler.proof.problem import Deed, DeedSort, FactSort, Places, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from compiler.model.quest import Quest
    from compiler.packs.model import System

Bar = tuple[FactSort, str]
"""What may close a step: a gate by its id, or a square by its name."""


class Floor:
    """The squares of a quest, the steps between them, and what may close a step."""

    def __init__(self, quest: Quest, system: System) -> None:
        self.quest = quest
        self.board = quest.board
        self.diagonal = system.grid.diagonal
        self._gates = {tuple(edge): gate for gate in self.board.gates for edge in gate.edges}
        self.portals = {
            thing.id: thing for thing in quest.things if thing.kind.category is Category.PORTAL
        }
        changing = 0
        for event in quest.events:
            for effect in event.effects:
                changing |= effect.cells
        self.blocked = quest.blocked
        self.walkable = self.board.floor & ~(quest.blocked & ~changing)
        for portal in self.portals.values():
            self.walkable &= ~portal.mask
        self.steps: dict[Cell, list[tuple[Cell, int, tuple[Bar, ...]]]] = {
            cell: list(self._steps_from(cell)) for cell in each_cell(self.walkable)
        }

    def _steps_from(self, cell: Cell) -> Iterator[tuple[Cell, int, tuple[Bar, ...]]]:
        stride = self.board.stride
        straight = {}
        for other in (cell + 1, cell - 1, cell + stride, cell - stride):
            bars = self._crossing(cell, other)
            if bars is not None:
                straight[other] = bars
                yield other, 1, bars
        if self.diagonal is not Diagonal.NEVER:
            for down in (stride, -stride):
                for across in (1, -1):
                    yield from self._cutting(cell, cell + down, cell + across, straight)
        for portal in self.portals.values():
            far = self.portals.get(portal.link)
            if far is not None and cell in self.around(portal.mask):
                for exit_ in self.around(far.mask):
                    yield exit_, 1, ()

    def _cutting(
        self, cell: Cell, one: Cell, other: Cell, straight: Mapping[Cell, tuple[Bar, ...]]
    ) -> Iterator[tuple[Cell, int, tuple[Bar, ...]]]:
        """A step across a corner, by way of one flank or, where the game says so, of both."""
        target = one + other - cell
        ways = []
        for flank in (one, other):
            first = straight.get(flank)
            second = self._crossing(flank, target) if first is not None else None
            if first is not None and second is not None:
                ways.append((*first, *second))
        if self.diagonal is Diagonal.BOTH_FLANKS:
            if len(ways) == 2:
                yield target, 1, (*ways[0], *ways[1])
            return
        for way in ways:
            yield target, 1, way

    def _crossing(self, cell: Cell, other: Cell) -> tuple[Bar, ...] | None:
        """What may close a straight step; None where a wall or the like always does."""
        if other < 0 or not self.walkable >> cell & 1 or not self.walkable >> other & 1:
            return None
        first, second = min(cell, other), max(cell, other)
        walls = self.board.east_walls if second == first + 1 else self.board.south_walls
        gate = self._gates.get((first, second))
        if gate is None and walls >> first & 1:
            return None
        if gate is not None and gate.kind.form is GateForm.WINDOW:
            return None
        bars: list[Bar] = [(FactSort.OPEN, gate.id)] if gate is not None else []
        if self.blocked >> other & 1:
            bars.append((FactSort.CLEAR, self.board.name(other)))
        return tuple(bars)

    def around(self, cells: Cells) -> set[Cell]:
        """The squares that touch some squares, without a wall between; and those themselves."""
        found = set(each_cell(cells & self.walkable))
        stride = self.board.stride
        for cell in each_cell(cells):
            for other in (cell + 1, cell - 1, cell + stride, cell - stride):
                if other >= 0 and self.walkable >> other & 1 and self._is_free(cell, other):
                    found.add(other)
            for other in (
                cell + stride + 1,
                cell + stride - 1,
                cell - stride + 1,
                cell - stride - 1,
            ):
                if other >= 0 and self.walkable >> other & 1:
                    found.add(other)
        return found

    def _is_free(self, cell: Cell, other: Cell) -> bool:
        first, second = min(cell, other), max(cell, other)
        walls = self.board.east_walls if second == first + 1 else self.board.south_walls
        return not walls >> first & 1 and (first, second) not in self._gates

    def gate_cost(self, id_: str) -> int:
        """What opening a gate costs of a move."""
        return next((gate.kind.move_cost for gate in self.board.gates if gate.id == id_), 0)


def stands(floor: Floor, problem: Problem, deed: Deed) -> set[Cell]:
    """The squares from which a deed is done; more of them rather than fewer."""
    allowed = cells_of(problem, deed.where)
    if deed.sort is DeedSort.OPEN:
        near = set(each_cell(deed.cells & floor.walkable))
    elif deed.sort in (DeedSort.PICK_UP, DeedSort.ACT):
        near = floor.around(deed.cells)
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
