"""What a quest has and the proof cannot judge."""

from __future__ import annotations

from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.dsl.source import Span

ITS_OWN = "ask for something that the party brings about itself"
"""What a designer may do about what others decide."""


class Unjudged(NamedTuple):
    """Something that a quest has and the proof cannot judge."""

    text: str
    origin: Span
    remedy: str = ""
    """What a designer may do about it; empty for the usual."""
    is_room: bool = False
    """It is about room alone: what is not won where there is room for all is not won."""
    is_way: bool = False
    """It is about further ways alone: what is won without them, and never strands, still is."""
