"""What the members of a party can do, and what comes of it: see `brute`."""

from __future__ import annotations

from itertools import product

from oracle.brute_asked import is_so
from oracle.brute_cliffs import each_bit
from oracle.brute_floor import has_room, parts
from oracle.brute_scene import Gathering, Scene, State

__all__ = ["LOST", "WON", "Party", "TooManyStates"]


class TooManyStates(Exception):
    """The quest is not a small one."""


WON, LOST = "won", "lost"
FOLLOWING = 50
"""Events that may happen one upon the other."""


class Party:
    """What the members of the party can do, and what comes of it."""

    def __init__(self, rules) -> None:
        self.rules = rules
        self.size = len(rules.quest.party)
        self.everybody = (1 << self.size) - 1
        self.alike = [one for one in range(self.size) if one not in rules.named]
        self.outside = sum(1 << cell for cell in rules.floor.outside.values())
        self._scenes = {}
        self._settled = {}

    def scene(self, facts):
        found = self._scenes.get(facts)
        if found is None:
            found = self._scenes[facts] = Scene(self.rules, facts)
        return found

    def begin(self):
        """The moments at which play can begin."""
        rules = self.rules
        outside = {*rules.floor.outside.values()}
        every = [
            (way, here)
            for way in product(*rules.starts)
            if (here := [cell for cell in way if cell not in outside])
        ]
        # Two begin on one square only where there is no other way to begin.
        seated = [way for way, here in every if len({*here}) == len(here)]
        crowded = [way for way, here in every if len({*here}) == min(len(here), len(rules.begun))]
        ways = {self.sorted(tuple(1 << cell for cell in way))[0] for way in seated or crowded}
        carried = (0,) * len(self.scene(self.rules.given).keys)
        return list(
            dict.fromkeys(
                state for way in ways for state in self.settle(self.rules.given, way, carried)
            )
        )

    # -- what comes of it -------------------------------------------------------------------------

    def settle(self, facts, places, carried, depth=0):
        """Let happen what must, wherever each stands of some squares."""
        key = (facts, places, carried)
        found = self._settled.get(key)
        if found is None:
            if depth > FOLLOWING:
                raise TooManyStates
            found = []
            scene = self.scene(facts)
            for way in product(*(parts(cells, scene.parted) for cells in places)):
                if self.has_room(way):
                    found += self._settle(scene, way, carried, depth)
            found = self._settled[key] = tuple(dict.fromkeys(found))
        return found

    def _settle(self, scene, way, carried, depth):
        facts = scene.facts
        if not any(way):
            yield LOST
            return
        for spent, form in scene.ready:
            if not is_so(form, way):
                facts &= ~spent
        if is_so(scene.wins, way):
            yield WON
            return
        if is_so(scene.loses, way):
            yield LOST
            return
        event = next((event for event, form in scene.due if is_so(form, way)), None)
        if event is None:
            yield from self._stand(facts, way, carried)
            return
        new = self.rules.after(facts, event)
        carried = self.hand(facts, carried, new, self.everybody)
        way = tuple(0 if new & self.rules.lost[n] else cells for n, cells in enumerate(way))
        clear = (self.rules.clear_of(one, way, facts, new) for one in range(self.size))
        for each in product(*clear):
            seen = new
            for shown, _ in each:
                seen |= shown
            handed = carried if seen == new else self.hand(new, carried, seen, 0)
            yield from self.settle(seen, tuple(cells for _, cells in each), handed, depth + 1)

    def hand(self, facts, carried, new, to):
        """Who carries what once other facts hold, and what is gained goes to some."""
        keys = self.scene(new).keys
        if not keys:
            return ()
        had = dict(zip(self.scene(facts).keys, carried, strict=True))
        found = [had.get(key, to) for key in keys]
        lost = sum(1 << one for one in range(self.size) if new & self.rules.lost[one])
        # What somebody had who is lost is with whoever is left, as they choose.
        return tuple(self.everybody & ~lost if among & lost else among for among in found)

    def has_room(self, way):
        """Whether each who is on the board has a square for himself."""
        return has_room([cells & ~self.outside for cells in way])

    def _stand(self, facts, places, carried):
        scene = self.scene(facts)
        for way in product(*(scene.grounds(place, cells) for place, cells in enumerate(places))):
            if not self.has_room(way):
                continue
            if scene.is_lame:
                yield from self._lame(scene, way, carried)
                continue
            gathering, order = self.gathering(scene, way)
            if not carried:
                yield State(gathering, ())
                continue
            found = [
                [pool for pool in gathering.pools if pool & self.reordered(among, order)]
                for among in carried
            ]
            for among in product(*found):
                yield State(gathering, among)

    def _lame(self, scene, way, carried):
        """The moments that a way to stand may be, where there is a way with no going back."""
        way, order = self.sorted(way)
        each = [[1 << bit for bit in each_bit(self.reordered(among, order))] for among in carried]
        for holders in product(*each):
            known = scene.gatherings.get((way, holders))
            if known is None:
                held = scene.walked_and_handed(way, holders)
                made = Gathering(scene, [one for one, _ in held], held)
                known = scene.gatherings.setdefault(held, made)
                scene.gatherings[way, holders] = known
            yield State(known, None)

    def gathering(self, scene, way):
        """The gathering of a way to stand, and which member of it is which there."""
        way, order = self.sorted(way)
        known = scene.gatherings.get(way)
        if known is None:
            made = Gathering(scene, scene.walked(way))
            for one in made.ways:
                one, its = self.sorted(one)
                scene.gatherings.setdefault(one, (made, its))
            known = scene.gatherings[way]
        made, its = known
        if its == order:
            return made, None
        back = [0] * self.size
        for one, other in zip(its, order, strict=True):
            back[one] = other
        return made, back

    def sorted(self, way):
        """A way to stand, with those in order who are alike; and who each of them was."""
        order = list(range(self.size))
        if len(self.alike) > 1:
            for one, was in zip(self.alike, sorted(self.alike, key=way.__getitem__), strict=True):
                order[one] = was
            way = tuple(way[one] for one in order)
        return way, order

    @staticmethod
    def reordered(members, order):
        """Some members as bits, each in the place of whom he was."""
        if order is None:
            return members
        return sum(1 << one for one, was in enumerate(order) if members >> was & 1)

    # -- what they can do -------------------------------------------------------------------------

    def moves(self, state):
        """What may come next."""
        found = {}
        if state.carried is None:
            # Where there is no going back, wherever one walks is a moment of its own.
            for way, carried in state.gathering.held:
                found |= dict.fromkeys(self._lame(state.gathering.scene, way, carried))
            found.pop(state, None)
        for group in (*self.steps(state), *self.deeds(state)):
            found |= dict.fromkeys(group)
        return tuple(found)

    def each(self, state):
        """The ways to stand between which they walk to and fro, with who carries what."""
        if state.carried is not None:
            return state.each()
        scene = state.gathering.scene
        return [one for one in state.each() if state in self._lame(scene, *one)]

    def steps(self, state):
        """For each step of one onto a square by which something changes, what may come of it."""
        gathering = state.gathering
        scene, facts = gathering.scene, gathering.scene.facts
        each = scene.falls or gathering.is_buried
        groups = {}
        for way, carried in self.each(state):
            for one, ground in enumerate(way):
                if ground & scene.free:
                    for key, cells, new, other in self._targets(scene, one, ground, each=each):
                        before, after = way[:one], way[one + 1 :]
                        if other and scene.is_quiet((*before, other, *after)):
                            continue
                        group = groups.setdefault((one, key), {})
                        group[(*before, cells, *after), carried] = new
        for group in groups.values():
            found = set()
            for (places, carried), new in group.items():
                handed = carried if new == facts else self.hand(facts, carried, new, 0)
                found.update(self.settle(new, places, handed))
            yield found

    def _targets(self, scene, one, ground, *, each):
        """The squares next to a ground, together or one by one: what holds there, which ground."""
        board = scene.ground(one)
        cells = board.next[ground]
        sight = self.rules.sight
        found = []
        while cells:
            cell = cells.bit_length() - 1
            seen = sight[cell] & ~scene.facts
            other = 0 if seen else board.of[cell]
            alike = 1 << cell
            if not each:
                alike = cells & (other or self.rules.areas[seen])
            found.append(((alike if each else other or -seen), alike, scene.facts | seen, other))
            cells &= ~alike
        return found

    def deeds(self, state):
        """For each deed, what may come of it."""
        scene, facts = state.gathering.scene, state.gathering.scene.facts
        for deed, new, where, when in scene.deeds:
            found = set()
            for way, carried in self.each(state):
                if not is_so(when, way):
                    continue
                if where is None:
                    found.update(self.settle(new, way, self.hand(facts, carried, new, 0)))
                    continue
                for one, ground in enumerate(way):
                    if ground & where and (deed.doers is None or one in deed.doers):
                        had = self._with_key(scene, carried, deed.key, 1 << one)
                        if had is not None:
                            places = (*way[:one], ground & where, *way[one + 1 :])
                            handed = self.hand(facts, had, new, 1 << one)
                            found.update(self.settle(new, places, handed))
            if found:
                yield found

    @staticmethod
    def _with_key(scene, carried, key, doer):
        """Who carries what when the doer carries a key; None where he cannot."""
        if not key:
            return carried
        at = scene.keys.index(key)
        if not carried[at] & doer:
            return None
        return (*carried[:at], doer, *carried[at + 1 :])
