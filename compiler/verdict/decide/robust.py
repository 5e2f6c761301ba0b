"""The pessimistic certificate: what the party can do whatever it has done before.

If the party can win by that alone, it can win from every state that play can reach.
"""

from __future__ import annotations

from functools import cache, reduce
from operator import and_

from questwright.compiler.verdict.decide.certain import Certain, Ways
from questwright.compiler.verdict.task.bits import each_number, union
from questwright.compiler.verdict.task.need import (
    At,
    Has,
    every,
    lasts,
    leaves,
    parts_of,
)
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from questwright.compiler.verdict.decide.relaxed import Reached, Relaxed
    from questwright.compiler.verdict.rules.state import State
    from questwright.compiler.verdict.task.need import Facts, Need, Places
    from questwright.compiler.verdict.task.task import Deed, Happening, Link, Task


class _Sure(NamedTuple):
    """What can be had whatever comes."""

    certain: Certain
    lost: Facts
    """What may be lost."""
    seeds: list[Places]
    """For each member where it may as well be."""
    cores: list[Places]
    """For each member the places between which it walks for ever."""


class Robust:
    """The certificate of one task."""

    def __init__(self, task: Task, relaxed: Relaxed) -> None:
        self._task = task
        self._relaxed = relaxed
        self._ways = Ways(task)
        self._asked = [self._asked_by(deed) for deed in task.deeds]
        """What each deed asks for; where that is where others stand, also where its doer does."""
        self._bringers: list[Deed | Happening] = [*task.deeds, *task.events]
        """What deeds and events are counted by: first the deeds."""
        self._adders: dict[int, list[int]] = {}
        """For each fact those that add it."""
        for number, other in enumerate(self._bringers):
            for fact in each_number(other.adds):
                self._adders.setdefault(fact, []).append(number)
        self._rivals = cache(self._idled_by)

    def _asked_by(self, deed: Deed) -> Need:
        task = self._task
        everybody = task.everybody
        asked = [deed.needs]
        if deed.past:
            beside = (1 << len(task.places)) - 1 & ~deed.past
            asked.append(At(beside, task.party, everybody, "", deed.origin, spare=0))
        if deed.where and any(isinstance(leaf, At) for need in asked for leaf in leaves(need)):
            asked.append(At(deed.where, 1, deed.who & everybody, "", deed.origin))
        return every(*asked)

    def always_wins(self, state: State) -> bool:
        """Whether the party can win from this state, and from all that play reaches from it."""
        task = self._task
        reach = self._relaxed.reach(state, wants_all=True)
        if not reach.is_won:
            return False
        possible, others = self._relaxed.possible, (victory.needs for victory in task.others)
        if any(possible(need, reach.facts, reach.where) for need in others):
            return False
        sure = self._sure(state, reach)
        if sure is None or not any(
            sure.certain.meets(victory.needs, sure.cores) for victory in task.own
        ):
            return False
        homes = _Homes(self._ways, self._relaxed, state, reach, sure)
        return all(
            homes.are_kept(member)
            for member in range(task.party)
            if self._is_reliable(member, state, reach) and not self._is_buried(member, state, reach)
        )

    def surely(self, state: State, reach: Reached) -> tuple[Facts, Places]:
        """Facts and places that the party can have from a state, each by itself."""
        if self._task.others:
            return 0, 0
        sure = self._sure(state, reach)
        return (0, 0) if sure is None else (sure.certain.facts, union(sure.cores))

    def _is_reliable(self, member: int, state: State, reach: Reached) -> bool:
        """Whether a member is there, and never lost."""
        return bool(state.where[member]) and not self._task.fallen[member] & reach.facts

    def _is_buried(self, member: int, state: State, reach: Reached) -> bool:
        """Whether a member is buried for good, and so in nobody's way."""
        own = state.where[member]
        clears = (self._task.places[n].clear for n in each_number(own))
        return bool(own) and not any(n < 0 or reach.facts >> n & 1 for n in clears)

    def _sure(self, state: State, reach: Reached) -> _Sure | None:
        """What can be had whatever comes; None if nobody can be relied on."""
        task = self._task
        lost = union(task.deeds[n].removes for n in reach.doable)
        lost |= union(task.events[n].removes | task.events[n].live for n in reach.happening)
        reliable = [self._is_reliable(member, state, reach) for member in range(task.party)]
        if not any(reliable):
            return None
        there = sum(1 << n for n, own in enumerate(state.where) if own)
        certain = Certain(self._ways, state.facts & ~lost, ~reach.facts, there)
        first = len(task.deeds)
        comes = sum(1 << n for n in reach.doable) | sum(1 << first + n for n in reach.happening)
        # What is idle now, as a door that stands open, may be so for ever.
        waiting = [n for n in reach.doable if not task.deeds[n].once & state.facts]
        deeds = [n for n in waiting if not self._rivals(n) & comes]
        brings = {
            n: task.deeds[n].brings_now(~certain.never) & ~lost
            for n in deeds
            if not task.deeds[n].is_fate
        }
        happening = (task.events[n] for n in reach.happening if not task.events[n].live)
        # Nobody counts on what is given to somebody who may be lost.
        events = [(event.needs, event.added(reliable) & ~lost) for event in happening]
        seeds = self._seeds(state, reach, certain, lost)
        while True:
            wide = [
                certain.core(own, member) if reliable[member] else 0
                for member, own in enumerate(seeds)
            ]
            cores = [
                self._walked(own, core, certain) for own, core in zip(seeds, wide, strict=True)
            ]
            present = [wide[n] for n in each_number(certain.there)]
            free = [n for n in each_number(certain.there) if not self._is_buried(n, state, reach)]
            if self._ways.lanes and not self._gather([wide[n] for n in free]):
                return None
            # Then all can hand each other what they carry: in a full room from cell to cell.
            together = all(core & present[0] for core in present)
            brings = {n: added for n, added in brings.items() if added & ~certain.facts}
            grown = self._grown(certain, cores, brings, events, together=together)
            if grown == certain.facts:
                return _Sure(certain, lost, seeds, cores)
            certain = certain.also(grown)

    def _gather(self, cores: Sequence[Places]) -> bool:
        """Whether members who meet come together where they pass each other.

        Whoever has the shortest way there goes first, and from there they go where they like. Who
        is cut off from all others is in nobody's way.
        """
        for core in cores:
            meeting = [other for other in cores if other & core]
            common = reduce(and_, meeting, ~self._ways.lanes)
            if not meeting or not (common or len(meeting) == 1):
                return False
        return True

    def _walked(self, own: Places, core: Places, certain: Certain) -> Places:
        """Where a member can come to whatever others do: nobody changes places in a full room."""
        is_narrow = certain.there.bit_count() >= self._ways.room(core)
        if not is_narrow or not core & (core - 1):
            return core
        return 0 if own & (own - 1) else own

    def _seeds(self, state: State, reach: Reached, certain: Certain, lost: Facts) -> list[Places]:
        """Where each member may as well be: beyond the ways of no return that are always open.

        Where such a way leads on, nobody counts on what there is before it.
        """
        for n in reach.doable:
            deed = self._task.deeds[n]
            # What takes no place, such as that a round comes, can come before anybody goes.
            if not deed.where and not deed.is_fate and certain.meets(deed.needs):
                certain = certain.also(deed.adds & ~lost)
        one_way = [
            link
            for link in self._ways.links
            if link.is_one_way and not link.flanks and certain.meets(link.needs)
        ]
        seeds = []
        for member, own in enumerate(state.where):
            seen, seed, beyond = 0, own, own
            while beyond and not beyond & seen:
                seed = beyond
                core = certain.core(seed, member)
                seen |= core | seed
                beyond = next(
                    (
                        1 << link.second
                        for link in one_way
                        if link.admits(member, 0)
                        and core >> link.first & 1
                        and not core >> link.second & 1
                        and self._has_room(link, member, reach, certain)
                    ),
                    0,
                )
            seeds.append(seed)
        return seeds

    def _has_room(self, link: Link, member: int, reach: Reached, certain: Certain) -> bool:
        """Whether others can make room where a member comes onto the board."""
        end, room = 1 << link.second, self._ways.room
        return bool(self._task.places[link.first].cells) or all(
            room(end | certain.core(end, other)) >= certain.there.bit_count()
            for other, own in enumerate(reach.where)
            if other != member and own & end
        )

    def _grown(
        self,
        certain: Certain,
        cores: Sequence[Places],
        brings: Mapping[int, Facts],
        events: Sequence[tuple[Need, Facts]],
        *,
        together: bool,
    ) -> Facts:
        """What can be had, with what deeds, events and sights bring that can always come."""
        task = self._task
        grown, walked = certain.facts, union(cores)
        for n, added in brings.items():
            deed = task.deeds[n]
            if deed.where and not deed.where & walked:
                continue
            able = (m for m in range(len(cores)) if deed.who >> m & 1)
            if deed.where and not any(self._finds_room(deed.where, m, cores) for m in able):
                continue
            if deed.carries & task.carried and (not together or deed.carries & task.bound):
                continue
            if certain.meets(self._asked[n], cores):
                grown |= added
        for needs, adds in events:
            if adds & ~grown and certain.meets(needs, cores):
                grown |= adds
        for sight in task.sights:
            if any(sight.where & core for core in cores):
                grown |= sight.adds
        return grown

    def _finds_room(self, where: Places, member: int, cores: Sequence[Places]) -> bool:
        """Whether a member comes to some places, of which others who are stuck there leave some."""
        places = where & cores[member]
        stuck = sum(bool(own) and not own & ~places for n, own in enumerate(cores) if n != member)
        return bool(places) and self._ways.room(places) > stuck

    def _idled_by(self, number: int) -> int:
        """What makes a deed idle, as bits, so that something is missed by it.

        It is among them itself if it is idle before it is done.
        """
        deed = self._task.deeds[number]
        adders = {n for fact in each_number(deed.once) for n in self._adders.get(fact, ())}
        found = union(1 << n for n in adders - {number} if deed.adds & ~self._bringers[n].adds)
        return found | (1 << number if deed.once & ~deed.adds else 0)


