"""Sets of places, facts and members as whole numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


def each_number(bits: int) -> Iterator[int]:
    """The numbers of the bits of a set, in order."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def each_bit(bits: int) -> Iterator[int]:
    """The members of a set, each as a set of its own, in order."""
    while bits:
        lowest = bits & -bits
        yield lowest
        bits ^= lowest
