"""Pairs of what is old with what is new, made in passes, the surest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from questwright.compiler.publish.diff.ground import Spots

T = TypeVar("T")
Found_co = TypeVar("Found_co", covariant=True)


_MOST: Final = 100_000
"""Pairs that are weighed. Where there could be more, nobody can say what went where."""


class Pairs(NamedTuple, Generic[Found_co]):
    """Things of one sort: what is in both editions, what is gone, and what is new."""

    both: tuple[tuple[Found_co, Found_co], ...]
    gone: tuple[Found_co, ...]
    new: tuple[Found_co, ...]


class Located(NamedTuple, Generic[T]):
    """Something, and where it is on the ground that both editions share."""

    one: T
    place: Spots


class Matching(Generic[T]):
    """Pairs being made."""

    def __init__(self, before: Iterable[Located[T]], after: Iterable[Located[T]]) -> None:
        self._before = dict(enumerate(before))
        self._after = dict(enumerate(after))
        self._both: dict[int, tuple[T, T]] = {}

    def by(self, key: Callable[[Located[T]], Hashable | None]) -> None:
        """Pair what has the same key, in order; what has none is left alone."""
        waiting: dict[Hashable | None, list[int]] = {}
        for number, one in self._after.items():
            waiting.setdefault(key(one), []).append(number)
        for number, one in list(self._before.items()):
            found = key(one)
            if found is not None and waiting.get(found):
                self._pair(number, waiting[found].pop(0))

    def where(self, is_same: Callable[[T, T], bool]) -> None:
        """Pair what is said to be the same, in order."""
        for number, (one, _) in list(self._before.items()):
            for position, (other, _) in list(self._after.items()):
                if is_same(one, other):
                    self._pair(number, position)
                    break

    def nearest(self, cost: Callable[[Located[T], Located[T]], tuple[float, ...] | None]) -> None:
        """Pair what costs least, then what is left; what has no cost is never paired."""
        if len(self._before) * len(self._after) > _MOST:
            return
        costs = [
            (price, number, position)
            for number, one in self._before.items()
            for position, other in self._after.items()
            if (price := cost(one, other)) is not None
        ]
        for _, number, position in sorted(costs):
            if number in self._before and position in self._after:
                self._pair(number, position)

    def pairs(self) -> Pairs[T]:
        """What was paired, in the order of the new edition, and what was not."""
        return Pairs(
            tuple(pair for _, pair in sorted(self._both.items(), key=lambda one: one[0])),
            tuple(one for one, _ in self._before.values()),
            tuple(one for one, _ in self._after.values()),
        )

    def _pair(self, number: int, position: int) -> None:
        self._both[position] = self._before.pop(number).one, self._after.pop(position).one


def nowhere(some: Iterable[T]) -> list[Located[T]]:
    """Things that are told apart by what they say, wherever they are."""
    return [Located(one, frozenset()) for one in some]
