"""The frozen values of the diagram of a layout: which tile lies where, and how."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from questwright.compiler.publish.book.view.map import Facing


@dataclass(frozen=True, slots=True)
class LayoutSide:
    """A side of a tile on the board: its printed name, and whether another tile is joined.

    `name` is empty where nothing is printed there. `aside` is how far from the middle of the side
    one goes through, in cells to the right or down.
    """

    facing: Facing
    name: str
    joined: bool
    aside: float


@dataclass(frozen=True, slots=True)
class LayoutTile:
    """A tile: its box, in cells of the board, and the texts in it.

    `name` is its name on this board if that differs from its kind. `turned` is in degrees,
    clockwise. `first` and `last` are the names of the board's cells at its corners.
    """

    title: str
    name: str
    left: float
    top: float
    width: float
    height: float
    turned: int
    first: str
    last: str
    sides: tuple[LayoutSide, ...]


@dataclass(frozen=True, slots=True)
class LayoutEntry:
    """An arrow over a side of a tile, with its label; `tile` is the tile's index in the layout."""

    tile: int
    facing: Facing
    label: str


@dataclass(frozen=True, slots=True)
class LayoutView:
    """The tiles of a board, drawn to scale as boxes."""

    title: str
    tiles: tuple[LayoutTile, ...]
    entries: tuple[LayoutEntry, ...] = ()
