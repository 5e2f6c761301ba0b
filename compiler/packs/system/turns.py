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


class Halt(StrEnum):
    """What brings a move to an end before it is used up."""

    DOORWAY = "doorway"
    """To come next to a way to another area."""
    ENTRY = "entry"
    """To have come into an area for the first time: nothing more is done in that turn."""


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
    halts: tuple[Halt, ...] = ()
    rules: tuple[str, ...] = ()
