"""A line of play as it is told at the table: who does what, and over which cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.board import Crossing
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
    has: tuple[int, ...] = ()
    """With BEGIN, the same of the items that the member was given before."""
    to: int = -1
    """With HAND, the index of the member who gets it."""
    gains: tuple[tuple[int, ...], ...] = ()
    """With EVENT, for each of its gifts who gets it: one member, or one of several, or nobody."""
    crossing: str = ""
    """With CROSS, the id of the crossing."""
    rounds: int = 0
    """With CROSS, how many rounds it takes; 0 if it costs move points."""


class Vessel:
    """A vessel, as it lies at one of its landings, where somebody has rowed it."""

    def __init__(self, crossing: Crossing) -> None:
        self._crossing = crossing
        self._end = 0
        self._came = -1
        """The end that it was rowed from last, if one may have been aboard then."""
        self._aboard = 0
        self._left = 0
        """The round in which it set off for where it lies."""
        self._round = 1
        """The round since which it lies there."""

    def boarded(self, near: Cell, far: Cell, late: int = 0) -> tuple[int, bool]:
        """The round in which somebody who is there in one sets off in it, aboard or rowing.

        Where it has set off before, somebody brings it back first, of whom nothing is told: and
        whether that is so.
        """
        ends = self._crossing.end_at(near), self._crossing.end_at(far)
        seats = self._crossing.kind.seats
        has_seat = seats is None or self._aboard < seats
        if has_seat and ends == (self._came, self._end) and late <= self._left:
            self._aboard += 1
            return self._left, False
        is_brought = self._end != ends[0]
        if is_brought:
            self._round += max(1, self._crossing.rounds_between(self._end, ends[0]))
        self._left = max(late, self._round)
        self._came, self._end = ends
        self._round = self._left + self._crossing.rounds_between(*ends)
        # Whoever brought it is aboard as well.
        self._aboard = 1 + is_brought
        return self._left, is_brought

    def lie(self) -> None:
        """Something is done while it lies there: nobody else was aboard."""
        self._came = -1
