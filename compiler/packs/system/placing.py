"""What a pack asks of a thing that is set up, typed."""

from __future__ import annotations

from questwright.dsl.records import NamedTuple


class Clearing(NamedTuple):
    """How the party takes a thing away, or makes it harmless: by an action beside it."""

    title: str
    cost: int
    """Actions that it costs."""
    by: tuple[str, ...] = ()
    """Who may do it, by words of kinds, ranks and traits; empty if everybody may."""
    is_searched_for: bool = False
    """It is found by a search of its area, and not done before."""


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
    ends_turn: bool = False
    """It ends the turn of whoever sets it off."""
    springs: bool = False
    """Of a trap: whoever of the party enters one of its cells, or of the line that it faces along,
    sets it off."""
