"""Moves after which nothing wins, however all stand then: seen without looking at each way."""

from __future__ import annotations

from functools import cache

from questwright.compiler.verdict.rules.state import State
from questwright.compiler.verdict.task.bits import each_number, union
from questwright.compiler.verdict.task.closing import at_once
from questwright.compiler.verdict.task.need import NOTHING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from questwright.compiler.verdict.decide.relaxed import Relaxed
    from questwright.compiler.verdict.rules.ground import Grounds
    from questwright.compiler.verdict.task.need import Facts, Places
    from questwright.compiler.verdict.task.task import Task


class Hopeless:
    """What is seen of a move from all together that it may lead to."""

    def __init__(self, task: Task, relaxed: Relaxed, grounds: Grounds) -> None:
        self._task = task
        self._relaxed = relaxed
        self._grounds = grounds
        self._follows = cache(self._sure_to_follow)
        self._hits = cache(self._closing_at)
        self._beside = cache(self._clear_of)

    def is_lost(self, after: Sequence[State]) -> bool:
        """Whether nothing wins once a move has led to some states, and closes something at once.

        False where that is not seen at once, or where play may end by that.
        """
        if len({state.facts for state in after}) != 1:
            return False
        facts = after[0].facts
        then, changing = self._follows(facts)
        closing = self._task.closing
        hit = self._hits(then & closing, facts & closing)
        if not hit:
            return False
        each = range(len(after[0].where))
        where = [union(state.where[n] for state in after) for n in each]
        relaxed = self._relaxed
        relaxed.begin(facts & then)
        ends = relaxed.task.victories
        if any(relaxed.possible(end.needs, facts | then, where) for end in ends):
            return False
        hold = union(own for state in after for own in state.hold)
        may_hit = self._hits(facts & ~changing & closing, facts & closing)
        for n in each:
            fled: Places = 0
            while fleeing := where[n] & may_hit & ~fled:
                # One event after the other: where one has stepped the next may close.
                fled |= fleeing
                for number in each_number(fleeing):
                    where[n] |= self._beside(number, then, n, hold, changing)
        return relaxed.plan(State(then, tuple(where), (hold,) * len(where))) is None

    def _closing_at(self, then: Facts, before: Facts) -> Places:
        """The places that close from one moment to another."""
        gone = before & ~then
        places = enumerate(self._task.places)
        return sum(1 << n for n, own in places if own.clear >= 0 and gone >> own.clear & 1)

    def _clear_of(
        self, number: int, facts: Facts, member: int, hold: Facts, changing: Facts
    ) -> Places:
        """The places into which a member may step from one that closes."""
        beside = self._grounds.beside(number, facts, member, hold, changing)
        return union(1 << place for place in beside)

    def _sure_to_follow(self, facts: Facts) -> tuple[Facts, Facts]:
        """What holds once those events have happened that are sure to happen at once.

        Those that only may happen are still to come. The same facts where that is not seen. And all
        facts that change at once.
        """
        due, changing = at_once(self._task, facts)
        sure = [own for own, need in due if need == NOTHING]
        adds, removes = union(own.adds for own in sure), union(own.removes for own in sure)
        return facts if adds & removes else (facts | adds) & ~removes, changing
