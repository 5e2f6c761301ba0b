"""Read the tiles of a board from its document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.model.laid_tile import Joined, LaidTile, TileEdge
from questwright.compiler.publish.document.read.lookup import NOWHERE
from questwright.dsl.drawing import cell_at

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.publish.document.read.part import Part


def read_tiles(board: Part, cells: Mapping[str, Cell]) -> tuple[LaidTile, ...]:
    """The tiles of a document's board; squares that are not in `cells` are dropped."""

    def mask(part: Part) -> Cells:
        return sum(1 << cells[name] for name in dict.fromkeys(part.words("cells")) if name in cells)

    def edge(part: Part) -> TileEdge:
        joined = part.part_or_none("joined")
        return TileEdge(
            part.text("side"),
            part.text("name"),
            part.text("kind"),
            mask(part),
            None
            if joined is None
            else Joined(joined.text("tile"), joined.text("side"), joined.text("name")),
        )

    def tile(part: Part) -> LaidTile:
        traits = part.pack_data("traits")
        return LaidTile(
            part.text("id"),
            part.text("word"),
            part.text("back_of") or part.text("word"),
            part.text("title"),
            *cell_at(part.text("corner")),
            part.number("turned") // 90,
            part.number("rows"),
            part.number("columns"),
            mask(part),
            tuple(map(edge, part.parts("edges"))),
            traits if isinstance(traits, dict) else {},
            part.number("box") or None,
            NOWHERE,
        )

    return tuple(map(tile, board.parts("tiles")))
