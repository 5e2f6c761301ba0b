"""The board: cells, the edges between them, areas, gates and crossings.

A set of cells is a bit set, so that a flood fill over a board takes a few shifts. Each row has one
unused bit after its last column: a cell that is shifted over the border lands there and is masked
out.
"""

from __future__ import annotations

from types import MappingProxyType

from questwright.compiler.grid.cells import Cell, Cells, Edge, each_cell
from questwright.compiler.grid.lattice import Lattice, Onward, corners, onward
from questwright.compiler.language import say
from questwright.dsl.drawing import cell_name
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Final

    from questwright.compiler.grid.lattice import Shift
    from questwright.compiler.model.cast import Cast
    from questwright.compiler.model.laid_tile import LaidTile
    from questwright.compiler.packs.system.crossings import CrossingKind
    from questwright.compiler.packs.system.heights import BarrierKind, Level
    from questwright.compiler.packs.system.locks import LockKind
    from questwright.compiler.packs.system.system import AreaKind, GateKind, Terrain
    from questwright.dsl.source import Span


class Area(NamedTuple):
    """A part of the board with a name: a room, a corridor."""

    id: str
    title: str
    kind: AreaKind
    cells: Cells
    is_named: bool
    """The author named it; otherwise the compiler found it between the walls."""
    origin: Span


BARRED: Final = "barred"
"""Behind a gate or a crossing: shut until an event opens it. No item has this name."""


class Lock(NamedTuple):
    """A lock that keeps a gate shut until somebody opens or breaks it."""

    id: str
    key: str
    """The id of the item that opens it; empty if it takes none, `BARRED` if only an event does."""
    is_spent: bool
    """Opening it uses the key up."""
    note: str
    origin: Span
    by: tuple[str, ...] = ()
    """The words of the only kinds that can open it; empty if all can."""
    kind: LockKind | None = None
    """Its kind in the pack; None if it is a lock that the pack does not describe."""
    values: Mapping[str, int] = MappingProxyType({})
    """The numbers that its kind asks for, by name."""
    sides: tuple[str, ...] | None = None
    """Of a gate that the party does not open by the rules of the game, the words of the sides that
    do; None of any other."""

    @property
    def is_barred(self) -> bool:
        """Whether nobody opens the gate, and only an event does."""
        return self.key == BARRED


class Gate(NamedTuple):
    """A connection of two areas that something opens: a door, a secret passage."""

    id: str
    title: str
    kind: GateKind
    edges: tuple[Edge, ...]
    is_open: bool
    """It stands open from the start."""
    lock: Lock | None
    between: tuple[int, int]
    """The indices of the areas on both sides."""
    is_named: bool
    """The author gave it an id."""
    origin: Span
    only: tuple[str, ...] = ()
    """The words of the only kinds that may go through; empty if all may."""
    way_from: int = -1
    """Of a one-way gate, the index of the area that it leads out of; -1 for both ways."""
    shuts_after: int = 0
    """How many go through before it falls shut, each time anew; 0 if it never does."""
    cells: Cells = 0
    """The cells of its own that it stands on, all edges of which it shuts. It is taken away when it
    is opened; then they are floor. 0 if it stands on edges."""

    @property
    def sides(self) -> Cells:
        """The cells on both sides of its edges."""
        cells = 0
        for edge in self.edges:
            cells |= 1 << edge.first | 1 << edge.second
        return cells

    @property
    def ways(self) -> tuple[tuple[int, int], ...]:
        """The pairs (from, to) of area indices in which the gate can be passed."""
        first, second = self.between
        both = ((first, second), (second, first))
        return both if self.way_from < 0 else tuple(way for way in both if way[0] == self.way_from)


class Patch(NamedTuple):
    """Cells with a terrain other than plain floor."""

    kind: Terrain
    cells: Cells
    origin: Span


class Tier(NamedTuple):
    """Cells on a level other than the ground level."""

    kind: Level
    cells: Cells
    origin: Span


class Barrier(NamedTuple):
    """An obstacle on edges that nobody walks through: a low wall, bars."""

    kind: BarrierKind
    edges: tuple[Edge, ...]
    origin: Span


class Climb(NamedTuple):
    """Cliffs between two terrains over which some kinds may climb."""

    by: tuple[str, ...]
    """Who may climb, by words of kinds, ranks and traits."""
    edges: tuple[Edge, ...]


