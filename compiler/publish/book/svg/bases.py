"""Measure the room of pieces on a map: one cell, a block of cells, or a base of several hexes."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from questwright.compiler.publish.book.svg.elements import path
from questwright.compiler.publish.book.svg.frames import Rectangle, centred_box, inset, rounded
from questwright.compiler.publish.book.svg.grid import UNIT, block
from questwright.compiler.publish.book.view.map import FigureView

if TYPE_CHECKING:
    from questwright.compiler.publish.book.svg.elements import Shape
    from questwright.compiler.publish.book.svg.grid import MapGrid
    from questwright.compiler.publish.book.view.map import MapCell, ThingView
    from questwright.compiler.publish.book.view.theme import Palette

_IN, _ROUND = 9.0, 16.0


def covered(piece: ThingView | FigureView) -> list[MapCell]:
    """The cells that a piece covers."""
    if piece.cells:
        return [*piece.cells]
    if isinstance(piece, FigureView):
        return block(piece.at, piece.size, piece.size)
    return block(piece.at, piece.width, piece.height)


def room_of(piece: ThingView | FigureView, grid: MapGrid) -> Rectangle:
    """The box that a piece is drawn in; for a base of several hexes, around their common middle."""
    if piece.cells:
        middles = [grid.middle(cell) for cell in piece.cells]
        x, y = (sum(values) / len(middles) for values in zip(*middles, strict=True))
        return centred_box((x, y), UNIT * reach(piece), UNIT * reach(piece))
    if isinstance(piece, FigureView):
        return grid.room(piece.at, piece.size, piece.size)
    return grid.room(piece.at, piece.width, piece.height)


def reach(piece: ThingView | FigureView) -> float:
    """The factor by which a piece is drawn larger because its base covers several hexes."""
    return max(1.0, 0.68 * sqrt(len(piece.cells)))


def plate(piece: ThingView | FigureView, grid: MapGrid, palette: Palette, edge: str) -> list[Shape]:
    """Draw a base of several hexes as one shape; nothing for other pieces."""
    if not piece.cells:
        return []
    data = "".join(rounded(inset(loop, _IN), _ROUND) for loop in grid.loops(frozenset(piece.cells)))
    return path(data, fill=palette.light, stroke=edge, width=5)
