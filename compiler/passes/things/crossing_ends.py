"""Read what a crossing joins: the squares of its ends, and the cells between them.

A tool of the pass that reads crossings. Takes clauses with places. Returns squares.
"""

from __future__ import annotations

from itertools import pairwise, permutations

from questwright.compiler import codes
from questwright.compiler.frontend.names import SymbolSort
from questwright.compiler.frontend.outline import values_of
from questwright.compiler.frontend.places import squares
from questwright.compiler.geometry.terrain import cost_of
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.packs.system.system import Category
from questwright.compiler.passes.things.takers import is_barred
from questwright.dsl.syntax import Name, Place, PlaceForm

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.frontend.names import SymbolTable
    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Board, Crossing
    from questwright.compiler.model.quest import Thing, Unknown
    from questwright.compiler.packs.system.crossings import CrossingKind
    from questwright.compiler.packs.system.system import System
    from questwright.dsl.syntax import Clause, Item, Statement, Value

_STEPS: Final = 2_000
"""How many pairs of squares one crossing may join at most."""


class EndReader:
    """Reads the squares that crossings of one quest join, and those that they pass over."""

    def __init__(
        self,
        board: Board,
        things: Iterable[Thing],
        unknowns: Iterable[Unknown],
        names: SymbolTable,
        findings: Findings,
    ) -> None:
        self._board = board
        self._masks = {thing.id: thing.mask for thing in things}
        self._unsettled = {unknown.id for unknown in unknowns}
        self._names = names
        self._findings = findings

    def settle(self, id_: str, cells: Cells) -> None:
        """Let a thing whose place is unknown stand on some squares, for the crossings read next."""
        self._masks[id_] = cells
        self._unsettled.discard(id_)

    def ends(
        self, statement: Statement, first: Clause | None, others: Clause | None, kind: CrossingKind
    ) -> tuple[Cells, ...] | None:
        """Return the squares of each end.

        All places behind `from` are one end; each place behind `to` is an end of its own.
        """
        for clause, small in ((first, "from"), (others, "to")):
            if clause is None or not values_of(clause):
                self._findings.add(
                    codes.MISSING_PART,
                    f"this `{kind.word}` does not say where it leads {small}",
                    statement.span,
                    f"no `{small}`",
                    help=f"write it like {like(kind)}",
                )
        if first is None or others is None or not values_of(first) or not values_of(others):
            return None
        items: list[Item] = [tuple(values_of(first)), *others.items]
        ends: list[Cells] = []
        for item in items:
            values = [value for value in item if not is_barred(value)]
            cells = self._end(values, kind)
            if cells is None:
                return None
            twice = cells & sum(ends)
            if twice:
                self._findings.add(
                    codes.TWICE_SAID,
                    f"{self._board.names(twice)} is at two ends of this `{kind.word}`",
                    values[0].span.to(values[-1].span),
                    "the second end",
                    help="take it out of one of them",
                )
                return None
            if cells:
                ends.append(cells)
        joined = sum(
            first.bit_count() * second.bit_count() for first, second in permutations(ends, 2)
        )
        if joined > _STEPS:
            self._findings.add(
                codes.BAD_NUMBER,
                f"this `{kind.word}` joins too many squares",
                statement.span,
                f"{joined:,} ways from a square to another; {_STEPS:,} are allowed",
                help="name the squares at its ends rather than whole areas",
            )
            return None
        return tuple(ends) if len(ends) > 1 else None

    def _end(self, values: list[Value], kind: CrossingKind) -> Cells | None:
        """Return the floor squares of one end; 0 where no value is given, None after a finding."""
        cells: Cells = 0
        for value in values:
            found = self._cells(value, kind)
            if not found:
                return None
            cells |= found
        inside = cells & self._board.floor
        if cells and not inside:
            self._findings.add(
                codes.NOT_ON_FLOOR,
                f"this `{kind.word}` cannot end at {self._board.names(cells)}",
                values[0].span.to(values[-1].span),
                "nothing to stand on",
                help=f"let it end on a {self._findings.cell} beside these, or draw floor",
            )
            return None
        return inside

    def _cells(self, value: Value, kind: CrossingKind) -> Cells:
        """Return the squares that one value names; 0, with a finding, where it is not a place."""
        if type(value) is Place and value.form is not PlaceForm.EDGE:
            return squares(value, self._board, self._findings)
        if type(value) is not Name:
            self._findings.add(
                codes.WRONG_KIND,
                f"this `{kind.word}` leads from squares to squares",
                value.span,
                "not a place",
                help="name squares, an area or a thing that stands there",
            )
            return 0
        symbol = self._names.find(value, SymbolSort.THING, SymbolSort.AREA)
        if symbol is None:
            return 0
        if not self._unsettled.isdisjoint(symbol.ids):
            self._findings.add(
                codes.WRONG_KIND,
                f"nobody knows where `{value.text}` is",
                value.span,
                "on one of several squares",
                help="write a crossing for each of them, all `barred`, "
                "and let the rows of a table open one",
            )
            return 0
        cells: Cells = 0
        for id_ in symbol.ids:
            if symbol.sort is SymbolSort.THING:
                # A thing that found no place stands nowhere, and that is told where it is placed.
                cells |= self._masks.get(id_, 0)
            else:
                cells |= sum(area.cells for area in self._board.areas if area.id == id_)
        return cells

    def over(
        self, clause: Clause | None, ends: tuple[Cells, ...], kind: CrossingKind
    ) -> tuple[Cell, ...]:
        """Return the cells that it passes over, in order from its first end."""
        if clause is None:
            return ()
        values = [value for value in values_of(clause) if not is_barred(value)]
        if kind.rounds:
            self._findings.add(
                codes.SURPLUS_PART,
                f"`{kind.word}` does not take `by`",
                clause.span,
                "it takes the same number of rounds, however far it leads",
                help="leave it out",
            )
            return ()
        over: list[Cell] = []
        for value in values:
            found = self._cells(value, kind)
            if not found:
                return ()
            over += each_cell(found)
        for line in (over, over[::-1]):
            if _is_line(line, ends, self._board):
                return tuple(line)
        self._findings.add(
            codes.BAD_FOOTPRINT,
            f"this `{kind.word}` does not pass over {self._board.names(sum(1 << n for n in over))}",
            clause.span,
            "no line from one end to the other",
            help=f"name the {self._findings.cells} between its two ends, one beside the other",
        )
        return ()

    def check(self, crossing: Crossing, system: System) -> None:
        """Report an end whose terrain is closed to every figure that may take the crossing."""
        kinds = [
            kind
            for kind in system.kinds.values()
            if kind.category is Category.FIGURE
            and (not crossing.only or kind.word in crossing.only)
        ]
        for end in crossing.ends:
            closed: Cells = 0
            for patch in self._board.terrain:
                costs = (cost_of(patch.kind, kind, system.move_value) for kind in kinds)
                if all(cost is None for cost in costs):
                    closed |= patch.cells
            if kinds and not end & ~closed:
                self._findings.add(
                    codes.NOT_ON_FLOOR,
                    f"nobody who takes `{crossing.id}` can stand at {self._board.names(end)}",
                    crossing.origin,
                    "the ground is closed to all of them",
                    help=f"let it end on a {self._findings.cell} beside these",
                )


def _is_line(over: list[Cell], ends: tuple[Cells, ...], board: Board) -> bool:
    """Tell whether distinct cells lead from the first of two ends to the second, side by side."""
    steps = list(pairwise(over))
    return (
        len(ends) == 2
        and len(set(over)) == len(over) > 0
        and all(board.are_beside(*step) for step in steps)
        and any(board.are_beside(cell, over[0]) for cell in each_cell(ends[0]))
        and any(board.are_beside(cell, over[-1]) for cell in each_cell(ends[1]))
    )


def like(kind: CrossingKind) -> str:
    """An example of a crossing, for the help of findings."""
    return f"`{kind.word} my-{kind.word} from C4 to F6`"