class Crossing(NamedTuple):
    """A connection between places that are not adjacent: a deep passage, a walkway, a boat."""

    id: str
    title: str
    kind: CrossingKind
    ends: tuple[Cells, ...]
    """The cells of each end; the end of the statement's ``from`` comes first."""
    rounds: int
    """The fewest rounds that it takes; 0 if it costs move points instead."""
    only: tuple[str, ...]
    """The words of the only kinds, of any side, that may take it; empty if all may."""
    is_open: bool
    """It is open from the start."""
    is_named: bool
    origin: Span
    over: tuple[Cell, ...] = ()
    """The cells that it passes over, from the first end on; a figure may stop above each."""
    rowed: tuple[tuple[int, ...], ...] = ()
    """If the rounds depend on the rowed distance: the rounds from each end to each end."""
    cast: Cast | None = None
    """The spells that make it; None if it is part of the board."""

    @property
    def is_rowed(self) -> bool:
        """Whether it is a vessel: it lies at one end at a time, and somebody rows it."""
        return self.kind.is_vessel and self.cast is None

    def rounds_between(self, source: int, target: int) -> int:
        """How many rounds it takes from one end to another; the ends are given by index."""
        return self.rowed[source][target] if self.rowed else self.rounds

    def end_at(self, cell: Cell) -> int:
        """The index of the end that holds a cell; -1 for none."""
        return next((number for number, end in enumerate(self.ends) if end >> cell & 1), -1)

    @property
    def cost(self) -> int:
        """The move points of the whole way, for each cell entered; 0 if it takes rounds."""
        return 0 if self.rounds else self.kind.cost * (len(self.over) + 1)

    @property
    def ways(self) -> tuple[tuple[int, int], ...]:
        """The pairs (from, to) of end indices in which the crossing can be taken."""
        ends = range(len(self.ends))
        if self.kind.is_one_way:
            return tuple((0, target) for target in ends[1:])
        return tuple((source, target) for source in ends for target in ends if source != target)

    @property
    def cells(self) -> Cells:
        """The cells of all its ends."""
        cells = 0
        for end in self.ends:
            cells |= end
        return cells


