"""Build the board: squares, walls, ground, areas, and the gates between them.

Takes the canvas and the outline of a quest. Returns the Board, and the letters on its squares that
stand for things.
"""

from __future__ import annotations

from collections import Counter

from questwright.compiler import codes
from questwright.compiler.frontend.canvas import laid_on
from questwright.compiler.frontend.names import SymbolSort, SymbolTable
from questwright.compiler.frontend.outline import Outline, StatementReader, values_of
from questwright.compiler.frontend.places import squares
from questwright.compiler.geometry.cliffs import with_cliffs
from questwright.compiler.geometry.openings import openings, rooms
from questwright.compiler.grid.cells import Cell, Cells, Edge, each_cell
from questwright.compiler.grid.lattice import Lattice, lattice_of
from questwright.compiler.model.board import Area, Board, Gate
from questwright.compiler.model.tiles import linking_cells
from questwright.compiler.model.words import title_from_id
from questwright.compiler.passes.board.join_areas import join_areas
from questwright.compiler.passes.board.read_gates import PlacedGate, read_gates, with_entry_sides
from questwright.compiler.passes.board.read_ground import Lettered, read_ground
from questwright.compiler.passes.board.read_walls import (
    check_cliffs,
    read_barriers,
    read_walls,
    written_edges,
)
from questwright.compiler.passes.board.spread_areas import StatedArea, spread_areas
from questwright.compiler.passes.board.square_gates import (
    cells_of_gates,
    drawn_on_cells,
    stands_on_cells,
    with_edges,
    with_gate_cells,
    written_on_cells,
)
from questwright.dsl.diagnostics import Label
from questwright.dsl.drawing import BLOCKED, FLOOR, WALLS
from questwright.dsl.records import NamedTuple
from questwright.dsl.syntax import Clause, Form, Legend, Place, Statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from questwright.compiler.frontend.canvas import Canvas, Spot, Square, SquareEdge
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.geometry.openings import Openings
    from questwright.compiler.model.board import Lock
    from questwright.compiler.packs.system.system import AreaKind, System
    from questwright.dsl.source import Span


class DrawnLetter(NamedTuple):
    """The statement that a letter stands for, with the squares that have the letter."""

    statement: Statement
    squares: tuple[Cell, ...]
    turns: int
    span: Span
    letter: str


def build_board(
    canvas: Canvas,
    outline: Outline,
    locks: dict[str, Lock],
    system: System,
    names: SymbolTable,
    findings: Findings,
) -> tuple[Board, tuple[DrawnLetter, ...]]:
    """Return the board of a canvas, and the letters that stand for things on it.

    From ``locks`` those of gates are taken.
    """
    stride = canvas.columns + 1
    floor = solid = 0
    for (row, column), spot in canvas.squares.items():
        bit = 1 << (row * stride + column)
        if spot.char == BLOCKED:
            solid |= bit
        else:
            floor |= bit
    bare = Board(
        canvas.columns,
        canvas.rows,
        floor,
        solid,
        (),
        (),
        (),
        (),
        lattice_of(system.grid.drawing),
    )
    if canvas.tiles:
        bare = bare._replace(tiles=tuple(laid_on(bare, tile) for tile in canvas.tiles))
    walls = {shift: 0 for shift, _ in bare.onward}
    for side, spot in canvas.sides.items():
        if spot.char in WALLS and min(side[0]) >= 0:
            first, second = _edge(side, bare)
            walls[second - first] |= 1 << first
    placed, drawn, ground = _read_letters(canvas, bare, system, findings)
    for statement in outline.gates:
        placed += _written(statement, bare, system, findings)
    placed = [*with_edges(placed, bare._replace(walls=tuple(walls.values())), outline)]
    ways: dict[str, Clause] = {}
    gates = read_gates(placed, bare, system, names, locks, findings, ways)
    # A gate replaces the wall at its edges.
    for gate in gates:
        for first, second in gate.edges:
            walls[second - first] &= ~(1 << first)
    for first, second in (
        *_unread(canvas, gates, bare),
        *read_walls(outline, gates, bare, findings),
    ):
        walls[second - first] |= 1 << first
    # A gate separates two areas even while it stands open.
    shut = tuple(gate._replace(is_open=False) for gate in gates)
    walled = bare._replace(walls=tuple(walls.values()), gates=shut)
    laid = read_ground(ground, [*outline.terrains, *outline.levels], bare, system, findings)
    walled = walled._replace(terrain=laid.terrain, levels=laid.levels)
    walled = read_barriers(outline, with_cliffs(walled), gates, system, findings)
    areas = _find_areas(walled, canvas, outline, system, names, findings)
    gates = with_entry_sides(join_areas(gates, areas, walled, findings), ways, areas, findings)
    check_cliffs(gates, walled, findings)
    return walled._replace(areas=areas, gates=tuple(gates)), drawn


