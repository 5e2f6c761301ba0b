"""The grid of hexes with one corner up, in rows of which every other one is set in by half a hex.

A hex is wide enough for the room of a piece below the hex's name. Its corners are whole numbers, so
that neighbours have equal sides; its sides differ in length by less than two parts in a thousand.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING

from questwright.compiler.grid.lattice import Lattice, directions, step
from questwright.compiler.publish.book.svg.elements import number
from questwright.compiler.publish.book.svg.frames import (
    Rectangle,
    RingFrame,
    bounding_box,
    centred_box,
    inset,
)
from questwright.compiler.publish.book.svg.grid import UNIT, CellSide, MapGrid, block
from questwright.compiler.publish.book.view.map import Facing, MapCell

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from questwright.compiler.publish.book.svg.elements import Point
    from questwright.compiler.publish.book.svg.frames import MapFrame
    from questwright.compiler.publish.book.svg.grid import Corner, Segment
    from questwright.compiler.publish.book.view.map import MapEdge

_HALF, _QUARTER = 64, 37
"""Half the width of a hex, and a quarter of its height: half of its side."""
_WIDE, _PITCH, _SIDE = 2 * _HALF, 3 * _QUARTER, 2 * _QUARTER
_CORNERS = (
    (0, -2 * _QUARTER),
    (_HALF, -_QUARTER),
    (_HALF, _QUARTER),
    (0, 2 * _QUARTER),
    (-_HALF, _QUARTER),
    (-_HALF, -_QUARTER),
)
"""The corners around the middle, clockwise, from the upper one on."""
_DEGREES = {
    Facing.NORTH: 0,
    Facing.NORTH_EAST: 30,
    Facing.EAST: 90,
    Facing.SOUTH_EAST: 150,
    Facing.SOUTH: 180,
    Facing.SOUTH_WEST: 210,
    Facing.WEST: 270,
    Facing.NORTH_WEST: 330,
}
_GATE_ROOM = 30.0


def _around(row: int) -> tuple[tuple[int, int], ...]:
    """The offsets of neighbours (rows, columns) of hexes in a row, clockwise from north-east."""
    ways = (step(Lattice.HEXES, row, 0, way) for way in directions(Lattice.HEXES))
    return tuple((found[0] - row, found[1]) for found in ways if found is not None)


# The directions of the lattice begin with north-east, as the sides of `_CORNERS` do.
_AROUND = (_around(0), _around(1))


def _middle(cell: MapCell, first: int) -> Corner:
    return (
        cell.column * _WIDE + _HALF * (1 + (cell.row + first) % 2),
        cell.row * _PITCH + _SIDE,
    )


# A pure function; drawing a map calls it some ten times for each cell.
@lru_cache(maxsize=8192)
def _sides(cell: MapCell, first: int) -> tuple[CellSide, ...]:
    x, y = _middle(cell, first)
    points = [(x + dx, y + dy) for dx, dy in _CORNERS]
    return tuple(
        CellSide(start, end, MapCell(cell.column + across, cell.row + down))
        for start, end, (down, across) in zip(
            points, points[1:] + points[:1], _AROUND[(cell.row + first) % 2], strict=True
        )
    )


class HexGrid(MapGrid):
    """A grid of hexes in rows."""

    def __init__(self, first: int = 0) -> None:
        """A grid that begins with an even row (0), or with an odd row, which is set in (1)."""
        self._first = first

    degrees = _DEGREES
    # All symbols have one size, which leaves the names of hexes free.
    slanting_scale = lying_scale = 0.88
    cell_width = _WIDE
    # Maps of many hexes have large labels.
    margin = 92
    # A side is shorter than a symbol with the wall on both sides of it.
    opening_scale = 0.84
    # Below the upper corner, where there are no pieces and no routes.
    name_above = 48.0
    wall_look = ' stroke-linecap="round" stroke-linejoin="round"'

    def size(self, columns: int, rows: int) -> tuple[int, int]:
        """The width and height of this many hexes, in units; a single even row is not set in."""
        return columns * _WIDE + (_HALF if rows > 1 or self._first else 0), rows * _PITCH + _QUARTER

    def sides(self, cell: MapCell) -> tuple[CellSide, ...]:
        """The six sides of a hex, from the north-eastern one on."""
        return _sides(cell, self._first)

    def position(self, cell: MapCell) -> Point:
        """The middle of a hex, in widths of a hex."""
        x, y = _middle(cell, self._first)
        return x / _WIDE, y / _WIDE

    def room(self, at: MapCell, width: int, height: int) -> Rectangle:
        """The room of a piece: a box around the middles of its hexes."""
        middles = [_middle(cell, self._first) for cell in block(at, width, height)]
        whole = bounding_box(Rectangle(x, y, x, y) for x, y in middles)
        wide, high = (width - 1) * _WIDE + UNIT, (height - 1) * _PITCH + UNIT
        return centred_box(whole.middle, wide, high)

    def is_step(self, start: MapCell, end: MapCell) -> bool:
        """Whether two hexes are the same or share a side."""
        return start == end or any(side.neighbour == end for side in _sides(start, self._first))

    def lane(self, number: int) -> Point:
        """A vertical offset: no step between hexes is vertical, so that routes stay apart."""
        return 0, (0, 20, -20, 36)[number % 4]

    def line_path(self, segments: Iterable[Segment]) -> str:
        """Return path data for sides, joined into trails."""
        return "".join(_stroke(trail) for trail in _trails(segments))

    def hatch_path(self, cells: AbstractSet[MapCell], lines: int, *, rising: bool = True) -> str:
        """Return path data of diagonal strokes; each runs through all hexes in its way."""
        apart = UNIT // lines
        found: dict[int, list[Point]] = {}
        for x1, y1, x2, y2 in sorted(self.outline(cells)):
            start, end = (y1 + x1, y2 + x2) if rising else (y1 - x1, y2 - x2)
            # A stroke through a corner counts for one of its two sides, so that ends pair up.
            low, high = sorted((start, end))
            for line in range(ceil(low / apart), ceil(high / apart)):
                share = (line * apart - start) / (end - start)
                point = (x1 + (x2 - x1) * share, y1 + (y2 - y1) * share)
                found.setdefault(line, []).append(point)
        data: list[str] = []
        for _, points in sorted(found.items()):
            points.sort()
            data += map(_line, points[::2], points[1::2])
        return "".join(data)

    def cell_frames(self, cells: Sequence[MapCell]) -> list[MapFrame]:
        """One ring around each group of hexes that lie beside each other."""
        return [RingFrame(inset(loop, 3)) for loop in self.loops(frozenset(cells))]

    def gate_frames(self, edges: Sequence[MapEdge]) -> list[MapFrame]:
        """A ring around each opening."""
        return [RingFrame(self._about(edge)) for edge in edges]

    def _about(self, edge: MapEdge) -> tuple[Point, ...]:
        stand = self.opening_place(edge)
        (x, y), (dx, dy) = stand.middle, stand.ahead
        return tuple(
            (x + dx * ahead - dy * aside, y + dy * ahead + dx * aside)
            for ahead, aside in (
                (-_GATE_ROOM, -_QUARTER + 2),
                (_GATE_ROOM, -_QUARTER + 2),
                (_GATE_ROOM, _QUARTER - 2),
                (-_GATE_ROOM, _QUARTER - 2),
            )
        )


def _line(start: Point, end: Point) -> str:
    # One decimal is enough, and saves much text: a tenth of a unit is a hundredth of a millimetre.
    x1, y1, x2, y2 = (number(round(value, 1)) for value in (*start, *end))
    return f"M{x1} {y1}L{x2} {y2}"


def _trails(segments: Iterable[Segment]) -> Iterable[list[Corner]]:
    """Cover all sides, each once, with as few trails as possible.

    A trail from a corner of odd degree ends in another corner of odd degree; then only loops are
    left.
    """
    ways: dict[Corner, list[Corner]] = {}
    for x1, y1, x2, y2 in sorted(set(segments), reverse=True):
        ways.setdefault((x1, y1), []).append((x2, y2))
        ways.setdefault((x2, y2), []).append((x1, y1))
    for start in sorted(ways):
        if len(ways[start]) % 2:
            yield _walked(start, ways)
    for start in sorted(ways):
        # Only loops are left.
        while ways[start]:
            yield _walked(start, ways)


def _walked(start: Corner, ways: dict[Corner, list[Corner]]) -> list[Corner]:
    trail = [start]
    while ways[trail[-1]]:
        end = ways[trail[-1]].pop()
        ways[end].remove(trail[-1])
        trail.append(end)
    return trail


def _stroke(trail: list[Corner]) -> str:
    """Write a trail in relative commands, which are short because sides have few directions."""
    is_closed = trail[0] == trail[-1]
    words = [f"M{trail[0][0]} {trail[0][1]}"]
    is_slanted = False
    for (x1, y1), (x2, y2) in pairwise(trail[:-1] if is_closed else trail):
        across, down = x2 - x1, y2 - y1
        if across:
            letter = "l" if not is_slanted else "" if across < 0 else " "
            words.append(f"{letter}{across}{'' if down < 0 else ' '}{down}")
        else:
            words.append(f"v{down}")
        is_slanted = across != 0
    return "".join(words) + ("z" if is_closed else "")
