"""Where vessels lie while a line is followed: one that lies elsewhere is brought first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.verdict.task.task import DeedSort

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.board import Crossing
    from questwright.compiler.verdict.task.line import Told


class _Ferry:
    """A vessel as it lies at one of its landings, where somebody has rowed it."""

    def __init__(self, crossing: Crossing) -> None:
        self.crossing = crossing
        self.end = 0
        self.came = -1
        """The end that it was rowed from last, if nothing was done since."""
        self.aboard = 0

    def has_seat(self, near: int, far: int) -> bool:
        """Whether one more may have been aboard when it was rowed from one end to another last."""
        seats = self.crossing.kind.seats
        return (near, far) == (self.came, self.end) and (seats is None or self.aboard < seats)


def ferried(told: Iterable[Told], crossings: Iterable[Crossing]) -> list[Told]:
    """A line with the vessels that are brought, by whom is not said, to who waits for them."""
    vessels = {crossing.id: _Ferry(crossing) for crossing in crossings if crossing.is_rowed}
    at: dict[int, Cell] = {}
    found: list[Told] = []
    for step in told:
        vessel = vessels.get(step.crossing)
        if vessel is not None:
            near, far = (vessel.crossing.end_at(cell) for cell in (at[step.who], step.path[-1]))
            if vessel.has_seat(near, far):
                vessel.aboard += 1
            else:
                is_brought = vessel.end != near
                if is_brought:
                    here = (at[step.who],)
                    brought = step._replace(sort=DeedSort.BRING, who=-1, path=here, rounds=0)
                    # Who comes over a friend to the landing goes on at once.
                    last = found[-1]
                    is_coming = (last.sort, last.who) == (DeedSort.WALK, step.who)
                    found.insert(len(found) - is_coming, brought)
                # Whoever brought it is aboard as well.
                vessel.came, vessel.end, vessel.aboard = near, far, 1 + is_brought
        elif step.deed >= 0:
            for each in vessels.values():
                each.came = -1
        if step.path:
            at[step.who] = step.path[-1]
        found.append(step)
    return found
