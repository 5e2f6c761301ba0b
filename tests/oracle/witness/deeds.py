"""What members of the party may do, deed by deed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from oracle.witness.departing import departures
from oracle.witness.hurting import hurts, value_of
from oracle.witness.state import NOWHERE, WAITING, ItemPlace, Passing
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.conditions import FactKind, facts_of
from questwright.compiler.model.words import is_called
from questwright.compiler.packs.system.fights import Reach
from questwright.compiler.packs.system.system import Category, GateForm

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from oracle.witness.aftermath import Aftermath
    from oracle.witness.conditions import Conditions
    from oracle.witness.ground import Ground
    from oracle.witness.state import State
    from questwright.compiler.model.board import Gate, Lock
    from questwright.compiler.model.conditions import Fact
    from questwright.compiler.model.quest import Action, Quest, Thing
    from questwright.compiler.packs.system.system import Kind, System


class Deed(NamedTuple):
    """A deed and what may come of it."""

    text: str
    outcomes: frozenset[State]
    is_time: bool = False
    """Nobody does anything: a round begins, or what was wrong with somebody is over."""
    is_fate: bool = False
    """Nobody of the party decides it: no line that wins has it."""


class Deeds:
    """The deeds of a quest, in a given state of play."""

    def __init__(
        self,
        quest: Quest,
        system: System,
        ground: Ground,
        conditions: Conditions,
        aftermath: Aftermath,
    ) -> None:
        self.quest = quest
        self.system = system
        self.ground = ground
        self.conditions = conditions
        self.aftermath = aftermath
        self.things = {thing.id: thing for thing in quest.things}
        self.own_victories = aftermath.departing[system.party.word]
        self.friends_block = system.grid.friends_block
        self.last_round = _last_round(quest)
        self.wounds = _wounds(quest)

    def of(self, state: State) -> Iterator[Deed]:
        """All deeds that are possible, and the coming of the next round."""
        if state.winner:
            return
        for text, gone in departures(
            state, self.quest, self.ground, self.conditions, self.own_victories
        ):
            yield Deed(text, frozenset(self.aftermath.settle(gone)))
        if state.passing is not None:
            yield from self._go_on(state, state.passing)
            return
        if state.is_leaving:
            for member in state.present:
                yield from self._moves(member, state)
            return
        for member in state.present:
            for text, after in self._deeds_of(member, state):
                outcomes = frozenset(o for each in after for o in self.aftermath.settle(each))
                yield Deed(f"{self.quest.party[member].word}: {text}", outcomes)
            yield from self._moves(member, state)
        yield from self._arrivals(state)
        yield from self._befalls(state)
        yield from self._of_other_sides(state)
        if state.round < self.last_round:
            later = self.aftermath.in_next_round(state)
            yield Deed("a round begins", frozenset(self.aftermath.settle(later)), is_time=True)

    # -- what becomes of figures ------------------------------------------------------

    def _befalls(self, state: State) -> Iterator[Deed]:
        """What may become of figures now, and what may pass: each at any moment."""
        for subject, word in self.wounds:
            if not self.conditions.is_in_play(subject, state):
                continue
            name, _, number = word.partition(">=")
            passing = str(self.system.states[name].passes)
            fact = ("state", subject, word)
            facts = [fact]
            if number:
                # Who comes to have more has fewer as well; who has no longer so many has no more.
                asked = [
                    (o, int(w.partition(">=")[2]))
                    for o, w in self.wounds
                    if w.startswith(f"{name}>=")
                ]
                numbers = {n for other, n in asked if other == subject}
                has_fact = state.has(*fact)
                facts = [
                    ("state", subject, f"{name}>={n}")
                    for n in numbers
                    if (n >= int(number) if has_fact else n <= int(number))
                ]
            if not state.has(*fact):
                outcomes = frozenset(self.aftermath.settle(state.plus(*facts)))
                yield Deed(f"befall: {subject} {word}", outcomes, is_fate=True)
            elif passing != "never":
                outcomes = frozenset(self.aftermath.settle(state.minus(*facts)))
                is_fate = passing == "perhaps"
                yield Deed(f"recover: {subject} {word}", outcomes, is_time=True, is_fate=is_fate)

    def _of_other_sides(self, state: State) -> Iterator[Deed]:
        """Actions of the quest that another side may do, once, at any moment or never."""
        for action in self.quest.actions:
            is_possible = action.condition is None or self.conditions.holds(action.condition, state)
            if action.side and is_possible and not state.has("done", action.id):
                outcomes = frozenset(self.aftermath.settle(state.plus(("done", action.id))))
                yield Deed(f"{action.side}: do {action.id}", outcomes, is_fate=True)

    # -- moving -----------------------------------------------------------------------

    def _moves(self, member: int, state: State) -> Iterator[Deed]:
        """One step in each direction; a step on a friend or a portal makes the move go on."""
        word = self.quest.party[member].word
        source = state.where[member]
        for target in sorted(self.ground.steps(state, source, word)):
            outcomes = frozenset(self._step(member, target, state))
            yield Deed(f"{word}: step to {self.ground.board.name(target)}", outcomes)

    def _go_on(self, state: State, passing: Passing) -> Iterator[Deed]:
        """The next step of a move that has to go on."""
        member = passing.member
        word = self.quest.party[member].word
        source = state.where[member]
        # Nobody comes back over a friend to where it set out.
        left = {passing.source} if state.where.count(source) > 1 else set()
        for target in sorted({*self.ground.steps(state, source, word)} - left):
            outcomes = frozenset(self._step(member, target, state))
            yield Deed(f"{word}: on to {self.ground.board.name(target)}", outcomes)

    def _step(self, member: int, target: int, state: State) -> Iterable[State]:
        """What comes of a step; over a friend only where nothing comes of it."""
        here = state.where[member]
        fallen = partial(self.ground.gone_through, here, target)
        on = Passing(member, here if state.passing is None else state.passing.source)
        if target in self.ground.portals:
            beyond = self._beyond(state, target)
            if beyond is None:
                return ()
            return [fallen(state).with_member(member, beyond)._replace(passing=on)]
        if target in state.where and self.friends_block:
            return ()
        if target in state.where:
            there = state.with_member(member, target)._replace(passing=None)
            passed = self.aftermath.passed(there, member, state.where.index(target))
            # What comes of a gate that falls shut behind comes when the move has come to an end.
            return [] if passed is None else [fallen(passed)._replace(passing=on)]
        arrived = fallen(state).with_member(member, target)._replace(passing=None)
        return self.aftermath.settle(self.aftermath.entered(arrived, target))

    def _beyond(self, state: State, cell: int) -> int | None:
        """The cell to which a portal carries; None if there is none, or one of them is shut."""
        portal = self.ground.portals[cell]
        other = self.things.get(portal.link)
        if other is None or state.has("gone", portal.id) or state.has("gone", other.id):
            return None
        (beyond,) = other.cells
        is_shut = self.ground.is_closed(state, cell) or self.ground.is_closed(state, beyond)
        return None if is_shut else beyond

    def _arrivals(self, state: State) -> Iterator[Deed]:
        """Members who come into play in a later round than the first."""
        for entry in self.quest.entries:
            if state.round < entry.round:
                continue
            for word in entry.who:
                member = self.conditions.members[word]
                if state.where[member] != WAITING:
                    continue
                for cell in each_cell(entry.cells):
                    if self.ground.is_free(state, cell):
                        arrived = self.aftermath.entered(state.with_member(member, cell), cell)
                        outcomes = frozenset(self.aftermath.settle(arrived))
                        yield Deed(f"{word}: come to {self.ground.board.name(cell)}", outcomes)

    # -- all other deeds --------------------------------------------------------------

    def _deeds_of(self, member: int, state: State) -> Iterator[tuple[str, list[State]]]:
        """The deeds of a member besides moving, each before what happens by itself."""
        cell = state.where[member]
        for gate in self.quest.board.gates:
            yield from self._gate(gate, member, cell, state)
        yield from self._containers(member, cell, state)
        yield from self._search(member, cell, state)
        yield from self._take(member, cell, state)
        yield from self._hand_over(member, cell, state)
        yield from self._actions(member, cell, state)
        yield from self._pushes(member, cell, state)
        yield from self._attacks(member, cell, state)

    def _gate(
        self, gate: Gate, member: int, cell: int, state: State
    ) -> Iterator[tuple[str, list[State]]]:
        """Open a gate from beside it; a locked one by whom its lock says, with the key."""
        is_beside = self.ground.reaches_gate(cell, gate)
        is_known = gate.kind.form is GateForm.DOOR or state.has("found", gate.id)
        is_shut = not state.has("open", gate.id) and gate.kind.form is not GateForm.WINDOW
        if not (is_beside and is_known and is_shut) or state.has("fallen", gate.id):
            return
        for unlocked in self._unlocked(gate, member, state):
            yield f"open {gate.id}", [self.aftermath.opened(unlocked, gate.id)]

    def _unlocked(self, owner: Gate | Thing, member: int, state: State) -> Iterator[State]:
        """What comes of unlocking something, by whom its lock says, with the key."""
        lock = owner.lock
        if lock is None or state.has("unlocked", owner.id):
            yield state
            return
        own = self.quest.party[member]
        if (lock.by and own.word not in lock.by) or not self._can_open(lock, own):
            return
        unlocked = state.plus(("unlocked", owner.id))
        if not lock.key:
            yield unlocked
            return
        for key in self.conditions.called(lock.key):
            if state.items[key].member == member:
                yield unlocked.with_item(key, NOWHERE) if lock.is_spent else unlocked

    def _can_open(self, lock: Lock, member: Kind) -> bool:
        """Whether a member breaks a lock of the game at the best roll, or has a spell for it.

        Casts add up, and nobody is in a hurry: one spell of any amount is enough.
        """
        if lock.kind is None:
            return True
        if lock.kind.lowered is not None:
            set_here = {word for value in self.quest.settings.values() for word in _words(value)}
            return any(
                any(is_called(member, word) for word in spell.by)
                and (not spell.needs or spell.needs in set_here)
                for spell in lock.kind.lowered.spells
            )
        how, fights = lock.kind.broken, self.system.fights
        if how is None or fights is None:
            return True
        armed = any(a.dice in member.values for a in fights.attacks if a.word in how.attacks)
        return armed and lock.values[how.armour] < max(int(face) for face in fights.faces)

    def _containers(
        self, member: int, cell: int, state: State
    ) -> Iterator[tuple[str, list[State]]]:
        """Open a locked container from beside it, and take all that is in it."""
        for thing in self.quest.things_of(Category.CONTAINER):
            is_shut = thing.lock is not None and not state.has("open", thing.id)
            is_there = not state.has("gone", thing.id)
            if not (is_shut and is_there and self.ground.is_at(state, thing.cells, cell)):
                continue
            for unlocked in self._unlocked(thing, member, state):
                after = unlocked.plus(("open", thing.id)).plus(("searched", thing.id))
                for item, place in enumerate(state.items):
                    if place.thing == thing.id:
                        after = after.with_item(item, ItemPlace(member=member))
                        after = after.plus(("taken", self.quest.items[item].id))
                yield f"open {thing.id}", [after]

    def _search(self, member: int, cell: int, state: State) -> Iterator[tuple[str, list[State]]]:
        """Search the area: this finds hidden passages, which may have to come first, and items."""
        number = self.ground.area_at[cell]
        area = self.quest.board.areas[number]
        enemies = self.ground.alive(state)
        if area.kind.clear_by_sight:
            hinders = any(self.ground.sees(state, cell, figure.cells[0]) for figure in enemies)
        else:
            hinders = any(figure.area == number for figure in enemies)
        search = self.system.search
        if search is not None and search.not_beside:
            near = (other for figure in enemies for other in figure.cells)
            hinders = hinders or any(self.ground.can_fight(state, cell, other) for other in near)
        if hinders or search is None:
            return
        hidden = [
            gate
            for gate in self.quest.board.gates
            if gate.kind.form is GateForm.PASSAGE
            and number in gate.between
            and not state.has("found", gate.id)
        ]
        for gate in hidden:
            yield f"find {gate.id}", [self.aftermath.opened(state, gate.id)]
        if state.has("searched", area.id) or (hidden and search.passages_first):
            return
        found = state.plus(("searched", area.id))
        for thing in self.quest.things_of(Category.CONTAINER):
            is_searched = thing.area == number and thing.lock is None
            if is_searched and not state.has("gone", thing.id):
                found = found.plus(("searched", thing.id))
                for item, place in enumerate(state.items):
                    if place.thing == thing.id:
                        found = found.with_item(item, ItemPlace(member=member))
                        found = found.plus(("taken", self.quest.items[item].id))
        yield f"search {area.id}", [found]

    def _take(self, member: int, cell: int, state: State) -> Iterator[tuple[str, list[State]]]:
        """Take an item from the square, or from furniture beside it."""
        for item, place in enumerate(state.items):
            if self._lies_within_reach(place, cell, state):
                id_ = self.quest.items[item].id
                taken = state.with_item(item, ItemPlace(member=member)).plus(("taken", id_))
                yield f"take {id_}", [taken]

    def _lies_within_reach(self, place: ItemPlace, cell: int, state: State) -> bool:
        if place.cell >= 0:
            return place.cell == cell
        if not place.thing:
            return False
        thing = self.things[place.thing]
        if thing.kind.category in (Category.FIGURE, Category.CONTAINER):
            return False
        return self.ground.is_at(state, thing.cells, cell)

    def _hand_over(self, member: int, cell: int, state: State) -> Iterator[tuple[str, list[State]]]:
        """Hand an item to a member beside, not through walls or gates that are shut."""
        near = [
            other
            for other in state.present
            if state.where[other] in self.ground.beside[cell]
            and self.ground.lets_things_through(state, cell, state.where[other])
        ]
        for item, place in enumerate(state.items):
            if place.member == member and not self.quest.items[item].is_bound:
                for other in near:
                    text = f"hand {self.quest.items[item].id} to {self.quest.party[other].word}"
                    yield text, [state.with_item(item, ItemPlace(member=other))]

    def _actions(self, member: int, cell: int, state: State) -> Iterator[tuple[str, list[State]]]:
        """Do an action of the quest at its place."""
        for action in self.quest.actions:
            is_possible = action.condition is None or self.conditions.holds(action.condition, state)
            is_done = state.has("done", action.id)
            if (
                is_possible
                and not is_done
                and not action.side
                and (not action.by or self.quest.party[member].word in action.by)
                and self._reaches(action, cell, state)
            ):
                yield f"do {action.id}", [state.plus(("done", action.id))]

    def _reaches(self, action: Action, cell: int, state: State) -> bool:
        """Whether an action is done from a cell: at its place, or from beside it alone.

        Beside a figure it is done while that is there, and at a thing as long as it is.
        """
        if action.target and state.has("gone", action.target):
            return False
        cells = tuple(each_cell(action.cells))
        figures = [own for own in self.ground.figures if own.id == action.target]
        is_followed = bool(figures) and figures[0].cells == cells
        if not action.is_beside and not is_followed:
            return self.ground.is_at(state, cells, cell)
        if is_followed:
            if not self.ground.is_alive(state, figures[0]):
                return False
            cells = self.ground.placed(state, figures[0]).cells
        return cell not in cells and any(self.ground.is_around(state, each, cell) for each in cells)

    def _pushes(self, member: int, cell: int, state: State) -> Iterator[tuple[str, list[State]]]:
        """Push what stands beside, away; the square that it leaves is open floor."""
        for thing in self.ground.blockers:
            if self.quest.party[member].word not in thing.pushers:
                continue
            target = self.ground.pushed_to(state, thing, cell)
            if target is not None:
                old = [fact for fact in state.facts if fact[:2] == ("pushed", thing.id)]
                after = state.minus(*old)
                if target not in thing.cells:
                    after = after.plus(("pushed", thing.id, target))
                yield f"push {thing.id} {self.ground.board.name(target)}", [after]

    def _attacks(self, member: int, cell: int, state: State) -> Iterator[tuple[str, list[State]]]:
        """Beat a figure from where the rules allow an attack."""
        for figure in self.ground.alive(state):
            hits = self._most_hits(member, cell, figure, state)
            for number, facts in self._wounded(figure, hits, state):
                yield f"wound: {figure.id} {number}", [state.plus(*facts)]
            if hits and self._has_had_enough(figure, hits, state):
                held = [n for n, place in enumerate(state.items) if place.thing == figure.id]
                beaten = state.plus(("defeated", figure.id))
                beaten = self.aftermath.unburied(beaten, figure.cells)
                for item in held:
                    beaten = beaten.with_item(item, ItemPlace(member=member))
                    beaten = beaten.plus(("taken", self.quest.items[item].id))
                yield f"beat {figure.id}", [beaten]

    def _most_hits(self, member: int, cell: int, figure: Thing, state: State) -> int:
        """The hits that count of a member's best attack from a cell; 0 where none can beat it."""
        kind = self.quest.party[member]
        target = figure.cells[0]
        touches = self.ground.can_fight(state, cell, target)
        found = 0
        for attack in self.system.fights.attacks if self.system.fights is not None else ():
            hits = hurts(self.system, kind, _as_it_is(figure, state), attack.word)
            is_too_near = attack.not_beside and touches
            is_far = attack.reach is Reach.SIGHT and not is_too_near
            if (attack.reach is Reach.BESIDE and touches) or (
                hits and is_far and self.ground.sees(state, cell, target)
            ):
                found = max(found, hits)
        return found

    def _amounts(self, figure: Thing, state: State) -> tuple[int, dict[int, tuple[str, ...]]]:
        """At how many wounds a figure falls, and the fact for each number of them that is asked."""
        limit = self.system.fights.falls.get(figure.kind.rank) if self.system.fights else None
        if limit is None or not limit.is_kept:
            return 0, {}
        found = {}
        for subject, word in self.wounds:
            name, _, number = word.partition(">=")
            if subject == figure.id and number and self.system.states[name].counts == limit.value:
                found[int(number)] = ("state", subject, word)
        return value_of(_as_it_is(figure, state), limit.value), found

    def _wounded(
        self, figure: Thing, hits: int, state: State
    ) -> Iterator[tuple[int, list[tuple[str, ...]]]]:
        """The numbers of wounds to which attacks bring a figure next, with the facts of them."""
        falls, asked = self._amounts(figure, state)
        for number, fact in asked.items():
            is_near = all(state.has(*asked[n]) for n in asked if n <= number - hits)
            if hits and number < falls and is_near and not state.has(*fact):
                yield number, [asked[n] for n in asked if n <= number]

    def _has_had_enough(self, figure: Thing, hits: int, state: State) -> bool:
        """Whether one attack more can beat a figure: it has had all the wounds but those."""
        falls, asked = self._amounts(figure, state)
        return all(state.has(*asked[n]) for n in asked if n <= falls - hits)


