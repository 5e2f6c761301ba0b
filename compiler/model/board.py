"""The board: cells, the edges between them, areas, and the gates that join areas.

A set of cells is one whole number with a bit for each cell, so that a flood over a
board is a handful of shifts. Each row has one bit more than it has columns: what is
shifted over the border falls into that bit and is masked away.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from compiler.packs.model import GateForm
from dsl.drawing import cell_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from compiler.packs.model import AreaKind, GateKind, LockKind
    from dsl.source import Span

Cell = int
"""The index of a cell: ``row * stride + column``."""
Cells = int
"""A set of cells: bit ``n`` stands for cell ``n``."""


def each_cell(cells: Cells) -> Iterator[Cell]:
    """The cells of a set, lowest first."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


class Edge(NamedTuple):
    """The edge between two neighbouring cells, the lower one first."""

    first: Cell
    second: Cell


class Area(NamedTuple):
    """A part of the board with a name: a room, a corridor."""

    id: str
    title: str
    kind: AreaKind
    cells: Cells
    is_named: bool
    """The author named it; otherwise it was found between the walls."""
    origin: Span


class Lock(NamedTuple):
    """What keeps a gate shut until someone brings what opens it, or breaks it."""

    id: str
    key: str
    """The id of the item that opens it; empty where it takes none."""
    is_spent: bool
    """The key is used up."""
    note: str
    origin: Span
    by: tuple[str, ...] = ()
    """The words of those who alone can open it; empty where everybody can."""
    kind: LockKind | None = None
    """What the game says of it, where it is one that the game has."""
    values: Mapping[str, int] = MappingProxyType({})
    """The numbers that its kind asks for."""


class Gate(NamedTuple):
    """What joins two areas once something is done: a door, a secret passage."""

    id: str
    title: str
    kind: GateKind
    edges: tuple[Edge, ...]
    is_open: bool
    """It stands open from the start."""
    lock: Lock | None
    between: tuple[int, int]
    """The areas on both sides, by index."""
    is_named: bool
    origin: Span
    only: tuple[str, ...] = ()
    """The words of those who alone go through; empty where everybody does."""
    way_from: int = -1
    """The index of the area from which alone one goes through; -1 where one goes both ways."""

    @property
    def ways(self) -> tuple[tuple[int, int], ...]:
        """From which area into which one goes through, by index: both ways, or only onward."""
        first, second = self.between
        both = ((first, second), (second, first))
        return both if self.way_from < 0 else tuple(way for way in both if way[0] == self.way_from)


@dataclass(frozen=True, slots=True)
class Board:
    """All the squares of a quest."""

    columns: int
    rows: int
    floor: Cells
    """Cells that exist and are not solid."""
    solid: Cells
    """Cells drawn as blocked: rock, rubble that was always there."""
    east_walls: Cells
    """Cells with a wall on their right edge; gates are not walls."""
    south_walls: Cells
    """Cells with a wall on their lower edge."""
    areas: tuple[Area, ...]
    gates: tuple[Gate, ...]
    tiles: tuple[str, ...]
    """The tiles that it is laid from; empty where it is drawn."""

    @property
    def stride(self) -> int:
        """Bits of a row."""
        return self.columns + 1

    def cell(self, row: int, column: int) -> Cell:
        """The index of a cell."""
        return row * self.stride + column

    def name(self, cell: Cell) -> str:
        """How a cell is written: ``C4``."""
        row, column = divmod(cell, self.stride)
        return cell_name(row, column)

    def edge_name(self, edge: Edge) -> str:
        """How an edge is written: ``C4|D4``."""
        return f"{self.name(edge.first)}|{self.name(edge.second)}"

    def is_inside(self, row: int, column: int) -> bool:
        """Whether the drawing reaches that far."""
        return 0 <= row < self.rows and 0 <= column < self.columns

    def area_at(self, cell: Cell) -> int:
        """The index of the area that a cell is in, or -1."""
        bit = 1 << cell
        for index, area in enumerate(self.areas):
            if area.cells & bit:
                return index
        return -1

    def names(self, cells: Cells, limit: int = 6) -> str:
        """Some cells in words: ``C4, C5 and 3 more``."""
        every = [self.name(cell) for cell in each_cell(cells)]
        shown = ", ".join(every[:limit])
        return f"{shown} and {len(every) - limit} more" if len(every) > limit else shown


class Openings(NamedTuple):
    """Where one may step now: the edges of each cell that are not closed."""

    east: Cells
    """Cells from which a step to the right is free."""
    south: Cells
    stride: int

    def flood(self, start: Cells, allowed: Cells) -> Cells:
        """All cells that are reached from some cells over free edges, within the allowed ones.

        A diagonal step is only legal where two straight steps lead to the same cell
        [DSO-B12, DSO-E34], so straight steps alone find every reachable cell.
        """
        east, south, stride = self.east, self.south, self.stride
        reached = start & allowed
        frontier = reached
        while frontier:
            grown = (
                (frontier & east) << 1
                | (frontier >> 1) & east
                | (frontier & south) << stride
                | (frontier >> stride) & south
            )
            frontier = grown & allowed & ~reached
            reached |= frontier
        return reached

    def grow(self, cells: Cells) -> Cells:
        """The cells one straight step away over free edges, and the cells themselves."""
        east, south, stride = self.east, self.south, self.stride
        return (
            cells
            | (cells & east) << 1
            | (cells >> 1) & east
            | (cells & south) << stride
            | (cells >> stride) & south
        )


def openings(board: Board, open_gates: frozenset[int] | None = None) -> Openings:
    """The free edges of a board with the given gates open; with None, all of them."""
    inside = board.floor
    east = inside & (inside >> 1) & ~board.east_walls
    south = inside & (inside >> board.stride) & ~board.south_walls
    for index, gate in enumerate(board.gates):
        stands_open = open_gates is None or gate.is_open or index in open_gates
        if not stands_open or gate.kind.form is GateForm.WINDOW:
            for edge in gate.edges:
                if edge.second == edge.first + 1:
                    east &= ~(1 << edge.first)
                else:
                    south &= ~(1 << edge.first)
    return Openings(east, south, board.stride)
