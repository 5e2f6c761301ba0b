"""Place the items: on the board, in containers, and with figures.

Takes the outline of a quest and the things that are placed. Returns its items, and the unknowns of
those that are in one of several places.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler import codes
from questwright.compiler.frontend.names import SymbolSort, SymbolTable
from questwright.compiler.frontend.outline import Outline, StatementReader, values_of
from questwright.compiler.frontend.places import squares
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.board import Gate
from questwright.compiler.model.quest import Item, Thing, Unknown
from questwright.compiler.model.words import card_called, gear_called, title_from_id
from questwright.compiler.packs.system.system import Category
from questwright.compiler.passes.things.unknown_places import unknown_place_of_item
from questwright.dsl.diagnostics import Label
from questwright.dsl.syntax import Name, Place, Statement

if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.board import Board
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.passes.things.place_things import Placed
    from questwright.dsl.syntax import Clause


def place_items(
    outline: Outline,
    placed: Placed,
    board: Board,
    system: System,
    names: SymbolTable,
    findings: Findings,
) -> tuple[tuple[Item, ...], tuple[Unknown, ...]]:
    """Return the items of a quest, each with its cell or its holder, and the unknowns of items."""
    items: list[Item] = []
    unknowns: list[Unknown] = []
    holds = placed.holds
    by_id = {thing.id: thing for thing in placed.things}
    filled = _filled(placed, board)
    held_by: dict[str, tuple[str, Name]] = {
        name.text: (id_, name) for id_, given in holds.items() for name in given
    }
    for statement in outline.items:
        item, among = _read_item(statement, by_id, filled, board, system, names, findings)
        if item is not None:
            unknown = (
                unknown_place_of_item(item, among, by_id, board, names, findings) if among else None
            )
            if among is not None and unknown is not None:
                unknowns.append(unknown)
                first = unknown.ways[0]
                item = item._replace(holder=first.holder, cell=first.cell)
                for way in unknown.ways:
                    _check_square_is_free(item.id, among, way.cell, filled, findings)
            elif not item.holder and item.cell < 0 and item.id in held_by:
                item = item._replace(holder=held_by[item.id][0])
            items.append(item)
    known = {item.id for item in items}
    for word, (id_, name) in held_by.items():
        if word in known:
            continue
        item = item_of_game(name, id_, system)
        if item is None:
            _unknown(name, known, system, names, findings)
        elif names.declare(SymbolSort.ITEM, word, (word,), name.span):
            items.append(item)
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
    return Item(name.text, title, gear, card.word if card else "", holder, -1, name.span)


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


def _read_item(
    statement: Statement,
    things: dict[str, Thing],
    filled: dict[Cell, Thing | Gate],
    board: Board,
    system: System,
    names: SymbolTable,
    findings: Findings,
) -> tuple[Item | None, Clause | None]:
    """Return an item, and its `among` clause; None for each that the statement does not have."""
    taken = StatementReader(statement, findings)
    name = taken.name(is_needed=True)
    at = taken.clause("at")
    inside = taken.clause("in")
    held = taken.clause("held")
    by = taken.clause("by") if held is not None else None
    among = taken.clause("among") if not (at or inside or held) else None
    taken.finish(
        'write it like `item iron-key "Iron Key" at C4`, `in chest-name`, `held by figure-name` '
        "or `among chest-name, C4`"
    )
    if name is None:
        findings.add(
            codes.MISSING_PART,
            "this item has no name",
            statement.span,
            "nameless",
            help='write it like `item iron-key "Iron Key" at C4`',
        )
        return None, None
    game = item_of_game(name, "", system)
    title = statement.texts[0].raw.strip() if statement.texts else ""
    title = title or (game.title if game else title_from_id(name.text))
    if not names.declare(SymbolSort.ITEM, name.text, (name.text,), name.span):
        return None, None
    cell, holder = -1, ""
    container = inside or by or held
    if at is not None:
        place = next((v for v in values_of(at) if type(v) is Place), None)
        found = squares(place, board, findings) if place is not None else 0
        if place is None:
            symbol_name = next((v for v in values_of(at) if type(v) is Name), None)
            if symbol_name is not None:
                symbol = names.find(symbol_name, SymbolSort.THING)
                if symbol is not None and symbol.ids[0] in things:
                    holder = symbol.ids[0]
        elif found:
            cell = next(each_cell(found))
            if not board.floor >> cell & 1:
                findings.add(
                    codes.NOT_ON_FLOOR,
                    f"`{name.text}` does not lie on the floor",
                    place.span,
                    "rock, or nothing at all",
                )
                cell = -1
            _check_square_is_free(name.text, place, cell, filled, findings)
    elif container is not None:
        holder_name = next(
            (v for v in values_of(container) if type(v) is Name and v.text != "by"), None
        )
        if holder_name is not None:
            symbol = names.find(holder_name, SymbolSort.THING)
            if symbol is not None and symbol.ids[0] in things:
                holder = symbol.ids[0]
    _check_is_searched(name.text, things.get(holder), container or at, system, findings)
    gear, card = (game.gear, game.card) if game else (None, "")
    return Item(name.text, title, gear, card, holder, cell, statement.span), among


def _check_is_searched(
    id_: str, holder: Thing | None, where: Clause | None, system: System, findings: Findings
) -> None:
    """Report an item in a container of a game in which nothing is searched."""
    if system.search is not None or holder is None or where is None:
        return
    if holder.kind.category is Category.CONTAINER and holder.lock is None:
        findings.add(
            codes.WRONG_KIND,
            f"nobody searches `{holder.id}`",
            where.span,
            f"in {system.title} nothing is searched",
            related=(Label(holder.origin, "it stands here"),),
            help=f'let an action give it: `action open-it at {holder.id} "Open it"`, and '
            f"`event when open-it done {{ give {id_} }}`",
        )


def _check_square_is_free(
    id_: str,
    place: Place | Clause,
    cell: Cell,
    filled: dict[Cell, Thing | Gate],
    findings: Findings,
) -> None:
    """Report an item on the square of furniture: its statement has to name the furniture."""
    under = filled.get(cell)
    if under is not None:
        findings.add(
            codes.SQUARE_TAKEN,
            f"`{id_}` lies where `{under.id}` stands",
            place.span,
            "taken",
            related=(Label(under.origin, f"`{under.id}` stands there"),),
            help=f"name a free {findings.cell} beside it"
            if isinstance(under, Gate)
            else f"write `at {under.id}`, or name a free {findings.cell} beside it"
            if type(place) is Place
            else f"name `{under.id}` itself, or a free {findings.cell} beside it",
        )