def _written(
    statement: Statement, board: Board, system: System, findings: Findings
) -> Iterator[PlacedGate]:
    """Yield the gate that a statement puts on edges, or on cells."""
    if stands_on_cells(statement, system):
        yield from written_on_cells(statement, board, system, findings)
        return
    edges = written_edges(statement, board, findings)
    if edges:
        yield PlacedGate(statement, edges, statement.span, 0)


def _edge(side: SquareEdge, board: Board) -> Edge:
    return Edge(board.cell(*side[0]), board.cell(*side[1]))


def _unread(canvas: Canvas, gates: list[Gate], board: Board) -> Iterator[Edge]:
    """Yield the edges whose letters could not be read; they count as walls, after one finding."""
    gated = {edge for gate in gates for edge in gate.edges}
    for side, spot in canvas.sides.items():
        if spot.char not in WALLS and all(board.is_inside(*square) for square in side):
            edge = _edge(side, board)
            if edge not in gated:
                yield edge


# -- letters ------------------------------------------------------------------------


def _read_letters(
    canvas: Canvas, board: Board, system: System, findings: Findings
) -> tuple[list[PlacedGate], tuple[DrawnLetter, ...], list[Lettered]]:
    on_squares: dict[tuple[int, str], list[Square]] = {}
    on_sides: dict[tuple[int, str], list[SquareEdge]] = {}
    spots: dict[tuple[int, str], Spot] = {}
    for square, spot in sorted(canvas.squares.items()):
        if spot.char not in (FLOOR, BLOCKED):
            key = (spot.legend, spot.char)
            on_squares.setdefault(key, []).append(square)
            spots.setdefault(key, spot)
    for side, spot in sorted(canvas.sides.items()):
        if spot.char not in WALLS:
            key = (spot.legend, spot.char)
            on_sides.setdefault(key, []).append(side)
            spots.setdefault(key, spot)
    gates: list[PlacedGate] = []
    for key, sides in on_sides.items():
        legend = canvas.legends[key[0]].get(key[1])
        if legend is None:
            continue
        if not _is_gate(legend, system) or stands_on_cells(legend.thing, system):
            _wrong_spot(
                legend, spots[key], f"between {findings.cells}", f"on {findings.cells}", findings
            )
            continue
        inside = _keep_inside(sides, legend, spots[key], board, findings)
        groups = _adjoining(inside, board)
        for number, edges in enumerate(groups, 1):
            suffix = number if len(groups) > 1 else 0
            gates.append(PlacedGate(legend.thing, edges, legend.thing.span, suffix))
    drawn, ground, on_cells = _read_squares(canvas, board, on_squares, spots, system, findings)
    return [*gates, *on_cells], drawn, ground


def _read_squares(
    canvas: Canvas,
    board: Board,
    on_squares: dict[tuple[int, str], list[Square]],
    spots: dict[tuple[int, str], Spot],
    system: System,
    findings: Findings,
) -> tuple[tuple[DrawnLetter, ...], list[Lettered], list[PlacedGate]]:
    """Return the letters that stand for things, those that stand for ground, and the gates."""
    drawn: list[DrawnLetter] = []
    ground: list[Lettered] = []
    gates: list[PlacedGate] = []
    for key, found in on_squares.items():
        legend = canvas.legends[key[0]].get(key[1])
        if legend is None:
            continue
        cells = tuple(board.cell(*square) for square in found)
        if stands_on_cells(legend.thing, system):
            mask = sum(1 << cell for cell in cells)
            gates += drawn_on_cells(legend.thing, mask, board, system, findings)
            continue
        if _is_gate(legend, system):
            _wrong_spot(
                legend, spots[key], f"on {findings.cells}", f"between {findings.cells}", findings
            )
            continue
        if legend.thing.head.text in system.terrains or legend.thing.head.text in system.levels:
            ground.append(Lettered(legend.thing, sum(1 << cell for cell in cells)))
            continue
        spot = spots[key]
        drawn.append(DrawnLetter(legend.thing, cells, spot.turns, legend.thing.span, key[1]))
    return tuple(drawn), ground, gates


