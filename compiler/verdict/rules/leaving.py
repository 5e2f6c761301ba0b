"""All leave the board by a victory, one after the other: last of all, as they walk to its edge.

Until all of them have left nobody has, and whoever is on the way stands there like anybody else.
So whether they can leave is asked of a moment of play, and answered by itself.
"""

from __future__ import annotations

from functools import cache
from heapq import heappop, heappush

from questwright.compiler.deadline import check_time
from questwright.compiler.verdict.rules.play import Play
from questwright.compiler.verdict.rules.state import CrowdedError, Departing, Departure
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.exits import exit_of, won_by_leaving
from questwright.compiler.verdict.task.need import by_leaving, can_be_met, holds
from questwright.compiler.verdict.task.task import DeedSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.verdict.rules.state import MemberWalk, State
    from questwright.compiler.verdict.task.exits import WayOff
    from questwright.compiler.verdict.task.need import Leaf, Places
    from questwright.compiler.verdict.task.task import Task

_MOST = 20_000
"""Ways to stand that are looked at for one moment."""

_Came = dict["State", "tuple[State, MemberWalk] | None"]
"""For each moment the one before it, and the step from there; None for the first."""


class Leaving:
    """How members leave the board by one victory of a task."""

    def __init__(self, task: Task, victory: int) -> None:
        self._task = task
        self._victory = victory
        way = exit_of(task, victory)
        self._play, self._last = Play(_with_exit(task, way)), way.last
        self._board: Places = (1 << len(task.places)) - 1
        """The places that are no place in which somebody has left."""
        self._ways = [way for link in self._play.task.links for way in link.ways]
        self._far = cache(self._steps_off)
        """How many steps it is from some places off the board, if all is open."""
        self._stuck: dict[bool, set[State]] = {True: set(), False: set()}
        """Moments from which they cannot leave; with nothing coming of it, and at all."""

    def departure(self, state: State) -> Departure | None:
        """How they leave, all standing so; None if they cannot all leave.

        With nothing coming of it, if that can be: else they need not have waited for that.
        """
        if not self._is_due(state):
            return None
        ways = (self._found(state, is_quiet=is_quiet) for is_quiet in (True, False))
        return next((way for way in ways if way is not None), None)

    def _found(self, state: State, *, is_quiet: bool) -> Departure | None:
        canonical, stuck = self._play.grounds.canonical, self._stuck[is_quiet]
        came: _Came = {}
        waiting: list[tuple[int, int, int, State, tuple[State, MemberWalk] | None]] = []
        count = 0

        def wait(then: State, before: tuple[State, MemberWalk] | None, steps: int) -> None:
            # With nothing coming of it any way will do, else that with the fewest steps.
            nonlocal count
            count += 1
            urgency = 0 if is_quiet else steps + self._left(then)
            heappush(waiting, (urgency, -count, steps, then, before))

        for begun in self._play.settled([state]):
            wait(begun.state, None, 0)
        while waiting:
            _, _, steps, here, before = heappop(waiting)
            key = canonical(here)
            if key in stuck or key in came:
                continue
            came[key] = before
            if len(came) > _MOST:
                raise CrowdedError
            check_time()
            left: list[tuple[State, MemberWalk]] = []
            others: list[tuple[State, MemberWalk]] = []
            for then, walk, is_over in self._followed(here, is_quiet=is_quiet):
                if is_over:
                    return self._told(state, then, (here, walk), came, is_quiet=is_quiet)
                has_left = not self._board >> walk.place & 1
                (left if has_left else others).append((then, walk))
            # Whoever can leave is in nobody's way then.
            is_sure = left and len(self._play.task.places) == len(self._task.places) + 1
            for then, walk in left if is_sure else (*others, *left):
                wait(then, (here, walk), steps + 1)
        stuck.update(came)
        return None

    def _left(self, state: State) -> int:
        """How many steps all have left, with all open and nobody in the way."""
        return sum(self._far(own) for own in state.where)

    def _steps_off(self, where: Places) -> int:
        near, steps = where, 0
        while where and not near & ~self._board and steps < len(self._play.task.places):
            near |= union(1 << there for here, there in self._ways if near >> here & 1)
            steps += 1
        return steps

    def _is_due(self, state: State) -> bool:
        """Whether all else holds that the victory asks for."""

        def is_met(leaf: Leaf) -> bool:
            return holds(leaf, state.facts, (), state.hold)

        needs = by_leaving(self._task.victories[self._victory].needs)
        return can_be_met(needs, is_met, lambda _: True, otherwise=True)

    def _followed(self, here: State, *, is_quiet: bool) -> Iterator[tuple[State, MemberWalk, bool]]:
        """How all stand after each step of somebody, that step, and whether all have left."""
        play = self._play
        for walk, rough, _ in play.walks(here):
            for outcome in play.settled(play.left(rough, walk.member)):
                then, end = outcome.state, outcome.end
                is_calm = then.facts == here.facts and not outcome.events
                is_won = end is not None and end.victory == 0
                if end is not None and not is_won and play.meets(self._last, then):
                    then, is_won = self._gone(then, walk), True
                if (is_calm or not is_quiet) and (is_won or end is None):
                    yield then, walk, is_won

    def _gone(self, state: State, walk: MemberWalk) -> State:
        """How all stand when a member has left by the place to which it has walked."""
        ways = (way for way in self._play.task.links if way.first == walk.place)
        ends = (1 << way.second for way in ways if not self._board >> way.second & 1)
        end = next(ends, 1 << walk.place)
        where = (end if n == walk.member else own for n, own in enumerate(state.where))
        return state._replace(where=tuple(where))

    def _told(
        self,
        state: State,
        end: State,
        last: tuple[State, MemberWalk],
        came: _Came,
        *,
        is_quiet: bool,
    ) -> Departure:
        board, path, steps = self._board, [end], []
        step: tuple[State, MemberWalk] | None = last
        while step is not None:
            before, walk = step
            to, then = 1 << walk.place, path[-1].where
            is_bound = not is_quiet or then.count(0) > before.where.count(0)
            steps.append(Departing(walk.member, to & board or self._ways_to(to), then, is_bound))
            path.append(before)
            step = came[self._play.grounds.canonical(before)]
        over = [union(own) & board for own in zip(*(way.where for way in path), strict=True)]
        leavers = sum(1 << n for n, own in enumerate(end.where) if own & ~board)
        ends = [own & board or self._ways_to(own) for own in end.where]
        ways = tuple(over), tuple(ends), leavers, tuple(steps[::-1])
        return Departure(state, self._victory, *ways)

    def _ways_to(self, away: Places) -> Places:
        return union(1 << link.first for link in self._play.task.links if 1 << link.second & away)


def leaving(task: Task) -> Iterator[Leaving]:
    """How members leave the board, for each victory of the party for which several have to."""
    return (Leaving(task, number) for number in won_by_leaving(task))


def _with_exit(task: Task, way: WayOff) -> Task:
    """The task in which members do nothing but leave, and win when all have left."""
    # Nobody comes who is not there yet.
    walked = (link for link in task.links if not task.outside >> link.first & 1)
    return task._replace(
        places=(*task.places, *way.places),
        links=(*walked, *way.links),
        deeds=tuple(deed for deed in task.deeds if deed.sort is DeedSort.GO_THROUGH),
        events=way.events,
        victories=way.victories,
    )
