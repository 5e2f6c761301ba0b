"""Draw the maps of two editions side by side, with marks below what has changed.

Takes two editions and the shift between their boards. Returns lines of text. Some changes are
marked although the drawing looks the same: another facing, another number of carried items, a door
that was locked or unlocked.
"""

from __future__ import annotations

from collections import Counter
from string import ascii_lowercase, ascii_uppercase, digits
from typing import TYPE_CHECKING, Final, TypeVar

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.publish.ascii_map import ascii_map
from questwright.dsl.drawing import FLOOR
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.board import Board
    from questwright.compiler.publish.ascii_map import AsciiMap
    from questwright.compiler.publish.diff.ground import Shift
    from questwright.compiler.publish.document.read.edition import Edition

_MARK: Final = "^"
_MARGIN: Final = 4
"""How many characters stand before a drawing, for the numbers of its rows."""
_GAP: Final = "    "
_WIDEST: Final = 140
"""The most characters of a line; wider maps stand one below the other."""
_UNKNOWN: Final = "?"
_ITEM: Final = "*"
"""The character of an item that lies on an otherwise empty square."""

Place = tuple[int, int]
"""Line and column in a drawing; squares have odd numbers, what stands between them even ones."""
Signs = dict[Place, str]
State = tuple[str | int | bool, ...]
T = TypeVar("T")


class MapLine(NamedTuple):
    """A line of the two maps."""

    text: str
    is_changed: bool
    """Whether something in it has changed."""


class _DrawnBoard(NamedTuple):
    """A drawn board: column letters, numbered lines, the sign at each place, and marked places."""

    header: list[str]
    lines: list[str]
    signs: Signs
    marks: set[Place]

    @property
    def width(self) -> int:
        return max(map(len, (*self.header, *self.lines)), default=0)

    def marked(self, number: int) -> str:
        """The line of marks below a line; empty if nothing in it is marked."""
        columns = {column for line, column in self.marks if line == number}
        if not columns:
            return ""
        chars = (_MARK if column in columns else " " for column in range(max(columns) + 1))
        return " " * _MARGIN + "".join(chars)


def side_by_side(before: Edition, after: Edition, shift: Shift) -> tuple[MapLine, ...]:
    """Draw two maps side by side, with a legend of what changed; empty if they look alike."""
    maps = _map(before), _map(after)
    things = _letters((*maps[0].things, *maps[1].things), ascii_lowercase)
    gates = _letters((*maps[0].gates, *maps[1].gates), ascii_uppercase)
    old, new = (
        _drawn(drawing, things, gates, _items(edition))
        for drawing, edition in zip(maps, (before, after), strict=True)
    )
    down, right = 2 * shift.rows, 2 * shift.columns
    old_signs = _moved(old.signs, down, right)
    old_states, new_states = _moved(_states(before), down, right), _states(after)
    changed = {
        place
        for place in old_signs.keys() | new.signs.keys()
        if (old_signs.get(place), old_states.get(place))
        != (new.signs.get(place), new_states.get(place))
        and (place[0] % 2 or place[1] % 2)
    }
    if not changed:
        return ()
    old.marks.update(_within(old, {(line - down, column - right) for line, column in changed}))
    new.marks.update(_within(new, changed))
    used = {
        sign for place in changed for sign in (old_signs.get(place), new.signs.get(place)) if sign
    }
    # Authors do not draw with this sign, so the legend always explains it.
    used |= {_ITEM} & {*old_signs.values(), *new.signs.values()}
    titles = {**_titles(before), **_titles(after), _ITEM: "what can be picked up"}
    legend = [
        MapLine(f"  {letter}  {titles[word]}", is_changed=False)
        for word, letter in (*things.items(), *gates.items(), (_ITEM, _ITEM))
        if letter in used
    ]
    lines = [*_combined(old, new, down)]
    return (*lines, MapLine("", is_changed=False), *legend) if legend else tuple(lines)


def _moved(places: Mapping[Place, T], down: int, right: int) -> dict[Place, T]:
    """Places moved down and to the right, into the coordinates of another drawing."""
    return {(line + down, column + right): what for (line, column), what in places.items()}


# -- what letters do not show -----------------------------------------------------------


