"""Simulate a quest: what happens by itself, and who wins.

Takes a quest and its script. Returns moments of play: the first one, and what others lead to.
"""

from __future__ import annotations

import math
import time
from enum import Enum, auto
from itertools import product
from typing import TYPE_CHECKING, Final

from questwright.engine.conditions import PredicateKind, leaves
from questwright.engine.effects import Effects
from questwright.engine.evaluator import Evaluator
from questwright.engine.ground import Ground
from questwright.engine.script import EffectKind
from questwright.engine.state import FactSort, Moment, enemies, first_state

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from questwright.engine.document import QuestDocument
    from questwright.engine.script import Event, Script
    from questwright.engine.state import State

_WITHOUT_FACTS: Final = (
    EffectKind.READ,
    EffectKind.NOTE,
    EffectKind.SPAWN,
    EffectKind.REWARD,
    EffectKind.GRANT,
    EffectKind.DRAW,
    EffectKind.KEEP,
    EffectKind.CHANGE,
)
"""The effects that change no fact: figures that come can be beaten, and so close no way."""


class Outcome(Enum):
    """Whether a side has won: nobody yet, the party, or another side."""

    OPEN = auto()
    WON = auto()
    LOST = auto()


class TimeOverError(Exception):
    """A line was not followed to its end: the time for that was over."""


