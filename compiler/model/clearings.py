"""Ids of the action and the event by which the rules of a game let a thing be cleared away."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.model.quest import Thing


def clearing_ids(thing: Thing) -> tuple[str, str]:
    """The ids of the action that clears a thing away, and of the event that removes it."""
    return f"clear-{thing.id}", f"{thing.id}-cleared"


def is_clearing(id_: str, things: Iterable[Thing]) -> bool:
    """Whether an id is that of a clearing action or event of some thing, not of the quest's own."""
    return any(
        id_ in clearing_ids(thing) for thing in things if thing.kind.placing.clearing is not None
    )