def _is_gate(legend: Legend, system: System) -> bool:
    thing = legend.thing
    return thing.form is Form.DOOR or (thing.form is Form.THING and thing.head.text in system.gates)


def _wrong_spot(legend: Legend, spot: Spot, drawn: str, meant: str, findings: Findings) -> None:
    head = legend.thing.head.text
    findings.add(
        codes.WRONG_KIND,
        f"`{legend.key.text}` is drawn {drawn}, but a `{head}` stands {meant}",
        spot.span,
        f"drawn {drawn}",
        related=(Label(legend.span, "explained here"),),
    )


def _adjoining(sides: list[SquareEdge], board: Board) -> list[tuple[Edge, ...]]:
    """Group edges that follow each other in one line: each group is one gate, as a double door."""
    groups: list[list[SquareEdge]] = []
    for side in sides:
        (row, column), (row2, column2) = side
        for group in groups:
            last = group[-1]
            step = (1, 0) if column2 != column else (0, 1)
            expected = tuple((r + step[0], c + step[1]) for r, c in last)
            if expected == ((row, column), (row2, column2)):
                group.append(side)
                break
        else:
            groups.append([side])
    return [tuple(_edge(side, board) for side in group) for group in groups]


def _keep_inside(
    sides: list[SquareEdge], legend: Legend, spot: Spot, board: Board, findings: Findings
) -> list[SquareEdge]:
    """Return the edges with squares on both sides; report a gate in the edge of the board."""
    inside = [side for side in sides if all(board.is_inside(row, column) for row, column in side)]
    if len(inside) < len(sides):
        findings.add(
            codes.GATE_TO_NOWHERE,
            f"`{legend.key.text}` is drawn in the edge of the board",
            spot.span,
            "nothing lies behind it",
            related=(Label(legend.span, "explained here"),),
            help="draw floor on both sides",
        )
    return inside


# -- areas --------------------------------------------------------------------------------


def _find_areas(
    board: Board,
    canvas: Canvas,
    outline: Outline,
    system: System,
    names: SymbolTable,
    findings: Findings,
) -> tuple[Area, ...]:
    areas: list[Area] = []
    claimed = 0
    shared = linking_cells(board)
    free = rooms(board)
    read = [_read_area(statement, board, system, names, findings) for statement in outline.areas]
    for area in spread_areas([stated for stated in read if stated is not None], board, findings):
        if not area.cells & board.floor:
            findings.add(
                codes.EMPTY_AREA,
                f"there is no floor in `{area.id}`",
                area.origin,
                "only rock, or nothing at all",
            )
            continue
        cells = area.cells & board.floor
        overlap = cells & claimed
        # Two tiles share this cell, and each has an area there: the first area takes it.
        cells &= ~(overlap & shared)
        overlap &= ~shared
        if overlap:
            before = next(before for before in areas if before.cells & overlap)
            findings.add(
                codes.OVERLAPPING_AREAS,
                f"`{area.id}` and `{before.id}` both have {board.names(overlap)}",
                area.origin,
                "the second area",
                related=(Label(before.origin, "the first area"),),
                reason=f"each {findings.cell} is in one area",
                help=f"leave the {findings.cells} that both have out of one of them",
            )
            cells &= ~claimed
        if not cells:
            continue
        claimed |= cells
        areas.append(area._replace(cells=cells))
    default = system.areas[system.default_area]
    origin = canvas.spans[0] if canvas.spans else outline.declaration.name.span
    rest = board.floor & ~claimed & ~cells_of_gates(board)
    areas += _unnamed_areas(rest, free, default, origin, names)
    areas, rest = with_gate_cells(areas, board)
    areas += _unnamed_areas(rest, free, default, origin, names)
    within, onward = rooms(board), openings(board, frozenset())
    gaps: set[str] = set()
    for area in areas:
        _check_area(area, board, within, findings)
        # One gap is told once, though it opens the areas on both of its sides.
        gaps |= _check_enclosed(area, board, onward, gaps, findings)
    # Sort by the first cell, row by row from the top left.
    return tuple(
        sorted(_with_distinct_titles(areas, board), key=lambda area: area.cells & -area.cells)
    )


