"""A quest's board as the map of its chapter, and the codes that its pieces bear."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from compiler.model import board as model
from compiler.model.board import each_cell
from compiler.model.lattice import Lattice
from compiler.model.phrases import with_article
from compiler.model.terrain import costs_in_words, steps_in_words
from compiler.packs.model import Category, GateForm
from compiler.packs.tiles import SIDES
from compiler.publish.book.compose_crossings import (
    crossing_entries,
    crossing_things,
    crossings_of,
)
from compiler.publish.book.compose_heights import (
    barriers_of,
    cliffs_of,
    jump_entries,
    levels_of,
    notes_of,
)
from compiler.publish.book.legend import legend_of
from compiler.publish.book.symbols import symbol_names
from compiler.publish.book.view_map import (
    Cell,
    Edge,
    Elevation,
    Facing,
    FigureView,
    GridShape,
    LegendEntry,
    MapArea,
    MapView,
    OpeningView,
    Overlay,
    SeamView,
    ThingView,
    Tone,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from compiler.model.board import Cells, Gate
    from compiler.model.quest import Item, Thing, Unknown, Way
    from compiler.model.tiles import LaidTile
    from compiler.packs.model import Kind
    from compiler.publish.book.compose_desk import Desk

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LETTERED = "token"
"""The symbol that stands for anything, and so bears a code."""
_KEY = "key"


# -- codes ------------------------------------------------------------------------------


def codes_of(desk: Desk, figures: Iterable[Kind]) -> Mapping[str, str]:
    """The code of each kind of figure, portal, token, spawn point and loose item, by its id."""
    codes: dict[str, str] = {}
    taken: set[str] = set()

    def take(ids: Iterable[str], candidates: Iterable[str]) -> None:
        code = next(one for one in candidates if one not in taken)
        taken.add(code)
        codes.update(dict.fromkeys(ids, code))

    for thing in desk.quest.things_of(Category.PORTAL):
        if thing.id not in codes:
            take((thing.id, *filter(None, [thing.link])), _numbered(_LETTERS))
    for kind in figures:
        take((kind.word,), _initials(kind.title))
    for thing in desk.quest.things_of(Category.SPAWN_POINT):
        take((thing.id,), _numbered(_initial(thing.kind.title), first=1))
    titles_of_symbol: dict[str, set[str]] = {}
    tokens = desk.quest.things_of(Category.TOKEN)
    for thing in tokens:
        titles_of_symbol.setdefault(thing.kind.symbol, set()).add(thing.title)
    coded: dict[tuple[str, str], list[str]] = {}
    for thing in tokens:
        is_alone = len(titles_of_symbol[thing.kind.symbol]) == 1
        if not is_alone or thing.kind.symbol == _LETTERED:
            coded.setdefault((thing.kind.word, thing.title), []).append(thing.id)
    for (_, title), ids in coded.items():
        take(ids, _initials(title))
    for item in loose_items(desk):
        take((item.id,), _initials(item.title))
    for unknown in hidden_on_squares(desk):
        take((perhaps(unknown.id),), _asking(unknown.title))
    return codes


def hidden_on_squares(desk: Desk) -> list[Unknown]:
    """What is hidden, and may be on a square rather than in something."""
    hidden = desk.hidden.values()
    return [one for one in hidden if any(cells_of_way(way) for way in one.ways)]


def perhaps(id_: str) -> str:
    """The id under which the code of a place is kept where something may be."""
    return f"{id_}?"


def cells_of_way(way: Way) -> Cells:
    """The squares of a place where something may be; none where something else holds it."""
    return sum(1 << cell for cell in way.cells) | (1 << way.cell if way.cell >= 0 else 0)


def _asking(title: str) -> Iterator[str]:
    """A code with a question mark: it may be here, or elsewhere."""
    letter = _initial(with_article(title).removeprefix("the "))
    yield f"{letter}?"
    yield from (f"{code}?" for code in _numbered(letter, first=2))


def _initial(title: str) -> str:
    return next((letter for letter in title.upper() if letter.isalnum()), "X")


def _initials(title: str) -> Iterator[str]:
    words = re.findall(r"\w+", title) or ["X"]
    yield "".join(word[0] for word in words[:3]).upper()
    long = max(words, key=len)
    for letter in long[1:]:
        yield words[0][0].upper() + letter.lower()
    yield from _numbered(words[0][0].upper(), first=2)


def _numbered(stems: str, first: int = 0) -> Iterator[str]:
    if not first:
        yield from stems
        first = 2
    number = first
    while True:
        for stem in stems:
            yield f"{stem}{number}"
        number += 1


def loose_items(desk: Desk) -> tuple[Item, ...]:
    """The items that lie on squares, where nothing else marks them."""
    return tuple(item for item in desk.quest.items if item.cell >= 0 and item.id not in desk.hidden)


# -- pieces -----------------------------------------------------------------------------


class Pieces:
    """How each thing of a quest is drawn."""

    def __init__(self, desk: Desk, figures: Iterable[Kind]) -> None:
        self.desk = desk
        self.codes = codes_of(desk, figures)

    def at(self, cell: model.Cell) -> Cell:
        """A square of the drawing."""
        row, column = divmod(cell, self.desk.board.stride)
        return Cell(column, row)

    def edge(self, edge: model.Edge) -> Edge:
        """An edge of the drawing."""
        return Edge(self.at(edge.first), self.at(edge.second))

    def tone(self, kind: Kind) -> Tone:
        """What a figure means to the players."""
        if self.desk.is_boss(kind):
            return Tone.BOSS
        if self.desk.is_foe(kind):
            return Tone.FOE
        return Tone.FRIEND if kind.side else Tone.NEUTRAL

    def figure(self, thing: Thing) -> FigureView:
        """A figure where it stands."""
        kind = thing.kind
        return FigureView(
            self.codes.get(kind.word, ""),
            kind.title,
            self.at(thing.cells[0]),
            self._size(thing)[0],
            Facing(thing.facing) if thing.facing else None,
            self.tone(kind),
            self._based(thing),
            kind.base is not None and kind.base.is_cornered,
        )

    def thing(self, thing: Thing) -> ThingView:
        """A piece that is no figure."""
        kind = thing.kind
        width, height = self._size(thing)
        is_code = thing.id in self.codes
        is_named = kind.category is Category.TOKEN and is_code
        return ThingView(
            kind.symbol,
            thing.title if is_named else kind.title,
            self.at(thing.cells[0]),
            width,
            height,
            Facing(thing.facing) if thing.facing else None,
            self._elevation(kind),
            _TONES.get(kind.category, Tone.NEUTRAL),
            self.codes.get(thing.id, ""),
            self._based(thing),
        )

    def ground(self, patch: model.Patch, cell: model.Cell) -> ThingView:
        """A square of ground that is not plain floor."""
        return ThingView(patch.kind.symbol, patch.kind.title, self.at(cell))

    def item(self, item: Item) -> ThingView:
        """An item that lies on a square."""
        keys = {gate.lock.key for gate in self.desk.board.gates if gate.lock is not None}
        is_key = item.id in keys and _KEY in symbol_names()
        symbol = _KEY if is_key else _LETTERED
        code = self.codes.get(item.id, "")
        return ThingView(symbol, item.title, self.at(item.cell), tone=Tone.GOAL, code=code)

    def perhaps(self, unknown: Unknown, way: Way) -> ThingView | None:
        """A square, or squares, where something may be; None where something else holds it."""
        cells = list(each_cell(cells_of_way(way)))
        if not cells:
            return None
        rows, columns = zip(*(divmod(c, self.desk.board.stride) for c in cells), strict=True)
        return ThingView(
            _LETTERED,
            f"{unknown.title}, perhaps",
            self.at(cells[0]),
            max(columns) - min(columns) + 1,
            max(rows) - min(rows) + 1,
            tone=Tone.GOAL,
            code=self.codes[perhaps(unknown.id)],
        )

    def openings(self, gate: Gate) -> tuple[OpeningView, ...]:
        """A gate on each of its edges."""
        symbol, name = self._gate(gate)
        return tuple(
            OpeningView(symbol, name, self.edge(edge), way=self._way(gate, edge))
            for edge in gate.edges
        )

    def _way(self, gate: Gate, edge: model.Edge) -> int:
        if gate.way_from < 0:
            return 0
        return 1 if self.desk.board.area_at(edge.first) == gate.way_from else -1

    def _gate(self, gate: Gate) -> tuple[str, str]:
        symbol, name = self._gate_standing(gate)
        return symbol, name if gate.way_from < 0 else f"{name}, one way"

    def _gate_standing(self, gate: Gate) -> tuple[str, str]:
        kind = gate.kind
        find = self.desk.gate_symbol
        if gate.is_open:
            return find(kind.word, "open_symbol", kind.symbol), f"{kind.title}, open"
        if gate.lock is not None:
            return find(kind.word, "locked_symbol", kind.symbol), f"{kind.title}, locked"
        return kind.symbol, kind.title

    def _size(self, thing: Thing) -> tuple[int, int]:
        if thing.kind.base is not None:
            return 1, 1
        rows, columns = zip(*(divmod(c, self.desk.board.stride) for c in thing.cells), strict=True)
        return max(columns) - min(columns) + 1, max(rows) - min(rows) + 1

    def _based(self, thing: Thing) -> tuple[Cell, ...]:
        """The hexes of a base of several."""
        return tuple(map(self.at, thing.cells)) if thing.kind.base is not None else ()

    @staticmethod
    def _elevation(kind: Kind) -> Elevation:
        if kind.category is Category.FURNITURE:
            return Elevation.HIGH if kind.is_high else Elevation.LOW
        return Elevation.FLAT


_TONES = {
    Category.START: Tone.FRIEND,
    Category.TRAP: Tone.HAZARD,
    Category.SPAWN_POINT: Tone.FOE,
    Category.TOKEN: Tone.GOAL,
}


# -- the map ----------------------------------------------------------------------------


def map_of(pieces: Pieces) -> MapView:
    """The map with everything on it."""
    desk = pieces.desk
    board = desk.board
    known = [one for one in desk.quest.things if one.id not in desk.hidden]
    figures = [one for one in known if one.kind.category is Category.FIGURE]
    things = [one for one in known if one.kind.category is not Category.FIGURE]
    hidden = [pieces.perhaps(one, way) for one in desk.hidden.values() for way in one.ways]
    return MapView(
        title=desk.text("map_title", "The map"),
        columns=board.columns,
        rows=board.rows,
        floor=_cells(pieces, board.floor | board.solid),
        blocked=_cells(pieces, board.solid),
        walls=_walls(pieces),
        openings=tuple(view for gate in board.gates for view in pieces.openings(gate)),
        things=(
            *(
                pieces.ground(patch, cell)
                for patch in board.terrain
                for cell in each_cell(patch.cells)
            ),
            *crossing_things(pieces),
            *(pieces.thing(thing) for thing in things),
            *(pieces.item(item) for item in loose_items(desk)),
            *(one for one in hidden if one is not None),
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


def _cells(pieces: Pieces, cells: Cells) -> tuple[Cell, ...]:
    return tuple(pieces.at(cell) for cell in each_cell(cells))


def _walls(pieces: Pieces) -> tuple[Edge, ...]:
    board = pieces.desk.board
    floor = board.floor
    return tuple(
        pieces.edge(model.Edge(cell, cell + shift))
        for walls, (shift, _) in zip(board.walls, board.onward, strict=True)
        # A wall between two squares of rock would be drawn into nothing.
        for cell in each_cell(walls & (floor | floor >> shift))
    )


def _seams(board: model.Board) -> tuple[SeamView, ...]:
    """The tiles of a board, with the sides on which others lie; a single one has none."""
    if len(board.tiles) < 2:
        return ()
    titles = Counter(one.title for one in board.tiles)
    return tuple(
        SeamView(
            one.title if titles[one.title] == 1 else f"{one.title} ({one.instance})",
            one.column,
            one.row,
            one.size[1],
            one.size[0],
            tuple(Facing(one.facing(side)) for side in SIDES if _has_neighbour(one, side, board)),
        )
        for one in board.tiles
    )


def _has_neighbour(tile: LaidTile, side: str, board: model.Board) -> bool:
    edge = next(one for one in tile.edges if one.side == side)
    if edge.joined is not None or board.lattice is Lattice.HEXES:
        return edge.joined is not None
    shift = {"north": -board.stride, "east": 1, "south": board.stride, "west": -1}
    step = shift[tile.facing(side)]
    near = edge.cells << step if step > 0 else edge.cells >> -step
    return any(near & other.cells for other in board.tiles if other is not tile)


def _area(pieces: Pieces, number: int) -> MapArea:
    area = pieces.desk.board.areas[number]
    return MapArea(
        pieces.desk.labels[number],
        pieces.desk.area_name(number),
        _cells(pieces, area.cells),
        shaded=not area.kind.is_enclosed,
    )


def with_overlay(view: MapView, title: str, overlay: Overlay) -> MapView:
    """The same map with something drawn over it."""
    return replace(view, title=title, overlay=overlay)


def legend(pieces: Pieces, view: MapView) -> tuple[LegendEntry, ...]:
    """The legend of just what is on the map, with a word on what one does not see."""
    notes: dict[str, str] = {}
    for thing in pieces.desk.quest.things:
        kind = thing.kind
        if pieces.desk.is_boss(kind):
            notes[kind.title] = pieces.desk.rank_title(kind).lower()
        elif kind.is_high and kind.category is not Category.FIGURE:
            notes[kind.title] = "blocks sight"
        elif kind.category is Category.TRAP:
            notes[kind.title] = "the arrow is its line"
        if kind.base is not None:
            said = [notes[kind.title]] if kind.title in notes else []
            notes[kind.title] = ", ".join(
                [*said, f"{len(thing.cells)} {pieces.desk.system.grid.cells}"]
            )
    for gate in pieces.desk.board.gates:
        if gate.kind.form is GateForm.PASSAGE and not gate.is_open:
            notes[pieces.openings(gate)[0].name] = "hidden"
        if gate.way_from >= 0:
            name = pieces.openings(gate)[0].name
            said = [notes[name]] if name in notes else []
            notes[name] = ", ".join(dict.fromkeys([*said, "along the arrow"]))
    party, move = pieces.desk.quest.party, pieces.desk.system.move_value
    for patch in pieces.desk.board.terrain:
        steps = steps_in_words(patch.kind, party, pieces.desk.system)
        notes[patch.kind.title] = costs_in_words(patch.kind, party, move) + steps
    notes |= notes_of(pieces.desk)
    # One wide gate is one piece, however many edges it closes.
    gates = Counter(pieces.openings(gate)[0].name for gate in pieces.desk.board.gates)
    # Ground is not counted.
    gates.update({patch.kind.title: 0 for patch in pieces.desk.board.terrain})
    return (
        *(
            replace(entry, count=gates.get(entry.name, entry.count), note=notes.get(entry.name, ""))
            for entry in legend_of(view)
        ),
        *crossing_entries(pieces),
        *jump_entries(pieces.desk, view),
    )
