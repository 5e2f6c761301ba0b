"""Turn and scale path data once, so that it only needs to be moved afterwards.

After its first point an outline is written in relative commands; to place it, only the first point
is rewritten.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import cos, radians, sin
from typing import TypeAlias

from questwright.compiler.publish.book.svg.elements import Point, number

Outline: TypeAlias = tuple[tuple[float, float, str], ...]
"""Lines, each as the x and y of its first point and the relative commands after it."""

_COMMAND = re.compile(r"([A-Z])([^A-Z]*)")


@dataclass(frozen=True, slots=True)
class Transform:
    """A turn in degrees clockwise, and a scale."""

    turn: int = 0
    scale: float = 1.0


def placed(lines: Outline, at: Point) -> str:
    """Return an outline's path data, centred on a point."""
    return "".join(f"M{number(x + at[0])} {number(y + at[1])}{rest}" for x, y, rest in lines)


def outline(data: str, middle: Point, placing: Transform) -> Outline:
    """Parse path data with the absolute commands M, L, H, V, C, A and Z; `middle` becomes 0, 0."""
    pen = _Pen(middle, placing)
    for letter, numbers in _COMMAND.findall(data):
        pen.follow(letter, [float(word) for word in numbers.split()])
    return pen.lines()


class _Pen:
    """Translates absolute commands into relative ones; errors of rounding do not add up."""

    def __init__(self, middle: Point, placing: Transform) -> None:
        angle = radians(placing.turn)
        self._along = (cos(angle) * placing.scale, sin(angle) * placing.scale)
        self._middle = middle
        self._placing = placing
        self._source: Point = (0.0, 0.0)
        self._at: Point = (0.0, 0.0)
        self._lines: list[tuple[float, float, list[str]]] = []

    def lines(self) -> Outline:
        return tuple((x, y, "".join(words)) for x, y, words in self._lines)

    def follow(self, letter: str, numbers: list[float]) -> None:
        if letter == "Z":
            self._lines[-1][2].append("z")
            return
        if letter in "HV":
            numbers = (
                [numbers[0], self._source[1]] if letter == "H" else [self._source[0], numbers[0]]
            )
        self._source = (numbers[-2], numbers[-1])
        if letter == "M":
            self._at = self._moved(self._source)
            self._lines.append((*self._at, []))
        else:
            self._lines[-1][2].append(self._word(letter, numbers))

    def _word(self, letter: str, numbers: list[float]) -> str:
        if letter == "A":
            radii = f"{self._length(numbers[0])} {self._length(numbers[1])}"
            flags = f"{number(numbers[2] + self._placing.turn)} {numbers[3]:g} {numbers[4]:g}"
            return f"a{radii} {flags} {self._step([self._source])}"
        if letter == "C":
            return "c" + self._step(list(zip(numbers[::2], numbers[1::2], strict=True)))
        if letter not in "LHV":
            raise ValueError(f"path data with {letter}")
        step = self._step([self._source])
        across, down = step.split()
        if down == "0":
            return f"h{across}"
        return f"v{down}" if across == "0" else f"l{step}"

    def _step(self, points: list[Point]) -> str:
        moved = [self._moved(point) for point in points]
        x, y = self._at
        self._at = moved[-1]
        return " ".join(f"{number(a - x)} {number(b - y)}" for a, b in moved)

    def _moved(self, point: Point) -> Point:
        dx, dy = point[0] - self._middle[0], point[1] - self._middle[1]
        (c, s) = self._along
        return (round(dx * c - dy * s, 2), round(dx * s + dy * c, 2))

    def _length(self, value: float) -> str:
        return number(value * self._placing.scale)
