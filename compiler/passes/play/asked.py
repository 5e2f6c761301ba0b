"""What conditions can ask: the verbs, the facts that they ask for, and of what each is asked."""

from __future__ import annotations

from questwright.compiler.frontend.names import SymbolSort
from questwright.compiler.model.conditions import FactKind
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

VERBS: Final[dict[str, FactKind]] = {
    "opened": FactKind.OPENED,
    "opens": FactKind.OPENED,
    "closed": FactKind.CLOSED,
    "closes": FactKind.CLOSED,
    "found": FactKind.FOUND,
    "revealed": FactKind.REVEALED,
    "searched": FactKind.SEARCHED,
    "cleared": FactKind.CLEARED,
    "defeated": FactKind.DEFEATED,
    "taken": FactKind.TAKEN,
    "carries": FactKind.CARRIES,
    "carry": FactKind.CARRIES,
    "carried": FactKind.CARRIED,
    "leaves": FactKind.LEAVES,
    "leave": FactKind.LEAVES,
    "enters": FactKind.IS_IN,
    "enter": FactKind.IS_IN,
    "done": FactKind.DONE,
    "happened": FactKind.HAPPENED,
    "happens": FactKind.HAPPENED,
    "sprung": FactKind.SPRUNG,
    "set": FactKind.SET,
}
"""The fact that each verb asks for; a game's pack adds the states that its figures can be in."""

ASKED_OF: Final[dict[FactKind, tuple[SymbolSort, ...]]] = {
    FactKind.OPENED: (SymbolSort.GATE, SymbolSort.CROSSING),
    FactKind.CLOSED: (SymbolSort.GATE, SymbolSort.CROSSING),
    FactKind.FOUND: (SymbolSort.GATE,),
    FactKind.REVEALED: (SymbolSort.AREA,),
    FactKind.SEARCHED: (SymbolSort.AREA, SymbolSort.THING),
    FactKind.CLEARED: (SymbolSort.AREA,),
    FactKind.DEFEATED: (SymbolSort.THING, SymbolSort.MEMBER),
    FactKind.STATE: (SymbolSort.THING, SymbolSort.MEMBER),
    FactKind.TAKEN: (SymbolSort.ITEM,),
    FactKind.CARRIES: (SymbolSort.MEMBER, SymbolSort.THING),
    FactKind.CARRIED: (SymbolSort.ITEM,),
    FactKind.IS_IN: (SymbolSort.MEMBER, SymbolSort.THING),
    FactKind.LEAVES: (SymbolSort.MEMBER, SymbolSort.THING),
    FactKind.DONE: (SymbolSort.ACTION,),
    FactKind.HAPPENED: (SymbolSort.EVENT,),
    FactKind.SPRUNG: (SymbolSort.THING,),
    FactKind.SET: (SymbolSort.FLAG,),
}
"""The sorts of names of which each fact can be asked."""


class ConditionSubject(NamedTuple):
    """What a predicate is about."""

    ids: tuple[str, ...]
    sorts: frozenset[SymbolSort]
    described: str
