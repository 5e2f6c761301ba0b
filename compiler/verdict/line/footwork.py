"""The steps that members may take to stand as is wanted, and how far each of them is from that."""

from __future__ import annotations

from collections import deque
from functools import lru_cache

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.grid.matching import maximum_matching
from questwright.compiler.verdict.line.table import arrivals
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.need import holds
from questwright.compiler.verdict.task.task import DeedSort
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.verdict.line.table import Aim, TableTop
    from questwright.compiler.verdict.translate.stride import Stride

    Seated = tuple[Cell, ...]
    Found = list[tuple[int, Stride]]


class Arrangement(NamedTuple):
    """How members are to stand."""

    there: Sequence[int]
    """Those on the board."""
    spots: Sequence[Cells]
    wishes: Mapping[int, Cells]
    left: Sequence[Cells]
    then: Aim | None

    def goal(self, member: int) -> Cells:
        """Where a member is to come, or to be beside; 0 if it may be anywhere."""
        is_next = self.then is not None and self.then.member == member
        return self.wishes.get(member, self.then.wanted if self.then and is_next else 0)


class Footwork:
    """The steps that members may take as they make way for each other."""

    def __init__(
        self, table: TableTop, wanted: Arrangement, is_open: Callable[[Seated], bool]
    ) -> None:
        self._table, self.wanted, self.is_open = table, wanted, is_open
        self.strides = lru_cache(None)(self._strides_from)
        self.way, self.way_off = lru_cache(None)(self._way), lru_cache(None)(self._way_off)
        self.far = [
            self._distances(n) if n in wanted.there else {} for n in range(len(table.cells))
        ]

    def is_done(self, seated: Seated) -> bool:
        """Whether all stand as is wanted."""
        there, spots, wishes, left, then = self.wanted
        # Somebody may have been lost on the way.
        if any(seated[n] < 0 or not wishes.get(n, spots[n]) >> seated[n] & 1 for n in there):
            return False
        taken = union(1 << seated[n] for n in there)
        free = [[*each_cell(cells & ~taken)] for cells in left]
        if then is not None:
            near = self.after(then.member, seated, then.wanted)
            free.append([stride.to for stride in near])
        return len(maximum_matching(free)) == len(free)

    def _way(self, member: int, cell: Cell) -> Cells:
        """The cells ahead of a member on the shortest way to where it is to come."""
        far, found = self.far[member], 0
        while far.get(cell, 0):
            near = [stride for stride in self.strides(member, cell) if stride.to in far]
            stride = min(near, key=lambda stride: far[stride.to])
            cell = stride.to
            found |= 1 << cell | stride.flanks
        return found

    def _way_off(self, member: int, cell: Cell, shunned: Cells) -> Cells:
        """The cells ahead of a member on the shortest way off some cells, past anybody."""
        came = {cell: 0}
        waiting = deque([cell])
        while waiting:
            here = waiting.popleft()
            if not shunned >> here & 1:
                return came[here]
            for stride in self.strides(member, here):
                if stride.to not in came and self.wanted.spots[member] >> stride.to & 1:
                    came[stride.to] = came[here] | 1 << stride.to | stride.flanks
                    waiting.append(stride.to)
        return 0

    def _distances(self, member: int) -> dict[Cell, int]:
        """From each cell how many steps it is at least to where a member is to come."""
        goal = self.wanted.goal(member)
        if not goal:
            return {}
        spot = self.wanted.spots[member] | goal
        near: dict[Cell, list[Cell]] = {}
        for cell in each_cell(spot):
            for stride in self.strides(member, cell):
                near.setdefault(stride.to, []).append(cell)
        found = dict.fromkeys(each_cell(goal), 0)
        waiting = deque(found)
        while waiting:
            here = waiting.popleft()
            for cell in near.get(here, ()):
                if cell not in found:
                    found[cell] = found[here] + 1
                    waiting.append(cell)
        return found

    def after(self, member: int, seated: Seated, spot: Cells) -> Iterator[Stride]:
        """The steps that a member takes past nobody, within some cells, as all are seated."""
        taken = 0
        for n, cell in enumerate(seated):
            if n != member and cell >= 0:
                taken |= 1 << cell
        free = spot & ~taken
        for stride in self.strides(member, seated[member]):
            if free >> stride.to & 1 and not stride.is_cornered(taken):
                yield stride

    def _strides_from(self, member: int, cell: Cell) -> tuple[Stride, ...]:
        """The steps that a member can take as things are; from off the board those onto it."""
        table = self._table
        facts, held = table.state.facts, table.state.hold[member]
        coming = arrivals(table, member, table.floor.board.floor) if cell < 0 else ()
        return tuple(
            stride
            for stride in ([leg.stride for leg in coming] or table.floor.strides(cell))
            if stride.sort is DeedSort.WALK
            and not stride.counts
            and stride.access.admits(member, held)
            and holds(stride.access.need, facts, (), ())
        )
