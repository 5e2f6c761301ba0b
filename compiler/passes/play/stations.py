"""Stand a figure on other squares than those where the map has it.

A tool of the pass that reads effects. Takes a figure and a place. Returns it standing there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler import codes
from questwright.compiler.frontend.outline import StatementReader
from questwright.compiler.geometry.openings import openings
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.packs.system.system import Category
from questwright.compiler.passes.things.keep_standing import can_stand
from questwright.compiler.passes.things.place_things import bodies_of, facing_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.quest import Thing
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.passes.play.places import ResolvedPlace
    from questwright.dsl.syntax import Statement


def station_of(
    figure: Thing,
    place: ResolvedPlace,
    statement: Statement,
    board: Board,
    things: Iterable[Thing],
    system: System,
    findings: Findings,
) -> Thing | None:
    """Return a figure on the squares of a place; None, after a finding, where it cannot stand.

    It looks as the statement says, or else as the map has it.
    """
    if place.moving is not None:
        findings.add(
            codes.WRONG_KIND,
            f"`{place.words}` stands somewhere else in each game",
            statement.span,
            "something hidden",
            help=f"name a {findings.cell} such as `C4`",
        )
        return None
    taken = StatementReader(statement, findings)
    facing = facing_of(taken, figure.kind, 0, system, findings) or figure.facing
    cells = tuple(each_cell(place.cells))
    bodies = bodies_of(figure.kind, cells, facing, statement, board, findings)
    if bodies is None:
        return None
    if len(bodies) > 1:
        findings.add(
            codes.SURPLUS_PART,
            f"{figure.title} cannot stand in {len(bodies)} places at once",
            statement.span,
            f"`{place.words}` has room for {len(bodies)}",
            help=f"name one {findings.cell}, such as `at {board.name(bodies[0][0])}`",
        )
        return None
    (body,) = bodies
    station = figure._replace(
        cells=body, facing=facing, area=board.area_at(body[0]), origin=statement.span
    )
    standing: dict[Cell, list[Thing]] = {}
    for thing in things:
        if thing.blocks or thing.kind.category is Category.PORTAL:
            for cell in thing.cells:
                standing.setdefault(cell, []).append(thing)
    is_fit = can_stand(station, standing, board, openings(board, frozenset()), findings)
    return station if is_fit else None
