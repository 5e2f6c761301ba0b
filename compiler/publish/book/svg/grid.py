"""What a drawing asks of a grid, whatever the shape of its cells.

All measures are in hundredths of the room that a piece has, which on squares is the whole cell.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.publish.book.view.map import MapCell

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from questwright.compiler.publish.book.svg.elements import Point
    from questwright.compiler.publish.book.svg.frames import MapFrame, Rectangle
    from questwright.compiler.publish.book.view.map import Facing, MapEdge

UNIT = 100

Corner = tuple[int, int]
Segment = tuple[int, int, int, int]
"""A side of a cell, as its two ends, the lesser one first."""


class CellSide(NamedTuple):
    """A side of a cell, from corner to corner clockwise, and the neighbour behind it."""

    start: Corner
    end: Corner
    neighbour: MapCell

    @property
    def segment(self) -> Segment:
        """The side as its neighbour has it as well."""
        start, end = sorted((self.start, self.end))
        return (*start, *end)


class OpeningPlace(NamedTuple):
    """Where an opening stands, and how."""

    middle: Point = (50.0, 50.0)
    turn: int = 0
    """How its wall is turned, in degrees; unturned it runs from left to right."""
    ahead: Point = (0.0, 1.0)
    """The way through it from its edge's first cell, one unit long."""
    scale: float = 1.0


UNTURNED = OpeningPlace()


class MapGrid(ABC):
    """How the cells of a map lie on the sheet."""

    degrees: Mapping[Facing, int]
    """How far what faces somewhere is turned from the north."""
    slanting: float
    """How much smaller a symbol is that faces none of the four winds."""
    lying: float
    """How much smaller any other symbol is that lies on the floor."""
    margin: int
    """How much room there is on all sides of the cells."""
    opening_scale: float
    """How large the symbol of an opening is, for a side to be as long as its wall."""
    name_above: float | None
    """How far above its middle a cell bears its own name; None where the margins say enough."""
    wall_look: str
    """How the ends and corners of walls are drawn, as attributes."""

    @abstractmethod
    def size(self, columns: int, rows: int) -> tuple[int, int]:
        """How wide and how high so many cells are."""

    @abstractmethod
    def sides(self, cell: MapCell) -> tuple[CellSide, ...]:
        """The sides of a cell, clockwise."""

    @abstractmethod
    def lies(self, cell: MapCell) -> Point:
        """Where a cell lies, counted in cells to the right and downwards."""

    @abstractmethod
    def room(self, at: MapCell, width: int, height: int) -> Rectangle:
        """The room of a piece on a cell, or on the first one of so many across and down."""

    @abstractmethod
    def is_step(self, start: MapCell, end: MapCell) -> bool:
        """Whether a route that goes from one cell to another does so in one step, or in none."""

    @abstractmethod
    def lane(self, number: int) -> Point:
        """How far beside the middles of cells one of several routes runs."""

    @abstractmethod
    def line_path(self, segments: Iterable[Segment]) -> str:
        """Return path data for sides, joined into as few strokes as can be."""

    @abstractmethod
    def hatch_path(self, cells: AbstractSet[MapCell], lines: int, *, rising: bool = True) -> str:
        """Return diagonal strokes through cells, `lines` to a unit, that meet across borders."""

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

    def stand(self, edge: MapEdge) -> OpeningPlace:
        """How an opening stands on an edge."""
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
        """The outline of a set of cells, clockwise, and those of holes the other way."""
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
    """The cells of a piece."""
    return [MapCell(at.column + dx, at.row + dy) for dx in range(width) for dy in range(height)]
