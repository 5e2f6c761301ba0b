"""Turn a written place into the cells that it means."""

from __future__ import annotations

from functools import reduce
from itertools import product, starmap
from operator import or_

from questwright.compiler import codes
from questwright.compiler.model.tiles import edge_called, tile_called
from questwright.dsl.diagnostics import did_you_mean, listed
from questwright.dsl.drawing import cell_at, cell_name
from questwright.dsl.records import NamedTuple
from questwright.dsl.syntax import Place, PlaceForm

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.laid_tile import LaidTile


class Corner(NamedTuple):
    """A cell by row and column, from zero."""

    row: int
    column: int


def squares(place: Place, board: Board, findings: Findings) -> Cells:
    """The cells of a written cell, edge or block; 0, with a finding, if it is off the board."""
    if place.instance:
        return _on_tile(place, board, findings)
    if place.form is PlaceForm.SIDE:
        findings.add(
            codes.OFF_THE_BOARD,
            f"there is no place `{place}` here",
            place.span,
            "unknown",
            help=f"name a {findings.cell} like `C4`, a block like `C4..F6`, or an area",
        )
        return 0
    first, second = corners = _corners(place)
    for corner, written in zip(corners, (place.first, place.second), strict=True):
        if not board.is_inside(corner.row, corner.column):
            findings.add(
                codes.OFF_THE_BOARD,
                f"`{written}` is not on the board",
                place.span,
                "outside of the drawing",
                help=f"{findings.cells} go from A1 to "
                f"{cell_name(board.rows - 1, board.columns - 1)}",
            )
            return 0
    if place.form is PlaceForm.EDGE:
        return 1 << board.cell(*first) | 1 << board.cell(*second)
    return reduce(or_, (1 << board.cell(*corner) for corner in _block(corners)))


def between(place: Place, board: Board) -> tuple[Cell, Cell]:
    """The cells on both sides of a written edge that is on the board, the lower index first."""
    tile = tile_called(board, place.instance) if place.instance else None
    found = []
    for written in (place.first, place.second):
        row, column = cell_at(written)
        found.append(board.cell(*(tile.at(row, column, board.lattice) if tile else (row, column))))
    return min(found), max(found)


def _corners(place: Place) -> tuple[Corner, Corner]:
    """The first and the last corner of a written place; for a single cell both are the same."""
    first = Corner(*cell_at(place.first))
    return first, Corner(*cell_at(place.second)) if place.second else first


def _block(corners: tuple[Corner, Corner]) -> Iterator[Corner]:
    """Every cell from one corner to the other."""
    top, bottom = sorted(corner.row for corner in corners)
    left, right = sorted(corner.column for corner in corners)
    return starmap(Corner, product(range(top, bottom + 1), range(left, right + 1)))


# -- on a tile ------------------------------------------------------------------------------


def _on_tile(place: Place, board: Board, findings: Findings) -> Cells:
    """The cells of a place on a tile, written as the tile is drawn, whatever its turn."""
    tile = tile_called(board, place.instance)
    if tile is None:
        known = [tile.instance for tile in board.tiles]
        findings.add(
            codes.UNKNOWN_NAME,
            f"no tile of this board is called `{place.instance}`",
            place.span,
            "not laid",
            help=did_you_mean(place.instance, known)
            or (f"there is {listed(known)}" if known else f"name a {findings.cell} like `C4`"),
        )
        return 0
    if not tile.rows:
        # An earlier finding says why it could not be laid.
        return 0
    if place.form is PlaceForm.SIDE:
        return _along(place, tile, board, findings)
    first, second = corners = _corners(place)
    if place.form is PlaceForm.BLOCK:
        # On hexes every second row may be shorter, so a block's corner need not be a cell.
        inside = [
            0 <= corner.row < tile.rows and 0 <= corner.column < tile.columns for corner in corners
        ]
    else:
        inside = [bool(_cell(corner, tile, board)) for corner in corners]
    if not all(inside):
        findings.add(
            codes.OFF_THE_BOARD,
            f"`{place.second if inside[0] else place.first}` is not on the tile `{tile.instance}`",
            place.span,
            "outside of its drawing",
            help=f"on a tile, {findings.cells} are called as it is drawn, whatever its turn: "
            f"they go from A1 to {cell_name(tile.rows - 1, tile.columns - 1)}",
        )
        return 0
    if place.form is PlaceForm.EDGE:
        return _cell(first, tile, board) | _cell(second, tile, board)
    return reduce(or_, (_cell(corner, tile, board) for corner in _block(corners)))


def _cell(corner: Corner, tile: LaidTile, board: Board) -> Cells:
    """The cell of a corner in a tile's drawing, as a set; 0 if nothing is drawn there."""
    if not (0 <= corner.row < tile.rows and 0 <= corner.column < tile.columns):
        return 0
    at = tile.at(*corner, board.lattice)
    return (1 << board.cell(*at)) & tile.cells if board.is_inside(*at) else 0


def _along(place: Place, tile: LaidTile, board: Board, findings: Findings) -> Cells:
    """The floor cells along an edge of a tile; all its cells if none of them is floor."""
    edge = edge_called(tile, place.first)
    if edge is None:
        names = [edge.name for edge in tile.edges]
        findings.add(
            codes.UNKNOWN_NAME,
            f"the tile `{tile.instance}` has no edge `{place.first}`",
            place.span,
            "no such edge",
            help=f"its edges are {listed(names)}",
        )
        return 0
    return edge.cells & board.floor or edge.cells
