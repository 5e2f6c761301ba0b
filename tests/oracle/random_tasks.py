"""Small tasks made at random: a few places, ways between them, and what is done and happens there.

They are values and come from no quest, so that the solver is tried on what no drawing says either.
"""

from __future__ import annotations

import random

from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.gifts import Gift
from questwright.compiler.verdict.task.need import (
    NOTHING,
    At,
    AtLeast,
    Carried,
    Has,
    Lacks,
    every,
    some,
)
from questwright.compiler.verdict.task.task import (
    Bearing,
    Begin,
    Deed,
    DeedSort,
    Ending,
    FactInfo,
    FactSort,
    Find,
    Happening,
    Link,
    Place,
    Sight,
    Task,
)
from questwright.dsl.source import Span

HERE = Span("", 0, 0)


def deed(sort, where, needs=NOTHING, adds=0, **more):
    """A deed without words."""
    return Deed(sort, more.pop("id", "d"), "", where, 0, needs, adds, HERE, **more)


def happening(needs, adds, removes, happened, **more):
    """An event without words; that it has happened is among what it adds."""
    adds |= happened
    return Happening("e", "", needs, adds, removes, 0, HERE, happened, **more)


def at(places, least=1, who=-1, **more):
    """A need that members stand in some places."""
    return At(places, least, who, "", HERE, **more)


def has(fact):
    """A need that a fact holds."""
    return Has(fact, HERE)


def lacks(fact):
    """A need that a fact does not hold."""
    return Lacks(fact, HERE)


def link(first, second, needs=NOTHING, **more):
    """A way."""
    return Link(first, second, needs, "", HERE, **more)


def ending(needs, *, is_own=True):
    """A victory."""
    return Ending(needs, is_own, "", HERE)


