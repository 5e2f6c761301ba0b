"""What the effects of an event change, one after the other.

Takes the effects and a state. Returns the state after them, and who gets what is given to members.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.engine.script import EffectKind
from questwright.engine.state import FactSort

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from questwright.engine.document import QuestDocument
    from questwright.engine.evaluator import Evaluator
    from questwright.engine.script import Effect
    from questwright.engine.state import State

_ADDED: Final = {
    EffectKind.SET: FactSort.SET,
    EffectKind.TRIGGER: FactSort.SPRUNG,
    EffectKind.END: FactSort.ENDED,
}


class Effects:
    """The effects of one quest."""

    def __init__(self, quest: QuestDocument, evaluator: Evaluator, seen: Collection[str]) -> None:
        self._quest = quest
        self._evaluator = evaluator
        self._seen = frozenset(seen)
        """The ids of the areas that a condition asks for: only these are noted as revealed."""

    def done(
        self, effects: Iterable[Effect], state: State
    ) -> tuple[State, dict[str, tuple[str, ...]]]:
        """Return the state after some effects, in their order.

        And for each item that is given to some members, of whom one gets it, who they are.
        """
        receivers: dict[str, tuple[str, ...]] = {}
        for effect in effects:
            if effect.kind is EffectKind.GIVE:
                state = self._given(effect, state, receivers)
                continue
            state = self._changed(effect, state)
            if effect.kind is EffectKind.TAKE:
                receivers.pop(effect.target, None)
            elif effect.is_of_member:
                # What the member has got by then passes to whoever is left.
                had = [item for item, able in receivers.items() if effect.target in able]
                receivers |= dict.fromkeys(had, self._evaluator.remaining(state))
        return state, receivers

    def _given(self, effect: Effect, state: State, receivers: dict[str, tuple[str, ...]]) -> State:
        """Return the state after a gift; nobody gets what is given to those who are lost."""
        if effect.to:
            left = self._evaluator.remaining(state)
            able = tuple(who for who in effect.to if who in left)
            if not able:
                return state
            receivers[effect.target] = able
        item = effect.target
        return state.plus(FactSort.HELD, item).plus(FactSort.TAKEN, item)

    def _changed(self, effect: Effect, state: State) -> State:
        """Return the state after an effect that is no gift."""
        board, target, cells = self._quest.board, effect.target, effect.cells
        match effect.kind:
            case EffectKind.TAKE:
                state = state.minus(FactSort.HELD, target)
            case EffectKind.CLOSE:
                state = state.minus(FactSort.OPEN, target)
            case EffectKind.RAISE:
                state = state.minus(FactSort.DEFEATED, target).minus(FactSort.GONE, target)
                state = self.put(state, target, cells if effect.has_place else ())
            case EffectKind.OPEN:
                state = self.opened(state, target)
                state = self._as_new(state, target)
            case EffectKind.UNLOCK:
                state = self._as_new(state.plus(FactSort.UNLOCKED, target), target)
            case EffectKind.REVEAL if target in board.gates:
                state = self.opened(state, target).plus(FactSort.FOUND, target)
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

    def _as_new(self, state: State, target: str) -> State:
        """Return the state in which a gate that has fallen shut is as if it were new."""
        gate = self._quest.board.gates.get(target)
        if gate is None or not gate.shuts_after:
            return state
        return state.minus(FactSort.PASSED, f"{target} {gate.shuts_after}")

    def with_revealed(self, state: State, areas: Iterable[str]) -> State:
        """Return a state with areas revealed, of those that a condition asks for."""
        new = [
            id_ for id_ in self._seen.intersection(areas) if not state.has(FactSort.REVEALED, id_)
        ]
        return state.plus(FactSort.REVEALED, *new) if new else state

    def opened(self, state: State, id_: str) -> State:
        """Return a state with a gate or crossing open, and the areas beside a gate revealed."""
        gate = self._quest.board.gates.get(id_)
        areas = gate.areas if gate is not None else ()
        return self.with_revealed(state.plus(FactSort.OPEN, id_), areas)

    def _cleared(self, state: State, cells: tuple[str, ...]) -> State:
        """Return a state with squares opened again, and the things on them removed."""
        over = set(cells)
        gone = [
            thing.id
            for thing in self._quest.things.values()
            if thing.blocks and over & {*thing.cells}
        ]
        freed = (*cells, *(cell for id_ in gone for cell in self._quest.things[id_].cells))
        return state.minus(FactSort.CLOSED, *freed).plus(FactSort.GONE, *gone)

    def put(self, state: State, id_: str, cells: tuple[str, ...]) -> State:
        """Return the state with a thing on some squares; without any, where the map has it."""
        before = [own for own in state.ids(FactSort.STANDS) if own.startswith(f"{id_} ")]
        state = state.minus(FactSort.STANDS, *before)
        return state.plus(FactSort.STANDS, f"{id_} {' '.join(cells)}") if cells else state

    def _removed(self, state: State, id_: str) -> State:
        thing = self._quest.things.get(id_)
        if thing is not None and thing.blocks:
            state = state.minus(FactSort.CLOSED, *thing.cells)
        return state.plus(FactSort.GONE, id_)
