"""Simulate a quest: which conditions hold in a state of play, and which events follow.

Takes a quest and its script. Returns states: the first one, and the successors of others.
"""

from __future__ import annotations

from enum import Enum, auto
from itertools import islice, product
from typing import TYPE_CHECKING, Final

from questwright.engine.conditions import COMPARISONS, PredicateKind, Quantity, holds, leaves
from questwright.engine.ground import Ground
from questwright.engine.script import EffectKind
from questwright.engine.state import FactSort, enemies, first_state, is_beaten

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from questwright.engine.conditions import Condition, Predicate
    from questwright.engine.document import QuestDocument
    from questwright.engine.ground import Arrival
    from questwright.engine.script import Effect, Event, Script
    from questwright.engine.state import State

FORMATIONS: Final = 20_000
"""How many ways for the party to spread over some places are tried."""
_FACTS: Final = {
    PredicateKind.OPENED: FactSort.OPEN,
    PredicateKind.FOUND: FactSort.FOUND,
    PredicateKind.REVEALED: FactSort.REVEALED,
    PredicateKind.SEARCHED: FactSort.SEARCHED,
    PredicateKind.DEFEATED: FactSort.DEFEATED,
    PredicateKind.TAKEN: FactSort.TAKEN,
    PredicateKind.DONE: FactSort.DONE,
    PredicateKind.HAPPENED: FactSort.HAPPENED,
    PredicateKind.SPRUNG: FactSort.SPRUNG,
    PredicateKind.SET: FactSort.SET,
}
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
    """The rules of play of one quest: conditions, events and their effects.

    A formation has the square of each member of the party, in the order of the quest. A party that
    moves as one piece has all its members on one square. Results are kept by state.
    """

    def __init__(self, quest: QuestDocument, script: Script, mentioned: Iterable[str] = ()) -> None:
        self.quest = quest
        self.script = script
        self.ground = Ground(quest, script)
        self.members = {word: number for number, word in enumerate(quest.members)}
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

    # -- conditions ---------------------------------------------------------------------------

    def place(self, state: State, predicate: Predicate) -> frozenset[str]:
        """Return the squares that meet a predicate on a place.

        For a place with a whole area these are its own squares; for any other they may be those
        beside a thing that covers it.
        """
        areas = self.quest.board.areas.values()
        if any(predicate.cells.issuperset(area.cells) for area in areas):
            return self.ground.free_cells(state, predicate.cells)
        return self.ground.at_or_beside(state, predicate.cells)

    def holds(self, condition: Condition, state: State, formation: tuple[str, ...]) -> bool:
        """Tell whether a condition holds in a state, with the party in a formation."""
        return holds(condition, lambda predicate: self._is_true(predicate, state, formation))

    def remaining(self, state: State) -> tuple[str, ...]:
        """Return the members of the party who are not lost."""
        return tuple(member for member in self.members if not state.has(FactSort.LOST, member))

    def together(self, cell: str) -> tuple[str, ...]:
        """Return the formation of a party that stands on one square."""
        return (cell,) * len(self.members)

    def _is_true(self, predicate: Predicate, state: State, formation: tuple[str, ...]) -> bool:
        if predicate.kind is PredicateKind.ROUND:
            return COMPARISONS[predicate.comparison](state.round, predicate.number)
        subjects = tuple(id_ for id_ in predicate.subjects if not state.has(FactSort.LOST, id_))
        if predicate.subjects and not subjects:
            # All its subjects are lost: only a predicate on none of them is true.
            return predicate.quantity is Quantity.NONE
        left = predicate._replace(subjects=subjects)
        return left.is_met_by(self._count(left, state, formation))

    def _count(self, predicate: Predicate, state: State, formation: tuple[str, ...]) -> int:
        """Return for how many of its subjects a predicate is true."""
        match predicate.kind:
            case PredicateKind.IS_IN | PredicateKind.LEAVES:
                place = self.place(state, predicate)
                members = [self.members[id_] for id_ in predicate.subjects if id_ in self.members]
                count = sum(formation[number] in place for number in members)
                # Where figures of the other side have gone is unknown: they are not counted.
                return count if predicate.kind is PredicateKind.LEAVES else min(count, len(place))
            case PredicateKind.CARRIES:
                return self._carriers(predicate, state)
            case PredicateKind.CLOSED:
                return sum(not state.has(FactSort.OPEN, id_) for id_ in predicate.subjects)
            case PredicateKind.CLEARED:
                return sum(self._is_cleared(state, id_) for id_ in predicate.subjects)
            case PredicateKind.STATE | PredicateKind.ROUND:
                # No line relies on states of figures, such as being crippled.
                return 0
            case kind:
                sort = _FACTS[kind]
                return sum(state.has(sort, id_) for id_ in predicate.subjects)

    def _carriers(self, predicate: Predicate, state: State) -> int:
        """Return how many of the subjects carry an item: one or none."""
        if set(predicate.subjects) & self.members.keys():
            return int(state.has(FactSort.HELD, predicate.object))
        item = self.script.items.get(predicate.object)
        holder = self.quest.things.get(item.holder or "") if item is not None else None
        if (
            holder is None
            or is_beaten(state, holder)
            or state.has(FactSort.TAKEN, predicate.object)
        ):
            return 0
        return int(holder.id in predicate.subjects)

    def _is_cleared(self, state: State, area: str) -> bool:
        return state.has(FactSort.REVEALED, area) and self.has_no_enemy(state, area)

    def has_no_enemy(self, state: State, area: str) -> bool:
        """Tell whether no enemy that the map shows is left in an area."""
        return all(is_beaten(state, enemy) for enemy in enemies(self.quest, self.script, area))

    def outcome(self, state: State, cell: str) -> Outcome:
        """Return whether a side has won, with the party on one square."""
        key = self._key(state, cell)
        if key not in self._outcomes:
            self._outcomes[key] = self.judge(state, self.together(cell))
        return self._outcomes[key]

    def judge(self, state: State, formation: tuple[str, ...]) -> Outcome:
        """Return whether a side has won, with the party in a formation.

        An event that ends the quest decides; otherwise the party wins before any other side.
        """
        party = self.script.party
        ended = state.ids(FactSort.ENDED)
        if not self.remaining(state):
            return Outcome.LOST
        if ended:
            return Outcome.WON if ended == {party} else Outcome.LOST
        met = {
            victory.side
            for victory in self.script.victories
            if self.holds(victory.condition, state, formation)
        }
        if not met:
            return Outcome.OPEN
        return Outcome.WON if party in met else Outcome.LOST

    def _key(self, state: State, cell: str) -> tuple[State, tuple[bool, ...]]:
        """Return a state, and which places of conditions a square is in: all that matters of it."""
        marks = self._marks.get(state)
        if marks is None:
            marks = tuple(self.place(state, predicate) for predicate in self._standing)
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
            self._settled[key] = self.after_events(state, self.together(cell))
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
            and not self.holds(event.condition, state, formation)
        ]
        return state.minus(FactSort.LIVE, *over)

    def _is_due(self, event: Event, state: State, formation: tuple[str, ...]) -> bool:
        return self.can_happen(event, state) and self.holds(event.condition, state, formation)

    def can_happen(self, event: Event, state: State) -> bool:
        """Whether an event can happen at all: once, or again when its condition was not so."""
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
        places = [self.place(state, leaf) for leaf in leaves(condition) if leaf.is_standing]
        found: set[str] = set()
        if len(places) + bool(spot) < 2 or len(self.members) < 2:
            return frozenset(found)
        for part in self.ground.parts(state, cells):
            # Squares in the same places are alike: the first stands for all of them.
            alike: dict[tuple[bool, ...], list[str]] = {}
            for cell in sorted(part):
                key = tuple(cell in squares for squares in (spot, *places))
                alike.setdefault(key, []).append(cell)
            first = {group[0]: group for group in alike.values()}
            for formation in islice(product(first, repeat=len(self.members)), FORMATIONS):
                is_there = not spot or not spot.isdisjoint(formation)
                if is_there and self.holds(condition, state, formation):
                    found.update(cell for stand_in in formation for cell in first[stand_in])
        return frozenset(found)
