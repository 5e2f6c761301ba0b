"""Evaluate conditions: which of them hold at a moment of play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.engine.conditions import (
    COMPARISONS,
    Every,
    Not,
    Predicate,
    PredicateKind,
    Quantity,
    Some,
    leaves,
)
from questwright.engine.state import FactSort, enemies, is_beaten, placed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.engine.conditions import Condition
    from questwright.engine.document import QuestDocument
    from questwright.engine.ground import Ground
    from questwright.engine.script import Script
    from questwright.engine.state import Moment, State

_FACTS: Final = {
    PredicateKind.OPENED: FactSort.OPEN,
    PredicateKind.FOUND: FactSort.FOUND,
    PredicateKind.REVEALED: FactSort.REVEALED,
    PredicateKind.SEARCHED: FactSort.SEARCHED,
    PredicateKind.DEFEATED: FactSort.DEFEATED,
    PredicateKind.TAKEN: FactSort.TAKEN,
    PredicateKind.CARRIED: FactSort.HELD,
    PredicateKind.DONE: FactSort.DONE,
    PredicateKind.HAPPENED: FactSort.HAPPENED,
    PredicateKind.SPRUNG: FactSort.SPRUNG,
    PredicateKind.SET: FactSort.SET,
}
"""The predicates that ask for a fact about each subject, with the sort of that fact."""


class Evaluator:
    """Evaluates the conditions of one quest."""

    def __init__(self, quest: QuestDocument, script: Script, ground: Ground) -> None:
        self._quest = quest
        self._script = script
        self._ground = ground
        self.members = {word: number for number, word in enumerate(quest.members)}
        """The index of each member of the party in a moment."""

    def remaining(self, state: State) -> tuple[str, ...]:
        """Return the members of the party who are not lost."""
        return tuple(member for member in self.members if not state.has(FactSort.LOST, member))

    def holds(self, condition: Condition, moment: Moment, *, is_so: bool = True) -> bool:
        """Tell whether a condition holds at a moment; or its denial, if it is not ``is_so``.

        Where it is unknown, neither holds.
        """
        match condition:
            case Every(parts) | Some(parts):
                held = (self.holds(part, moment, is_so=is_so) for part in parts)
                return all(held) if isinstance(condition, Every) is is_so else any(held)
            case Not(part):
                return self.holds(part, moment, is_so=not is_so)
            case Predicate():
                return self._is_true(condition, moment, is_so=is_so)

    def named_items(self, conditions: Iterable[Condition]) -> set[str]:
        """Return the items of which some conditions ask which member carries them.

        And those that nobody hands over.
        """
        asked = {
            item
            for condition in conditions
            for leaf in leaves(condition)
            if leaf.kind is PredicateKind.CARRIES and self._matters_who(leaf)
            for item in self._script.called(leaf.object)
        }
        return asked.union(item.id for item in self._script.items.values() if item.is_bound)

    def _matters_who(self, predicate: Predicate) -> bool:
        """Tell whether it matters to a predicate on an item which members carry it."""
        of_some = 0 < len(self.members.keys() & set(predicate.subjects)) < len(self.members)
        return of_some or predicate.quantity in (Quantity.ALL, Quantity.AT_LEAST)

    def _is_true(self, predicate: Predicate, moment: Moment, *, is_so: bool) -> bool:
        match predicate.kind:
            case PredicateKind.IS_IN | PredicateKind.LEAVES:
                return self._stand(predicate, moment, is_so=is_so)
            case PredicateKind.ROUND:
                compare = COMPARISONS[predicate.comparison]
                return compare(moment.state.round, predicate.number) is is_so
            case PredicateKind.CARRIES:
                return self._carry(predicate, moment) is is_so
            case PredicateKind.STATE:
                # Of those who are left.
                left = [id_ for id_ in predicate.subjects if self.is_in_play(moment.state, id_)]
                asked = predicate._replace(subjects=tuple(left))
                is_met = asked.is_met_by(self._count(asked, moment.state), len(left))
                return (is_met and (bool(left) or predicate.quantity is Quantity.NONE)) is is_so
            case _:
                count = self._count(predicate, moment.state)
                return predicate.is_met_by(count, len(predicate.subjects)) is is_so

    def _count(self, predicate: Predicate, state: State) -> int:
        """Return for how many of its subjects a predicate is true."""
        match predicate.kind:
            case PredicateKind.CLOSED:
                return sum(not state.has(FactSort.OPEN, id_) for id_ in predicate.subjects)
            case PredicateKind.CLEARED:
                return sum(self._is_cleared(state, id_) for id_ in predicate.subjects)
            case PredicateKind.STATE:
                return sum(self._is_in(state, id_, predicate) for id_ in predicate.subjects)
            case kind:
                sort = _FACTS[kind]
                return sum(state.has(sort, id_) for id_ in predicate.subjects)

    def _is_in(self, state: State, id_: str, predicate: Predicate) -> bool:
        """Tell whether a figure is in a state, or has as much of it as is asked for."""
        if not predicate.comparison:
            return state.has(FactSort.STATE, f"{id_} {predicate.object}")
        compare = COMPARISONS[predicate.comparison]
        return compare(state.amount(id_, predicate.object), predicate.number)

    def is_in_play(self, state: State, id_: str) -> bool:
        """Tell whether a figure, a member or another, has neither been lost nor beaten."""
        thing = self._quest.things.get(id_)
        is_over = state.has(FactSort.LOST, id_) if thing is None else is_beaten(state, thing)
        return not is_over

    def _is_cleared(self, state: State, area: str) -> bool:
        return state.has(FactSort.REVEALED, area) and self.has_no_enemy(state, area)

    def has_no_enemy(self, state: State, area: str) -> bool:
        """Tell whether no enemy that the map shows is left in an area."""
        there = enemies(self._quest, self._script, state)
        return all(enemy.area != area for enemy in there)

    # -- who stands where, and carries what ---------------------------------------------------

    def _stand(self, predicate: Predicate, moment: Moment, *, is_so: bool) -> bool:
        """Tell whether members stand where a predicate asks, or not there if that is denied.

        What is asked of all, or denied of any, is asked of those who are left.
        """
        things = [
            self._quest.things[id_] for id_ in predicate.subjects if id_ in self._quest.things
        ]
        if things and all(thing.pushers for thing in things):
            there = (placed(self._quest, moment.state, thing).cells for thing in things)
            pushed = sum(predicate.cells.issuperset(cells) for cells in there)
            return predicate.is_met_by(pushed, len(things)) is is_so
        if not set(predicate.subjects) <= self.members.keys():
            # Where figures of the other side have gone is unknown.
            return False
        state = moment.state
        left = [id_ for id_ in predicate.subjects if not state.has(FactSort.LOST, id_)]
        place = self._squares_of(state, predicate)
        cells = [moment.at[self.members[id_]] for id_ in left]
        inside = sum(cell in place for cell in cells)
        is_asked_of_some = bool(left) or predicate.quantity is Quantity.NONE
        return (is_asked_of_some and predicate.is_met_by(inside, len(left))) is is_so

    def _squares_of(self, state: State, predicate: Predicate) -> frozenset[str]:
        """Return the squares that meet a predicate on a place.

        For squares that are named and a place with a whole area these are its own; for a thing they
        may be those beside it.
        """
        areas = self._quest.board.areas.values()
        is_area = any(predicate.cells.issuperset(area.cells) for area in areas)
        if predicate.names_squares or is_area:
            return self._ground.free_cells(state, predicate.cells)
        return self._ground.at_or_beside(state, predicate.cells)

    def _carry(self, predicate: Predicate, moment: Moment) -> bool:
        state, items = moment.state, self._script.called(predicate.object)
        left = [id_ for id_ in predicate.subjects if not state.has(FactSort.LOST, id_)]
        if not left:
            return predicate.quantity is Quantity.NONE
        if set(left) & self.members.keys():
            bearers = {moment.bearer(item) for item in items if state.has(FactSort.HELD, item)}
        else:
            bearers = {self._holder(state, item) for item in items} - {""}
        # Of an item that the party has it may be open who carries it.
        count = max(len(bearers & set(left)), int("" in bearers))
        return predicate.is_met_by(count, len(left))

    def _holder(self, state: State, item: str) -> str:
        """Return the id of the figure that still has an item; empty where none has."""
        known = self._script.items.get(item)
        holder = self._quest.things.get(known.holder or "") if known is not None else None
        if holder is None or is_beaten(state, holder) or state.has(FactSort.TAKEN, item):
            return ""
        return holder.id
