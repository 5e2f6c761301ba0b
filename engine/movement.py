"""Where a figure may step, and what it can reach: walls, gates, and corners that are cut."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.document import Diagonal, Edge, Form

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from engine.document import Board

_AROUND: Final = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


class Floor:
    """The floor of a board, walked over square by square.

    `opened` are the ids of the gates that stand open at the moment; without it, the gates
    stand as they do when play begins.
    """

    __slots__ = ("_at_first", "_board", "_gates", "_names")

    def __init__(self, board: Board) -> None:
        self._board = board
        self._names = {(one.row, one.column): one.name for one in board.cells.values()}
        self._gates = {edge: gate for gate in board.gates.values() for edge in gate.edges}
        self._at_first = frozenset(gate.id for gate in board.gates.values() if gate.is_open)

    def is_open(self, first: str, second: str, opened: AbstractSet[str] | None = None) -> bool:
        """Whether neither wall nor closed gate parts two squares that lie side by side."""
        edge, turned = Edge(first, second), Edge(second, first)
        walls = self._board.walls
        if edge in walls or turned in walls:
            return False
        gate = self._gates.get(edge) or self._gates.get(turned)
        if gate is None:
            return True
        return gate.form is not Form.WINDOW and gate.id in (
            self._at_first if opened is None else opened
        )

    def steps(
        self, cell: str, closed: AbstractSet[str], opened: AbstractSet[str] | None = None
    ) -> tuple[str, ...]:
        """The squares one step from another, row by row.

        `closed` are the squares that nobody can step through.
        """
        found = []
        for name, flanks in self._around(cell):
            if name in closed:
                continue
            free = [
                flank is not None and flank not in closed and self._leads(cell, flank, name, opened)
                for flank in flanks
            ]
            if self._cuts(free) if flanks else self.is_open(cell, name, opened):
                found.append(name)
        return tuple(found)

    def beside(self, cell: str, opened: AbstractSet[str] | None = None) -> tuple[str, ...]:
        """The squares from which one reaches what is on another, whatever stands around.

        Across a corner it is enough that one way around it is free of walls and closed gates.
        """
        return tuple(
            name
            for name, flanks in self._around(cell)
            if (
                any(one is not None and self._leads(cell, one, name, opened) for one in flanks)
                if flanks
                else self.is_open(cell, name, opened)
            )
        )

    def _around(self, cell: str) -> Iterator[tuple[str, tuple[str | None, ...]]]:
        """The squares around another, with the squares at the corner of those that lie across."""
        square = self._board.cells[cell]
        for down, across in _AROUND:
            name = self._names.get((square.row + down, square.column + across))
            if name is not None and down and across:
                yield (
                    name,
                    (
                        self._names.get((square.row + down, square.column)),
                        self._names.get((square.row, square.column + across)),
                    ),
                )
            elif name is not None:
                yield name, ()

    def _leads(self, cell: str, flank: str, name: str, opened: AbstractSet[str] | None) -> bool:
        """Whether two straight steps lead around a corner."""
        return self.is_open(cell, flank, opened) and self.is_open(flank, name, opened)

    def _cuts(self, free: list[bool]) -> bool:
        """Whether a diagonal step is legal, by which ways around the corner are free."""
        match self._board.diagonal:
            case Diagonal.ONE_FLANK:
                return any(free)
            case Diagonal.BOTH_FLANKS:
                return all(free)
            case Diagonal.NEVER:
                return False
