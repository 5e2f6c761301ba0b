"""Place items: what lies on the board, in containers, and in the hands of figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler import codes
from compiler.model.board import Board, each_cell
from compiler.model.names import Names, Sort
from compiler.model.outline import Outline, Taken, values_of
from compiler.model.places import squares
from compiler.model.quest import Item, Thing
from compiler.model.words import card_called, gear_called, spoken
from dsl.diagnostics import Label
from dsl.syntax import Name, Place, Statement

if TYPE_CHECKING:
    from compiler.model.findings import Findings
    from compiler.packs.model import System


def place_items(
    outline: Outline,
    things: tuple[Thing, ...],
    holds: dict[str, tuple[Name, ...]],
    board: Board,
    system: System,
    names: Names,
    findings: Findings,
) -> tuple[Item, ...]:
    """The items of a quest: where each lies, or who carries it."""
    items: list[Item] = []
    by_id = {thing.id: thing for thing in things}
    held_by: dict[str, tuple[str, Name]] = {
        name.text: (id_, name) for id_, given in holds.items() for name in given
    }
    for statement in outline.items:
        item = _read_item(statement, by_id, board, system, names, findings)
        if item is not None:
            if not item.holder and item.cell < 0 and item.id in held_by:
                item = item._replace(holder=held_by[item.id][0])
            items.append(item)
    known = {item.id for item in items}
    for word, (id_, name) in held_by.items():
        if word in known:
            continue
        item = item_of_game(name, id_, system)
        if item is None:
            _unknown(name, known, system, names, findings)
        elif names.declare(Sort.ITEM, word, (word,), name.span):
            items.append(item)
    return tuple(items)


def item_of_game(name: Name, holder: str, system: System) -> Item | None:
    """An item that the game itself has, by its own word or by that of its card."""
    gear, card = gear_called(name.text, system), card_called(name.text, system)
    if gear is None:
        return None
    is_named = card is not None and card.word == name.text
    title = card.title if card is not None and is_named else gear.title
    return Item(name.text, title, gear, card.word if card else "", holder, -1, name.span)


def _unknown(name: Name, known: set[str], system: System, names: Names, findings: Findings) -> None:
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
        reason=f"{card.title} is done with once it is read",
        help=f"let it be drawn when something happens: `give {name.text}`",
    )


def _read_item(
    statement: Statement,
    things: dict[str, Thing],
    board: Board,
    system: System,
    names: Names,
    findings: Findings,
) -> Item | None:
    taken = Taken(statement, findings)
    name = taken.name(is_needed=True)
    at = taken.clause("at")
    inside = taken.clause("in")
    held = taken.clause("held")
    by = taken.clause("by") if held is not None else None
    taken.finish(
        'write it like `item iron-key "Iron Key" at C4`, `in chest-name` or `held by figure-name`'
    )
    if name is None:
        findings.add(
            codes.MISSING_PART,
            "this item has no name",
            statement.span,
            "nameless",
            help='write it like `item iron-key "Iron Key" at C4`',
        )
        return None
    game = item_of_game(name, "", system)
    title = statement.texts[0].raw.strip() if statement.texts else ""
    title = title or (game.title if game else spoken(name.text))
    if not names.declare(Sort.ITEM, name.text, (name.text,), name.span):
        return None
    cell, holder = -1, ""
    container = inside or by or held
    if at is not None:
        place = next((v for v in values_of(at) if type(v) is Place), None)
        found = squares(place, board, findings) if place is not None else 0
        if place is None:
            symbol_name = next((v for v in values_of(at) if type(v) is Name), None)
            if symbol_name is not None:
                symbol = names.find(symbol_name, Sort.THING)
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
            _hold_clear(name, place, cell, things, findings)
    elif container is not None:
        holder_name = next(
            (v for v in values_of(container) if type(v) is Name and v.text != "by"), None
        )
        if holder_name is not None:
            symbol = names.find(holder_name, Sort.THING)
            if symbol is not None and symbol.ids[0] in things:
                holder = symbol.ids[0]
    gear, card = (game.gear, game.card) if game else (None, "")
    return Item(name.text, title, gear, card, holder, cell, statement.span)


def _hold_clear(
    name: Name, place: Place, cell: int, things: dict[str, Thing], findings: Findings
) -> None:
    """An item on the square of furniture lies on it or in it, and says so."""
    under = next((one for one in things.values() if one.blocks and cell in one.cells), None)
    if under is not None:
        findings.add(
            codes.SQUARE_TAKEN,
            f"`{name.text}` lies where `{under.id}` stands",
            place.span,
            "taken",
            related=(Label(under.origin, f"`{under.id}` stands there"),),
            help=f"write `at {under.id}`, or name a free square beside it",
        )
