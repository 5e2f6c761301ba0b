"""Squares of the random quests of `witness_quests`, and the drawings of their boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from random import Random

Square = tuple[int, int]
"""A row and a column, from zero."""


def parted(rng: Random, rows: int, columns: int) -> list[list[Square]]:
    """A block of squares, parted into rooms of two to four."""
    left = {(row, column) for row in range(rows) for column in range(columns)}
    parts: list[list[Square]] = []
    while left:
        part = [min(left)]
        left.remove(part[0])
        size = rng.randint(2, 4)
        while len(part) < size:
            beside = sorted({n for square in part for n in near(square)} & left)
            if not beside:
                break
            part.append(rng.choice(beside))
            left.remove(part[-1])
        parts.append(part)
    return parts


def drawn(rooms: Mapping[str, list[Square]], rows: int, columns: int) -> Iterator[str]:
    """The lines of a drawing of rooms, with walls between them."""
    at = {square: name for name, part in rooms.items() for square in part}
    for row in range(rows + 1):
        above = [
            "-" if at.get((row - 1, column)) != at.get((row, column)) else " "
            for column in range(columns)
        ]
        yield f"+{'+'.join(above)}+"
        if row < rows:
            line = "|"
            for column in range(columns):
                is_walled = at.get((row, column)) != at.get((row, column + 1))
                line += "." + ("|" if is_walled else " ")
            yield line


def near(square: Square) -> list[Square]:
    """The squares beside one, on the board or not."""
    row, column = square
    return [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]


def name_of(square: Square) -> str:
    """A square as quests name it."""
    row, column = square
    return f"{'ABCDEFGHIJKL'[column]}{row + 1}"
