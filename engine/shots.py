"""Tell whom members can attack from afar: past whatever hides a figure, on the board as it is.

Takes the ground of a quest and a moment of play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.engine.sight import sees
from questwright.engine.state import FactSort, placed

if TYPE_CHECKING:
    from collections.abc import Collection

    from questwright.engine.ground import Ground
    from questwright.engine.sight import Place
    from questwright.engine.state import Moment


def can_shoot(ground: Ground, moment: Moment, who: str, here: str, cells: Collection[str]) -> bool:
    """Tell whether a member attacks a figure on some squares along sight from a square."""
    touches = any(ground.floor.touch(here, cell) for cell in cells)
    return any(
        who in shot.members
        and not (shot.not_beside and touches)
        and not (shot.within and here not in ground.within(cells, shot.within))
        for shot in ground.quest.shots
    ) and any(_sees(ground, moment, here, cell, cells) for cell in cells)


def _sees(ground: Ground, moment: Moment, here: str, there: str, own: Collection[str]) -> bool:
    """Tell whether a square of a figure is seen past all that hides it, the rest of it, too."""
    board, state = ground.quest.board, moment.state
    open_ground = ground.open_ground(state)
    left = (t for t in ground.quest.things.values() if not state.has(FactSort.GONE, t.id))
    things = [placed(ground.quest, state, thing) for thing in left]
    blocked = {cell for thing in things if thing.blocks for cell in thing.cells}
    hidden = {
        cell
        for thing in things
        if thing.blocks and ground.script.kinds[thing.kind].hides
        for cell in thing.cells
    }
    hidden |= open_ground.closed - blocked
    if not board.sees_past_figures:
        hidden |= open_ground.guarded | {*own, *moment.at}
    hidden -= {here, there}
    names = {(cell.row, cell.column): cell.name for cell in board.cells.values()}
    opened = state.ids(FactSort.OPEN)

    def opens(cell: Place, other: Place) -> bool:
        first, second = names.get(cell, ""), names.get(other, "")
        is_there = first and second and not {first, second} & hidden
        return bool(is_there) and ground.floor.shows(first, second, opened)

    near, far = board.cells[here], board.cells[there]
    return sees((near.row, near.column), (far.row, far.column), opens, board.lattice)
