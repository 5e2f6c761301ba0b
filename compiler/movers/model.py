"""The results of the analysis of movers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.packs.system.system import Kind, Move, Terrain

NEVER = -1
"""The turn of something that never happens."""


class MoverState(NamedTuple):
    """One state of a mover, healthy or wounded, and what it reaches in it."""

    state: Move
    move: int
    """Move points of a turn."""
    turns: tuple[Cells, ...]
    """The cells that it covers for the first time in each turn; entry 0 are those it begins on."""
    areas: tuple[int, ...]
    """For each area the turn in which it is there first; 0 if it begins there, or NEVER."""
    closed: tuple[Terrain, ...]
    """The terrain of this board that it never enters."""
    kept: Cells
    """The cells that it reaches in its first state but cannot leave again in this one."""

    @property
    def reached(self) -> Cells:
        """All cells that it covers in any turn."""
        cells = 0
        for turn in self.turns:
            cells |= turn
        return cells

    def turn_of(self, cells: Cells) -> int:
        """The first turn in which it covers any of some cells; NEVER if it does not."""
        return next((turn for turn, there in enumerate(self.turns) if there & cells), NEVER)


class Mover(NamedTuple):
    """Figures of one side that move alike."""

    side: str
    kinds: tuple[Kind, ...]
    ids: frozenset[str]
    """The ids of figures on the board; the words of party members and of figures that come."""
    size: int
    """How many cells each of them covers."""
    comes: bool
    """None of them is on the board when play begins."""
    states: tuple[MoverState, ...]
    """Its states, from healthy to the most wounded."""