class Simulator:
    """The rules of play of one quest: events, their effects, and who wins."""

    def __init__(
        self,
        quest: QuestDocument,
        script: Script,
        mentioned: Iterable[str] = (),
        until: float = math.inf,
    ) -> None:
        self._until = until
        self.quest = quest
        self.script = script
        self.ground = Ground(quest, script)
        self.evaluator = Evaluator(quest, script, self.ground)
        actions = [action.condition for action in script.actions.values() if action.condition]
        conditions = [event.condition for event in script.events]
        conditions += [victory.condition for victory in script.victories]
        conditions += actions
        predicates = [leaf for condition in conditions for leaf in leaves(condition)]
        asked = {
            id_
            for leaf in predicates
            if leaf.kind is PredicateKind.HAPPENED
            for id_ in leaf.subjects
        }
        self.events = [
            event
            for event in script.events
            if event.id in asked.union(mentioned)
            or any(effect.kind not in _WITHOUT_FACTS for effect in event.effects)
        ]
        """The events that change facts, that a condition asks for, or that are mentioned."""
        late = {leaf.number for leaf in predicates if leaf.kind is PredicateKind.ROUND}
        self.rounds = late | {number + 1 for number in late}
        """The rounds in which a predicate on the round may change its value."""
        self._named_rounds = {
            event.id: {
                leaf.number
                for leaf in leaves(event.condition)
                if leaf.kind is PredicateKind.ROUND and leaf.comparison == "="
            }
            for event in self.events
            if event.is_repeated
        }
        """The rounds that the condition of an event names: each is a new moment to it."""
        effects = [effect for event in script.events for effect in event.effects]
        self._raised = {own.target for own in effects if own.kind is EffectKind.RAISE}
        """The ids of the figures that an event may let stand again."""
        seen = {
            id_
            for leaf in predicates
            if leaf.kind in (PredicateKind.REVEALED, PredicateKind.CLEARED)
            for id_ in leaf.subjects
        }
        # What is locked is opened from afar once it has been set out.
        gates, things = quest.board.gates.values(), quest.things.values()
        seen |= {id_ for g in gates if g.lock and g.lock.within for id_ in g.areas}
        seen |= {t.area for t in things if t.lock and t.lock.within and t.area}
        self.effects = Effects(quest, self.evaluator, seen)
        self._named = self.evaluator.named_items(conditions)

    # -- victory ------------------------------------------------------------------------------

    def outcome(self, moment: Moment) -> Outcome:
        """Return whether a side has won: the party before any other side."""
        if not self.evaluator.remaining(moment.state):
            return Outcome.LOST
        sides = set(moment.state.ids(FactSort.ENDED))
        for victory in self.script.victories:
            if victory.side not in sides and self.evaluator.holds(victory.condition, moment):
                sides.add(victory.side)
        if not sides:
            return Outcome.OPEN
        return Outcome.WON if self.script.party in sides else Outcome.LOST

    # -- what happens by itself ---------------------------------------------------------------

    def settled(self, moment: Moment) -> list[Moment]:
        """Return what may come about until nothing more happens by itself.

        Victories are looked at first; then all events whose condition has become true happen, in
        the order of the text, each looked at again when its turn comes; and so on. Members choose
        who gets what an event gives, and where to step clear. Empty where the events never end.
        """
        found, known = [], set()
        waiting = [moment]
        while waiting:
            now = self._noticed(waiting.pop())
            key = now._replace(untold=())
            if key in known:
                continue
            known.add(key)
            due = [event for event in self.events if self.is_due(event, now)]
            if not due or self.outcome(now) is not Outcome.OPEN:
                found.append(now)
                continue
            swept = [now]
            for event in due:
                swept = [after for before in swept for after in self.happened(event, before)]
            waiting += reversed(swept)
        return found

    def begun(self, moment: Moment, number: int) -> list[Moment]:
        """Return what may come of it that a round begins."""
        anew = [id_ for id_, rounds in self._named_rounds.items() if number in rounds]
        state = moment.state._replace(round=number).minus(FactSort.LIVE, *anew)
        return self.settled(moment._replace(state=state))

    def happened(self, event: Event, moment: Moment) -> Iterator[Moment]:
        """Yield what comes of an event that was due, when its turn comes."""
        if time.monotonic() >= self._until:
            raise TimeOverError
        if not self.is_due(event, moment):
            yield moment
            return
        state = moment.state.plus(FactSort.HAPPENED, event.id)
        if event.is_repeated:
            state = state.plus(FactSort.LIVE, event.id)
        told = moment._replace(untold=(*moment.untold, event.id))
        yield from self.brought(told, *self.effects.done(event.effects, state))

    def is_due(self, event: Event, moment: Moment) -> bool:
        """Return whether the condition of an event has come to be met."""
        over = FactSort.LIVE if event.is_repeated else FactSort.HAPPENED
        return not moment.state.has(over, event.id) and self.evaluator.holds(
            event.condition, moment
        )

    def _noticed(self, moment: Moment) -> Moment:
        """Return a moment with the areas revealed that members see, and events ready again."""
        state, cells = moment.state, self.quest.board.cells
        state = self.effects.with_revealed(
            state,
            (
                cells[cell].area
                for cell in moment.at
                if cell and not state.has(FactSort.CLOSED, cell)
            ),
        )
        moment = moment._replace(state=state)
        over = [
            event.id
            for event in self.events
            if state.has(FactSort.LIVE, event.id)
            and not self.evaluator.holds(event.condition, moment)
        ]
        return moment._replace(state=state.minus(FactSort.LIVE, *over)) if over else moment

    # -- effects ------------------------------------------------------------------------------

    def begin(self) -> list[Moment]:
        """Return the moments in which play may begin, with nobody on the board yet."""
        first = first_state(self.quest)
        nobody = Moment(first, ("",) * len(self.quest.members))
        return list(self.brought(nobody, *self.effects.done(self.script.before, first)))

    def brought(
        self, moment: Moment, state: State, receivers: Mapping[str, tuple[str, ...]]
    ) -> Iterator[Moment]:
        """Yield what members choose when effects have led to a state.

        Who stands where a square is closed steps clear, if there is a free square. What a lost
        member had, and what an event gives, comes to whoever is left; of some items to one of
        their ``receivers``.
        """
        before = moment.state
        lost = state.ids(FactSort.LOST)
        members = self.quest.members
        at = tuple(
            "" if who in lost else cell for who, cell in zip(members, moment.at, strict=True)
        )
        held = state.ids(FactSort.HELD)
        kept = frozenset(
            (item, who)
            for item, who in moment.carried
            if item in held and who not in lost and item not in receivers
        )
        given = (held - before.ids(FactSort.HELD)) | {
            item for item, who in moment.carried if item in held and who in lost
        }
        left = self.evaluator.remaining(state)
        named = sorted((given & self._named) | receivers.keys()) if left else []
        takers = [receivers.get(item, left) for item in named]
        after = moment._replace(state=state, at=at, carried=kept)
        closed = state.ids(FactSort.CLOSED) - before.ids(FactSort.CLOSED)
        closed |= self._stood_on(state) - self._stood_on(before)
        for cleared in self._stepping_clear(after, closed) if closed else (after,):
            for chosen in product(*takers):
                own = frozenset(zip(named, chosen, strict=True))
                yield cleared._replace(carried=kept | own)

    def _stood_on(self, state: State) -> frozenset[str]:
        """Return the squares on which figures stand that an event may let stand again."""
        there = enemies(self.quest, self.script, state)
        return frozenset(cell for own in there if own.id in self._raised for cell in own.cells)

    def _stepping_clear(self, moment: Moment, closed: frozenset[str]) -> Iterator[Moment]:
        """Yield how those on closed squares step clear; who cannot stays there, buried."""
        hit = [number for number, cell in enumerate(moment.at) if cell in closed]
        others = {cell for number, cell in enumerate(moment.at) if number not in hit}
        members = self.quest.members
        ways = [
            [
                far
                for far in self.ground.clear_of(
                    moment.state, moment.at[number], members[number], moment.held(members[number])
                )
                if far not in others
            ]
            for number in hit
        ]
        for cells in product(*([*way, ""] for way in ways)):
            taken = [cell for cell in cells if cell]
            if len(set(taken)) < len(taken) or any(
                not cell and set(way).difference(taken)
                for cell, way in zip(cells, ways, strict=True)
            ):
                continue
            at = list(moment.at)
            for number, cell in zip(hit, cells, strict=True):
                at[number] = cell or at[number]
            clear = (members[number] for number, cell in zip(hit, cells, strict=True) if cell)
            yield moment._replace(at=tuple(at), stepped=moment.stepped.union(clear))
