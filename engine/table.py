"""A quest on the table: what is so at a moment of play, and what comes of it."""

from __future__ import annotations

from enum import Enum, auto
from itertools import islice, product
from typing import TYPE_CHECKING, Final

from questwright.engine.conditions import COMPARISONS, Matter, Quantity, holds, leaves
from questwright.engine.ground import Ground
from questwright.engine.script import Doing
from questwright.engine.state import FactSort, enemies, first_state, is_beaten

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from questwright.engine.conditions import Asked, Condition
    from questwright.engine.document import QuestDocument
    from questwright.engine.ground import Pace
    from questwright.engine.script import Effect, Event, Script
    from questwright.engine.state import State

GATHERINGS: Final = 20_000
"""Ways for the party to spread over some places that are looked at."""
_FACTS: Final = {
    Matter.OPENED: FactSort.OPEN,
    Matter.FOUND: FactSort.FOUND,
    Matter.REVEALED: FactSort.REVEALED,
    Matter.SEARCHED: FactSort.SEARCHED,
    Matter.DEFEATED: FactSort.DEFEATED,
    Matter.TAKEN: FactSort.TAKEN,
    Matter.DONE: FactSort.DONE,
    Matter.HAPPENED: FactSort.HAPPENED,
    Matter.SPRUNG: FactSort.SPRUNG,
    Matter.SET: FactSort.SET,
}
_ADDED: Final = {
    Doing.OPEN: FactSort.OPEN,
    Doing.UNLOCK: FactSort.UNLOCKED,
    Doing.SET: FactSort.SET,
    Doing.TRIGGER: FactSort.SPRUNG,
    Doing.END: FactSort.ENDED,
}
_WORDS: Final = (Doing.READ, Doing.NOTE, Doing.SPAWN, Doing.REWARD, Doing.DRAW)
"""What changes nothing that a condition could ask for: who comes can be beaten."""


class Outcome(Enum):
    """How a moment of play stands."""

    OPEN = auto()
    WON = auto()
    LOST = auto()


