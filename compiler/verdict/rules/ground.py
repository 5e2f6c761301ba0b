"""Where members can walk at one moment with nothing coming of it, and what conditions watch."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from questwright.compiler.verdict.rules.room import has_room, rooms_of
from questwright.compiler.verdict.rules.state import SpotMap, SpotStep, State, Watch
from questwright.compiler.verdict.task.bits import each_bit, each_number, joined, union
from questwright.compiler.verdict.task.lanes import lanes_at, signs_of
from questwright.compiler.verdict.task.need import (
    IMPOSSIBLE,
    At,
    Carried,
    asked_places,
    facts_asked,
    holds,
    leaves,
    ways_to_meet,
    with_facts,
)
from questwright.compiler.verdict.task.task import DeedSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeVar

    from questwright.compiler.verdict.task.need import Facts, Members, Need, Places
    from questwright.compiler.verdict.task.task import Bearing, Happening, Link, Task

    _Takes = tuple[str, tuple[Bearing, ...], Places, Places]
    """What a link counts, what whoever takes it carries, its flanks, and what is then free."""

    T = TypeVar("T")


_THREE = 3
"""So many members, and one of them is elsewhere while two change places."""


class Grounds:
    """The grounds of a task at every moment; what is worked out is kept."""

    def __init__(self, task: Task, shared: Places = 0) -> None:
        """The grounds as members stand in places that are ``shared`` as if there were no others."""
        self._task = task
        self.repeating: tuple[Happening, ...] = tuple(event for event in task.events if event.live)
        self._links = [link for link in task.links if not link.refused]
        walked = (need for link in task.links for need in link.asked)
        self._borne: Facts = task.borne
        self.asked: Facts = task.closing | facts_asked(*walked)
        """The facts that decide where one can walk."""
        self._watched: Facts = (
            facts_asked(*filter(_asks_who, task.asked()))
            | union(event.live or event.happened for event in task.events)
            | union(sight.adds for sight in task.sights)
            | union(deed.once for deed in task.deeds if any(True for _ in leaves(deed.needs)))
        )
        self.gathered: frozenset[int] = _gathered(task)
        """The deeds for which members gather: who stands where is not told before."""
        self.kinds: tuple[int, ...] = self._alike()
        """For each member the first who is like it in all that the task asks."""
        every = ([n for n, k in enumerate(self.kinds) if k == kind] for kind in {*self.kinds})
        self._alike_members = [members for members in every if len(members) > 1]
        self._watches = cache(self._watch)
        self._of = cache(self._of_member)
        self._walked = cache(self._ground)
        self._open = cache(self._open_for_some)
        self._lanes = cache(self._lanes_at)
        self._places = rooms_of(task, shared)
        self.room: Callable[[Places], int] = cache(
            lambda spot: sum(self._places[n] for n in each_number(spot))
        )
        """How many members a spot has room for."""
        self.has_room: Callable[[tuple[Places, ...]], bool] = cache(self._has_room)
        """Whether all members can stand on cells of their own."""
        self.pinned: Callable[[tuple[Places, ...]], Members] = cache(self._pinned)
        """The members who fill all the cells that they have: none of them can change places."""

    def _alike(self) -> tuple[int, ...]:
        task = self._task
        groups: list[Members] = [link.who for link in task.links]
        groups += [own.spared for link in task.links for own in link.bearing]
        groups += [place.bearing.spared for place in task.places if place.bearing]
        groups += [deed.who for deed in task.deeds]
        groups += [begin.who for begin in task.begins]
        groups += [gift.who for gift in task.gifts]
        groups += [gift.who for event in task.events for gift in event.gifts]
        asked = (leaf for need in task.asked() for leaf in leaves(need))
        groups += [leaf.who for leaf in asked if isinstance(leaf, At | Carried)]
        traits = [tuple(who >> n & 1 for who in dict.fromkeys(groups)) for n in range(task.party)]
        fallen = task.fallen or (0,) * task.party
        return tuple(
            n
            if fallen[n]
            else next(m for m in range(n + 1) if traits[m] == traits[n] and not fallen[m])
            for n in range(task.party)
        )

    def are_alike(self, member: int, other: int, state: State) -> bool:
        """Whether two members are in the same case, so that what one can do the other can."""
        return (
            self.kinds[member] == self.kinds[other]
            and state.where[member] == state.where[other]
            and state.hold[member] == state.hold[other]
        )

    def canonical(self, state: State) -> State:
        """The state in which members who are alike are in order."""
        if not self._alike_members:
            return state
        where, hold = list(state.where), list(state.hold)
        for members in self._alike_members:
            ordered = sorted((where[n], hold[n]) for n in members)
            for n, (own, items) in zip(members, ordered, strict=True):
                where[n], hold[n] = own, items
        return State(state.facts, tuple(where), tuple(hold))

    def choices(self, ways: Sequence[Sequence[T]], state: State) -> Iterator[tuple[T, ...]]:
        """Each choice of one way for each member; of members in the same case, in one order."""
        before = [
            next((m for m in range(n - 1, -1, -1) if self.are_alike(n, m, state)), -1)
            for n in range(len(ways))
        ]
        found: list[tuple[int, ...]] = [()]
        for way, same in zip(ways, before, strict=True):
            found = [
                (*known, number)
                for known in found
                for number in range(known[same] if same >= 0 else 0, len(way))
            ]
        for numbers in found:
            yield tuple(way[number] for way, number in zip(ways, numbers, strict=True))

    def watch(self, facts: Facts) -> Watch:
        """What conditions tell apart at this moment."""
        return self._watches(facts & self._watched)

    def _watch(self, facts: Facts) -> Watch:
        task = self._task
        lacked = ~facts
        atoms: dict[tuple[Places, Members], None] = {}
        # Of what nobody hands over, or what one walks with, it is told at every moment who has it.
        named = task.bound | self._borne
        for need in filter(_asks_who, task.still_asked(facts)):
            for leaf in leaves(with_facts(need, facts, lacked)):
                if isinstance(leaf, Carried):
                    named |= 1 << leaf.fact
        for need in filter(_asks_who, task.still_asked(facts, self.gathered)):
            for leaf in leaves(with_facts(need, facts, lacked)):
                if isinstance(leaf, At):
                    atoms[leaf.places, leaf.who] = None
        for sight in task.sights:
            if sight.adds & lacked:
                atoms[sight.where, -1] = None
        return Watch(tuple(atoms), named)

    def of(self, facts: Facts, member: int, but: Places = 0) -> SpotMap:
        """How a member can walk now, neither from nor to some places."""
        return self._of(facts & (self.asked | self._watched), member, but)

    def _of_member(self, facts: Facts, member: int, but: Places) -> SpotMap:
        kind = self.kinds[member]
        own = (places for places, who in self.watch(facts).atoms if who >> kind & 1)
        marks = tuple(dict.fromkeys(own))
        return self._walked(facts & self.asked, marks, kind, self.lanes(facts), but)

    def lanes(self, facts: Facts) -> Places:
        """The lanes of this moment: past whoever stands there nobody walks."""
        if self._task.is_finest:
            return self._task.lanes
        return self._lanes(facts & (self.asked | self._watched)) if self._task.lanes else 0

    def _lanes_at(self, facts: Facts) -> Places:
        task, lacked = self._task, ~facts
        events = (event for event in task.events if event.live or event.happened & lacked)
        seen = [*(event.needs for event in events), *(end.needs for end in task.victories)]
        left = (with_facts(need, facts, lacked) for need in seen)
        asked = [at for need in left for at in asked_places(need)]
        # Where all have to be, a third stands aside while two of them change places.
        marks = [at.places for at in asked if task.party < _THREE or not _asks_all(at, task)]
        marks += [sight.where for sight in task.sights if sight.adds & lacked]
        return lanes_at(task, self._open(facts & self.asked), marks)

    def _open_for_some(self, facts: Facts) -> tuple[Link, ...]:
        return tuple(link for link in self._links if holds(link.needs, facts, (), ()))

    def _ground(
        self, facts: Facts, marks: tuple[Places, ...], member: int, lanes: Places, but: Places
    ) -> SpotMap:
        count = len(self._task.places)
        signs = signs_of(self._task, marks, lanes)
        within: list[tuple[int, int]] = []
        out: list[tuple[int, int, bool, _Takes]] = []
        for link in self._open(facts):
            if not link.who >> member & 1 or link.ends & but:
                continue
            is_back = link.is_both_ways
            bearing = tuple(own for own in link.bearing if not own.spared >> member & 1)
            if is_back and not (bearing or link.flanks) and signs[link.first] == signs[link.second]:
                within.append((link.first, link.second))
            else:
                for a, b in link.ways:
                    free = sum(own for own in each_bit(link.flanks | 1 << a) if self.room(own) == 1)
                    out.append((a, b, is_back, (link.counts, bearing, link.flanks, free)))
        roots = joined(count, within)
        masks: dict[int, Places] = {}
        for n, root in enumerate(roots):
            masks[root] = masks.get(root, 0) | 1 << n
        spots = {n: masks[root] for n, root in enumerate(roots)}
        steps: dict[Places, dict[tuple[int, _Takes], bool]] = {}
        for a, b, is_back, takes in out:
            if spots[a] != spots[b] or takes[0]:
                known = steps.setdefault(spots[a], {})
                known[b, takes] = known.get((b, takes), False) or is_back
        return SpotMap(
            spots,
            {
                spot: tuple(SpotStep(to, is_back, *by) for (to, by), is_back in known.items())
                for spot, known in steps.items()
            },
        )

    def is_cornered(self, flanks: Places, where: Sequence[Places], member: int) -> bool:
        """Whether a friend stands on a place by which one goes round a corner."""
        others = {own for n, own in enumerate(where) if n != member}
        return any(flank in others and self.room(flank) == 1 for flank in each_bit(flanks))

    def beside(
        self, place: int, facts: Facts, member: int, held: Facts, changing: Facts = 0
    ) -> dict[int, tuple[Places, ...]]:
        """The places into which one steps clear of a place that closes.

        Each with the places that have to be free of friends, for each way there; 0 if none has to.
        Of facts that are ``changing`` it is not known whether they hold as one steps.
        """
        clear = self._task.places[place].clear
        open_now = facts | (1 << clear if clear >= 0 else 0)

        def leads(link: Link) -> bool:
            if not changing:
                return holds(link.needs, open_now, (), ())
            left = with_facts(link.needs, open_now & ~changing, ~open_now & ~changing)
            return left != IMPOSSIBLE

        found: dict[int, tuple[Places, ...]] = {}
        for link in self._links:
            if link.ends >> place & 1 and link.admits(member, held) and link.leads_clear:
                for here, there in link.ways:
                    if here == place and leads(link):
                        corner = sum(own for own in each_bit(link.flanks) if self.room(own) == 1)
                        found[there] = (*found.get(there, ()), corner)
        return {there: ways if all(ways) else (0,) for there, ways in found.items()}

    def keeps(self, member: int, item: Facts, state: State) -> bool:
        """Whether a member needs an item to be where it is, and hands it to nobody."""
        left = state.hold[member] & ~item
        places = (self._task.places[n] for n in each_number(state.where[member]))
        needed = (place.bearing for place in places if place.bearing is not None)
        return any(own.items & item and not own.is_met(member, left) for own in needed)

    def _has_room(self, where: tuple[Places, ...]) -> bool:
        here = [own for own in where if own]
        # One after the other, those first who have the least room.
        is_wide = all(taken < room for taken, room in enumerate(sorted(map(self.room, here))))
        return is_wide or has_room(here, self._places, len(here))

    def _pinned(self, where: tuple[Places, ...]) -> Members:
        left = len(where) - where.count(0)
        few = [n for n, own in enumerate(where) if own and self.room(own) <= left]
        if all(self.room(where[n]) == 1 for n in few):
            return 0
        found = 0
        for size in range(2, len(few) + 1):
            for group in combinations(few, size):
                if self.room(union(where[n] for n in group)) == size:
                    found |= sum(1 << n for n in group)
        return found

    def filled(
        self, where: tuple[Places, ...], mover: int, spot: Places
    ) -> Iterator[tuple[Places, ...]]:
        """Each way in which some of the others may fill a spot."""
        able = [n for n, own in enumerate(where) if n != mover and own & spot]
        for group in combinations(able, self.room(spot)) if self.room(spot) <= len(able) else ():
            way = tuple(own & spot if n in group else own for n, own in enumerate(where))
            if self.has_room((*way[:mover], 0, *way[mover + 1 :])):
                yield way


def _asks_all(at: At, task: Task) -> bool:
    """Whether it is asked that all members are somewhere."""
    return not task.everybody & ~at.who and at.wanted(task.party) >= task.party


def _asks_who(need: Need) -> bool:
    """Whether a need asks who stands where, or who carries what."""
    return any(isinstance(leaf, At | Carried) for leaf in leaves(need))


def _gathered(task: Task) -> frozenset[int]:
    """The deeds, by index, for which members gather; the others ask nobody, or in too many ways."""
    return frozenset(
        number
        for number, deed in enumerate(task.deeds)
        if deed.sort is not DeedSort.GO_THROUGH
        and any(asked_places(deed.needs))
        and ways_to_meet(deed.needs, lambda _: True) is not None
    )
