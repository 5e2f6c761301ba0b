"""Members change their places where they stand in each other's way, step by step.

That takes a search over where all of them stand: it is done where nothing simpler has helped.
"""

from __future__ import annotations

from collections import deque
from itertools import islice

from questwright.compiler.deadline import check_time
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.grid.matching import maximum_matching
from questwright.compiler.verdict.line.table import Leg, arrivals
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.need import holds
from questwright.compiler.verdict.task.task import DeedSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.verdict.line.table import Aim, TableTop
    from questwright.compiler.verdict.translate.stride import Stride

    _Seated = tuple[Cell, ...]

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

    def is_quiet(seated: _Seated) -> bool:
        places = (1 << table.floor.place(cell) if cell >= 0 else 0 for cell in seated)
        where = tuple(own or before for own, before in zip(places, table.state.where, strict=True))
        return table.play.is_quiet(table.state._replace(where=where))

    anywhere = [table.floor.board.floor] * len(table.cells)
    return _rearranged(table, anywhere, wishes, left, then, is_quiet)


def _rearranged(
    table: TableTop,
    spots: Sequence[Cells],
    wishes: Mapping[int, Cells],
    left: Sequence[Cells],
    then: Aim | None,
    is_open: Callable[[_Seated], bool],
) -> bool:
    there = [member for member, cell in enumerate(table.cells) if cell >= 0]
    if not table.makes_way or len(there) > _FEW:
        return False

    def is_done(seated: _Seated) -> bool:
        if any(not wishes.get(n, spots[n]) >> seated[n] & 1 for n in there):
            return False
        taken = union(1 << seated[n] for n in there)
        free = [[*each_cell(cells & ~taken)] for cells in left]
        if then is not None:
            near = (s.to for s in _strides(table, then.member, seated, then.wanted))
            free.append([*near])
        return len(maximum_matching(free)) == len(free)

    for member, stride in _steps(table, spots, is_open, is_done) or ():
        if not table.is_over():
            table.walk(member, (Leg(stride, member),))
    return table.is_over() or is_done(tuple(table.cells))


def _steps(
    table: TableTop,
    spots: Sequence[Cells],
    is_open: Callable[[_Seated], bool],
    is_done: Callable[[_Seated], bool],
) -> list[tuple[int, Stride]] | None:
    """The fewest steps, one after the other, until all are done; None if none are known."""
    begin = tuple(table.cells)
    came: dict[_Seated, tuple[_Seated, int, Stride] | None] = {begin: None}
    waiting = deque([begin])
    for seated in islice(iter(waiting.popleft, None), _MOST):
        check_time()
        if is_done(seated):
            return _told(seated, came)
        for member in (n for n, cell in enumerate(seated) if cell >= 0):
            for stride in _strides(table, member, seated, spots[member]):
                after = (*seated[:member], stride.to, *seated[member + 1 :])
                if after not in came and is_open(after):
                    came[after] = seated, member, stride
                    waiting.append(after)
        if not waiting:
            break
    return None


def _told(
    seated: _Seated, came: Mapping[_Seated, tuple[_Seated, int, Stride] | None]
) -> list[tuple[int, Stride]]:
    steps: list[tuple[int, Stride]] = []
    before = came[seated]
    while before is not None:
        seated, member, stride = before
        steps.append((member, stride))
        before = came[seated]
    return steps[::-1]


def _strides(table: TableTop, member: int, seated: _Seated, spot: Cells) -> Iterator[Stride]:
    """The steps that a member takes past nobody, within some cells, as all are seated.

    From off the board those by which it comes onto it.
    """
    taken = union(1 << cell for n, cell in enumerate(seated) if n != member and cell >= 0)
    facts, held = table.state.facts, table.state.hold[member]
    free, cell = spot & ~taken, seated[member]
    joins = () if cell >= 0 else (leg.stride for leg in arrivals(table, member, free))
    for stride in joins or table.floor.strides(cell):
        is_free = free >> stride.to & 1 and not stride.is_cornered(taken)
        is_walk = stride.sort is DeedSort.WALK and not stride.counts
        is_able = is_walk and stride.access.admits(member, held)
        if is_free and is_able and holds(stride.access.need, facts, (), ()):
            yield stride