class Table(Ground):
    """A quest, and what is so of it at any moment of play.

    The party moves as one piece. A formation is the square of each of its members; where one
    piece stands, all of them stand, as far as there is room.
    """

    def __init__(self, quest: QuestDocument, script: Script, told: Iterable[str] = ()) -> None:
        super().__init__(quest, script)
        self.members = {word: number for number, word in enumerate(quest.members)}
        self.events = tuple(self._watched(set(told)))
        conditions = [event.condition for event in self.events]
        conditions += [victory.condition for victory in script.victories]
        asked = [leaf for condition in conditions for leaf in leaves(condition)]
        self._standing = tuple(dict.fromkeys(leaf for leaf in asked if leaf.is_standing))
        actions = [
            action.condition for action in script.actions.values() if action.condition is not None
        ]
        asked += [leaf for action in actions for leaf in leaves(action)]
        late = {leaf.number for leaf in asked if leaf.matter is Matter.ROUND}
        self.rounds = late | {number + 1 for number in late}
        """The rounds in which what is asked of the round may change."""
        self._seen = {
            id_
            for leaf in asked
            if leaf.matter in (Matter.REVEALED, Matter.CLEARED)
            for id_ in leaf.subjects
        }
        self._arrivals: dict[State, dict[Pace, State | None]] = {}
        self._marks: dict[State, tuple[frozenset[str], ...]] = {}
        self._settled: dict[tuple[State, tuple[bool, ...]], State | None] = {}
        self._outcomes: dict[tuple[State, tuple[bool, ...]], Outcome] = {}

    def _watched(self, told: set[str]) -> Iterator[Event]:
        """The events that matter: others change nothing that anybody asks for."""
        conditions = [event.condition for event in self.script.events]
        conditions += [victory.condition for victory in self.script.victories]
        conditions += [
            action.condition for action in self.script.actions.values() if action.condition
        ]
        for condition in conditions:
            for leaf in leaves(condition):
                told |= set(leaf.subjects) if leaf.matter is Matter.HAPPENED else set()
        for event in self.script.events:
            if event.id in told or any(effect.doing not in _WORDS for effect in event.effects):
                yield event

    # -- what is so ---------------------------------------------------------------------------

    def place(self, state: State, asked: Asked) -> frozenset[str]:
        """The squares to stand on where somebody is asked for: in an area is never beside it."""
        areas = self.quest.board.areas.values()
        if any(asked.cells.issuperset(area.cells) for area in areas):
            return self.stands(state, asked.cells)
        return self.at(state, asked.cells)

    def holds(self, condition: Condition, state: State, formation: tuple[str, ...]) -> bool:
        """Whether a condition holds at a moment, the party standing on these squares."""
        return holds(condition, lambda asked: self._is_so(asked, state, formation))

    def left(self, state: State) -> tuple[str, ...]:
        """The members of the party who are still in the quest."""
        return tuple(member for member in self.members if not state.has(FactSort.LOST, member))

    def as_one(self, cell: str) -> tuple[str, ...]:
        """The formation of a party that stands together."""
        return (cell,) * len(self.members)

    def _is_so(self, asked: Asked, state: State, formation: tuple[str, ...]) -> bool:
        if asked.matter is Matter.ROUND:
            return COMPARISONS[asked.comparison](state.round, asked.number)
        subjects = tuple(id_ for id_ in asked.subjects if not state.has(FactSort.LOST, id_))
        if asked.subjects and not subjects:
            # Of nobody who is still in the quest, nothing is so.
            return asked.quantity is Quantity.NONE
        left = asked._replace(subjects=subjects)
        return left.is_met_by(self._count(left, state, formation))

    def _count(self, asked: Asked, state: State, formation: tuple[str, ...]) -> int:
        """Of how many of its subjects it is so."""
        match asked.matter:
            case Matter.IS_IN | Matter.LEAVES:
                place = self.place(state, asked)
                members = [self.members[id_] for id_ in asked.subjects if id_ in self.members]
                count = sum(formation[number] in place for number in members)
                # Nobody knows where figures of the other side have gone: they are not counted.
                return count if asked.matter is Matter.LEAVES else min(count, len(place))
            case Matter.CARRIES:
                return self._carriers(asked, state)
            case Matter.CLOSED:
                return sum(not state.has(FactSort.OPEN, id_) for id_ in asked.subjects)
            case Matter.CLEARED:
                return sum(self._is_cleared(state, id_) for id_ in asked.subjects)
            case Matter.STATE | Matter.ROUND:
                # No line counts on anybody being crippled or the like.
                return 0
            case matter:
                sort = _FACTS[matter]
                return sum(state.has(sort, id_) for id_ in asked.subjects)

    def _carriers(self, asked: Asked, state: State) -> int:
        """How many of those asked for carry an item: one of them at most."""
        if set(asked.subjects) & self.members.keys():
            return int(state.has(FactSort.HELD, asked.object))
        item = self.script.items.get(asked.object)
        holder = self.quest.things.get(item.holder or "") if item is not None else None
        if holder is None or is_beaten(state, holder) or state.has(FactSort.TAKEN, asked.object):
            return 0
        return int(holder.id in asked.subjects)

    def _is_cleared(self, state: State, area: str) -> bool:
        return state.has(FactSort.REVEALED, area) and self.is_calm(state, area)

    def is_calm(self, state: State, area: str) -> bool:
        """Whether no enemy of the map is left in an area."""
        return all(is_beaten(state, enemy) for enemy in enemies(self.quest, self.script, area))

    def outcome(self, state: State, cell: str) -> Outcome:
        """Whether a side has won, the party standing together."""
        key = self._key(state, cell)
        if key not in self._outcomes:
            self._outcomes[key] = self.judged(state, self.as_one(cell))
        return self._outcomes[key]

    def judged(self, state: State, formation: tuple[str, ...]) -> Outcome:
        """An event lets a side win at once; or else the party wins before any other."""
        party = self.script.party
        ended = state.ids(FactSort.ENDED)
        if not self.left(state):
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
        """A moment, and what conditions can tell of a square: all that makes a difference."""
        marks = self._marks.get(state)
        if marks is None:
            marks = tuple(self.place(state, one) for one in self._standing)
            self._marks[state] = marks
        return state, tuple(cell in place for place in marks)

    # -- what comes of it ---------------------------------------------------------------------

    def sees(self, state: State, areas: Iterable[str]) -> State:
        """The same once areas are revealed; those that nobody asks for are not noted."""
        new = [
            id_ for id_ in self._seen.intersection(areas) if not state.has(FactSort.REVEALED, id_)
        ]
        return state.plus(FactSort.REVEALED, *new) if new else state

    def settle(self, state: State, cell: str) -> State | None:
        """Let happen what must, the party standing together; None where it never ends."""
        key = self._key(state, cell)
        if key not in self._settled:
            self._settled[key] = self.follow(state, self.as_one(cell))
        return self._settled[key]

    def arrivals(self, state: State, cell: str) -> Iterator[tuple[State, str]]:
        """How things stand after a step, on the square that it leads to."""
        known = self._arrivals.setdefault(state, {})
        for pace in self.steps(state, cell):
            if pace not in known:
                known[pace] = self.settle(self.sees(state, pace.areas), pace.cell)
            after = known[pace]
            if after is not None:
                yield after, pace.cell

    def follow(self, state: State, formation: tuple[str, ...]) -> State | None:
        """How things stand once all has happened that must; None where it never ends."""
        moments = self.unfold(state, formation)
        return moments[-1] if moments is not None else None

    def unfold(self, state: State, formation: tuple[str, ...]) -> list[State] | None:
        """How things stand after each of the events that happen one upon the other.

        Of those that are due it is the first one each time; None where they never end.
        """
        moments: list[State] = []
        before = set()
        while state not in before:
            before.add(state)
            state = self._rearmed(state, formation)
            moments.append(state)
            if self.judged(state, formation) is not Outcome.OPEN:
                # Who has won has won, whatever would have happened next.
                return moments
            due = next(
                (event for event in self.events if self._is_due(event, state, formation)), None
            )
            if due is None:
                return moments
            state = self.happen(due, state)
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
        return self.is_ready(event, state) and self.holds(event.condition, state, formation)

    def is_ready(self, event: Event, state: State) -> bool:
        """Whether an event can happen at all: once, or again when its condition was not so."""
        return not state.has(FactSort.LIVE if event.is_repeated else FactSort.HAPPENED, event.id)

    def happen(self, event: Event, state: State) -> State:
        """What an event leaves behind, one effect after the other."""
        sorts = [FactSort.HAPPENED, FactSort.UNTOLD] + [FactSort.LIVE] * event.is_repeated
        for sort in sorts:
            state = state.plus(sort, event.id)
        return self._done(event.effects, state)

    def begin(self) -> State:
        """How things stand before anybody has moved."""
        return self._done(self.script.before, first_state(self.quest))

    def _done(self, effects: Iterable[Effect], state: State) -> State:
        """What effects leave behind, one after the other."""
        for effect in effects:
            target, cells = effect.target, effect.cells
            match effect.doing:
                case Doing.GIVE:
                    state = state.plus(FactSort.HELD, target).plus(FactSort.TAKEN, target)
                case Doing.TAKE:
                    state = state.minus(FactSort.HELD, target)
                case Doing.CLOSE:
                    state = state.minus(FactSort.OPEN, target)
                case Doing.REVEAL if target in self.quest.board.gates:
                    state = state.plus(FactSort.OPEN, target).plus(FactSort.FOUND, target)
                case Doing.REVEAL:
                    state = self.sees(state, [target])
                case Doing.BLOCK:
                    state = state.plus(FactSort.CLOSED, *cells)
                case Doing.CLEAR:
                    state = self._cleared(state, cells)
                case Doing.REMOVE:
                    lost = state.plus(FactSort.LOST, target)
                    state = lost if effect.is_of_member else self._removed(state, target)
                case doing if doing in _ADDED and target:
                    state = state.plus(_ADDED[doing], target)
                case _:
                    pass
        return state

    def _cleared(self, state: State, cells: tuple[str, ...]) -> State:
        """Squares opened again, and what stood on them taken away."""
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

    def gatherings(
        self,
        condition: Condition,
        state: State,
        cells: AbstractSet[str],
        spot: frozenset[str] = frozenset(),
    ) -> frozenset[str]:
        """Squares that members stand on where the party spreads so that a condition holds.

        With a spot, one of them stands there. Nothing where spreading is no help: a single place
        that is asked for is reached by all who are wanted there.
        """
        places = [self.place(state, leaf) for leaf in leaves(condition) if leaf.is_standing]
        found: set[str] = set()
        if len(places) + bool(spot) < 2 or len(self.members) < 2:
            return frozenset(found)
        for part in self.parts(state, cells):
            alike: dict[tuple[bool, ...], list[str]] = {}
            for cell in sorted(part):
                alike.setdefault(tuple(cell in one for one in (spot, *places)), []).append(cell)
            first = {group[0]: group for group in alike.values()}
            for formation in islice(product(first, repeat=len(self.members)), GATHERINGS):
                is_there = not spot or not spot.isdisjoint(formation)
                if is_there and self.holds(condition, state, formation):
                    found.update(cell for one in formation for cell in first[one])
        return frozenset(found)
