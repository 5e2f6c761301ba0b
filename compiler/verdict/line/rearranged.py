"""Members change their places where they stand in each other's way, step by step.

That takes a search over where all of them stand: it is done where nothing simpler has helped.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from itertools import combinations

from questwright.compiler.deadline import check_time
from questwright.compiler.verdict.line.footwork import Arrangement, Footwork
from questwright.compiler.verdict.line.table import Leg

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.verdict.line.footwork import Found, Seated
    from questwright.compiler.verdict.line.table import Aim, TableTop
    from questwright.compiler.verdict.task.need import Places
    from questwright.compiler.verdict.translate.stride import Stride

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
    steps = Footwork(table, Arrangement(there, spots, wishes, left, then), is_open)
    for member, stride in _found(steps, tuple(table.cells)) or ():
        if not table.is_over():
            table.walk(member, (Leg(stride, member),))
    return table.is_over() or steps.is_done(tuple(table.cells))


def _found(steps: Footwork, begin: Seated) -> Found | None:
    """Steps, one after the other, until all are done; None if none are known.

    Of as few members as can be, and as few as can be; where too much has to be looked at, such
    that they walk as seldom as can be.
    """
    there = steps.wanted.there
    if any(steps.wanted.goal(n) and begin[n] not in steps.far[n] for n in there):
        return None  # With nobody in the way, either.
    unmet = [n for n in there if steps.far[n].get(begin[n], 0)]
    found = _by_few(steps, begin, unmet)
    if found is not None:
        return found
    # Loaded here: few lines need it.
    from questwright.compiler.verdict.line.walks import in_walks

    return in_walks(steps, begin)


def _by_few(steps: Footwork, begin: Seated, unmet: Collection[int]) -> Found | None:
    """The steps of as few as can be of the members, with those who have to go."""
    there = steps.wanted.there
    for many in range(max(len(unmet), 1), len(there) + 1):
        for movers in combinations(there, many):
            if {*unmet} <= {*movers}:
                found = _search(steps, begin, movers, unmet)
                if found is not None:
                    return found
    return None


def _search(
    steps: Footwork, begin: Seated, movers: Sequence[int], unmet: Collection[int]
) -> Found | None:
    """The fewest steps of some members; each takes nobody nearer than by one step."""
    came: dict[Seated, tuple[Seated, int, Stride] | None] = {begin: None}
    taken = {begin: 0}
    waiting = [(0, 0, begin)]
    turn = 0
    while waiting and turn < _MOST:
        check_time()
        seated = heappop(waiting)[-1]
        if steps.is_done(seated):
            return _told(seated, came)
        after = taken[seated] + 1
        for member in movers:
            for stride in steps.after(member, seated, steps.wanted.spots[member]):
                there = (*seated[:member], stride.to, *seated[member + 1 :])
                if taken.get(there, after + 1) > after and steps.is_open(there):
                    came[there], taken[there] = (seated, member, stride), after
                    left = sum(steps.far[n].get(there[n], 0) for n in unmet)
                    turn += 1
                    heappush(waiting, (after + left, turn, there))
    return None


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
