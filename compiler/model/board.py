"""The board: cells, the edges between them, areas, and the gates that join areas.

A set of cells is one whole number with a bit for each cell, so that a flood over a
board is a handful of shifts. Each row has one bit more than it has columns: what is
shifted over the border falls into that bit and is masked away.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.grid.cells import Cell, Cells, Edge, each_cell
from questwright.compiler.grid.lattice import Lattice, Onward, corners, onward
from questwright.dsl.drawing import cell_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.grid.lattice import Shift
    from questwright.compiler.model.cast import Cast
    from questwright.compiler.model.laid_tile import LaidTile
    from questwright.compiler.packs.system.crossings import CrossingKind
    from questwright.compiler.packs.system.heights import BarrierKind, Level
    from questwright.compiler.packs.system.system import AreaKind, GateKind, LockKind, Terrain
    from questwright.dsl.source import Span


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


class Patch(NamedTuple):
    """Squares where the ground is not plain floor."""

    kind: Terrain
    cells: Cells
    origin: Span


class Tier(NamedTuple):
    """Cells that lie higher or lower than those of which nothing is said."""

    kind: Level
    cells: Cells
    origin: Span


class Barrier(NamedTuple):
    """What stands between cells and is not walked through: a low wall, bars."""

    kind: BarrierKind
    edges: tuple[Edge, ...]
    origin: Span


class Climb(NamedTuple):
    """Edges between ground that is kept apart, over which some climb all the same."""

    by: tuple[str, ...]
    """Who does, by words of kinds, ranks and traits."""
    edges: tuple[Edge, ...]


class Crossing(NamedTuple):
    """What joins places that do not lie beside each other: a deep passage, a walkway, a boat."""

    id: str
    title: str
    kind: CrossingKind
    ends: tuple[Cells, ...]
    """The cells of each end, that of the statement's ``from`` first."""
    rounds: int
    """How many rounds it takes at least; 0 where it costs some of a move."""
    only: tuple[str, ...]
    """The words of the kinds that alone go, of every side; empty where everybody does."""
    is_open: bool
    """It is open from the start."""
    is_named: bool
    origin: Span
    over: tuple[Cell, ...] = ()
    """The cells that it passes over, from its first end on; one may stop above each."""
    rowed: tuple[tuple[int, ...], ...] = ()
    """For each end the rounds to each other one, where they hang on how far it is rowed."""
    cast: Cast | None = None
    """The spells that make it; None for what is on the board."""

    @property
    def is_rowed(self) -> bool:
        """It is a vessel: it lies at one end at a time, and somebody rows it."""
        return self.kind.is_vessel and self.cast is None

    def rounds_between(self, one: int, other: int) -> int:
        """How many rounds it takes from one end to another, by index."""
        return self.rowed[one][other] if self.rowed else self.rounds

    def end_at(self, cell: Cell) -> int:
        """The index of the end that a cell is of; -1 for none."""
        return next((number for number, end in enumerate(self.ends) if end >> cell & 1), -1)

    @property
    def cost(self) -> int:
        """What it costs of a move, for each cell that one enters; 0 where it takes rounds."""
        return 0 if self.rounds else self.kind.cost * (len(self.over) + 1)

    @property
    def ways(self) -> tuple[tuple[int, int], ...]:
        """From which end to which one goes, by index."""
        every = range(len(self.ends))
        if self.kind.is_one_way:
            return tuple((0, other) for other in every[1:])
        return tuple((one, other) for one in every for other in every if one != other)

    @property
    def cells(self) -> Cells:
        """The cells of all its ends."""
        cells = 0
        for end in self.ends:
            cells |= end
        return cells


