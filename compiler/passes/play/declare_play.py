"""Declare what happens in play: the names of events, actions, tables and flags.

Takes the outline of a quest and the items that are placed. Fills the symbol table, and returns
the items together with the cards that events give.
"""

from __future__ import annotations

from questwright.compiler.frontend.names import SymbolSort, SymbolTable
from questwright.compiler.passes.things.place_items import item_of_game
from questwright.dsl.syntax import Form, Name, Statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.frontend.outline import Outline
    from questwright.compiler.model.quest import Item
    from questwright.compiler.packs.system.system import System


def declare_play(
    outline: Outline,
    items: tuple[Item, ...],
    system: System,
    names: SymbolTable,
) -> tuple[tuple[Item, ...], tuple[str, ...]]:
    """Declare the names of events, actions, tables and flags, and of cards that an event gives.

    Conditions may use these names, so that this runs before they are resolved. Returns the items of
    the quest together with those cards, and the names of the flags.
    """
    for table in outline.tables:
        name = table.items[0][0] if table.items else None
        if type(name) is Name:
            names.declare(SymbolSort.TABLE, name.text, (name.text,), name.span)
    for event in outline.events:
        if event.name is not None:
            names.declare(SymbolSort.EVENT, event.name.text, (event.name.text,), event.name.span)
    for action in outline.actions:
        first = action.items[0][0] if action.items else None
        if type(first) is Name:
            names.declare(SymbolSort.ACTION, first.text, (first.text,), first.span)
    flags: dict[str, Name] = {}
    given: list[Item] = list(items)
    for effect, target in _effect_targets(outline):
        if effect == "set" and target.text not in flags:
            if names.declare(SymbolSort.FLAG, target.text, (target.text,), target.span):
                flags[target.text] = target
        elif effect == "give" and names.get(target.text) is None:
            item = item_of_game(target, "", system)
            if item is not None and names.declare(
                SymbolSort.ITEM, target.text, (target.text,), target.span
            ):
                given.append(item)
    return tuple(given), tuple(flags)


def _effect_targets(outline: Outline) -> Iterator[tuple[str, Name]]:
    """Yield the word of each effect with each name that the effect is about."""
    bodies = [event.body for event in outline.events]
    bodies += [row.body or () for table in outline.tables for row in table_rows(table)]
    for body in bodies:
        for node in body:
            if isinstance(node, Statement) and node.form is Form.EFFECT:
                for item in node.items:
                    for value in item:
                        if type(value) is Name:
                            yield node.head.text, value


def table_rows(table: Statement) -> list[Statement]:
    """Return the row statements in the block of a table."""
    nodes = table.body or ()
    return [node for node in nodes if isinstance(node, Statement) and node.form is Form.ROW]
