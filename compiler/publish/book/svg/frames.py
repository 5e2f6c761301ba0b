"""Boxes of a drawing, and the frames that are drawn around what a number on a map is about."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.publish.book.svg.elements import number, path, rectangle

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from questwright.compiler.publish.book.svg.elements import Point, Shape

_RADIUS = 16


class Rectangle(NamedTuple):
    """A rectangle of a drawing."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> Point:
        """Its middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def width(self) -> float:
        """How wide it is."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """How high it is."""
        return self.bottom - self.top

    def grown(self, across: float, down: float | None = None) -> Rectangle:
        """The box with some room around it, as much above and below as at its sides or other."""
        down = across if down is None else down
        return Rectangle(
            self.left - across, self.top - down, self.right + across, self.bottom + down
        )

    def shared(self, other: Rectangle) -> float:
        """The size of what two boxes have in common."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0


def about(middle: Point, wide: float, high: float) -> Rectangle:
    """A box about a point."""
    x, y = middle
    return Rectangle(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


def around(boxes: Iterable[Rectangle]) -> Rectangle:
    """The box that holds some boxes."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Rectangle(min(lefts), min(tops), max(rights), max(bottoms))


class MapFrame(ABC):
    """A line around cells, or around an opening."""

    @property
    @abstractmethod
    def box(self) -> Rectangle:
        """What it lies in."""

    @property
    @abstractmethod
    def corner(self) -> Point:
        """Its corner on the upper right, or a point of it there."""

    @abstractmethod
    def nearest(self, point: Point) -> Point:
        """The point of it that is nearest to a point outside."""

    @abstractmethod
    def drawn(self, colour: str, line: float) -> list[Shape]:
        """Draw it."""


@dataclass(frozen=True)
class BoxFrame(MapFrame):
    """A frame that is a box."""

    sides: Rectangle

    @property
    def box(self) -> Rectangle:
        """What it lies in: itself."""
        return self.sides

    @property
    def corner(self) -> Point:
        """Its corner on the upper right, a little way in."""
        return self.sides.right - 8, self.sides.top + 8

    def nearest(self, point: Point) -> Point:
        """The point of it that is nearest to a point outside."""
        box = self.sides
        return min(max(point[0], box.left), box.right), min(max(point[1], box.top), box.bottom)

    def drawn(self, colour: str, line: float) -> list[Shape]:
        """Draw it."""
        box = self.sides
        return rectangle(
            box.left, box.top, box.width, box.height, stroke=colour, line=line, radius=_RADIUS
        )


@dataclass(frozen=True)
class RingFrame(MapFrame):
    """A frame through points, with round corners."""

    points: tuple[Point, ...]

    @property
    def box(self) -> Rectangle:
        """What it lies in."""
        return around(Rectangle(x, y, x, y) for x, y in self.points)

    @property
    def corner(self) -> Point:
        """Its point that is farthest to the upper right."""
        return max(self.points, key=lambda point: (point[0] - point[1], point))

    def nearest(self, point: Point) -> Point:
        """The point of it that is nearest to a point outside."""
        found = [_on_line(start, end, point) for start, end in _pairs(self.points)]
        return min(found, key=lambda one: (hypot(one[0] - point[0], one[1] - point[1]), one))

    def drawn(self, colour: str, line: float) -> list[Shape]:
        """Draw it."""
        return path(rounded(self.points, _RADIUS), stroke=colour, width=line)


def rounded(points: Sequence[Point], radius: float) -> str:
    """Return path data of a line back to its start that cuts each corner short, in a curve."""
    data = ""
    for (before, corner), (_, after) in zip(
        _pairs([*points[-1:], *points[:-1]]), _pairs(points), strict=True
    ):
        (x1, y1), (x2, y2) = _towards(corner, before, radius), _towards(corner, after, radius)
        data += f"{'L' if data else 'M'}{number(x1)} {number(y1)}"
        data += f"Q{number(corner[0])} {number(corner[1])} {number(x2)} {number(y2)}"
    return f"{data}Z"


def inset(points: Sequence[Point], by: float) -> tuple[Point, ...]:
    """Return a ring that runs so far inside another, whose points are clockwise."""
    moved = []
    for (before, corner), (_, after) in zip(
        _pairs([*points[-1:], *points[:-1]]), _pairs(points), strict=True
    ):
        (ax, ay), (bx, by_) = _unit(before, corner), _unit(corner, after)
        # Where the two sides meet once each has moved to its right.
        far = by / (1 + ax * bx + ay * by_)
        moved.append((corner[0] - (ay + by_) * far, corner[1] + (ax + bx) * far))
    return tuple(moved)


def _pairs(points: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """Each point with the one after it."""
    return zip(points, [*points[1:], *points[:1]], strict=True)


def _unit(start: Point, end: Point) -> Point:
    x, y = end[0] - start[0], end[1] - start[1]
    length = hypot(x, y)
    return x / length, y / length


def _towards(start: Point, end: Point, far: float) -> Point:
    """A point on the way, at most half of it away."""
    x, y = _unit(start, end)
    far = min(far, hypot(end[0] - start[0], end[1] - start[1]) / 2)
    return start[0] + x * far, start[1] + y * far


def _on_line(start: Point, end: Point, point: Point) -> Point:
    """The point between two others that is nearest to a third."""
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    share = ((point[0] - x) * dx + (point[1] - y) * dy) / (dx * dx + dy * dy)
    share = min(max(share, 0.0), 1.0)
    return x + dx * share, y + dy * share
