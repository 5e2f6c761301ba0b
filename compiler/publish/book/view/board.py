"""The frozen values of a board in its true size, for pages that are cut and joined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from questwright.compiler.publish.book.view.map import MapView


@dataclass(frozen=True, slots=True)
class BoardView:
    """A whole board without its figures, and without what is secret on it."""

    map: MapView
    across: int
    """How far apart two opposite sides of a cell are, in tenths of a millimetre."""
