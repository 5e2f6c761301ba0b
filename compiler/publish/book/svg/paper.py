"""How large a map is drawn: within the text, or on a page of its own.

The pages have room on A4 and on US Letter alike. On a page of its own a map lies upright or across,
whichever makes it larger. It is cut into sheets where its cells would be too small even there.
"""

from __future__ import annotations

from math import isclose
from typing import TYPE_CHECKING, Final

from questwright.compiler.publish.book.svg.grid import UNIT
from questwright.compiler.publish.book.svg.squares import grid_of
from questwright.compiler.publish.book.view.map import Facing
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from questwright.compiler.publish.book.view.map import GridShape, MapView


class Paper(NamedTuple):
    """The room for a map on a page, in millimetres."""

    wide: float
    high: float
    cell: float = 13.5
    """How wide a cell may be at most."""


IN_TEXT: Final = Paper(174.0, 214.0)
CUT_OUT: Final = Paper(160.0, 150.0)
"""The room of a piece of a map that is cut out of the page."""
UPRIGHT: Final = Paper(186.0, 240.0)
ACROSS: Final = Paper(255.0, 171.0)
UNBOUNDED: Final = Paper(174.0, float("inf"))
"""The room of a drawing that stands alone, on no page."""
_LEAST_HEX_MM, _LEAST_SQUARE_MM = 11.0, 9.0
JOIN_ROOM: Final = 44.0
"""The room beyond the coordinates for the letters of the sheets where a board goes on, in units."""
TRUE_CELL_MM: Final = 25.4
"""The width of a square for figures to stand on: an inch."""


def least_cell(shape: GridShape) -> float:
    """The least distance of two sides of a cell on a map that is played from, in millimetres."""
    return _LEAST_HEX_MM if shape.is_hex else _LEAST_SQUARE_MM


class Margins(NamedTuple):
    """The room around the cells of a map, in units."""

    left: float
    top: float
    right: float
    bottom: float


def margins_of(view: MapView) -> Margins:
    """The room around the cells of a map: for coordinates, and for letters of other sheets."""
    return _margins(view.shape, {join.facing for join in view.joins})


def _margins(shape: GridShape, joined: Collection[Facing]) -> Margins:
    least = grid_of(shape).margin
    sides = (Facing.WEST, Facing.NORTH, Facing.EAST, Facing.SOUTH)
    return Margins(*(least + JOIN_ROOM * (side in joined) for side in sides))


def size_of(view: MapView) -> tuple[float, float]:
    """The width and height of a map with its margins, in units."""
    wide, high = grid_of(view.shape).size(view.columns, view.rows)
    left, top, right, bottom = margins_of(view)
    return wide + left + right, high + top + bottom


def scale_of(view: MapView, paper: Paper, below: float = 0.0) -> float:
    """The millimetres of a unit, for a map on paper with `below` millimetres left free under it."""
    wide, high = size_of(view)
    return min(paper.wide / wide, (paper.high - below) / high, paper.cell / UNIT)


def is_legible(view: MapView, scale: float) -> bool:
    """Whether the cells of a map are large enough to play from."""
    least, cell = least_cell(view.shape), grid_of(view.shape).cell_width * scale
    return cell > least or isclose(cell, least)


def page_of(view: MapView, below: float = 0.0) -> Paper:
    """How a map lies on a page of its own."""
    return max(UPRIGHT, ACROSS, key=lambda paper: scale_of(view, paper, below))


def capacity(shape: GridShape, paper: Paper, joined: Collection[Facing]) -> tuple[int, int]:
    """How many columns and rows a sheet has that goes on over these sides."""
    grid = grid_of(shape)
    scale = least_cell(shape) / grid.cell_width
    left, top, right, bottom = _margins(shape, joined)
    wide, high = paper.wide / scale - left - right, paper.high / scale - top - bottom
    return (
        _most(lambda many: grid.size(many, 2)[0] <= wide),
        _most(lambda many: grid.size(2, many)[1] <= high),
    )


def _most(fits: Callable[[int], bool]) -> int:
    many = 1
    while fits(many + 1):
        many += 1
    return many
