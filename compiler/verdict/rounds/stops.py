"""What ends the turn of somebody who follows a line before it is used up: traps and doorways."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.geometry.traps import trap_line
from questwright.compiler.packs.system.system import Category
from questwright.compiler.verdict.rounds.doorways import Doorways

if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.rounds.turns import Walker
    from questwright.compiler.verdict.translate.floor import Floor


class Stops:
    """Whose turn has been ended, and by what it may be."""

    def __init__(self, quest: Quest, system: System, floor: Floor) -> None:
        self._traps = {
            trap.id: trap_line(trap.cells[0], trap.facing, quest.board)
            for trap in quest.things_of(Category.TRAP)
            if trap.kind.placing.ends_turn and trap.id not in quest.absent and trap.cells
        }
        """The cells of those traps that still end the turn of whoever steps there."""
        self._held: set[int] = set()
        """Those whose turn a trap has ended."""
        self._doorways = Doorways(system.turns, quest.board, floor)
        self._entered: dict[tuple[int, int], int] = {}
        """In which round a member has first come into an area; 0 where it began."""

    def begin(self, walker: Walker, cell: Cell) -> None:
        """Somebody begins on a cell."""
        self._entered[walker.number, self._doorways.area(cell)] = 0

    def come(self, walker: Walker) -> None:
        """Somebody has come to where it stands now."""
        area = self._doorways.area(walker.cell)
        self._entered.setdefault((walker.number, area), walker.round)
        for trap, cells in [*self._traps.items()]:
            if cells >> walker.cell & 1:
                del self._traps[trap]
                self._held.add(walker.number)

    def step(self, walker: Walker, here: Cell) -> None:
        """Somebody has stepped from a cell to where it stands now."""
        if self._doorways.stop(here, walker.cell):
            walker.halt()

    def go_on(self, walker: Walker, *, acts: bool = False) -> None:
        """Somebody does something more: in the next round where its turn has ended.

        So does who acts and has walked into an area for the first time.
        """
        is_over = walker.number in self._held
        self._held.discard(walker.number)
        if acts and self._doorways.end_turns and walker.has_moved:
            area = self._doorways.area(walker.cell)
            is_over = is_over or self._entered.get((walker.number, area)) == walker.round
        if is_over:
            walker.wait(walker.round + 1)
