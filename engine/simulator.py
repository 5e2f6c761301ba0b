"""Simulate a quest: which conditions hold in a state of play, and which events follow.

Takes a quest and its script. Returns states: the first one, and the successors of others.
"""

from __future__ import annotations

from enum import Enum, auto
from itertools import islice, product
from typing import TYPE_CHECKING, Final

from questwright.engine.conditions import PredicateKind, leaves
from questwright.engine.evaluator import Evaluator
from questwright.engine.ground import Ground
from questwright.engine.script import EffectKind
from questwright.engine.state import FactSort, first_state

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from questwright.engine.conditions import Condition
    from questwright.engine.document import QuestDocument
    from questwright.engine.ground import Arrival
    from questwright.engine.script import Effect, Event, Script
    from questwright.engine.state import State

FORMATIONS: Final = 20_000
"""How many ways for the party to spread over some places are tried."""
_ADDED: Final = {
    EffectKind.OPEN: FactSort.OPEN,
    EffectKind.UNLOCK: FactSort.UNLOCKED,
    EffectKind.SET: FactSort.SET,
    EffectKind.TRIGGER: FactSort.SPRUNG,
    EffectKind.END: FactSort.ENDED,
}
_WITHOUT_FACTS: Final = (
    EffectKind.READ,
    EffectKind.NOTE,
    EffectKind.SPAWN,
    EffectKind.REWARD,
    EffectKind.DRAW,
)
"""The effects that change no fact: figures that come can be beaten, and so close no way."""


class Outcome(Enum):
    """Whether a side has won: nobody yet, the party, or another side."""

    OPEN = auto()
    WON = auto()
    LOST = auto()


