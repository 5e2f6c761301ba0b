"""What stands on a board stands on free floor, on one side of a wall."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler import codes
from questwright.compiler.geometry.openings import Openings, openings
from questwright.compiler.geometry.special import shares
from questwright.compiler.packs.system.system import Category
from questwright.dsl.diagnostics import Label

if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.quest import Thing

_FLAT = frozenset({Category.TOKEN, Category.TRAP, Category.SPAWN_POINT})
"""What figures may stand on."""


def keep_standing(
    things: list[Thing],
    hidden: dict[str, tuple[tuple[Cell, ...], ...]],
    board: Board,
    findings: Findings,
) -> list[Thing]:
    """Leave out, with a finding, what stands on rock, on others, or across a wall.

    A hidden thing is held to that on each of its places, and keeps those where it can stand.
    """
    taken: dict[Cell, list[Thing]] = {}
    kept: list[Thing] = []
    free = openings(board, frozenset())
    for thing in things:
        bodies = hidden.get(thing.id, (thing.cells,))
        each = [thing._replace(cells=body, area=board.area_at(body[0])) for body in bodies]
        standing = [one for one in each if _can_stand(one, taken, board, free, findings)]
        if not standing:
            continue
        kept.append(standing[0])
        if thing.id in hidden:
            hidden[thing.id] = tuple(one.cells for one in standing)
        if thing.kind.category not in _FLAT:
            for cell in dict.fromkeys(cell for one in standing for cell in one.cells):
                taken.setdefault(cell, []).append(thing)
    return kept


def _can_stand(
    thing: Thing,
    taken: dict[Cell, list[Thing]],
    board: Board,
    free: Openings,
    findings: Findings,
) -> bool:
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
    other = _in_the_way(thing, taken, board)
    if other is not None:
        findings.add(
            codes.SQUARE_TAKEN,
            f"`{thing.id}` and `{other.id}` stand on the same {findings.cell}",
            thing.origin,
            f"at {board.names(mask & _standing(other, taken))}",
            related=(Label(other.origin, f"`{other.id}` stands there"),),
            reason=f"a {findings.cell} holds one figure or piece of furniture",
            help="move one of them",
        )
    return other is None


def _is_parted(mask: Cells, board: Board, free: Openings) -> bool:
    """Whether a wall or the like runs between any two of some cells."""
    return any(
        mask & mask >> shift & cells & ~open_
        for (shift, cells), (_, open_) in zip(board.onward, free.steps, strict=True)
    )


def _standing(thing: Thing, taken: dict[Cell, list[Thing]]) -> Cells:
    """The squares that a thing has taken: all on which it may stand."""
    return sum(1 << cell for cell, there in taken.items() if thing in there)


def _in_the_way(thing: Thing, taken: dict[Cell, list[Thing]], board: Board) -> Thing | None:
    """What keeps a thing from its squares, if anything does."""
    is_flat = thing.kind.category in _FLAT
    is_figure = thing.kind.category is Category.FIGURE
    for cell in thing.cells:
        there = taken.get(cell, [])
        figures = [one for one in there if one.kind.category is Category.FIGURE]
        holds = _holds(cell, board) if is_figure and figures else 1
        for other in there:
            if holds > 1 and other in figures:
                continue
            if not (_may_share(thing, other) or (is_flat and not other.blocks)):
                return other
        if is_figure and len(figures) > max(1, holds - 1):
            return figures[-1]
    return None


def _holds(cell: Cell, board: Board) -> int:
    """How many figures stand on a cell at once, above each other."""
    return next((one.kind.holds for one in board.terrain if one.cells >> cell & 1), 1)


def _may_share(one: Thing, other: Thing) -> bool:
    """Whether a special lets two things stand on the same square, or they are starts."""
    if one.kind.category is Category.START and other.kind.category is Category.START:
        return True  # others may come there, or come later
    for figure, thing in ((one, other), (other, one)):
        if figure.kind.category is Category.FIGURE:
            is_friend = thing.kind.side in ("", figure.kind.side)
            if is_friend and shares(figure.exceptions, thing.kind.category):
                return True
    return False
