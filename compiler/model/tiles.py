"""Lookups on the tiles of a board: by name, by edge, and in words."""

from __future__ import annotations

from questwright.dsl.drawing import cell_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.laid_tile import LaidTile, TileEdge


def line_along(
    side: str, rows: int, columns: int, *, is_short: bool
) -> tuple[tuple[int, int], ...]:
    """The (row, column) cells of a drawing along one of its sides, in reading order.

    With ``is_short`` the odd rows have one cell less than the others.
    """
    if side in ("north", "south"):
        row = 0 if side == "north" else rows - 1
        return tuple((row, column) for column in range(columns - (row % 2 if is_short else 0)))
    if side == "west":
        return tuple((row, 0) for row in range(rows))
    return tuple((row, columns - 1 - (row % 2 if is_short else 0)) for row in range(rows))


def tile_called(board: Board, instance: str) -> LaidTile | None:
    """The tile with an instance name; None if there is none."""
    return next((tile for tile in board.tiles if tile.instance == instance), None)


def edge_called(tile: LaidTile, name: str) -> TileEdge | None:
    """The edge of a tile by its printed name, or by its side in the drawing; None if none fits."""
    for edge in tile.edges:
        if name in (edge.name, edge.side):
            return edge
    return None


def free_edge(board: Board, instance: str, side: str) -> TileEdge | None:
    """The edge of a tile, by side or name; None if there is none or it is joined."""
    tile = tile_called(board, instance)
    edge = edge_called(tile, side) if tile is not None else None
    return edge if edge is not None and edge.joined is None else None


def tile_in_words(tile: LaidTile) -> str:
    """A laid tile: ``The Maze (far-maze) from A1 to H8, joined X to jails:X``."""
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


def linking_cells(board: Board) -> Cells:
    """The cells that belong to more than one tile."""
    seen = shared = 0
    for tile in board.tiles:
        shared |= seen & tile.cells
        seen |= tile.cells
    return shared
