"""The verdict on each degree of victory."""

from __future__ import annotations

from questwright.compiler.model.verdict import VerdictKind
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.model.verdict import Cause
    from questwright.compiler.packs.system.turns import TurnRules


class JudgedDegree(NamedTuple):
    """Whether the party can win by a degree of victory or a better one."""

    kind: VerdictKind
    unjudged: tuple[Cause, ...] = ()
    """What keeps it from being judged, where it is not decided and that is known."""


class DegreeVerdict(NamedTuple):
    """A degree of victory, and whether the party can win by it or a better one."""

    word: str
    title: str
    kind: VerdictKind
    rounds: tuple[int, int] | None
    """The lower and the upper bound of the earliest round in which the party wins by it; None if
    not known."""
    takes_spells: bool = False
    """It can be won only with spells, and so needs luck."""

    @property
    def can_be(self) -> bool:
        """Whether it is proven that the party can win by it."""
        return self.kind in (VerdictKind.WINNABLE, VerdictKind.CAN_STRAND)


def degree_in_words(degree: DegreeVerdict, turns: TurnRules) -> str:
    """``Decisive victory: not before round 4; in round 6, if all goes well``."""
    if degree.can_be and degree.rounds is not None:
        low, high = degree.rounds
        called = turns.one
        result = f"not before {called} {low}; in {called} {high}, if all goes well"
    elif degree.can_be:
        result = "it can be had"
    elif degree.kind is VerdictKind.UNWINNABLE:
        result = "nobody can have it"
    else:
        result = "not decided"
    return f"{degree.title}: {result}{', by spells alone' if degree.takes_spells else ''}"
