"""The steps between the cells of a quest, as they are counted: what each costs of a move."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.geometry.cliffs import drop_costs
from questwright.compiler.geometry.terrain import cost_of
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.verdict.task.need import NOTHING, facts_named
from questwright.compiler.verdict.task.task import EVERYBODY, DeedSort

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.board import Crossing
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.task.need import Members, Need
    from questwright.compiler.verdict.translate.floor import Stride
    from questwright.compiler.verdict.translate.translate import Translation


class CellStep(NamedTuple):
    """A step to a cell that is not free for everybody at all times, or not at the usual cost."""

    to: Cell
    need: Need = NOTHING
    who: Members = EVERYBODY
    costs: tuple[int | None, ...] = ()
    """What it costs each member; empty if it costs what entering the cell does."""
    crossing: str = ""
    rounds: int = 0
    """The rounds that it takes, and nothing of a move."""


class StepChart:
    """The cells of a quest on which somebody may stand, and the steps between them."""

    def __init__(self, translated: Translation, quest: Quest, system: System) -> None:
        self.task, floor = task, _ = translated
        self.quest = quest
        self.system = system
        self._board = quest.board
        self.crossings: dict[str, Crossing] = {each.id: each for each in self._board.crossings}
        self._members = len(quest.party)
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
        self._falls = {
            (fall.above, fall.below): tuple(costs)
            for fall, costs in (
                drop_costs(self._board, quest.party, system) if system.jumps else ()
            )
        }
        for cell in self.place_at:
            self._add(cell, floor.strides(cell))

    def _add(self, cell: Cell, strides: tuple[Stride, ...]) -> None:
        steps = [self._step(cell, s) for s in strides if s.to in self.place_at]
        usual = CellStep(-1)
        free = dict.fromkeys(step.to for step in steps if step._replace(to=-1) == usual)
        self.free[cell] = [*free]
        asking = [s for s in steps if s.to not in free or s.crossing or s.costs]
        asking = [s for s in asking if facts_named(s.need)[0] >> len(self.task.facts) == 0]
        if asking:
            self.asking[cell] = asking

    def _step(self, cell: Cell, stride: Stride) -> CellStep:
        need, who = stride.access
        costs: tuple[int | None, ...] = ()
        if stride.sort is DeedSort.JUMP:
            costs = self._falls[cell, stride.to]
        elif stride.sort is DeedSort.CROSS:
            costs = (self.crossings[stride.crossing].cost,) * self._members
        return CellStep(stride.to, need, who, costs, stride.crossing, stride.rounds)

    def step(self, here: Cell, there: Cell, crossing: str = "") -> list[CellStep]:
        """The steps that lead from a cell to another, by a crossing or without any."""
        if not crossing and there in self.free.get(here, ()):
            return [CellStep(there)]
        found = self.asking.get(here, ())
        return [step for step in found if step.to == there and step.crossing == crossing]

    def cost(self, step: CellStep, member: int) -> int:
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
