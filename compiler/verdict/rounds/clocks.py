"""The clock of a member of the party, and the vessels that members row."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.board import Crossing


class Walker:
    """A member of the party: where it stands, in which round, and what it may still do then."""

    def __init__(self, number: int, move: int, actions: int) -> None:
        self.number = number
        self.cell: Cell = -1
        """Where it stands; -1 off the board."""
        self.round = 1
        self._move = self._left = move
        self._actions = actions
        self._acted = 0

    def wait(self, late: int) -> None:
        """Let rounds go by until one begins."""
        if late > self.round:
            self.round = late
            self._left = self._move
            self._acted = 0

    def step(self, cost: int) -> None:
        """Take a step; what is left of a move is lost where it is not enough for it."""
        if self._left < cost:
            self.wait(self.round + 1)
        self._left -= cost

    def act(self) -> None:
        """Act; whoever has moved before has done with moving."""
        if self._acted >= self._actions:
            self.wait(self.round + 1)
        self._acted += 1
        if self._left < self._move:
            self._left = 0


class Vessel:
    """A vessel, as it lies at one of its landings, where somebody has rowed it."""

    def __init__(self, crossing: Crossing) -> None:
        self._crossing = crossing
        self._end = 0
        self._came = -1
        self._aboard = 0
        self._left = 0
        """The round in which it set off for where it lies."""
        self._round = 1
        """The round since which it lies there."""

    def ready(self, near: Cell, far: Cell, late: int) -> int:
        """The round in which somebody who is there in one sets off in it, aboard or rowing.

        Where it has set off before, somebody brings it back first, of whom nothing is told.
        """
        ends = self._crossing.end_at(near), self._crossing.end_at(far)
        seats = self._crossing.kind.seats
        has_seat = seats is None or self._aboard < seats
        if has_seat and ends == (self._came, self._end) and late <= self._left:
            self._aboard += 1
            return self._left
        rowing = 0
        if self._end != ends[0]:
            self._round += max(1, self._crossing.rounds_between(self._end, ends[0]))
            rowing = 1
        late = max(late, self._round)
        self._came, self._end = ends
        self._left = late
        self._round = late + self._crossing.rounds_between(*ends)
        self._aboard = 1 + rowing
        return late
