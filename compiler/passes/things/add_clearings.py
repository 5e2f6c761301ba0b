"""Add clearings: actions by which a member takes a thing away, as the game says of some kinds.

Takes the things of a quest. Returns an action and an event for each that can be cleared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.frontend.names import SymbolSort
from questwright.compiler.model.clearings import clearing_ids
from questwright.compiler.model.quest import (
    Action,
    Effect,
    EffectKind,
    Event,
    Fact,
    FactKind,
    Quantity,
)

if TYPE_CHECKING:
    from questwright.compiler.frontend.names import SymbolTable
    from questwright.compiler.model.quest import Thing


def add_clearings(
    things: tuple[Thing, ...], names: SymbolTable
) -> tuple[tuple[Action, ...], tuple[Event, ...]]:
    """Return for each thing that can be cleared the action, and the event that removes it."""
    actions, events = [], []
    for thing in things:
        clearing = thing.kind.placing.clearing
        if clearing is None:
            continue
        id_, cleared = clearing_ids(thing)
        names.declare(SymbolSort.ACTION, id_, (id_,), thing.origin)
        names.declare(SymbolSort.EVENT, cleared, (cleared,), thing.origin)
        cells, origin = thing.mask, thing.origin
        title, cost = clearing.title, clearing.cost
        actions.append(Action(id_, title, cells, thing.id, thing.id, None, cost, origin))
        done = Fact(FactKind.DONE, Quantity.ALL, 0, (id_,), id_, "", 0, "", "", 0, origin)
        clears = Effect(EffectKind.CLEAR, "", "", 1, cells, thing.id, "", (), origin)
        events.append(
            Event(
                id=cleared,
                title="",
                repeats=False,
                condition=done,
                effects=(clears,),
                is_named=False,
                origin=origin,
            )
        )
    return tuple(actions), tuple(events)
