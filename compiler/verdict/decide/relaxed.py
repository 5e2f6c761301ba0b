"""The optimistic certificate: what could come about if nothing were ever lost.

What is out of reach here is out of reach in truth.
"""

from __future__ import annotations

from collections import deque
from copy import copy
from itertools import combinations

from questwright.compiler.deadline import check_time
from questwright.compiler.grid.matching import maximum_matching
from questwright.compiler.verdict.decide.rows import Row, RowSort, rows_of
from questwright.compiler.verdict.rules.room import can_stand, rooms_of
from questwright.compiler.verdict.task.bits import each_number, union
from questwright.compiler.verdict.task.closing import closed_for_good
from questwright.compiler.verdict.task.gates import OF_GATES, is_for_gates
from questwright.compiler.verdict.task.gifts import had
from questwright.compiler.verdict.task.need import (
    All,
    At,
    AtLeast,
    Carried,
    Either,
    Has,
    Lacks,
    asked_places,
    away_from,
    can_be_met,
    leaves,
)
from questwright.compiler.verdict.task.variants import away_at_will
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from questwright.compiler.verdict.rules.state import State
    from questwright.compiler.verdict.task.need import Facts, Leaf, Members, Need, Places
    from questwright.compiler.verdict.task.task import Task


class Reached(NamedTuple):
    """All that can come about if nothing is ever lost."""

    facts: Facts
    where: tuple[Places, ...]
    """For each member the places that it can come to."""
    doable: tuple[int, ...]
    """The indices of the deeds that can be done, in an order in which they can."""
    happening: tuple[int, ...]
    """The same for events."""
    is_won: bool

    @property
    def places(self) -> Places:
        """The places that anybody can come to."""
        return union(self.where)


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


_NOTHING_NEW: tuple[Iterable[int], Iterable[int]] = ((), ())
"""No fact and no place has changed."""
_WISHES = 32
"""Places of which one is chosen for a member to stand in."""


