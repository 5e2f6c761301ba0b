"""Read a `quest.json`: from bytes to a quest.

Raises `UnreadableDocument`, with one sentence, for a document of another version, with a key twice,
with a fraction, or with anything that is missing or refers to nothing. A key that may be null or
empty may be missing; a key that this engine does not know is passed over.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, NoReturn

from questwright.engine.crossings import read_crossings
from questwright.engine.document import (
    Area,
    Board,
    Diagonal,
    Edge,
    EnteredWith,
    Entry,
    Form,
    Gate,
    Lock,
    Push,
    QuestDocument,
    Shot,
    Special,
    Thing,
)
from questwright.engine.heights import read_heights
from questwright.engine.lattice import Lattice, onward
from questwright.engine.reading import Json, Node, UnreadableDocument
from questwright.engine.squares import Square

if TYPE_CHECKING:
    from collections.abc import Mapping

VERSION: Final = 1
"""The version of documents that this engine reads."""
BYTES: Final = 33_554_432
"""How many bytes a document may have."""
_DIGITS: Final = 15

_KEYS: Final = (
    "$schema version id title system origin sides party turn settings board areas gates things "
    "items musters unknowns tables flags events actions victories texts columns specials kinds "
    "gear symbols search cards decks dealt needs verdict degrees movers expects allows rules"
)


def load_quest(data: bytes) -> QuestDocument:
    """Read the quest of a document; raises `UnreadableDocument` where it is not one."""
    root = Node(_parse(data))
    version = root.raw.get("version") if isinstance(root.raw, dict) else None
    if isinstance(root.raw, dict) and (type(version) is not int or version != VERSION):
        found = f"is version {version}" if type(version) is int else "has no version"
        raise UnreadableDocument(f"this document {found}; this engine reads version {VERSION}")
    top = root.mapping(_KEYS)
    top["$schema"].text()
    areas = {area.id: area for area in map(_area, top["areas"].items())}
    board = _board(top["board"], areas, top["gates"])
    things = {thing.id: thing for thing in (_thing(node, board) for node in top["things"].items())}
    specials = {special.word: special for special in map(_special, top["specials"].items())}
    for node in top["things"].items():
        for special in node.get("specials").items():
            if special.raw not in specials:
                special.refuse("is not a special of this document")
        link = node.get("link")
        if link.raw is not None and link.raw not in things:
            link.refuse("is not a thing of this document")
    party = top["party"].mapping("side members starts entries groups shots")
    return QuestDocument(
        id=top["id"].text(),
        title=top["title"].text(),
        board=board,
        things=things,
        specials=specials,
        starts=tuple(_cell(node, board.cells) for node in party["starts"].items()),
        entries=tuple(_entry(node, board) for node in party["entries"].items()),
        members=tuple(node.text() for node in party["members"].items()),
        shots=tuple(_shot(node) for node in party["shots"].items()),
        data=root.data(),
    )


# -- bytes to data ----------------------------------------------------------------------


def _parse(data: bytes) -> Json:
    if len(data) > BYTES:
        raise UnreadableDocument(f"this document has more than {BYTES:,} bytes")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnreadableDocument(f"byte {error.start:,} of this document is not UTF-8") from error
    try:
        parsed: Json = json.loads(
            text,
            object_pairs_hook=_once,
            parse_constant=_no_number,
            parse_float=_no_number,
            parse_int=_whole,
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise UnreadableDocument(f"this is not JSON: {error.msg} at {where}") from error
    except RecursionError as error:
        raise UnreadableDocument("this document is nested too deeply") from error
    return parsed


def _once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for key, value in pairs:
        if key in found:
            raise UnreadableDocument(f"the key {key[:60]!r} appears twice in one object")
        found[key] = value
    return found


def _no_number(written: str) -> NoReturn:
    raise UnreadableDocument(f"{written[:20]} is not a whole number")


def _whole(written: str) -> int:
    if len(written) > _DIGITS:
        raise UnreadableDocument(f"{written[:20]}… is too large a number")
    return int(written)


# -- data to values ---------------------------------------------------------------------


def _area(node: Node) -> Area:
    parts = node.mapping(
        "id title kind kind_title enclosed clear_by_sight named cells rules origin"
    )
    cells = tuple(cell.text() for cell in parts["cells"].items())
    by_sight = parts["clear_by_sight"].flag()
    return Area(parts["id"].text(), parts["title"].text(), cells, by_sight)


def _board(node: Node, areas: dict[str, Area], gates: Node) -> Board:
    parts = node.mapping(
        "drawing lattice diagonal friends_block sees_past_figures ruler facings columns rows cells "
        "solid walls "
        "terrain levels barriers jumps crossings tiles rules"
    )
    lattice = Lattice.HEXES if parts["drawing"].text() == "hexes" else Lattice.SQUARES
    columns, rows = parts["columns"].number(), parts["rows"].number()
    cells: dict[str, Square] = {}
    places: set[tuple[int, int]] = set()
    for part in parts["cells"].items():
        square = _square(part)
        if square.row > rows or square.column > columns or square.area not in areas:
            part.refuse("lies outside the board, or in no area")
        if square.name in cells or (square.row, square.column) in places:
            part.refuse("appears twice")
        cells[square.name] = square
        places.add((square.row, square.column))
    walls = frozenset(_edge(wall, cells, lattice) for wall in parts["walls"].items())
    costs: dict[str, Mapping[str, int | None]] = {}
    entered_with: dict[str, EnteredWith] = {}
    for patch in parts["terrain"].items():
        own, with_items = _patch(patch, cells)
        costs.update(own)
        entered_with.update(with_items)
    gates_by_id = {
        gate.id: gate for gate in (_gate(g, cells, areas, lattice) for g in gates.items())
    }
    gated = {edge for gate in gates_by_id.values() for edge in gate.edges}
    heights = read_heights(
        parts, cells, lattice, lambda node: _edge(node, cells, lattice), walls | gated
    )
    diagonal = parts["diagonal"].one_of(Diagonal)
    if lattice is Lattice.HEXES and diagonal is not Diagonal.NEVER:
        parts["diagonal"].refuse("is not possible on hexes")
    return Board(
        columns,
        rows,
        lattice,
        diagonal,
        not parts["friends_block"].is_left_out and parts["friends_block"].flag(),
        not parts["sees_past_figures"].is_left_out and parts["sees_past_figures"].flag(),
        not parts["ruler"].is_left_out and parts["ruler"].flag(),
        cells,
        walls,
        costs,
        entered_with,
        areas,
        gates_by_id,
        heights,
        read_crossings(parts["crossings"], cells),
    )


def _patch(
    node: Node, cells: Mapping[str, Square]
) -> tuple[dict[str, Mapping[str, int | None]], dict[str, EnteredWith]]:
    """Return by square what entering some ground costs, and with which items it is entered."""
    parts = node.mapping(
        "word title symbol cells costs entered_with costs_with joins_levels holds apart_from "
        "climbed_by traits rules origin"
    )
    costs = {word: cost.maybe_number(1) for word, cost in parts["costs"].entries()}
    able = {word: cost.maybe_number(1) for word, cost in parts["costs_with"].entries()}
    items = frozenset(item.text() for item in parts["entered_with"].items())
    ground = [_cell(cell, cells) for cell in parts["cells"].items()]
    shut = (word for word, cost in costs.items() if cost is None)
    who = frozenset(word for word in shut if able.get(word) is not None)
    entered = EnteredWith(items, who, frozenset(ground))
    return dict.fromkeys(ground, costs), dict.fromkeys(ground, entered) if items else {}


def _square(node: Node) -> Square:
    parts = node.mapping("name row column area")
    row, column = parts["row"].number(1), parts["column"].number(1)
    return Square(parts["name"].text(), row, column, parts["area"].text())


def _cell(node: Node, cells: Mapping[str, Square]) -> str:
    name = node.text()
    if name not in cells:
        node.refuse("is not a square of the floor")
    return name


def _edge(node: Node, cells: Mapping[str, Square], lattice: Lattice) -> Edge:
    names = [_cell(cell, cells) for cell in node.items()]
    if len(names) != 2:
        node.refuse("does not name two squares")
    first, second = cells[names[0]], cells[names[1]]
    step = (second.row - first.row, second.column - first.column)
    if step not in onward(lattice, first.row):
        node.refuse("names squares that do not lie side by side")
    return Edge(first.name, second.name)


def _gate(
    node: Node, cells: Mapping[str, Square], areas: Mapping[str, Area], lattice: Lattice
) -> Gate:
    parts = node.mapping(
        "id title kind kind_title form symbol open_symbol locked_symbol edges cells areas open "
        "opened_by move_cost action_cost passes_large only from shuts_after lock named rules origin"
    )
    between = [part.text() for part in parts["areas"].items()]
    if len(between) != 2 or not set(between) <= set(areas):
        parts["areas"].refuse("does not name two areas")
    way_from = parts["from"].maybe_text()
    if way_from is not None and way_from not in between:
        parts["from"].refuse("is not one of its two areas")
    return Gate(
        id=parts["id"].text(),
        title=parts["title"].text(),
        form=parts["form"].one_of(Form),
        edges=tuple(_edge(edge, cells, lattice) for edge in parts["edges"].items()),
        areas=(between[0], between[1]),
        is_open=parts["open"].flag(),
        opened_by=tuple(side.text() for side in parts["opened_by"].items()),
        move_cost=parts["move_cost"].number(),
        action_cost=parts["action_cost"].number(),
        passes_large=parts["passes_large"].flag(),
        only=tuple(part.text() for part in parts["only"].items()),
        way_from=way_from,
        lock=_lock(parts["lock"]),
        shuts_after=0 if parts["shuts_after"].raw is None else parts["shuts_after"].number(),
        cells=tuple(_cell(part, cells) for part in parts["cells"].items()),
    )


def _lock(node: Node) -> Lock | None:
    if node.raw is None:
        return None
    parts = node.mapping("id key spent by kind within symbol values note origin")
    by = tuple(part.text() for part in parts["by"].items())
    return Lock(parts["key"].maybe_text(), parts["spent"].flag(), by, _range(parts["within"]))


def _range(node: Node) -> int:
    """Return a number of squares; 0 where it is null."""
    return 0 if node.raw is None else node.number(1)


def _special(node: Node) -> Special:
    parts = node.mapping("word title text ranks passes shares stays width effect source rules")
    return Special(
        word=parts["word"].text(),
        passes=tuple(part.text() for part in parts["passes"].items()),
        shares=tuple(part.text() for part in parts["shares"].items()),
        stays=parts["stays"].flag(),
    )


def _entry(node: Node, board: Board) -> Entry:
    parts = node.mapping("title cells who round origin")
    return Entry(
        tuple(_cell(cell, board.cells) for cell in parts["cells"].items()),
        tuple(part.text() for part in parts["who"].items()),
        parts["round"].number(1),
    )


def _shot(node: Node) -> Shot:
    parts = node.mapping("word title members not_beside within")
    members = tuple(part.text() for part in parts["members"].items())
    return Shot(members, parts["not_beside"].flag(), _range(parts["within"]))


def _thing(node: Node, board: Board) -> Thing:
    parts = node.mapping(
        "id title kind cells unknown facing area link specials blocks lock pushed named origin"
    )
    pushed = parts["pushed"]
    how = None if pushed.raw is None else pushed.mapping("by ways")
    area = parts["area"].maybe_text()
    if area is not None and area not in board.areas:
        parts["area"].refuse("is not an area of this document")
    return Thing(
        id=parts["id"].text(),
        title=parts["title"].text(),
        kind=parts["kind"].text(),
        cells=tuple(_cell(cell, board.cells) for cell in parts["cells"].items()),
        facing=parts["facing"].maybe_text(),
        area=area,
        link=parts["link"].maybe_text(),
        specials=tuple(part.text() for part in parts["specials"].items()),
        blocks=parts["blocks"].flag(),
        lock=_lock(parts["lock"]),
        pushers=() if how is None else tuple(word.text() for word in how["by"].items()),
        pushes=() if how is None else tuple(_push(way, board) for way in how["ways"].items()),
    )


def _push(node: Node, board: Board) -> Push:
    parts = node.mapping("from to stand")
    return Push(*(_cell(parts[key], board.cells) for key in ("from", "to", "stand")))
