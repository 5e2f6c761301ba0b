"""Pair old values with new ones, in passes, the surest pass first.

Takes the old and the new values of one sort. Returns pairs, and the values without a partner.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from questwright.compiler.publish.diff.ground import Spots

T = TypeVar("T")
Found_co = TypeVar("Found_co", covariant=True)


_MOST: Final = 100_000
"""The most pairs whose costs are compared; with more, the pass is left out."""


class Pairs(NamedTuple, Generic[Found_co]):
    """The values of one sort: pairs that are in both editions, and those that are gone or new."""

    both: tuple[tuple[Found_co, Found_co], ...]
    gone: tuple[Found_co, ...]
    new: tuple[Found_co, ...]


class Located(NamedTuple, Generic[T]):
    """A value, and where it is on the ground that both editions share."""

    value: T
    place: Spots


class Matching(Generic[T]):
    """Collects pairs; each pass pairs some of the values that are left."""

    def __init__(self, before: Iterable[Located[T]], after: Iterable[Located[T]]) -> None:
        self._before = dict(enumerate(before))
        self._after = dict(enumerate(after))
        self._both: dict[int, tuple[T, T]] = {}

    def by(self, key: Callable[[Located[T]], Hashable | None]) -> None:
        """Pair values with equal keys, in order; a value whose key is None stays unpaired."""
        waiting: dict[Hashable | None, list[int]] = {}
        for number, located in self._after.items():
            waiting.setdefault(key(located), []).append(number)
        for number, located in list(self._before.items()):
            own_key = key(located)
            if own_key is not None and waiting.get(own_key):
                self._pair(number, waiting[own_key].pop(0))

    def where(self, is_same: Callable[[T, T], bool]) -> None:
        """Pair each old value with the first new one for which `is_same(old, new)` holds."""
        for number, (old, _) in list(self._before.items()):
            for position, (new, _) in list(self._after.items()):
                if is_same(old, new):
                    self._pair(number, position)
                    break

    def nearest(self, cost: Callable[[Located[T], Located[T]], tuple[float, ...] | None]) -> None:
        """Pair greedily, the cheapest pair first; a pair whose cost is None is never made."""
        if len(self._before) * len(self._after) > _MOST:
            return
        costs = [
            (price, number, position)
            for number, old in self._before.items()
            for position, new in self._after.items()
            if (price := cost(old, new)) is not None
        ]
        for _, number, position in sorted(costs):
            if number in self._before and position in self._after:
                self._pair(number, position)

    def pairs(self) -> Pairs[T]:
        """The pairs in the order of the new edition, and the values without a partner."""
        return Pairs(
            tuple(pair for _, pair in sorted(self._both.items(), key=lambda entry: entry[0])),
            tuple(value for value, _ in self._before.values()),
            tuple(value for value, _ in self._after.values()),
        )

    def _pair(self, number: int, position: int) -> None:
        self._both[position] = self._before.pop(number).value, self._after.pop(position).value


def unlocated(values: Iterable[T]) -> list[Located[T]]:
    """Values that are paired by what they say and not by where they are."""
    return [Located(value, frozenset()) for value in values]


def moved(old: Sequence[str], new: Sequence[str]) -> list[str]:
    """Of the same names in two orders those that have changed places; as few as possible."""
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    kept = {name for block in blocks for name in new[block.b : block.b + block.size]}
    return [name for name in new if name not in kept]
