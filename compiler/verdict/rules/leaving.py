"""All leave the board by a victory, one after the other: last of all, as they walk to its edge.

Until all of them have left nobody has, and whoever is on the way stands there like anybody else.
So whether they can leave is asked of a moment of play, and answered by itself.
"""

from __future__ import annotations

from questwright.compiler.deadline import check_time
from questwright.compiler.verdict.rules.play import CrowdedError, Play
from questwright.compiler.verdict.rules.state import Departure
from questwright.compiler.verdict.task.bits import each_number, union
from questwright.compiler.verdict.task.need import (
    NOTHING,
    At,
    asked_places,
    by_leaving,
    can_be_met,
    holds,
    transformed,
)
from questwright.compiler.verdict.task.task import DeedSort, Link, Place
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.verdict.rules.state import State
    from questwright.compiler.verdict.task.need import Leaf, Need, Places
    from questwright.compiler.verdict.task.task import Task

_MOST = 20_000
"""Ways to stand that are looked at for one moment."""

_Came = dict["State", "State | None"]


class _Exit(NamedTuple):
    """The task in which members do nothing but leave, and win when all have left."""

    task: Task
    first: int
    """The places from this index on are those in which somebody has left."""

    @property
    def is_same_for_all(self) -> bool:
        """Whether it makes no difference by which place somebody leaves."""
        return len(self.task.places) == self.first + 1


class Leaving:
    """How members leave the board by one victory of a task."""

    def __init__(self, task: Task, victory: int) -> None:
        self._task = task
        self._victory = victory
        self._exit = _exit(task, victory)
        self._play = Play(self._exit.task)
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
        waiting: list[tuple[State, State | None]] = [
            (begun.state, None) for begun in self._play.settled([state])
        ]
        while waiting:
            here, before = waiting.pop()
            key = canonical(here)
            if key in stuck or key in came:
                continue
            came[key] = before
            if len(came) > _MOST:
                raise CrowdedError
            check_time()
            left: list[State] = []
            others: list[State] = []
            for then, has_left, is_over in self._followed(here, is_quiet=is_quiet):
                if is_over:
                    return self._told(state, [then, here], came)
                (left if has_left else others).append(then)
            # Whoever can leave is in nobody's way then.
            is_sure = left and self._exit.is_same_for_all
            waiting += [(then, here) for then in (left if is_sure else (*others, *left))]
        stuck.update(came)
        return None

    def _is_due(self, state: State) -> bool:
        """Whether all else holds that the victory asks for."""

        def is_met(leaf: Leaf) -> bool:
            return holds(leaf, state.facts, (), state.hold)

        needs = by_leaving(self._task.victories[self._victory].needs)
        return can_be_met(needs, is_met, lambda _: True, otherwise=True)

    def _followed(self, here: State, *, is_quiet: bool) -> Iterator[tuple[State, bool, bool]]:
        """How all stand after each step of somebody, whether they have left, and if all have."""
        play = self._play
        for walk, rough, _ in play.walks(here):
            has_left = walk.place >= self._exit.first
            for outcome in play.settled(play.left(rough, walk.member)):
                is_calm = outcome.state.facts == here.facts and not outcome.events
                is_won = outcome.end is not None and outcome.end.victory == 0
                if (is_calm or not is_quiet) and (is_won or outcome.end is None):
                    yield outcome.state, has_left, is_won

    def _told(self, state: State, last: list[State], came: _Came) -> Departure:
        path = [last[0]]
        before: State | None = last[1]
        while before is not None:
            path.append(before)
            before = came[self._play.grounds.canonical(before)]
        board = (1 << self._exit.first) - 1
        over = [union(own) & board for own in zip(*(way.where for way in path), strict=True)]
        leavers = sum(1 << n for n, own in enumerate(last[0].where) if own & ~board)
        ends = [own & board or self._ways_to(own) for own in last[0].where]
        return Departure(state, self._victory, tuple(over), tuple(ends), leavers)

    def _ways_to(self, away: Places) -> Places:
        return union(1 << link.first for link in self._exit.task.links if 1 << link.second & away)


def leaving(task: Task) -> Iterator[Leaving]:
    """How members leave the board, for each victory of the party for which several have to.

    Whoever leaves alone need only stand there.
    """
    for number, victory in enumerate(task.victories):
        asked = [at for at in asked_places(victory.needs) if at.leaves]
        is_of_many = len(asked) > 1 or any(at.spare >= 0 or at.least > 1 for at in asked)
        if victory.is_own and is_of_many and task.party > 1:
            yield Leaving(task, number)


def _exit(task: Task, number: int) -> _Exit:
    victory, count = task.victories[number], len(task.places)
    asked = [*asked_places(victory.needs)]
    leaving = [at for at in asked if at.leaves]
    ends: dict[tuple[bool, ...], int] = {}
    """For what is asked of each place, where whoever leaves by it is then."""
    links = []
    for place in each_number(union(at.places for at in leaving)):
        sign = tuple(bool(at.places >> place & 1) for at in asked)
        end = ends.setdefault(sign, count + len(ends))
        who = union(at.who for at in leaving if at.places >> place & 1)
        links.append(Link(place, end, NOTHING, "", victory.origin, who, is_one_way=True))

    def away(leaf: Leaf) -> Need:
        # To all else that the victory asks, whoever has left stands where it has.
        if not isinstance(leaf, At):
            return leaf
        beyond = union(1 << link.second for link in links if leaf.places >> link.first & 1)
        return leaf._replace(places=beyond | (0 if leaf.leaves else leaf.places))

    goal = victory._replace(needs=transformed(by_leaving(victory.needs), away))
    walked = tuple(deed for deed in task.deeds if deed.sort is DeedSort.GO_THROUGH)
    return _Exit(
        task._replace(
            places=(*task.places, *(Place(-1, 0) for _ in ends)),
            # Nobody comes who is not there yet.
            links=(*(own for own in task.links if not task.outside >> own.first & 1), *links),
            deeds=walked,
            victories=(goal, *task.others),
        ),
        count,
    )
