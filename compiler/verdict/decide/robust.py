"""The pessimistic certificate: what the party can do whatever it has done before.

If the party can win by that alone, it can win from every state that play can reach.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.verdict.decide.standing import can_stand
from questwright.compiler.verdict.rules.room import rooms_of
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import (
    All,
    At,
    AtLeast,
    Either,
    Has,
    Lacks,
    every,
    leaves,
    parts_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from questwright.compiler.verdict.decide.relaxed import Reached, Relaxed
    from questwright.compiler.verdict.rules.state import State
    from questwright.compiler.verdict.task.need import Facts, Need, Places
    from questwright.compiler.verdict.task.task import Deed, Happening, Task


class _Sure(NamedTuple):
    """What can be had whatever comes."""

    facts: Facts
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
        self._rooms = rooms_of(task)
        self._links = [link for link in task.links if not link.refused]
        self._near: dict[int, list[tuple[int, int]]] = {}
        """For each place those to which a link leads both ways, and its index."""
        for number, link in enumerate(self._links):
            for here, there in ((link.first, link.second), (link.second, link.first)):
                if not link.is_one_way:
                    self._near.setdefault(here, []).append((there, number))
        masks = list(dict.fromkeys(link.who for link in self._links))
        self._classes = [tuple(who >> n & 1 for who in masks) for n in range(task.party)]
        """For each member which links it can take: the same for those who can take the same."""
        self._known_for: tuple[Facts, Facts] | None = None
        """The facts for which the next two are known."""
        self._sure_links: dict[int, bool] = {}
        self._cores: dict[tuple[int, tuple[int, ...]], Places] = {}
        self._asked = [self._asked_by(deed) for deed in task.deeds]
        """What each deed asks for; where that is where others stand, also where its doer does."""
        self._adders: dict[int, list[Deed | Happening]] = {}
        """For each fact the deeds and events that add it."""
        others: list[Deed | Happening] = [*task.deeds, *task.events]
        for other in others:
            for fact in each_number(other.adds):
                self._adders.setdefault(fact, []).append(other)

    def _asked_by(self, deed: Deed) -> Need:
        task = self._task
        everybody = task.everybody
        asked = [deed.needs]
        if deed.past:
            beside = (1 << len(task.places)) - 1 & ~deed.past
            asked.append(At(beside, task.party, everybody, "", deed.origin, spare=1))
        if deed.where and any(isinstance(leaf, At) for need in asked for leaf in leaves(need)):
            asked.append(At(deed.where, 1, deed.who & everybody, "", deed.origin))
        return every(*asked)

    def always_wins(self, state: State) -> bool:
        """Whether the party can win from this state, and from all that play reaches from it."""
        task = self._task
        reach = self._relaxed.reach(state, wants_all=True)
        if not reach.is_won:
            return False
        for victory in task.victories:
            if not victory.is_own and self._relaxed.possible(
                victory.needs, reach.facts, reach.where
            ):
                return False
        sure = self._sure(state, reach)
        if sure is None:
            return False
        held, lost, seeds, cores = sure
        never = ~reach.facts
        begun = state.facts & ~lost
        for member, own in enumerate(seeds):
            is_reliable = self._is_reliable(member, state, reach)
            if is_reliable and (
                not cores[member]
                or self._is_full(cores[member])
                or not self._stays(reach, member, own, begun, lost, never)
            ):
                return False
        return any(
            victory.is_own and self._is_sure(victory.needs, held, never, cores)
            for victory in task.victories
        )

    def surely(self, state: State, reach: Reached) -> tuple[Facts, Places]:
        """Facts and places that the party can have from a state, each by itself."""
        if any(not victory.is_own for victory in self._task.victories):
            return 0, 0
        sure = self._sure(state, reach)
        if sure is None:
            return 0, 0
        held, cores = sure.facts, sure.cores
        places = 0
        for core in cores:
            places |= core
        return held, places

    def _is_reliable(self, member: int, state: State, reach: Reached) -> bool:
        """Whether a member is there, and never lost."""
        return bool(state.where[member]) and not self._task.fallen[member] & reach.facts

    def _sure(self, state: State, reach: Reached) -> _Sure | None:
        """What can be had whatever comes; None if nobody can be relied on."""
        task = self._task
        lost = 0
        for n in reach.doable:
            lost |= task.deeds[n].removes
        for n in reach.happening:
            lost |= task.events[n].removes | task.events[n].live
        never = ~reach.facts
        sure = state.facts & ~lost
        reliable = [self._is_reliable(member, state, reach) for member in range(task.party)]
        if not any(reliable):
            return None
        cores = [0] * task.party
        comes = {id(task.deeds[n]) for n in reach.doable}
        comes |= {id(task.events[n]) for n in reach.happening}
        deeds = [n for n in reach.doable if self._is_kept(task.deeds[n], comes)]
        events = [n for n in reach.happening if not task.events[n].live]
        seeds = self._seeds(state, reach, lost)
        while True:
            for member, own in enumerate(seeds):
                if reliable[member]:
                    cores[member] = self._core(own, member, sure, never)
            grown = self._grown(sure, lost, never, cores, reach, (deeds, events))
            if grown == sure:
                return _Sure(sure, lost, seeds, cores)
            sure = grown

    def _seeds(self, state: State, reach: Reached, lost: Facts) -> list[Places]:
        """Where each member may as well be: beyond the ways of no return that are always open.

        Where such a way leads on, nobody counts on what there is before it.
        """
        deeds, never = self._task.deeds, ~reach.facts
        sure = state.facts & ~lost
        for n in reach.doable:
            # What takes no place, such as that a round comes, can come before anybody goes.
            if not deeds[n].where and self._is_sure(deeds[n].needs, sure, never, ()):
                sure |= deeds[n].adds & ~lost
        seeds = []
        for member, own in enumerate(state.where):
            seen, seed, beyond = 0, own, own
            while beyond and not beyond & seen:
                seed = beyond
                core = self._core(seed, member, sure, never)
                seen |= core | seed
                beyond = next(
                    (
                        1 << link.second
                        for link in self._links
                        if link.is_one_way
                        and link.who >> member & 1
                        and core >> link.first & 1
                        and not core >> link.second & 1
                        and self._is_sure(link.needs, sure, never, ())
                    ),
                    0,
                )
            seeds.append(seed)
        return seeds

    def _is_full(self, core: Places) -> bool:
        """Whether members may fill all there is to walk on: then nobody can change places."""
        return 1 < sum(self._rooms[n] for n in each_number(core)) <= self._task.party

    def _grown(
        self,
        sure: Facts,
        lost: Facts,
        never: Facts,
        cores: Sequence[Places],
        reach: Reached,
        doable: tuple[list[int], list[int]],
    ) -> Facts:
        """What can be had, with what deeds, events and sights bring that can always come."""
        task = self._task
        grown = sure
        together = self._are_together(cores)
        deeds, events = doable
        for n in deeds:
            deed = task.deeds[n]
            brings = deed.brings_now(reach.facts) & ~lost
            if not brings & ~grown:
                continue
            if deed.where and not any(
                deed.where & core and deed.who >> m & 1 for m, core in enumerate(cores)
            ):
                continue
            if deed.carries & task.carried and not together:
                continue
            if self._is_sure(self._asked[n], sure, never, cores):
                grown |= brings
        for n in events:
            event = task.events[n]
            is_new = bool(event.adds & ~lost & ~grown)
            if is_new and self._is_sure(event.needs, sure, never, cores):
                grown |= event.adds & ~lost
        for sight in task.sights:
            if any(sight.where & core for core in cores):
                grown |= sight.adds
        return grown

    def _is_kept(self, deed: Deed, comes: set[int]) -> bool:
        """Whether nothing but a deed itself makes it idle, and nothing is missed by that."""
        return not deed.once & ~deed.adds and not any(
            other is not deed and id(other) in comes and deed.adds & ~other.adds
            for fact in each_number(deed.once)
            for other in self._adders[fact]
        )

    def _core(self, own: Places, member: int, sure: Facts, never: Facts) -> Places:
        """The places between which a member walks for ever, both ways."""
        safe = [n for n in each_number(own) if self._task.places[n].clear < 0]
        if not safe:
            return 0
        if self._known_for != (sure, never):
            self._known_for = (sure, never)
            self._sure_links, self._cores = {}, {}
        key = safe[0], self._classes[member]
        if key not in self._cores:
            self._cores[key] = self._walked(safe[0], member, sure, never)
        return self._cores[key]

    def _walked(self, start: int, member: int, sure: Facts, never: Facts) -> Places:
        core, waiting = 1 << start, [start]
        while waiting:
            for there, number in self._near.get(waiting.pop(), ()):
                link = self._links[number]
                if core >> there & 1 or not link.who >> member & 1:
                    continue
                if number not in self._sure_links:
                    self._sure_links[number] = self._is_sure(link.needs, sure, never, ())
                if self._sure_links[number]:
                    core |= 1 << there
                    waiting.append(there)
        return core

    def _stays(
        self, reach: Reached, member: int, seed: Places, held: Facts, lost: Facts, never: Facts
    ) -> bool:
        """Whether a member can be nowhere from where it cannot come back.

        Whoever comes by a way that lasts, both ways, goes back by it. Whoever comes by another has
        to find one that is there already. Cells that may close are left in time.
        """
        reached = reach.where[member]
        for link in self._links:
            ends = 1 << link.first | 1 << link.second
            if ends & ~reached or not link.who >> member & 1:
                continue
            if not self._relaxed.possible(link.needs, reach.facts, reach.where):
                continue
            if not link.is_one_way and self._lasts(link.needs, lost, never):
                continue
            asked = sum({1 << leaf.fact for leaf in parts_of(link.needs) if isinstance(leaf, Has)})
            given = held | asked & ~lost
            home = self._core(seed, member, given, never)
            ways = [link.second] if link.is_one_way else [link.first, link.second]
            for there in ways:
                if not home >> there & 1 and not self._steps_back(
                    there, home, member, given, never
                ):
                    return False
        return True

    def _lasts(self, need: Need, lost: Facts, never: Facts) -> bool:
        """Whether a need that is met stays met."""
        return all(
            not lost >> leaf.fact & 1
            if isinstance(leaf, Has)
            else isinstance(leaf, Lacks) and never >> leaf.fact & 1
            for leaf in leaves(need)
        )

    def _steps_back(
        self, place: int, home: Places, member: int, given: Facts, never: Facts
    ) -> bool:
        """Whether one steps clear of a place that closes, and goes back from it before."""
        clear = self._task.places[place].clear
        if clear < 0:
            return False
        for link in self._links:
            for here, there in ((link.first, link.second), (link.second, link.first)):
                if here != place or not home >> there & 1 or not link.who >> member & 1:
                    continue
                # With room for all, nobody keeps anybody from stepping there.
                is_narrow = self._rooms[there] < self._task.party
                if is_narrow or (link.is_one_way and here == link.second):
                    continue
                if self._is_sure(link.needs, given | 1 << clear, never, ()):
                    return True
        return False

    def _are_together(self, cores: Sequence[Places]) -> bool:
        """Whether all members can always hand each other what they carry."""
        return all(core & cores[0] for core in cores)

    def _is_sure(self, need: Need, sure: Facts, never: Facts, cores: Sequence[Places]) -> bool:
        """Whether a need can be met whenever the party likes."""
        if isinstance(need, All):
            ats = [part for part in need.parts if isinstance(part, At)]
            rest = (part for part in need.parts if not isinstance(part, At))
            if not all(self._is_sure(part, sure, never, cores) for part in rest):
                return False
            return not ats or self._can_stand(ats, cores)
        if isinstance(need, Has):
            return bool(sure >> need.fact & 1)
        if isinstance(need, Lacks):
            return bool(never >> need.fact & 1)
        if isinstance(need, At):
            return self._can_stand([need], cores)
        if isinstance(need, Either):
            return any(self._is_sure(part, sure, never, cores) for part in need.parts)
        if isinstance(need, AtLeast):
            met = sum(
                self._is_sure(part, sure, never, cores)
                for part in need.parts
                if isinstance(part, Has | Lacks)
            )
            return met >= need.least
        return False

    def _can_stand(self, asked: Sequence[At], cores: Sequence[Places]) -> bool:
        if any(at.spare >= 0 for at in asked) and not all(cores):
            return False
        return can_stand(asked, cores, self._rooms)
