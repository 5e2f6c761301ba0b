"""The result of replaying a line of play."""

from __future__ import annotations

from typing import NamedTuple


class Replayed(NamedTuple):
    """Whether a line of play is allowed, and what holds at its end."""

    accepted: bool
    """Whether every step of it is allowed."""
    refused_at: int | None
    """The index of the step that is not allowed; None where none is refused, or the start is."""
    reason: str
    """Why it is refused; empty where it is accepted."""
    won: bool
    """Whether the party can have won at the end."""
    lost: bool
    """Whether another side can have won, or nobody of the party be left."""
    stuck: bool
    """Whether no side need have won."""


def refused(number: int | None, reason: str) -> Replayed:
    """Return the result of a line whose step with this index is not allowed."""
    return Replayed(
        accepted=False, refused_at=number, reason=reason, won=False, lost=False, stuck=False
    )
