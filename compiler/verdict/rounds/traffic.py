"""Who has stood and gone where in a line, and since when a step is free for somebody else."""

from __future__ import annotations

from functools import cache
from itertools import pairwise, takewhile

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.verdict.rounds.turns import START, the_latest
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.task import DeedSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.verdict.rounds.turns import TurnTime, Walker
    from questwright.compiler.verdict.translate.floor import Floor
    from questwright.compiler.verdict.translate.stride import Stride


class Traffic:
    """The cells on which members of the party stop and pass each other, in the order of a line."""

    def __init__(self, floor: Floor, party: Sequence[Walker]) -> None:
        self._floor, self._party = floor, party
        self._left: dict[Cell, TurnTime] = {}
        """Since when nobody has stood on a cell, if somebody has stopped there."""
        self._passed: dict[Cell, dict[int, TurnTime]] = {}
        """For each cell when members have stepped on it last, or by it round a corner."""
        self._taken: dict[tuple[Cell, Cell], TurnTime] = {}
        """When somebody took a step last, onto a narrow cell or from one."""
        self._rested: dict[Cell, list[tuple[int, TurnTime]]] = {}
        """For each narrow cell the rounds with whose end somebody stood there on the way, and until
        when."""
        self._steps: dict[int, list[tuple[int, Cell, int]]] = {}
        """The steps of each member: the round, the cell from which it went, and the cost."""
        self._rests: dict[tuple[int, Cell], int] = {}
        """Who has stood on a cell as a round came to its end."""
        self._is_narrow: Callable[[Cell], bool] = cache(self._is_passed_by_nobody)

    # -- what has been --------------------------------------------------------------------------

    def leave(self, cell: Cell, moment: TurnTime) -> None:
        """Somebody who has stopped on a cell is gone."""
        self._left[cell] = the_latest((self.left(cell), moment))

    def pass_on(self, walker: Walker, here: Cell, came: int) -> None:
        """Somebody has stepped from a cell, to which they ``came`` in a round, to where they are.

        Where that was in an earlier round they have stood there on the way.
        """
        for cell in (walker.cell, *self._round(here, walker.cell)):
            self._passed.setdefault(cell, {})[walker.number] = walker.now
        if self._is_narrow(here) or self._is_narrow(walker.cell):
            self._taken[here, walker.cell] = walker.now
        if self._is_narrow(here) and 0 < came < walker.round:
            self._rested.setdefault(here, []).append((came, walker.now))

    def step(self, walker: Walker, here: Cell, cost: int) -> None:
        """Somebody has stepped from a cell, at some cost."""
        self._steps.setdefault(walker.number, []).append((walker.round, here, cost))

    def rest(self, walker: Walker) -> int:
        """Somebody has stood on a cell since they came there in an earlier round.

        Who would stand where another does as that round ends has stopped before it: returns what
        it costs to come to the cell again.
        """
        since, number, here, paid = walker.came.round, walker.number, walker.cell, 0
        way = [own[1:] for own in self._steps.get(number, ()) if own[0] == since]
        while way and self._rests.get((since, here), number) != number:
            here, cost = way.pop()
            paid += cost
        for late in range(since, walker.round):
            self._rests.setdefault((late, here), number)
        return paid

    # -- what is free ---------------------------------------------------------------------------

    def left(self, cell: Cell) -> TurnTime:
        """Since when nobody has stopped on a cell."""
        return self._left.get(cell, START)

    def free(self, walker: Walker, path: Sequence[Cell]) -> TurnTime:
        """Since when the first step of a path is free, where nobody goes over friends.

        So it is when nobody is in the way, or round its corner, and nobody comes the other way
        whom the member would meet.
        """
        cell = path[0]
        then = takewhile(lambda own: own > START, (self._met(*step) for step in pairwise(path)))
        met = self._met(walker.cell, cell)
        late = the_latest((self.left(cell), self._round_the_corner(walker, cell), met, *then))
        if len(path) == 1 or self._is_narrow(cell):
            # Whoever was to go by before has done so: nobody goes on before those ahead.
            passed = self._passed.get(cell, {}).items()
            late = the_latest((late, *(own for n, own in passed if n != walker.number)))
        return self._rested_on(cell, walker, late)

    def _met(self, here: Cell, to: Cell) -> TurnTime:
        """When somebody has taken a step the other way."""
        return self._taken.get((to, here), START)

    def _round_the_corner(self, walker: Walker, cell: Cell) -> TurnTime:
        taken = union(1 << own.cell for own in self._party if own.cell >= 0)
        ways = (stride for stride in self._floor.strides(walker.cell) if stride.to == cell)
        free = [each_cell(way.flanks) for way in ways if not way.is_cornered(taken)]
        left = (
            the_latest(self._rested_on(flank, walker, self.left(flank)) for flank in way)
            for way in free
        )
        return min(left, default=START)

    def _round(self, here: Cell, cell: Cell) -> Iterator[Cell]:
        """The cells that were free of friends for a step round a corner."""
        ways = [own.flanks for own in self._floor.strides(here) if own.to == cell]
        return each_cell(ways[0] if len(ways) == 1 else 0)

    def _rested_on(self, cell: Cell, walker: Walker, late: TurnTime) -> TurnTime:
        """Since when nobody stands on a cell on their way, of those who are there by then."""
        for came, until in sorted(self._rested.get(cell, ())):
            if came <= max(late.round, walker.round):
                late = the_latest((late, until))
        return late

    def over(self, walker: Walker, path: Sequence[Cell]) -> int:
        """How many of the first cells of a path somebody goes over in one round.

        Friends stand there, and it stops on none of them.
        """
        others = (own for own in self._party if own is not walker)
        there = {own.cell for own in others if own.came.round <= walker.round}
        if walker.cell in there:
            return 0
        return sum(1 for _ in takewhile(there.__contains__, path))

    def _is_passed_by_nobody(self, cell: Cell) -> bool:
        """Whether some of the cells beside a cell are joined over it, or round it, alone."""
        beside = {own.to for own in self._walks(cell)}
        found: set[Cell] = set()
        grown = {*[*beside][:1]}
        while grown:
            found |= grown
            steps = (own for near in grown for own in self._walks(near))
            grown = {own.to for own in steps if not own.flanks >> cell & 1} & beside - found
        return found != beside

    def _walks(self, cell: Cell) -> list[Stride]:
        return [own for own in self._floor.strides(cell) if own.sort is DeedSort.WALK]
