"""Where a figure may step, and what it can reach: walls, gates, and corners that are cut."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from questwright.engine.document import Diagonal, Edge, Form
from questwright.engine.lattice import around, is_corner, onward

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

    from questwright.engine.document import Board, Gate
    from questwright.engine.squares import Square

_FLANKS: Final = {Diagonal.ONE_FLANK: 1, Diagonal.BOTH_FLANKS: 2, Diagonal.NEVER: 3}
"""The ways around a corner that have to be free: there are two of them."""


class _Flank(NamedTuple):
    """Two straight steps around a corner."""

    name: str
    gates: tuple[Gate, ...]


class _StepAround(NamedTuple):
    """A step to a square around another."""

    name: str
    is_straight: bool
    gates: tuple[Gate, ...]
    """What has to stand open for a straight step."""
    flanks: tuple[_Flank, ...]
    """The ways around the corner for a diagonal one."""


class Floor:
    """The floor of a board, walked over square by square.

    `opened` are the ids of the gates that stand open at the moment; without it, the gates
    stand as they do when play begins.
    """

    __slots__ = ("_at_first", "_least", "_straight", "_ways")

    def __init__(self, board: Board) -> None:
        self._least = _FLANKS[board.diagonal]
        self._at_first = frozenset(gate.id for gate in board.gates.values() if gate.is_open)
        names = {(cell.row, cell.column): cell.name for cell in board.cells.values()}
        self._straight = _straight(board, names)
        self._ways = {cell.name: self._around(cell, names, board) for cell in board.cells.values()}

    def is_open(self, first: str, second: str, opened: AbstractSet[str] | None = None) -> bool:
        """Whether one can step from a square to one beside it: no wall or closed gate is there."""
        gates = self._straight.get((first, second))
        return gates is not None and self._stand_open(gates, opened)

    def steps(
        self, cell: str, closed: AbstractSet[str], opened: AbstractSet[str] | None = None
    ) -> tuple[str, ...]:
        """The squares one step from another, row by row.

        `closed` are the squares that nobody can step through.
        """
        return tuple(
            way.name
            for way in self._ways[cell]
            if way.name not in closed and self._leads(way, self._least, closed, opened)
        )

    def beside(self, cell: str, opened: AbstractSet[str] | None = None) -> tuple[str, ...]:
        """The squares from which one reaches what is on another, whatever stands around.

        Across a corner it is enough that one way around it is free of walls and closed gates.
        Nobody reaches through a gate that is passed from one side only.
        """
        return tuple(
            way.name
            for way in self._ways[cell]
            if not _is_one_way(way.gates) and self._leads(way, 1, frozenset(), opened)
        )

    def _leads(
        self,
        way: _StepAround,
        least: int,
        closed: AbstractSet[str],
        opened: AbstractSet[str] | None,
    ) -> bool:
        """Whether a way is free, with so many free ways around the corner if it is diagonal."""
        if way.is_straight:
            return self._stand_open(way.gates, opened)
        free = sum(
            flank.name not in closed and self._stand_open(flank.gates, opened)
            for flank in way.flanks
        )
        return free >= least

    def _stand_open(self, gates: tuple[Gate, ...], opened: AbstractSet[str] | None) -> bool:
        ids = self._at_first if opened is None else opened
        return all(gate.form is not Form.WINDOW and gate.id in ids for gate in gates)

    def _around(
        self, square: Square, names: Mapping[tuple[int, int], str], board: Board
    ) -> tuple[_StepAround, ...]:
        """The steps from a square that no wall forbids, row by row."""
        row, column = square.row, square.column
        found = []
        for down, across in around(board.lattice, row):
            name = names.get((row + down, column + across))
            gates = self._straight.get((square.name, name or ""))
            if name is not None and is_corner(board.lattice, down, across):
                corners = (names.get((row + down, column)), names.get((row, column + across)))
                flanks = (self._flank(square.name, corner, name) for corner in corners)
                found.append(
                    _StepAround(
                        name, is_straight=False, gates=(), flanks=tuple(filter(None, flanks))
                    )
                )
            elif name is not None and gates is not None:
                found.append(_StepAround(name, is_straight=True, gates=gates, flanks=()))
        return tuple(found)

    def _flank(self, first: str, corner: str | None, last: str) -> _Flank | None:
        """A way around a corner; None where a wall forbids it, or a gate with one way.

        Through such a gate one walks straight: a step that cuts its corner would not say from
        which side it is passed.
        """
        here = self._straight.get((first, corner or ""))
        there = self._straight.get((corner or "", last))
        if corner is None or here is None or there is None or _is_one_way((*here, *there)):
            return None
        return _Flank(corner, (*here, *there))


def _is_one_way(gates: tuple[Gate, ...]) -> bool:
    return any(gate.way_from is not None for gate in gates)


def _straight(
    board: Board, names: Mapping[tuple[int, int], str]
) -> dict[tuple[str, str], tuple[Gate, ...]]:
    """The straight steps that no wall forbids, each with what has to stand open for it.

    They lead in both directions, but through a gate with one way only onward.
    """
    gates = {edge: gate for gate in board.gates.values() for edge in gate.edges}
    found: dict[tuple[str, str], tuple[Gate, ...]] = {}
    for square in board.cells.values():
        for down, across in onward(board.lattice, square.row):
            name = names.get((square.row + down, square.column + across))
            if name is None or (edge := Edge(square.name, name)) in board.walls:
                continue
            if edge in board.heights.closed:
                continue
            passed = (gates[edge],) if edge in gates else ()
            for near, far in (edge, edge[::-1]):
                area = board.cells[near].area
                if all(gate.way_from in (None, area) for gate in passed):
                    found[near, far] = passed
    return found
