"""The optimistic certificate: what could come about if nothing were ever lost.

What is out of reach here is out of reach in truth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.verdict.decide.standing import can_stand
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import (
    All,
    At,
    AtLeast,
    Carried,
    Either,
    Has,
    Lacks,
    facts_named,
    leaves,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from questwright.compiler.verdict.rules.state import State
    from questwright.compiler.verdict.task.need import Facts, Members, Need, Places
    from questwright.compiler.verdict.task.task import Task


class Reach(NamedTuple):
    """All that can come about if nothing is ever lost."""

    facts: Facts
    where: tuple[Places, ...]
    """For each member the places that it can come to."""
    doable: tuple[int, ...]
    """The indices of the deeds that can be done, in an order in which they can."""
    happening: tuple[int, ...]
    """The same for events."""
    is_won: bool
    layers: int
    """After how many rounds of doing all that can be done the party has won."""

    @property
    def places(self) -> Places:
        """The places that anybody can come to."""
        found = 0
        for own in self.where:
            found |= own
        return found


class _Way(NamedTuple):
    source: Places
    ends: Places
    asked: Facts
    needs: Need | None
    """What it takes besides those facts; None for nothing."""
    who: Members


class Relaxed:
    """A task in which nothing is ever lost."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._ways = [
            _Way(
                1 << link.first if link.is_one_way else 1 << link.first | 1 << link.second,
                1 << link.first | 1 << link.second,
                *_asked(link.needs),
                link.who,
            )
            for link in task.links
            if not link.refused
        ]
        self._deeds = [
            (n, deed.where, deed.who, _all_adds(deed), *_asked(deed.needs))
            for n, deed in enumerate(task.deeds)
        ]
        self._events = [(n, event.adds, *_asked(event.needs)) for n, event in enumerate(task.events)]
        self._own = [_asked(victory.needs) for victory in task.own]
        self._rooms = [place.cells.bit_count() or task.party for place in task.places]

    def reach(self, state: State, *, wants_all: bool = False) -> Reach:
        """What can come about from a state; up to a win, or all of it."""
        facts, where = state.facts, list(state.where)
        deeds, events, sights = self._deeds, self._events, self._task.sights
        doable: list[int] = []
        happening: list[int] = []
        ways: list[list[_Way]] = []
        for member in range(self._task.party):
            ways.append([way for way in self._ways if way.who >> member & 1])
        layers = 0
        is_won = False
        while True:
            for member, own in enumerate(where):
                if own:
                    where[member], ways[member] = self._spread(own, facts, ways[member], where)
            if not is_won and any(
                not asked & ~facts and (more is None or self.possible(more, facts, where))
                for asked, more in self._own
            ):
                is_won = True
                if not wants_all:
                    break
            layers += not is_won
            new = facts
            anywhere = 0
            for own in where:
                anywhere |= own
            for sight in sights:
                if sight.where & anywhere:
                    new |= sight.adds
            rest_events = []
            for event in events:
                n, adds, asked, more = event
                if not asked & ~facts and (more is None or self.possible(more, facts, where)):
                    new |= adds
                    happening.append(n)
                else:
                    rest_events.append(event)
            events = rest_events
            rest_deeds = []
            for deed in deeds:
                n, at, who, adds, asked, more = deed
                if (
                    not asked & ~facts
                    and (not at or any(at & own and who >> m & 1 for m, own in enumerate(where)))
                    and (more is None or self.possible(more, facts, where))
                ):
                    new |= adds
                    doable.append(n)
                else:
                    rest_deeds.append(deed)
            deeds = rest_deeds
            if new == facts:
                break
            facts = new
        return Reach(facts, tuple(where), tuple(doable), tuple(happening), is_won, layers)

    def _spread(
        self, places: Places, facts: Facts, ways: list[_Way], where: Sequence[Places]
    ) -> tuple[Places, list[_Way]]:
        grown = True
        while grown:
            grown = False
            rest = []
            for way in ways:
                if not way.ends & ~places:
                    continue
                if (
                    way.source & places
                    and not way.asked & ~facts
                    and (way.needs is None or self.possible(way.needs, facts, where))
                ):
                    places |= way.ends
                    grown = True
                else:
                    rest.append(way)
            ways = rest
        return places, ways

    def possible(self, need: Need, facts: Facts, where: Sequence[Places]) -> bool:
        """Whether a need can be met with these facts by members who stand where they like."""
        if isinstance(need, All):
            ats = [part for part in need.parts if isinstance(part, At)]
            if any(
                not self.possible(part, facts, where)
                for part in need.parts
                if not isinstance(part, At)
            ):
                return False
            return not ats or can_stand(ats, where, self._rooms)
        if isinstance(need, At):
            return can_stand([need], where, self._rooms)
        if isinstance(need, Has):
            return bool(facts >> need.fact & 1)
        if isinstance(need, Lacks):
            return True
        if isinstance(need, Either):
            return any(self.possible(part, facts, where) for part in need.parts)
        if isinstance(need, AtLeast):
            return sum(self.possible(part, facts, where) for part in need.parts) >= need.least
        if isinstance(need, Carried):
            left = (n for n, own in enumerate(where) if own)
            return bool(facts >> need.item & 1) and any(need.who >> n & 1 for n in left)
        return False


def _all_adds(deed: object) -> Facts:
    adds = deed.adds  # type: ignore[attr-defined]
    for find in deed.finds:  # type: ignore[attr-defined]
        adds |= find.adds
    return adds


def _asked(need: Need) -> tuple[Facts, Need | None]:
    """The facts that have to hold for a need, and all of it where it asks for more."""
    asked, more = 0, None
    for part in need.parts if isinstance(need, All) else (need,):
        if isinstance(part, Has):
            asked |= 1 << part.fact
        elif not isinstance(part, Lacks):
            more = need
    return asked, more
