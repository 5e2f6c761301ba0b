"""Read terrain: what the ground is, by letters of a drawing and by statements."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compiler import codes
from compiler.model.board import Patch
from compiler.model.outline import Taken, values_of
from compiler.model.places import squares
from compiler.model.tiles import linking
from dsl.diagnostics import Label
from dsl.syntax import Place, PlaceForm, Statement

if TYPE_CHECKING:
    from compiler.model.board import Board, Cells
    from compiler.model.findings import Findings
    from compiler.packs.model import System


class Lettered(NamedTuple):
    """Terrain that was drawn: a statement of the legend, and the squares with its letter."""

    statement: Statement
    cells: Cells


def read_terrain(
    drawn: list[Lettered],
    stated: list[Statement],
    board: Board,
    system: System,
    findings: Findings,
) -> tuple[Patch, ...]:
    """The patches of ground that are not plain floor, each square in one of them."""
    patches = [
        patch
        for one in drawn
        if (patch := _patch(one.statement, one.cells, board, system, findings)) is not None
    ]
    for statement in stated:
        patch = _patch(statement, 0, board, system, findings)
        if patch is not None:
            patches.append(patch)
    taken: list[Patch] = []
    shared = linking(board)
    for patch in patches:
        free = patch.cells
        for other in taken:
            common = free & other.cells
            if other.kind is patch.kind:
                # Two tiles say the same of a cell that links them.
                free &= ~(common & shared)
                common &= ~shared
            if common:
                findings.add(
                    codes.TWICE_SAID,
                    f"{board.names(common)} cannot be both {other.kind.title} and "
                    f"{patch.kind.title}"
                    if other.kind is not patch.kind
                    else f"{patch.kind.title} is at {board.names(common)} already",
                    patch.origin,
                    "the second terrain",
                    related=(Label(other.origin, "the first terrain"),),
                    help="take these squares out of one of them",
                )
                free &= ~common
        if free:
            taken.append(patch._replace(cells=free))
    return tuple(taken)


def _patch(
    statement: Statement, cells: Cells, board: Board, system: System, findings: Findings
) -> Patch | None:
    taken = Taken(statement, findings)
    kind = system.terrains[statement.head.text]
    at = taken.clause("at")
    taken.finish(f"write it like `{kind.word} at C4..D6`, or in a legend `t: {kind.word}`")
    if cells:
        if at is not None:
            findings.add(
                codes.SURPLUS_PART,
                f"this `{kind.word}` is drawn",
                at.span,
                "where it is, the drawing says",
                help="leave this out, or write a statement of its own",
            )
        return Patch(kind, cells, statement.span)
    values = values_of(at) if at else []
    places = [
        value for value in values if type(value) is Place and value.form is not PlaceForm.EDGE
    ]
    for value in values:
        if value not in places:
            findings.add(
                codes.WRONG_KIND,
                f"`{kind.word}` is on squares",
                value.span,
                "no square",
                help="name squares like `C4`, or a block like `C4..D6`",
            )
    if not places:
        findings.add(
            codes.MISSING_PART,
            f"this `{kind.word}` is nowhere",
            statement.span,
            "no squares",
            help=f"write it like `{kind.word} at C4..D6`, or draw it",
        )
        return None
    for place in places:
        cells |= squares(place, board, findings)
    inside = cells & board.floor
    if cells and not inside:
        findings.add(
            codes.NOT_ON_FLOOR,
            f"there is no floor for this `{kind.word}`",
            statement.span,
            f"nothing to stand on at {board.names(cells)}",
        )
    return Patch(kind, inside, statement.span) if inside else None