class _Homes:
    """Whether members can always go back to where they walk for ever."""

    def __init__(
        self, ways: Ways, relaxed: Relaxed, state: State, reach: Reached, sure: _Sure
    ) -> None:
        self._ways = ways
        self._relaxed = relaxed
        self._state = state
        self._reach = reach
        self._sure = sure
        self._open: Facts = state.facts & ~sure.lost
        """What holds at every moment."""
        never, there = sure.certain.never, sure.certain.there
        self._certain = cache(lambda held: Certain(ways, held, never, there))

    def are_kept(self, member: int) -> bool:
        """Whether a member can be nowhere from where it cannot come back.

        Whoever comes by a way that lasts, both ways, goes back by it. Whoever comes by another has
        to find one that is there already. Cells that may close are left in time.
        """
        core = self._sure.certain.core(self._sure.seeds[member], member)
        room, reached = self._ways.room(core), self._reach.where[member]
        # Where members fill all that there is, nobody can change places, or come to it.
        present, never = self._sure.certain.there.bit_count(), self._sure.certain.never
        is_there = room == 1 and not self._state.where[member] & ~core
        # Whoever stays there makes way for nobody.
        is_there &= present == 1 or not self._ways.is_watched
        if not core or not (is_there or room > present or present == 1):
            return False
        come: dict[int, Facts] = {}
        for link in self._ways.links:
            if link.ends & ~reached or not link.who >> member & 1:
                continue
            if not self._relaxed.possible(link.needs, self._reach.facts, self._reach.where):
                continue
            if not all(own.is_met(member, self._reach.facts) for own in link.bearing):
                continue
            is_kept = not (link.is_one_way or link.flanks) and link.admits(member, 0)
            if is_kept and lasts(link.needs, ~self._sure.lost, never):
                continue
            # Whoever has come by it goes home by what holds then.
            asked = _asked(link)
            if all(self._returns(there, member, self._at(asked)) for _, there in link.ways):
                continue
            come = come or self._come_by(member)
            if not all(
                self._returns(there, member, self._at(asked | come.get(here, 0)))
                for here, there in link.ways
            ):
                return False
        return True

    def _come_by(self, member: int) -> dict[int, Facts]:
        """For each place to which a member can come what has held on every way there."""
        begun = self._at(0).core(self._sure.seeds[member], member) | self._state.where[member]
        come = dict.fromkeys(each_number(begun), 0)
        links = [
            link
            for link in self._ways.links
            if link.who >> member & 1
            and self._relaxed.possible(link.needs, self._reach.facts, self._reach.where)
        ]
        is_changing = True
        while is_changing:
            is_changing = False
            for link in links:
                asked = _asked(link)
                for here, there in link.ways:
                    if here in come:
                        held = come.get(there, -1) & (come[here] | asked)
                        is_changing |= held != come.get(there)
                        come[there] = held
        return come

    def _at(self, facts: Facts) -> Certain:
        """What is certain at a moment at which some facts hold."""
        return self._certain(self._open | facts & ~self._sure.lost)

    def _returns(self, place: int, member: int, now: Certain) -> bool:
        """Whether a member goes home from a place; before, where it is one that closes."""
        home = now.core(self._sure.seeds[member], member)
        clear = self._ways.task.places[place].clear
        if home >> place & 1 or clear < 0:
            return bool(home >> place & 1)
        before = now.also(1 << clear)
        beside = union(
            1 << there
            for link in self._ways.links
            if link.leads_clear and not link.flanks and link.admits(member, 0)
            for here, there in link.ways
            if here == place and home >> there & 1 and before.meets(link.needs)
        )
        # Each of the others may stand on one of the cells beside it.
        return self._ways.room(beside) >= now.there.bit_count()


def _asked(link: Link) -> Facts:
    """The facts that hold whenever somebody takes a link."""
    return sum({1 << leaf.fact for leaf in parts_of(link.needs) if isinstance(leaf, Has)})
