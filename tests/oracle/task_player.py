"""A player without wits for small tasks: every state, member by member and cell by cell.

It is written from the meaning of verdicts, and shares nothing with the rules of the solver but what
a task is made of, and what a need is.
"""

from __future__ import annotations

from collections import deque
from itertools import product
from typing import NamedTuple

from questwright.compiler.verdict.task.need import (
    BURIED,
    IMPOSSIBLE,
    NOTHING,
    All,
    At,
    Either,
    holds,
    leaves,
    transformed,
)
from questwright.compiler.verdict.task.task import DeedSort, Place

LOST = -1


class TooBig(Exception):
    """There are too many states for a player without wits."""


class Moment(NamedTuple):
    """The facts, the place of each member, and what each carries."""

    facts: int
    where: tuple[int, ...]
    hold: tuple[int, ...]


class Played(NamedTuple):
    """What a player has found."""

    verdict: str
    can_lose: bool
    facts: int
    """All facts that came to hold before play ended."""
    places: tuple[int, ...]
    """For each member the places in which it has stood."""


def bits(mask):
    """The bits of a set."""
    return [1 << n for n in range(mask.bit_length()) if mask >> n & 1]


def has_any(bearing, member, held):
    """Whether a member carries one of some items, or need not."""
    return bool(bearing.spared >> member & 1) or bool(bearing.items & held)


def carries(way, member, held):
    """Whether a member carries what it takes to go over a link."""
    return all(has_any(bearing, member, held) for bearing in way.bearing)


def only_leaving(need, asked):
    """A need without those of several ways to meet it for which nobody leaves."""
    if isinstance(need, All):
        return All(tuple(only_leaving(part, asked) for part in need.parts))
    if isinstance(need, Either):
        ways = [part for part in need.parts if not {*leaves(part)}.isdisjoint(asked)]
        return Either(tuple(only_leaving(part, asked) for part in ways)) if ways else need
    return need


