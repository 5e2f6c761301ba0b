"""What the proofs of one run share, so that none of them works it out again.

A quest is proven by degrees, on foot and world by world, as tasks that differ little. What does not
depend on the difference is kept here, a few values of each type, and found again by equality.
Nothing that is kept changes a verdict.
"""

from __future__ import annotations

from collections import deque
from typing import TypeVar, cast

T = TypeVar("T")


class Cache:
    """Values that proofs share, by their type.

    Any two caches are equal: a task is the same task whatever is known of it already.
    """

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: dict[type, deque[object]] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cache)

    def __hash__(self) -> int:
        return hash(Cache)

    def kept(self, sort: type[T], most: int) -> deque[T]:
        """The values of a type; the oldest goes where there are more than ``most``."""
        if sort not in self._kept:
            self._kept[sort] = deque(maxlen=most)
        return cast("deque[T]", self._kept[sort])
