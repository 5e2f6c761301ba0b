"""Read the board of a document: its squares, areas, gates, terrain and crossings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.geometry.cliffs import with_barriers, with_cliffs
from questwright.compiler.grid.cells import Edge
from questwright.compiler.grid.lattice import lattice_of
from questwright.compiler.model.board import Area, Barrier, Board, Gate, Lock, Patch, Tier
from questwright.compiler.publish.document.read.crossings import read_crossings
from questwright.compiler.publish.document.read.lookup import NOWHERE, look_up, mask_of
from questwright.compiler.publish.document.read.part import DocumentError
from questwright.compiler.publish.document.read.tiles import read_tiles
from questwright.dsl import limits
from questwright.dsl.drawing import cell_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import NoReturn

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.publish.document.read.part import Part


def read_board(top: Part, system: System) -> tuple[dict[str, Cell], Board]:
    """The squares by name, and the board with its areas, gates, terrain and crossings."""
    part = top.part("board")
    columns, rows = part.number("columns"), part.number("rows")
    if max(columns, rows) > limits.DRAWING_SIDE:
        raise DocumentError(f"its board has more than {limits.DRAWING_SIDE} squares in a row")
    bare = Board(columns, rows, 0, 0, (), (), (), (), lattice_of(part.text("drawing")))
    cells = {
        cell_name(row, column): bare.cell(row, column)
        for row in range(rows)
        for column in range(columns)
    }
    floor = mask_of(cells, (cell.text("name") for cell in part.parts("cells")))
    solid = mask_of(cells, part.words("solid"))
    walls = {shift: 0 for shift, _ in bare.onward}
    for wall in part.pairs("walls"):
        edge = _edge(wall, cells, bare)
        walls[edge.second - edge.first] |= 1 << edge.first
    areas = tuple(_area(part, cells, system) for part in top.parts("areas"))
    numbers = {area.id: number for number, area in enumerate(areas)}
    gates = tuple(_gate(part, cells, bare, numbers, system) for part in top.parts("gates"))
    board = bare._replace(floor=floor, solid=solid, walls=tuple(walls.values()))
    terrain = tuple(
        Patch(
            look_up(system.terrains, patch.text("word"), "a terrain"),
            mask_of(cells, patch.words("cells")),
            NOWHERE,
        )
        for patch in part.parts("terrain")
    )
    levels = tuple(
        Tier(
            look_up(system.levels, tier.text("word"), "a level"),
            mask_of(cells, tier.words("cells")),
            NOWHERE,
        )
        for tier in part.parts("levels")
    )
    barriers = tuple(
        Barrier(
            look_up(system.barriers, barrier.text("word"), "a barrier"),
            tuple(_edge(edge, cells, bare) for edge in barrier.pairs("edges")),
            NOWHERE,
        )
        for barrier in part.parts("barriers")
    )
    board = board._replace(areas=areas, gates=gates, terrain=terrain)
    crossings = read_crossings(part, cells, system)
    board = board._replace(levels=levels, crossings=crossings, tiles=read_tiles(part, cells))
    return cells, with_cliffs(with_barriers(board, barriers))


def _edge(names: Iterable[str], cells: Mapping[str, Cell], board: Board) -> Edge:
    first, second = (look_up(cells, name, "a square") for name in names)
    if second < first or not board.are_beside(first, second):
        _refuse_edge(names)
    return Edge(first, second)


def _refuse_edge(names: Iterable[str]) -> NoReturn:
    raise DocumentError(f"`{'|'.join(names)}` is no edge: these squares do not lie side by side")


def _area(part: Part, cells: Mapping[str, Cell], system: System) -> Area:
    return Area(
        id=part.text("id"),
        title=part.text("title"),
        kind=look_up(system.areas, part.text("kind"), "a kind of area of the game"),
        cells=mask_of(cells, part.words("cells")),
        is_named=part.flag("named"),
        origin=NOWHERE,
    )


def _gate(
    part: Part, cells: Mapping[str, Cell], board: Board, areas: Mapping[str, int], system: System
) -> Gate:
    first, second = (look_up(areas, id_, "an area") for id_ in part.words("areas"))
    lock, way_from = part.part_or_none("lock"), part.text("from")
    return Gate(
        id=part.text("id"),
        title=part.text("title"),
        kind=look_up(system.gates, part.text("kind"), "a kind of gate of the game"),
        edges=tuple(_edge(edge, cells, board) for edge in part.pairs("edges")),
        is_open=part.flag("open"),
        lock=None if lock is None else read_lock(lock, system),
        between=(first, second),
        is_named=part.flag("named"),
        origin=NOWHERE,
        only=part.words("only"),
        way_from=look_up(areas, way_from, "an area") if way_from else -1,
        shuts_after=part.number("shuts_after") or 0,
        cells=mask_of(cells, part.words("cells")),
    )


def read_lock(part: Part, system: System) -> Lock:
    """The lock of a gate or a thing."""
    kind = part.text("kind")
    return Lock(
        part.text("id"),
        part.text("key"),
        part.flag("spent"),
        part.text("note"),
        NOWHERE,
        part.words("by"),
        look_up(system.locks, kind, "a kind of lock of the game") if kind else None,
        part.numbers("values"),
    )