class Simulator:
    """The rules of play of one quest: events, their effects, and who wins.

    Results are kept by state; `Evaluator` says what a formation is.
    """

    def __init__(self, quest: QuestDocument, script: Script, mentioned: Iterable[str] = ()) -> None:
        self.quest = quest
        self.script = script
        self.ground = Ground(quest, script)
        self.evaluator = Evaluator(quest, script, self.ground)
        self.events = tuple(self._relevant_events(set(mentioned)))
        conditions = [event.condition for event in self.events]
        conditions += [victory.condition for victory in script.victories]
        predicates = [leaf for condition in conditions for leaf in leaves(condition)]
        self._standing = tuple(dict.fromkeys(leaf for leaf in predicates if leaf.is_standing))
        actions = [
            action.condition for action in script.actions.values() if action.condition is not None
        ]
        predicates += [leaf for action in actions for leaf in leaves(action)]
        late = {leaf.number for leaf in predicates if leaf.kind is PredicateKind.ROUND}
        self.rounds = late | {number + 1 for number in late}
        """The rounds in which a predicate on the round may change its value."""
        self._seen = {
            id_
            for leaf in predicates
            if leaf.kind in (PredicateKind.REVEALED, PredicateKind.CLEARED)
            for id_ in leaf.subjects
        }
        """The ids of the areas that a condition asks for: only these are noted as revealed."""
        self._successors: dict[State, dict[Arrival, State | None]] = {}
        self._marks: dict[State, tuple[frozenset[str], ...]] = {}
        self._settled: dict[tuple[State, tuple[bool, ...]], State | None] = {}
        self._outcomes: dict[tuple[State, tuple[bool, ...]], Outcome] = {}

    def _relevant_events(self, mentioned: set[str]) -> Iterator[Event]:
        """Yield the events that change facts, that a condition asks for, or that are mentioned."""
        conditions = [event.condition for event in self.script.events]
        conditions += [victory.condition for victory in self.script.victories]
        conditions += [
            action.condition for action in self.script.actions.values() if action.condition
        ]
        for condition in conditions:
            for leaf in leaves(condition):
                mentioned |= set(leaf.subjects) if leaf.kind is PredicateKind.HAPPENED else set()
        for event in self.script.events:
            if event.id in mentioned or any(
                effect.kind not in _WITHOUT_FACTS for effect in event.effects
            ):
                yield event

    # -- victory ------------------------------------------------------------------------------

    def outcome(self, state: State, cell: str) -> Outcome:
        """Return whether a side has won, with the party on one square."""
        key = self._key(state, cell)
        if key not in self._outcomes:
            self._outcomes[key] = self.judge(state, self.evaluator.together(cell))
        return self._outcomes[key]

    def judge(self, state: State, formation: tuple[str, ...]) -> Outcome:
        """Return whether a side has won, with the party in a formation.

        An event that ends the quest decides; otherwise the party wins before any other side.
        """
        party = self.script.party
        ended = state.ids(FactSort.ENDED)
        if not self.evaluator.remaining(state):
            return Outcome.LOST
        if ended:
            return Outcome.WON if ended == {party} else Outcome.LOST
        met = {
            victory.side
            for victory in self.script.victories
            if self.evaluator.holds(victory.condition, state, formation)
        }
        if not met:
            return Outcome.OPEN
        return Outcome.WON if party in met else Outcome.LOST

    def _key(self, state: State, cell: str) -> tuple[State, tuple[bool, ...]]:
        """Return a state, and which places of conditions a square is in: all that matters of it."""
        marks = self._marks.get(state)
        if marks is None:
            squares_of = self.evaluator.squares_of
            marks = tuple(squares_of(state, predicate) for predicate in self._standing)
            self._marks[state] = marks
        return state, tuple(cell in place for place in marks)

    # -- events -------------------------------------------------------------------------------

    def with_revealed(self, state: State, areas: Iterable[str]) -> State:
        """Return a state with areas revealed, of those that a condition asks for."""
        new = [
            id_ for id_ in self._seen.intersection(areas) if not state.has(FactSort.REVEALED, id_)
        ]
        return state.plus(FactSort.REVEALED, *new) if new else state

    def settle(self, state: State, cell: str) -> State | None:
        """Return the state after the events that are due, with the party on one square.

        None where the events never end.
        """
        key = self._key(state, cell)
        if key not in self._settled:
            self._settled[key] = self.after_events(state, self.evaluator.together(cell))
        return self._settled[key]

    def successors(self, state: State, cell: str) -> Iterator[tuple[State, str]]:
        """Yield the successors of a position by one step: each state, and the party's square."""
        known = self._successors.setdefault(state, {})
        for arrival in self.ground.steps(state, cell):
            if arrival not in known:
                known[arrival] = self.settle(self.with_revealed(state, arrival.areas), arrival.cell)
            after = known[arrival]
            if after is not None:
                yield after, arrival.cell

    def after_events(self, state: State, formation: tuple[str, ...]) -> State | None:
        """Return the state after the events that are due; None where they never end."""
        states = self.run_events(state, formation)
        return states[-1] if states is not None else None

    def run_events(self, state: State, formation: tuple[str, ...]) -> list[State] | None:
        """Return the states after each of the events that are due, one after the other.

        Each time the first event that is due happens. None where the events never end.
        """
        states: list[State] = []
        before = set()
        while state not in before:
            before.add(state)
            state = self._rearmed(state, formation)
            states.append(state)
            if self.judge(state, formation) is not Outcome.OPEN:
                # A victory ends the quest: no further event happens.
                return states
            due = next(
                (event for event in self.events if self._is_due(event, state, formation)), None
            )
            if due is None:
                return states
            state = self.apply_event(due, state)
        return None

    def _rearmed(self, state: State, formation: tuple[str, ...]) -> State:
        over = [
            event.id
            for event in self.events
            if state.has(FactSort.LIVE, event.id)
            and not self.evaluator.holds(event.condition, state, formation)
        ]
        return state.minus(FactSort.LIVE, *over)

    def _is_due(self, event: Event, state: State, formation: tuple[str, ...]) -> bool:
        holds = self.evaluator.holds
        return self.can_happen(event, state) and holds(event.condition, state, formation)

    def can_happen(self, event: Event, state: State) -> bool:
        """Tell whether an event can happen: once, or again after its condition was false."""
        return not state.has(FactSort.LIVE if event.is_repeated else FactSort.HAPPENED, event.id)

    def apply_event(self, event: Event, state: State) -> State:
        """Return the state after an event with all its effects."""
        sorts = [FactSort.HAPPENED, FactSort.UNMENTIONED] + [FactSort.LIVE] * event.is_repeated
        for sort in sorts:
            state = state.plus(sort, event.id)
        return self._done(event.effects, state)

    def begin(self) -> State:
        """Return the state in which play begins."""
        return self._done(self.script.before, first_state(self.quest))

    def _done(self, effects: Iterable[Effect], state: State) -> State:
        """Return the state after some effects, in their order."""
        for effect in effects:
            target, cells = effect.target, effect.cells
            match effect.kind:
                case EffectKind.GIVE:
                    state = state.plus(FactSort.HELD, target).plus(FactSort.TAKEN, target)
                case EffectKind.TAKE:
                    state = state.minus(FactSort.HELD, target)
                case EffectKind.CLOSE:
                    state = state.minus(FactSort.OPEN, target)
                case EffectKind.REVEAL if target in self.quest.board.gates:
                    state = state.plus(FactSort.OPEN, target).plus(FactSort.FOUND, target)
                case EffectKind.REVEAL:
                    state = self.with_revealed(state, [target])
                case EffectKind.BLOCK:
                    state = state.plus(FactSort.CLOSED, *cells)
                case EffectKind.CLEAR:
                    state = self._cleared(state, cells)
                case EffectKind.REMOVE:
                    lost = state.plus(FactSort.LOST, target)
                    state = lost if effect.is_of_member else self._removed(state, target)
                case kind if kind in _ADDED and target:
                    state = state.plus(_ADDED[kind], target)
                case _:
                    pass
        return state

    def _cleared(self, state: State, cells: tuple[str, ...]) -> State:
        """Return a state with squares opened again, and the things on them removed."""
        over = set(cells)
        gone = [
            thing.id
            for thing in self.quest.things.values()
            if thing.blocks and over & {*thing.cells}
        ]
        return state.minus(FactSort.CLOSED, *cells).plus(FactSort.GONE, *gone)

    def _removed(self, state: State, id_: str) -> State:
        thing = self.quest.things.get(id_)
        if thing is not None and thing.blocks:
            state = state.minus(FactSort.CLOSED, *thing.cells)
        return state.plus(FactSort.GONE, id_)

    # -- where the party spreads --------------------------------------------------------------

    def cells_of_formations(
        self,
        condition: Condition,
        state: State,
        cells: AbstractSet[str],
        spot: frozenset[str] = frozenset(),
    ) -> frozenset[str]:
        """Return the squares of members in those formations in which a condition holds.

        With ``spot``, one member has to stand on a square of it. Empty where a condition asks for
        a single place: the party need not spread to meet it.
        """
        standing = [leaf for leaf in leaves(condition) if leaf.is_standing]
        places = [self.evaluator.squares_of(state, leaf) for leaf in standing]
        found: set[str] = set()
        if len(places) + bool(spot) < 2 or len(self.evaluator.members) < 2:
            return frozenset(found)
        for part in self.ground.parts(state, cells):
            # Squares in the same places are alike: the first stands for all of them.
            alike: dict[tuple[bool, ...], list[str]] = {}
            for cell in sorted(part):
                key = tuple(cell in squares for squares in (spot, *places))
                alike.setdefault(key, []).append(cell)
            first = {group[0]: group for group in alike.values()}
            for formation in islice(product(first, repeat=len(self.evaluator.members)), FORMATIONS):
                is_there = not spot or not spot.isdisjoint(formation)
                if is_there and self.evaluator.holds(condition, state, formation):
                    found.update(cell for stand_in in formation for cell in first[stand_in])
        return frozenset(found)
