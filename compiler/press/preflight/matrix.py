"""Transformations and boxes of a page's space."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

Point = tuple[float, float]


class Matrix(NamedTuple):
    """A transformation, as `cm` has it."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def before(self, other: Matrix) -> Matrix:
        """Return this transformation, and then the other one."""
        return Matrix(
            self.a * other.a + self.b * other.c,
            self.a * other.b + self.b * other.d,
            self.c * other.a + self.d * other.c,
            self.c * other.b + self.d * other.d,
            self.e * other.a + self.f * other.c + other.e,
            self.e * other.b + self.f * other.d + other.f,
        )

    def at(self, x: float, y: float) -> Point:
        """Where a point goes."""
        return (self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)

    def box(self, left: float, bottom: float, right: float, top: float) -> Extent:
        """The box around a rectangle where it goes."""
        return box_of(
            self.at(x, y) for x, y in ((left, bottom), (left, top), (right, bottom), (right, top))
        )


UNCHANGED: Final = Matrix()


class Extent(NamedTuple):
    """A rectangle: left, bottom, right, top."""

    left: float
    bottom: float
    right: float
    top: float

    def within(self, other: Extent) -> Extent | None:
        """What this box has in common with another one; None for nothing."""
        common = Extent(
            max(self.left, other.left),
            max(self.bottom, other.bottom),
            min(self.right, other.right),
            min(self.top, other.top),
        )
        return common if common.left <= common.right and common.bottom <= common.top else None

    def inset(self, by: float) -> Extent:
        """Return this box, smaller on each side."""
        return Extent(self.left + by, self.bottom + by, self.right - by, self.top - by)


def box_of(points: Iterable[Point]) -> Extent:
    """The box around some points."""
    every = list(points)
    xs, ys = [x for x, _ in every], [y for _, y in every]
    return Extent(min(xs), min(ys), max(xs), max(ys))
