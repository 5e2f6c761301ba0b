"""Keep the things that can stand where they are placed: on free floor, on one side of walls.

A tool of `place_things`. Takes placed things. Returns those that can stand, and reports the others.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.geometry.openings import Openings, openings
from questwright.compiler.geometry.special import shares
from questwright.compiler.packs.system.system import Category
from questwright.dsl.diagnostics import Label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.quest import Thing

_FLAT = frozenset({Category.TOKEN, Category.TRAP, Category.SPAWN_POINT})
"""The categories of things that figures may stand on."""


def keep_standing(
    things: list[Thing],
    hidden: dict[str, tuple[tuple[Cell, ...], ...]],
    board: Board,
    findings: Findings,
) -> list[Thing]:
    """Return the things that do not stand on rock, on other things, or across a wall.

    ``hidden`` has the places of hidden things by id; it keeps those where the thing can stand.
    """
    taken: dict[Cell, list[Thing]] = {}
    kept: list[Thing] = []
    free = openings(board, frozenset())
    for thing in things:
        bodies = hidden.get(thing.id, (thing.cells,))
        each = [thing._replace(cells=body, area=board.area_at(body[0])) for body in bodies]
        standing = [placed for placed in each if can_stand(placed, taken, board, free, findings)]
        if not standing:
            continue
        kept.append(standing[0])
        if thing.id in hidden:
            hidden[thing.id] = tuple(placed.cells for placed in standing)
        if thing.kind.category not in _FLAT:
            for cell in dict.fromkeys(cell for placed in standing for cell in placed.cells):
                taken.setdefault(cell, []).append(thing)
    return kept


def can_stand(
    thing: Thing,
    taken: dict[Cell, list[Thing]],
    board: Board,
    free: Openings,
    findings: Findings,
) -> bool:
    """Tell whether a thing can stand on its squares, some of which are taken; report it if not."""
    mask = thing.mask
    off = mask & ~board.floor
    if off:
        findings.add(
            codes.NOT_ON_FLOOR,
            f"`{thing.id}` does not stand on the floor",
            thing.origin,
            f"no floor at {board.names(off)}",
            help="draw floor there, or move it",
        )
        return False
    if free.flood(mask & -mask, mask) != mask or (
        thing.kind.base is not None and _is_parted(mask, board, free)
    ):
        findings.add(
            codes.STRADDLING,
            f"`{thing.id}` stands across a wall",
            thing.origin,
            f"at {board.names(mask)}",
            reason="nothing stands on both sides of a wall or door",
        )
        return False
    gate = next((gate for gate in board.gates if gate.cells & mask and not gate.is_open), None)
    standing = None if gate is not None else _in_the_way(thing, taken, board)
    obstacle = gate or standing
    if obstacle is not None:
        common = gate.cells if gate is not None else 0
        common |= _squares_taken_by(standing, taken) if standing is not None else 0
        findings.add(
            codes.SQUARE_TAKEN,
            f"`{thing.id}` and `{obstacle.id}` stand on the same {findings.cell}",
            thing.origin,
            f"at {board.names(mask & common)}",
            related=(Label(obstacle.origin, f"`{obstacle.id}` stands there"),),
            reason=f"a {findings.cell} holds one figure or piece of furniture",
            help="move one of them",
        )
    return obstacle is None


def _is_parted(mask: Cells, board: Board, free: Openings) -> bool:
    """Tell whether a wall or the like runs between two neighbours among some cells."""
    return any(
        mask & mask >> shift & cells & ~open_
        for (shift, cells), (_, open_) in zip(board.onward, free.steps, strict=True)
    )


def _squares_taken_by(thing: Thing, taken: dict[Cell, list[Thing]]) -> Cells:
    """Return the squares that a thing has taken; of a hidden one, those of all its places."""
    return sum(1 << cell for cell, there in taken.items() if thing in there)


def _in_the_way(thing: Thing, taken: dict[Cell, list[Thing]], board: Board) -> Thing | None:
    """Return a thing that keeps another from its squares; None where nothing does."""
    is_flat = thing.kind.category in _FLAT
    is_figure = thing.kind.category is Category.FIGURE
    for cell in thing.cells:
        there = taken.get(cell, [])
        figures = [standing for standing in there if standing.kind.category is Category.FIGURE]
        holds = _holds(cell, board) if is_figure and figures else 1
        for standing in there:
            if holds > 1 and standing in figures:
                continue
            if not (_may_share(thing, standing) or (is_flat and not standing.blocks)):
                return standing
        if is_figure and len(figures) > max(1, holds - 1):
            return figures[-1]
    return None


def _holds(cell: Cell, board: Board) -> int:
    """Return how many figures a cell holds at once."""
    return next((patch.kind.holds for patch in board.terrain if patch.cells >> cell & 1), 1)


def _may_share(first: Thing, second: Thing) -> bool:
    """Tell whether two things may stand on one square: two starts, or figures with a special."""
    if first.kind.category is Category.START and second.kind.category is Category.START:
        return True  # other members may come there, or in another round
    for figure, thing in ((first, second), (second, first)):
        if figure.kind.category is Category.FIGURE:
            is_friend = thing.kind.side in ("", figure.kind.side)
            if is_friend and shares(figure.exceptions, thing.kind.category):
                return True
    return False
