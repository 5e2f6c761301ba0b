"""The maps of two editions beside each other, with marks below whatever changed.

Marked is also what looks the same and is not: who faces another way, carries something or no
longer does, and a door that was unlocked.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from string import ascii_lowercase, ascii_uppercase, digits
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from questwright.compiler.publish.ascii_map import ascii_map
from questwright.dsl.drawing import FLOOR

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.board import Board
    from questwright.compiler.publish.ascii_map import AsciiMap
    from questwright.compiler.publish.diff.edition import Edition
    from questwright.compiler.publish.diff.ground import Shift

_MARK: Final = "^"
_MARGIN: Final = 4
"""Characters before a drawing, for the numbers of its rows."""
_GAP: Final = "    "
_WIDEST: Final = 140
"""Characters that a line may have; wider maps stand one below the other."""
_UNKNOWN: Final = "?"
_ITEM: Final = "*"
"""Something that lies on a bare square and can be picked up."""

Place = tuple[int, int]
"""A line and a column of a drawing: squares at odd ones, what is between them at the others."""
Signs = dict[Place, str]
State = tuple[str | int | bool, ...]
T = TypeVar("T")


class MapLine(NamedTuple):
    """A line of two maps."""

    text: str
    is_changed: bool
    """Something in it is not what it was."""


class _DrawnBoard(NamedTuple):
    """A drawn board: the letters of its columns, its lines with their numbers, its signs."""

    header: list[str]
    lines: list[str]
    signs: Signs
    marks: set[Place]

    @property
    def width(self) -> int:
        return max(map(len, (*self.header, *self.lines)), default=0)

    def marked(self, number: int) -> str:
        """The marks below a line; empty where it has none."""
        columns = {column for line, column in self.marks if line == number}
        if not columns:
            return ""
        chars = (_MARK if column in columns else " " for column in range(max(columns) + 1))
        return " " * _MARGIN + "".join(chars)


def beside(before: Edition, after: Edition, shift: Shift) -> tuple[MapLine, ...]:
    """Two maps beside each other; nothing where they look alike."""
    maps = _map(before), _map(after)
    things = _letters((*maps[0].things, *maps[1].things), ascii_lowercase)
    gates = _letters((*maps[0].gates, *maps[1].gates), ascii_uppercase)
    old, new = (
        _drawn(one, things, gates, _items(edition))
        for one, edition in zip(maps, (before, after), strict=True)
    )
    down, right = 2 * shift.rows, 2 * shift.columns
    was = _moved(old.signs, down, right)
    had, has = _moved(_states(before), down, right), _states(after)
    changed = {
        place
        for place in was.keys() | new.signs.keys()
        if (was.get(place), had.get(place)) != (new.signs.get(place), has.get(place))
        and (place[0] % 2 or place[1] % 2)
    }
    if not changed:
        return ()
    old.marks.update(_within(old, {(line - down, column - right) for line, column in changed}))
    new.marks.update(_within(new, changed))
    used = {sign for place in changed for sign in (was.get(place), new.signs.get(place)) if sign}
    # No quest is drawn with this sign, so that it is told wherever it stands.
    used |= {_ITEM} & {*was.values(), *new.signs.values()}
    titles = {**_titles(before), **_titles(after), _ITEM: "what can be picked up"}
    legend = [
        MapLine(f"  {letter}  {titles[word]}", is_changed=False)
        for word, letter in (*things.items(), *gates.items(), (_ITEM, _ITEM))
        if letter in used
    ]
    lines = [*_joined(old, new, down)]
    return (*lines, MapLine("", is_changed=False), *legend) if legend else tuple(lines)


def _moved(places: Mapping[Place, T], down: int, right: int) -> dict[Place, T]:
    """Places of one drawing as those of another one, which is larger above and on the left."""
    return {(line + down, column + right): what for (line, column), what in places.items()}


# -- what letters do not tell -----------------------------------------------------------


def _states(edition: Edition) -> dict[Place, State]:
    """What has changed where the letter is the same: looks, locks, and what is carried."""
    quest, board = edition.quest, edition.quest.board
    held = Counter(item.holder for item in quest.items if item.holder)
    states: dict[Place, State] = {}
    for thing in quest.things:
        state: State = (thing.facing, held[thing.id])
        for cell in thing.cells:
            states[_square(cell, board)] = states.get(_square(cell, board), ()) + state
    for gate in board.gates:
        for edge in gate.edges:
            (line, column), (low, right) = (_square(cell, board) for cell in edge)
            states[(line + low) // 2, (column + right) // 2] = (gate.is_open, gate.lock is None)
    return states


def _items(edition: Edition) -> set[Place]:
    """Where something lies that can be picked up."""
    return {
        _square(item.cell, edition.quest.board) for item in edition.quest.items if item.cell >= 0
    }


def _square(cell: Cell, board: Board) -> Place:
    row, column = divmod(cell, board.stride)
    return 2 * row + 1, 2 * column + 1


def _titles(edition: Edition) -> dict[str, str]:
    """What the words are called that maps have letters for."""
    system = edition.system
    titles = {word: kind.title for word, kind in system.kinds.items()}
    return titles | {word: kind.title for word, kind in system.gates.items()}


# -- one map ----------------------------------------------------------------------------


def _map(edition: Edition) -> AsciiMap:
    """The map of an edition as every source of it can tell: documents know no walls of rock."""
    board = edition.quest.board
    floor, solid = board.floor, board.solid
    walls = tuple(
        walls & floor & floor >> shift | floor & solid >> shift | solid & floor >> shift
        for walls, (shift, _) in zip(board.walls, board.onward, strict=True)
    )
    plain = replace(board, walls=walls)
    return ascii_map(edition.quest._replace(board=plain))


def _letters(pairs: tuple[tuple[str, str], ...], alphabet: str) -> dict[str, str]:
    """One letter for each word, the same in both maps; that of the first map where it can be."""
    letters: dict[str, str] = {}
    for letter, word in pairs:
        if word in letters:
            continue
        own = word.upper() if alphabet is ascii_uppercase else word
        free = (
            one
            for one in (letter, *own, *alphabet, *digits)
            if one.isalnum() and one not in letters.values()
        )
        letters[word] = next(free, _UNKNOWN)
    return letters


def _drawn(
    one: AsciiMap, things: dict[str, str], gates: dict[str, str], items: AbstractSet[Place]
) -> _DrawnBoard:
    """A drawn board with the letters that both maps have in common."""
    squares = {letter: things[word] for letter, word in one.things}
    edges = {letter: gates[word] for letter, word in one.gates}
    height = next(
        (number for number, line in enumerate(one.lines) if line[_MARGIN:].strip()[:1] in "+-"),
        len(one.lines),
    )
    lines: list[str] = []
    signs: Signs = {}
    for number, line in enumerate(one.lines[height:]):
        row = ""
        for column, sign in enumerate(line[_MARGIN:]):
            common = squares if number % 2 and column % 2 else edges
            lies = sign == FLOOR and (number, column) in items
            row += _ITEM if lies else common.get(sign, sign)
            if sign != " ":
                signs[number, column] = row[-1]
        lines.append(line[:_MARGIN] + row)
    return _DrawnBoard(list(one.lines[:height]), lines, signs, set())


def _within(drawn: _DrawnBoard, places: set[Place]) -> set[Place]:
    """Those of some places that a drawing has."""
    columns = max((column for _, column in drawn.signs), default=-1)
    return {
        (line, column)
        for line, column in places
        if 0 <= line < len(drawn.lines) and 0 <= column <= columns
    }


# -- both maps --------------------------------------------------------------------------


def _joined(old: _DrawnBoard, new: _DrawnBoard, down: int) -> Iterator[MapLine]:
    """Both maps, line by line: beside each other where a screen is wide enough."""
    if old.width + len(_GAP) + new.width > _WIDEST:
        yield MapLine("before", is_changed=False)
        yield from _alone(old)
        yield MapLine("", is_changed=False)
        yield MapLine("after", is_changed=False)
        yield from _alone(new)
        return
    width = old.width

    def line(left: str, right: str, *, is_changed: bool = False) -> MapLine:
        return MapLine(f"{left.ljust(width)}{_GAP}{right}".rstrip(), is_changed)

    yield line("before", "after")
    for number in range(max(len(old.header), len(new.header))):
        yield line(_at(old.header, number), _at(new.header, number))
    first = min(0, down)
    last = max(len(old.lines) + down, len(new.lines))
    for number in range(first, last):
        left, right = old.marked(number - down), new.marked(number)
        is_changed = bool(left or right)
        yield line(_at(old.lines, number - down), _at(new.lines, number), is_changed=is_changed)
        if is_changed:
            yield line(left, right, is_changed=True)


def _alone(drawn: _DrawnBoard) -> Iterator[MapLine]:
    for line in drawn.header:
        yield MapLine(line, is_changed=False)
    for number, line in enumerate(drawn.lines):
        marks = drawn.marked(number)
        yield MapLine(line, bool(marks))
        if marks:
            yield MapLine(marks, is_changed=True)


def _at(lines: list[str], number: int) -> str:
    return lines[number] if 0 <= number < len(lines) else ""
