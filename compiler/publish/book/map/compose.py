"""Compose the map of a chapter and its legend from the board of a quest."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from questwright.compiler.geometry.terrain import costs_in_words, steps_in_words
from questwright.compiler.grid import cells
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.grid.lattice import Lattice
from questwright.compiler.language import say
from questwright.compiler.packs.system.system import Category, GateForm
from questwright.compiler.packs.system.tiles import SIDES
from questwright.compiler.publish.book.map.crossings import (
    crossing_entries,
    crossing_things,
    crossings_of,
)
from questwright.compiler.publish.book.map.heights import (
    barriers_of,
    cliffs_of,
    jump_entries,
    levels_of,
    notes_of,
)
from questwright.compiler.publish.book.map.legend import legend_of
from questwright.compiler.publish.book.map.pieces import Pieces, loose_items
from questwright.compiler.publish.book.view.map import (
    CrossingView,
    Facing,
    FigureView,
    GridShape,
    LegendEntry,
    MapArea,
    MapCell,
    MapEdge,
    MapView,
    OpeningView,
    Overlay,
    SeamView,
    ThingView,
)
from questwright.compiler.wording.cells import count_of_cells

if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model import board as model
    from questwright.compiler.model.laid_tile import LaidTile


def map_of(pieces: Pieces) -> MapView:
    """The map of a quest with everything on it."""
    desk = pieces.desk
    board = desk.board
    known = [thing for thing in desk.quest.things if thing.id not in desk.hidden]
    figures = [thing for thing in known if thing.kind.category is Category.FIGURE]
    things = [thing for thing in known if thing.kind.category is not Category.FIGURE]
    places = [
        pieces.unknown_place(unknown, way)
        for unknown in desk.hidden.values()
        for way in unknown.ways
    ]
    return MapView(
        title=desk.pack.heading("map"),
        columns=board.columns,
        rows=board.rows,
        floor=_cells(pieces, board.floor | board.solid),
        blocked=_cells(pieces, board.solid),
        walls=_walls(pieces),
        openings=(
            *(view for gate in board.gates for view in pieces.openings(gate)),
            *pieces.doorways(),
        ),
        things=(
            *(
                pieces.ground(patch, cell)
                for patch in board.terrain
                for cell in each_cell(patch.cells)
            ),
            *crossing_things(pieces),
            *(pieces.standing_gate(gate) for gate in board.gates if gate.cells),
            *(pieces.thing(thing) for thing in things),
            *(pieces.item(item) for item in loose_items(desk)),
            *(place for place in places if place is not None),
        ),
        figures=tuple(pieces.figure(thing) for thing in figures),
        areas=tuple(_area(pieces, number) for number in desk.order),
        seams=_seams(board),
        shape=GridShape.HEX if board.lattice is Lattice.HEXES else GridShape.SQUARE,
        levels=levels_of(pieces),
        cliffs=cliffs_of(pieces),
        barriers=barriers_of(pieces),
        crossings=crossings_of(pieces),
    )


def _cells(pieces: Pieces, cells: Cells) -> tuple[MapCell, ...]:
    return tuple(pieces.at(cell) for cell in each_cell(cells))


def _walls(pieces: Pieces) -> tuple[MapEdge, ...]:
    board = pieces.desk.board
    floor = board.floor
    return tuple(
        pieces.edge(cells.Edge(cell, cell + shift))
        for walls, (shift, _) in zip(board.walls, board.onward, strict=True)
        # Walls between two squares of rock are left out: nobody would see what they part.
        for cell in each_cell(walls & (floor | floor >> shift))
    )


def _seams(board: model.Board) -> tuple[SeamView, ...]:
    """The tiles of a board, with the sides on which others lie; empty for a single tile."""
    if len(board.tiles) < 2:
        return ()
    titles = Counter(tile.title for tile in board.tiles)
    return tuple(
        SeamView(
            tile.title if titles[tile.title] == 1 else f"{tile.title} ({tile.instance})",
            tile.column,
            tile.row,
            tile.size[1],
            tile.size[0],
            tuple(Facing(tile.facing(side)) for side in SIDES if _has_neighbour(tile, side, board)),
        )
        for tile in board.tiles
    )


def _has_neighbour(tile: LaidTile, side: str, board: model.Board) -> bool:
    edge = next(edge for edge in tile.edges if edge.side == side)
    if edge.joined is not None or board.lattice is Lattice.HEXES:
        return edge.joined is not None
    shift = {"north": -board.stride, "east": 1, "south": board.stride, "west": -1}
    step = shift[tile.facing(side)]
    near = edge.cells << step if step > 0 else edge.cells >> -step
    return any(near & neighbour.cells for neighbour in board.tiles if neighbour is not tile)


def _area(pieces: Pieces, number: int) -> MapArea:
    area = pieces.desk.board.areas[number]
    return MapArea(
        pieces.desk.labels[number],
        pieces.desk.area_name(number),
        _cells(pieces, area.cells),
        shaded=not area.kind.is_enclosed,
    )


def key_of(pieces: Pieces, part: MapView) -> tuple[LegendEntry, ...]:
    """What is to be explained on a part of a map beside a list: ground, heights and crossings."""
    board = pieces.desk.board
    told = {patch.kind.title for patch in board.terrain}
    told |= {crossing.kind.title for crossing in board.crossings}
    codes = {crossing.code for crossing in part.crossings}
    found = []
    for entry in legend(pieces, part):
        sample = entry.sample
        if isinstance(sample, CrossingView):
            is_shown = sample.code in codes
        else:
            is_piece = isinstance(sample, ThingView | FigureView | OpeningView)
            is_shown = not is_piece or entry.name in told
        found += [replace(entry, count=0)] if is_shown else []
    return tuple(found)


def with_overlay(view: MapView, title: str, overlay: Overlay) -> MapView:
    """The same map with an overlay and another title."""
    return replace(view, title=title, overlay=overlay)


def legend(pieces: Pieces, view: MapView) -> tuple[LegendEntry, ...]:
    """The legend of what is on the map, with notes on what the drawing does not show."""
    notes: dict[str, str] = {}
    for thing in pieces.desk.quest.things:
        kind = thing.kind
        if pieces.desk.pack.is_boss(kind):
            notes[pieces.figure_name(kind)] = pieces.desk.pack.rank_title(kind).lower()
        elif kind.is_high and kind.category is not Category.FIGURE:
            notes[kind.title] = say("blocks sight")
        elif kind.category is Category.TRAP and thing.facing:
            notes[kind.title] = say("the arrow is its line")
        if kind.base is not None:
            name = pieces.figure_name(kind)
            noted = [notes[name]] if name in notes else []
            notes[name] = ", ".join(
                [*noted, count_of_cells(len(thing.cells), pieces.desk.system.grid)]
            )
    for gate in pieces.desk.board.gates:
        if gate.kind.form is GateForm.PASSAGE and not gate.is_open:
            notes[pieces.gate(gate).name] = say("hidden")
        if gate.way_from >= 0:
            name = pieces.gate(gate).name
            noted = [notes[name]] if name in notes else []
            notes[name] = ", ".join(dict.fromkeys([*noted, say("along the arrow")]))
    quest, system = pieces.desk.quest, pieces.desk.system
    for patch in pieces.desk.board.terrain:
        steps = steps_in_words(patch.kind, quest.party, system)
        notes[patch.kind.title] = costs_in_words(patch.kind, quest, system) + steps
    notes |= notes_of(pieces.desk)
    # A gate counts once, however many edges it is on.
    gates = Counter(pieces.gate(gate).name for gate in pieces.desk.board.gates)
    # Terrain is not counted.
    gates.update({patch.kind.title: 0 for patch in pieces.desk.board.terrain})
    return (
        *(
            replace(entry, count=gates.get(entry.name, entry.count), note=notes.get(entry.name, ""))
            for entry in legend_of(view)
        ),
        *crossing_entries(pieces),
        *jump_entries(pieces.desk, view),
    )
