"""The maps of two editions beside each other, with marks below whatever changed."""

from __future__ import annotations

from dataclasses import replace
from string import ascii_lowercase, ascii_uppercase, digits
from typing import TYPE_CHECKING, Final, NamedTuple

from compiler.publish.ascii_map import ascii_map

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compiler.publish.ascii_map import AsciiMap
    from compiler.publish.diff.edition import Edition
    from compiler.publish.diff.ground import Shift

_MARK: Final = "^"
_MARGIN: Final = 4
"""Characters before a drawing, for the numbers of its rows."""
_GAP: Final = "    "
_WIDEST: Final = 140
"""Characters that a line may have; wider maps stand one below the other."""
_UNKNOWN: Final = "?"

Place = tuple[int, int]
"""A line and a column of a drawing: squares at odd ones, what is between them at the others."""
Signs = dict[Place, str]


class MapLine(NamedTuple):
    """A line of two maps."""

    text: str
    is_changed: bool
    """Something in it is not what it was."""


class _Drawn(NamedTuple):
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
    old, new = (_drawn(one, things, gates) for one in maps)
    down, right = 2 * shift.rows, 2 * shift.columns
    was = {(line + down, column + right): sign for (line, column), sign in old.signs.items()}
    changed = {
        place
        for place in was.keys() | new.signs.keys()
        if was.get(place) != new.signs.get(place) and (place[0] % 2 or place[1] % 2)
    }
    if not changed:
        return ()
    old.marks.update(_within(old, {(line - down, column - right) for line, column in changed}))
    new.marks.update(_within(new, changed))
    used = {sign for place in changed for sign in (was.get(place), new.signs.get(place)) if sign}
    titles = {**_titles(before), **_titles(after)}
    legend = [
        MapLine(f"  {letter}  {titles[word]}", is_changed=False)
        for word, letter in (*things.items(), *gates.items())
        if letter in used
    ]
    lines = [*_joined(old, new, down)]
    return (*lines, MapLine("", is_changed=False), *legend) if legend else tuple(lines)


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
    walls = [
        walls & floor & floor >> step | floor & solid >> step | solid & floor >> step
        for walls, step in ((board.east_walls, 1), (board.south_walls, board.stride))
    ]
    plain = replace(board, east_walls=walls[0], south_walls=walls[1])
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


def _drawn(one: AsciiMap, things: dict[str, str], gates: dict[str, str]) -> _Drawn:
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
            row += common.get(sign, sign)
            if sign != " ":
                signs[number, column] = row[-1]
        lines.append(line[:_MARGIN] + row)
    return _Drawn(list(one.lines[:height]), lines, signs, set())


def _within(drawn: _Drawn, places: set[Place]) -> set[Place]:
    """Those of some places that a drawing has."""
    columns = max((column for _, column in drawn.signs), default=-1)
    return {
        (line, column)
        for line, column in places
        if 0 <= line < len(drawn.lines) and 0 <= column <= columns
    }


# -- both maps --------------------------------------------------------------------------


def _joined(old: _Drawn, new: _Drawn, down: int) -> Iterator[MapLine]:
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


def _alone(drawn: _Drawn) -> Iterator[MapLine]:
    for line in drawn.header:
        yield MapLine(line, is_changed=False)
    for number, line in enumerate(drawn.lines):
        marks = drawn.marked(number)
        yield MapLine(line, bool(marks))
        if marks:
            yield MapLine(marks, is_changed=True)


def _at(lines: list[str], number: int) -> str:
    return lines[number] if 0 <= number < len(lines) else ""
