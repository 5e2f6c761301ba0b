"""A tile that lies on a board, and how it is joined."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.grid.lattice import Lattice
from questwright.compiler.packs.system.tiles import SIDES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.packs.system.values import Plain
    from questwright.dsl.source import Span


class Joined(NamedTuple):
    """The edge at the other side of a join."""

    instance: str
    side: str
    name: str
    """What is printed there, or its side where nothing is."""


class TileEdge(NamedTuple):
    """An edge of a laid tile."""

    side: str
    """Which one it is as the tile is drawn, whatever its turn."""
    name: str
    """What is printed on it: ``X``; its side where nothing is."""
    kind: str
    """The word of the kind of edge that it is; empty where the game says nothing of it."""
    cells: Cells
    """The cells along it."""
    joined: Joined | None
    """Where it is joined to; None where it is free."""


class LaidTile(NamedTuple):
    """A tile where it lies."""

    instance: str
    """Its name on this board."""
    tile: str
    """The word of the tile."""
    title: str
    row: int
    column: int
    """Where its upper left corner has come to lie, both counted from zero."""
    turns: int
    """Quarter turns, clockwise."""
    rows: int
    columns: int
    """Its size as it is drawn."""
    cells: Cells
    """What it covers of the board."""
    edges: tuple[TileEdge, ...]
    """Clockwise from the north, as it is drawn."""
    traits: Mapping[str, Plain]
    """What the game says of it besides."""
    box: int | None
    """How many of it the box has; None where nothing is said of that."""
    origin: Span

    def at(self, row: int, column: int, lattice: Lattice) -> tuple[int, int]:
        """Where a (row, column) of its drawing lies on the board."""
        down, across = turned((row, column), self.rows, self.columns, self.turns, lattice)
        return self.row + down, self.column + across

    @property
    def size(self) -> tuple[int, int]:
        """Its rows and columns as it lies."""
        return (self.columns, self.rows) if self.turns % 2 else (self.rows, self.columns)

    def facing(self, side: str) -> str:
        """The direction in which a side of the drawing lies on the board."""
        return facing(side, self.turns)


def facing(side: str, turns: int) -> str:
    """The direction that a side faces after quarter turns."""
    return SIDES[(SIDES.index(side) + turns) % len(SIDES)]


def turned(
    cell: tuple[int, int], rows: int, columns: int, turns: int, lattice: Lattice
) -> tuple[int, int]:
    """Where a cell of a drawing of that size comes to lie after quarter turns.

    On hexes a tile is turned by two quarters or not at all. Where its rows are odd in number, its
    odd rows, which are set in, have one hex less than the others, and keep to their places.
    """
    row, column = cell
    if lattice is Lattice.HEXES:
        if turns % 4 == 0:
            return cell
        last = columns - 1 - (row % 2 if rows % 2 else 0)
        return rows - 1 - row, last - column
    for _ in range(turns):
        row, column = column, rows - 1 - row
        rows, columns = columns, rows
    return row, column
