"""How the board of a game is dealt: its sorts of sections, and the rules of its deck."""

from __future__ import annotations

from questwright.dsl.choices import StrEnum
from questwright.dsl.records import NamedTuple


class Overlap(StrEnum):
    """What happens where a section would lie over another one."""

    ALLOW = "allow"
    """It is laid all the same, as if on another floor."""
    DISCARD = "discard"
    """It is put aside, and the next card is drawn."""


class SectionSort(NamedTuple):
    """A word of the pack for a sort of section: ``room``, ``corridor``."""

    word: str
    title: str
    plural: str
    is_objective: bool
    """A deck has one of these, and the quest is decided in it."""
    divides: bool
    """The deck is divided between the doorways that lead on from it."""
    meets: bool
    """Whoever enters it first meets an event."""
    rules: tuple[str, ...]


class Dealing(NamedTuple):
    """The rules of the deck that sections are dealt from."""

    top: int
    """Cards above those that the objective is shuffled into, unless a quest says otherwise."""
    below: int
    """Cards that the objective is shuffled into, unless a quest says otherwise."""
    overlap: Overlap
    rules: tuple[str, ...]
    events: str = ""
    """The deck of which whoever meets an event draws a card; or empty."""
    rewards: str = ""
    """The deck of which the party gets a card for each event; or empty."""
    worth: str = ""
    """The figures' value that says what one is worth to whoever defeats it; or empty."""
