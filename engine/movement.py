"""Where a figure may step, and what it can reach: past walls, gates and corners.

Takes a board. Returns the names of squares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from questwright.engine.document import Diagonal, Edge, Form
from questwright.engine.lattice import around, is_corner, onward

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from questwright.engine.document import Board, Gate
    from questwright.engine.squares import Square

_FLANKS: Final = {Diagonal.ONE_FLANK: 1, Diagonal.BOTH_FLANKS: 2, Diagonal.NEVER: 3}
"""How many of the two ways around a corner have to be free for a diagonal step."""


class _Flank(NamedTuple):
    """A way around a corner: two straight steps over the square with this name."""

    name: str
    gates: tuple[Gate, ...]


class _StepAround(NamedTuple):
    """A step to a square that touches another, at an edge or at a corner."""

    name: str
    is_straight: bool
    gates: tuple[Gate, ...]
    """The gates that have to stand open for a straight step."""
    flanks: tuple[_Flank, ...]
    """The ways around the corner for a diagonal step."""


class _Attack(NamedTuple):
    """How a figure on a square is attacked from one that touches it, with this name."""

    name: str
    steps: tuple[tuple[tuple[str, str], ...], ...]
    """The ways: each one step, or two around a corner, from square to square."""


class Floor:
    """The floor of a board, and the steps between its squares.

    ``opened`` has the ids of the gates that stand open; without it, those that nothing ever shuts
    and that everybody may pass. ``shut`` has the ids of those that something may shut.
    """

    __slots__ = ("_always", "_board", "_least", "_seen", "_straight", "_ways", "_ways_to")

    def __init__(self, board: Board, shut: AbstractSet[str] = frozenset()) -> None:
        self._board = board
        self._least = _FLANKS[board.diagonal]
        self._always = frozenset(
            gate.id
            for gate in board.gates.values()
            if gate.is_open and not (gate.lock or gate.only or gate.id in shut)
        )
        names = {(cell.row, cell.column): cell.name for cell in board.cells.values()}
        self._straight = _straight(board, names, board.heights.closed)
        self._seen = _straight(board, names, board.heights.unseen)
        self._ways = {cell.name: self._around(cell, names, board) for cell in board.cells.values()}
        self._ways_to = {
            cell.name: tuple(_attacks(cell, names, board)) for cell in board.cells.values()
        }

    def walled(self) -> tuple[tuple[str, str], ...]:
        """Return the edges with a wall or a gate, without those where somebody is counted.

        Neither are those that a cliff or a barrier closes.
        """
        board = self._board
        gates = board.gates.values()
        counted = {edge for gate in gates if gate.shuts_after for edge in gate.edges}
        edges = {*board.walls, *(edge for gate in gates for edge in gate.edges)}
        return tuple(sorted(edges - counted - board.heights.closed))

    def is_open(self, first: str, second: str, opened: AbstractSet[str] | None = None) -> bool:
        """Tell whether no wall and no closed gate is between two squares with a common edge."""
        gates = self._straight.get((first, second))
        return gates is not None and self._stand_open(gates, opened)

    def shows(self, near: str, far: str, opened: AbstractSet[str]) -> bool:
        """Tell whether one sees over an edge from a square: through windows and open gates."""
        gates = self._seen.get((near, far))
        return gates is not None and all(g.form is Form.WINDOW or g.id in opened for g in gates)

    def steps(
        self, cell: str, closed: AbstractSet[str], opened: AbstractSet[str] | None = None
    ) -> tuple[str, ...]:
        """Return the squares one step from a square, row by row.

        ``closed`` has the squares that nobody can step onto or past.
        """
        return tuple(
            way.name
            for way in self._ways[cell]
            if way.name not in closed and self._leads(way, self._least, closed, opened)
        )

    def beside(self, cell: str, opened: AbstractSet[str] | None = None) -> tuple[str, ...]:
        """Return the squares from which a figure reaches what is on a square.

        Across a corner, one way around it has to be free of walls and closed gates; things do not
        matter. Nobody reaches through a gate that is passed from one side only.
        """
        return tuple(
            way.name
            for way in self._ways[cell]
            if not _is_one_way(way.gates) and self._leads(way, 1, frozenset(), opened)
        )

    def opened_from(self, gate: Gate) -> frozenset[str]:
        """Return the squares from which a gate is opened: those on both sides of its edges.

        One that stands on squares is reached across a corner too, past no other gate.
        """
        both = {cell for edge in gate.edges for cell in edge}
        around = {name for cell in gate.cells for name in self.beside(cell, {gate.id})}
        return frozenset(both | around)

    def attackers(self, cell: str, opened: AbstractSet[str]) -> tuple[str, ...]:
        """Return the squares from which a figure on a square is attacked, row by row.

        Across a corner, one way around it has to be free. Through a gate that is passed from one
        side only, nobody attacks the other way.
        """
        return tuple(
            way.name
            for way in self._ways_to[cell]
            if any(all(self.is_open(*step, opened) for step in steps) for steps in way.steps)
        )

    def touch(self, first: str, second: str) -> bool:
        """Tell whether two squares touch, at an edge or at a corner."""
        return any(way.name == second for way in self._ways_to[first])

    def _leads(
        self,
        way: _StepAround,
        least: int,
        closed: AbstractSet[str],
        opened: AbstractSet[str] | None,
    ) -> bool:
        """Tell whether a step is free; a diagonal one needs ``least`` free ways around."""
        if way.is_straight:
            return self._stand_open(way.gates, opened)
        free = sum(
            flank.name not in closed and self._stand_open(flank.gates, opened)
            for flank in way.flanks
        )
        return free >= least

    def _stand_open(self, gates: tuple[Gate, ...], opened: AbstractSet[str] | None) -> bool:
        ids = self._always if opened is None else opened
        return all(gate.form is not Form.WINDOW and gate.id in ids for gate in gates)

    def _around(
        self, square: Square, names: Mapping[tuple[int, int], str], board: Board
    ) -> tuple[_StepAround, ...]:
        """Return the steps from a square that no wall forbids, row by row."""
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
        """Return a way around a corner; None where it has a wall, or a gate with one way.

        Such a gate is passed by a straight step alone, for a diagonal step would not show from
        which side it is passed; and so is one that counts who goes through.
        """
        here = self._straight.get((first, corner or ""))
        there = self._straight.get((corner or "", last))
        if corner is None or here is None or there is None or _is_one_way((*here, *there)):
            return None
        if any(gate.shuts_after for gate in (*here, *there)):
            return None
        return _Flank(corner, (*here, *there))


def _attacks(
    square: Square, names: Mapping[tuple[int, int], str], board: Board
) -> Iterator[_Attack]:
    """Yield how a figure on a square is attacked from each square that touches it."""
    row, column, here = square.row, square.column, square.name
    for down, across in around(board.lattice, row):
        name = names.get((row + down, column + across))
        if name is None:
            continue
        if not is_corner(board.lattice, down, across):
            yield _Attack(name, (((name, here),),))
            continue
        corners = (names.get((row + down, column)), names.get((row, column + across)))
        yield _Attack(name, tuple(((name, flank), (flank, here)) for flank in corners if flank))


def _is_one_way(gates: tuple[Gate, ...]) -> bool:
    return any(gate.way_from is not None for gate in gates)


def _straight(
    board: Board, names: Mapping[tuple[int, int], str], closed: AbstractSet[tuple[str, str]]
) -> dict[tuple[str, str], tuple[Gate, ...]]:
    """Return the straight steps that no wall forbids, each with the gates that have to be open.

    Nor what is closed besides. Steps lead in both directions, but through a gate with one way in
    that direction alone.
    """
    gates = {edge: gate for gate in board.gates.values() for edge in gate.edges}
    found: dict[tuple[str, str], tuple[Gate, ...]] = {}
    for square in board.cells.values():
        for down, across in onward(board.lattice, square.row):
            name = names.get((square.row + down, square.column + across))
            if name is None or (edge := Edge(square.name, name)) in board.walls:
                continue
            if edge in closed:
                continue
            passed = (gates[edge],) if edge in gates else ()
            for near, far in (edge, edge[::-1]):
                area = board.cells[near].area
                if all(gate.way_from in (None, area) for gate in passed):
                    found[near, far] = passed
    return found
