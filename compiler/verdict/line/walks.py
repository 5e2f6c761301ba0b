"""Members make way for each other walk by walk: each goes on until it is out of the way.

Where they stand close together in lanes, steps are too many to be looked at, and walks are few.
"""

from __future__ import annotations

from heapq import heappop, heappush

from questwright.compiler.deadline import check_time
from questwright.compiler.verdict.task.bits import union
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.verdict.line.footwork import Footwork, Found, Seated
    from questwright.compiler.verdict.translate.stride import Stride

_MOST = 3_000
"""Ways for all to stand that are looked at."""
_WALK = 100
"""So many steps are taken to spare a walk."""


_Came = dict["Cell", "tuple[Cell, Stride] | None"]


class _Outing(NamedTuple):
    """A walk of a member to a cell, how all stand before it, and how it comes to each cell."""

    before: Seated
    member: int
    cell: Cell
    came: _Came

    @property
    def strides(self) -> list[Stride]:
        """Its steps, in order."""
        found = []
        before = self.came[self.cell]
        while before is not None:
            cell, stride = before
            found.append(stride)
            before = self.came[cell]
        return found[::-1]


class _Crowd(NamedTuple):
    """Who has to walk as all are seated, and over which cells."""

    ways: dict[int, Cells]
    """The cells of the way of each who has to walk, ahead of it."""
    kept: Cells
    """Those that are to be left free."""

    def shunned(self, member: int) -> Cells:
        """The cells on which a member would be in the way of others."""
        return union(way for n, way in self.ways.items() if n != member) | self.kept


def in_walks(steps: Footwork, begin: Seated) -> Found | None:
    """Steps until all stand as is wanted, in few walks; None if none are known."""
    came: dict[Seated, _Outing | None] = {begin: None}
    spent = {begin: 0}
    waiting = [(0, 0, begin)]
    turn = 0
    for _ in range(_MOST):
        check_time()
        if not waiting:
            break
        seated = heappop(waiting)[-1]
        if steps.is_done(seated):
            return _told(seated, came)
        crowd = _crowd(steps, seated)
        for member in steps.wanted.there:
            for walk, far in _walks(steps, seated, member, crowd):
                there = (*seated[:member], walk.cell, *seated[member + 1 :])
                cost = spent[seated] + _WALK + far
                if cost < spent.get(there, cost + 1):
                    came[there], spent[there] = walk, cost
                    left = 2 * _WALK * len(_crowd(steps, there).ways)
                    turn += 1
                    heappush(waiting, (cost + left, turn, there))
    return None


def _told(seated: Seated, came: dict[Seated, _Outing | None]) -> Found:
    walks = []
    walk = came[seated]
    while walk is not None:
        walks.append(walk)
        walk = came[walk.before]
    return [(walk.member, stride) for walk in reversed(walks) for stride in walk.strides]


def _crowd(steps: Footwork, seated: Seated) -> _Crowd:
    """Those who are not yet where they are to be, and those who are in the way of any of them."""
    there, far = steps.wanted.there, steps.far
    ways = {n: steps.way(n, seated[n]) for n in there if far[n].get(seated[n], 0)}
    kept = union(cells for cells in steps.wanted.left)
    crowd = _Crowd(ways, kept)
    known = -1
    while known != len(ways):
        known = len(ways)
        for member in there:
            shunned = crowd.shunned(member)
            if member not in ways and shunned >> seated[member] & 1:
                ways[member] = steps.way_off(member, seated[member], shunned)
    return crowd


def _walks(
    steps: Footwork, seated: Seated, member: int, crowd: _Crowd
) -> Iterator[tuple[_Outing, int]]:
    """The walks of a member: to where it is to be, out of the way, and to where ways fork.

    Each with how many steps it is.
    """
    goal, shunned = steps.wanted.goal(member), crowd.shunned(member)
    came: _Came = {seated[member]: None}
    steps_to = {seated[member]: 0}
    branch = {seated[member]: seated[member]}
    kept: dict[Cell, int] = {}
    waiting = [seated[member]]
    is_come = False
    for here in waiting:
        at = (*seated[:member], here, *seated[member + 1 :])
        is_fork = False
        if came[here] is not None:
            is_goal = bool(goal >> here & 1) and not is_come
            is_come |= is_goal
            is_off = not shunned >> here & 1
            number = kept.get(branch[here], 0)
            is_fork = is_off and len(steps.strides(member, here)) > 2
            if is_goal or (is_off and number < len(seated)):
                kept[branch[here]] = number + is_off
                yield _Outing(seated, member, here, came), steps_to[here]
        for stride in steps.after(member, at, steps.wanted.spots[member]):
            then = (*seated[:member], stride.to, *seated[member + 1 :])
            if stride.to not in came and steps.is_open(then):
                came[stride.to], steps_to[stride.to] = (here, stride), steps_to[here] + 1
                is_new = shunned >> here & 1 or is_fork
                branch[stride.to] = stride.to if is_new else branch[here]
                waiting.append(stride.to)
