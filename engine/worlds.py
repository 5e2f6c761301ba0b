"""Read the unknowns of a document, and settle them: a quest in one of its worlds."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from questwright.engine.conditions import Every, Not, Predicate, Some
from questwright.engine.reading import Node, UnreadableDocument
from questwright.engine.script import EffectKind, read_effect

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from questwright.engine.conditions import Condition, Moving
    from questwright.engine.document import QuestDocument, Thing
    from questwright.engine.script import Effect, Script


class UnknownSort(StrEnum):
    """The sorts of unknowns."""

    ITEM = "item"
    THING = "thing"
    TRAP = "trap"
    TABLE = "table"


class Way(NamedTuple):
    """One of the ways in which an unknown may be settled."""

    holder: str | None
    """The id of the thing that holds an item."""
    cell: str | None
    """The square that an item lies on."""
    cells: tuple[str, ...]
    """The squares that a thing stands on."""
    area: str | None
    """The id of the area that a thing stands in."""
    is_absent: bool
    """Whether a trap is not there, or is a false one."""
    effects: tuple[Effect, ...]
    """The effects of a table's row, before play begins."""


class Unknown(NamedTuple):
    """An item, thing, trap or table that is settled when the quest is set up."""

    id: str
    sort: UnknownSort
    ways: tuple[Way, ...]


def read_unknowns(quest: QuestDocument) -> tuple[Unknown, ...]:
    """Read the unknowns of a document, in their order."""
    nodes = Node(dict(quest.data)).get("unknowns").items()
    return tuple(_unknown(node, quest) for node in nodes)


def _unknown(node: Node, quest: QuestDocument) -> Unknown:
    parts = node.mapping("id title sort dice die ways origin")
    sort = parts["sort"].one_of(UnknownSort)
    id_ = parts["id"].text()
    if sort in (UnknownSort.THING, UnknownSort.TRAP) and id_ not in quest.things:
        parts["id"].refuse("is not a thing of this document")
    ways = tuple(_way(part, quest) for part in parts["ways"].items())
    if sort is UnknownSort.THING and not all(way.cells for way in ways):
        parts["ways"].refuse("does not say where that stands")
    return Unknown(id_, sort, ways)


def _way(node: Node, quest: QuestDocument) -> Way:
    parts = node.mapping("title chance low high holder cell cells area absent effects")
    squares = quest.board.cells
    for part in [*parts["cells"].items(), *([parts["cell"]] if parts["cell"].raw else [])]:
        if part.text() not in squares:
            part.refuse("is not a square of the floor")
    holder, area = parts["holder"].maybe_text(), parts["area"].maybe_text()
    if holder is not None and holder not in quest.things:
        parts["holder"].refuse("is not a thing of this document")
    if area is not None and area not in quest.board.areas:
        parts["area"].refuse("is not an area of this document")
    return Way(
        holder=holder,
        cell=parts["cell"].maybe_text(),
        cells=tuple(part.text() for part in parts["cells"].items()),
        area=area,
        is_absent=parts["absent"].flag(),
        effects=tuple(read_effect(part, squares) for part in parts["effects"].items()),
    )


def settle(
    quest: QuestDocument, script: Script, ways: Sequence[int]
) -> tuple[QuestDocument, Script]:
    """Return the quest and its script in one world; ``ways`` has the index of each unknown's way.

    Raises `UnreadableDocument` where that is not an index for each unknown, or where a thing stands
    nowhere all the same.
    """
    unknowns = read_unknowns(quest)
    if len(ways) != len(unknowns) or any(
        not 0 <= number < len(unknown.ways) for unknown, number in zip(unknowns, ways, strict=False)
    ):
        raise UnreadableDocument("the world does not have a way for each unknown of this document")
    things, items = dict(quest.things), dict(script.items)
    before: list[Effect] = [*script.before]
    gone: set[str] = set()
    for unknown, number in zip(unknowns, ways, strict=True):
        way = unknown.ways[number]
        before += way.effects
        if unknown.sort is UnknownSort.THING:
            things[unknown.id] = things[unknown.id]._replace(cells=way.cells, area=way.area)
        elif unknown.sort is UnknownSort.ITEM and unknown.id in items:
            items[unknown.id] = items[unknown.id]._replace(holder=way.holder, cell=way.cell)
        elif unknown.sort is UnknownSort.TRAP and way.is_absent:
            gone.add(unknown.id)
    for id_, thing in things.items():
        if not thing.cells:
            raise UnreadableDocument(f"nothing in this document says where `{id_[:60]}` stands")
    removed = {effect.target for effect in before if effect.kind is EffectKind.REMOVE}
    place = _Substitution(things, gone | removed)
    harmless = {f"{id_}-springs" for id_ in gone}
    """What is not there does not go off."""
    there = {id_: thing for id_, thing in things.items() if id_ not in gone}
    events = tuple(
        event._replace(
            condition=place.condition(event.condition), effects=place.effects(event.effects)
        )
        for event in script.events
        if event.id not in harmless
    )
    actions = {
        id_: action._replace(
            cells=place.cells(action.cells, action.moving),
            condition=None if action.condition is None else place.condition(action.condition),
        )
        for id_, action in script.actions.items()
    }
    victories = tuple(
        victory._replace(condition=place.condition(victory.condition))
        for victory in script.victories
    )
    script = script._replace(
        items=items,
        events=events,
        actions=actions,
        victories=victories,
        before=_Substitution(things, gone).effects(before),
    )
    return quest._replace(things=there), script


class _Substitution:
    """Replaces places that depend on hidden things, and effects on absent traps."""

    def __init__(self, things: Mapping[str, Thing], gone: set[str]) -> None:
        self._things = things
        self._gone = gone

    def cells(self, cells: Iterable[str], moving: Moving | None) -> tuple[str, ...]:
        """Return the squares of a place; ``moving`` is the part that depends on hidden things."""
        if moving is None:
            return tuple(cells)
        found = list(moving.fixed)
        for id_ in moving.things:
            if id_ in self._things:
                found += self._things[id_].cells
        return tuple(dict.fromkeys(found))

    def condition(self, condition: Condition) -> Condition:
        """Return a condition with the squares of all its places."""
        match condition:
            case Every(parts):
                return Every(tuple(map(self.condition, parts)))
            case Some(parts):
                return Some(tuple(map(self.condition, parts)))
            case Not(part):
                return Not(self.condition(part))
            case Predicate():
                cells = self.cells(condition.cells, condition.moving)
                return condition._replace(cells=frozenset(cells))

    def effects(self, effects: Iterable[Effect]) -> tuple[Effect, ...]:
        """Return effects with the squares of their places, without those on absent traps."""
        return tuple(
            effect._replace(cells=self.cells(effect.cells, effect.moving))
            for effect in effects
            if effect.kind is not EffectKind.TRIGGER or effect.target not in self._gone
        )
