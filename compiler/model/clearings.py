"""Ids of what the rules of a game let come of a thing: it is cleared away, or goes off."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.model.quest import Thing


def clearing_ids(thing: Thing) -> tuple[str, str]:
    """The ids of the action that clears a thing away, and of the event that removes it."""
    return f"clear-{thing.id}", f"{thing.id}-cleared"


def springing_id(thing: Thing) -> str:
    """The id of the event that a trap goes off."""
    return f"{thing.id}-springs"


def ids_by_rule(thing: Thing) -> tuple[str, ...]:
    """The ids of all actions and events that the rules of the game give to a thing."""
    placing = thing.kind.placing
    cleared = clearing_ids(thing) if placing.clearing is not None else ()
    return (*cleared, springing_id(thing)) if placing.springs else cleared


def is_by_rule(id_: str, things: Iterable[Thing]) -> bool:
    """Whether an id is that of an action or event of the game's rules, not of the quest's own."""
    return any(id_ in ids_by_rule(thing) for thing in things)