class Board(NamedTuple):
    """All the cells of a quest, with all that stands on their edges or marks their ground."""

    columns: int
    rows: int
    floor: Cells
    """The cells that exist and are not solid."""
    solid: Cells
    """The cells that are drawn as blocked: rock, permanent rubble."""
    walls: tuple[Cells, ...]
    """For each entry of ``onward`` the cells with a wall across that step; gates are not walls."""
    areas: tuple[Area, ...]
    gates: tuple[Gate, ...]
    tiles: tuple[LaidTile, ...]
    """The tiles that it is laid from; empty if it is drawn."""
    lattice: Lattice = Lattice.SQUARES
    terrain: tuple[Patch, ...] = ()
    """The ground that is not plain floor; each cell is in at most one patch."""
    levels: tuple[Tier, ...] = ()
    """The higher and lower ground; each cell is in at most one tier."""
    barriers: tuple[Barrier, ...] = ()
    cliffs: tuple[Cells, ...] = ()
    """For each entry of ``onward`` the cells with a cliff across that step: the ground beyond is on
    another level, or is of a terrain that is kept apart. Empty if the board has no cliffs."""
    climbs: tuple[Climb, ...] = ()
    """The cliffs that some kinds climb over."""
    barred: tuple[Cells, ...] = ()
    """For each entry of ``onward`` the cells with a barrier across that step; empty if the board
    has no barriers."""
    crossings: tuple[Crossing, ...] = ()

    @property
    def onward(self) -> tuple[Onward, ...]:
        """The steps to the right and downwards, whatever stands in their way."""
        return onward(self.lattice, self.rows, self.columns)

    @property
    def corners(self) -> tuple[Shift, ...]:
        """The shifts between cells that touch only at a corner."""
        return corners(self.lattice, self.columns)

    def beside(self, cell: Cell) -> tuple[Cell, ...]:
        """The neighbours of a cell that are floor, whatever stands between."""
        found = []
        for shift, cells in self.onward:
            if cells >> cell & 1:
                found.append(cell + shift)
            if cell >= shift and cells >> (cell - shift) & 1:
                found.append(cell - shift)
        return tuple(neighbour for neighbour in found if self.floor >> neighbour & 1)

    def has_wall(self, first: Cell, second: Cell) -> bool:
        """Whether a wall stands between two neighbouring cells."""
        return _is_shut(first, second, self.onward, self.walls)

    def is_crossed(self, first: Cell, second: Cell) -> bool:
        """Whether no wall, cliff or barrier stands between two neighbouring cells."""
        onward = self.onward
        shut = (self.walls, self.cliffs, self.barred)
        return not any(_is_shut(first, second, onward, edges) for edges in shut if edges)

    @property
    def titles(self) -> dict[str, str]:
        """The titles of its areas, gates and crossings, by id."""
        titles = {area.id: area.title for area in self.areas}
        titles |= {gate.id: gate.title for gate in self.gates}
        return titles | {crossing.id: crossing.title for crossing in self.crossings}

    def is_climbed(self, edge: Edge) -> bool:
        """Whether neither wall nor barrier stands on an edge, so that a climber gets over it."""
        is_barred = any(
            shift == edge.second - edge.first and bool(closed >> edge.first & 1)
            for (shift, _), closed in zip(self.onward, self.barred, strict=False)
        )
        return not is_barred and not self.has_wall(*edge)

    def is_walled(self, edge: Edge, *, is_gate: bool) -> bool:
        """Whether a wall or a gate stands on an edge, and neither a cliff nor a barrier."""
        is_shut = any(
            shift == edge.second - edge.first and bool(closed >> edge.first & 1)
            for every in (self.cliffs, self.barred)
            for (shift, _), closed in zip(self.onward, every, strict=False)
        )
        return not is_shut and (is_gate or self.has_wall(*edge))

    def height(self, cell: Cell) -> int:
        """The height of a cell's level; 0 for the ground level."""
        return next((level.kind.height for level in self.levels if level.cells >> cell & 1), 0)

    def are_beside(self, first: Cell, second: Cell) -> bool:
        """Whether two cells share an edge."""
        low, high = min(first, second), max(first, second)
        return any(shift == high - low and bool(cells >> low & 1) for shift, cells in self.onward)

    def walls_within(self, cells: Cells) -> Iterator[Edge]:
        """The edges with a wall that have two of these cells as their sides, in order."""
        yield from self._within(self.walls, cells)

    def cliffs_within(self, cells: Cells) -> Iterator[Edge]:
        """The edges with a cliff that have two of these cells as their sides, in order."""
        yield from self._within(self.cliffs, cells)

    def _within(self, every: tuple[Cells, ...], cells: Cells) -> Iterator[Edge]:
        for (shift, _), closed in zip(self.onward, every, strict=False):
            for cell in each_cell(closed & cells & cells >> shift):
                yield Edge(cell, cell + shift)

    @property
    def stride(self) -> int:
        """The number of bits in a row: one more than the columns."""
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

    def gate_places(self, gate: Gate) -> tuple[str, ...]:
        """How the places of a gate are written: its cells, or its edges."""
        if gate.cells:
            return tuple(self.name(cell) for cell in each_cell(gate.cells))
        return tuple(self.edge_name(edge) for edge in gate.edges)

    def is_inside(self, row: int, column: int) -> bool:
        """Whether a row and a column, from zero, lie on the board."""
        return 0 <= row < self.rows and 0 <= column < self.columns

    def area_at(self, cell: Cell) -> int:
        """The index of the area that a cell is in, or -1."""
        bit = 1 << cell
        for index, area in enumerate(self.areas):
            if area.cells & bit:
                return index
        return -1

    def area_in_words(self, area: Area) -> str:
        """An area by its id; one that no designer has named by its cells."""
        return f"`{area.id}`" if area.is_named else self.names(area.cells)

    def names(self, cells: Cells, limit: int = 6) -> str:
        """A set of cells in words: ``C4, C5 and 3 more``; at most ``limit`` cells are named."""
        every = [self.name(cell) for cell in each_cell(cells)]
        shown = ", ".join(every[:limit])
        more = len(every) - limit
        return say("{cells} and {count} more", cells=shown, count=more) if more > 0 else shown


def _is_shut(
    first: Cell, second: Cell, onward: tuple[Onward, ...], edges: tuple[Cells, ...]
) -> bool:
    """Whether an edge between two neighbouring cells is one of some."""
    low, apart = min(first, second), abs(first - second)
    for (shift, _), shut in zip(onward, edges, strict=False):
        if shift == apart and shut >> low & 1:
            return True
    return False
