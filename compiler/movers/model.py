"""What is told of movers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.packs.system.system import Kind, Move, Terrain

NEVER = -1
"""A turn that does not come."""


class MoverState(NamedTuple):
    """Where a mover comes to in one of its states."""

    state: Move
    move: int
    turns: tuple[Cells, ...]
    """The cells that it covers first in each turn; before the first one those it begins on."""
    areas: tuple[int, ...]
    """For each area the turn in which it comes there first; 0 where it begins, or NEVER."""
    closed: tuple[Terrain, ...]
    """The ground of this board that it never enters."""
    kept: Cells
    """The cells that it came to in its soundest state, and that it does not get away from in this
    one."""

    @property
    def reached(self) -> Cells:
        """All the cells that it comes to."""
        cells = 0
        for turn in self.turns:
            cells |= turn
        return cells

    def turn_of(self, cells: Cells) -> int:
        """The first turn in which it comes to some cells; NEVER if it does not."""
        return next((turn for turn, there in enumerate(self.turns) if there & cells), NEVER)


class Mover(NamedTuple):
    """Figures of one side that move alike."""

    side: str
    kinds: tuple[Kind, ...]
    ids: frozenset[str]
    """Those who stand on the board or begin in the party, by their ids; of others the words."""
    size: int
    """How many cells each of them covers."""
    comes: bool
    """None of them is there when play begins."""
    states: tuple[MoverState, ...]
    """From the soundest on."""
