"""The interface of a map's grid, for cells of any shape.

All measures are in units of the drawing: a piece in one cell has a room of 100 × 100 units, which
on squares is the whole cell.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING

from questwright.compiler.publish.book.view.map import MapCell
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from questwright.compiler.publish.book.svg.elements import Point
    from questwright.compiler.publish.book.svg.frames import MapFrame, Rectangle
    from questwright.compiler.publish.book.view.map import Facing, MapEdge

UNIT = 100

Corner = tuple[int, int]
Segment = tuple[int, int, int, int]
"""A side of a cell as x1, y1, x2, y2; the lesser end comes first."""


class CellSide(NamedTuple):
    """A side of a cell, from corner to corner clockwise, and the neighbour behind it."""

    start: Corner
    end: Corner
    neighbour: MapCell

    @property
    def segment(self) -> Segment:
        """The side as a segment, which is equal for both of its cells."""
        start, end = sorted((self.start, self.end))
        return (*start, *end)


class OpeningPlace(NamedTuple):
    """The place of an opening: its middle, its turn and its direction."""

    middle: Point = (50.0, 50.0)
    turn: int = 0
    """The turn of its wall in degrees; at 0 the wall runs from left to right."""
    ahead: Point = (0.0, 1.0)
    """The unit vector through it, from the first cell of its edge to the second."""
    scale: float = 1.0


UNTURNED = OpeningPlace()


class MapGrid(ABC):
    """How the cells of a map lie in the drawing, and how lines and frames on them are drawn."""

    degrees: Mapping[Facing, int]
    """The turn of each facing from north, in degrees clockwise."""
    slanting_scale: float
    """The scale of a symbol whose turn is no multiple of 90 degrees."""
    lying_scale: float
    """The scale of any other flat symbol."""
    cell_width: int
    """The distance of two opposite sides of a cell, in units."""
    margin: int
    """The margin on all sides of the cells, in units."""
    opening_scale: float
    """The scale of an opening's symbol, at which its wall is as long as a side."""
    name_above: float | None
    """How far above its middle a cell has its name; None if cells have no names."""
    wall_look: str
    """How the ends and corners of walls are drawn, as attributes."""

    @abstractmethod
    def size(self, columns: int, rows: int) -> tuple[int, int]:
        """The width and height of this many columns and rows, in units."""

    @abstractmethod
    def sides(self, cell: MapCell) -> tuple[CellSide, ...]:
        """The sides of a cell, clockwise."""

    @abstractmethod
    def position(self, cell: MapCell) -> Point:
        """The place of a cell in widths of a cell, to the right and downwards."""

    @abstractmethod
    def room(self, at: MapCell, width: int, height: int) -> Rectangle:
        """The room of a piece that covers `width` × `height` cells from `at` on."""

    @abstractmethod
    def is_step(self, start: MapCell, end: MapCell) -> bool:
        """Whether two cells are the same or one step of a route apart."""

    @abstractmethod
    def lane(self, number: int) -> Point:
        """The offset of a route from the middles of cells, by its number."""

    @abstractmethod
    def line_path(self, segments: Iterable[Segment]) -> str:
        """Return path data for sides, joined into few strokes."""

    @abstractmethod
    def hatch_path(self, cells: AbstractSet[MapCell], lines: int, *, rising: bool = True) -> str:
        """Return path data of diagonal strokes, `lines` to 100 units, continuous across cells."""

    @abstractmethod
    def cell_frames(self, cells: Sequence[MapCell]) -> list[MapFrame]:
        """Frames around cells that a number is about."""

    @abstractmethod
    def gate_frames(self, edges: Sequence[MapEdge]) -> list[MapFrame]:
        """Frames around openings that a number is about."""

    def middle(self, cell: MapCell) -> Point:
        """The middle of a cell."""
        return self.room(cell, 1, 1).middle

    def corners(self, cell: MapCell) -> tuple[Corner, ...]:
        """The corners of a cell, clockwise."""
        return tuple(side.start for side in self.sides(cell))

    def edge_segment(self, edge: MapEdge) -> Segment:
        """The side between an edge's two cells."""
        for side in self.sides(edge.first):
            if side.neighbour == edge.second:
                return side.segment
        a, b = sorted((edge.first, edge.second))
        raise ValueError(f"cells {a} and {b} share no edge")

    def opening_place(self, edge: MapEdge) -> OpeningPlace:
        """The place of an opening on an edge."""
        x1, y1, x2, y2 = self.edge_segment(edge)
        (ax, ay), (bx, by) = self.middle(edge.first), self.middle(edge.second)
        far = hypot(bx - ax, by - ay)
        return OpeningPlace(
            ((x1 + x2) / 2, (y1 + y2) / 2),
            round(degrees(atan2(y2 - y1, x2 - x1))),
            ((bx - ax) / far, (by - ay) / far),
            self.opening_scale,
        )

    def outline(self, cells: AbstractSet[MapCell]) -> frozenset[Segment]:
        """The sides between a set of cells and everything else."""
        return frozenset(
            side.segment
            for cell in cells
            for side in self.sides(cell)
            if side.neighbour not in cells
        )

    def inner(self, cells: AbstractSet[MapCell]) -> frozenset[Segment]:
        """The sides between two cells of a set."""
        return frozenset(
            side.segment for cell in cells for side in self.sides(cell) if side.neighbour in cells
        )

    def area_path(self, cells: AbstractSet[MapCell]) -> str:
        """Return path data for the outline of a set of cells, to be filled by the even-odd rule."""
        return "".join(
            "M" + "L".join(f"{x} {y}" for x, y in _bends(loop)) + "Z" for loop in self.loops(cells)
        )

    def loops(self, cells: AbstractSet[MapCell]) -> Iterator[list[Corner]]:
        """The outlines of a set of cells as corners, clockwise; those of holes anticlockwise."""
        nexts: dict[Corner, list[Corner]] = {}
        for cell in sorted(cells):
            for side in self.sides(cell):
                if side.neighbour not in cells:
                    nexts.setdefault(side.start, []).append(side.end)
        while nexts:
            start = point = min(nexts)
            loop = [start]
            while True:
                ends = nexts[point]
                following = ends.pop(0)
                if not ends:
                    del nexts[point]
                point = following
                if point == start:
                    break
                loop.append(point)
            yield loop


def _bends(loop: list[Corner]) -> list[Corner]:
    return [
        point
        for before, point, after in zip(
            loop[-1:] + loop[:-1], loop, loop[1:] + loop[:1], strict=True
        )
        if (point[0] - before[0]) * (after[1] - point[1])
        != (point[1] - before[1]) * (after[0] - point[0])
    ]


def block(at: MapCell, width: int, height: int) -> list[MapCell]:
    """The cells of a block, column by column, from its upper left cell on."""
    return [MapCell(at.column + dx, at.row + dy) for dx in range(width) for dy in range(height)]
