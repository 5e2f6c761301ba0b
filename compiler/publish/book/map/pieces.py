"""Compose the view of each thing of a quest on the map, and give it its code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from questwright.compiler.english import without_article
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.language import say
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.packs.system.system import Category
from questwright.compiler.publish.book.view.map import (
    Elevation,
    Facing,
    FigureView,
    MapCell,
    MapEdge,
    OpeningView,
    ThingView,
    Tone,
)
from questwright.compiler.symbols import symbol_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from questwright.compiler.grid import cells
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model import board as model
    from questwright.compiler.model.board import Gate
    from questwright.compiler.model.quest import Item, Thing, Unknown, Way
    from questwright.compiler.packs.system.system import Kind
    from questwright.compiler.publish.book.desk.desk import Desk


_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LETTERED = "token"
"""The symbol for anything without a symbol of its own; it has a code."""
_KEY = "key"


def codes_of(desk: Desk, figures: Iterable[Kind]) -> Mapping[str, str]:
    """The codes on the map, by id.

    Those of kinds of figures, portals, tokens, spawn points, items, and of what is pushed.
    """
    codes: dict[str, str] = {}
    taken: set[str] = set()

    def take(ids: Iterable[str], candidates: Iterable[str]) -> None:
        code = next(candidate for candidate in candidates if candidate not in taken)
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
    for own, id_ in _lettered(desk):
        coded.setdefault(own, []).append(id_)
    for (_, title), ids in coded.items():
        take(ids, _initials(title))
    for unknown in hidden_on_squares(desk):
        take((code_key(unknown.id),), _question_codes(unknown.title))
    return codes


def _lettered(desk: Desk) -> Iterator[tuple[tuple[str, str], str]]:
    """Each thing that is pushed and each loose item: what its letter stands for, and its id."""
    for thing in desk.quest.things:
        if thing.pushers:
            yield (f"pushed {thing.id}", thing.title), thing.id
    for item in loose_items(desk):
        yield (f"item {item.alike or item.id}", item.title), item.id


def hidden_on_squares(desk: Desk) -> list[Unknown]:
    """The unknowns that may be on a square, and not only in a container."""
    unknowns = desk.hidden.values()
    return [unknown for unknown in unknowns if any(map(cells_of_way, unknown.ways))]


def code_key(id_: str) -> str:
    """The key in `codes_of` for the places where an unknown may be."""
    return f"{id_}?"


def cells_of_way(way: Way) -> Cells:
    """The squares of a way as a bit set; 0 if something holds the unknown there."""
    return sum(1 << cell for cell in way.cells) | (1 << way.cell if way.cell >= 0 else 0)


def _question_codes(title: str) -> Iterator[str]:
    """Codes with a question mark, for a place where something may be."""
    letter = _initial(without_article(title))
    yield f"{letter}?"
    yield from (f"{code}?" for code in _numbered(letter, first=2))


def _initial(title: str) -> str:
    return next((letter for letter in title.upper() if letter.isalnum()), "X")


def _initials(title: str) -> Iterator[str]:
    words = re.findall(r"\w+", without_article(title)) or ["X"]
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
    """The items that lie on squares, without those whose place is unknown."""
    return tuple(item for item in desk.quest.items if item.cell >= 0 and item.id not in desk.hidden)


_DOORWAY = "archway"
_OUTSIDE = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
"""The row and the column of what lies beyond each side."""


class Pieces:
    """Composes the views of one quest's things; `codes` are their codes, by id."""

    def __init__(self, desk: Desk, figures: Iterable[Kind]) -> None:
        self.desk = desk
        self.codes = codes_of(desk, figures)
        effects = desk.quest.every_effect()
        cards = (card for deck in desk.system.decks.values() for card in deck.cards)
        self._coming = {effect.target for effect in effects if effect.kind is EffectKind.SPAWN}
        """The kinds of figures of which events and cards bring more."""
        self._coming |= {word for card in cards for word, _ in card.brings}

    def at(self, cell: cells.Cell) -> MapCell:
        """A square as a cell of the map."""
        row, column = divmod(cell, self.desk.board.stride)
        return MapCell(column, row)

    def edge(self, edge: cells.Edge) -> MapEdge:
        """An edge as an edge of the map."""
        return MapEdge(self.at(edge.first), self.at(edge.second))

    def tone(self, kind: Kind) -> Tone:
        """The tone of a kind of figure: friend, foe or boss."""
        if self.desk.pack.is_boss(kind):
            return Tone.BOSS
        if self.desk.pack.is_foe(kind):
            return Tone.FOE
        return Tone.FRIEND if kind.side else Tone.NEUTRAL

    def figure(self, thing: Thing) -> FigureView:
        """The view of a figure."""
        kind = thing.kind
        return FigureView(
            self.codes.get(kind.word, ""),
            self.figure_name(kind),
            self.at(thing.cells[0]),
            self._size(thing)[0],
            Facing(thing.facing) if thing.facing else None,
            self.tone(kind),
            self._base_cells(thing),
            kind.base is not None and kind.base.is_cornered,
        )

    def figure_name(self, kind: Kind) -> str:
        """The title of a kind of figure; of the only one that there is its own name, too."""
        own = [thing for thing in self.desk.quest.things if thing.kind is kind]
        if len(own) != 1 or own[0].id in self.desk.hidden or not own[0].is_named:
            return kind.title
        if kind.word in self._coming:
            return kind.title
        name = own[0].title
        return kind.title if name == kind.title else f"{name} ({kind.title})"

    def token(self, kind: Kind) -> FigureView:
        """The view of a figure that is not on the board yet."""
        code = self.codes.get(kind.word, "")
        return FigureView(code, kind.title, MapCell(0, 0), tone=self.tone(kind))

    def thing(self, thing: Thing) -> ThingView:
        """The view of a thing that is no figure."""
        kind = thing.kind
        width, height = self._size(thing)
        is_code = thing.id in self.codes
        is_named = kind.category is Category.TOKEN and is_code
        name = thing.title if is_named else kind.title
        return ThingView(
            kind.symbol,
            say("{thing}, is pushed", thing=thing.title) if thing.pushers else name,
            self.at(thing.cells[0]),
            width,
            height,
            Facing(thing.facing) if thing.facing else None,
            self._elevation(kind),
            _TONES.get(kind.category, Tone.NEUTRAL),
            self.codes.get(thing.id, ""),
            self._base_cells(thing),
        )

    def ground(self, patch: model.Patch, cell: cells.Cell) -> ThingView:
        """The view of one square of terrain."""
        return ThingView(patch.kind.symbol, patch.kind.title, self.at(cell))

    def item(self, item: Item) -> ThingView:
        """The view of an item on a square."""
        keys = {lock.key for _, lock in self.desk.quest.locked()}
        is_key = bool(keys & {item.id, item.alike or item.id}) and _KEY in symbol_names()
        symbol = _KEY if is_key else _LETTERED
        code = self.codes.get(item.id, "")
        return ThingView(symbol, item.title, self.at(item.cell), tone=Tone.GOAL, code=code)

    def unknown_place(self, unknown: Unknown, way: Way) -> ThingView | None:
        """The view of squares where an unknown may be; None if something holds it there."""
        cells = list(each_cell(cells_of_way(way)))
        if not cells:
            return None
        rows, columns = zip(*(divmod(c, self.desk.board.stride) for c in cells), strict=True)
        return ThingView(
            _LETTERED,
            say("{what}, perhaps", what=unknown.title),
            self.at(cells[0]),
            max(columns) - min(columns) + 1,
            max(rows) - min(rows) + 1,
            tone=Tone.GOAL,
            code=self.codes[code_key(unknown.id)],
        )

    def doorways(self) -> tuple[OpeningView, ...]:
        """The views of the doorway by which a dealt section is come into, for each edge of it."""
        deck, board = self.desk.quest.deck, self.desk.board
        found: list[OpeningView] = []
        for tile in board.tiles if deck is not None else ():
            if deck is None or tile.tile != deck.objective.word:
                continue
            side, (row, column), width = deck.objective.way_in
            down, across = (0, 1) if side in ("north", "south") else (1, 0)
            shift, over = _OUTSIDE[tile.facing(side)]
            for number in range(width):
                place = tile.at(row + down * number, column + across * number, board.lattice)
                inside = MapCell(place[1], place[0])
                outside = MapCell(place[1] + over, place[0] + shift)
                edge = MapEdge(*sorted((inside, outside), key=lambda at: (at.row, at.column)))
                found.append(OpeningView(_DOORWAY, say("Doorway"), edge))
        return tuple(found)

    def openings(self, gate: Gate) -> tuple[OpeningView, ...]:
        """The views of a gate, one for each of its edges; none if it stands on squares."""
        if gate.cells:
            return ()
        symbol, name = self._gate(gate)
        return tuple(
            OpeningView(symbol, name, self.edge(edge), way=self._way(gate, edge))
            for edge in gate.edges
        )

    def standing_gate(self, gate: Gate) -> ThingView:
        """The view of a gate that stands on squares, turned to where it leads."""
        symbol, name = self._gate(gate)
        own = list(each_cell(gate.cells))
        rows, columns = zip(*(divmod(c, self.desk.board.stride) for c in own), strict=True)
        is_across = all(edge.second - edge.first == 1 for edge in gate.edges)
        return ThingView(
            symbol,
            name,
            self.at(own[0]),
            max(columns) - min(columns) + 1,
            max(rows) - min(rows) + 1,
            Facing.EAST if is_across else None,
            spans=True,
        )

    def gate(self, gate: Gate) -> OpeningView | ThingView:
        """The view of a gate: of the first of its edges, or on its squares."""
        return self.standing_gate(gate) if gate.cells else self.openings(gate)[0]

    def _way(self, gate: Gate, edge: cells.Edge) -> int:
        if gate.way_from < 0:
            return 0
        return 1 if self.desk.board.area_at(edge.first) == gate.way_from else -1

    def _gate(self, gate: Gate) -> tuple[str, str]:
        symbol, name = self._gate_state(gate)
        return symbol, name if gate.way_from < 0 else say("{gate}, one way", gate=name)

    def _gate_state(self, gate: Gate) -> tuple[str, str]:
        kind = gate.kind
        find = self.desk.pack.gate_symbol
        if gate.is_open:
            return find(kind.word, "open_symbol", kind.symbol), say("{gate}, open", gate=kind.title)
        if gate.lock is not None and gate.lock.is_barred:
            name = say("{gate}, barred", gate=kind.title)
            return find(kind.word, "barred_symbol", kind.symbol), name
        if gate.lock is not None:
            name = say("{gate}, locked", gate=kind.title)
            return find(kind.word, "locked_symbol", kind.symbol), name
        return kind.symbol, kind.title

    def _size(self, thing: Thing) -> tuple[int, int]:
        if thing.kind.base is not None:
            return 1, 1
        rows, columns = zip(*(divmod(c, self.desk.board.stride) for c in thing.cells), strict=True)
        return max(columns) - min(columns) + 1, max(rows) - min(rows) + 1

    def _base_cells(self, thing: Thing) -> tuple[MapCell, ...]:
        """The hexes of a base of several hexes; empty for other things."""
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
