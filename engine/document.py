"""The engine's door: bytes of a `quest.json` to a quest, or the reason why they are none.

Nothing that comes through is half-known: a document of another version, with a key twice, with
a fraction, or with anything missing, unknown or pointing nowhere is refused in one sentence.
"""

from __future__ import annotations

import json
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple, NoReturn

from questwright.engine.crossings import Crossing, read_crossings
from questwright.engine.heights import Heights, read_heights
from questwright.engine.lattice import Lattice, onward
from questwright.engine.reading import Json, Node, UnreadableDocument
from questwright.engine.squares import Square

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

VERSION: Final = 1
"""The version of documents that this engine reads."""
BYTES: Final = 33_554_432
"""Bytes of one document."""
_DIGITS: Final = 15

_KEYS: Final = (
    "$schema version id title system origin sides party turn settings board areas gates things "
    "items musters unknowns tables flags events actions victories texts columns specials kinds "
    "gear search decks needs verdict degrees movers expects allows rules"
)


class Diagonal(StrEnum):
    """When a diagonal step is legal."""

    ONE_FLANK = "one-flank"
    """At least one way around the corner is free."""
    BOTH_FLANKS = "both-flanks"
    """Both are."""
    NEVER = "never"


class Form(StrEnum):
    """How a gate is passed."""

    DOOR = "door"
    PASSAGE = "passage"
    WINDOW = "window"
    """Seen through, never walked through."""


class Edge(NamedTuple):
    """The edge between two squares, by their names."""

    first: str
    second: str


class Area(NamedTuple):
    """A part of the board."""

    id: str
    title: str
    cells: tuple[str, ...]
    clear_by_sight: bool
    """Whoever searches it asks that no enemy is in sight, rather than that none is in it."""


class Lock(NamedTuple):
    """What keeps a gate shut."""

    key: str | None
    """The id of the item that opens it; None where it takes none."""
    is_spent: bool
    """The key is used up."""
    by: tuple[str, ...]
    """The words of those who alone can open it; empty where everybody can."""


class Gate(NamedTuple):
    """What joins two areas."""

    id: str
    title: str
    form: Form
    edges: tuple[Edge, ...]
    areas: tuple[str, str]
    is_open: bool
    """It stands open from the start."""
    opened_by: tuple[str, ...]
    move_cost: int
    action_cost: int
    passes_large: bool
    only: tuple[str, ...]
    """The words of those who alone go through; empty where everybody does."""
    way_from: str | None
    """The id of the area from which alone one goes through; None where one goes both ways."""
    lock: Lock | None


class Special(NamedTuple):
    """An exception from the rules that figures have."""

    word: str
    passes: tuple[str, ...]
    """What does not stop them: walls, or what stands on squares, by category."""
    shares: tuple[str, ...]
    """Categories of what they may end their move on."""
    stays: bool
    """They never leave their square."""


class Thing(NamedTuple):
    """What stands on the board."""

    id: str
    title: str
    kind: str
    cells: tuple[str, ...]
    facing: str | None
    area: str | None
    link: str | None
    """The id of the portal that it leads to."""
    specials: tuple[str, ...]
    """The exceptions that it alone has, besides those of its kind."""
    blocks: bool
    """Nobody can walk over its squares."""


class Board(NamedTuple):
    """The squares of a quest and what parts them."""

    columns: int
    rows: int
    lattice: Lattice
    diagonal: Diagonal
    cells: Mapping[str, Square]
    """By name, row by row."""
    walls: frozenset[Edge]
    costs: Mapping[str, Mapping[str, int | None]]
    """Where the ground is not plain floor: what entering a cell costs each member of the party,
    None where it is closed to them."""
    areas: Mapping[str, Area]
    gates: Mapping[str, Gate]
    heights: Heights
    """Where nobody walks because of high and low, and where some jump."""
    crossings: Mapping[str, Crossing]
    """What joins squares that do not lie beside each other, by id."""


class Entry(NamedTuple):
    """Where some of the party come into play."""

    cells: tuple[str, ...]
    who: tuple[str, ...]
    round: int
    """The first round in which they may; those of the first are set up before play begins."""


class QuestDocument(NamedTuple):
    """A quest as it comes from a compiler."""

    id: str
    title: str
    board: Board
    things: Mapping[str, Thing]
    specials: Mapping[str, Special]
    starts: tuple[str, ...]
    """The squares on which members of the party come into play."""
    entries: tuple[Entry, ...]
    members: tuple[str, ...]
    """The kinds of the party's members."""
    data: Mapping[str, Json]
    """The whole document, for what has no field here."""

    def move_of(self, member: str) -> int | None:
        """How far a member of the party moves; None where the game has no number for it."""
        root = Node(dict(self.data))
        name = root.get("turn").get("move_value").text()
        for kind in root.get("kinds").items():
            values = kind.get("values").data()
            if kind.get("word").raw == member and name in values:
                value = kind.get("values").get(name).get("value").raw
                return value if type(value) is int else None
        return None

    @property
    def blocked(self) -> frozenset[str]:
        """The squares that things close when play begins."""
        return frozenset(
            cell for thing in self.things.values() if thing.blocks for cell in thing.cells
        )


