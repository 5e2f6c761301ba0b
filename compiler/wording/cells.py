"""Words for squares and hexes, and for directions on a board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.language import message, say

if TYPE_CHECKING:
    from questwright.compiler.packs.system.system import Grid

WORDS: Final = (
    message("square"),
    message("squares"),
    message("hex"),
    message("hexes"),
    message("north"),
    message("north-east"),
    message("east"),
    message("south-east"),
    message("south"),
    message("south-west"),
    message("west"),
    message("north-west"),
)
"""The words of `Grid` and of directions, which `say` translates where they are printed."""


def count_of_cells(count: int, grid: Grid) -> str:
    """A number of cells: ``9 squares``, ``1 hex``."""
    word = grid.cell if count == 1 else grid.cells
    return say("{count} {cells}", count=count, cells=say(word))
