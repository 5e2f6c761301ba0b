"""Whether a figure that is driven back has anywhere to go."""

from __future__ import annotations

from questwright.compiler.geometry.terrain import cost_of
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.odds.best import is_driven_back

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.quest import Thing
    from questwright.compiler.verdict.translate.builder import Builder


def can_retreat(thing: Thing, to: Builder) -> bool:
    """Whether a figure is driven to another cell by somebody who stands beside it.

    It goes to a cell beside it, where whoever attacks it does not stand. Gates do not hold it, nor
    do other figures of its side: they make way.
    """
    if any(special.stays for special in thing.exceptions):
        return False
    board = to.board
    around = {
        near
        for cell in each_cell(thing.mask)
        for near in board.beside(cell)
        if not thing.mask >> near & 1 and not board.has_wall(cell, near)
    }
    ground = to.ground
    stands = {c for c in around if ground.walkable >> c & 1 and ground.entered_by(c)}
    goes = {cell for cell in around if _enters(thing, cell, to)}
    return any(goes - {cell} for cell in stands)


def is_held_off(thing: Thing, to: Builder) -> bool:
    """Whether attacks do nothing to a figure that matters: they only drive it back.

    Where the proof looks whether that would help, that is so of one that has no room for it.
    """
    fights = to.system.fights
    if fights is None or not is_driven_back(thing.kind, fights):
        return False
    return not fights.clears or not can_retreat(thing, to)


def _enters(thing: Thing, cell: Cell, to: Builder) -> bool:
    """Whether the ground of a cell, and what stands on it for good, lets a figure there."""
    if not to.ground.enterable >> cell & 1:
        return False
    if any("terrain" in special.passes for special in thing.exceptions):
        return True
    own = next((patch.kind for patch in to.board.terrain if patch.cells >> cell & 1), None)
    return own is None or cost_of(own, thing.kind, to.system.move_value) is not None