def load_quest(data: bytes) -> QuestDocument:
    """The quest of a document; an `UnreadableDocument` says why there is none."""
    root = Node(_parse(data))
    version = root.raw.get("version") if isinstance(root.raw, dict) else None
    if isinstance(root.raw, dict) and (type(version) is not int or version != VERSION):
        said = f"is version {version}" if type(version) is int else "names no version"
        raise UnreadableDocument(f"this document {said}; this engine reads version {VERSION}")
    top = root.mapping(_KEYS)
    areas = {one.id: one for one in map(_area, top["areas"].items())}
    board = _board(top["board"], areas, top["gates"])
    things = {one.id: one for one in (_thing(node, board) for node in top["things"].items())}
    specials = {one.word: one for one in map(_special, top["specials"].items())}
    for node in top["things"].items():
        for special in node.get("specials").items():
            if special.raw not in specials:
                special.refuse("is no special of the game")
        link = node.get("link")
        if link.raw is not None and link.raw not in things:
            link.refuse("leads to nothing that stands here")
    party = top["party"].mapping("side members starts entries groups")
    return QuestDocument(
        id=top["id"].text(),
        title=top["title"].text(),
        board=board,
        things=things,
        specials=specials,
        starts=tuple(_cell(node, board.cells) for node in party["starts"].items()),
        entries=tuple(_entry(node, board) for node in party["entries"].items()),
        members=tuple(node.text() for node in party["members"].items()),
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
            raise UnreadableDocument(f"the key {key[:60]!r} stands twice in one object")
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
        "drawing diagonal facings columns rows cells solid walls terrain levels barriers jumps "
        "crossings tiles rules"
    )
    lattice = Lattice.HEXES if parts["drawing"].text() == "hexes" else Lattice.SQUARES
    columns, rows = parts["columns"].number(), parts["rows"].number()
    cells: dict[str, Square] = {}
    places: set[tuple[int, int]] = set()
    for part in parts["cells"].items():
        square = _square(part)
        if square.row > rows or square.column > columns or square.area not in areas:
            part.refuse("lies outside of the board or of every area")
        if square.name in cells or (square.row, square.column) in places:
            part.refuse("stands there twice")
        cells[square.name] = square
        places.add((square.row, square.column))
    walls = frozenset(_edge(wall, cells, lattice) for wall in parts["walls"].items())
    costs: dict[str, Mapping[str, int | None]] = {}
    for one in parts["terrain"].items():
        costs.update(_patch(one, cells))
    every = {gate.id: gate for gate in (_gate(g, cells, areas, lattice) for g in gates.items())}
    gated = {edge for gate in every.values() for edge in gate.edges}
    heights = read_heights(
        parts, cells, lattice, lambda node: _edge(node, cells, lattice), walls | gated
    )
    diagonal = parts["diagonal"].one_of(Diagonal)
    if lattice is Lattice.HEXES and diagonal is not Diagonal.NEVER:
        parts["diagonal"].refuse("is no step on hexes")
    return Board(
        columns,
        rows,
        lattice,
        diagonal,
        cells,
        walls,
        costs,
        areas,
        every,
        heights,
        read_crossings(parts["crossings"], cells),
    )


def _patch(
    node: Node, cells: Mapping[str, Square]
) -> Iterator[tuple[str, Mapping[str, int | None]]]:
    parts = node.mapping(
        "word title cells costs joins_levels holds apart_from climbed_by traits rules origin"
    )
    costs = {word: cost.maybe_number(1) for word, cost in parts["costs"].entries()}
    for cell in parts["cells"].items():
        yield _cell(cell, cells), costs


def _square(node: Node) -> Square:
    parts = node.mapping("name row column area")
    row, column = parts["row"].number(1), parts["column"].number(1)
    return Square(parts["name"].text(), row, column, parts["area"].text())


def _cell(node: Node, cells: Mapping[str, Square]) -> str:
    name = node.text()
    if name not in cells:
        node.refuse("is no square of the floor")
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
        "id title kind kind_title form symbol edges areas open opened_by move_cost action_cost "
        "passes_large only from lock named rules origin"
    )
    between = [part.text() for part in parts["areas"].items()]
    if len(between) != 2 or not set(between) <= set(areas):
        parts["areas"].refuse("does not name two areas")
    way_from = parts["from"].maybe_text()
    if way_from is not None and way_from not in between:
        parts["from"].refuse("is none of its two areas")
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
    )


def _lock(node: Node) -> Lock | None:
    if node.raw is None:
        return None
    parts = node.mapping("id key spent by kind values note origin")
    by = tuple(part.text() for part in parts["by"].items())
    return Lock(parts["key"].maybe_text(), parts["spent"].flag(), by)


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


def _thing(node: Node, board: Board) -> Thing:
    parts = node.mapping("id title kind cells facing area link specials blocks named origin")
    area = parts["area"].maybe_text()
    if area is not None and area not in board.areas:
        parts["area"].refuse("is no area")
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
    )
