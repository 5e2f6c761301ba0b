"""Read the crossings of a board from its document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.model.board import Crossing
from questwright.compiler.publish.document.read.lookup import NOWHERE, look_up, mask_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.publish.document.read.part import Part


def read_crossings(board: Part, cells: Mapping[str, Cell], system: System) -> tuple[Crossing, ...]:
    """The crossings of a document's board; `cells` gives each square by its name.

    Raises `DocumentError` for a kind or a square that does not exist.
    """

    def crossing(part: Part) -> Crossing:
        ends = tuple(mask_of(cells, end) for end in part.lists("ends"))
        over = tuple(look_up(cells, name, "a square") for name in part.words("over"))
        return Crossing(
            part.text("id"),
            part.text("title"),
            look_up(system.crossings, part.text("kind"), "a crossing of the game"),
            ends,
            part.number("rounds"),
            part.words("only"),
            part.flag("open"),
            part.flag("named"),
            NOWHERE,
            over,
        )

    return tuple(map(crossing, board.parts("crossings")))
