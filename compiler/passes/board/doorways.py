"""Find the doorways of a tile: the openings in its outer wall, by which others are clipped on.

Takes the drawing of a tile. Returns its doorways, side by side squares as one.
"""

from __future__ import annotations

from questwright.compiler.model.sections import Doorway
from questwright.dsl.drawing import BLOCKED, Drawing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from questwright.compiler.model.sections import Square

STEPS: Final = {"west": (0, -1), "north": (-1, 0), "east": (0, 1), "south": (1, 0)}
"""The sides of a square, clockwise from the west: the way into a section is in the south."""


def along(drawing: Drawing, side: str) -> list[list[Square]]:
    """Return the squares of each doorway that lies on a side of the whole drawing, in order."""
    down, _ = STEPS[side]
    last = {"west": 0, "north": 0, "east": drawing.columns - 1, "south": drawing.rows - 1}[side]
    return [
        [
            (row, column + number) if down else (row + number, column)
            for number in range(doorway.width)
        ]
        for doorway in doorways_of(drawing)
        for row, column in [doorway.square]
        if doorway.side == side and (row if down else column) == last
    ]


def doorways_of(drawing: Drawing) -> list[Doorway]:
    """Return the openings in the outer wall, those side by side as one."""
    found: list[Doorway] = []
    for side, (down, _) in STEPS.items():
        is_across = down != 0
        open_ = {square for square in drawing.cells if _leads_out(drawing, square, side)}
        for square in sorted(open_):
            row, column = square
            before = (row, column - 1) if is_across else (row - 1, column)
            if before in open_:
                continue
            width = 1
            while ((row, column + width) if is_across else (row + width, column)) in open_:
                width += 1
            found.append(Doorway(side, square, width))
    return found


def _leads_out(drawing: Drawing, square: Square, side: str) -> bool:
    down, across = STEPS[side]
    return (
        drawing.cells[square].char != BLOCKED
        and (square[0] + down, square[1] + across) not in drawing.cells
        and not is_closed(drawing, square, side)
    )


def is_closed(drawing: Drawing, square: Square, side: str) -> bool:
    """Tell whether anything stands on an edge: a wall, a door."""
    row, column = square
    if side in ("east", "west"):
        return (row, column - (side == "west")) in drawing.east
    return (row - (side == "north"), column) in drawing.south
