"""Where a move comes to an end, in games in which it does at the doorways between areas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.packs.system.turns import Halt

if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.board import Board
    from questwright.compiler.packs.system.turns import TurnRules
    from questwright.compiler.verdict.translate.floor import Floor


class Doorways:
    """The ways between areas of a board, and what a game says of those who come to them."""

    def __init__(self, rules: TurnRules, board: Board, floor: Floor) -> None:
        self._floor = floor
        self.halt = Halt.DOORWAY in rules.halts
        """Whoever comes next to one has moved enough for this turn."""
        self.end_turns = Halt.ENTRY in rules.halts
        """A turn ends with the move by which somebody comes into an area for the first time."""
        areas = board.areas if rules.halts else ()
        self._areas = {cell: n for n, own in enumerate(areas) for cell in each_cell(own.cells)}

    def area(self, cell: Cell) -> int:
        """The index of the area of a cell; -1 for none, and where doorways do not matter."""
        return self._areas.get(cell, -1)

    def is_between(self, here: Cell, there: Cell) -> bool:
        """Whether somebody goes through a doorway by a step."""
        return self.halt and self.area(here) != self.area(there)

    def stop(self, here: Cell, there: Cell) -> bool:
        """Whether a step leads next to a doorway, other than the one that it leads through."""
        if not self.halt or there not in self._areas:
            return False
        return bool(self._floor.beyond[there] - {self.area(here), self.area(there)})
