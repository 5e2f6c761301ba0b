"""A line of play as it is told at the table: who does what, and over which cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.verdict.task.task import DeedSort


class Told(NamedTuple):
    """One step of a line."""

    sort: DeedSort
    """BEGIN, WALK, JUMP, CROSS, HAND, WAIT, EVENT, or the sort of the deed that is done."""
    who: int = -1
    """The index of the member who does it; -1 with WAIT and EVENT."""
    deed: int = -1
    """The index of the deed in the task; -1 if it is none."""
    event: int = -1
    """With EVENT, the index of the event in the task."""
    path: tuple[Cell, ...] = ()
    """The cells that the member steps on, in order: with BEGIN the one on which it is set up,
    with JUMP and CROSS the one to which it comes."""
    item: int = -1
    """With HAND, the fact that the party has the item."""
    to: int = -1
    """With HAND, the index of the member who gets it."""
    crossing: str = ""
    """With CROSS, the id of the crossing."""
    rounds: int = 0
    """With CROSS, how many rounds it takes; 0 if it costs move points."""
