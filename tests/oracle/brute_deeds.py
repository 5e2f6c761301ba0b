"""What the members of a party may do by choice: see `brute`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from oracle.brute_asked import FREELY, Asked, Form, lacked, remembered
from oracle.brute_floor import takers_of
from questwright.compiler.packs.system.system import Category, GateForm

if TYPE_CHECKING:
    from collections.abc import Callable


class Deed(NamedTuple):
    """What one member may do by choice; or all of them, for time to pass."""

    where: Callable[[int], int] | None
    """The squares for it, by what holds; None where nobody does it."""
    when: Callable[[int], Form]
    reads: int
    adds: int = 0
    removes: int = 0
    gains: tuple[tuple[int, int], ...] = ()
    """What else is had by it, where one of some facts does not hold: those, and what is had."""
    once: int = 0
    key: int = 0
    """What its doer must carry."""
    doers: tuple[int, ...] | None = None
    """Those who alone do it; None where everybody does."""

    @property
    def writes(self):
        writes = self.adds | self.removes
        for _, had in self.gains:
            writes |= had
        return writes

    def keeping(self, wanted):
        """The same deed, and when it may be done remembered, without what nobody asks for."""
        return self._replace(
            when=remembered(Asked(self.when, self.reads)).holds,
            adds=self.adds & wanted,
            removes=self.removes & wanted,
            gains=tuple((unless, had & wanted) for unless, had in self.gains if had & wanted),
        )

    def done(self, facts):
        after = (facts | self.adds) & ~self.removes
        for unless, had in self.gains:
            if not facts & unless:
                after |= had
        return after


class Lock(NamedTuple):
    """What a key is good for."""

    key: int
    opened: int
    unlocked: int
    shuts: bool
    """An event closes the gate."""

    def asks(self, facts):
        """Whether it is still of importance who carries its key."""
        if not facts & self.key or facts & self.unlocked:
            return False
        return self.shuts or not facts & self.opened


class Deeds:
    """The deeds of one quest."""

    def __init__(self, rules) -> None:
        self.rules = rules
        self.bit = rules.bit
        self.board = rules.board
        self.quest = rules.quest
        self.floor = rules.floor

    def each(self):
        rules = self.rules
        for gate in self.board.gates:
            if gate.kind.form is GateForm.DOOR and rules.party in gate.kind.opened_by:
                yield from self._open(gate)
        for number, area in enumerate(self.board.areas):
            hidden = [
                gate
                for gate in self.board.gates
                if gate.kind.form is GateForm.PASSAGE
                and not gate.is_open
                and number in gate.between
            ]
            calm = rules.calm(area, asked=not area.kind.clear_by_sight)
            for gate in hidden:
                yield self._explore(gate, area, calm)
            if rules.system.search is not None:
                yield self._search(area, hidden, calm)
        for item in self.quest.items:
            yield from self._pick_up(item)
        for figure in rules.figures:
            fights = rules.system.fights
            if fights is not None and {figure.kind.word, figure.kind.rank} & {*fights.driven_back}:
                # Whatever would hurt it makes it retreat, and it comes back.
                continue
            when = lacked(self.bit("gone", figure.id))
            beaten = self.bit("defeated", figure.id)
            fight = self._once(self._around(figure.mask), when, beaten, self._held(figure.id))
            yield fight._replace(removes=self.bit("stands", figure.id))
        for trap in self.quest.things_of(Category.TRAP):
            when = lacked(self.bit("gone", trap.id))
            yield self._once(self._standing(trap.mask), when, self.bit("sprung", trap.id))
        for crossing in self.board.crossings:
            if crossing.kind.is_vessel:
                yield self._launch(crossing)
        for action in self.quest.actions:
            when = rules.asked(action.condition) if action.condition is not None else FREELY
            yield Deed(self._at(action.cells), *when, self.bit("done", action.id))

    def waits(self):
        """Each round of which anything asks, one after the other."""
        before = 0
        for number in sorted(set(self.rules.rounds)):
            bit = self.bit("round", number)
            when = Asked(lambda facts, before=before: facts & before == before, before)
            yield Deed(None, *when, bit)
            before = bit

    def _once(self, where, when, fact, gains=()):
        """A deed that is done once in a game."""
        reads = when.reads | fact | _unless(gains)
        return Deed(where, when.holds, reads, fact, gains=gains, once=fact)

    def _open(self, gate):
        once = self.bit("open", gate.id)
        where = self._standing(sum(1 << cell for cell in {c for edge in gate.edges for c in edge}))
        if gate.lock is None:
            yield Deed(where, FREELY.holds, once, once, once=once)
            return
        lock = gate.lock
        key = self.bit("have", lock.key) if lock.key else 0
        free = self.bit("unlocked", gate.id)
        members = self.rules.members
        yield Deed(
            where,
            lambda facts: facts & key == key and not facts & free,
            once | key | free,
            once | free,  # What was unlocked stays so when something shuts it.
            removes=key if lock.is_spent else 0,
            once=once,
            key=key,
            doers=tuple(members[one] for one in lock.by if one in members) if lock.by else None,
        )
        yield Deed(where, lambda facts: bool(facts & free), once | key | free, once, once=once)

    def _launch(self, crossing):
        opened, launched = self.bit("open", crossing.id), self.bit("launched", crossing.id)
        return Deed(
            self._standing(crossing.ends[0]),
            lambda facts: bool(facts & opened),
            opened | launched,
            launched,
            once=launched,
            doers=tuple(takers_of(crossing, self.quest, self.rules.system)),
        )

    def _explore(self, gate, area, calm):
        """Find a hidden passage; nobody finds what is found and open."""
        known = self.bit("open", gate.id) | self.bit("found", gate.id)

        def when(facts):
            return calm.holds(facts) if facts & known != known else False

        return Deed(self._standing(area.cells), when, calm.reads | known, known)

    def _search(self, area, hidden, calm):
        first = hidden if self.rules.system.search.passages_first else []
        known = [self.bit("found", gate.id) | self.bit("open", gate.id) for gate in first]
        chests = [
            chest
            for chest in self.quest.things_of(Category.CONTAINER)
            if area.cells >> chest.cells[0] & 1
        ]

        def when(facts):
            return calm.holds(facts) if all(facts & one for one in known) else False

        searched = self.bit("searched", area.id)
        gains = []
        for chest in chests:
            gone = self.bit("gone", chest.id)
            gains.append((gone, self.bit("searched", chest.id)))
            gains += [(gone | unless, had) for unless, had in self._held(chest.id)]
        reads = searched | calm.reads | _unless(gains)
        for one in known:
            reads |= one
        where = self._standing(area.cells)
        return Deed(where, when, reads, searched, gains=tuple(gains), once=searched)

    def _pick_up(self, item):
        holder = next((thing for thing in self.quest.things if thing.id == item.holder), None)
        if holder is not None and holder.kind.category in (Category.FIGURE, Category.CONTAINER):
            return
        cells = holder.mask if holder is not None else 1 << item.cell if item.cell >= 0 else 0
        if cells:
            taken = self.bit("taken", item.id)
            yield Deed(self._at(cells), FREELY.holds, taken, self._gain(item.id), once=taken)

    def _gain(self, id_):
        return self.bit("taken", id_) | self.bit("have", id_)

    def _held(self, holder):
        """What a thing holds: nothing that was had before."""
        return tuple(
            (self.bit("taken", item.id), self._gain(item.id))
            for item in self.quest.items
            if item.holder == holder
        )

    # -- where ----------------------------------------------------------------------------------

    def _standing(self, cells):
        return lambda facts: cells & self.floor.free(facts)

    def _at(self, cells):
        """On squares or, where nobody can stand on any of them, beside them."""
        return lambda facts: self.floor.at(cells, facts)

    def _around(self, cells):
        """Beside squares on which somebody stands, through gates that are open just then too."""
        return lambda facts: self.floor.aimed_at(cells, facts) & self.floor.free(facts)


def _unless(gains):
    reads = 0
    for unless, _ in gains:
        reads |= unless
    return reads