class Relaxed:
    """A task in which nothing is ever lost."""

    def __init__(self, task: Task) -> None:
        beyond = 1 << len(task.places)
        task = away_at_will(task)
        if task.closing:
            task = task.mapped(lambda need: away_from(need, beyond), lambda places: places)
        self.task = task
        self.rows = tuple(rows_of(task))
        self.rooms = [*rooms_of(task), task.party]
        """For each place how many it has room for; and beyond all of them, for who is buried."""
        self._closes = [
            (1 << n, 1 << task.places[n].clear) for n in each_number(closed_for_good(task))
        ]
        """The places that are never cleared again, once something closes them: by which fact."""
        gates = task.of_sorts(*OF_GATES)
        self._passing = {
            number
            for number, event in enumerate(task.events)
            if task.party > 1 and not task.friends_block and is_for_gates(event, gates)
        }
        """The events that happen as one member is over another."""
        self._lasting: Facts = task.lasting
        self._begun: Facts = 0
        """Those of them that hold where one begins."""
        self.by_fact: dict[int, list[int]] = {}
        """For each fact the rows that ask for it."""
        self.by_place: dict[int, list[int]] = {}
        """For each place the rows that may come about once somebody is there."""
        for number, row in enumerate(self.rows):
            facts, places = row.asked, row.where
            for leaf in leaves(row.needs) if row.needs is not None else ():
                if isinstance(leaf, At):
                    places |= leaf.places
                    for fallen in task.fallen if leaf.counts_left else ():
                        facts |= fallen
                elif isinstance(leaf, Has | Carried):
                    facts |= 1 << leaf.fact
            if row.needs is not None and len([*asked_places(row.needs)]) > 1:
                # Others have to be out of the way: they may be so wherever they come to.
                places = (1 << len(task.places)) - 1
            for fact in each_number(facts):
                self.by_fact.setdefault(fact, []).append(number)
            for place in each_number(places):
                self.by_place.setdefault(place, []).append(number)

    def settle(
        self,
        looks: Callable[[int], tuple[Iterable[int], Iterable[int]] | None],
        first: Sequence[int],
    ) -> None:
        """Look at some rows ``first``, and at each when something has changed that it asks for.

        Whoever ``looks`` at one says which facts and places that has changed; None ends it.
        """
        queue = deque(first)
        is_waiting = [False] * len(self.rows)
        for number in first:
            is_waiting[number] = True
        while queue:
            number = queue.popleft()
            is_waiting[number] = False
            changed = looks(number)
            if changed is None:
                return
            if changed is _NOTHING_NEW:
                continue
            for rows, new in zip((self.by_fact, self.by_place), changed, strict=True):
                for one in new:
                    for other in rows.get(one, ()):
                        if not is_waiting[other]:
                            is_waiting[other] = True
                            queue.append(other)

    def begin(self, facts: Facts) -> Facts:
        """Begin at a moment with these facts; returns those of them that hold for good."""
        self._begun = facts & self._lasting
        return self._begun

    def standing(self, state: State) -> list[Places]:
        """Where members stand; beyond all places who is buried for good."""
        if not self._closes:
            return [*state.where]
        beyond = 1 << len(self.task.places)
        grave = union(place for place, clear in self._closes if not state.facts & clear)
        return [beyond if own and not own & ~grave else own for own in state.where]

    def reach(self, state: State, *, wants_all: bool = False) -> Reached:
        """What can come about from a state: up to a win by the party's own doing, or all of it."""
        return _Spreading(self, state, wants_all=wants_all).reach()

    def wins_without(self, places: Places, state: State) -> bool:
        """Whether the party wins from a state by its own doing, and never enters some places."""
        where = tuple(own & ~places for own in state.where)
        return _Spreading(self, state._replace(where=where), wants_all=False, shut=places).is_won

    def each_won_without(self, sets: Sequence[Places], state: State) -> dict[Places, bool]:
        """The same for each of several sets of places.

        What comes about without any of some sets does so without each of them: it is looked for
        once. Of half of them the other half is opened then, and so on.
        """
        begun = union(state.where)
        alone = {places: self.wins_without(places, state) for places in sets if places & begun}
        others = [places for places in dict.fromkeys(sets) if not places & begun]
        shut = union(others)
        waiting = [(others, _Spreading(self, state, wants_all=False, shut=shut))] if others else []
        while waiting:
            shared, around = waiting.pop()
            if around.is_won or len(shared) == 1:
                alone |= dict.fromkeys(shared, around.is_won)
                continue
            half = len(shared) // 2
            parts = shared[:half], shared[half:]
            waiting += ((part, around.opened(union(part))) for part in parts)
        return alone

    def plan(self, state: State) -> Plan | None:
        """Deeds and events that win if nothing is ever lost; None if none do."""
        return _Spreading(self, state, wants_all=False).plan()

    def possible(
        self, need: Need, facts: Facts, where: Sequence[Places], *, event: int = -1
    ) -> bool:
        """Whether a need can be met with these facts by members who stand where they like.

        It may be that of an event.
        """
        over = event in self._passing

        def holds(leaf: Leaf) -> bool:
            if isinstance(leaf, Has):
                return bool(facts >> leaf.fact & 1)
            if isinstance(leaf, Carried):
                left = (n for n, own in enumerate(where) if own)
                return bool(facts >> leaf.fact & 1) and any(leaf.who >> n & 1 for n in left)
            return isinstance(leaf, Lacks) and not self._begun >> leaf.fact & 1

        return can_be_met(
            need, holds, lambda asked: self._can_stand(asked, facts, where, over), otherwise=True
        )

    def _can_stand(
        self, asked: Sequence[At], facts: Facts, where: Sequence[Places], over: int
    ) -> bool:
        """Whether members can stand as is asked; of all who are left some may be lost by then.

        So many more than it has room for may be ``over`` others on each place.
        """
        rooms = [room + over for room in self.rooms] if over else self.rooms
        if can_stand(asked, where, rooms):
            return True
        if not any(at.counts_left for at in asked):
            return False
        lost = [n for n, fact in enumerate(self.task.fallen) if fact & facts and where[n]]
        return any(
            can_stand(asked, [0 if n in gone else own for n, own in enumerate(where)], rooms)
            for size in range(1, len(lost) + 1)
            for gone in combinations(lost, size)
        )


