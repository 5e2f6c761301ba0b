"""What happens by itself: victories, events and their effects."""

from __future__ import annotations

from functools import partial
from itertools import permutations
from typing import TYPE_CHECKING

from oracle.witness.conditions import before_no_round, names_round
from oracle.witness.departing import as_left, by_leaving, by_staying
from oracle.witness.state import BURIED, LOST, NOBODY, NOWHERE, WAITING, ItemPlace, State
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.packs.system.system import GateForm

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from oracle.witness.conditions import Conditions
    from oracle.witness.ground import Ground
    from questwright.compiler.model.conditions import Condition
    from questwright.compiler.model.quest import Effect, Event, Quest, Thing
    from questwright.compiler.packs.system.system import System

_OF_GATES = frozenset({EffectKind.OPEN, EffectKind.CLOSE})
_NOTED = {
    EffectKind.SET: "set",
    EffectKind.TRIGGER: "sprung",
    EffectKind.END: "won",
}
"""Of the effects that only note something, what is noted."""
_TURNS = 100
"""More often than this nobody looks at the events after one deed."""


class RefusedError(Exception):
    """The player does not judge this quest; the text says why."""


class Aftermath:
    """What happens by itself in a quest. Where the players choose, all their choices come of it."""

    def __init__(
        self, quest: Quest, system: System, ground: Ground, conditions: Conditions
    ) -> None:
        self.quest = quest
        self.ground = ground
        self.conditions = conditions
        party = system.party.word
        sides = [victory.side for victory in quest.victories if victory.side != party]
        sides += [e.target for e in quest.every_effect() if e.kind is EffectKind.END]
        self.victories = {
            side: [victory.condition for victory in quest.victories if victory.side == side]
            for side in (party, *sides)
        }
        """For each side what it wins by, the party's own first."""
        self.victories[party] = [before_no_round(each) for each in self.victories[party]]
        own = [by_leaving(each) for each in self.victories[party]]
        self.departing = {**self.victories, party: [each for each in own if each is not None]}
        """The same once members leave the board: then the party wins in no other way."""
        own = [by_staying(each) for each in self.victories[party]]
        self.staying = {**self.victories, party: [each for each in own if each is not None]}
        """The same for whoever is over a friend: it leaves the board there, or it goes on."""
        self.gates = {gate.id: gate for gate in quest.board.gates}
        self.areas = {area.id for area in quest.board.areas}
        self.things = {thing.id: thing for thing in quest.things}

    def settle(self, state: State) -> set[State]:
        """The states that come of a state once nothing happens by itself any more."""
        settled: set[State] = set()
        waiting = {state}
        for _ in range(_TURNS):
            if not waiting:
                return settled
            following: set[State] = set()
            for each in waiting:
                ended = self._ended(each)
                due, looked = self._due(ended)
                if ended.winner or not due:
                    settled.add(looked)
                else:
                    following |= self._happen(due, looked)
            waiting = following
        raise RefusedError("what happens by itself never ends")

    def passed(self, there: State, member: int, friend: int) -> State | None:
        """The state as a member is over a friend; None where it cannot be, as more comes of it.

        It is no longer where it was: that opens and shuts gates behind it. It is on the square of
        the friend, too, but two on one square are not two in a place. What may happen again is
        ready for that when the move has come to an end.
        """
        moments = there, there.with_member(friend, BURIED)
        if all(self._is_over(moment) for moment in moments):
            return None
        left, _ = self._due(there)
        away = {event.id for event in self._due(there.with_member(member, BURIED))[0]}
        for event in left:
            if event.id not in away or not self._changes([event], there):
                continue
            if not {effect.kind for effect in event.effects} <= _OF_GATES:
                return None
            known = [("was true", event.id)] if event.repeats else []
            after, *others = self._happen([event], there.plus(*known))
            if others or after.where != there.where:
                return None
            there = after
        moments = there, there.with_member(friend, BURIED)
        return None if all(map(self._comes_of, moments)) else there

    def _comes_of(self, state: State) -> bool:
        """Whether play ends in a state, or something is due that changes anything."""
        due, looked = self._due(state)
        return self._is_over(state) or self._changes(due, looked)

    def _is_over(self, state: State) -> bool:
        """Whether play ends in a state without anybody leaving the board."""
        return bool(self._winner(state, self.staying))

    def _changes(self, due: Sequence[Event], state: State) -> bool:
        """Whether what is due changes anything but what is ready to happen again."""
        told = {("was true", event.id) for event in self.quest.events}
        return any(
            after._replace(facts=after.facts - told) != state._replace(facts=state.facts - told)
            for after in self._happen(due, state)
        )

    # -- the end of play --------------------------------------------------------------

    def _ended(self, state: State) -> State:
        """The state with its winner, if play has ended."""
        if state.winner:
            return state
        victories = self.departing if state.is_leaving else self.victories
        return state._replace(winner=self._winner(state, victories))

    def _winner(self, state: State, victories: Mapping[str, Sequence[Condition]]) -> str:
        """Whose some victories are that hold; empty if none does."""
        if not state.left:
            return NOBODY
        for side, conditions in victories.items():
            if state.has("won", side) or any(
                self.conditions.holds(condition, as_left(state)) for condition in conditions
            ):
                return side
        return ""

    # -- events -----------------------------------------------------------------------

    def _due(self, state: State) -> tuple[list[Event], State]:
        """The events whose condition has become true, and the state after looking at all."""
        due: list[Event] = []
        if state.winner:
            return due, state
        for event in self.quest.events:
            if not event.repeats and state.has("happened", event.id):
                continue
            fact = ("was true", event.id)
            if not self.conditions.holds(event.condition, state):
                state = state.minus(fact)
            elif fact not in state.facts:
                due.append(event)
                state = state.plus(fact)
        return due, state

    def in_next_round(self, state: State) -> State:
        """The state when the next round begins: a round that is named is a moment of its own."""
        later = state._replace(round=state.round + 1)
        for event in self.quest.events:
            if event.repeats and names_round(event.condition, later.round):
                later = later.minus(("was true", event.id))
        return later

    def _happen(self, due: list[Event], state: State) -> set[State]:
        """What comes of events that are due, in order; each is looked at again."""
        states = {state}
        for event in due:
            following: set[State] = set()
            for each in states:
                if each.winner or not each.left:
                    following.add(each)
                elif self.conditions.holds(event.condition, each):
                    following |= self._all_effects(event, each)
                else:
                    following.add(each.minus(("was true", event.id)))
            states = following
        return states

    def _all_effects(self, event: Event, state: State) -> set[State]:
        happened = state.plus(("happened", event.id))
        if not event.repeats:
            happened = happened.minus(("was true", event.id))
        states = {happened}
        closing: set[int] = set()
        for effect in event.effects:
            if effect.kind is EffectKind.BLOCK:
                closing |= {*each_cell(effect.cells)}
            elif effect.kind is EffectKind.CLEAR:
                closing -= {*each_cell(effect.cells)}
        stood = self.ground.alive(state)
        kept = sum(1 << cell for cell in closing if state.has("blocked", cell))
        for effect in event.effects:
            if effect.kind is EffectKind.CLEAR:
                left = effect._replace(cells=effect.cells & ~kept)
                states = self._each_in_play(states, partial(self._effect, left))
            elif effect.kind is not EffectKind.BLOCK:
                states = self._each_in_play(states, partial(self._effect, effect))
        return self._each_in_play(states, partial(self._block, sorted(closing), stood))

    def _each_in_play(
        self, states: set[State], follow: Callable[[State], Iterable[State]]
    ) -> set[State]:
        """What comes of each state; of one in which play is over nothing does."""
        return {
            after
            for each in states
            for after in ([each] if each.winner or not each.left else follow(each))
        }

    # -- effects ----------------------------------------------------------------------

    def _effect(  # noqa: PLR0911 - each kind of effect returns what comes of it
        self, effect: Effect, state: State
    ) -> Iterable[State]:
        """The states that may come of one effect."""
        target = effect.target
        match effect.kind:
            case EffectKind.OPEN:
                return [self.opened(state, target)]
            case EffectKind.CLOSE:
                return [state.minus(("open", target))]
            case EffectKind.UNLOCK:
                return [state.minus(("fallen", target)).plus(("unlocked", target))]
            case EffectKind.REVEAL if target in self.gates:
                return [self.opened(state, target)]
            case EffectKind.REVEAL:
                return [state.plus(("revealed", target))]
            case EffectKind.GIVE:
                return self._given(effect.to, state, target)
            case EffectKind.TAKE:
                return [self._taken_away(state, target)]
            case EffectKind.CLEAR:
                return [self._clear(state, list(each_cell(effect.cells)))]
            case EffectKind.REMOVE if target in self.conditions.members:
                return self._lose(state, self.conditions.members[target])
            case EffectKind.REMOVE:
                cells = self.ground.placed(state, self.things[target]).cells
                return [self.unburied(state.plus(("gone", target)), cells)]
            case EffectKind.CHANGE | EffectKind.RAISE:
                return [self._figure(effect, state)]
            case kind if kind in _NOTED:
                return [state.plus((_NOTED[kind], target))]
            case _:
                return [state]  # texts, rewards, cards, and figures that come later

    def _figure(self, effect: Effect, state: State) -> State:
        """The state after a figure stands again, or has other values."""
        id_ = effect.target
        if effect.kind is EffectKind.RAISE:
            # It stands there and nowhere else, also if it stood somewhere; or where the map has it.
            stood = self.ground.placed(state, self.things[id_])
            state = state.minus(*(("stands", id_, cell) for cell in stood.cells))
            state = state.minus(("defeated", id_), ("gone", id_))
            cells = [*each_cell(effect.cells)] if effect.place else [*self.things[id_].cells]
            if effect.place:
                state = state.plus(*(("stands", id_, cell) for cell in cells))
            return self.unburied(state, set(stood.cells) - set(cells))
        for word, number in effect.values:
            old = [fact for fact in state.facts if fact[:3] == ("value", id_, word)]
            state = state.minus(*old).plus(("value", id_, word, number))
        return state

    def opened(self, state: State, gate_id: str) -> State:
        """The state with a gate open: what it connects is set out."""
        gate = self.gates[gate_id]
        areas = [("revealed", self.quest.board.areas[number].id) for number in gate.between]
        if gate.kind.form is GateForm.PASSAGE:
            areas.append(("found", gate_id))
        return state.minus(("fallen", gate_id)).plus(("open", gate_id), *areas)

    # -- items ------------------------------------------------------------------------

    def receivers(self, state: State) -> list[int]:
        """The members among whom the players choose who gets something."""
        return state.present or state.left

    def _given(self, words: tuple[str, ...], state: State, item_id: str) -> Iterable[State]:
        if words:
            return self._given_to(words, state, item_id)
        item = self.conditions.items.get(item_id)
        if item is None or state.items[item].member >= 0:
            return [state]
        return [
            state.with_item(item, ItemPlace(member=member)).plus(("taken", item_id))
            for member in self.receivers(state)
        ]

    def _given_to(self, words: tuple[str, ...], state: State, item_id: str) -> Iterable[State]:
        """One of some members who are not lost gets an item, whoever has it."""
        item = self.conditions.items.get(item_id)
        able = [member for member in state.left if self.quest.party[member].word in words]
        if item is None or not able:
            return [state]
        return [
            state.with_item(item, ItemPlace(member=member)).plus(("taken", item_id))
            for member in able
        ]

    def _taken_away(self, state: State, item_id: str) -> State:
        item = self.conditions.items.get(item_id)
        if item is None or state.items[item].member < 0:
            return state
        return state.with_item(item, NOWHERE)

    def shared_out(self, state: State, items: list[int]) -> set[State]:
        """The states in which the players have given each of some items to a member."""
        states = {state}
        for item in items:
            states = {
                each.with_item(item, ItemPlace(member=member)).plus(
                    ("taken", self.quest.items[item].id)
                )
                for each in states
                for member in self.receivers(each)
            }
        return states

    def _lose(self, state: State, member: int) -> Iterable[State]:
        """A member leaves for good; what they had passes to whoever is left."""
        if state.where[member] == LOST:
            return [state]
        buried = [fact for fact in state.facts if fact[:2] == ("buried", member)]
        state = state.with_member(member, LOST).minus(*buried)
        had = [item for item, place in enumerate(state.items) if place.member == member]
        if state.left:
            return self.shared_out(state, had)
        for item in had:
            state = state.with_item(item, NOWHERE)
        return [state]

    # -- what closes and what is cleared ----------------------------------------------

    def _block(self, cells: list[int], stood: list[Thing], state: State) -> set[State]:
        """Cells close; whoever stands there steps clear, as they choose, or is buried.

        So does who stands where a figure stands again, none of those who ``stood`` there before.
        """
        alive = self.ground.alive(state)
        if any(set(figure.cells) & set(cells) for figure in alive):
            raise RefusedError("a cell closes on which a figure stands")
        risen = [figure for figure in alive if figure not in stood]
        covered = {cell for figure in risen for cell in figure.cells}
        if any(state.has("blocked", cell) for cell in covered):
            raise RefusedError("a figure stands again where something has fallen")
        caught = [member for member in state.present if state.where[member] in covered | set(cells)]
        state = state.plus(*(("blocked", cell) for cell in cells))
        outcomes: set[State] = set()
        for order in permutations(caught):
            states = {state}
            for member in order:
                states = {after for each in states for after in self._clear_of(each, member, state)}
            outcomes |= states
        return outcomes

    def _clear_of(self, state: State, member: int, first: State) -> list[State]:
        """A member steps off a cell that has just closed, or is buried below it.

        Others may have stepped clear since the ``first`` moment, in which corners are looked at.
        """
        cell = state.where[member]
        word = self.quest.party[member].word
        free = [
            target
            for target in self.ground.steps(first, cell, word)
            if self.ground.is_free(state, target)
        ]
        if free:
            return [self.entered(state.with_member(member, target), target) for target in free]
        return [state.with_member(member, BURIED).plus(("buried", member, cell))]

    def _clear(self, state: State, cells: list[int]) -> State:
        """What stands or has fallen on cells is gone; who was buried there stands there again."""
        for thing in self.quest.things:
            if thing.blocks and set(thing.cells) & set(cells):
                state = state.plus(("gone", thing.id))
        return self.unburied(state.minus(*(("blocked", cell) for cell in cells)), cells)

    def unburied(self, state: State, cells: Iterable[int]) -> State:
        """The state after who was buried on cells stands there again."""
        cells = set(cells)
        for fact in sorted(
            fact for fact in state.facts if fact[0] == "buried" and fact[2] in cells
        ):
            _, member, cell = fact
            if cell in state.where:
                raise RefusedError("two members were buried below one cell")
            state = state.minus(fact).with_member(int(member), int(cell))
        return state

    def entered(self, state: State, cell: int) -> State:
        """The state after somebody has come to a cell: its area is set out."""
        return state.plus(("revealed", self.quest.board.areas[self.ground.area_at[cell]].id))

    # -- when play begins -------------------------------------------------------------

    def beginnings(self) -> set[State]:
        """All ways in which the party may begin, before anything happens by itself."""
        items = tuple(
            ItemPlace(thing=item.holder)
            if item.holder
            else ItemPlace(cell=item.cell)
            if item.cell >= 0
            else NOWHERE
            for item in self.quest.items
        )
        nobody = (WAITING,) * len(self.quest.party)
        state = State(nobody, items, frozenset())
        for gate in self.quest.board.gates:
            if gate.is_open:
                state = state.plus(("open", gate.id))
        states = {state}
        for word, member in self.conditions.members.items():
            entries = [entry for entry in self.quest.entries if word in entry.who]
            cells = {c for entry in entries if entry.round == 1 for c in each_cell(entry.cells)}
            if cells:
                states = {
                    self.entered(each.with_member(member, cell), cell)
                    for each in states
                    for cell in cells
                    if self.ground.is_free(each, cell)
                }
        for number, item in enumerate(self.quest.items):
            if item.brought:
                bearers = [self.conditions.members[word] for word in item.brought]
                states = {
                    each.with_item(number, ItemPlace(member=bearer)).plus(("taken", item.id))
                    for each in states
                    for bearer in bearers
                }
        return states
