"""Who can hand what to whom at one moment."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from questwright.compiler.verdict.rules.state import State
from questwright.compiler.verdict.task.bits import each_bit, each_number, joined, union
from questwright.compiler.verdict.task.need import Carried, holds, leaves

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from questwright.compiler.verdict.rules.ground import Grounds
    from questwright.compiler.verdict.task.need import Facts, Places
    from questwright.compiler.verdict.task.task import Task


class Hands:
    """What members carry and hand to each other; what is worked out is kept."""

    def __init__(self, task: Task, grounds: Grounds) -> None:
        self._task = task
        self._grounds = grounds
        asked = (leaf for need in task.asked() for leaf in leaves(need))
        self._named: Facts = union(1 << leaf.fact for leaf in asked if isinstance(leaf, Carried))
        self._named |= task.borne
        """The items of which a condition ever asks who carries them, or a way."""
        self._lasting: Facts = task.lasting
        self.useful: Callable[[Facts], Facts] = cache(self._useful)
        """The items of which it still matters who carries them."""
        self._near = cache(self._each_near)
        self._touching = cache(self._groups)

    def _useful(self, facts: Facts) -> Facts:
        over = facts & self._lasting
        to_do = (deed for deed in self._task.deeds if not deed.once or deed.once & ~over)
        found = union(deed.carries for deed in to_do)
        return (self._grounds.watch(facts).named | self._named | found) & self._task.carried

    def groups(self, state: State) -> list[tuple[int, ...]]:
        """The members who can hand each other what they like, the first member first."""
        return self._touching(state.facts & self._grounds.asked, state.where)

    def _groups(self, facts: Facts, where: tuple[Places, ...]) -> list[tuple[int, ...]]:
        state = State(facts, where, ())
        left = [n for n, own in enumerate(where) if own]
        pairs = (pair for pair in combinations(left, 2) if self._can_meet(*pair, state))
        first = joined(len(where), pairs)
        return [tuple(m for m in left if first[m] == n) for n in left if first[n] == n]

    def _can_meet(self, giver: int, taker: int, state: State) -> bool:
        """Whether one can hand another something, each standing on a cell of its own."""
        return next(self.meetings(giver, taker, state), None) is not None

    def _in_reach(self, own: Places, facts: Facts) -> Places:
        """The places into which something can be handed from some places."""
        near = self._near(facts & self._grounds.asked)
        return union(near.get(place, 0) for place in each_number(own)) | own

    def _each_near(self, facts: Facts) -> dict[int, Places]:
        """For each place with open links those between which and it something can be handed."""
        found: dict[int, Places] = {}
        for link in self._task.links:
            if holds(link.needs if link.things is None else link.things, facts, (), ()):
                for place in (link.first, link.second):
                    found[place] = found.get(place, 0) | link.ends
        return found

    def meetings(self, giver: int, taker: int, state: State) -> Iterator[tuple[Places, ...]]:
        """Each way in which all may stand when one hands another something."""
        where = list(state.where)
        here, there = where[giver], where[taker]
        for place in each_bit(here & self._in_reach(there, state.facts)):
            where[giver] = place
            for other in each_bit(there & self._in_reach(place, state.facts)):
                where[taker] = other
                if self._grounds.has_room(tuple(where)):
                    yield tuple(where)

    def between(self, giver: int, taker: int, state: State) -> list[int]:
        """The members through whose hands something goes from one to another of their group."""
        came = {giver: giver}
        waiting = [giver]
        for member in waiting:
            for other, own in enumerate(state.where):
                if own and other not in came and self._can_meet(member, other, state):
                    came[other] = member
                    waiting.append(other)
        found = [taker]
        while taker in came and taker != giver:
            taker = came[taker]
            found.append(taker)
        return found[::-1]