def _states(edition: Edition) -> dict[Place, State]:
    """What a letter does not show of a place: facing, number of carried items, open, locked."""
    quest, board = edition.quest, edition.quest.board
    held = Counter(item.holder for item in quest.items if item.holder)
    states: dict[Place, State] = {}
    for thing in quest.things:
        state: State = (thing.facing, held[thing.id])
        for cell in thing.cells:
            states[_square(cell, board)] = states.get(_square(cell, board), ()) + state
    for gate in board.gates:
        for cell in each_cell(gate.cells):
            states[_square(cell, board)] = (gate.is_open, gate.lock is None)
        for edge in gate.edges if not gate.cells else ():
            (line, column), (low, right) = (_square(cell, board) for cell in edge)
            states[(line + low) // 2, (column + right) // 2] = (gate.is_open, gate.lock is None)
    return states


def _items(edition: Edition) -> set[Place]:
    """The places where items lie on squares."""
    return {
        _square(item.cell, edition.quest.board) for item in edition.quest.items if item.cell >= 0
    }


def _square(cell: Cell, board: Board) -> Place:
    row, column = divmod(cell, board.stride)
    return 2 * row + 1, 2 * column + 1


def _titles(edition: Edition) -> dict[str, str]:
    """The titles of the kinds that maps have letters for, by word."""
    system = edition.system
    titles = {word: kind.title for word, kind in system.kinds.items()}
    return titles | {word: kind.title for word, kind in system.gates.items()}


# -- one map ----------------------------------------------------------------------------


def _map(edition: Edition) -> AsciiMap:
    """The map of an edition without walls inside rock, because documents do not hold these."""
    board = edition.quest.board
    floor, solid = board.floor, board.solid
    walls = tuple(
        walls & floor & floor >> shift | floor & solid >> shift | solid & floor >> shift
        for walls, (shift, _) in zip(board.walls, board.onward, strict=True)
    )
    plain = board._replace(walls=walls)
    return ascii_map(edition.quest._replace(board=plain))


def _letters(pairs: tuple[tuple[str, str], ...], alphabet: str) -> dict[str, str]:
    """One letter for each word, the same in both maps: that of the first map if it is free."""
    letters: dict[str, str] = {}
    for letter, word in pairs:
        if word in letters:
            continue
        own = word.upper() if alphabet is ascii_uppercase else word
        free = (
            candidate
            for candidate in (letter, *own, *alphabet, *digits)
            if candidate.isalnum() and candidate not in letters.values()
        )
        letters[word] = next(free, _UNKNOWN)
    return letters


def _drawn(
    drawing: AsciiMap, things: dict[str, str], gates: dict[str, str], items: AbstractSet[Place]
) -> _DrawnBoard:
    """A drawn board with its letters replaced by those that both maps share."""
    squares = {letter: things[word] for letter, word in drawing.things}
    edges = {letter: gates[word] for letter, word in drawing.gates}
    height = next(
        (number for number, line in enumerate(drawing.lines) if line[_MARGIN:].strip()[:1] in "+-"),
        len(drawing.lines),
    )
    lines: list[str] = []
    signs: Signs = {}
    for number, line in enumerate(drawing.lines[height:]):
        row = ""
        for column, sign in enumerate(line[_MARGIN:]):
            common = squares if number % 2 and column % 2 else edges
            is_item = sign == FLOOR and (number, column) in items
            row += _ITEM if is_item else common.get(sign, sign)
            if sign != " ":
                signs[number, column] = row[-1]
        lines.append(line[:_MARGIN] + row)
    return _DrawnBoard(list(drawing.lines[:height]), lines, signs, set())


def _within(drawn: _DrawnBoard, places: set[Place]) -> set[Place]:
    """The places that lie within a drawing."""
    columns = max((column for _, column in drawn.signs), default=-1)
    return {
        (line, column)
        for line, column in places
        if 0 <= line < len(drawn.lines) and 0 <= column <= columns
    }


# -- both maps --------------------------------------------------------------------------


def _combined(old: _DrawnBoard, new: _DrawnBoard, down: int) -> Iterator[MapLine]:
    """Both maps line by line: side by side if they fit, otherwise one below the other."""
    if old.width + len(_GAP) + new.width > _WIDEST:
        yield MapLine("before", is_changed=False)
        yield from _single(old)
        yield MapLine("", is_changed=False)
        yield MapLine("after", is_changed=False)
        yield from _single(new)
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


def _single(drawn: _DrawnBoard) -> Iterator[MapLine]:
    for line in drawn.header:
        yield MapLine(line, is_changed=False)
    for number, line in enumerate(drawn.lines):
        marks = drawn.marked(number)
        yield MapLine(line, bool(marks))
        if marks:
            yield MapLine(marks, is_changed=True)


def _at(lines: list[str], number: int) -> str:
    return lines[number] if 0 <= number < len(lines) else ""
