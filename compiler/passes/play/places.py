"""Resolve places: the squares that the names and cells of a clause mean.

A tool of the passes over events, actions, conditions and musters. Takes clauses and symbols.
Returns places as sets of squares, with the part that depends on hidden things.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.names import Symbol, SymbolSort, SymbolTable
from questwright.compiler.frontend.outline import values_of
from questwright.compiler.frontend.places import squares
from questwright.compiler.geometry.gates import opened_from
from questwright.compiler.model.conditions import Moving
from questwright.dsl.records import NamedTuple
from questwright.dsl.syntax import Clause, Name, Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.quest import Thing
    from questwright.dsl.source import Span


class ResolvedPlace(NamedTuple):
    """A place as it is written, with its squares."""

    cells: Cells
    words: str
    """The place as the quest writes it."""
    moving: Moving | None
    """The part of it that depends on where hidden things stand; None where no part does."""


class PlaceResolver:
    """Resolves the places that the clauses of one quest name."""

    __slots__ = ("_board", "_cells_of_area", "_findings", "_hidden", "_names", "_things")

    def __init__(
        self,
        board: Board,
        things: tuple[Thing, ...],
        hidden: frozenset[str],
        names: SymbolTable,
        findings: Findings,
    ) -> None:
        self._board = board
        self._things = {thing.id: thing for thing in things}
        self._hidden = hidden
        self._names = names
        self._findings = findings
        self._cells_of_area = {area.id: area.cells for area in board.areas}

    def resolve(
        self, clause: Clause | None, span: Span, *, on_floor: bool = False
    ) -> ResolvedPlace | None:
        """Return the place that a clause names; None, after a finding, where it names none.

        ``span`` is the statement's, for the finding where the clause is missing. ``on_floor``
        says that somebody has to be able to stand there.
        """
        values = values_of(clause) if clause is not None else []
        cells, words = 0, []
        symbols = []
        for value in values:
            if type(value) is Place:
                found = squares(value, self._board, self._findings)
                if not found:
                    return None
                # A block may cover rock; the condition is about the squares to stand on.
                standing = found & self._board.floor
                if on_floor and not standing:
                    self._findings.add(
                        codes.NOT_ON_FLOOR,
                        f"nobody can stand at `{value}`",
                        value.span,
                        f"no floor at {self._board.names(found)}",
                        help="draw floor there, or name another place",
                    )
                    return None
                cells |= standing or found
                words.append(str(value))
            elif type(value) is Name:
                symbol = self._names.find(value, SymbolSort.AREA, SymbolSort.THING, SymbolSort.GATE)
                if symbol is None:
                    return None
                symbols.append(symbol)
                words.append(value.text)
            else:
                self._findings.add(
                    codes.SURPLUS_PART,
                    "a number is no place",
                    value.span,
                    "not needed here",
                    help="leave it out",
                )
        if not words:
            self._findings.add(
                codes.MISSING_PART,
                "this does not say where",
                span,
                "no place",
                help=f"name an area, a {self._findings.cell} like `C4` or a block like `C4..F6`",
            )
            return None
        moving = self.moving(cells, *symbols)
        for symbol in symbols:
            cells |= self.cells_of(symbol)
        return ResolvedPlace(cells, ", ".join(words), moving)

    def moving(self, fixed: Cells, *symbols: Symbol) -> Moving | None:
        """Return the fixed squares and the hidden things of a place; None where none is hidden.

        The squares of symbols that are not hidden are added to the fixed ones.
        """
        things = []
        for symbol in symbols:
            ids = [
                id_ for id_ in symbol.ids if symbol.sort is SymbolSort.THING and id_ in self._hidden
            ]
            things += ids
            others = tuple(id_ for id_ in symbol.ids if id_ not in ids)
            fixed |= self.cells_of(symbol._replace(ids=others))
        return Moving(fixed, tuple(things)) if things else None

    def cells_of(self, symbol: Symbol) -> Cells:
        """Return the squares that a name covers; of a gate, those from which it is opened."""
        cells = 0
        for id_ in symbol.ids:
            if symbol.sort is SymbolSort.AREA:
                cells |= self._cells_of_area.get(id_, 0)
            elif symbol.sort is SymbolSort.GATE:
                gate = next((gate for gate in self._board.gates if gate.id == id_), None)
                cells |= opened_from(gate, self._board) if gate is not None else 0
            elif symbol.sort is SymbolSort.CROSSING:
                cells |= sum(
                    crossing.cells for crossing in self._board.crossings if crossing.id == id_
                )
            elif id_ in self._things:
                cells |= self._things[id_].mask
        return cells
