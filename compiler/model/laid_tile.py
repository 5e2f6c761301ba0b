"""A tile that is laid on a board: its position, its turn and its joined edges."""

from __future__ import annotations

from questwright.compiler.grid.lattice import Lattice
from questwright.compiler.packs.system.tiles import SIDES
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
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
    """What is printed on it; its side if nothing is."""


class TileEdge(NamedTuple):
    """An edge of a laid tile."""

    side: str
    """Its side in the tile's drawing, whatever the turn of the laid tile."""
    name: str
    """What is printed on it: ``X``; its side if nothing is."""
    kind: str
    """The word of its kind of edge; empty if the pack gives it none."""
    cells: Cells
    """The board's cells along it."""
    joined: Joined | None
    """The edge that it is joined to; None if it is free."""


class LaidTile(NamedTuple):
    """A tile with its position and turn on the board."""

    instance: str
    """Its name on this board."""
    tile: str
    """The word of the tile."""
    front: str
    """The word of the tile of which it is the back; its own word if it is no back."""
    title: str
    row: int
    column: int
    """The board's row and column of its upper left corner as it lies, from zero."""
    turns: int
    """Quarter turns, clockwise."""
    rows: int
    columns: int
    """Its size as it is drawn."""
    cells: Cells
    """The board's cells that it covers."""
    edges: tuple[TileEdge, ...]
    """Clockwise from the north, as it is drawn."""
    traits: Mapping[str, Plain]
    """Further properties from the pack."""
    box: int | None
    """How many of it the box has; None if the pack sets no limit."""
    origin: Span

    def at(self, row: int, column: int, lattice: Lattice) -> tuple[int, int]:
        """The board's (row, column) of a (row, column) of its drawing."""
        down, across = turned((row, column), self.rows, self.columns, self.turns, lattice)
        return self.row + down, self.column + across

    @property
    def size(self) -> tuple[int, int]:
        """Its (rows, columns) as it lies."""
        return (self.columns, self.rows) if self.turns % 2 else (self.rows, self.columns)

    def facing(self, side: str) -> str:
        """The direction in which a side of the drawing lies on the board."""
        return facing(side, self.turns)


def facing(side: str, turns: int) -> str:
    """The direction that a side faces after clockwise quarter turns."""
    return SIDES[(SIDES.index(side) + turns) % len(SIDES)]


def turned(
    cell: tuple[int, int], rows: int, columns: int, turns: int, lattice: Lattice
) -> tuple[int, int]:
    """The (row, column) of a cell of a drawing of that size after clockwise quarter turns.

    On hexes a tile is turned by two quarters or not at all. If such a tile has an odd number of
    rows, its odd rows (counted from zero, set in by half a hex) have one hex less than the others.
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
