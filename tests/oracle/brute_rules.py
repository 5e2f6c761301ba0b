"""What the player without wits takes the rules of one quest to be: see `brute`.

Facts are bits of one whole number, and so are squares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from oracle.brute_asked import (
    Asked,
    Form,
    Stand,
    counted,
    denied,
    every,
    held,
    lacked,
    number_of,
    remembered,
    some,
)
from oracle.brute_cliffs import called_so, each_bit
from oracle.brute_deeds import Deeds, Lock
from oracle.brute_floor import Floor, figures_of, takers_of
from questwright.compiler.model.conditions import Every, Fact, FactKind, Not, Quantity, Some
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.packs.system.system import Category

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Rules", "each_bit"]


class Happening(NamedTuple):
    """An event."""

    holds: Callable[[int], Form]
    reads: int
    adds: int
    removes: int
    spent: int
    """It does not happen where this fact holds."""
    repeats: bool

    @property
    def writes(self):
        return self.adds | self.removes

    def done(self, facts):
        return (facts | self.adds) & ~self.removes


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
        self.members = {kind.word: number for number, kind in enumerate(quest.party)}
        self.named = set()
        """The members of whom something is asked that is not asked of all."""
        self.bits = {}
        self.lost = self._losses()
        """For each member the fact that he is no longer in the quest; 0 for who never leaves it."""
        self.floor = Floor(quest, self.bit, system)
        self.barred = [
            sum(
                self.bit("open", gate.id)
                for gate in self.board.gates
                if gate.only and member not in gate.only
            )
            | sum(bit for who, bit in self.floor.jumps.items() if number not in who)
            | sum(bit for who, bit in self.floor.climbs.items() if number not in who)
            | sum(
                self.floor.crossers[crossing.id]
                for crossing in self.board.crossings
                if crossing.id in self.floor.crossers
                and number not in takers_of(crossing, quest, system)
            )
            for member, number in self.members.items()
        ]
        """For each member the gates that are as shut for him, whatever they are for others."""
        self.rough_cells = [self._rough(kind) for kind in quest.party]
        """For each member the squares of ground that he never enters."""
        self.rough = [self.floor.closing(cells) for cells in self.rough_cells]
        """For each member the squares that are as closed for him."""
        self._know_who_is_who()
        self.steps = self.floor.steps
        self.is_closed = self.floor.is_closed
        self._know_where_they_begin()
        self.figures = figures_of(quest, system)
        won, lost = self._victories()
        events = [self._event(event) for event in quest.events]
        deeds = Deeds(self)
        self._note(won.reads | lost.reads, [*deeds.each(), *deeds.waits()], events)
        self.wins, self.loses = remembered(won).holds, remembered(lost).holds

    def _losses(self):
        things = {thing.id for thing in self.quest.things}
        gone = {
            effect.target
            for event in self.quest.events
            for effect in event.effects
            if effect.kind is EffectKind.REMOVE and effect.target not in things
        }
        return [self.bit("lost", member) if member in gone else 0 for member in self.members]

    def _know_who_is_who(self):
        for gate in self.board.gates:
            by = gate.lock.by if gate.lock is not None else ()
            for able in (gate.only, by):
                if able and not set(able) >= set(self.members):
                    self.named.update(self.members[one] for one in able if one in self.members)
        for crossing in self.board.crossings:
            if crossing.id in self.floor.crossers:
                self.named.update(takers_of(crossing, self.quest, self.system))
        self.named.update(one for one, bit in enumerate(self.lost) if bit)
        everybody = tuple(range(len(self.members)))
        if any(self.rough) or any(
            who != everybody for who in (*self.floor.jumps, *self.floor.climbs)
        ):
            self.named.update(self.members.values())

    def _know_where_they_begin(self):
        """For each member the squares on which he may begin: his own, or those of nobody."""
        self.rounds = []
        starts = self.quest.things_of(Category.START)
        named = {word for start in starts for word in start.who}
        self.starts = []
        for word in self.members:
            own = [start for start in starts if word in (start.who or {word} - named)]
            self.starts.append(
                tuple(self.floor.outside.get(start.id, start.cells[0]) for start in own)
            )
        self.rounds += [start.round for start in starts if start.round > 1]
        self.begun = tuple(start.cells[0] for start in starts if start.round == 1)
        if named or self.rounds:
            self.named.update(self.members.values())

    def _rough(self, kind):
        """The squares of ground that a member never enters."""
        called = called_so(kind)
        move = kind.values[self.system.move_value].value
        found = 0
        for patch in self.board.terrain:
            costs = [cost for word, cost in patch.kind.costs.items() if word in called]
            if called & {*patch.kind.closed_to} or max(costs or [patch.kind.cost]) > move:
                found |= patch.cells
        return found

    def as_for(self, one, facts):
        """Facts as they are for a member: what is shut or closed for him besides."""
        return facts & ~self.barred[one] | self.rough[one]

    def left(self, facts, members):
        """Those of some members who are still in the quest."""
        return tuple(member for member in members if not facts & self.lost[member])

    def bit(self, what, id_):
        """The bit of a fact, new or known."""
        return 1 << self.bits.setdefault((what, id_), len(self.bits))

    def _of(self, what):
        return sum(1 << number for (sort, _), number in self.bits.items() if sort == what)

    def _note(self, wanted, deeds, events):
        """Keep what has a part in how the quest ends; nobody asks for the rest."""
        live = self._of("live")
        wanted |= self.floor.bits | self._of("end") | self._of("lost")
        kept = None
        while kept != wanted:
            kept = wanted
            for one in (*deeds, *events):
                if one.writes & ~live & wanted:
                    wanted |= one.reads
        wanted |= live
        self.deeds = [deed.keeping(wanted) for deed in deeds if deed.writes & wanted]
        self.events = [
            event._replace(
                holds=remembered(Asked(event.holds, event.reads)).holds,
                adds=event.adds & wanted,
                removes=event.removes & wanted,
            )
            for event in events
            if event.writes & ~live & wanted
        ]
        self.areas = {
            self.revealed(area) & wanted: area.cells
            for area in self.board.areas
            if self.revealed(area) & wanted
        }
        """The areas of which it matters whether they have been seen, by that fact."""
        self.sight = dict.fromkeys(each_bit(self.board.floor), 0)
        for bit, cells in self.areas.items():
            for cell in each_bit(cells):
                self.sight[cell] = bit
        between = [
            (gate, [self.revealed(self.board.areas[number]) for number in set(gate.between)])
            for gate in self.board.gates
        ]
        self._shown = [(self.bit("open", gate.id), sum(sides) & wanted) for gate, sides in between]
        """For each gate that it is open, and the areas that are seen when it opens."""
        ways = (*self.board.gates, *self.board.crossings)
        opened = sum(self.bit("open", way.id) for way in ways if way.is_open)
        self.given = (opened | self.floor.given) & wanted
        for cell in self.begun:
            self.given |= self.sight[cell]
        self.sight |= dict.fromkeys(self.floor.outside.values(), 0)
        removes = 0
        for event in self.events:
            removes |= event.removes
        self.locks = [
            Lock(
                deed.key,
                deed.once,
                self.bit("unlocked", gate.id),
                shuts=bool(removes & deed.once),
            )
            for gate in self.board.gates
            for deed in self.deeds
            if gate.lock is not None and deed.key and deed.once == self.bit("open", gate.id)
        ]

    def after(self, facts, deed):
        """What holds after a deed or an event: each gate that opens shows both its sides."""
        new = deed.done(facts)
        for opened, sides in self._shown:
            if new & ~facts & opened:
                new |= sides
        return new

    def clear_of(self, member, way, facts, new):
        """Where a member is when squares have closed, who was on some: by what is seen from there.

        Who stands where something falls steps clear of it, to where nobody else is, and stays there
        where he cannot.
        """
        others = {other for one, other in enumerate(way) if one != member}
        taken = sum(other for other in others if other.bit_count() == 1)
        cells = way[member] & ~taken or way[member]
        free = self.floor.free(new) & ~taken
        closed = cells & self.floor.free(facts) & ~self.floor.free(new)
        found = {0: cells & ~closed}
        for cell in each_bit(closed):
            clear = self.steps(cell, self.as_for(member, new)) & free
            for other in each_bit(clear or 1 << cell):
                seen = self.sight[other] & ~new
                found[seen] = found.get(seen, 0) | 1 << other
        return [(seen, among) for seen, among in found.items() if among or not cells]

    def unseen(self, facts):
        """The squares of areas that nobody has seen yet, where that matters."""
        return sum(cells for bit, cells in self.areas.items() if not facts & bit)

    def keys(self, facts):
        """The items of which it matters who carries them."""
        return tuple(dict.fromkeys(lock.key for lock in self.locks if lock.asks(facts)))

    def revealed(self, area):
        return self.bit("revealed", area.id)

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
        if effect.to:
            raise NotImplementedError(effect.to)
        match effect.kind:
            case EffectKind.TAKE:
                return 0, self.bit("have", target)
            case EffectKind.CLOSE:
                return 0, self.bit("open", target)
            case EffectKind.REVEAL if any(gate.id == target for gate in self.board.gates):
                return self.bit("open", target) | self.bit("found", target), 0
            case _ if brought:
                return sum(self.bit(what, target) for what in brought), 0
            case EffectKind.REMOVE if ("lost", target) in self.bits:
                return self.bit("lost", target), 0
            case EffectKind.CLEAR | EffectKind.REMOVE:
                gone = self._gone(effect)
                left = (one for one in self.figures if gone & self.bit("gone", one.id))
                stood = sum(self.bit("stands", one.id) for one in left)
                return gone, self.floor.closing(effect.cells) | stood
            case EffectKind.BLOCK:
                return self.floor.closing(effect.cells), 0
            case kind if kind in TOLD:
                return 0, 0
            case kind:
                raise NotImplementedError(kind)

    def _gone(self, effect):
        """What is taken off the board: what is named, or all that closed those squares."""
        named = (thing.id == effect.target for thing in self.quest.things)
        below = (thing.blocks and bool(thing.mask & effect.cells) for thing in self.quest.things)
        is_gone = named if effect.kind is EffectKind.REMOVE else below
        gone = zip(self.quest.things, is_gone, strict=True)
        return sum(self.bit("gone", thing.id) for thing, is_it in gone if is_it)

    # -- conditions -------------------------------------------------------------------------------

    def _victories(self):
        """When the party has won, and when somebody else has, were it not for the party."""
        others = sum(self.bit("end", side) for side in self.system.sides if side != self.party)
        won, lost = [held(self.bit("end", self.party))], [held(others)]
        for victory in self.quest.victories:
            if not victory.is_default:
                into = won if victory.side == self.party else lost
                into.append(self.asked(victory.condition))
        # The party comes before the others.
        return some(won), some(lost)

    def asked(self, condition, *, is_so=True):
        """A condition, or its denial, ready to be asked."""
        match condition:
            case Every(parts, _) | Some(parts, _):
                each = [self.asked(part, is_so=is_so) for part in parts]
                return every(each) if isinstance(condition, Every) is is_so else some(each)
            case Not(part, _):
                return self.asked(part, is_so=not is_so)
            case Fact(kind=FactKind.IS_IN):
                return self._is_in(condition, is_so=is_so)
            case Fact(kind=FactKind.CARRIES):
                return self._carries(condition, is_so=is_so)
            case Fact():
                asked = counted(condition, self._subjects(condition))
                return asked if is_so else denied(asked)

    def _subjects(self, fact):
        """What is asked of each subject: facts that are all to hold, and facts not to hold."""
        match fact.kind:
            case FactKind.CLOSED:
                return [lacked(self.bit("open", subject)) for subject in fact.subjects]
            case FactKind.CLEARED:
                return [
                    every([held(self.revealed(area)), self.calm(area)])
                    for area in self.board.areas
                    if area.id in fact.subjects
                ]
            case FactKind.ROUND if fact.comparison in (">=", ">"):
                number = fact.number + (fact.comparison == ">")
                self.rounds.append(number)
                return [held(self.bit("round", number))]
            case kind if kind in NAMES:
                return [held(self.bit(NAMES[kind], subject)) for subject in fact.subjects]
            case kind:
                raise NotImplementedError(kind)

    def _carries(self, fact, *, is_so):
        """Whether so many have an item: one of them has it, whoever that is, and the others not."""
        subjects = tuple(self.members[subject] for subject in fact.subjects)
        have = self.bit("have", fact.object)

        def holds(facts):
            left = len(self.left(facts, subjects))
            count = min(left, 1) if facts & have else 0
            if fact.quantity is Quantity.NONE:
                return (count == 0) is is_so
            wanted = left if fact.quantity is Quantity.ALL else number_of(fact)
            return (count >= max(wanted, 1)) is is_so

        return Asked(holds, have | sum(self.lost[subject] for subject in subjects))

    def calm(self, area, *, asked=True):
        """No enemy of the map is left in an area."""
        gone = [
            self.bit("defeated", figure.id) | self.bit("gone", figure.id)
            for figure in self.figures
            if area.cells >> figure.cells[0] & 1 and asked
        ]
        return Asked(lambda facts: all(facts & one for one in gone), sum(gone))

    def _is_in(self, fact, *, is_so):
        """How many stand there; or, for a denial, elsewhere: as far as there is room.

        In an area is never beside it. Who lies below a fallen ceiling is not there, wherever it is.
        """
        if not set(fact.subjects) <= set(self.members):
            raise NotImplementedError(fact.subject_word)
        subjects = tuple(self.members[subject] for subject in fact.subjects)
        if len(subjects) < len(self.members):
            self.named.update(subjects)
        is_area = any(not area.cells & ~fact.cells for area in self.board.areas)
        is_there = (fact.quantity is not Quantity.NONE) is is_so

        def holds(facts):
            left = self.left(facts, subjects)
            if not left:
                return not is_there
            number = len(left) if fact.quantity is Quantity.ALL else number_of(fact)
            if not is_there:
                number = len(left) - number + 1
            free = self.floor.free(facts)
            cells = fact.cells & free if is_area else self.floor.at(fact.cells, facts)
            if not is_there:
                cells = self.floor.free(0) & ~cells
            if number <= 0:
                return True
            if number > min(len(left), cells.bit_count()):
                return False
            return Stand(cells, left, number)

        return Asked(holds, self.floor.shifting | sum(self.lost[subject] for subject in subjects))


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
