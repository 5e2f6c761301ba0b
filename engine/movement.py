"""Where a figure may step: eight directions, walls, gates, and corners that are cut."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.document import Diagonal, Edge, Form

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from engine.document import Board

_AROUND: Final = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


class Floor:
    """The floor of a board, walked over square by square."""

    __slots__ = ("_board", "_gates", "_names")

    def __init__(self, board: Board) -> None:
        self._board = board
        self._names = {(one.row, one.column): one.name for one in board.cells.values()}
        self._gates = {edge: gate for gate in board.gates.values() for edge in gate.edges}

    def is_open(self, first: str, second: str, opened: AbstractSet[str] = frozenset()) -> bool:
        """Whether neither wall nor closed gate parts two squares that lie side by side."""
        edge, turned = Edge(first, second), Edge(second, first)
        walls = self._board.walls
        if edge in walls or turned in walls:
            return False
        gate = self._gates.get(edge) or self._gates.get(turned)
        if gate is None:
            return True
        return gate.form is not Form.WINDOW and (gate.is_open or gate.id in opened)

    def steps(
        self, cell: str, closed: AbstractSet[str], opened: AbstractSet[str] = frozenset()
    ) -> tuple[str, ...]:
        """The squares one step from another, row by row.

        `closed` are the squares that nobody can step through, `opened` the ids of the gates that
        have been opened since play began.
        """
        square = self._board.cells[cell]
        found = []
        for down, across in _AROUND:
            name = self._names.get((square.row + down, square.column + across))
            if name is None or name in closed:
                continue
            if down and across:
                flanks = (
                    self._names.get((square.row + down, square.column)),
                    self._names.get((square.row, square.column + across)),
                )
                if self._cuts(cell, name, flanks, closed, opened):
                    found.append(name)
            elif self.is_open(cell, name, opened):
                found.append(name)
        return tuple(found)

    def _cuts(
        self,
        cell: str,
        name: str,
        flanks: tuple[str | None, str | None],
        closed: AbstractSet[str],
        opened: AbstractSet[str],
    ) -> bool:
        """Whether a diagonal step is legal: two straight steps around the corner would be."""
        free = [
            flank is not None
            and flank not in closed
            and self.is_open(cell, flank, opened)
            and self.is_open(flank, name, opened)
            for flank in flanks
        ]
        match self._board.diagonal:
            case Diagonal.ONE_FLANK:
                return any(free)
            case Diagonal.BOTH_FLANKS:
                return all(free)
            case Diagonal.NEVER:
                return False
