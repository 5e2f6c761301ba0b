"""Read what the ground is, and how high it lies: by letters of a drawing and by statements."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

from questwright.compiler import codes
from questwright.compiler.frontend.outline import StatementReader, values_of
from questwright.compiler.frontend.places import squares
from questwright.compiler.model.board import Patch, Tier
from questwright.compiler.model.tiles import linking_cells
from questwright.dsl.diagnostics import Label, listed
from questwright.dsl.syntax import Name, Place, PlaceForm, Statement

if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Board
    from questwright.compiler.packs.system.heights import Level
    from questwright.compiler.packs.system.system import System

Laying = TypeVar("Laying", Patch, Tier)


class Lettered(NamedTuple):
    """Ground that was drawn: a statement of the legend, and the squares with its letter."""

    statement: Statement
    cells: Cells


class LaidGround(NamedTuple):
    """What the ground of a board is."""

    terrain: tuple[Patch, ...]
    levels: tuple[Tier, ...]


def read_ground(
    drawn: list[Lettered],
    stated: list[Statement],
    board: Board,
    system: System,
    findings: Findings,
) -> LaidGround:
    """The ground that is not plain floor, and that lies higher or lower: each square in one."""
    patches: list[Patch] = []
    tiers: list[Tier] = []
    for lettered in (*drawn, *(Lettered(one, 0) for one in stated)):
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
    """Take some squares as one thing, unless they are another already."""
    free = new.cells
    for other in taken:
        common = free & other.cells
        if common and other.kind is new.kind:
            # Two tiles say the same of a cell that links them.
            shared = linking_cells(board)
            free &= ~(common & shared)
            common &= ~shared
        if common:
            findings.add(
                codes.TWICE_SAID,
                f"{board.names(common)} cannot be both {other.kind.title} and {new.kind.title}"
                if other.kind is not new.kind
                else f"{new.kind.title} is at {board.names(common)} already",
                new.origin,
                f"the second {what}",
                related=(Label(other.origin, f"the first {what}"),),
                help=f"take these {findings.cells} out of one of them",
            )
            free &= ~common
    if free:
        taken.append(new._replace(cells=free))


def _level(taken: StatementReader, system: System, findings: Findings) -> Level | None:
    """The level that some terrain lies on: `water on low`."""
    on = taken.clause("on")
    if on is None:
        return None
    values = values_of(on)
    level = system.levels.get(values[0].text) if values and type(values[0]) is Name else None
    if level is None or len(values) > 1:
        some = listed(f"`{level}`" for level in system.levels)
        findings.add(
            codes.WRONG_KIND,
            f"{system.title} has no such level",
            on.span,
            "no level",
            help=f"there is {some}" if system.levels else "leave this out",
        )
    return level


def _cells(taken: StatementReader, lettered: Lettered, board: Board, findings: Findings) -> Cells:
    """The squares that a statement means: those with its letter, or those that it names."""
    statement, cells = lettered
    word = statement.head.text
    at = taken.clause("at")
    if cells:
        if at is not None:
            findings.add(
                codes.SURPLUS_PART,
                f"this `{word}` is drawn",
                at.span,
                "where it is, the drawing says",
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
                f"`{word}` is on {findings.cells}",
                value.span,
                f"no {findings.cell}",
                help=f"name {findings.cells} like `C4`, or a block like `C4..D6`",
            )
    if not places:
        findings.add(
            codes.MISSING_PART,
            f"this `{word}` is nowhere",
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
