"""Sets of places, facts and members as whole numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.proof.task.condition import Places


def each_place(places: Places) -> list[int]:
    """The numbers of the places, or of the facts, of a set."""
    found = []
    while places:
        lowest = places & -places
        found.append(lowest.bit_length() - 1)
        places ^= lowest
    return found


def each_bit(bits: int) -> Iterator[int]:
    """The members of a set, one by one, as sets."""
    while bits:
        yield bits & -bits
        bits &= bits - 1
