"""The optimistic certificate: what could come about if nothing were ever lost.

What is out of reach here is out of reach in truth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.grid.matching import maximum_matching
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


class Plan(NamedTuple):
    """What wins if nothing is ever lost."""

    deeds: frozenset[int]
    events: frozenset[int]
    places: Places
    """The places that somebody goes to for it."""

    @property
    def cost(self) -> int:
        """How much there is to do."""
        return len(self.deeds) + len(self.events)


class _Way(NamedTuple):
    source: Places
    ends: Places
    asked: Facts
    needs: Need | None
    """What it takes besides those facts; None for nothing."""
    who: Members


_WISHES = 32
"""Places of which one is chosen for a member to stand in."""
_DeedRow = tuple[int, "Places", "Members", "Facts", "Facts", "Need | None", "Facts"]
_EventRow = tuple[int, "Facts", "Facts", "Need | None", "Facts"]


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
            (n, deed.where, deed.who, _all_adds(deed), *_asked(deed.needs), deed.once)
            for n, deed in enumerate(task.deeds)
        ]
        self._events = [
            (n, event.adds, *_asked(event.needs), 0 if event.live else event.happened)
            for n, event in enumerate(task.events)
        ]
        self._own = [_asked(victory.needs) for victory in task.own]
        self.rooms = [place.cells.bit_count() or task.party for place in task.places]
        removed = 0
        for changed in (*task.deeds, *task.events):
            removed |= changed.removes
        for event in task.events:
            removed |= event.live
        self._lasting: Facts = ~removed
        """The facts that nothing ever removes."""
        self._begun: Facts = 0
        """Those of them that hold where one begins."""

    def _begin(self, facts: Facts) -> tuple[list[_DeedRow], list[_EventRow]]:
        """The deeds and events that can still come, from a moment with these facts on."""
        self._begun = begun = facts & self._lasting
        deeds = [row for row in self._deeds if not (row[6] and not row[6] & ~begun)]
        events = [row for row in self._events if not row[4] & begun]
        return deeds, events

    def reach(self, state: State, *, wants_all: bool = False) -> Reach:
        """What can come about from a state; up to a win, or all of it."""
        facts, where = state.facts, list(state.where)
        deeds, events = self._begin(facts)
        sights = self._task.sights
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
                n, adds, asked, more, _ = event
                if not asked & ~facts and (more is None or self.possible(more, facts, where)):
                    new |= adds
                    happening.append(n)
                else:
                    rest_events.append(event)
            events = rest_events
            rest_deeds = []
            for deed in deeds:
                n, at, who, adds, asked, more, _ = deed
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

    def plan(self, state: State) -> Plan | None:
        """Deeds and events that win if nothing is ever lost; None if none do."""
        return _Planning(self, state).run()

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

    def _lost(self, facts: Facts) -> Members:
        """The members who may be lost by now."""
        return sum(1 << n for n, fact in enumerate(self._task.fallen) if fact & facts)

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
            return not ats or can_stand(ats, where, self.rooms, self._lost(facts))
        if isinstance(need, At):
            return can_stand([need], where, self.rooms, self._lost(facts))
        if isinstance(need, Has):
            return bool(facts >> need.fact & 1)
        if isinstance(need, Lacks):
            return not self._begun >> need.fact & 1
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
        else:
            more = need
    return asked, more


class _Planning:
    """A relaxed plan being found: what brings what about, and then what of it the goal needs."""

    def __init__(self, relaxed: Relaxed, state: State) -> None:
        self._relaxed = relaxed
        self._state = state
        self._facts = state.facts
        self._where = list(state.where)
        self._by: dict[int, tuple[str, int, int]] = {}
        """For each fact what brings it about: a deed, an event, or a sight from a place."""
        self._via: list[dict[int, tuple[Facts, int]]] = [{} for _ in state.where]
        """For each member and place the facts that the last step there takes, and from where."""
        self._deeds: dict[int, None] = {}
        self._events: dict[int, None] = {}
        self._went: Places = 0
        self._seen_facts: Facts = 0
        self._seen_places: list[Places] = [0] * len(state.where)

    def run(self) -> Plan | None:
        relaxed, task = self._relaxed, self._relaxed._task
        deeds, events = relaxed._begin(self._facts)
        ways = [
            [way for way in relaxed._ways if way.who >> m & 1] for m in range(task.party)
        ]
        while True:
            for member, own in enumerate(self._where):
                if own:
                    ways[member] = self._walk(member, ways[member])
            for victory, (asked, more) in zip(task.own, relaxed._own, strict=True):
                if not asked & ~self._facts and (
                    more is None or relaxed.possible(more, self._facts, self._where)
                ):
                    self._want(victory.needs)
                    return Plan(frozenset(self._deeds), frozenset(self._events), self._went)
            new: dict[int, tuple[str, int, int]] = {}
            for number, sight in enumerate(task.sights):
                if sight.adds & ~self._facts:
                    for own in self._where:
                        there = own & sight.where
                        if there:
                            place = (there & -there).bit_length() - 1
                            self._bring(sight.adds, ("sight", number, place), new)
                            break
            rest = []
            for event in events:
                n, adds, asked, more, _ = event
                if not asked & ~self._facts and (
                    more is None or relaxed.possible(more, self._facts, self._where)
                ):
                    self._bring(adds, ("event", n, 0), new)
                else:
                    rest.append(event)
            events = rest
            left = []
            for deed in deeds:
                n, at, who, adds, asked, more, _ = deed
                if (
                    not asked & ~self._facts
                    and (not at or any(at & w and who >> m & 1 for m, w in enumerate(self._where)))
                    and (more is None or relaxed.possible(more, self._facts, self._where))
                ):
                    self._bring(adds, ("deed", n, 0), new)
                else:
                    left.append(deed)
            deeds = left
            if not new:
                return None
            self._by |= new
            for fact in new:
                self._facts |= 1 << fact

    def _bring(self, adds: Facts, by: tuple[str, int, int], new: dict[int, tuple[str, int, int]]) -> None:
        for fact in each_number(adds & ~self._facts):
            new.setdefault(fact, by)

    def _walk(self, member: int, ways: list[_Way]) -> list[_Way]:
        places = self._where[member]
        grown = True
        while grown:
            grown = False
            rest = []
            for way in ways:
                more = way.ends & ~places
                if not more:
                    continue
                source = way.source & places
                if (
                    source
                    and not way.asked & ~self._facts
                    and (
                        way.needs is None
                        or self._relaxed.possible(way.needs, self._facts, self._where)
                    )
                ):
                    come = (source & -source).bit_length() - 1
                    for place in each_number(more):
                        self._via[member][place] = (way.asked, come)
                    places |= way.ends
                    grown = True
                else:
                    rest.append(way)
            ways = rest
        self._where[member] = places
        return ways

    def _want(self, need: Need) -> None:
        waiting = [need]
        while waiting:
            need = waiting.pop()
            if isinstance(need, All):
                waiting += need.parts
            elif isinstance(need, Has):
                waiting += self._want_fact(need.fact)
            elif isinstance(need, Carried):
                waiting += self._want_fact(need.item)
            elif isinstance(need, At):
                waiting += self._want_at(need)
            elif isinstance(need, Either):
                met = [p for p in need.parts if self._relaxed.possible(p, self._facts, self._where)]
                if met:
                    waiting.append(met[0])
            elif isinstance(need, AtLeast):
                met = [p for p in need.parts if self._relaxed.possible(p, self._facts, self._where)]
                waiting += met[: need.least]

    def _want_fact(self, fact: int) -> list[Need]:
        bit = 1 << fact
        if bit & (self._state.facts | self._seen_facts):
            return []
        self._seen_facts |= bit
        sort, number, place = self._by[fact]
        task = self._relaxed._task
        if sort == "event":
            self._events[number] = None
            return [task.events[number].needs]
        if sort == "sight":
            for member, own in enumerate(self._where):
                if own >> place & 1:
                    return self._want_place(member, place)
            return []
        self._deeds[number] = None
        deed = task.deeds[number]
        found: list[Need] = [deed.needs]
        found += [need for item in each_number(deed.carries) for need in self._want_fact(item)]
        if deed.where:
            best = self._nearest(deed.where, deed.who)
            if best is not None:
                found += self._want_place(*best)
        return found

    def _nearest(self, places: Places, who: Members) -> tuple[int, int] | None:
        """A member and a place of some; one that is stood in already, if there is any."""
        later: tuple[int, int] | None = None
        for member, own in enumerate(self._where):
            if not who >> member & 1 or not own & places:
                continue
            now = self._state.where[member] | self._seen_places[member]
            if now & places:
                there = now & places
                return member, (there & -there).bit_length() - 1
            if later is None:
                there = own & places
                later = member, (there & -there).bit_length() - 1
        return later

    def _want_place(self, member: int, place: int) -> list[Need]:
        found: list[Need] = []
        while not (self._state.where[member] | self._seen_places[member]) >> place & 1:
            self._seen_places[member] |= 1 << place
            self._went |= 1 << place
            asked, come = self._via[member][place]
            for fact in each_number(asked):
                found += self._want_fact(fact)
            place = come
        return found

    def _want_at(self, at: At) -> list[Need]:
        able = [n for n, own in enumerate(self._where) if own & at.places and at.who >> n & 1]
        able.sort(key=lambda n: not self._state.where[n] & at.places)
        left = sum(1 for n, own in enumerate(self._where) if own and at.who >> n & 1)
        wanted = at.least if at.spare < 0 else left - at.spare
        rooms = self._relaxed.rooms
        wishes = []
        for member in able:
            now = self._state.where[member] | self._seen_places[member]
            places = list(each_number(self._where[member] & at.places))
            places.sort(key=lambda n: not now >> n & 1)
            wishes.append([(n, k) for n in places[:_WISHES] for k in range(min(rooms[n], len(able)))])
        seats = maximum_matching(wishes)
        found: list[Need] = []
        for number in sorted(seats)[: max(0, wanted)]:
            found += self._want_place(able[number], seats[number][0])
        return found
