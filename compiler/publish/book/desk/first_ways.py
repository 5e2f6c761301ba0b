"""Find the ways by which a party can come to an area for the first time.

Takes a quest and the ways between its areas. What only an event opens is open once that event may
have happened without the area; who alone may open or pass something has to get there. Fights, lost
members and rounds are not looked at: a way may be told that nobody takes, and none is left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.model.conditions import Every, Fact, FactKind, Quantity, Some
from questwright.compiler.model.quest import EffectKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from questwright.compiler.model.conditions import Condition
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.publish.book.desk.area_step import AreaStep

_OPENING = (EffectKind.OPEN, EffectKind.UNLOCK, EffectKind.REVEAL)


class FirstWays:
    """The ways into the areas of a quest, as far as they can be the first ones."""

    def __init__(self, quest: Quest, ways: Sequence[AreaStep], starts: Iterable[int]) -> None:
        self._quest = quest
        self._ways = ways
        self._starts = frozenset(starts)
        self._members = tuple(kind.word for kind in quest.party)
        self._places = _places_of(quest)
        self._crossings = {crossing.id: crossing for crossing in quest.board.crossings}
        self._events = {event.id: event for event in quest.events}
        effects = quest.every_effect()
        self._triggered = {e.target for e in effects if e.kind is EffectKind.TRIGGER}

    def into(self, area: int) -> tuple[AreaStep, ...]:
        """The ways into an area that somebody can take who has not been there."""
        reach = {member: {*self._starts} - {area} for member in self._members}
        is_new = True
        while is_new:
            is_new = False
            for way in self._ways:
                for member, areas in reach.items():
                    is_further = way.target not in areas and way.target != area
                    if is_further and way.source in areas and self._passes(way, member, reach):
                        areas.add(way.target)
                        is_new = True
        return tuple(
            way
            for way in self._ways
            if way.target == area
            and any(
                way.source in areas and self._passes(way, member, reach)
                for member, areas in reach.items()
            )
        )

    def _passes(self, way: AreaStep, member: str, reach: Mapping[str, set[int]]) -> bool:
        """Whether a member may come through a way, with what all of them have seen."""
        known = frozenset(area for areas in reach.values() for area in areas)
        crossing = self._crossings.get(way.portal)
        if crossing is not None:
            may = not crossing.only or member in crossing.only
            return may and (crossing.is_open or self._is_opened(crossing.id, known))
        if way.gate < 0:
            return True
        gate = self._quest.board.gates[way.gate]
        if gate.only and member not in gate.only:
            return False
        if gate.is_open or gate.lock is None or self._is_opened(gate.id, known):
            return True
        if gate.lock.is_barred:
            return False
        has_key = not way.needs or any(need <= known for need in way.needs)
        openers = gate.lock.by or self._members
        # It may be opened from either side.
        ends = {way.source, way.target}
        return has_key and any(reach.get(who, set()) & ends for who in openers)

    def _is_opened(self, id_: str, known: frozenset[int]) -> bool:
        """Whether an event that opens something may happen with these areas known."""
        return any(
            self._may_come(event.id, known, frozenset())
            for event in self._quest.events
            if any(effect.kind in _OPENING and effect.target == id_ for effect in event.effects)
        )

    def _may_hold(self, condition: Condition, known: frozenset[int], seen: frozenset[str]) -> bool:
        """Whether a condition can come about where only these areas are known."""
        match condition:
            case Every(parts, _):
                return all(self._may_hold(part, known, seen) for part in parts)
            case Some(parts, _):
                return any(self._may_hold(part, known, seen) for part in parts)
            case Fact():
                return self._may_be(condition, known, seen)
            case _:
                return True

    def _may_be(self, fact: Fact, known: frozenset[int], seen: frozenset[str]) -> bool:
        if fact.quantity is Quantity.NONE or fact.moving is not None:
            return True
        if fact.kind in (FactKind.IS_IN, FactKind.LEAVES):
            areas = enumerate(self._quest.board.areas)
            return not fact.cells or any(
                number in known for number, area in areas if area.cells & fact.cells
            )
        ids = (fact.object,) if fact.kind is FactKind.CARRIES else fact.subjects
        found = [self._may_come(id_, known, seen) for id_ in ids if id_]
        if not found:
            return True
        return all(found) if fact.quantity is Quantity.ALL else any(found)

    def _may_come(self, id_: str, known: frozenset[int], seen: frozenset[str]) -> bool:
        """Whether what has an id can be got at, done or brought about from these areas."""
        event = self._events.get(id_)
        if event is not None:
            if id_ in self._triggered:
                return True
            return id_ not in seen and self._may_hold(event.condition, known, seen | {id_})
        places = self._places.get(id_)
        return places is None or bool(places & known)


def _places_of(quest: Quest) -> Mapping[str, frozenset[int]]:
    """The areas in which somebody has to be for a thing, gate, area or action, by id.

    What is in one of several places, or comes into play later, is not among them.
    """
    board = quest.board
    moved = {unknown.id for unknown in quest.unknowns}
    given = {effect.target for effect in quest.every_effect() if effect.kind is not EffectKind.SET}
    found = {area.id: frozenset({number}) for number, area in enumerate(board.areas)}
    found |= {gate.id: frozenset(gate.between) for gate in board.gates}
    found |= {thing.id: frozenset({thing.area}) for thing in quest.things if thing.area >= 0}
    holders = {thing.id: thing for thing in quest.things}
    for item in quest.items:
        holder = holders.get(item.holder)
        area = holder.area if holder is not None else -1
        area = board.area_at(item.cell) if item.cell >= 0 else area
        if area >= 0 and item.id not in given and item.holder not in moved:
            found[item.id] = frozenset({area})
    for action in quest.actions:
        areas = frozenset(n for n, area in enumerate(board.areas) if area.cells & action.cells)
        follows = quest.followed(action) is not None or action.moving is not None
        if areas and not follows and action.target not in moved:
            found[action.id] = areas
    return {id_: areas for id_, areas in found.items() if id_ not in moved}
