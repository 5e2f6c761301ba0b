"""A board as it was drawn or laid: characters on squares and edges, before they mean anything."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from dsl.source import Span
    from dsl.syntax import Legend

Square = tuple[int, int]
"""A (row, column), from zero at the top left."""
Side = tuple[Square, Square]
"""The edge between two squares, the upper or left one first."""


class Spot(NamedTuple):
    """A character of a drawing where it came to lie on the board."""

    char: str
    legend: int
    """Which legend explains it: that of the quest, or of the n-th laid tile."""
    turns: int
    """Quarter turns, clockwise, of the tile that it was drawn on."""
    span: Span


@dataclass(slots=True)
class Canvas:
    """All that is drawn."""

    rows: int = 0
    columns: int = 0
    squares: dict[Square, Spot] = field(default_factory=dict)
    sides: dict[Side, Spot] = field(default_factory=dict)
    legends: list[dict[str, Legend]] = field(default_factory=list)
    tiles: list[str] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    """Where each legend's drawing begins."""


def turned(square: Square, rows: int, columns: int, turns: int) -> Square:
    """Where a square of a drawing of that size comes to lie after quarter turns."""
    row, column = square
    for _ in range(turns):
        row, column = column, rows - 1 - row
        rows, columns = columns, rows
    return row, column
