"""Draw a quest's board in characters, in the form in which quests draw theirs.

Takes a quest. Returns the lines of the drawing and what its letters stand for.
"""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase, digits
from typing import TYPE_CHECKING, Final

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.grid.lattice import Lattice
from questwright.compiler.wording.unknown import unknown_position
from questwright.dsl.drawing import BLOCKED, FLOOR, NOTHING
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.quest import Quest

_CORNER, _ACROSS, _DOWN = "+", "-", "|"
_UNKNOWN: Final = "?"
"""The character for a kind that gets no letter, because all of them are taken."""


class AsciiMap(NamedTuple):
    """A drawn board: its lines, and the legend of its letters."""

    lines: tuple[str, ...]
    things: tuple[tuple[str, str], ...]
    """Pairs of a letter that stands on squares and the word of the kind that it stands for."""
    gates: tuple[tuple[str, str], ...]
    """Pairs of a letter that stands between squares and the word of the kind of gate."""


def ascii_map(quest: Quest) -> AsciiMap:
    """Draw the board of a quest with its things and gates."""
    things = _letters((thing.kind.word for thing in quest.things), ascii_lowercase)
    gates = _letters((gate.kind.word for gate in quest.board.gates), ascii_uppercase)
    draw = _draw_hexes if quest.board.lattice is Lattice.HEXES else _draw_squares
    lines = (*_header(quest.board), *draw(quest, things, gates))
    return AsciiMap(
        tuple(line.rstrip() for line in lines),
        tuple((letter, word) for word, letter in things.items()),
        tuple((letter, word) for word, letter in gates.items()),
    )


def _letters(words: Iterable[str], alphabet: str) -> dict[str, str]:
    """Give each word a letter: one that it contains if one is free, otherwise any free one."""
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
    """The letters above the columns, on two lines if the board has more than 26 columns."""
    columns = board.columns
    indent = " " * (4 if board.lattice is Lattice.SQUARES else 3)
    names = [
        chr(65 + column) if column < 26 else chr(64 + column // 26) + chr(65 + column % 26)
        for column in range(columns)
    ]
    height = max((len(name) for name in names), default=0)
    rows = ["".join(f" {name.rjust(height)[row]}" for name in names) for row in range(height)]
    return tuple(f"{indent}{row}" for row in rows)


def _draw_squares(quest: Quest, things: dict[str, str], gates: dict[str, str]) -> Iterable[str]:
    board = quest.board
    squares = _squares(quest, things, gates)
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


def _draw_hexes(quest: Quest, things: dict[str, str], gates: dict[str, str]) -> Iterable[str]:
    """Draw hexes, every second row indented by half a cell; list walls and gates below them."""
    board = quest.board
    hexes = _squares(quest, things, gates)
    for row in range(board.rows):
        cells = (hexes.get(board.cell(row, column), NOTHING) for column in range(board.columns))
        yield f"{row + 1:>3} {' ' * (row % 2)}{' '.join(cells)}"
    walls = ", ".join(board.edge_name(edge) for edge in sorted(board.walls_within(board.floor)))
    if walls:
        yield f"    walls at {walls}"
    for gate in board.gates:
        at = ", ".join(board.gate_places(gate))
        yield f"    {gates[gate.kind.word]} at {at}"


def _squares(quest: Quest, things: dict[str, str], gates: dict[str, str]) -> dict[Cell, str]:
    board = quest.board
    squares: dict[Cell, str] = {}
    for row in range(board.rows):
        for column in range(board.columns):
            cell = board.cell(row, column)
            if board.solid >> cell & 1:
                squares[cell] = BLOCKED
            elif board.floor >> cell & 1:
                squares[cell] = FLOOR
    for gate in board.gates:
        squares.update(dict.fromkeys(each_cell(gate.cells), gates[gate.kind.word]))
    # What stands on top is written last, and hides what is below it.
    for thing in sorted(quest.things, key=lambda thing: _layer(thing.kind.category)):
        unknown = unknown_position(thing.id, quest)
        cells = thing.cells if unknown is None else [c for way in unknown.ways for c in way.cells]
        squares.update(dict.fromkeys(cells, things[thing.kind.word]))
    return squares


_FLAT: Final = frozenset({"start", "token", "trap", "spawn-point", "portal"})


def _layer(category: str) -> int:
    """The layer in which a category is drawn: 0 for flat things, 2 for figures, 1 for the rest."""
    return 0 if category in _FLAT else 2 if category == "figure" else 1


def _sides(quest: Quest, gates: dict[str, str]) -> dict[tuple[Cell, Cell], str]:
    """The characters between neighbouring squares: walls, gates, and the outline of the board."""
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
        for edge in gate.edges if not gate.cells else ():
            sides[edge.first, edge.second] = gates[gate.kind.word]
    return sides


def _has(board: Board, cells: int, row: int, column: int) -> bool:
    return board.is_inside(row, column) and bool(cells >> board.cell(row, column) & 1)


def _wall_row(board: Board, sides: dict[tuple[Cell, Cell], str], row: int) -> str:
    """The line of walls above a row, with a corner wherever squares meet."""
    drawn = board.floor | board.solid
    text = ""
    for column in range(board.columns + 1):
        meet = [_has(board, drawn, row - up, column - left) for up in (0, 1) for left in (0, 1)]
        text += _CORNER if any(meet) else NOTHING
        if column < board.columns:
            cell = board.cell(row, column)
            text += sides.get((cell - board.stride, cell), NOTHING)
    return text
