"""How a round is ordered: whose turn comes when, and what is done first in it."""

from __future__ import annotations

from enum import StrEnum

from questwright.dsl.records import NamedTuple


class TurnOf(StrEnum):
    """Whose a turn is."""

    SIDE = "side"
    """All of a side take theirs at the same time."""
    MEMBER = "member"
    """Each of a side takes one, and ends it before the next begins."""


class Phase(StrEnum):
    """A part of a turn."""

    MOVE = "move"
    ACT = "act"
    """Fights, searches and all else that costs an action."""


class TurnRules(NamedTuple):
    """How the party's part of a round is ordered."""

    turn_of: TurnOf = TurnOf.SIDE
    phases: tuple[Phase, ...] = ()
    """What comes first in a turn; empty where either may."""
    order: tuple[str, ...] = ()
    """With `TurnOf.MEMBER`, the kinds, ranks or traits of those whose turns come one after the
    other; empty where the party chooses anew in each round."""
    one: str = "round"
    """What a round is called in print and in messages."""
    many: str = "rounds"
    has_points: bool = False
    """Steps and actions are paid for with the same points, those of a move."""
    rules: tuple[str, ...] = ()
