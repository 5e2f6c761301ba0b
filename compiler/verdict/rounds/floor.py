"""The steps between the cells of a quest as they are counted: what each costs of a move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.verdict.translate.ground import FREE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.board import Crossing
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.translate.floor import Stride
    from questwright.compiler.verdict.translate.translate import Translation


class StepChart:
    """The cells of a quest on which somebody may stand, and the steps between them."""

    def __init__(self, translated: Translation, quest: Quest, system: System) -> None:
        self.task, floor = task, _ = translated
        self.quest = quest
        self.system = system
        self._board = quest.board
        self.crossings: dict[str, Crossing] = {each.id: each for each in self._board.crossings}
        self.place_at: dict[Cell, int] = {
            cell: number
            for number, place in enumerate(task.places)
            for cell in each_cell(place.cells)
        }
        self.enter = floor.enter
        self.free: dict[Cell, list[Stride]] = {}
        """The steps that are always free for everybody, at the cost of entering a cell."""
        self.asking: dict[Cell, list[Stride]] = {}
        """All other steps."""
        for cell in self.place_at:
            strides = floor.strides(cell)
            self.free[cell] = [s for s in strides if s.access == FREE and not s.costs]
            free = {stride.to for stride in self.free[cell]}
            asking = [s for s in strides if s.costs or s.to not in free]
            if asking:
                self.asking[cell] = asking

    def steps(self, here: Cell) -> tuple[Stride, ...]:
        """The steps that lead from a cell."""
        return (*self.free.get(here, ()), *self.asking.get(here, ()))

    def step(self, here: Cell, there: Cell, crossing: str = "") -> list[Stride]:
        """The steps that lead from a cell to another, by a crossing or without any."""
        return [step for step in self.steps(here) if step.to == there and step.crossing == crossing]

    def cost(self, step: Stride, member: int) -> int:
        """What a step costs a member of its move."""
        own = step.costs[member] if step.costs else None
        return self.enter[member].get(step.to, 1) if own is None else own


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
