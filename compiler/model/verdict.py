"""What was proven of a quest, in a form that pages and documents can show."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from compiler.model.board import Cell, Cells
    from compiler.model.chance import Chance
    from dsl.source import Span


class VerdictKind(StrEnum):
    """The verdicts."""

    WINNABLE = "winnable"
    """Some line of legal play wins."""
    UNWINNABLE = "unwinnable"
    """No line wins."""
    CAN_STRAND = "can-strand"
    """It can be won, but also be played into a state from which nothing wins."""
    UNDECIDED = "undecided"
    """The search met a limit, or the quest has what the proof cannot judge."""
    VACUOUS = "vacuous"
    """There was nothing to prove."""


class Step(NamedTuple):
    """A step of a line of play."""

    text: str
    kind: str
    """The sort of deed: ``open``, ``search``, ``defeat``, ``event`` …"""
    target: str
    """The id of what it is done to; empty where nobody's name says it."""
    area: str
    """With ``explore``, the id of the area that it is done from; otherwise empty."""
    round: int
    """With ``wait``, the round that is waited for; otherwise 0."""
    cells: Cells
    """Where it happens, for the map; 0 where that does not matter."""
    chance: str
    """Where dice or cards decide, in words; otherwise empty."""
    origin: Span
    earliest: int = 0
    """The round before which it cannot be done; 0 where rounds are not counted."""
    who: str = ""
    """Where members of the party must part, the word of the one who does it; otherwise empty."""
    to: str = ""
    """With ``hand``, the word of the one who gets it; otherwise empty."""
    path: tuple[Cell, ...] = ()
    """With ``begin`` and ``walk``, the squares that it steps on, in order."""


class Cause(NamedTuple):
    """A link in the chain of causes that makes a quest unwinnable."""

    text: str
    origin: Span
    chain: int = 0
    """Which of several chains it belongs to; each of them would do."""


def chains_of(causes: tuple[Cause, ...]) -> list[tuple[Cause, ...]]:
    """Causes by the chains that they belong to; each chain would do by itself."""
    chains = dict.fromkeys(cause.chain for cause in causes)
    return [tuple(cause for cause in causes if cause.chain == chain) for chain in chains]


class Verdict(NamedTuple):
    """What was proven."""

    kind: VerdictKind
    line: tuple[Step, ...]
    """The winning line; for ``can-strand`` see also ``stranded``."""
    stranded: tuple[Step, ...]
    """A line after which nothing wins; its last step is the one that went wrong."""
    causes: tuple[Cause, ...]
    """Why it cannot be won, each cause leading to the next."""
    reached: Cells
    """Every square that the party can come to."""
    optional: tuple[str, ...]
    """Ids of areas that no winning line needs."""
    required: tuple[str, ...]
    """Ids of areas that every winning line goes through."""
    assumptions: tuple[str, ...]
    """What the verdict takes for granted."""
    undecided: tuple[str, ...]
    """What was not judged."""
    states: int
    """States that the search looked at; 0 where a fix-point decided."""
    rounds: tuple[int, int] | None = None
    """The round before which the quest is not won, and one in which the line has won it if every
    attempt succeeds at once; None where rounds cannot be counted."""
    chances: tuple[Chance, ...] = ()
    """Where chance enters the line, in its order."""


class Unreached(NamedTuple):
    """Something that can never come about, and why."""

    id: str
    title: str
    causes: tuple[Cause, ...]


class Proven(Protocol):
    """What checks and publishers ask of a proof."""

    @property
    def kind(self) -> VerdictKind:
        """The verdict."""

    @property
    def reached(self) -> Cells:
        """Every square that the party can come to."""

    @property
    def undecided(self) -> tuple[str, ...]:
        """What was not judged."""

    @property
    def rounds(self) -> tuple[int, int] | None:
        """Before the one round nobody can win; in the other one can, where all goes well."""

    def verdict(self) -> Verdict:
        """All of it, with the winning line."""

    def why_unwinnable(self) -> tuple[Cause, ...]:
        """The chain of causes; empty where the quest can be won."""

    def losing_parties(self) -> list[tuple[str, ...]]:
        """The smaller parties that cannot win, by the titles of those who are there."""

    def unreached_areas(self) -> list[Unreached]:
        """Areas of which the party reaches no square."""

    def unobtained_items(self) -> list[Unreached]:
        """Items that the party can never have."""

    def dead_events(self) -> list[Unreached]:
        """Events that can never happen."""

    def dead_actions(self) -> list[Unreached]:
        """Quest actions that can never be taken."""

    def unfound_passages(self) -> list[Unreached]:
        """Passages that nobody can find."""

    def reaches_without(self, area: str, items: tuple[str, ...]) -> bool:
        """Whether any square of an area can be reached without ever having some items."""

    def must_face(self, id_: str) -> bool:
        """Whether every winning line meets something: a figure, a gate, an area, an item."""
