"""Read the ground: terrain and levels, from letters of a drawing and from statements.

Takes the drawn and the stated ground and the board. Returns patches of terrain and tiers of levels.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.outline import StatementReader, values_of
from questwright.compiler.frontend.places import squares
from questwright.compiler.model.board import Patch, Tier
from questwright.compiler.model.tiles import linking_cells
from questwright.dsl.diagnostics import Label, listed
from questwright.dsl.records import NamedTuple
from questwright.dsl.syntax import Name, Place, PlaceForm, Statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Board
    from questwright.compiler.packs.system.heights import Level
    from questwright.compiler.packs.system.system import System

    Laying = TypeVar("Laying", Patch, Tier)


class Lettered(NamedTuple):
    """Ground that is drawn: a statement of the legend, and the squares with its letter."""

    statement: Statement
    cells: Cells


class LaidGround(NamedTuple):
    """The ground of a board wherever it is not plain floor on the base level."""

    terrain: tuple[Patch, ...]
    levels: tuple[Tier, ...]


def read_ground(
    drawn: list[Lettered],
    stated: list[Statement],
    board: Board,
    system: System,
    findings: Findings,
) -> LaidGround:
    """Return the terrain and the levels; each square is in one patch and one tier at most."""
    patches: list[Patch] = []
    tiers: list[Tier] = []
    for lettered in (*drawn, *(Lettered(statement, 0) for statement in stated)):
        statement = lettered.statement
        taken = StatementReader(statement, findings)
        cells = _cells(taken, lettered, board, findings)
        kind = system.terrains.get(statement.head.text)
        level = system.levels.get(statement.head.text)
        if kind is not None:
            level = _level(taken, system, findings)
        word = statement.head.text
        taken.finish(f"write it like `{word} at C4..D6`, or in a legend `t: {word}`")
        if kind is not None and cells:
            _lay(Patch(kind, cells, statement.span), patches, "terrain", board, findings)
        if level is not None and cells:
            _lay(Tier(level, cells, statement.span), tiers, "level", board, findings)
    return LaidGround(tuple(patches), tuple(tiers))


def _lay(new: Laying, taken: list[Laying], what: str, board: Board, findings: Findings) -> None:
    """Append new ground to what is there; report squares that have such ground already."""
    free = new.cells
    for before in taken:
        common = free & before.cells
        if common and before.kind is new.kind:
            # Two joined tiles may both say what the cells are that they share.
            shared = linking_cells(board)
            free &= ~(common & shared)
            common &= ~shared
        if common:
            findings.add(
                codes.TWICE_SAID,
                f"{board.names(common)} cannot be both {before.kind.title} and {new.kind.title}"
                if before.kind is not new.kind
                else f"{new.kind.title} is at {board.names(common)} already",
                new.origin,
                f"the second {what}",
                related=(Label(before.origin, f"the first {what}"),),
                help=f"take these {findings.cells} out of one of them",
            )
            free &= ~common
    if free:
        taken.append(new._replace(cells=free))


def _level(taken: StatementReader, system: System, findings: Findings) -> Level | None:
    """Return the level that terrain lies on, as in `water on low`; None where none is given."""
    on = taken.clause("on")
    if on is None:
        return None
    values = values_of(on)
    level = system.levels.get(values[0].text) if values and type(values[0]) is Name else None
    if level is None or len(values) > 1:
        known = listed(f"`{level}`" for level in system.levels)
        findings.add(
            codes.WRONG_KIND,
            f"{system.title} has no such level",
            on.span,
            "no level",
            help=f"there is {known}" if system.levels else "leave this out",
        )
    return level


def _cells(taken: StatementReader, lettered: Lettered, board: Board, findings: Findings) -> Cells:
    """Return the squares with the statement's letter, or those that it names behind `at`."""
    statement, cells = lettered
    word = statement.head.text
    at = taken.clause("at")
    if cells:
        if at is not None:
            findings.add(
                codes.SURPLUS_PART,
                f"this `{word}` is drawn",
                at.span,
                "the drawing says where it is",
                help="leave this out, or write a statement of its own",
            )
        return cells
    values = values_of(at) if at else []
    places = [
        value for value in values if type(value) is Place and value.form is not PlaceForm.EDGE
    ]
    for value in values:
        if value not in places:
            findings.add(
                codes.WRONG_KIND,
                f"`{word}` lies on {findings.cells}",
                value.span,
                f"not a {findings.cell}",
                help=f"name {findings.cells} like `C4`, or a block like `C4..D6`",
            )
    if not places:
        findings.add(
            codes.MISSING_PART,
            f"this `{word}` has no place",
            statement.span,
            f"no {findings.cells}",
            help=f"write it like `{word} at C4..D6`, or draw it",
        )
        return 0
    for place in places:
        cells |= squares(place, board, findings)
    inside = cells & board.floor
    if cells and not inside:
        findings.add(
            codes.NOT_ON_FLOOR,
            f"there is no floor for this `{word}`",
            statement.span,
            f"nothing to stand on at {board.names(cells)}",
        )
    return inside
