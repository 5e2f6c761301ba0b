"""Find the one area to which each event and action of a quest belongs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.model.conditions import facts_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.model.conditions import Fact
    from questwright.compiler.model.quest import Action, Event
    from questwright.compiler.publish.book.desk.desk import Desk


def rooms_of(desk: Desk) -> Mapping[str, int]:
    """The area of each event and action that has to do with no other one, by id.

    An action belongs to the area of what it is done to, or of the squares on which it is done. An
    event belongs to the area of all that its condition names; who must do it does not matter.
    """
    rooms: dict[str, int] = {}
    for action in desk.quest.actions:
        room = _area_of_action(desk, action)
        if room >= 0:
            rooms[action.id] = room
    for event in desk.quest.events:
        found = _areas_of(desk, event, rooms)
        if len(found) == 1 and -1 not in found and event.id not in desk.events.read_in_area:
            rooms[event.id] = found.pop()
    return {id_: room for id_, room in rooms.items() if id_ not in desk.clearings}


def _area_of_action(desk: Desk, action: Action) -> int:
    """The one area in which an action is done; -1 if it may be done in several, or that varies."""
    target = desk.things.get(action.target)
    if target is not None:
        stays = desk.quest.followed(action) is None and target.id not in desk.hidden
        return target.area if stays else -1
    if action.moving is not None:
        return -1
    found = [number for number, area in enumerate(desk.board.areas) if area.cells & action.cells]
    return found[0] if len(found) == 1 else -1


def _areas_of(desk: Desk, event: Event, rooms: Mapping[str, int]) -> set[int]:
    """The areas that a condition is about; -1 is in them if that is not certain."""
    revealed = desk.events.area_of(event)
    if revealed is not None:
        return {revealed}
    return {area for fact in facts_of(event.condition) for area in _areas_named(desk, fact, rooms)}


def _areas_named(desk: Desk, fact: Fact, rooms: Mapping[str, int]) -> set[int]:
    numbers = {area.id: number for number, area in enumerate(desk.board.areas)}
    found = {numbers[id_] for id_ in fact.subjects if id_ in numbers}
    for id_ in fact.subjects:
        if id_ in desk.hidden:
            found.add(-1)
        elif id_ in desk.things:
            found.add(desk.things[id_].area)
        elif id_ in rooms:
            found.add(rooms[id_])
        elif id_ in desk.items:
            found.add(desk.area_of_item(desk.items[id_]))
        elif id_ in desk.gates:
            found.add(-1)
    if fact.cells:
        found |= {number for number, area in enumerate(desk.board.areas) if area.cells & fact.cells}
    return found
