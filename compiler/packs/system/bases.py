"""Bases of several hexes, as a pack tells them."""

from __future__ import annotations

from questwright.dsl.choices import StrEnum
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


HEX_FACINGS: Final = ("north-east", "east", "south-east", "south-west", "west", "north-west")


class Pays(StrEnum):
    """Which ground a base of several hexes pays for when it goes on by one hex."""

    DEAREST = "dearest"
    """The dearest of the hexes that it comes onto."""
    MOST = "most"
    """What most of the hexes that it comes onto cost; of as many the dearer."""
    NAME = "name"
    """That of its name hex alone."""


class Base(NamedTuple):
    """A word of the pack for a base of several hexes: which ones it covers."""

    word: str
    title: str
    facing: str
    """The direction for which it is told; for the other five all is turned."""
    beside: tuple[str, ...]
    """In which directions from its name hex it covers another hex."""
    is_cornered: bool
    """It looks over the corner clockwise of its direction, rather than over the side."""
    pays: Pays
    turn_cost: int
    """What turning it in place by one side costs of a move."""
    only_ahead: tuple[str, ...]
    """Terrain that the hex ahead of its name hex alone comes onto."""
    front: tuple[str, ...]
    """In which directions from its name hex the hexes lie that it fights to the front with.

    In front of it is what is beside these, and not beside its name hex. Empty where that is no
    matter.
    """
    attacked_from: tuple[str, ...]
    """In which directions from its name hex those stand who attack it; empty for all around it."""
    rules: tuple[str, ...]
