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
