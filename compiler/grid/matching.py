"""Maximum matching in a bipartite graph: gives as many as possible a seat of their own."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence
    from typing import TypeVar

    T = TypeVar("T", bound="Hashable")


def maximum_matching(wishes: Sequence[Iterable[T]]) -> dict[int, T]:
    """A maximum matching by augmenting paths, as a map from an index of ``wishes`` to its seat.

    ``wishes`` has for each candidate the seats that it may take, the best first. Candidates who
    come earlier keep a seat once they have one.
    """
    seats: dict[T, int] = {}

    def seat(number: int, tried: set[T]) -> bool:
        free = next((wish for wish in wishes[number] if wish not in seats), None)
        if free is not None:
            seats[free] = number
            return True
        for wish in wishes[number]:
            if wish not in tried:
                tried.add(wish)
                if seat(seats[wish], tried):
                    seats[wish] = number
                    return True
        return False

    for number in range(len(wishes)):
        seat(number, set())
    return {number: wish for wish, number in seats.items()}
