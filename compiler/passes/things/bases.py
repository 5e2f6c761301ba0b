"""Bases of several hexes: which ones they cover, and that they may be there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler import codes
from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.geometry.footing import body_cells, body_of
from questwright.compiler.geometry.going import Going, facing_number
from questwright.compiler.geometry.openings import openings
from questwright.compiler.geometry.special import TERRAIN, shares
from questwright.compiler.geometry.terrain import cost_of
from questwright.compiler.packs.system.system import Category
from questwright.dsl.diagnostics import Label

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
    """The hexes of each thing, its name hex first; None where they are not so many such bases.

    Either all hexes are drawn, or the name hexes alone.
    """
    assert kind.base is not None
    going = Going(board, openings(board, frozenset()))
    body = body_of(kind, board.lattice)
    number = facing_number(board, facing or kind.base.facing)
    at = {cell: body_cells(body, going, cell, number) for cell in cells}
    whole = _parted(set(cells), {cell: found for cell, found in at.items() if found})
    if whole is not None:
        return whole
    alone = [found for found in at.values() if found]
    covered = {cell for found in alone for cell in found}
    are_apart = len(covered) == len(cells) * body.size
    return tuple(alone) if len(alone) == len(cells) and are_apart else None


def _parted(left: set[Cell], at: dict[Cell, tuple[Cell, ...]]) -> Bodies | None:
    """Cells as whole bases; all lie alike, so that the first cell left tells where the next is."""
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
    """Which hexes a base covers: ``it covers its name hex and those east and west of it``."""
    those = "the one" if len(base.beside) == 1 else "those"
    sides = listed_in_words(base.beside)
    return f"facing {base.facing} it covers its name hex and {those} {sides} of it"


def check_closed_terrain(
    things: Iterable[Thing], board: Board, system: System, findings: Findings
) -> None:
    """Say which figures stand on ground that is closed to them."""
    for patch in board.terrain:
        for thing in things:
            there = thing.mask & patch.cells
            if not there or thing.kind.category is not Category.FIGURE:
                continue
            if shares(thing.exceptions, TERRAIN):
                continue
            base = thing.kind.base
            led = base is not None and patch.kind.word in base.only_ahead
            behind = there & ~_ahead_of(thing, board) if led else 0
            if cost_of(patch.kind, thing.kind, system.move_value) is None:
                message = f"`{thing.id}` cannot stand at {board.names(there)}"
                label = f"{with_article(patch.kind.title)} is closed to it"
            elif behind:
                message = f"`{thing.id}` covers {board.names(behind)}"
                label = f"only what is ahead of it may be on {with_article(patch.kind.title)}"
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
    """The cell ahead of a thing's name cell."""
    going = Going(board, openings(board, frozenset()))
    return going.along(1 << thing.cells[0], (facing_number(board, thing.facing),))
