"""Measure the room of pieces on a map: one cell, a block of cells, or a base of several hexes."""

from __future__ import annotations

from math import ceil, sqrt
from typing import TYPE_CHECKING

from questwright.compiler.publish.book.svg.elements import path
from questwright.compiler.publish.book.svg.frames import Rectangle, centred_box, inset, rounded
from questwright.compiler.publish.book.svg.grid import UNIT, block
from questwright.compiler.publish.book.view.map import Elevation, FigureView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from questwright.compiler.publish.book.svg.elements import Shape
    from questwright.compiler.publish.book.svg.grid import MapGrid
    from questwright.compiler.publish.book.view.map import MapCell, ThingView
    from questwright.compiler.publish.book.view.theme import Palette

_IN, _ROUND = 9.0, 16.0
_QUARTERS = 4
"""So many things find room in the quarters of a cell."""


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


def shared_rooms(things: Sequence[ThingView], grid: MapGrid) -> dict[int, Rectangle]:
    """The rooms of things that lie together in one cell, by their numbers: side by side in it."""
    together: dict[MapCell, list[int]] = {}
    for number, thing in enumerate(things):
        is_small = thing.width == thing.height == 1 and not thing.cells
        if is_small and thing.elevation is Elevation.FLAT:
            together.setdefault(thing.at, []).append(number)
    rooms = {}
    for numbers in together.values():
        many = len(numbers)
        across = 1 if many == 1 else 2 if many <= _QUARTERS else ceil(sqrt(many))
        for place, number in enumerate(numbers if across > 1 else ()):
            room = room_of(things[number], grid)
            side = room.width / across
            down = ceil(many / across)
            left = room.left + side * (place % across)
            top = room.middle[1] + side * (place // across - down / 2)
            rooms[number] = Rectangle(left, top, left + side, top + side)
    return rooms


def reach(piece: ThingView | FigureView) -> float:
    """The factor by which a piece is drawn larger because its base covers several hexes."""
    return max(1.0, 0.68 * sqrt(len(piece.cells)))


def plate(piece: ThingView | FigureView, grid: MapGrid, palette: Palette, edge: str) -> list[Shape]:
    """Draw a base of several hexes as one shape; nothing for other pieces."""
    if not piece.cells:
        return []
    data = "".join(rounded(inset(loop, _IN), _ROUND) for loop in grid.loops(frozenset(piece.cells)))
    return path(data, fill=palette.light, stroke=edge, width=5)
