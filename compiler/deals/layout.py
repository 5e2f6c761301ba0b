"""Lay sections doorway to doorway on a plane of squares, and find where they would overlap."""

from __future__ import annotations

from questwright.compiler.grid.lattice import Lattice
from questwright.compiler.model.laid_tile import turned
from questwright.compiler.packs.system.tiles import SIDES
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

    from questwright.compiler.model.sections import Doorway, Section, Square

_AHEAD: Final = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""The step out of a doorway, by the way that it faces."""


class Exit(NamedTuple):
    """A doorway of a laid section to which the next one is clipped."""

    way: int
    """The way that it faces: 0 for north, and on clockwise."""
    row: int
    column: int
    """The first square beyond it, in reading order."""
    width: int


ENTRANCE: Final = Exit(0, 0, 0, 0)
"""Where the first section is laid: it may be as wide as it likes."""


class PlacedSection(NamedTuple):
    """A section as it lies: its outline, and the row and column of its upper left corner."""

    outline: int
    row: int
    column: int


Layout = tuple[PlacedSection, ...]
"""What lies, in no order that matters: sorted."""


class Laid(NamedTuple):
    """What it comes to when a section is laid."""

    layout: Layout | None
    left: tuple[Exit, ...]
    """The exits that were open before and still are."""
    new: tuple[Exit, ...]
    """Those of the section, clockwise from its way in."""
    turns: int
    corner: Square


class _Stencil(NamedTuple):
    """A section turned so that its way in faces a given way."""

    outline: int
    turns: int
    way_in: Square
    exits: tuple[Exit, ...]


class _Shape(NamedTuple):
    """What a turned section covers."""

    squares: frozenset[Square]
    rows: int
    columns: int
    is_whole: bool
    """It is a rectangle."""


class Plane:
    """Lays the sections of a deck, each by its number."""

    def __init__(self, sections: Iterable[Section], *, has_floors: bool = False) -> None:
        """A plane on which sections lie beside each other, or also above each other."""
        self._sections = tuple(sections)
        self._has_floors = has_floors
        self._numbers: dict[frozenset[Square], int] = {}
        self._outlines: list[_Shape] = []
        self._stencils = [
            tuple([self._stencil(section, way) for way in range(4)]) for section in self._sections
        ]
        self._covered: dict[PlacedSection, frozenset[Square]] = {}
        self._turns: dict[int, int] = {}

    def lay(self, layout: Layout | None, exits: tuple[Exit, ...], number: int) -> Laid | None:
        """Lay a section at the first exit where it fits; None where it fits nowhere.

        Without a layout nothing overlaps.
        """
        for at, exit_ in enumerate(exits):
            section = self._sections[number]
            if exit_.width not in (0, section.way_in.width):
                continue
            left = exits[:at] + exits[at + 1 :]
            if layout is None:
                new = tuple([Exit(0, 0, 0, door.width) for door in section.further])
                return Laid(None, left, new, 0, (0, 0))
            stencil = self._stencils[number][exit_.way]
            row = exit_.row - stencil.way_in[0]
            column = exit_.column - stencil.way_in[1]
            placed = PlacedSection(stencil.outline, row, column)
            if self._has_floors or not any(self._overlap(placed, other) for other in layout):
                new = tuple(
                    [
                        Exit(each.way, each.row + row, each.column + column, each.width)
                        for each in stencil.exits
                    ]
                )
                laid = tuple(sorted((*layout, placed)))
                return Laid(laid, left, new, stencil.turns, (row, column))
        return None

    def covered(self, placed: PlacedSection) -> frozenset[Square]:
        """Return the squares that a laid section covers."""
        found = self._covered.get(placed)
        if found is None:
            own = self._outlines[placed.outline].squares
            found = frozenset([(row + placed.row, column + placed.column) for row, column in own])
            self._covered[placed] = found
        return found

    def gap(self, placed: PlacedSection, exit_: Exit) -> tuple[int, int]:
        """Return how many rows and columns lie between a laid section and an exit."""
        outline = self._outlines[placed.outline]
        return (
            max(placed.row - exit_.row, exit_.row - placed.row - outline.rows + 1, 0),
            max(
                placed.column - exit_.column, exit_.column - placed.column - outline.columns + 1, 0
            ),
        )

    def as_seen(
        self, layout: Layout, exits: list[tuple[Exit, ...]], way: int, origin: Square
    ) -> tuple[Layout, list[tuple[Exit, ...]]]:
        """Return what lies as somebody sees it who stands at a square and looks a way."""
        turns = -way % 4
        row, column = _spun(origin, turns)
        seen = [self._seen_placed(placed, turns, row, column) for placed in layout]
        return tuple(sorted(seen)), [
            tuple([_seen_exit(exit_, turns, row, column) for exit_ in each]) for each in exits
        ]

    def _seen_placed(
        self, placed: PlacedSection, turns: int, row: int, column: int
    ) -> PlacedSection:
        """Return a laid section after quarter turns of the plane, as seen from a square."""
        outline, down, across = placed
        for _ in range(turns):
            rows = self._outlines[outline].rows
            outline, down, across = self._once_turned(outline), across, -(down + rows - 1)
        return PlacedSection(outline, down - row, across - column)

    def _once_turned(self, outline: int) -> int:
        """Return the outline that another is after a quarter turn."""
        found = self._turns.get(outline)
        if found is None:
            squares, rows, columns, _ = self._outlines[outline]
            spun = frozenset([(column, rows - 1 - row) for row, column in squares])
            found = self._turns[outline] = self._number(spun, columns, rows)
        return found

    def _overlap(self, placed: PlacedSection, other: PlacedSection) -> bool:
        own, far = self._outlines[placed.outline], self._outlines[other.outline]
        if (
            placed.row >= other.row + far.rows
            or other.row >= placed.row + own.rows
            or placed.column >= other.column + far.columns
            or other.column >= placed.column + own.columns
        ):
            return False
        if own.is_whole and far.is_whole:
            return True
        return not self.covered(placed).isdisjoint(self.covered(other))

    def _number(self, squares: frozenset[Square], rows: int, columns: int) -> int:
        """Return the number of an outline, a new one where it is new."""
        number = self._numbers.setdefault(squares, len(self._outlines))
        if number == len(self._outlines):
            is_whole = len(squares) == rows * columns
            self._outlines.append(_Shape(squares, rows, columns, is_whole))
        return number

    def _stencil(self, section: Section, way: int) -> _Stencil:
        """Return a section as it lies beyond an exit that faces a way."""
        turns = (way + 2 - SIDES.index(section.way_in.side)) % 4
        squares = frozenset(_turned(section, square, turns) for square in section.squares)
        rows, columns = section.rows, section.columns
        outline = self._number(squares, *((columns, rows) if turns % 2 else (rows, columns)))
        exits = []
        for door in section.further:
            faces = (SIDES.index(door.side) + turns) % 4
            row, column = _first(section, door, turns)
            down, across = _AHEAD[faces]
            exits.append(Exit(faces, row + down, column + across, door.width))
        return _Stencil(outline, turns, _first(section, section.way_in, turns), tuple(exits))


def _turned(section: Section, square: Square, turns: int) -> Square:
    return turned(square, section.rows, section.columns, turns, Lattice.SQUARES)


def _first(section: Section, door: Doorway, turns: int) -> Square:
    """Return the first square of a doorway, in reading order, as its section lies."""
    row, column = door.square
    is_across = door.side in ("north", "south")
    squares = [
        (row, column + step) if is_across else (row + step, column) for step in range(door.width)
    ]
    return min(_turned(section, square, turns) for square in squares)


def _spun(square: Square, turns: int) -> Square:
    """Return where a square comes to after quarter turns of the plane about its first square."""
    row, column = square
    for _ in range(turns):
        row, column = column, -row
    return row, column


def _seen_exit(exit_: Exit, turns: int, row: int, column: int) -> Exit:
    """Return an exit after quarter turns of the plane, as seen from a square."""
    down, across = (0, 1) if exit_.way % 2 == 0 else (1, 0)
    first = _spun((exit_.row, exit_.column), turns)
    if exit_.width > 1:
        far = exit_.width - 1
        first = min(first, _spun((exit_.row + down * far, exit_.column + across * far), turns))
    return Exit((exit_.way + turns) % 4, first[0] - row, first[1] - column, exit_.width)
