"""Tiles as they lie on a board: each with a name of its own, and edges that are joined or free."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compiler.model.lattice import Lattice
from compiler.packs.tiles import SIDES
from dsl.drawing import cell_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from compiler.model.board import Board, Cells
    from compiler.packs.model import Plain
    from dsl.source import Span


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


def line_along(
    side: str, rows: int, columns: int, *, is_short: bool
) -> tuple[tuple[int, int], ...]:
    """The cells of a drawing along one of its sides, in reading order.

    Where it is short, its odd rows have one cell less than the others.
    """
    if side in ("north", "south"):
        row = 0 if side == "north" else rows - 1
        return tuple((row, column) for column in range(columns - (row % 2 if is_short else 0)))
    if side == "west":
        return tuple((row, 0) for row in range(rows))
    return tuple((row, columns - 1 - (row % 2 if is_short else 0)) for row in range(rows))


def tile_called(board: Board, instance: str) -> LaidTile | None:
    """The tile with a name; None where there is none."""
    return next((tile for tile in board.tiles if tile.instance == instance), None)


def edge_called(tile: LaidTile, name: str) -> TileEdge | None:
    """The edge of a tile by what is printed on it, or by its side as it is drawn."""
    for edge in tile.edges:
        if name in (edge.name, edge.side):
            return edge
    return None


def free_edge(board: Board, instance: str, side: str) -> TileEdge | None:
    """The edge of a tile, by its side or its name, if nothing is joined to it; otherwise None."""
    tile = tile_called(board, instance)
    edge = edge_called(tile, side) if tile is not None else None
    return edge if edge is not None and edge.joined is None else None


def tile_in_words(tile: LaidTile) -> str:
    """What lies there, how, and joined to what: ``The Maze (far-maze), X to jails:X``."""
    name = f" ({tile.instance})" if tile.instance != tile.tile else ""
    turn = f", turned by {tile.turns * 90}" if tile.turns else ""
    rows, columns = tile.size
    first = cell_name(tile.row, tile.column)
    last = cell_name(tile.row + rows - 1, tile.column + columns - 1)
    joins = [
        f"{edge.name} to {edge.joined.instance}:{edge.joined.name}"
        for edge in tile.edges
        if edge.joined is not None
    ]
    joined = f", joined {', '.join(joins)}" if joins else ""
    return f"{tile.title}{name} from {first} to {last}{turn}{joined}"


def linking(board: Board) -> Cells:
    """The cells that belong to more than one tile."""
    seen = shared = 0
    for tile in board.tiles:
        shared |= seen & tile.cells
        seen |= tile.cells
    return shared