class TaskPlayer:
    """The states of one task."""

    def __init__(self, task, most=4_000):
        self.task, self.most = task, most
        self.places = (*task.places, Place(-1, 0))
        self.rooms = [place.cells.bit_count() if place.cells else 99 for place in self.places]
        self.gone = len(task.places)
        """Where somebody is who has left the board, as others are about to."""

    # -- what holds ------------------------------------------------------------------------------

    def closed(self, facts, place):
        clear = self.places[place].clear
        return clear >= 0 and not facts >> clear & 1

    def meets(self, need, now):
        standing = [
            0 if n == LOST else BURIED if self.closed(now.facts, n) else 1 << n for n in now.where
        ]
        return holds(need, now.facts, standing, now.hold)

    def fits(self, where):
        return all(where.count(n) <= self.rooms[n] for n in {*where} - {LOST})

    def is_lane(self, place):
        """Whether nobody passes who stands there."""
        return self.places[place].is_lane

    # -- what happens by itself ------------------------------------------------------------------

    def settled(self, now, depth=0):
        """Each way in which it comes to rest: the state, and the victory or None."""
        assert depth < 100
        facts = now.facts
        awake = [n for n in now.where if n != LOST and not self.closed(facts, n)]
        for sight in self.task.sights:
            if any(sight.where >> n & 1 for n in awake):
                facts |= sight.adds
        for event in self.task.events:
            if event.live & facts and not self.meets(event.needs, now):
                facts &= ~event.live
        if facts != now.facts:
            yield from self.settled(now._replace(facts=facts), depth)
            return
        if {*now.where} == {LOST}:
            yield now, -1
            return
        for number, victory in enumerate(self.task.victories):
            if self.meets(victory.needs, now):
                yield now, number
                return
        due = [event for event in self.task.events if self.is_due(event, now)]
        if not due:
            yield now, None
            return
        states = {now}
        for event in due:
            states = {
                then
                for state in states
                for then in (
                    self.brought(state, event.adds, event.removes, event.gifts)
                    if {*state.where} != {LOST} and self.is_due(event, state)
                    else (state,)
                )
            }
        for state in states:
            yield from self.settled(state, depth + 1)

    def is_due(self, event, now):
        return not now.facts & (event.live or event.happened) and self.meets(event.needs, now)

    def brought(self, now, adds, removes, gifts=()):
        """Each way in which effects come out."""
        task = self.task
        lacking = given_adds = gone = 0
        able = []
        for gift in gifts:
            who = [n for n, place in enumerate(now.where) if place != LOST and gift.who >> n & 1]
            if who:
                given_adds |= gift.adds
                gone |= gift.item
                if gift.item & task.carried:
                    able.append([(gift.item, n) for n in who])
            else:
                lacking |= gift.adds
        facts = (now.facts | adds & ~(lacking & ~given_adds)) & ~removes | given_adds
        given = adds & facts & ~now.facts & task.carried & ~gone
        for chosen in product(*able):
            hold = [own & ~removes for own in now.hold]
            for item, member in chosen:
                hold = [own & ~item for own in hold]
                hold[member] |= item
            where, left = list(now.where), given
            for member, fact in enumerate(task.fallen):
                if fact & facts and where[member] != LOST:
                    left |= hold[member]
                    hold[member], where[member] = 0, LOST
            for way in self.cleared(now.facts, facts, where, now.hold):
                yield from self.shared(Moment(facts, way, tuple(hold)), left)

    def shared(self, now, items):
        """Items go to whoever the players choose of those on the board, or else of all left."""
        left = [n for n, place in enumerate(now.where) if place != LOST]
        board = [
            n for n in left
            if self.places[now.where[n]].cells and not self.closed(now.facts, now.where[n])
        ]  # fmt: skip
        if not left or not items:
            yield now
            return
        for takers in product(board or left, repeat=items.bit_count()):
            hold = list(now.hold)
            for item, taker in zip(bits(items), takers, strict=True):
                hold[taker] |= item
            yield now._replace(hold=tuple(hold))

    def cleared(self, before, facts, where, hold):
        """Who stands where something closes steps clear, and is buried where there is no room."""
        hit = [
            n != LOST and self.closed(facts, n) and not self.closed(before, n) for n in where
        ]  # fmt: skip
        ways = []
        for member, place in enumerate(where):
            beside = self.beside(member, place, facts, hold[member]) if hit[member] else []
            ways.append([place, *beside])
        for way in product(*ways):
            stays = [m for m in range(len(way)) if hit[m] and way[m] == where[m]]
            full = all(
                way.count(there) >= self.rooms[there] for m in stays for there in ways[m][1:]
            )
            if full and self.fits(way):
                yield way

    def beside(self, member, place, facts, held):
        facts |= 1 << self.places[place].clear
        found = set()
        for way in self.task.links:
            for here, there in ((way.first, way.second), (way.second, way.first)):
                is_back = way.is_one_way and here == way.second
                is_led = here == place and not is_back and way.is_way_clear
                if not is_led or not way.who >> member & 1 or self.closed(facts, there):
                    continue
                if not carries(way, member, held):
                    continue
                if holds(way.needs, facts, (), ()):
                    found.add(there)
        return sorted(found - {place})

    # -- what the party does ---------------------------------------------------------------------

    def moves(self, now):
        """Each thing that may be done, and how all stand then: `is_fate`, `is_time`, states."""
        for member, place in enumerate(now.where):
            if place == LOST or self.closed(now.facts, place):
                continue
            for there, facts in self.steps(now, member):
                where = (*now.where[:member], there, *now.where[member + 1 :])
                yield False, False, [now._replace(where=where, facts=facts)]
        for giver, taker in product(range(len(now.where)), repeat=2):
            if giver != taker and now.hold[giver] and self.touch(now, giver, taker):
                for item in bits(now.hold[giver] & ~self.task.bound):
                    kept = self.places[now.where[giver]].bearing
                    left = now.hold[giver] & ~item
                    if kept and kept.items & item and not has_any(kept, giver, left):
                        continue
                    hold = list(now.hold)
                    hold[giver] &= ~item
                    hold[taker] |= item
                    yield False, False, [now._replace(hold=tuple(hold))]
        for deed in self.task.deeds:
            is_time = deed.sort in (DeedSort.WAIT, DeedSort.RECOVER)
            for states in self.done(deed, now):
                yield deed.is_fate, is_time, states

    def steps(self, now, member):
        """The places to which a member walks, and the facts; friends who fill one are passed."""
        waiting = [(now.where[member], now.facts)]
        seen = {*waiting}
        others = [*now.where[:member], *now.where[member + 1 :]]
        for place, facts in waiting:
            for way in self.task.links:
                for here, there in ((way.first, way.second), (way.second, way.first)):
                    is_back = way.is_one_way and here == way.second
                    if here != place or is_back or not way.who >> member & 1:
                        continue
                    if not carries(way, member, now.hold[member]):
                        continue
                    if not holds(way.needs, facts, (), ()):
                        continue
                    then = there, self.counted(facts, way.counts)
                    if then in seen:
                        continue
                    seen.add(then)
                    if others.count(there) < self.rooms[there]:
                        yield then
                    elif self.places[now.where[member]].cells and self.passes(
                        now._replace(facts=facts), member, there
                    ):
                        waiting.append(then)

    def passes(self, now, member, there):
        """Whether nothing comes of it that a member is where friends are, or one where it was.

        In a lane nobody is passed.
        """
        if self.is_lane(there):
            return False
        here, friend = now.where[member], now.where.index(there)
        besides = [*now.where]
        besides[member] = there
        apart = [*besides]
        apart[friend] = here
        return not all(self.comes_of(now._replace(where=tuple(way))) for way in (besides, apart))

    def comes_of(self, now):
        """Whether play ends, or something is due."""
        ends = any(self.meets(victory.needs, now) for victory in self.task.victories)
        return ends or any(self.is_due(event, now) for event in self.task.events)

    def counted(self, facts, name):
        """The facts after the first deed that is done by taking a way and can be."""
        for deed in self.task.deeds:
            is_counted = deed.sort is DeedSort.GO_THROUGH and deed.id == name
            if is_counted and holds(deed.needs, facts, (), ()):
                return (facts | deed.adds) & ~deed.removes
        return facts

    def touch(self, now, giver, taker):
        """Whether one can hand another something."""
        here, there = now.where[giver], now.where[taker]
        if LOST in (here, there) or not all(self.places[n].cells for n in (here, there)):
            return False
        ways = [way for way in self.task.links if {way.first, way.second} == {here, there}]
        asked = [way.needs if way.things is None else way.things for way in ways]
        return here == there or any(holds(need, now.facts, (), ()) for need in asked)

    def done(self, deed, now):
        adds = deed.adds
        for find in deed.finds:
            adds |= 0 if find.unless & now.facts else find.adds
        if deed.once and not deed.once & ~now.facts:
            return
        if not adds & ~now.facts and not deed.removes & now.facts:
            return
        if deed.sort is DeedSort.GO_THROUGH or not self.meets(deed.needs, now):
            return
        if not deed.where:
            yield list(self.brought(now, adds, deed.removes))
            return
        carries = deed.carries & self.task.carried
        for member, place in enumerate(now.where):
            if place == LOST or self.closed(now.facts, place) or not deed.where >> place & 1:
                continue
            if not deed.who >> member & 1 or carries & ~now.hold[member]:
                continue
            others = [*now.where[:member], *now.where[member + 1 :]]
            if any(
                n != LOST and deed.past >> n & 1 and not self.closed(now.facts, n) for n in others
            ):
                continue
            got = adds & ~now.facts & ~deed.removes & self.task.carried
            hold = list(now.hold)
            hold[member] |= got
            doing = Moment(now.facts | got, now.where, tuple(hold))
            yield list(self.brought(doing, adds, deed.removes))

    # -- the whole of play -----------------------------------------------------------------------

    def begun(self):
        task = self.task
        ways = [[b for b in task.begins if b.who >> member & 1] for member in range(task.party)]
        for way in product(*ways):
            cells = [b.cell for b in way if b.cell >= 0]
            if len({*cells}) == len(cells):
                where = tuple(b.place for b in way)
                is_there = any(self.places[n].cells for n in where)
                if is_there or not any(b.cell >= 0 for b in task.begins):
                    nothing = Moment(0, where, (0,) * task.party)
                    yield from self.brought(nothing, task.given, 0, task.gifts)

    def play(self, start=None):
        """The verdict, from the beginning of play or from a state."""
        own, wins, loses, is_vacuous = {}, set(), False, False
        facts, places = 0, [0] * self.task.party
        starts = [*self.begun()] if start is None else [start]
        found = [pair for begin in {*starts} for pair in self.settled(begin)]
        waiting = deque(now for now, end in found if end is None)
        is_vacuous = any(self.is_win(end) for _, end in found)
        known = {*waiting}
        while waiting:
            now = waiting.popleft()
            if len(known) > self.most:
                raise TooBig
            facts |= now.facts
            for member, place in enumerate(now.where):
                places[member] |= 0 if place == LOST else 1 << place
            for is_fate, is_time, then, end in self.onward(now):
                if end is None:
                    if not is_fate:
                        own.setdefault(then, set()).add(now)
                    if then not in known:
                        known.add(then)
                        waiting.append(then)
                elif not is_fate and self.is_win(end):
                    wins.add(now)
                elif not is_fate and not is_time:
                    loses = True
        good, waiting = {*wins}, [*wins]
        while waiting:
            for before in own.get(waiting.pop(), ()):
                if before not in good:
                    good.add(before)
                    waiting.append(before)
        ruled = self._by_own_doing(found, own)
        won = "winnable" if known <= good else "can-strand"
        verdict = "vacuous" if is_vacuous else won if good & ruled else "unwinnable"
        return Played(verdict, loses, facts, tuple(places))

    def is_win(self, end):
        return end is not None and end >= 0 and self.task.victories[end].is_own

    # -- off the board ---------------------------------------------------------------------------

    def can_leave(self, now, need):
        """Whether members can walk off the board, one after the other, so that a need is met."""
        asked = [leaf for leaf in leaves(need) if isinstance(leaf, At) and leaf.leaves]

        def without(counts):
            return transformed(need, lambda leaf: counts(leaf) if leaf in asked else leaf)

        def at_once(leaf):
            return NOTHING if isinstance(leaf, At) else leaf

        def is_met(here, by):
            def counts(at):
                left = [
                    n for n, place in enumerate(here.where) if place != LOST and at.who >> n & 1
                ]
                gone = sum(1 for n in left if by[n] >= 0 and at.places >> by[n] & 1)
                return NOTHING if left and gone >= at.wanted(len(left)) else IMPOSSIBLE

            # To all else that is asked, whoever has left stands where it has.
            where = tuple(
                out if out >= 0 else place for out, place in zip(by, here.where, strict=True)
            )
            return self.meets(without(counts), here._replace(where=where))

        if not asked:
            return False
        need = only_leaving(need, asked)
        if not self.meets(transformed(need, at_once), now):
            return False
        waiting = [(now, (-1,) * len(now.where))]
        known = {*waiting}
        for here, by in waiting:
            for then, out in self.walked_off(here, by, asked):
                if is_met(then, out):
                    return True
                for calm, end in self.settled(then):
                    if end is None and (calm, out) not in known:
                        if is_met(calm, out):
                            return True
                        known.add((calm, out))
                        waiting.append((calm, out))
            if len(known) > self.most:
                raise TooBig
        return False

    def walked_off(self, now, by, asked):
        """How all are after somebody has stepped to a place or off the board."""
        for member, place in enumerate(now.where):
            if place in (LOST, self.gone) or self.closed(now.facts, place):
                continue
            is_there = self.places[place].cells
            steps = self.steps(now, member) if is_there else ()
            ways = [(there, facts, by) for there, facts in steps]
            if any(at.places >> place & 1 and at.who >> member & 1 for at in asked):
                ways.append((self.gone, now.facts, (*by[:member], place, *by[member + 1 :])))
            for there, facts, out in ways:
                where = (*now.where[:member], there, *now.where[member + 1 :])
                yield now._replace(where=where, facts=facts), out

    def onward(self, now):
        for number, victory in enumerate(self.task.victories):
            if victory.is_own and self.can_leave(now, victory.needs):
                yield False, False, now, number
        for is_fate, is_time, states in self.moves(now):
            for then, end in {pair for state in states for pair in self.settled(state)}:
                yield is_fate, is_time, then, end

    def _by_own_doing(self, found, own):
        """The states to which the party comes by its own doing."""
        onward = {}
        for then, befores in own.items():
            for before in befores:
                onward.setdefault(before, []).append(then)
        seen = {now for now, end in found if end is None}
        waiting = [*seen]
        while waiting:
            for then in onward.get(waiting.pop(), ()):
                if then not in seen:
                    seen.add(then)
                    waiting.append(then)
        return seen
