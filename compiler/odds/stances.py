"""From where a figure is attacked: to its front or its rear, and how the ground shifts the odds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.grid.lattice import directions, step
from questwright.compiler.model.words import is_called
from questwright.compiler.odds.best import value_of
from questwright.compiler.packs.system.fights import NOWHERE, ODDS
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.quest import Thing
    from questwright.compiler.packs.system.fights import Fights, GroundShift
    from questwright.compiler.packs.system.system import Kind, System, Terrain


class Stance(NamedTuple):
    """How somebody stands to a figure whom they attack."""

    is_behind: bool = False
    """To its rear, where that is another side of it than its front."""
    shift: int = 0
    """By how many columns the ground shifts the odds."""


LEVEL: Final = Stance()
"""To the front, and on even ground."""


class Stances:
    """How members stand to a figure, by the cells from which they attack it."""

    def __init__(self, thing: Thing, board: Board, system: System) -> None:
        self._thing, self._board, self._system = thing, board, system
        fights = system.fights
        self._fights = fights if fights is not None and fights.roll == ODDS else None
        self._has_rear = self._fights is not None and has_rear(thing.kind, self._fights)
        self._front = front_of_base(thing, board) if self._has_rear else 0
        self._open = open_of_base(thing, board)
        self._ground = self._shifting_ground()
        self._at: Callable[[Cell], Terrain | None] = cache(self._terrain_at)

    @property
    def are_level(self) -> bool:
        """Whether all stand to its front and on even ground, wherever they stand."""
        return not (self._has_rear or self._open) and self._ground is None

    def of(self, member: Kind, cell: Cell) -> Stance | None:
        """How a member stands to it on a cell; None where nobody attacks it from there."""
        if self.are_level:
            return LEVEL
        if self._open and not self._open >> cell & 1:
            return None
        is_behind = self._has_rear and not self._front >> cell & 1
        if self._ground is None:
            return Stance(is_behind)
        own = self._state(member, cell, self._ground)
        every = [self._state(self._thing.kind, at, self._ground) for at in self._thing.cells]
        if own == NOWHERE or NOWHERE in every:
            return None
        # Who covers several cells fights as on most of them; of two as on the worse.
        shifts = sorted((self._ground.shifts.get((own, at), 0) for at in every), reverse=True)
        return Stance(is_behind, shifts[(len(shifts) - 1) // 2])

    def _shifting_ground(self) -> GroundShift | None:
        ground = self._fights.ground if self._fights is not None else None
        if ground is None or any(is_called(self._thing.kind, word) for word in ground.spares):
            return None
        near = self._thing.mask
        for cell in each_cell(self._thing.mask):
            near |= sum(1 << other for other in self._board.beside(cell))
        return ground if any(patch.cells & near for patch in self._board.terrain) else None

    def _state(self, kind: Kind, cell: Cell, ground: GroundShift) -> str:
        """What the ground of a cell is to a kind."""
        terrain = self._at(cell)
        if terrain is None:
            return ""
        favoured = terrain.traits.get(ground.favoured)
        for word, state in favoured.items() if isinstance(favoured, Mapping) else ():
            if is_called(kind, word):
                return str(state)
        return str(terrain.traits.get(ground.state))

    def _terrain_at(self, cell: Cell) -> Terrain | None:
        plain = self._ground.plain if self._ground is not None else ""
        patches = (patch.kind for patch in self._board.terrain if patch.cells >> cell & 1)
        return next(patches, self._system.terrains.get(plain))


def has_rear(kind: Kind, fights: Fights) -> bool:
    """Whether a kind defends otherwise to its rear than to its front."""
    has_value = bool(fights.behind) and value_of(kind, fights.behind) is not None
    return has_value and kind.base is not None and bool(kind.base.front)


def open_of_base(thing: Thing, board: Board) -> Cells:
    """The cells from which alone a figure is attacked; 0 where it is from all around it."""
    base = thing.kind.base
    return _toward(thing, board, base.attacked_from) if base is not None else 0


def front_of_base(thing: Thing, board: Board) -> Cells:
    """The cells in front of a figure that has a front: beside its front, and not its name cell."""
    base = thing.kind.base
    front = _toward(thing, board, base.front) & thing.mask if base is not None else 0
    found = 0
    for own in each_cell(front):
        found |= sum(1 << near for near in board.beside(own))
    return found & ~sum(1 << near for near in board.beside(thing.cells[0])) & ~thing.mask


def _toward(thing: Thing, board: Board, sides: tuple[str, ...]) -> Cells:
    """The cells in some directions from the name cell of a figure, as they are for its base."""
    base, order = thing.kind.base, directions(board.lattice)
    if base is None or base.facing not in order:
        return 0
    facing = thing.facing if thing.facing in order else base.facing
    turned = order.index(facing) - order.index(base.facing)
    found = 0
    for side in sides:
        number = (order.index(side) + turned) % len(order)
        at = step(board.lattice, *divmod(thing.cells[0], board.stride), order[number])
        found |= 1 << board.cell(*at) if at is not None and board.cell(*at) >= 0 else 0
    return found