class _TaskMaker:
    def __init__(self, seed):
        self.chance = random.Random(f"task {seed}")
        self.facts = []
        self.deeds, self.events, self.sights, self.links = [], [], [], []
        self.party = self.chance.choice((1, 1, 2, 2, 2, 3))
        self.count = self.chance.randint(3, 5)
        self.places = []
        self.fallen = [0] * self.party
        self.given = self.carried = 0

    def fact(self, sort):
        """A new fact, as a set."""
        self.facts.append(FactInfo(sort, f"f{len(self.facts)}", "", HERE))
        return 1 << len(self.facts) - 1

    def often(self, share):
        return self.chance.random() < share

    def who(self, share=0.15):
        """Everybody, or some of them."""
        if self.party == 1 or not self.often(share):
            return -1
        return self.chance.randint(1, (1 << self.party) - 1)

    def some_places(self, most=2):
        numbers = self.chance.sample(range(self.count), self.chance.randint(1, most))
        return sum(1 << n for n in numbers)

    def place(self, number):
        rooms = self.chance.choice((1, 1, 2, 3, 4))
        clear = -1
        if number and self.often(0.12):
            bit = self.fact(FactSort.CLEAR)
            self.given |= bit
            clear = bit.bit_length() - 1
        self.places.append(Place(number, ((1 << rooms) - 1) << 8 * number, clear))

    def known(self, *sorts):
        """A fact of some sorts; None if there is none."""
        fit = [n for n, info in enumerate(self.facts) if info.sort in sorts]
        return self.chance.choice(fit) if fit else None

    def need(self, *, is_stood=True):
        """Something that a deed, an event or a victory asks for."""
        fact = self.known(FactSort.HAVE, FactSort.SET, FactSort.OPEN, FactSort.DEFEATED)
        if fact is None or self.often(0.4 if is_stood else 0.0):
            least = self.chance.choice((1, 1, 2)) if self.party > 1 else 1
            who = self.who()
            if self.often(0.25):
                return at(self.some_places(), 1, who, spare=self.chance.choice((0, 0, 1)))
            if self.often(0.1):
                return at(self.some_places(), 1, who, spare=0, is_away=True)
            if self.often(0.06):
                parts = tuple(at(1 << n) for n in self.chance.sample(range(self.count), 3))
                return AtLeast(2, parts)
            return at(self.some_places(), least, who)
        is_asked = self.party > 1 and is_stood and self.often(0.15)
        if is_asked and self.facts[fact].sort is FactSort.HAVE:
            self.carried |= 1 << fact
            return Carried(fact, self.who(), "", HERE)
        return lacks(fact) if self.often(0.15) else has(fact)

    def lock(self, number):
        """A way that a deed opens, with an item, by force or from afar."""
        bit = self.fact(FactSort.OPEN)
        fact = bit.bit_length() - 1
        asked = [has(fact)]
        first, second = self.links[number].first, self.links[number].second
        where = 1 << first | (1 << second if self.often(0.7) else 0)
        if self.often(0.5):
            item = self.item()
            spent = item if self.often(0.4) else 0
            self.deeds.append(
                deed(DeedSort.OPEN, where, has(item.bit_length() - 1), bit, carries=item,
                     removes=spent, once=bit, who=self.who())
            )  # fmt: skip
        else:
            needs = self.need() if self.often(0.3) else NOTHING
            where = self.some_places() if self.often(0.3) else where
            self.deeds.append(deed(DeedSort.OPEN, where, needs, bit, once=bit, who=self.who()))
        self.links[number] = self.links[number]._replace(needs=every(*asked))

    def item(self):
        """An item that lies somewhere, or is found there with something else."""
        bit, taken = self.fact(FactSort.HAVE), self.fact(FactSort.TAKEN)
        if self.often(0.6):
            self.carried |= bit
        where = self.some_places(1)
        if self.often(0.2):
            gone = self.fact(FactSort.SEARCHED)
            finds = (Find(bit, taken, ""),)
            self.deeds.append(deed(DeedSort.SEARCH, where, NOTHING, gone, once=gone, finds=finds))
        else:
            self.deeds.append(
                deed(DeedSort.PICK_UP, where, NOTHING, bit | taken, once=taken, who=self.who())
            )
        return bit

    def alike(self):
        """Two items that are good for the same way."""
        number = self.chance.randrange(len(self.links))
        bit = self.fact(FactSort.OPEN)
        is_spent = self.often(0.6)
        ends = 1 << self.links[number].first | 1 << self.links[number].second
        for _ in range(2):
            item, taken = self.fact(FactSort.HAVE), self.fact(FactSort.TAKEN)
            self.carried |= item
            self.deeds.append(
                deed(DeedSort.PICK_UP, self.some_places(1), adds=item | taken, once=taken)
            )
            needs = has(item.bit_length() - 1)
            spent = item if is_spent else 0
            self.deeds.append(
                deed(DeedSort.OPEN, ends, needs, bit, carries=item, removes=spent, once=bit)
            )
        opened = has(bit.bit_length() - 1)
        self.links[number] = self.links[number]._replace(
            needs=every(self.links[number].needs, opened)
        )

    def falling(self):
        """A way that falls shut behind so many who take it."""
        number = self.chance.randrange(len(self.links))
        passed = [self.fact(FactSort.PASSED) for _ in range(self.chance.choice((1, 2)))]
        way = self.links[number]
        ends = 1 << way.first | 1 << way.second
        before = NOTHING
        for fact in passed:
            self.deeds.append(
                deed(DeedSort.GO_THROUGH, ends, every(before, lacks(fact.bit_length() - 1)), fact,
                     once=fact, id=f"shut{number}")
            )  # fmt: skip
            before = has(fact.bit_length() - 1)
        needs = every(way.needs, lacks(passed[-1].bit_length() - 1))
        self.links[number] = way._replace(needs=needs, counts=f"shut{number}")

    def figure(self):
        """A figure that may be beaten from some places, past others."""
        bit = self.fact(FactSort.DEFEATED)
        past = self.some_places(1) if self.often(0.2) else 0
        where = self.some_places() & ~past
        if where:
            self.deeds.append(deed(DeedSort.DEFEAT, where, NOTHING, bit, once=bit, past=past))
        if self.often(0.5):
            number = self.chance.randrange(len(self.links))
            one = self.links[number]
            needs = every(one.needs, has(bit.bit_length() - 1))
            self.links[number] = one._replace(needs=needs, things=one.needs)

    def act(self):
        """An action that sets something."""
        bit = self.fact(FactSort.SET)
        needs = self.need() if self.often(0.5) else NOTHING
        where = self.some_places() if self.often(0.85) else 0
        sort = DeedSort.ACT if where else DeedSort.WAIT
        once = 0 if where and self.often(0.2) else bit
        removes = 0
        if self.often(0.2):
            known = self.known(FactSort.HAVE, FactSort.SET, FactSort.OPEN)
            removes = 1 << known & ~bit
        is_fate = self.often(0.1)
        if is_fate:
            where, sort = 0, DeedSort.BEFALL
        self.deeds.append(
            deed(sort, where, needs, bit, once=once, removes=removes, is_fate=is_fate,
                 who=self.who() if where else -1)
        )  # fmt: skip

    def event(self):
        """An event: it sets, takes, closes, gives or kills."""
        happened = self.fact(FactSort.HAPPENED)
        needs = every(self.need(), self.need()) if self.often(0.3) else self.need()
        if self.often(0.15):
            needs = some(needs, self.need())
        adds = removes = live = 0
        gifts = ()
        what = self.chance.random()
        closable = [place.clear for place in self.places if place.clear >= 0]
        if closable and what < 0.5:
            removes = 1 << self.chance.choice(closable)
        elif what < 0.2:
            member = self.chance.randrange(self.party)
            self.fallen[member] = self.fallen[member] or self.fact(FactSort.LOST)
            adds = self.fallen[member]
        elif what < 0.5:
            known = self.known(FactSort.HAVE, FactSort.SET, FactSort.OPEN, FactSort.DEFEATED)
            removes = 1 << known if known is not None else 0
        elif what < 0.7:
            item = self.fact(FactSort.HAVE)
            self.carried |= item
            gifts = (Gift(item, item, self.who(0.6), ""),)
            adds = item
        else:
            adds = self.fact(FactSort.SET)
        if self.often(0.15):
            live = self.fact(FactSort.LIVE)
            self.events.append(
                happening(needs, adds | live, removes & ~happened, happened, live=live, gifts=gifts)
            )
        else:
            self.events.append(happening(needs, adds, removes, happened, gifts=gifts))

    def made(self):
        for number in range(self.count):
            self.place(number)
        for number in range(1, self.count):
            other = self.chance.randrange(number)
            ends = (other, number) if self.often(0.8) else (number, other)
            self.links.append(link(*ends, is_one_way=self.often(0.15), who=self.who(0.1)))
        if self.often(0.4):
            first, second = self.chance.sample(range(self.count), 2)
            self.links.append(link(first, second, is_one_way=self.often(0.4)))
        for number in range(len(self.links)):
            if self.often(0.4):
                self.lock(number)
        if self.often(0.15):
            self.alike()
        if self.often(0.12):
            self.falling()
        makers = [self.act, self.figure, self.event, self.event, self.item]
        for _ in range(self.chance.randint(1, 4)):
            self.chance.choice(makers)()
        if self.often(0.2):
            bit = self.fact(FactSort.REVEALED)
            self.sights.append(Sight(self.some_places(), bit))
            self.deeds.append(
                deed(DeedSort.ACT, self.some_places(), has(bit.bit_length() - 1),
                     self.fact(FactSort.SET), id="seen")
            )  # fmt: skip
        goal = every(*(self.need() for _ in range(self.chance.choice((1, 2)))))
        if self.often(0.06):
            goal = at(self.some_places(), spare=0, leaves=True)
        endings = [ending(some(goal, self.need()) if self.often(0.1) else goal)]
        if self.often(0.25):
            endings.append(ending(every(self.need(), self.need()), is_own=False))
        first = self.chance.randrange(self.count)
        begins = self.begins(first)
        return Task(
            tuple(self.places),
            tuple(map(self._left_open, self.links)),
            tuple(self.facts),
            self.given,
            tuple(self.deeds),
            tuple(self.events),
            tuple(self.sights),
            tuple(endings),
            self.party,
            begins,
            tuple(self.fallen),
            self.carried,
        )

    def _left_open(self, way):
        """Nobody walks into a place that is closed, or out of it, and nothing is handed there."""
        clear = [has(self.places[n].clear) for n in way[:2] if self.places[n].clear >= 0]
        things = None if way.things is None else every(way.things, *clear)
        return way._replace(needs=every(way.needs, *clear), things=things)

    def begins(self, first):
        found = []
        members = range(self.party)
        if self.party > 1 and self.often(0.15):
            # The last of them waits off the board, and comes by a way of no return.
            self.places.append(Place(-1, 0))
            who = 1 << self.party - 1
            self.links.append(link(self.count, first, who=who, is_one_way=True))
            found.append(Begin(self.count, who))
            members = range(self.party - 1)
        where = [first, *(n for n in range(self.count) if n != first)]
        cells = [
            (n, bit) for n in where for bit in range(self.places[n].cells.bit_count())
        ]  # fmt: skip
        for member in members:
            n, bit = cells[member]
            found.append(Begin(n, -1, 8 * n + bit))
        return tuple(found)

    def bearing(self, task):
        """The task with ground that is only for who carries something, and ways that are so."""
        have = [n for n, info in enumerate(task.facts) if info.sort is FactSort.HAVE]
        if not have or task.party < 2:
            return task
        items = sum(1 << n for n in self.chance.sample(have, min(len(have), 1 + self.often(0.3))))
        own = Bearing(items, self.who(0.3) & task.everybody if self.often(0.4) else 0)
        links, places = list(task.links), list(task.places)
        if self.often(0.6):
            number = self.chance.randrange(1, self.count)
            places[number] = places[number]._replace(bearing=own)
            links = [
                way._replace(bearing=(own,)) if number in way[:2] else way for way in links
            ]  # fmt: skip
        else:
            number = self.chance.randrange(len(links))
            links[number] = links[number]._replace(bearing=(own,))
        # Who comes later begins where anybody may.
        links = [
            way._replace(bearing=()) if not task.places[way.first].cells else way for way in links
        ]  # fmt: skip
        return task._replace(links=tuple(links), places=tuple(places), carried=task.carried | items)


