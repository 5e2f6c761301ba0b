"""Boxes of a drawing, and the frames around what a number on a map is about."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING

from questwright.compiler.publish.book.svg.elements import number, path, rectangle
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from questwright.compiler.publish.book.svg.elements import Point, Shape

_RADIUS = 16


class Rectangle(NamedTuple):
    """A rectangle of a drawing, by its sides."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> Point:
        """The middle of the rectangle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def width(self) -> float:
        """The width of the rectangle."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The height of the rectangle."""
        return self.bottom - self.top

    def grown(self, across: float, down: float | None = None) -> Rectangle:
        """The rectangle with a margin of `across` left and right, and `down` above and below."""
        down = across if down is None else down
        return Rectangle(
            self.left - across, self.top - down, self.right + across, self.bottom + down
        )

    def overlap(self, other: Rectangle) -> float:
        """The area that two rectangles share."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0


def centred_box(middle: Point, wide: float, high: float) -> Rectangle:
    """The rectangle of this size centred on a point."""
    x, y = middle
    return Rectangle(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


def bounding_box(boxes: Iterable[Rectangle]) -> Rectangle:
    """The smallest rectangle around all boxes."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Rectangle(min(lefts), min(tops), max(rights), max(bottoms))


class MapFrame(ABC):
    """A closed line around cells or around an opening."""

    @property
    @abstractmethod
    def box(self) -> Rectangle:
        """The smallest rectangle around it."""

    @property
    @abstractmethod
    def corner(self) -> Point:
        """A point of it in its upper right corner."""

    @abstractmethod
    def nearest(self, point: Point) -> Point:
        """The point of it that is nearest to a point outside."""

    @abstractmethod
    def drawn(self, colour: str, line: float) -> list[Shape]:
        """Draw it in a colour, `line` units wide."""


@dataclass(frozen=True)
class BoxFrame(MapFrame):
    """A frame that is a rectangle."""

    sides: Rectangle

    @property
    def box(self) -> Rectangle:
        """The rectangle itself."""
        return self.sides

    @property
    def corner(self) -> Point:
        """A point just inside its upper right corner."""
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
        """The smallest rectangle around its points."""
        return bounding_box(Rectangle(x, y, x, y) for x, y in self.points)

    @property
    def corner(self) -> Point:
        """The point farthest to the upper right."""
        return max(self.points, key=lambda point: (point[0] - point[1], point))

    def nearest(self, point: Point) -> Point:
        """The point of it that is nearest to a point outside."""
        candidates = [_on_line(start, end, point) for start, end in _pairs(self.points)]
        return min(candidates, key=lambda own: (hypot(own[0] - point[0], own[1] - point[1]), own))

    def drawn(self, colour: str, line: float) -> list[Shape]:
        """Draw it."""
        return path(rounded(self.points, _RADIUS), stroke=colour, width=line)


def rounded(points: Sequence[Point], radius: float) -> str:
    """Return path data of a closed line through points with rounded corners."""
    data = ""
    for (before, corner), (_, after) in zip(
        _pairs([*points[-1:], *points[:-1]]), _pairs(points), strict=True
    ):
        (x1, y1), (x2, y2) = _towards(corner, before, radius), _towards(corner, after, radius)
        data += f"{'L' if data else 'M'}{number(x1)} {number(y1)}"
        data += f"Q{number(corner[0])} {number(corner[1])} {number(x2)} {number(y2)}"
    return f"{data}Z"


def inset(points: Sequence[Point], by: float) -> tuple[Point, ...]:
    """Return a ring that runs at a distance inside a ring of clockwise points."""
    moved = []
    for (before, corner), (_, after) in zip(
        _pairs([*points[-1:], *points[:-1]]), _pairs(points), strict=True
    ):
        (ax, ay), (bx, by_) = _unit(before, corner), _unit(corner, after)
        # Both sides of the corner move to their right by `by`; this is where they meet then.
        far = by / (1 + ax * bx + ay * by_)
        moved.append((corner[0] - (ay + by_) * far, corner[1] + (ax + bx) * far))
    return tuple(moved)


def _pairs(points: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """Each point of a ring with the next one."""
    return zip(points, [*points[1:], *points[:1]], strict=True)


def _unit(start: Point, end: Point) -> Point:
    x, y = end[0] - start[0], end[1] - start[1]
    length = hypot(x, y)
    return x / length, y / length


def _towards(start: Point, end: Point, far: float) -> Point:
    """The point at a distance from `start` toward `end`, at most half of the way."""
    x, y = _unit(start, end)
    far = min(far, hypot(end[0] - start[0], end[1] - start[1]) / 2)
    return start[0] + x * far, start[1] + y * far


def _on_line(start: Point, end: Point, point: Point) -> Point:
    """The point on the line from `start` to `end` that is nearest to `point`."""
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    share = ((point[0] - x) * dx + (point[1] - y) * dy) / (dx * dx + dy * dy)
    share = min(max(share, 0.0), 1.0)
    return x + dx * share, y + dy * share
