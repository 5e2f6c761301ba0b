"""A board drawn again in characters, as a quest draws it: squares with walls between them."""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase, digits
from typing import TYPE_CHECKING, Final, NamedTuple

from questwright.compiler.grid.lattice import Lattice
from questwright.compiler.wording.unknown import unknown_position
from questwright.dsl.drawing import BLOCKED, FLOOR, NOTHING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.quest import Quest

_CORNER, _ACROSS, _DOWN = "+", "-", "|"
_UNKNOWN: Final = "?"
"""What stands on a square where all letters are taken."""


class AsciiMap(NamedTuple):
    """A drawn board, line by line, and the kinds that its letters stand for."""

    lines: tuple[str, ...]
    things: tuple[tuple[str, str], ...]
    """Each letter on squares with the word of its kind."""
    gates: tuple[tuple[str, str], ...]
    """Each letter between squares with the word of its kind."""


def ascii_map(quest: Quest) -> AsciiMap:
    """The board of a quest with what stands on it."""
    things = _letters((thing.kind.word for thing in quest.things), ascii_lowercase)
    gates = _letters((gate.kind.word for gate in quest.board.gates), ascii_uppercase)
    draw = _drawn_hexes if quest.board.lattice is Lattice.HEXES else _drawn
    lines = (*_header(quest.board), *draw(quest, things, gates))
    return AsciiMap(
        tuple(line.rstrip() for line in lines),
        tuple((letter, word) for word, letter in things.items()),
        tuple((letter, word) for word, letter in gates.items()),
    )


def _letters(words: Iterable[str], alphabet: str) -> dict[str, str]:
    """A letter for each word: one of its own where that is free."""
    letters: dict[str, str] = {}
    for word in dict.fromkeys(words):
        own = word.upper() if alphabet is ascii_uppercase else word
        free = (
            letter
            for letter in (*own, *alphabet, *digits)
            if letter.isalnum() and letter not in letters.values()
        )
        letters[word] = next(free, _UNKNOWN)
    return letters


def _header(board: Board) -> tuple[str, ...]:
    """The letters of the columns; where they have two, one above the other."""
    columns = board.columns
    indent = " " * (4 if board.lattice is Lattice.SQUARES else 3)
    names = [
        chr(65 + column) if column < 26 else chr(64 + column // 26) + chr(65 + column % 26)
        for column in range(columns)
    ]
    height = max((len(name) for name in names), default=0)
    rows = ["".join(f" {name.rjust(height)[row]}" for name in names) for row in range(height)]
    return tuple(f"{indent}{row}" for row in rows)


def _drawn(quest: Quest, things: dict[str, str], gates: dict[str, str]) -> Iterable[str]:
    board = quest.board
    squares = _squares(quest, things)
    sides = _sides(quest, gates)
    for row in range(board.rows + 1):
        walls = _wall_row(board, sides, row)
        yield f"    {walls}"
        if row < board.rows:
            cells = ""
            for column in range(board.columns + 1):
                cell = board.cell(row, column)
                cells += sides.get((cell - 1, cell), NOTHING)
                cells += squares.get(cell, NOTHING) if column < board.columns else ""
            yield f"{row + 1:>3} {cells}"


def _drawn_hexes(quest: Quest, things: dict[str, str], gates: dict[str, str]) -> Iterable[str]:
    """Hexes, every second row set in; what stands between them is listed below."""
    board = quest.board
    hexes = _squares(quest, things)
    for row in range(board.rows):
        cells = (hexes.get(board.cell(row, column), NOTHING) for column in range(board.columns))
        yield f"{row + 1:>3} {' ' * (row % 2)}{' '.join(cells)}"
    walls = ", ".join(board.edge_name(edge) for edge in sorted(board.walls_within(board.floor)))
    if walls:
        yield f"    walls at {walls}"
    for gate in board.gates:
        at = ", ".join(board.edge_name(edge) for edge in gate.edges)
        yield f"    {gates[gate.kind.word]} at {at}"


def _squares(quest: Quest, things: dict[str, str]) -> dict[Cell, str]:
    board = quest.board
    squares: dict[Cell, str] = {}
    for row in range(board.rows):
        for column in range(board.columns):
            cell = board.cell(row, column)
            if board.solid >> cell & 1:
                squares[cell] = BLOCKED
            elif board.floor >> cell & 1:
                squares[cell] = FLOOR
    # Who stands on something hides it.
    for thing in sorted(quest.things, key=lambda thing: _height(thing.kind.category)):
        unknown = unknown_position(thing.id, quest)
        cells = thing.cells if unknown is None else [c for way in unknown.ways for c in way.cells]
        squares.update(dict.fromkeys(cells, things[thing.kind.word]))
    return squares


_FLAT: Final = frozenset({"start", "token", "trap", "spawn-point", "portal"})


def _height(category: str) -> int:
    """What is drawn over what: flat things lowest, figures on top."""
    return 0 if category in _FLAT else 2 if category == "figure" else 1


def _sides(quest: Quest, gates: dict[str, str]) -> dict[tuple[Cell, Cell], str]:
    """What stands between squares: walls, gates, and a wall wherever the board ends."""
    board = quest.board
    drawn = board.floor | board.solid
    sides: dict[tuple[Cell, Cell], str] = {}
    for row in range(-1, board.rows):
        for column in range(-1, board.columns):
            cell = board.cell(row, column)
            here = _has(board, drawn, row, column)
            for step, mark, beside in (
                (1, _DOWN, (row, column + 1)),
                (board.stride, _ACROSS, (row + 1, column)),
            ):
                is_wall = here and board.has_wall(cell, cell + step)
                if is_wall or here != _has(board, drawn, *beside):
                    sides[cell, cell + step] = mark
    for gate in quest.board.gates:
        for edge in gate.edges:
            sides[edge.first, edge.second] = gates[gate.kind.word]
    return sides


def _has(board: Board, cells: int, row: int, column: int) -> bool:
    return board.is_inside(row, column) and bool(cells >> board.cell(row, column) & 1)


def _wall_row(board: Board, sides: dict[tuple[Cell, Cell], str], row: int) -> str:
    """The walls above a row, with a corner wherever squares or walls meet."""
    drawn = board.floor | board.solid
    text = ""
    for column in range(board.columns + 1):
        meet = [_has(board, drawn, row - up, column - left) for up in (0, 1) for left in (0, 1)]
        text += _CORNER if any(meet) else NOTHING
        if column < board.columns:
            cell = board.cell(row, column)
            text += sides.get((cell - board.stride, cell), NOTHING)
    return text
