"""What was proven of each degree of victory."""

from __future__ import annotations

from typing import NamedTuple

from questwright.compiler.model.verdict import VerdictKind


class DegreeVerdict(NamedTuple):
    """A degree of victory, and whether the party can win by it or a better one."""

    word: str
    title: str
    kind: VerdictKind
    rounds: tuple[int, int] | None
    """The round before which nobody wins so, and one in which it is done; None if not known."""
    takes_spells: bool = False
    """It is had by spells alone, and so by luck."""

    @property
    def can_be(self) -> bool:
        """Whether it is known that somebody can win so."""
        return self.kind in (VerdictKind.WINNABLE, VerdictKind.CAN_STRAND)


def degree_in_words(one: DegreeVerdict) -> str:
    """``Decisive victory: not before round 4, in round 6 if all goes well``."""
    if one.can_be and one.rounds is not None:
        low, high = one.rounds
        told = f"not before round {low}; in round {high}, if all goes well"
    elif one.can_be:
        told = "it can be had"
    elif one.kind is VerdictKind.UNWINNABLE:
        told = "nobody can have it"
    else:
        told = "not decided"
    return f"{one.title}: {told}{', by spells alone' if one.takes_spells else ''}"
