"""Sets of places, facts and members as whole numbers."""

from __future__ import annotations

from functools import reduce
from operator import or_

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def union(sets: Iterable[int]) -> int:
    """All that is in any of some sets."""
    return reduce(or_, sets, 0)


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


def joined(count: int, pairs: Iterable[tuple[int, int]]) -> list[int]:
    """For each of some numbers the first of those to which pairs join it."""
    first = list(range(count))

    def root(n: int) -> int:
        while first[n] != n:
            first[n] = first[first[n]]
            n = first[n]
        return n

    for one, other in pairs:
        low, high = sorted((root(one), root(other)))
        first[high] = low
    return [root(n) for n in range(count)]