@dataclass(frozen=True, slots=True)
class Board:
    """All the squares of a quest."""

    columns: int
    rows: int
    floor: Cells
    """Cells that exist and are not solid."""
    solid: Cells
    """Cells drawn as blocked: rock, rubble that was always there."""
    walls: tuple[Cells, ...]
    """For each step onward the cells with a wall across it; gates are not walls."""
    areas: tuple[Area, ...]
    gates: tuple[Gate, ...]
    tiles: tuple[LaidTile, ...]
    """The tiles that it is laid from, as they lie; empty where it is drawn."""
    lattice: Lattice = Lattice.SQUARES
    terrain: tuple[Patch, ...] = ()
    """Where the ground is not plain floor; each cell in one patch at most."""
    levels: tuple[Tier, ...] = ()
    """Where the ground is higher or lower; each cell in one tier at most."""
    barriers: tuple[Barrier, ...] = ()
    cliffs: tuple[Cells, ...] = ()
    """For each step onward the cells with ground beyond that nobody walks to: it lies higher or
    lower, or is kept apart; empty where there are none."""
    climbs: tuple[Climb, ...] = ()
    """The cliffs that some climb over."""
    barred: tuple[Cells, ...] = ()
    """For each step onward the cells with a barrier across; empty where there are none."""
    crossings: tuple[Crossing, ...] = ()

    @property
    def onward(self) -> tuple[Onward, ...]:
        """The steps to the right and downwards, whatever stands in their way."""
        return onward(self.lattice, self.rows, self.columns)

    @property
    def corners(self) -> tuple[Shift, ...]:
        """How far cells lie from each other that touch at a corner alone."""
        return corners(self.lattice, self.columns)

    def beside(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells of the floor beside one, whatever stands between."""
        found = []
        for shift, cells in self.onward:
            if cells >> cell & 1:
                found.append(cell + shift)
            if cell >= shift and cells >> (cell - shift) & 1:
                found.append(cell - shift)
        return tuple(one for one in found if self.floor >> one & 1)

    def has_wall(self, first: Cell, second: Cell) -> bool:
        """Whether a wall stands between two cells that lie beside each other."""
        low, high = min(first, second), max(first, second)
        return any(
            shift == high - low and bool(walls >> low & 1)
            for (shift, _), walls in zip(self.onward, self.walls, strict=True)
        )

    def is_crossed(self, first: Cell, second: Cell) -> bool:
        """Whether one walks between two cells that lie beside each other, as far as walls go."""
        if not self.cliffs and not self.barred:
            return not self.has_wall(first, second)
        low, high = min(first, second), max(first, second)
        return not any(
            shift == high - low and bool(closed >> low & 1)
            for every in (self.walls, self.cliffs, self.barred)
            for (shift, _), closed in zip(self.onward, every, strict=False)
        )

    @property
    def titles(self) -> dict[str, str]:
        """What its areas, gates and crossings are called, by their ids."""
        titles = {area.id: area.title for area in self.areas}
        titles |= {gate.id: gate.title for gate in self.gates}
        return titles | {crossing.id: crossing.title for crossing in self.crossings}

    def is_climbed(self, edge: Edge) -> bool:
        """Whether nothing but a cliff is in the way of who climbs over an edge."""
        is_barred = any(
            shift == edge.second - edge.first and bool(closed >> edge.first & 1)
            for (shift, _), closed in zip(self.onward, self.barred, strict=False)
        )
        return not is_barred and not self.has_wall(*edge)

    def height(self, cell: Cell) -> int:
        """How high a cell lies."""
        return next((level.kind.height for level in self.levels if level.cells >> cell & 1), 0)

    def are_beside(self, first: Cell, second: Cell) -> bool:
        """Whether two cells share an edge."""
        low, high = min(first, second), max(first, second)
        return any(shift == high - low and bool(cells >> low & 1) for shift, cells in self.onward)

    def walls_within(self, cells: Cells) -> Iterator[Edge]:
        """The walls with some of these cells on both of their sides, in order."""
        yield from self._within(self.walls, cells)

    def cliffs_within(self, cells: Cells) -> Iterator[Edge]:
        """The edges between some of these cells with a cliff or the like across, in order."""
        yield from self._within(self.cliffs, cells)

    def _within(self, every: tuple[Cells, ...], cells: Cells) -> Iterator[Edge]:
        for (shift, _), closed in zip(self.onward, every, strict=False):
            for cell in each_cell(closed & cells & cells >> shift):
                yield Edge(cell, cell + shift)

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
