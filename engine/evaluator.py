"""Evaluate conditions: which predicates are true in a state, with the party in a formation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.engine.conditions import COMPARISONS, PredicateKind, Quantity, holds
from questwright.engine.state import FactSort, enemies, is_beaten

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.engine.conditions import Condition, Predicate
    from questwright.engine.document import QuestDocument
    from questwright.engine.ground import Ground
    from questwright.engine.script import Script
    from questwright.engine.state import State

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
"""The predicates that ask for a fact about each subject, with the sort of that fact."""


class Evaluator:
    """Evaluates the conditions of one quest.

    A formation has the square of each member of the party, in the order of the quest. A party that
    moves as one piece has all its members on one square.
    """

    def __init__(self, quest: QuestDocument, script: Script, ground: Ground) -> None:
        self._quest = quest
        self._script = script
        self._ground = ground
        self.members = {word: number for number, word in enumerate(quest.members)}
        """The index of each member of the party in formations."""

    def squares_of(self, state: State, predicate: Predicate) -> frozenset[str]:
        """Return the squares that meet a predicate on a place.

        For a place with a whole area these are its own squares; for any other they may be those
        beside a thing that covers it.
        """
        areas = self._quest.board.areas.values()
        if any(predicate.cells.issuperset(area.cells) for area in areas):
            return self._ground.free_cells(state, predicate.cells)
        return self._ground.at_or_beside(state, predicate.cells)

    def holds(self, condition: Condition, state: State, formation: tuple[str, ...]) -> bool:
        """Tell whether a condition holds in a state, with the party in a formation."""
        return holds(condition, lambda predicate: self._is_true(predicate, state, formation))

    def remaining(self, state: State) -> tuple[str, ...]:
        """Return the members of the party who are not lost."""
        return tuple(member for member in self.members if not state.has(FactSort.LOST, member))

    def formation(self, at: Mapping[str, str]) -> tuple[str, ...]:
        """Return a formation from the squares of the members; a lost one stands on none."""
        return tuple(at.get(member, "") for member in self.members)

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
                place = self.squares_of(state, predicate)
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
        item = self._script.items.get(predicate.object)
        holder = self._quest.things.get(item.holder or "") if item is not None else None
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
        return all(is_beaten(state, enemy) for enemy in enemies(self._quest, self._script, area))
