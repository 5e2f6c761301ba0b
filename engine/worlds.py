"""What is unknown when play begins, and a quest in which it is settled in one way."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from questwright.engine.conditions import Asked, Every, Not, Some
from questwright.engine.reading import Node, UnreadableDocument
from questwright.engine.script import Doing, read_effect

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from questwright.engine.conditions import Condition, Moving
    from questwright.engine.document import QuestDocument, Thing
    from questwright.engine.script import Effect, Script


class UnknownSort(StrEnum):
    """What can be unknown."""

    ITEM = "item"
    THING = "thing"
    TRAP = "trap"
    TABLE = "table"


class Way(NamedTuple):
    """One of the ways in which something may be."""

    holder: str | None
    cell: str | None
    """Where an item is."""
    cells: tuple[str, ...]
    area: str | None
    """Where a thing stands."""
    is_absent: bool
    """A trap is not there, or is a false one."""
    effects: tuple[Effect, ...]
    """What has happened before play begins."""


class Unknown(NamedTuple):
    """Something that is settled when the quest is set up."""

    id: str
    sort: UnknownSort
    ways: tuple[Way, ...]


def read_unknowns(quest: QuestDocument) -> tuple[Unknown, ...]:
    """What a document says is unknown."""
    nodes = Node(dict(quest.data)).get("unknowns").items()
    return tuple(_unknown(node, quest) for node in nodes)


def _unknown(node: Node, quest: QuestDocument) -> Unknown:
    parts = node.mapping("id title sort dice die ways origin")
    sort = parts["sort"].one_of(UnknownSort)
    id_ = parts["id"].text()
    if sort in (UnknownSort.THING, UnknownSort.TRAP) and id_ not in quest.things:
        parts["id"].refuse("is nothing that stands here")
    ways = tuple(_way(part, quest) for part in parts["ways"].items())
    if sort is UnknownSort.THING and not all(way.cells for way in ways):
        parts["ways"].refuse("does not say where that stands")
    return Unknown(id_, sort, ways)


def _way(node: Node, quest: QuestDocument) -> Way:
    parts = node.mapping("title chance low high holder cell cells area absent effects")
    squares = quest.board.cells
    for one in [*parts["cells"].items(), *([parts["cell"]] if parts["cell"].raw else [])]:
        if one.text() not in squares:
            one.refuse("is no square of the floor")
    holder, area = parts["holder"].maybe_text(), parts["area"].maybe_text()
    if holder is not None and holder not in quest.things:
        parts["holder"].refuse("is nothing that stands here")
    if area is not None and area not in quest.board.areas:
        parts["area"].refuse("is no area")
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
    """The quest in the world in which each unknown is in one of its ways, by their numbers."""
    unknowns = read_unknowns(quest)
    if len(ways) != len(unknowns) or any(
        not 0 <= number < len(one.ways) for one, number in zip(unknowns, ways, strict=False)
    ):
        raise UnreadableDocument("it is not said, of each thing that is unknown, how it is")
    things, items = dict(quest.things), dict(script.items)
    before: list[Effect] = []
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
    place = _Substitution(things, gone)
    there = {id_: thing for id_, thing in things.items() if id_ not in gone}
    events = tuple(
        event._replace(
            condition=place.condition(event.condition), effects=place.effects(event.effects)
        )
        for event in script.events
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
        before=place.effects(before),
    )
    return quest._replace(things=there), script


class _Substitution:
    """What is said of places and of traps, once it is known where things are."""

    def __init__(self, things: Mapping[str, Thing], gone: set[str]) -> None:
        self._things = things
        self._gone = gone

    def cells(self, cells: Iterable[str], moving: Moving | None) -> tuple[str, ...]:
        """The squares of a place."""
        if moving is None:
            return tuple(cells)
        found = list(moving.fixed)
        for id_ in moving.things:
            if id_ in self._things:
                found += self._things[id_].cells
        return tuple(dict.fromkeys(found))

    def condition(self, condition: Condition) -> Condition:
        """A condition that asks for squares as they are."""
        match condition:
            case Every(parts):
                return Every(tuple(map(self.condition, parts)))
            case Some(parts):
                return Some(tuple(map(self.condition, parts)))
            case Not(part):
                return Not(self.condition(part))
            case Asked():
                cells = self.cells(condition.cells, condition.moving)
                return condition._replace(cells=frozenset(cells))

    def effects(self, effects: Iterable[Effect]) -> tuple[Effect, ...]:
        """Effects on squares as they are; what is not there is not set off."""
        return tuple(
            effect._replace(cells=self.cells(effect.cells, effect.moving))
            for effect in effects
            if effect.doing is not Doing.TRIGGER or effect.target not in self._gone
        )
