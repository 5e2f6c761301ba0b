"""What a pack asks of a thing that is set up, typed."""

from __future__ import annotations

from typing import NamedTuple


class Clearing(NamedTuple):
    """How the party takes a thing away: by an action beside it."""

    title: str
    cost: int
    """Actions that it costs."""


class PlacementRules(NamedTuple):
    """Where a quest may set a thing up, and who gets past it."""

    hidden_in: int
    """Of how many places that a quest names for it one is the true one; 0 where it may lie open."""
    needs: tuple[str, ...]
    """Words of tiles and kinds without which no quest has it."""
    kept_free_of: tuple[str, ...]
    """Who may pass it and never ends a move on it: words of kinds, ranks or traits."""
    counters: str
    """Whose counters it takes, where several kinds are forms of one: all of these together are no
    more than any one of them; or empty."""
    clearing: Clearing | None
    """How it is taken away; None where only events do."""