def _as_it_is(figure: Thing, state: State) -> Kind:
    """The kind of a figure with the values that events have given it by now."""
    values = dict(figure.kind.values)
    for fact in state.facts:
        if fact[:2] == ("value", figure.id):
            _, _, word, number = fact
            values[str(word)] = values[str(word)]._replace(value=int(number))
    return figure.kind._replace(values=values)


def _words(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)


def _last_round(quest: Quest) -> int:
    """The first round from which on no round is different from the next one."""
    numbers = [
        fact.number
        for condition in quest.conditions()
        for fact in facts_of(condition)
        if fact.kind is FactKind.ROUND
    ]
    numbers += [entry.round - 1 for entry in quest.entries]
    return max(0, *numbers, 0) + 1


def _wounds(quest: Quest) -> list[tuple[str, str]]:
    """The figures and what may become of them, as far as the quest asks for any of it."""
    asked = [*(event.condition for event in quest.events)]
    asked += [victory.condition for victory in quest.victories if not victory.is_default]
    asked += [action.condition for action in quest.actions if action.condition is not None]
    if not any(f.kind is FactKind.STATE for condition in asked for f in facts_of(condition)):
        # It could do nothing but end play for another side.
        return []
    found = {
        (subject, name): None
        for condition in quest.conditions()
        for fact in facts_of(condition)
        if fact.kind is FactKind.STATE
        for subject in fact.subjects
        for name in _asked_as(fact)
    }
    return [*found]


def _asked_as(fact: Fact) -> list[str]:
    """The states that a condition asks for; of wounds, the numbers on both sides of its own."""
    if not fact.comparison:
        return [fact.object]
    return [f"{fact.object}>={n}" for n in (fact.number, fact.number + 1) if n > 0]
