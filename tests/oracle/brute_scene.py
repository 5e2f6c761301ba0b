"""Where the members of a party stand at one moment of play, and who has what: see `brute`.

What is alike is taken together, and nothing else:

* Squares among which one can walk, and which neither a condition nor a deed that is open tells
  apart, are one *ground*. A member who cannot move, for his square is closed, has it for a ground
  of his own.
* Ways to stand, a ground for each member, between which they can walk with nothing happening are
  one *gathering*. In it items go from hand to hand wherever two can meet: of each that a lock
  still needs it is kept among whom it goes around.
* Members of whom no condition asks by name may change places.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from oracle.brute_asked import cells_of, is_so
from oracle.brute_cliffs import each_bit


class State(NamedTuple):
    """A moment of play."""

    gathering: Gathering
    carried: tuple[int, ...] | None
    """For each item that a lock still needs, the members among whom it goes around, as bits. None
    where there is a way that cannot be gone back: then it is told for each way to stand."""

    def each(self):
        """Each way to stand, and who may carry what then."""
        if self.carried is None:
            return self.gathering.held
        return [(way, self.carried) for way in self.gathering.ways]


class Gathering:
    """Ways to stand between which the members can walk with nothing happening."""

    def __init__(self, scene, ways, held=None) -> None:
        self.scene = scene
        self.ways = ways
        self.held = held
        """Each way to stand with who carries what, where there is no going back."""
        self.is_buried = any(ground and not ground & scene.free for ground in ways[0])
        self.pools = self._pools() if scene.keys and held is None else ()

    def _pools(self):
        """The members, as bits, among whom items go around."""
        scene = self.scene
        pools = [1 << one for one in range(len(self.ways[0]))]
        for combination, other in combinations(range(len(pools)), 2):
            if any(scene.can_meet(way, combination, other) for way in self.ways):
                joined = [pool for pool in pools if pool >> combination & 1 or pool >> other & 1]
                pools = [pool for pool in pools if pool not in joined] + [sum(joined)]
        return pools


class Scene:
    """What can be said of all moments of play at which the same facts hold."""

    def __init__(self, rules, facts) -> None:
        self.facts = facts
        self.free = rules.floor.free(facts)
        self.keys = rules.keys(facts)
        self.wins, self.loses = rules.wins(facts), rules.loses(facts)
        self.due, self.ready = [], []
        self.deeds = []
        self.falls = False
        for event in rules.events:
            if not facts & event.spent:
                form = event.holds(facts)
                if form is not False:
                    self.due.append((event, form))
            elif event.repeats:
                self.ready.append((event.spent, event.holds(facts)))
            else:
                continue
            self.falls |= bool(event.adds & rules.floor.shifting)
        self._know_deeds(rules)
        forms = [self.wins, self.loses, *(form for _, form in (*self.due, *self.ready))]
        self._stirs = [form for form in forms[: 2 + len(self.due)] if form is not False]
        self.parted = self._parting(forms)
        forms += [when for _, _, _, when in self.deeds]
        self._walled = self._parting(forms)
        self._rules = rules
        self._grounds = {}
        self._quiet = {}
        self.gatherings = {}

    def _know_deeds(self, rules):
        facts = self.facts
        for deed in rules.deeds:
            if facts & deed.once:
                continue
            new = rules.after(facts, deed)
            when = deed.when(facts)
            where = None if deed.where is None else deed.where(facts)
            if new != facts and when is not False and where != 0:
                self.deeds.append((deed, new, where, when))

    @staticmethod
    def _parting(forms):
        return tuple(dict.fromkeys(cells for form in forms for cells in cells_of(form)))

    @property
    def is_lame(self):
        return self.ground(0).is_lame

    def ground(self, one):
        """The board as a member walks over it."""
        found = self._grounds.get(one)
        if found is None:
            rules = self._rules
            facts = rules.as_for(one, self.facts)
            found = rules.floor.ground(facts, self._walled, rules.unseen(self.facts))
            self._grounds[one] = found
        return found

    def grounds(self, one, cells):
        """What some squares are parted into for a member; nothing is one piece."""
        cells &= ~self._rules.rough_cells[one]
        if not cells:
            return [0]
        ground = self.ground(one)
        left = cells & self.free
        found = [1 << cell for cell in each_bit(cells & ~self.free)]
        while left:
            one = ground.of[left.bit_length() - 1]
            found.append(one)
            left &= ~one
        return found

    def can_meet(self, way, one, other):
        """Whether what one holds can be handed to another."""
        ground, far = way[one] & self.free, way[other] & self.free
        return bool(self._rules.floor.in_reach(ground, self.facts) & far)

    def is_quiet(self, way):
        """Whether nothing at all happens while they stand so."""
        known = self._quiet.get(way)
        if known is None:
            known = self._quiet[way] = not (
                any(is_so(form, way) for form in self._stirs)
                or any(not is_so(form, way) for _, form in self.ready)
            )
        return known

    def walked(self, way):
        """All ways to stand to which they can walk from one with nothing happening."""
        if not self._walled:
            return [way]
        found = {way}
        waiting = [way]
        while waiting:
            for new in self._walks(waiting.pop()):
                if new not in found:
                    found.add(new)
                    waiting.append(new)
        return list(found)

    def _walks(self, way):
        for one, cells in enumerate(way):
            if cells & self.free:
                for other in self.ground(one).near(cells):
                    new = (*way[:one], other, *way[one + 1 :])
                    if self.is_quiet(new):
                        yield new

    def walked_and_handed(self, way, carried):
        """The same where there is no going back, and with who carries what at each of them."""
        found = {(way, carried)}
        waiting = [(way, carried)]
        while waiting:
            way, carried = waiting.pop()
            following = [(new, carried) for new in self._walks(way)]
            for key, holder in enumerate(carried):
                following += [
                    (way, (*carried[:key], 1 << other, *carried[key + 1 :]))
                    for other in range(len(way))
                    if self.can_meet(way, holder.bit_length() - 1, other)
                ]
            for new in following:
                if new not in found:
                    found.add(new)
                    waiting.append(new)
        return frozenset(found)
