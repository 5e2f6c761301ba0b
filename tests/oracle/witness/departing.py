"""How members leave the board by which a victory asks them to leave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.witness.state import GONE
from questwright.compiler.model.conditions import Every, FactKind, Some, facts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from oracle.witness.conditions import Conditions
    from oracle.witness.ground import Ground
    from oracle.witness.state import State
    from questwright.compiler.model.conditions import Condition
    from questwright.compiler.model.quest import Quest


def by_leaving(condition: Condition) -> Condition | None:
    """A condition as far as members leave the board for it; None if they do not."""
    if not any(fact.kind is FactKind.LEAVES for fact in facts_of(condition)):
        return None
    if isinstance(condition, Some):
        ways = [way for way in map(by_leaving, condition.parts) if way is not None]
        return condition._replace(parts=tuple(ways))
    if isinstance(condition, Every):
        return condition._replace(parts=tuple(by_leaving(part) or part for part in condition.parts))
    return condition


def by_staying(condition: Condition) -> Condition | None:
    """A condition as far as nobody leaves the board for it; None if somebody has to."""
    if not any(fact.kind is FactKind.LEAVES for fact in facts_of(condition)):
        return condition
    if isinstance(condition, Some):
        ways = [way for way in map(by_staying, condition.parts) if way is not None]
        return condition._replace(parts=tuple(ways)) if ways else None
    return None


def as_left(state: State) -> State:
    """The state in which whoever has left the board stands where it has."""
    for fact in state.facts if state.is_leaving else ():
        if fact[0] == "left":
            state = state.with_member(int(fact[1]), int(fact[2]))
    return state


def departures(
    state: State,
    quest: Quest,
    ground: Ground,
    conditions: Conditions,
    victories: Iterable[Condition],
) -> Iterator[tuple[str, State]]:
    """Each member that may leave now, in words, and the state right after that.

    They do so last of all: everything else holds that one of their victories asks for.
    """
    for condition in victories:
        if not conditions.may_hold(condition, state):
            continue
        asked = [fact for fact in facts_of(condition) if fact.kind is FactKind.LEAVES]
        moving = [state.passing.member] if state.passing is not None else state.present
        for member in moving:
            word, cell = quest.party[member].word, state.where[member]
            if cell in ground.portals:  # nobody stays there
                continue
            exits = [own for own in asked if word in own.subjects]
            if any(conditions.is_there(own, state, cell) for own in exits):
                gone = state.with_member(member, GONE).plus(("left", member, cell))
                yield f"{word}: leave by {ground.board.name(cell)}", gone._replace(passing=None)
