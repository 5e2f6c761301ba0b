"""Where the members of a party stand, and who carries what.

Members that no condition names are alike. Places that are joined, and that nothing still to come
tells apart, are one *ground*: who walks about on it changes nothing. Members who stand on one
ground, or on grounds beside each other, hand over what they carry as they like.
"""

from __future__ import annotations

from itertools import combinations, permutations, product
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.proof.budget import WAYS, CrowdedError
from questwright.compiler.proof.task.bits import each_bit, each_place
from questwright.compiler.proof.task.condition import (
    EVERYBODY,
    NOTHING,
    All,
    At,
    AtLeast,
    By,
    Either,
    Facts,
    Has,
    Lacks,
    Members,
    Need,
    Places,
    doers_of,
    facts_needed,
    is_met,
    stands_asked,
)
from questwright.compiler.proof.task.deeds import may, may_do
from questwright.compiler.proof.task.entries import assigned
from questwright.compiler.proof.task.task import Deed, DeedSort, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Member(NamedTuple):
    """One member of the party; the whole of it, where it never has to part."""

    places: Places
    """The ground that it stands on, or those of its places that it may stand in."""
    who: Members
    """Its own bit where a condition names it; 0 for those who are alike."""
    items: Facts
    """What it, and those to whom it can hand things over, carry of what is still needed."""


Party = tuple[Member, ...]


class Grounds(NamedTuple):
    """The board as it is at one time."""

    of: tuple[Places, ...]
    """The ground of each place."""
    near: dict[Places, tuple[Places, ...]]
    """For each ground, the places that one step leads to, and another back."""
    drops: dict[Places, tuple[Places, ...]]
    """For each ground, the places that a step leads to from which no such step leads back."""
    beside: dict[Places, Places]
    """For each ground, all these places as one."""


class Apart(NamedTuple):
    """How far the members of a party are told apart."""

    is_one: bool
    """Not at all: they are one piece."""
    by_name: bool = False
    """All of them, whether it matters or not."""
    is_pooled: bool = False
    """It does not matter who carries what."""