class _Spreading:
    """What comes about from one state, each thing with what it comes of."""

    def __init__(
        self, relaxed: Relaxed, state: State, *, wants_all: bool, shut: Places = 0
    ) -> None:
        """Nobody enters places that are ``shut``."""
        self._relaxed = relaxed
        self._state = state
        self._shut = shut
        self._facts = state.facts
        self._stood = relaxed.standing(state)
        self._where = [*self._stood]
        self._by: dict[int, tuple[Row, int]] = {}
        """For each fact what brings it about; with a sight, from which place."""
        self._via: list[dict[int, tuple[Facts, int]]] = [{} for _ in state.where]
        """For each member and place the facts that the last step there takes, and from where."""
        self._doable: list[int] = []
        self._happening: list[int] = []
        self._won: Need | None = None
        self._deeds: dict[int, None] = {}
        self._events: dict[int, None] = {}
        self._went: Places = 0
        self._seen_facts: Facts = 0
        self._seen_places: list[Places] = [0] * len(state.where)
        self._wants_all = wants_all
        begun = relaxed.begin(self._facts)
        self._over = [
            (bool(row.once) and not row.once & ~begun) or (row.is_fate and not wants_all)
            for row in relaxed.rows
        ]
        self._spread(range(len(relaxed.rows)))

    @property
    def is_won(self) -> bool:
        """Whether a win has come about."""
        return self._won is not None

    def opened(self, shut: Places) -> _Spreading:
        """The same if nobody enters some of the places alone that are shut; it has no plan."""
        return copy(self).go_on(shut)

    def go_on(self, shut: Places) -> _Spreading:
        """What comes about once others of the places are open."""
        opens, self._shut = self._shut & ~shut, shut
        self._where, self._over = [*self._where], [*self._over]
        self._by, self._via = {}, [{} for _ in self._where]
        self._doable, self._happening = [*self._doable], [*self._happening]
        self._spread([n for n, row in enumerate(self._relaxed.rows) if row.ends & opens])
        return self

    def reach(self) -> Reached:
        """What has come about."""
        beyond = 1 << len(self._relaxed.task.places)
        both = zip(self._where, self._state.where, strict=True)
        facts, where = self._facts, tuple(was if own == beyond else own for own, was in both)
        doable, happening = tuple(self._doable), tuple(self._happening)
        return Reached(facts, where, doable, happening, self.is_won)

    def plan(self) -> Plan | None:
        """What of it is needed to win."""
        if self._won is None:
            return None
        self._want(self._won)
        return Plan(frozenset(self._deeds), frozenset(self._events), self._went)

    # -- forward ------------------------------------------------------------------------------

    def _spread(self, first: Sequence[int]) -> None:
        check_time()
        relaxed, over = self._relaxed, self._over
        rows = relaxed.rows

        def looks(number: int) -> tuple[Iterable[int], Iterable[int]] | None:
            row = rows[number]
            if over[number] or row.asked & ~self._facts:
                return _NOTHING_NEW
            new_facts, new_places = self._come_about(row)
            if new_facts is None:
                return _NOTHING_NEW
            if row.sort is not RowSort.WAY:
                over[number] = True
                if row.sort is RowSort.VICTORY and not self._wants_all:
                    return None
            return each_number(new_facts), each_number(new_places)

        relaxed.settle(looks, first)

    def _come_about(self, row: Row) -> tuple[Facts | None, Places]:
        """What a row brings that is new, facts and places; None if it does not come about yet."""
        event = row.number if row.sort is RowSort.EVENT else -1
        if row.needs is not None and not self._relaxed.possible(
            row.needs, self._facts, self._where, event=event
        ):
            return None, 0
        if row.sort is RowSort.WAY:
            return self._walked(row)
        there = -1
        if row.where:
            for member, own in enumerate(self._where):
                if own & row.where and row.who >> member & 1:
                    there = member
                    break
            else:
                return None, 0
        if row.sort is RowSort.VICTORY:
            self._won = self._won or self._relaxed.task.victories[row.number].needs
            return 0, 0
        if row.sort is RowSort.DEED:
            self._doable.append(row.number)
        elif row.sort is RowSort.EVENT:
            self._happening.append(row.number)
        new = row.adds & ~self._facts
        if row.sort is RowSort.EVENT:
            new &= ~had(self._relaxed.task.events[row.number].gifts, self._where).lacks
        place = -1
        if row.sort is RowSort.SIGHT:
            seen = self._where[there] & row.where
            place = (seen & -seen).bit_length() - 1
        for fact in each_number(new):
            self._by[fact] = (row, place)
        self._facts |= new
        return new, 0

    def _walked(self, row: Row) -> tuple[Facts | None, Places]:
        new = 0
        for member, own in enumerate(self._where):
            more = row.ends & ~(own | self._shut)
            source = row.where & own
            if not source or not more or not row.who >> member & 1:
                continue
            come = (source & -source).bit_length() - 1
            for place in each_number(more):
                self._via[member][place] = (row.asked, come)
            self._where[member] = own | more
            new |= more
        return (0 if new else None), new

    # -- and back -----------------------------------------------------------------------------

    def _want(self, need: Need) -> None:
        waiting = [need]
        while waiting:
            need = waiting.pop()
            if isinstance(need, All):
                waiting += need.parts
            elif isinstance(need, Has | Carried):
                waiting += self._want_fact(need.fact)
            elif isinstance(need, At):
                waiting += self._want_at(need)
            elif isinstance(need, Either | AtLeast):
                met = [p for p in need.parts if self._relaxed.possible(p, self._facts, self._where)]
                waiting += met[: need.least if isinstance(need, AtLeast) else 1]

    def _want_fact(self, fact: int) -> list[Need]:
        bit = 1 << fact
        if bit & (self._state.facts | self._seen_facts):
            return []
        self._seen_facts |= bit
        row, place = self._by[fact]
        number, task = row.number, self._relaxed.task
        if row.sort is RowSort.EVENT:
            self._events[number] = None
            return [task.events[number].needs]
        if row.sort is RowSort.SIGHT:
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
            now = self._stood[member] | self._seen_places[member]
            if now & places:
                there = now & places
                return member, (there & -there).bit_length() - 1
            if later is None:
                there = own & places
                later = member, (there & -there).bit_length() - 1
        return later

    def _want_place(self, member: int, place: int) -> list[Need]:
        found: list[Need] = []
        while not (self._stood[member] | self._seen_places[member]) >> place & 1:
            self._seen_places[member] |= 1 << place
            self._went |= 1 << place
            asked, come = self._via[member][place]
            for fact in each_number(asked):
                found += self._want_fact(fact)
            place = come
        return found

    def _want_at(self, at: At) -> list[Need]:
        able = [n for n, own in enumerate(self._where) if own & at.places and at.who >> n & 1]
        able.sort(key=lambda n: not self._stood[n] & at.places)
        left = sum(1 for n, own in enumerate(self._where) if own and at.who >> n & 1)
        wanted = at.wanted(left)
        rooms = self._relaxed.rooms
        wishes = []
        for member in able:
            now = self._stood[member] | self._seen_places[member]
            places = list(each_number(self._where[member] & at.places))
            places.sort(key=lambda n: not now >> n & 1)
            wishes.append(
                [
                    (n, k)
                    for n in places[:_WISHES]
                    for k in range(len(able) if at.leaves else min(rooms[n], len(able)))
                ]
            )
        seats = maximum_matching(wishes)
        found: list[Need] = []
        for number in sorted(seats)[: max(0, wanted)]:
            found += self._want_place(able[number], seats[number][0])
        for member, fallen in enumerate(self._relaxed.task.fallen):
            # Who does not come there has to be lost, where all who are left are asked for.
            is_missing = len(seats) < wanted and member not in able and at.who >> member & 1
            if is_missing and fallen & self._facts:
                found += self._want_fact(fallen.bit_length() - 1)
        return found
