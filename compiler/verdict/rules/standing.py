"""How members stand at one moment, as far as that makes a difference."""

from __future__ import annotations

from functools import cache
from itertools import product

from questwright.compiler.verdict.rules.hands import Hands
from questwright.compiler.verdict.rules.state import State
from questwright.compiler.verdict.task.bits import each_number, union
from questwright.compiler.verdict.task.closing import closed_for_good
from questwright.compiler.verdict.task.need import BURIED, holds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.verdict.rules.ground import Grounds
    from questwright.compiler.verdict.task.need import Facts, Need, Places
    from questwright.compiler.verdict.task.task import Task


class Standing:
    """Who is buried, and which ways to stand are one."""

    def __init__(self, task: Task, grounds: Grounds) -> None:
        self.grounds = grounds
        self.hands = Hands(task, grounds)
        self._closable = {n: place.clear for n, place in enumerate(task.places) if place.clear >= 0}
        self._closing = task.closing
        self._closed = cache(self._closed_at)
        self._for_good = closed_for_good(task)

    def closed(self, facts: Facts) -> Places:
        """The places that something closes."""
        return self._closed(facts & self._closing) if self._closing else 0

    def _closed_at(self, facts: Facts) -> Places:
        return sum(1 << n for n, clear in self._closable.items() if not facts >> clear & 1)

    def grave(self, facts: Facts) -> Places:
        """The places that are closed for good: it is no matter on which of them one is buried."""
        return self.closed(facts) & self._for_good

    def standing(self, facts: Facts, where: Sequence[Places]) -> Sequence[Places]:
        """Where members stand, as conditions see it."""
        closed = self.closed(facts)
        if not closed:
            return where
        return [BURIED if own & closed else own for own in where]

    def meets(self, need: Need, state: State) -> bool:
        """Whether a need is met in a state."""
        return holds(need, state.facts, self.standing(state.facts, state.where), state.hold)

    def refined(self, state: State) -> Iterator[State]:
        """The state, for each way in which members may stand that makes a difference now."""
        facts = state.facts
        closed = self.closed(facts)
        ways: list[list[Places]] = []
        for member, own in enumerate(state.where):
            if not own & (own - 1) or own & closed:
                ways.append([own])
                continue
            spots = self.grounds.of(facts, member).spots
            if not own & ~spots[(own & -own).bit_length() - 1]:
                ways.append([own])
                continue
            ways.append([spot & own for spot in dict.fromkeys(spots[n] for n in each_number(own))])
        if all(len(way) == 1 for way in ways):
            yield state
            return
        for where in self.grounds.choices(ways, state):
            yield state._replace(where=where)

    def widened(self, state: State) -> Iterator[State]:
        """The state in which members may walk their whole spots.

        Those who fill theirs stay where they are: one for each way in which they may stand.
        """
        facts = state.facts
        closed, grave = self.closed(facts), self.grave(facts)
        where = tuple(
            self.grounds.of(facts, member).spots[(own & -own).bit_length() - 1]
            if own and not own & closed
            else grave
            if own & grave
            else own
            for member, own in enumerate(state.where)
        )
        pinned = self.grounds.pinned(where)
        if not pinned:
            yield self.pooled(State(facts, where, state.hold))
            return
        ways = [
            [1 << n for n in each_number(own & wide)] if pinned >> member & 1 else [wide]
            for member, (own, wide) in enumerate(zip(state.where, where, strict=True))
        ]
        for way in product(*ways):
            if self.grounds.has_room(way):
                yield self.pooled(state._replace(where=way))

    def pooled(self, state: State) -> State:
        """The state in which one carries what any of several can be handed.

        By where they stand: it is the same whichever of those who are alike stands there.
        """
        if not any(state.hold):
            return state
        kinds, where = self.grounds.kinds, state.where
        useful = self.hands.useful(state.facts)
        named = self.grounds.watch(state.facts).named
        hold = [own & useful for own in state.hold]
        for group in self.hands.groups(state):
            if len(group) > 1:
                common = union(hold[member] for member in group)
                for member in group:
                    hold[member] &= named
                first = min(group, key=lambda member: (where[member], kinds[member]))
                hold[first] |= common & ~named
        return state._replace(hold=tuple(hold))
