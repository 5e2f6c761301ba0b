"""Members change their places where they stand in each other's way, step by step.

That takes a search over where all of them stand: it is done where nothing simpler has helped.
"""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from heapq import heappop, heappush
from itertools import combinations

from questwright.compiler.deadline import check_time
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.grid.matching import maximum_matching
from questwright.compiler.verdict.line.table import Leg, arrivals
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.need import holds
from questwright.compiler.verdict.task.task import DeedSort
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.verdict.line.table import Aim, TableTop
    from questwright.compiler.verdict.task.need import Places
    from questwright.compiler.verdict.translate.stride import Stride

    Seated = tuple[Cell, ...]
    Found = list[tuple[int, Stride]]

_FEW = 4
"""Members who are rearranged at the most."""
_MOST = 20_000
"""Ways for all to stand that are looked at."""


def rearranged(
    table: TableTop,
    spots: Sequence[Cells],
    wishes: Mapping[int, Cells],
    left: Sequence[Cells],
    then: Aim | None,
) -> bool:
    """Whether members have walked, each within its spot, until all stand as is wished.

    A cell of each of those that are to be ``left`` is free then, and one ``then`` aimed at is one
    step away.
    """
    return _rearranged(table, spots, wishes, left, then, lambda _: True)


def rearranged_anywhere(
    table: TableTop,
    wishes: Mapping[int, Cells],
    left: Sequence[Cells] = (),
    then: Aim | None = None,
) -> bool:
    """The same with members who walk wherever nothing comes of it."""
    state, place = table.state, lru_cache(None)(table.floor.place)

    @lru_cache(None)
    def is_calm(where: tuple[Places, ...]) -> bool:
        return table.play.is_quiet(state._replace(where=where))

    def is_quiet(seated: Seated) -> bool:
        both = zip(seated, state.where, strict=True)
        return is_calm(tuple([1 << place(cell) if cell >= 0 else own for cell, own in both]))

    anywhere = [table.floor.board.floor] * len(table.cells)
    return _rearranged(table, anywhere, wishes, left, then, is_quiet)


def _rearranged(
    table: TableTop,
    spots: Sequence[Cells],
    wishes: Mapping[int, Cells],
    left: Sequence[Cells],
    then: Aim | None,
    is_open: Callable[[Seated], bool],
) -> bool:
    there = [member for member, cell in enumerate(table.cells) if cell >= 0]
    if not table.makes_way or len(there) > _FEW:
        return False
    wanted = Wanted(there, spots, wishes, left, then)
    steps = Steps(table, wanted, is_open)
    for member, stride in steps.found(tuple(table.cells)) or ():
        if not table.is_over():
            table.walk(member, (Leg(stride, member),))
    return table.is_over() or steps.is_done(tuple(table.cells))


class Wanted(NamedTuple):
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


class Steps:
    """The steps of members who make way for each other."""

    def __init__(self, table: TableTop, wanted: Wanted, is_open: Callable[[Seated], bool]) -> None:
        self._table, self.wanted, self.is_open = table, wanted, is_open
        self.strides = lru_cache(None)(self._strides_from)
        self.way, self.way_off = lru_cache(None)(self._way), lru_cache(None)(self._way_off)
        self.far = [
            self._distances(n) if n in wanted.there else {} for n in range(len(table.cells))
        ]

    def is_done(self, seated: Seated) -> bool:
        """Whether all stand as is wanted."""
        there, spots, wishes, left, then = self.wanted
        if any(not wishes.get(n, spots[n]) >> seated[n] & 1 for n in there):
            return False
        taken = union(1 << seated[n] for n in there)
        free = [[*each_cell(cells & ~taken)] for cells in left]
        if then is not None:
            near = self.after(then.member, seated, then.wanted)
            free.append([stride.to for stride in near])
        return len(maximum_matching(free)) == len(free)

    def found(self, begin: Seated) -> Found | None:
        """Steps, one after the other, until all are done; None if none are known.

        Of as few members as can be, and as few as can be; where too much has to be looked at, such
        that they walk as seldom as can be.
        """
        unmet = [n for n in self.wanted.there if self.far[n].get(begin[n], 0)]
        found = self._by_few(begin, unmet)
        if found is not None:
            return found
        # Loaded here: few lines need it.
        from questwright.compiler.verdict.line.walks import in_walks

        return in_walks(self, begin)

    def _by_few(self, begin: Seated, unmet: Collection[int]) -> Found | None:
        """The steps of as few as can be of the members, with those who have to go."""
        there = self.wanted.there
        for many in range(max(len(unmet), 1), len(there) + 1):
            for movers in combinations(there, many):
                if {*unmet} <= {*movers}:
                    found = self._search(begin, movers, unmet)
                    if found is not None:
                        return found
        return None

    def _search(self, begin: Seated, movers: Sequence[int], unmet: Collection[int]) -> Found | None:
        """The fewest steps of some members; each takes nobody nearer than by one step."""
        came: dict[Seated, tuple[Seated, int, Stride] | None] = {begin: None}
        taken = {begin: 0}
        waiting = [(0, 0, begin)]
        turn = 0
        while waiting and turn < _MOST:
            check_time()
            seated = heappop(waiting)[-1]
            if self.is_done(seated):
                return _told(seated, came)
            after = taken[seated] + 1
            for member in movers:
                for stride in self.after(member, seated, self.wanted.spots[member]):
                    there = (*seated[:member], stride.to, *seated[member + 1 :])
                    if taken.get(there, after + 1) > after and self.is_open(there):
                        came[there], taken[there] = (seated, member, stride), after
                        left = sum(self.far[n].get(there[n], 0) for n in unmet)
                        turn += 1
                        heappush(waiting, (after + left, turn, there))
        return None

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


def _told(
    seated: Seated, came: Mapping[Seated, tuple[Seated, int, Stride] | None]
) -> list[tuple[int, Stride]]:
    steps: list[tuple[int, Stride]] = []
    before = came[seated]
    while before is not None:
        seated, member, stride = before
        steps.append((member, stride))
        before = came[seated]
    return steps[::-1]
