"""Read the crossings of a board from its document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.model.board import Crossing
from questwright.compiler.publish.document.read.part import DocumentError
from questwright.dsl.source import Span

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
        word = part.text("kind")
        ends, over = part.lists("ends"), part.words("over")
        names = (name for place in (*ends, over) for name in place)
        unknown = next((name for name in names if name not in cells), None)
        if word not in system.crossings or unknown is not None:
            what = f"`{word[:60]}` is not a crossing of the game"
            if unknown is not None:
                what = f"`{unknown[:60]}` is not a square"
            raise DocumentError(f"{what}; build it anew with `questwright build`")
        return Crossing(
            part.text("id"),
            part.text("title"),
            system.crossings[word],
            tuple(sum(1 << cells[name] for name in dict.fromkeys(end)) for end in ends),
            part.number("rounds"),
            part.words("only"),
            part.flag("open"),
            part.flag("named"),
            Span("", 0, 0),
            tuple(cells[name] for name in over),
        )

    return tuple(map(crossing, board.parts("crossings")))
