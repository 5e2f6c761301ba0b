"""Place the items: on the board, in containers, and with figures.

Takes the outline of a quest and the things that are placed. Returns its items, and the unknowns of
those that are in one of several places.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.names import SymbolSort, SymbolTable
from questwright.compiler.frontend.outline import Outline, StatementReader, values_of
from questwright.compiler.frontend.places import squares
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.board import Gate
from questwright.compiler.model.quest import Item, Thing, Unknown
from questwright.compiler.model.words import card_called, gear_called, title_from_id
from questwright.compiler.packs.system.system import Category
from questwright.compiler.passes.things.read_entries import read_members
from questwright.compiler.passes.things.unknown_places import unknown_place_of_item
from questwright.dsl.diagnostics import Label
from questwright.dsl.records import NamedTuple
from questwright.dsl.syntax import Name, Place, Statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.board import Board
    from questwright.compiler.packs.system.system import Kind, System
    from questwright.compiler.passes.things.place_things import Placed
    from questwright.dsl.syntax import Clause, Number, Value


_MOST = 20
"""Pieces of an item that may be alike."""
_LIKE = (
    'write it like `item iron-key "Iron Key" at C4`, `in chest-name`, `held by figure-name`, '
    "`brought` or `among chest-name, C4`"
)


class _ItemSpot(NamedTuple):
    """Where an item is when play begins: with a holder, on a cell, or nowhere."""

    holder: str = ""
    cell: Cell = -1


class _Stated(NamedTuple):
    """An item as its statement has it."""

    item: Item
    """It lies nowhere yet."""
    pieces: int
    """How many pieces are alike; 0 if it is alone."""
    spots: tuple[_ItemSpot, ...]
    among: Clause | None


def place_items(
    outline: Outline,
    placed: Placed,
    board: Board,
    party: tuple[Kind, ...],
    system: System,
    names: SymbolTable,
    findings: Findings,
) -> tuple[tuple[Item, ...], tuple[Unknown, ...]]:
    """Return the items of a quest, each with its cell or its holder, and the unknowns of items."""
    items: list[Item] = []
    unknowns: list[Unknown] = []
    by_id = {thing.id: thing for thing in placed.things}
    reader = _ItemReader(by_id, _filled(placed, board), board, party, system, names, findings)
    held_by: dict[str, list[tuple[str, Name]]] = {}
    for id_, given in placed.holds.items():
        for name in given:
            held_by.setdefault(name.text, []).append((id_, name))
    for statement in outline.items:
        stated = reader.read(statement)
        if stated is None:
            continue
        held = held_by.get(stated.item.id, [])
        if stated.pieces:
            items += reader.pieces(stated, held)
        else:
            item, unknown = reader.alone(stated, held)
            items.append(item)
            unknowns += [unknown] if unknown is not None else []
    known = {name for item in items for name in (item.id, item.alike)}
    for word, holders in held_by.items():
        if word in known:
            continue
        id_, name = holders[-1]
        item_had = item_of_game(name, id_, system)
        if item_had is None:
            _unknown(name, known, system, names, findings)
        elif names.declare(SymbolSort.ITEM, word, (word,), name.span):
            items.append(item_had)
    return tuple(items), tuple(unknowns)


def _filled(placed: Placed, board: Board) -> dict[Cell, Thing | Gate]:
    """Return the squares that things and gates close, or may close, each with what does."""
    closing = {thing.id: thing for thing in placed.things if thing.blocks}
    filled: dict[Cell, Thing | Gate] = {
        cell: gate for gate in board.gates if not gate.is_open for cell in each_cell(gate.cells)
    }
    filled |= {cell: thing for thing in closing.values() for cell in thing.cells}
    for unknown in placed.unknowns:
        if unknown.id in closing:
            each = (cell for way in unknown.ways for cell in way.cells)
            filled |= dict.fromkeys(each, closing[unknown.id])
    return filled


def item_of_game(name: Name, holder: str, system: System) -> Item | None:
    """Return an item that the game has, by the word of the gear or of its card; None for others."""
    gear, card = gear_called(name.text, system), card_called(name.text, system)
    if gear is None:
        return None
    is_named = card is not None and card.word == name.text
    title = card.title if card is not None and is_named else gear.title
    word, is_bound = card.word if card else "", gear.is_bound
    return Item(name.text, title, gear, word, holder, -1, name.span, is_bound=is_bound)


def _unknown(
    name: Name, known: set[str], system: System, names: SymbolTable, findings: Findings
) -> None:
    card = card_called(name.text, system)
    if card is None:
        names.unknown(name, "there is no item called", [*system.gear, *known])
        return
    names.poisoned.add(name.text)
    findings.add(
        codes.UNKNOWN_NAME,
        f"there is no item called `{name.text}`",
        name.span,
        "a card that nobody keeps",
        reason=f"{card.title} is discarded once it is read",
        help=f"let an event give it: `give {name.text}`",
    )


class _ItemReader:
    """Reads the statements of items: where each is, and how many are alike."""

    def __init__(
        self,
        things: dict[str, Thing],
        filled: dict[Cell, Thing | Gate],
        board: Board,
        party: tuple[Kind, ...],
        system: System,
        names: SymbolTable,
        findings: Findings,
    ) -> None:
        self._party = party
        self._things = things
        self._filled = filled
        self._board = board
        self._system = system
        self._names = names
        self._findings = findings

    def read(self, statement: Statement) -> _Stated | None:
        """Return what a statement says of an item; None, after a finding, if it has no name."""
        taken = StatementReader(statement, self._findings)
        number = taken.number()
        name = taken.name(is_needed=True)
        bound = taken.word("bound")
        at = taken.clause("at")
        inside = taken.clause("in")
        held = taken.clause("held")
        bound = bound or taken.word("bound")
        brings = taken.word("brought") if not (at or inside or held) else None
        by = taken.clause("by") if held is not None or brings is not None else None
        among = taken.clause("among") if not (at or inside or held or brings) else None
        taken.finish(_LIKE)
        if name is None:
            self._findings.add(
                codes.MISSING_PART,
                "this item has no name",
                statement.span,
                "nameless",
                help='write it like `item iron-key "Iron Key" at C4`',
            )
            return None
        pieces = self._count(number, name, among) if number is not None else 0
        ids = tuple(f"{name.text}-{n}" for n in range(1, pieces + 1)) or (name.text,)
        if not self._names.declare(SymbolSort.ITEM, name.text, ids, name.span):
            return None
        for id_ in ids if pieces else ():
            self._names.declare_generated(SymbolSort.ITEM, id_, name.span)
        game = item_of_game(name, "", self._system)
        title = statement.texts[0].raw.strip() if statement.texts else ""
        title = title or (game.title if game else title_from_id(name.text))
        gear, card = (game.gear, game.card) if game else (None, "")
        is_bound = bound is not None or (gear is not None and gear.is_bound)
        item = Item(
            name.text, title, gear, card, "", -1, statement.span, is_bound=is_bound and not pieces
        )
        if bound is not None and pieces:
            self._findings.add(
                codes.SURPLUS_PART,
                "alike items are not `bound`",
                bound.span,
                "there are several",
                help="give each bound item a name of its own",
            )
        if brings is not None:
            item = item._replace(brought=self._bearers(by))
        stated = (
            [] if brings is not None else [c for c in (at, inside, by or held) if c is not None]
        )
        spots = tuple(spot for clause in stated for spot in self._spots(item, clause))
        if number is None:
            self._check_is_one(name, stated)
        return _Stated(item, pieces, spots, among if number is None else None)

    def _bearers(self, by: Clause | None) -> tuple[str, ...]:
        """The members of whom one brings an item: those who are named, or any."""
        if by is None:
            return tuple(kind.word for kind in self._party)
        return read_members(values_of(by), self._party, self._names, self._findings)

    def _count(self, number: Number, name: Name, among: Clause | None) -> int:
        """How many pieces are alike; 0 after a finding."""
        if not 2 <= number.value <= _MOST:
            self._findings.add(
                codes.BAD_NUMBER,
                f"{number.value} items cannot be alike",
                number.span,
                f"from 2 to {_MOST}",
                help=f"leave the number out: `item {name.text}`" if number.value == 1 else None,
            )
            return 0
        if among is not None:
            self._findings.add(
                codes.SURPLUS_PART,
                "alike items do not take `among`",
                among.span,
                "one item alone is in one of several places",
                help="give each place a piece with `at`, or each hidden item a name of its own",
            )
            return 0
        return number.value

    def _check_is_one(self, name: Name, stated: list[Clause]) -> None:
        """Report a second place of an item of which there is one."""
        values = [v for clause in stated for v in values_of(clause) if not _is_by(v)]
        for value in values[1:]:
            self._findings.add(
                codes.SURPLUS_PART,
                f"`{name.text}` cannot be in several places",
                value.span,
                "the second one",
                help=f"for several that are alike write `item {len(values)} {name.text} …`; for "
                "one that is in one of these places write `among`",
            )

    def _spots(self, item: Item, clause: Clause) -> Iterator[_ItemSpot]:
        """Where a clause places an item, or each piece of it."""
        for value in values_of(clause):
            if type(value) is Place and clause.word.text == "at":
                found = squares(value, self._board, self._findings)
                for cell in each_cell(found):
                    yield self._on(item, value, cell)
            elif type(value) is Name and not _is_by(value):
                symbol = self._names.find(value, SymbolSort.THING)
                for id_ in symbol.ids if symbol is not None else ():
                    if id_ in self._things:
                        self._check_is_searched(item.id, self._things[id_], clause)
                        yield _ItemSpot(id_)

    def _on(self, item: Item, place: Place, cell: Cell) -> _ItemSpot:
        if not self._board.floor >> cell & 1:
            self._findings.add(
                codes.NOT_ON_FLOOR,
                f"`{item.id}` does not lie on the floor",
                place.span,
                "rock, or nothing at all",
            )
            return _ItemSpot()
        self.check_square_is_free(item.id, place, cell)
        return _ItemSpot("", cell)

    def alone(self, stated: _Stated, held: list[tuple[str, Name]]) -> tuple[Item, Unknown | None]:
        """Return an item of which there is one; and where it may be, if that is unknown."""
        among, spot = stated.among, stated.spots[0] if stated.spots else _ItemSpot()
        item = stated.item._replace(holder=spot.holder, cell=spot.cell)
        unknown = None
        if among is not None:
            unknown = unknown_place_of_item(
                item, among, self._things, self._board, self._names, self._findings
            )
        if among is not None and unknown is not None:
            for way in unknown.ways:
                self.check_square_is_free(item.id, among, way.cell)
            first = unknown.ways[0]
            return item._replace(holder=first.holder, cell=first.cell), unknown
        if not item.holder and item.cell < 0 and held:
            item = item._replace(holder=held[-1][0])
        return item, None

    def pieces(self, stated: _Stated, held: list[tuple[str, Name]]) -> list[Item]:
        """Return the pieces of an item: those with a place come first, events give the others."""
        item = stated.item
        spots = [*stated.spots, *(_ItemSpot(holder) for holder, _ in held)]
        if len(spots) > stated.pieces:
            self._findings.add(
                codes.BAD_NUMBER,
                f"there are {stated.pieces} of `{item.id}`, and places for {len(spots)}",
                item.origin,
                f"{len(spots) - stated.pieces} too few",
                help=f"write `item {len(spots)} {item.id}`, or leave places out",
            )
        spots += [_ItemSpot()] * (stated.pieces - len(spots))
        return [
            item._replace(
                id=f"{item.id}-{number}", holder=spot.holder, cell=spot.cell, alike=item.id
            )
            for number, spot in enumerate(spots[: stated.pieces], 1)
        ]

    def _check_is_searched(self, id_: str, holder: Thing, where: Clause) -> None:
        """Report an item in a container of a game in which nothing is searched."""
        is_searched = self._system.search is not None or holder.lock is not None
        if holder.kind.category is Category.CONTAINER and not is_searched:
            self._findings.add(
                codes.WRONG_KIND,
                f"nobody searches `{holder.id}`",
                where.span,
                f"in {self._system.title} nothing is searched",
                related=(Label(holder.origin, "it stands here"),),
                help=f'let an action give it: `action open-it at {holder.id} "Open it"`, and '
                f"`event when open-it done {{ give {id_} }}`",
            )

    def check_square_is_free(self, id_: str, place: Place | Clause, cell: Cell) -> None:
        """Report an item on the square of furniture: its statement has to name the furniture."""
        under = self._filled.get(cell)
        if under is not None:
            self._findings.add(
                codes.SQUARE_TAKEN,
                f"`{id_}` lies where `{under.id}` stands",
                place.span,
                "taken",
                related=(Label(under.origin, f"`{under.id}` stands there"),),
                help=f"name a free {self._findings.cell} beside it"
                if isinstance(under, Gate)
                else f"write `at {under.id}`, or name a free {self._findings.cell} beside it"
                if type(place) is Place
                else f"name `{under.id}` itself, or a free {self._findings.cell} beside it",
            )


def _is_by(value: Value) -> bool:
    return type(value) is Name and value.text == "by"