def random_task(seed):
    """The task with a number; of those below 0 many have ways for who carries something."""
    maker = _TaskMaker(seed)
    task = maker.made()
    return task if seed >= 0 else maker.bearing(task)


def rich_task(seed):
    """The same with lanes, and with items that are never handed over, or had from the beginning."""
    task = _TaskMaker(f"rich {seed}").made()
    chance = random.Random(f"riches {seed}")

    def often(share):
        return chance.random() < share

    places = tuple(
        own._replace(is_lane=own.cells.bit_count() == 1 and often(0.5)) for own in task.places
    )
    links = [way._replace(is_way_clear=often(0.7)) for way in task.links]
    items = [fact for fact, info in enumerate(task.facts) if info.sort is FactSort.HAVE]
    carried = union(1 << fact for fact in items if task.carried >> fact & 1 or often(0.3))
    bound = union(1 << fact for fact in items if carried >> fact & 1 and often(0.2))
    brought = [1 << fact for fact in items if often(0.15)]
    who = [chance.choice((-1, 1, chance.randint(1, (1 << task.party) - 1))) for _ in brought]
    gifts = tuple(Gift(item, item, own, "") for item, own in zip(brought, who, strict=True))
    return task._replace(
        places=places,
        links=tuple(links),
        carried=carried,
        bound=bound,
        gifts=gifts,
        given=task.given | union(brought),
    )


def leaving_task(seed):
    """A task with lanes, in which members win as they leave the board, several by one place."""
    task = rich_task(f"leaving {seed}")
    chance = random.Random(f"leaves {seed}")

    def leave():
        exits = sum(1 << n for n in range(len(task.places)) if chance.random() < 0.3) or 1
        many, who = chance.choice((True, True, False)), (1 << task.party) - 1
        if many:
            return at(exits, spare=0, leaves=True)
        return at(exits, least=chance.randint(1, 2), who=chance.randint(1, who), leaves=True)

    def goal(need):
        asked = [leave() for _ in range(chance.choice((1, 1, 1, 2)))]
        joined = every(*asked) if chance.random() < 0.8 else some(*asked)
        return every(joined, need) if chance.random() < 0.6 else joined

    victories = tuple(
        own._replace(needs=goal(own.needs)) if own.is_own else own for own in task.victories
    )
    return task._replace(victories=victories)
