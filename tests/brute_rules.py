"""What the player without wits takes the rules of one quest to be: see `brute`.

Facts are bits of one whole number, and so are squares. A condition is worked out for all squares at
once: it gives those on which the party stands when it holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from brute_floor import Floor, each_bit

from compiler.model.quest import EffectKind, Every, Fact, FactKind, Not, Quantity, Some
from compiler.packs.model import Category, GateForm

if TYPE_CHECKING:
    from collections.abc import Callable

EVERYWHERE = -1
NOWHERE = 0
__all__ = ["Rules", "each_bit"]


class Asked(NamedTuple):
    """A condition: the squares on which it holds, by what holds; and the facts that it reads."""

    holds: Callable[[int], int]
    reads: int


class Deed(NamedTuple):
    """What the party may do by choice."""

    where: Callable[[int], int]
    when: Callable[[int], int]
    reads: int
    adds: int = 0
    removes: int = 0
    gains: tuple[tuple[int, int], ...] = ()
    """What else is had by it, where one of some facts does not hold: those, and what is had."""
    once: int = 0

    @property
    def writes(self):
        writes = self.adds | self.removes
        for _, had in self.gains:
            writes |= had
        return writes

    def is_open(self, facts):
        return not self.once & facts

    def done(self, facts):
        after = (facts | self.adds) & ~self.removes
        for unless, had in self.gains:
            if not facts & unless:
                after |= had
        return after


class Happening(NamedTuple):
    """An event."""

    holds: Callable[[int], int]
    reads: int
    adds: int
    removes: int
    spent: int
    """It does not happen where this fact holds."""
    repeats: bool

    @property
    def writes(self):
        return self.adds | self.removes


NAMES = {
    FactKind.OPENED: "open",
    FactKind.REVEALED: "revealed",
    FactKind.SEARCHED: "searched",
    FactKind.DEFEATED: "defeated",
    FactKind.TAKEN: "taken",
    FactKind.HAPPENED: "happened",
    FactKind.FOUND: "found",
    FactKind.DONE: "done",
    FactKind.SPRUNG: "sprung",
    FactKind.SET: "set",
}


class Rules:
    """The rules of one quest."""

    def __init__(self, quest, system) -> None:
        self.quest = quest
        self.system = system
        self.board = quest.board
        self.party = system.party.word
        self.members = {kind.word for kind in quest.party}
        self.bits = {}
        self.floor = Floor(quest, self.bit)
        self.steps = self.floor.steps
        self.is_closed = self.floor.is_closed
        self.starts = tuple(each_bit(quest.starts))
        self.figures = [
            one for one in quest.things_of(Category.FIGURE) if one.kind.side != self.party
        ]
        self.rounds = []
        won, lost = self._victories()
        self.wins, self.loses = won.holds, lost.holds
        events = [self._event(event) for event in quest.events]
        self._note(won.reads | lost.reads, [*self._deeds(), *self._waits()], events)

    def bit(self, what, id_):
        """The bit of a fact, new or known."""
        return 1 << self.bits.setdefault((what, id_), len(self.bits))

    def _of(self, what):
        return sum(1 << number for (sort, _), number in self.bits.items() if sort == what)

    def _note(self, wanted, deeds, events):
        """Keep what has a part in how the quest ends; nobody asks for the rest."""
        self.live = self._of("live")
        wanted |= self.floor.bits | self._of("end")
        kept = None
        while kept != wanted:
            kept = wanted
            for one in (*deeds, *events):
                if one.writes & ~self.live & wanted:
                    wanted |= one.reads
        wanted |= self.live
        self.deeds = [
            one._replace(adds=one.adds & wanted, removes=one.removes & wanted)
            for one in deeds
            if one.writes & wanted
        ]
        self.events = [
            one._replace(adds=one.adds & wanted, removes=one.removes & wanted)
            for one in events
            if one.writes & ~self.live & wanted
        ]
        self.repeating = [event for event in self.events if event.repeats]
        self.seen = self._of("revealed")
        self._areas = [
            (self._revealed(area) & wanted, area.cells)
            for area in self.board.areas
            if self._revealed(area) & wanted
        ]
        self.sight = dict.fromkeys(each_bit(self.board.floor), 0)
        for bit, cells in self._areas:
            for cell in each_bit(cells):
                self.sight[cell] = bit
        opened = sum(self.bit("open", gate.id) for gate in self.board.gates if gate.is_open)
        self.given = (opened | self.floor.given) & wanted
        for cell in self.starts:
            self.given |= self.sight[cell]

    def unseen(self, facts):
        """The squares of areas that nobody has seen yet, where that matters."""
        return sum(cells for bit, cells in self._areas if not facts & bit)

    # -- deeds --------------------------------------------------------------------------------

    def _deeds(self):
        for gate in self.board.gates:
            if gate.kind.form is GateForm.DOOR and self.party in gate.kind.opened_by:
                yield from self._open(gate)
        for number, area in enumerate(self.board.areas):
            hidden = [
                gate
                for gate in self.board.gates
                if gate.kind.form is GateForm.PASSAGE
                and not gate.is_open
                and number in gate.between
            ]
            calm = self._calm(area, asked=not area.kind.clear_by_sight)
            for gate in hidden:
                found = self._opened(gate) | self.bit("found", gate.id)
                yield Deed(self._standing(area.cells), *calm, found)
            if self.system.search is not None:
                yield self._search(area, hidden, calm)
        for item in self.quest.items:
            yield from self._pick_up(item)
        for figure in self.figures:
            gone = self.bit("gone", figure.id)
            beaten = self.bit("defeated", figure.id)
            when = Asked(lambda facts, gone=gone: NOWHERE if facts & gone else EVERYWHERE, gone)
            yield self._once(self._by(figure.mask), when, beaten, self._held(figure.id))
        for trap in self.quest.things_of(Category.TRAP):
            gone = self.bit("gone", trap.id)
            when = Asked(lambda facts, gone=gone: NOWHERE if facts & gone else EVERYWHERE, gone)
            yield self._once(self._standing(trap.mask), when, self.bit("sprung", trap.id))
        for action in self.quest.actions:
            when = self.asked(action.condition) if action.condition is not None else FREELY
            yield Deed(self._at(action.cells), *when, self.bit("done", action.id))

    def _once(self, where, when, fact, gains=()):
        """A deed that is done once in a game."""
        reads = when.reads | fact | _unless(gains)
        return Deed(where, when.holds, reads, fact, gains=gains, once=fact)

    def _waits(self):
        """Each round of which anything asks, one after the other."""
        before = 0
        for number in sorted(set(self.rounds)):
            bit = self.bit("round", number)
            when = Asked(
                lambda facts, before=before: EVERYWHERE if facts & before == before else NOWHERE,
                before,
            )
            yield Deed(lambda _: EVERYWHERE, *when, bit)
            before = bit

    def _revealed(self, area):
        return self.bit("revealed", area.id)

    def _opened(self, gate):
        """An open gate, and the areas that it shows."""
        sides = [self._revealed(self.board.areas[number]) for number in set(gate.between)]
        return self.bit("open", gate.id) | sum(sides)

    def _open(self, gate):
        adds, once = self._opened(gate), self.bit("open", gate.id)
        where = self._standing(sum(1 << cell for edge in gate.edges for cell in edge))
        if gate.lock is None:
            yield Deed(where, FREELY.holds, once, adds, once=once)
            return
        key, free = self.bit("have", gate.lock.key), self.bit("unlocked", gate.id)
        locked = Deed(
            where,
            lambda facts: EVERYWHERE if facts & key and not facts & free else NOWHERE,
            once | key | free,
            adds,
            removes=key if gate.lock.is_spent else 0,
            once=once,
        )
        yield locked
        yield locked._replace(when=lambda facts: EVERYWHERE if facts & free else NOWHERE, removes=0)

    def _search(self, area, hidden, calm):
        known = [self.bit("found", gate.id) | self.bit("open", gate.id) for gate in hidden]
        chests = [
            chest
            for chest in self.quest.things_of(Category.CONTAINER)
            if chest.cells[0] in each_bit(area.cells)
        ]

        def when(facts):
            return calm.holds(facts) if all(facts & one for one in known) else NOWHERE

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
        holder = next((one for one in self.quest.things if one.id == item.holder), None)
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
        if self.floor.changing:
            return lambda facts: self.floor.at(cells, facts)
        always = self.floor.at(cells, 0)
        return lambda _: always

    def _by(self, cells):
        cells |= self.floor.beside(cells)
        return self._standing(cells)

    # -- events ---------------------------------------------------------------------------------

    def _event(self, event):
        adds, removes = self.bit("happened", event.id), 0
        asked = self.asked(event.condition)
        spent = self.bit("live", event.id) if event.repeats else adds
        adds |= spent
        for effect in event.effects:
            more, less = self._effect(effect)
            adds, removes = adds & ~less | more, removes & ~more | less
        return Happening(asked.holds, asked.reads | spent, adds, removes, spent, event.repeats)

    def _effect(self, effect):
        """The facts that an effect brings, and those that it takes."""
        target, brought = effect.target, BROUGHT.get(effect.kind, ())
        match effect.kind:
            case EffectKind.TAKE:
                return 0, self.bit("have", target)
            case EffectKind.CLOSE:
                return 0, self.bit("open", target)
            case EffectKind.REVEAL if any(gate.id == target for gate in self.board.gates):
                return self.bit("open", target) | self.bit("found", target), 0
            case _ if brought:
                return sum(self.bit(what, target) for what in brought), 0
            case EffectKind.CLEAR | EffectKind.REMOVE:
                return self._gone(effect), self.floor.closing(effect.cells)
            case EffectKind.BLOCK:
                return self.floor.closing(effect.cells), 0
            case kind if kind in TOLD:
                return 0, 0
            case kind:
                raise NotImplementedError(kind)

    def _gone(self, effect):
        """What is taken off the board: what is named, or all that closed those squares."""
        named = (one.id == effect.target for one in self.quest.things)
        below = (one.blocks and bool(one.mask & effect.cells) for one in self.quest.things)
        is_gone = named if effect.kind is EffectKind.REMOVE else below
        gone = zip(self.quest.things, is_gone, strict=True)
        return sum(self.bit("gone", thing.id) for thing, is_it in gone if is_it)

    # -- conditions -------------------------------------------------------------------------------

    def _victories(self):
        """When the party has won, and when somebody else has, were it not for the party."""
        others = sum(self.bit("end", side) for side in self.system.sides if side != self.party)
        won, lost = [Asked(*_held(self.bit("end", self.party)))], [Asked(*_held(others))]
        for victory in self.quest.victories:
            if not victory.is_default:
                into = won if victory.side == self.party else lost
                into.append(self.asked(victory.condition))
        # What an event ends is over at once; else the party comes before the others.
        return _every([_some(won), _lacked(others)]), _some(lost)

    def asked(self, condition, *, is_so=True):
        """A condition, or its denial, ready to be asked."""
        match condition:
            case Every(parts, _) | Some(parts, _):
                each = [self.asked(part, is_so=is_so) for part in parts]
                return _every(each) if isinstance(condition, Every) is is_so else _some(each)
            case Not(part, _):
                return self.asked(part, is_so=not is_so)
            case Fact(kind=FactKind.IS_IN):
                return self._is_in(condition, is_so=is_so)
            case Fact():
                asked = _counted(condition, self._subjects(condition))
                return asked if is_so else Asked(lambda facts: ~asked.holds(facts), asked.reads)

    def _subjects(self, fact):
        """What is asked of each subject: facts that are all to hold, and facts not to hold."""
        match fact.kind:
            case FactKind.CARRIES:
                # One of them has it, whoever that is, and the others have not.
                alone = Asked(*_held(self.bit("have", fact.object)))
                return [alone, *[NEVER] * (len(fact.subjects) - 1)]
            case FactKind.CLOSED:
                return [_lacked(self.bit("open", one)) for one in fact.subjects]
            case FactKind.CLEARED:
                return [
                    _every([Asked(*_held(self._revealed(area))), self._calm(area)])
                    for area in self.board.areas
                    if area.id in fact.subjects
                ]
            case FactKind.ROUND if fact.comparison in (">=", ">"):
                number = fact.number + (fact.comparison == ">")
                self.rounds.append(number)
                return [Asked(*_held(self.bit("round", number)))]
            case kind if kind in NAMES:
                return [Asked(*_held(self.bit(NAMES[kind], one))) for one in fact.subjects]
            case kind:
                raise NotImplementedError(kind)

    def _calm(self, area, *, asked=True):
        """No enemy of the map is left in an area."""
        gone = [
            self.bit("defeated", one.id) | self.bit("gone", one.id)
            for one in self.figures
            if area.cells >> one.cells[0] & 1 and asked
        ]
        return Asked(
            lambda facts: EVERYWHERE if all(facts & one for one in gone) else NOWHERE, sum(gone)
        )

    def _is_in(self, fact, *, is_so):
        """How many stand there: all of the party, as far as there is room.

        In an area is never beside it. Who lies below a fallen ceiling is neither there nor
        elsewhere.
        """
        wanted = len(fact.subjects)
        if not set(fact.subjects) <= self.members:
            raise NotImplementedError(fact.subject_word)
        is_area = any(not area.cells & ~fact.cells for area in self.board.areas)

        def holds(facts):
            free = self.floor.free(facts)
            place = fact.cells & free if is_area else self.floor.at(fact.cells, facts)
            room = place.bit_count()
            within = place if _is_enough(fact, min(wanted, room), wanted) is is_so else NOWHERE
            return within | (free & ~place if _is_enough(fact, 0, wanted) is is_so else NOWHERE)

        if self.floor.changing:
            return Asked(holds, self.floor.bits)
        always = holds(0)
        return Asked(lambda _: always, 0)


BROUGHT = {
    EffectKind.GIVE: ("taken", "have"),
    EffectKind.OPEN: ("open",),
    EffectKind.REVEAL: ("revealed",),
    EffectKind.UNLOCK: ("unlocked",),
    EffectKind.SET: ("set",),
    EffectKind.END: ("end",),
    EffectKind.TRIGGER: ("sprung",),
}
"""What effects bring about of what they name."""
TOLD = (
    EffectKind.READ,
    EffectKind.NOTE,
    EffectKind.SPAWN,
    EffectKind.REWARD,
    EffectKind.DRAW,
)
"""Effects that nobody can ask for afterwards: who comes can be beaten."""
FREELY = Asked(lambda _: EVERYWHERE, 0)
NEVER = Asked(lambda _: NOWHERE, 0)


def _unless(gains):
    reads = 0
    for unless, _ in gains:
        reads |= unless
    return reads


def _held(bit):
    return (lambda facts: EVERYWHERE if facts & bit else NOWHERE), bit


def _lacked(bit):
    return Asked(lambda facts: NOWHERE if facts & bit else EVERYWHERE, bit)


def _every(parts):
    def holds(facts):
        found = EVERYWHERE
        for part in parts:
            found &= part.holds(facts)
        return found

    return Asked(holds, _read(parts))


def _some(parts):
    def holds(facts):
        found = NOWHERE
        for part in parts:
            found |= part.holds(facts)
        return found

    return Asked(holds, _read(parts))


def _read(parts):
    reads = 0
    for part in parts:
        reads |= part.reads
    return reads


def _counted(fact, parts):
    """So many of some conditions that hold everywhere or nowhere."""
    if len(parts) == 1 and fact.quantity is not Quantity.NONE and fact.count == 1:
        return parts[0]

    def holds(facts):
        count = sum(1 for part in parts if part.holds(facts))
        return EVERYWHERE if _is_enough(fact, count, len(parts)) else NOWHERE

    return Asked(holds, _read(parts))


def _is_enough(fact, count, subjects):
    match fact.quantity:
        case Quantity.ANY:
            return count > 0
        case Quantity.NONE:
            return count == 0
        case Quantity.AT_LEAST:
            return count >= fact.count
        case _:
            return count >= subjects
