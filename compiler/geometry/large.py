"""Figures of several cells: the positions they can reach, and the gates they fit through."""

from __future__ import annotations

from questwright.compiler.geometry.footing import Body, Footing, Stands, body_of
from questwright.compiler.geometry.going import Going, facing_number
from questwright.compiler.geometry.openings import openings
from questwright.compiler.geometry.special import TERRAIN, WALL, passable, passes, standable
from questwright.compiler.geometry.terrain import Gait, ground_for, plain_ground
from questwright.compiler.grid.lattice import Lattice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.quest import Quest, Thing


def is_confined(thing: Thing, quest: Quest, move_value: str) -> bool:
    """Whether a large figure can only ever cover the cells that it covers now."""
    footing = _footing(thing, quest, move_value, frozenset())
    return footing.covered(large_positions(thing, quest, move_value)) == thing.mask


def large_positions(thing: Thing, quest: Quest, move_value: str) -> Stands:
    """The positions in which a large figure can end a move before any gate opens."""
    footing = _footing(thing, quest, move_value, frozenset())
    if passes(thing.exceptions, WALL):
        # It walks through walls: it can get to every position.
        reached = footing.stands
    else:
        reached = footing.flood(_begin(thing, footing.body, quest.board))
    ends = Footing(footing.body, footing.going, plain_ground(standable(quest, thing.exceptions)))
    return tuple(cells & end for cells, end in zip(reached, ends.stands, strict=True))


def passable_gates(thing: Thing, quest: Quest, stands: Stands, move_value: str) -> tuple[str, ...]:
    """The ids of the gates of its area that a large figure fits through.

    On hexes the figure slides through, hex by hex, and so it does where a gate stood on squares;
    through a gate on an edge its base has to fit on both sides.
    """
    board = quest.board
    footing = _footing(thing, quest, move_value, frozenset())
    covered = footing.covered(stands)
    found = []
    for number, gate in enumerate(board.gates):
        target = next((to for near, to in gate.ways if near == thing.area), -1)
        if target < 0 or not (gate.kind.passes_large or gate.cells):
            continue
        beyond = board.areas[target].cells & ~gate.cells
        if board.lattice is Lattice.HEXES or gate.cells:
            through = _footing(thing, quest, move_value, frozenset({number}))
            if through.covered(through.flood(stands)) & beyond:
                found.append(gate.id)
            continue
        fits = _rooms(footing.body, footing.going, beyond & standable(quest, thing.exceptions))
        for edge in gate.edges:
            near, far = edge if board.areas[thing.area].cells >> edge.first & 1 else edge[::-1]
            if covered >> near & 1 and fits >> far & 1:
                found.append(gate.id)
                break
    return tuple(found)


def _rooms(body: Body, going: Going, cells: Cells) -> Cells:
    """The cells that a base covers in all positions that lie on ``cells``; walls do not count."""
    found = 0
    for shape in body.shapes:
        fits = cells
        for path in shape:
            fits &= going.before(cells, path)
        for path in shape:
            found |= going.along(fits, path)
    return found


def _begin(thing: Thing, body: Body, board: Board) -> Stands:
    own = body.shape(facing_number(board, thing.facing))
    return tuple(1 << thing.cells[0] if shape == own else 0 for shape in range(len(body.shapes)))


def _footing(thing: Thing, quest: Quest, move_value: str, gates: frozenset[int]) -> Footing:
    """The footing of a thing with some gates open; on squares, within its own area.

    Where one of the gates stands on squares, within the areas of all of them.
    """
    board = quest.board
    specials = thing.exceptions
    cells = passable(quest, specials)
    is_kept = thing.area >= 0 and not passes(specials, WALL)
    if is_kept and board.lattice is Lattice.SQUARES:
        within = board.areas[thing.area].cells
        for gate in (board.gates[number] for number in gates):
            within |= board.areas[gate.between[0]].cells | board.areas[gate.between[1]].cells
        cells &= within
    shut = [
        edge
        for number, gate in enumerate(board.gates)
        if number not in gates
        for edge in gate.edges
    ]
    free = openings(board, gates).without(shut if is_kept else ())
    body = body_of(thing.kind, board.lattice, thing.facing)
    ground = plain_ground(cells)
    if board.terrain and not passes(specials, TERRAIN):
        ground = ground_for(thing.kind, board, cells, Gait(move_value))
    # It may stand where the author put it, whatever the ground.
    ground = ground._replace(covered=ground.covered | thing.mask)
    return Footing(body, Going(board, free), ground)
