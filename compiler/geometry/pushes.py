"""Where things are pushed that members of the party push: cell by cell, straight ahead."""

from __future__ import annotations

from questwright.compiler.geometry.openings import openings
from questwright.compiler.geometry.terrain import cost_of
from questwright.compiler.grid.lattice import headings
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.packs.system.system import Category
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.quest import Quest, Thing
    from questwright.compiler.packs.system.system import System


class Push(NamedTuple):
    """One way to push a thing."""

    start: Cell
    """The cell that it leaves."""
    end: Cell
    """The cell that it comes to."""
    stand: Cell
    """The cell from which it is pushed, on the other side of it."""


def pushes_of(quest: Quest, system: System) -> dict[str, tuple[Push, ...]]:
    """For each thing that is pushed the ways to push it, wherever it may have come by then.

    It stays on ground that all of the party enter, between the walls, gates and cliffs around it,
    and comes to no cell on which the map has a portal, or furniture that nobody pushes. Who pushes
    it may stand on such a cell, once that furniture is taken away.
    """
    pushed = [thing for thing in quest.things if thing.pushers]
    if not pushed:
        return {}
    shut = quest.blocked
    for thing in quest.things_of(Category.PORTAL):
        shut |= thing.mask
    ground = quest.board.floor & ~shut & ~_closed_ground(quest, system)
    stands = quest.board.floor & ~shut | _taken_away(quest)
    return {thing.id: tuple(_pushes(thing, stands, ground, quest)) for thing in pushed}


def _taken_away(quest: Quest) -> Cells:
    """The cells of furniture that some event takes away."""
    effects = [*quest.every_effect()]
    taken = {effect.target for effect in effects if effect.kind is EffectKind.REMOVE}
    cleared = 0
    for effect in effects:
        cleared |= effect.cells if effect.kind is EffectKind.CLEAR else 0
    found = 0
    for thing in quest.things:
        closes = thing.blocks or thing.kind.category is Category.PORTAL
        if closes and (thing.id in taken or thing.mask & cleared):
            found |= thing.mask
    return found


def _closed_ground(quest: Quest, system: System) -> Cells:
    """The ground that not all of the party enter."""
    found = 0
    for patch in quest.board.terrain:
        costs = (cost_of(patch.kind, kind, system.move_value) for kind in quest.party)
        found |= patch.cells if None in costs else 0
    return found


def _pushes(thing: Thing, stands: Cells, ground: Cells, quest: Quest) -> Iterator[Push]:
    board = quest.board
    # A gate on squares of its own is taken away when it is opened.
    gone = frozenset(index for index, gate in enumerate(board.gates) if gate.cells)
    gates = (edge for gate in board.gates if not gate.cells for edge in gate.edges)
    free = openings(board, gone).without(gates)
    ways = headings(board.lattice, board.rows, board.columns)
    waiting = [*thing.cells]
    known = set(waiting)
    for cell in waiting:
        for number, ahead in enumerate(ways):
            back = ways[number - len(ways) // 2]
            ends = [cell + shift for shift, cells in ahead if cells >> cell & 1]
            froms = [cell + shift for shift, cells in back if cells >> cell & 1]
            for end, stand in zip(ends, froms, strict=False):
                if min(end, stand) < 0 or not (ground >> end & 1 and stands >> stand & 1):
                    continue
                if not (free.is_free(cell, end) and free.is_free(stand, cell)):
                    continue
                yield Push(cell, end, stand)
                if end not in known:
                    known.add(end)
                    waiting.append(end)


def comes_to(pushes: tuple[Push, ...]) -> Cells:
    """All cells on which a thing may stand that is pushed so."""
    found = 0
    for push in pushes:
        found |= 1 << push.start | 1 << push.end
    return found
