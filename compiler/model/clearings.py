"""What is taken away as the game says: the ids of the action, and of what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.model.quest import Thing


def clearing_ids(thing: Thing) -> tuple[str, str]:
    """The ids of the action that takes a thing away, and of the event that it is gone."""
    return f"clear-{thing.id}", f"{thing.id}-cleared"


def is_clearing(id_: str, things: Iterable[Thing]) -> bool:
    """Whether an action or an event is one that the game has of a thing, and not the quest."""
    return any(
        id_ in clearing_ids(thing) for thing in things if thing.kind.placing.clearing is not None
    )
