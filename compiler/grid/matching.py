"""Who gets which of some seats, so that as many as can be have one."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

T = TypeVar("T", bound="Hashable")


def maximum_matching(wishes: Sequence[Iterable[T]]) -> dict[int, T]:
    """For each who gets one, its seat; ``wishes`` has the seats that each may take, the best first.

    As many as can be get one (a maximum matching, by augmenting paths).
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
