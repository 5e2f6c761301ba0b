"""Find which hexes a base of several hexes covers, and which figures stand on closed terrain.

A tool of `place_things`. A body is the hexes that one base covers, its name hex first.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.geometry.footing import body_cells, body_of
from questwright.compiler.geometry.going import Going, facing_number
from questwright.compiler.geometry.openings import openings
from questwright.compiler.geometry.special import TERRAIN, shares
from questwright.compiler.geometry.terrain import cost_of
from questwright.compiler.packs.system.system import Category
from questwright.dsl.diagnostics import Label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.quest import Thing
    from questwright.compiler.packs.system.bases import Base
    from questwright.compiler.packs.system.system import Kind, System

Bodies = tuple[tuple["Cell", ...], ...]


def base_bodies(kind: Kind, cells: tuple[Cell, ...], facing: str, board: Board) -> Bodies | None:
    """Return the hexes of each thing of a kind with a base; None where the cells do not fit it.

    ``cells`` are all hexes of the things, or their name hexes alone.
    """
    assert kind.base is not None
    going = Going(board, openings(board, frozenset()))
    body = body_of(kind, board.lattice)
    number = facing_number(board, facing or kind.base.facing)
    at = {cell: body_cells(body, going, cell, number) for cell in cells}
    whole = _split_into_bodies(set(cells), {cell: found for cell, found in at.items() if found})
    if whole is not None:
        return whole
    alone = [found for found in at.values() if found]
    covered = {cell for found in alone for cell in found}
    are_apart = len(covered) == len(cells) * body.size
    return tuple(alone) if len(alone) == len(cells) and are_apart else None


def _split_into_bodies(left: set[Cell], at: dict[Cell, tuple[Cell, ...]]) -> Bodies | None:
    """Split cells into bodies that face one way; None where they are not whole bodies.

    All bodies have one shape, so that the lowest cell left decides which body comes next.
    """
    found = []
    firsts = {min(body): body for body in at.values()}
    while left:
        body = firsts.get(min(left))
        if body is None or not left.issuperset(body):
            return None
        found.append(body)
        left = left.difference(body)
    return tuple(found)


def base_in_words(base: Base) -> str:
    """Say which hexes a base covers: ``it covers its name hex and those east and west of it``."""
    those = "the one" if len(base.beside) == 1 else "those"
    sides = listed_in_words(base.beside)
    return f"facing {base.facing} it covers its name hex and {those} {sides} of it"


def check_closed_terrain(
    things: Iterable[Thing], board: Board, system: System, findings: Findings
) -> None:
    """Report figures that stand on terrain that is closed to them."""
    for patch in board.terrain:
        for thing in things:
            there = thing.mask & patch.cells
            if not there or thing.kind.category is not Category.FIGURE:
                continue
            if shares(thing.exceptions, TERRAIN):
                continue
            base = thing.kind.base
            is_only_ahead = base is not None and patch.kind.word in base.only_ahead
            behind = there & ~_ahead_of(thing, board) if is_only_ahead else 0
            if cost_of(patch.kind, thing.kind, system.move_value) is None:
                message = f"`{thing.id}` cannot stand at {board.names(there)}"
                label = f"{with_article(patch.kind.title)} is closed to it"
            elif behind:
                message = f"`{thing.id}` covers {board.names(behind)}"
                label = f"only its hex ahead may be on {with_article(patch.kind.title)}"
            else:
                continue
            findings.add(
                codes.NOT_ON_FLOOR,
                message,
                thing.origin,
                label,
                related=(Label(patch.origin, f"the {patch.kind.title}"),),
                help="move one of them",
            )


def _ahead_of(thing: Thing, board: Board) -> Cells:
    """Return the cell ahead of a thing's name cell, as a set."""
    going = Going(board, openings(board, frozenset()))
    return going.along(1 << thing.cells[0], (facing_number(board, thing.facing),))