class Where:
    """The board of one problem under all that can hold, and the party on it."""

    def __init__(self, problem: Problem, deeds: Iterable[Deed], apart: Apart) -> None:
        is_one, by_name, is_pooled = apart
        self.problem = problem
        self.is_one = is_one
        self._deeds = tuple(deeds)
        self._asked: list[Places] = []
        self._goal = self._note(stands_asked(problem.goal))
        self._active = [(deed, self._note(_stands_of(deed))) for deed in self._deeds]
        self._active = [(deed, asked) for deed, asked in self._active if asked]
        self._labels = [
            sum(1 << j for j, places in enumerate(self._asked) if places >> number & 1)
            for number in range(len(problem.places))
        ]
        self._links: list[tuple[int, int, Need, bool]] = [
            (link.first, link.second, link.needs, link.is_one_way) for link in problem.links
        ]
        self.has_drops = any(link.is_one_way for link in problem.links)
        self._linked = 0
        for link in problem.links:
            held, lacked = facts_needed(link.needs)
            self._linked |= held | lacked
        self._clear = [
            (1 << number, 1 << place.clear)
            for number, place in enumerate(problem.places)
            if place.clear >= 0
        ]
        self.has_falls = any(
            deed.removes & clear for deed in self._deeds for _, clear in self._clear
        )
        self.named: Members = 0
        self.carried: Facts = 0
        self._choosy: Members = 0
        """Those of whom it matters who they are, as not everybody can walk everywhere."""
        for _, _, need, _ in self._links:
            who = doers_of(need)
            self._choosy |= who if who != EVERYBODY else 0
        self._fallen = sum(set(problem.fallen))
        # Off the board there is room for all.
        self._cells = [place.cells.bit_count() or problem.party for place in problem.places]
        if not is_one:
            self.named |= self._choosy
            self.named |= sum(1 << number for number, fact in enumerate(problem.fallen) if fact)
            for deed in problem.deeds:
                who = doers_of(deed.needs)
                self.named |= who if who != EVERYBODY else 0
            needs = [problem.goal, *(deed.needs for deed in problem.deeds)]
            for at in (at for need in needs for at in stands_asked(need)):
                self.named |= at.who
            if by_name or problem.comers:
                self.named = (1 << problem.party) - 1
            for deed in self._deeds if not is_pooled else ():
                self.carried |= deed.carries
        removable = 0
        for deed in self._deeds:
            removable |= deed.removes
        self._carrying = [
            (deed, bool(deed.once & removable)) for deed in self._deeds if deed.carries
        ]
        self._grounds: dict[tuple[Facts, int, Members], Grounds] = {}
        self._by_facts: dict[tuple[Facts, Members], Grounds] = {}

    def _note(self, stands: Iterable[At]) -> int:
        """The numbers, as bits, of what is asked of where somebody stands."""
        found = 0
        for at in stands:
            if at.places not in self._asked:
                self._asked.append(at.places)
            found |= 1 << self._asked.index(at.places)
        return found

    # -- the board at a time ------------------------------------------------------------------

    def grounds(self, facts: Facts, who: Members = 0) -> Grounds:
        """The board where some facts hold, for a member."""
        who &= self._choosy
        found = self._by_facts.get((facts, who))
        if found is None:
            active = self._goal
            for deed, asked in self._active:
                if deed.is_repeated or may_do(deed, facts):
                    active |= asked
            key = (facts & self._linked, active, who)
            found = self._grounds.get(key)
            if found is None:
                found = self._grounds[key] = self._join(facts, active, who)
            self._by_facts[facts, who] = found
        return found

    def _join(self, facts: Facts, active: int, who: Members) -> Grounds:
        count = len(self._labels)
        joined: list[list[int]] = [[] for _ in range(count)]
        steps: list[tuple[int, int]] = []
        dropping: list[tuple[int, int]] = []
        for first, second, needs, is_one_way in self._links:
            if needs is not NOTHING and not is_met(needs, facts, 0):
                continue
            if self._choosy and not self.is_one and not may(doers_of(needs), who):
                continue
            if is_one_way:
                dropping.append((first, second))
            elif (self._labels[first] ^ self._labels[second]) & active:
                steps += ((first, second), (second, first))
            else:
                joined[first].append(second)
                joined[second].append(first)
        of = _together(joined)
        near: dict[Places, dict[Places, None]] = {ground: {} for ground in of}
        drops: dict[Places, dict[Places, None]] = {}
        for first, second in steps:
            near[of[first]][1 << second] = None
        for first, second in dropping:
            if of[first] != of[second] and 1 << second not in near[of[first]]:
                drops.setdefault(of[first], {})[1 << second] = None
        return Grounds(
            of,
            {ground: tuple(sorted(places)) for ground, places in near.items()},
            {ground: tuple(sorted(places)) for ground, places in drops.items()},
            {ground: sum((*places, *drops.get(ground, ()))) for ground, places in near.items()},
        )

    def closed(self, facts: Facts) -> Places:
        """The places that something closes."""
        found = 0
        for place, clear in self._clear:
            if not facts & clear:
                found |= place
        return found

    # -- the party at a time -----------------------------------------------------------------

    def begins(self) -> list[Party]:
        """The ways in which the party can be set up."""
        problem = self.problem
        if self.is_one:
            comers = assigned(problem) if problem.comers else ()
            begun = {place for places in comers for place in places} or set(problem.starts)
            return [(Member(place, 0, 0),) for place in sorted(begun)]
        if problem.comers or (self.named and len(problem.starts) >= problem.party):
            seated = (
                tuple(
                    sorted(Member(place, self.named & 1 << n, 0) for n, place in enumerate(places))
                )
                for places in assigned(problem)
            )
            return list(dict.fromkeys(seated))
        squares: list[Places] = []
        for place in problem.starts:
            # More than the whole party cannot begin in one place.
            if squares.count(place) < problem.party:
                squares.append(place)
        if len(problem.starts) < problem.party:
            squares = [*problem.starts] * problem.party
        found: dict[Party, None] = {}
        for chosen in combinations(squares, problem.party):
            orders = permutations(chosen) if self.named else [chosen]
            for order in orders:
                members = (
                    Member(place, self.named & 1 << number, 0) for number, place in enumerate(order)
                )
                found[tuple(sorted(members))] = None
                if len(found) > WAYS:
                    raise CrowdedError
        return list(found)

    def needed(self, facts: Facts) -> Facts:
        """The items of which it still matters who carries them."""
        if not self.carried & facts:
            return 0
        found = 0
        for deed, may_be_again in self._carrying:
            if may_be_again or may_do(deed, facts):
                found |= deed.carries
        return found & facts

    def groups(self, facts: Facts, party: Party) -> list[list[int]]:
        """The members who can hand things over to each other, by their numbers."""
        closed = self.closed(facts)
        groups: list[list[int]] = []
        reach: list[Places] = []
        for number, member in enumerate(party):
            grounds = self.grounds(facts, member.who)
            ground = grounds.of[member.places.bit_length() - 1]
            reach.append(0 if member.places & closed else ground | grounds.beside[ground])
            near = [
                group
                for group in groups
                if not member.places & closed
                and any(
                    party[other].places & reach[number] & ~closed
                    or ((self._choosy or self.has_drops) and member.places & reach[other])
                    for other in group
                )
            ]
            merged = [other for group in near for other in group]
            groups = [group for group in groups if group not in near]
            groups.append([*merged, number])
        return groups

    def pooled(self, facts: Facts, party: Party) -> Party:
        """The same party written in one way: what a group carries is with its first member."""
        party = tuple(sorted(party))
        needed = self.needed(facts)
        if not needed:
            if not any(member.items for member in party):
                return party
            return tuple(sorted(member._replace(items=0) for member in party))
        members = list(party)
        for group in self.groups(facts, party):
            items = 0
            for number in group:
                items |= party[number].items
            first = min(group, key=lambda number: party[number][:2])
            for number in group:
                members[number] = party[number]._replace(
                    items=items & needed if number == first else 0
                )
        return tuple(sorted(members))

    def shared(self, facts: Facts, party: Party, number: int) -> Facts:
        """What a member carries, or can be handed."""
        if not self.carried:
            return 0
        if len(party) == 1:
            return party[0].items
        (group,) = (group for group in self.groups(facts, party) if number in group)
        items = 0
        for other in group:
            items |= party[other].items
        return items

    def shares(self, facts: Facts, party: Party) -> Iterator[Party]:
        """Each way in which members who can hand things over may share out what they carry.

        Each member keeps its number.
        """
        needed = self.needed(facts)
        options: list[list[tuple[Facts, int]]] = []
        for group in self.groups(facts, party) if needed and len(party) > 1 else ():
            items = 0
            for number in group:
                items |= party[number].items
            if len(group) > 1:
                options += [
                    [(item, number) for number in group] for item in each_bit(items & needed)
                ]
        yield from _dealt(party, options)

    def parted(self, facts: Facts, party: Party) -> list[Party]:
        """The party when something has come about, in each way in which it may have stood before.

        Nobody has walked meanwhile, or handed anything on. What an event has given is with anybody.
        """
        if facts & self._fallen:
            party = self._left(facts, party)
        choices = []
        for member in party:
            grounds = self.grounds(facts, member.who)
            own = dict.fromkeys(grounds.of[number] for number in each_place(member.places))
            choices.append([member.places & ground for ground in own])
        held = 0
        for one in party:
            held |= one.items
        given = each_bit(self.needed(facts) & ~held) if party else ()
        options = [[(item, number) for number in range(len(party))] for item in given]
        found: dict[Party, None] = {}
        for chosen in product(*choices):
            stood = tuple(
                one._replace(places=places, items=one.items & facts)
                for one, places in zip(party, chosen, strict=True)
            )
            for dealt in _dealt(stood, options):
                found[tuple(sorted(dealt))] = None
        return list(found)

    def _left(self, facts: Facts, party: Party) -> Party:
        """The party without those who are no longer in the quest."""
        gone = self.gone(facts)
        if self.is_one:
            return party if (1 << self.problem.party) - 1 & ~gone else ()
        return tuple(member for member in party if not member.who & gone)

    def gone(self, facts: Facts) -> Members:
        """The members who are no longer in the quest."""
        return sum(1 << n for n, fact in enumerate(self.problem.fallen) if facts & fact)

    def widened(self, facts: Facts, party: Party) -> Party:
        """The party on its grounds: it may walk about again."""
        members = (
            member._replace(
                places=self.grounds(facts, member.who).of[member.places.bit_length() - 1]
            )
            for member in party
        )
        return self.pooled(facts, tuple(members))

    def strolled(self, facts: Facts, party: Party, number: int, ground: Places) -> Iterator[Party]:
        """The party when one member has walked to a ground, nothing coming of it.

        In each way in which those who could meet before may have shared out what they carry among
        those who can meet afterwards.
        """
        stepped = (*party[:number], party[number]._replace(places=ground), *party[number + 1 :])
        needed = self.needed(facts)
        options: list[list[tuple[Facts, int]]] = []
        if needed and len(party) > 1:
            later = self.groups(facts, stepped)
            for group in self.groups(facts, party):
                items = 0
                for one in group:
                    items |= party[one].items
                firsts = [
                    first
                    for each in later
                    if (first := next((one for one in each if one in group), -1)) >= 0
                ]
                options += [
                    [(item, first) for first in firsts] for item in each_bit(items & needed)
                ]
        for dealt in _dealt(stepped, options):
            yield self.pooled(facts, dealt)

    def moved(self, facts: Facts, party: Party, number: int, place: Places) -> Iterator[Party]:
        """The party when one member has stepped somewhere, in each way of sharing what it has."""
        for shared in self.shares(facts, party):
            stepped = shared[number]._replace(places=place)
            yield tuple(sorted((*shared[:number], stepped, *shared[number + 1 :])))

    # -- what is asked -----------------------------------------------------------------------

    def meets(self, need: Need, facts: Facts, party: Party) -> bool:
        """Whether a need is met where the party stands."""
        if isinstance(need, Has):
            return bool(facts >> need.fact & 1)
        if isinstance(need, All):
            return all(self.meets(part, facts, party) for part in need.parts)
        if isinstance(need, At):
            return self._stands(need, facts, party)
        if isinstance(need, Either):
            return any(self.meets(part, facts, party) for part in need.parts)
        if isinstance(need, Lacks):
            return not facts >> need.fact & 1
        if isinstance(need, AtLeast):
            return sum(self.meets(part, facts, party) for part in need.parts) >= need.least
        if isinstance(need, By):
            return self.is_one or any(may(need.who, member.who) for member in party)
        return False

    def _stands(self, at: At, facts: Facts, party: Party) -> bool:
        count = self._count(at, facts, party)
        if at.spare < 0:
            return count >= at.least
        members = at.who or (1 << self.problem.party) - 1
        left = (members & ~self.gone(facts)).bit_count()
        if not at.is_roomy:
            places = at.places & ~self.closed(facts)
            count = min(count, sum(self._cells[number] for number in each_place(places)))
        return count >= left - at.spare

    def _count(self, at: At, facts: Facts, party: Party) -> int:
        places = at.places
        if self._clear:
            places &= ~self.closed(facts)
        if self.is_one:
            members = at.who.bit_count() or self.problem.party
            return members if party and party[0].places & places else 0
        return sum(
            1 for member in party if member.places & places and (not at.who or member.who & at.who)
        )

    def buried(self, facts: Facts, party: Party) -> int:
        """How many members something has closed in where they stand."""
        closed = self.closed(facts)
        return sum(1 for member in party if not member.places & ~closed)


def _together(joined: list[list[int]]) -> tuple[Places, ...]:
    """For each place all those that it is joined to, over however many others."""
    of = [0] * len(joined)
    for number in range(len(joined)):
        if of[number]:
            continue
        ground, waiting = 1 << number, [number]
        while waiting:
            for other in joined[waiting.pop()]:
                if not ground >> other & 1:
                    ground |= 1 << other
                    waiting.append(other)
        for place in each_place(ground):
            of[place] = ground
    return tuple(of)


def _stands_of(deed: Deed) -> list[At]:
    stands = list(stands_asked(deed.needs))
    if deed.is_forced and deed.sort is DeedSort.ENTER:
        stands.append(At(deed.where, "", deed.origin))
    return stands


def _dealt(party: Party, options: list[list[tuple[Facts, int]]]) -> Iterator[Party]:
    """A party in which each of some items is with one of some members, in each way."""
    for chosen in product(*options):
        members = list(party)
        for item, number in chosen:
            members = [member._replace(items=member.items & ~item) for member in members]
            members[number] = members[number]._replace(items=members[number].items | item)
        yield tuple(members)