def _unnamed_areas(
    rest: Cells, free: Openings, kind: AreaKind, origin: Span, names: SymbolTable
) -> Iterator[Area]:
    """Yield the areas that cells fall into which no area of the quest claims."""
    number = 0
    while rest:
        found = free.flood(rest & -rest, rest)
        rest &= ~found
        number += 1
        while not names.is_free(f"{kind.word}-{number}"):
            number += 1
        id_ = f"{kind.word}-{number}"
        names.declare(SymbolSort.AREA, id_, (id_,), origin)
        title = f"{kind.title} {number}"
        yield Area(id_, title, kind, found, is_named=False, origin=origin)


def _with_distinct_titles(areas: list[Area], board: Board) -> Iterator[Area]:
    """Yield the areas; those of equal title have the titles of their tiles behind their own."""
    titles = Counter(area.title for area in areas)
    for area in areas:
        tile = next((tile for tile in board.tiles if not area.cells & ~tile.cells), None)
        if titles[area.title] > 1 and tile is not None and tile.title != area.title:
            yield area._replace(title=f"{area.title} ({tile.title})")
        else:
            yield area


def _read_area(
    statement: Statement, board: Board, system: System, names: SymbolTable, findings: Findings
) -> StatedArea | None:
    taken = StatementReader(statement, findings)
    word = statement.head.text
    name = taken.name(is_needed=True)
    at, around = taken.clause("at"), taken.clause("around")
    taken.finish(f'write it like `{word} crypt at B2..D5 "The Crypt"`')
    clauses = [clause for clause in (at, around) if clause is not None]
    written = [value for clause in clauses for value in values_of(clause)]
    places = [value for value in written if type(value) is Place]
    if name is None or not places:
        findings.add(
            codes.MISSING_PART,
            f"this `{word}` has no {'name' if name is None else 'place'}",
            statement.span,
            "unfinished",
            help=f'write it like `{word} crypt at B2..D5 "The Crypt"`',
        )
        if name is not None:
            names.poisoned.add(name.text)
        return None
    cells: Cells = 0
    for place in places:
        cells |= squares(place, board, findings)
    if not cells:
        names.poisoned.add(name.text)
        return None
    if not names.declare(SymbolSort.AREA, name.text, (name.text,), name.span):
        return None
    title = statement.texts[0].raw.strip() if statement.texts else title_from_id(name.text)
    area = Area(name.text, title, system.areas[word], cells, is_named=True, origin=statement.span)
    return StatedArea(area, around)


def _check_area(area: Area, board: Board, within: Openings, findings: Findings) -> None:
    """Check that an area is one."""
    # Cells that two tiles share belong to one area, and yet connect the cells of the other.
    cells = area.cells & ~cells_of_gates(board)
    whole = cells & within.flood(cells & -cells, cells | linking_cells(board))
    if whole != cells:
        apart = cells & ~whole
        findings.add(
            codes.SPLIT_AREA,
            f"a wall divides `{area.id}`",
            area.origin,
            f"{board.names(apart)} cannot be reached from the rest of it",
            reason="an area has no walls and doors inside",
            help="name two areas, or open the wall",
        )


def _check_enclosed(
    area: Area, board: Board, onward: Openings, told: Collection[str], findings: Findings
) -> set[str]:
    """Check that a room is closed, by walls and by what shuts; its gaps, by name.

    Nothing is said of gaps that have been told.
    """
    if not area.kind.is_enclosed:
        return set()
    leaks = [gap for gap in _leaks(area, board, onward) if gap not in told]
    if leaks:
        findings.add(
            codes.UNENCLOSED_ROOM,
            f"`{area.id}` is not closed on every side",
            area.origin,
            f"open at {', '.join(leaks[:4])}",
            reason=f"a {area.kind.title.lower()} is enclosed by walls, doors and the like",
            help=f"{_how(board)} the missing wall, or put a door there",
        )
    return {*leaks}


def _how(board: Board) -> str:
    """How a designer makes a wall: on hexes they are not drawn."""
    return "write" if board.lattice is Lattice.HEXES else "draw"


def _leaks(area: Area, board: Board, free: Openings) -> list[str]:
    """Return the names of open edges to other areas; the edge of the board is closed."""
    outside = free.grow(area.cells) & board.floor & ~area.cells
    found = []
    for cell in each_cell(outside):
        found += [
            board.edge_name(Edge(min(inside, cell), max(inside, cell)))
            for inside in each_cell(free.grow(1 << cell) & area.cells)
        ]
    return sorted(set(found))
