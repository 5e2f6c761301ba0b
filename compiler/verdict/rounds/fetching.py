"""How long an item is on its way from where somebody gets it to where it is asked for.

Everybody carries it for a part of the way, and each of them may have waited where the one before
hands it over.
"""

from __future__ import annotations

from collections import deque
from functools import cache, cached_property

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.verdict.rounds.changes import HALF
from questwright.compiler.verdict.rounds.when import NEVER, the_last
from questwright.compiler.verdict.task.need import All, At, AtLeast, Carried, Either

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.verdict.rounds.changes import Changes
    from questwright.compiler.verdict.rounds.movers import MemberPace
    from questwright.compiler.verdict.rounds.soonest import Soonest
    from questwright.compiler.verdict.task.need import Need
    from questwright.compiler.verdict.task.task import Task
    from questwright.compiler.verdict.translate.floor import Floor


class Fetching:
    """The ways of the items of a spread."""

    def __init__(
        self,
        task: Task,
        floor: Floor,
        movers: Sequence[MemberPace],
        changes: Changes,
        soonest: Soonest,
    ) -> None:
        self._task, self._floor, self._movers = task, floor, movers
        self._changes, self._soonest = changes, soonest
        # Each of them gets it once without a step of its own; to get it again one has to go ahead.
        self._pace = sum(mover.move // HALF + 1 for mover in movers)
        """How many steps an item comes in a round at the most."""
        self._ahead = sum(mover.ahead // HALF for mover in movers)
        """How many more, once."""
        self._steps_to = cache(self._count_steps)

    def met(self, need: Need) -> int:
        """The round before which a need is not met, with what somebody carries brought there."""
        if not isinstance(need, All | Either | AtLeast):
            return self._soonest.since(need)
        parts = [self.met(part) for part in need.parts]
        if isinstance(need, AtLeast):
            return the_last(need.least, parts)
        late = the_last(len(parts) if isinstance(need, All) else 1, parts)
        if isinstance(need, All) and late < NEVER:
            late = max((late, *self._brought(need.parts)))
        return late

    def _brought(self, parts: Sequence[Need]) -> Iterator[int]:
        """When those who are asked to be somewhere with something are there with it."""
        carried = (own for own in parts if isinstance(own, Carried) and own.who.bit_count() == 1)
        asked = [at for at in parts if isinstance(at, At) and self._soonest.wanted(at) > 0]
        for item in carried:
            for at in asked:
                if at.who == item.who and not at.is_away:
                    yield self.late(item.fact, self._task.cells_of(at.places))

    def late(self, item: int, cells: Cells) -> int:
        """The round before which nobody is on one of some cells with an item; 1 if it is open."""
        soonest, deeds = self._soonest, self._task.deeds
        bringing = self._changes.bringing[item]
        if soonest.is_given(item) or not all(n < len(deeds) and deeds[n].where for n in bringing):
            return 1
        steps = self._steps_to(cells)
        begun = soonest.facts[item]
        found = NEVER
        for number in bringing:
            late = soonest.late[number] if soonest.late[number] < NEVER else begun
            far = (
                steps[cell] + self._walked(number, cell, late)
                for cell in each_cell(self._changes.stands[number])
                if cell in steps
            )
            least = min(far, default=NEVER)
            if least < NEVER:
                found = min(found, late - 1 + max(1, -(-(least - self._ahead) // self._pace)))
        return found if found < NEVER else 1

    def _walked(self, number: int, cell: Cell, late: int) -> int:
        """The fewest steps that whoever does a deed on a cell in a round has walked in it."""
        least = NEVER
        for mover, near in zip(self._movers, self._soonest.near, strict=True):
            if self._task.deeds[number].who >> mover.member & 1:
                moved = mover.waited(near.get(cell, 0) & ~1, late)
                least = min(least, max(0, moved - (late - 1) * mover.move) // HALF)
        return least

    def _count_steps(self, cells: Cells) -> dict[Cell, int]:
        """From each cell the fewest steps to one of some cells, each over what may ever be open."""
        steps = dict.fromkeys(each_cell(cells), 0)
        waiting = deque(steps)
        while waiting:
            cell = waiting.popleft()
            for other, cost in self._before.get(cell, ()):
                if steps[cell] + cost < steps.get(other, NEVER):
                    steps[other] = steps[cell] + cost
                    (waiting.append if cost else waiting.appendleft)(other)
        return steps

    @cached_property
    def _before(self) -> dict[Cell, list[tuple[Cell, int]]]:
        """For each cell those from which one steps or reaches there, and whether that is a step."""
        floor, places = self._floor, self._task.places
        before: dict[Cell, list[tuple[Cell, int]]] = {}
        for cell in each_cell(self._task.cells_of(-1)):
            # Who steps clear of a cell that closes does not move for that.
            cost = int(places[floor.place(cell)].clear < 0)
            near = (to for to, _ in floor.near(cell))
            for to in dict.fromkeys((*(stride.to for stride in floor.strides(cell)), *near)):
                before.setdefault(to, []).append((cell, cost))
        return before
