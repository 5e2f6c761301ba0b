"""Where vessels lie while a line is followed, who is aboard, and when they are where."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.board import Crossing
    from questwright.compiler.proof.task.condition import Members
    from questwright.compiler.proof.task.line import Told


class Vessel:
    """A vessel as it lies at one of its landings, where somebody has rowed it."""

    def __init__(self, crossing: Crossing) -> None:
        self.crossing = crossing
        self.round = 1
        """Since which round it has lain where it does."""
        self.left = 0
        """The round in which it set off for there."""
        self._end = 0
        self._came = -1
        self._aboard = 0
        self._brought = 0

    def lies_at(self, cell: Cell) -> bool:
        """Whether it lies at the landing that a square is of."""
        return self.crossing.end_at(cell) == self._end

    def has_seat(self, near: Cell, far: Cell) -> bool:
        """Whether one more may have been aboard when it was rowed from one to the other last."""
        ends = (self.crossing.end_at(near), self.crossing.end_at(far))
        seats = self.crossing.kind.seats
        return ends == (self._came, self._end) and (seats is None or self._aboard < seats)

    def landing(self) -> int:
        """The squares of the landing at which it lies."""
        return self.crossing.ends[self._end]

    def board(self, near: Cell, far: Cell) -> None:
        """One more was aboard when it was rowed from one to the other last."""
        self._aboard += self.has_seat(near, far)

    def row(self, near: Cell, far: Cell, left: int, late: int) -> None:
        """Somebody rows it from one to the other: it sets off in a round, and is there in one."""
        self._came, self._end = self.crossing.end_at(near), self.crossing.end_at(far)
        self._aboard, self._brought = 1 + self._brought, 0
        self.left, self.round = left, late

    def bring(self, cell: Cell) -> None:
        """Somebody brings it to a landing, of whom nothing is told, and goes back with it."""
        end = self.crossing.end_at(cell)
        self.round += max(1, self.crossing.rounds_between(self._end, end))
        self._end, self._came, self._brought = end, -1, 1

    def stay(self) -> None:
        """Nobody else was aboard when it was rowed last."""
        self._came = -1


def vessels_of(crossings: Iterable[Crossing]) -> dict[str, Vessel]:
    """The vessels among some crossings, as they lie when play begins."""
    return {crossing.id: Vessel(crossing) for crossing in crossings if crossing.is_rowed}


def ferried(told: Iterable[Told], crossings: Iterable[Crossing]) -> Iterator[Told]:
    """A line with the vessels that are brought back, by whom is not said, to who waits for them."""
    vessels = vessels_of(crossings)
    at: dict[Members, Cell] = {}
    for one in told:
        vessel = vessels.get(one.crossing)
        if vessel is not None:
            near, far = at[one.who], one.path[-1]
            if vessel.has_seat(near, far):
                vessel.board(near, far)
            else:
                if not vessel.lies_at(near):
                    vessel.bring(near)
                    yield one._replace(who=0, path=(near,), rounds=0)
                vessel.row(near, far, 0, 0)
        elif one.deed is not None:
            for each in vessels.values():
                each.stay()
        if one.path:
            at[one.who] = one.path[-1]
        yield one
