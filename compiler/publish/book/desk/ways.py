"""The ways between areas as a party can take them: nobody passes a lock before its key."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.analysis.reveal import RevealKind, boundaries, reveal_order
from questwright.compiler.geometry.crossings import area_ways
from questwright.compiler.model.quest import EffectKind, Every, Fact, Not, Some
from questwright.compiler.packs.system.system import Category, GateForm

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.quest import Condition, Quest


def facts_of(condition: Condition) -> Iterator[Fact]:
    """All facts that a condition asks for."""
    match condition:
        case Fact():
            yield condition
        case Not(part, _):
            yield from facts_of(part)
        case Every(parts, _) | Some(parts, _):
            for part in parts:
                yield from facts_of(part)


class AreaStep(NamedTuple):
    """A step from one area to another."""

    source: int
    target: int
    gate: int
    """The gate that it leads through, or -1."""
    portal: str
    """The portal in the target by which one arrives, or a crossing; or empty."""
    needs: tuple[frozenset[int], ...]
    """Areas in which something must be had or done first; any of these sets will do."""


class AreaSteps:
    """All ways of one quest."""

    def __init__(self, quest: Quest) -> None:
        self._quest = quest
        self.reveals = reveal_order(quest)
        self._ways = (*self._floors(), *self._gates(), *self._portals(), *self._crossings())

    def order(self) -> tuple[int, ...]:
        """The areas in the order in which a party comes upon them."""
        first = [one.area for one in self.reveals if one.how is RevealKind.START]
        order = [*first]
        left = [one.area for one in self.reveals if one.area not in first]
        while left:
            known = set(order)
            near = {way.target for way in self._ways if self._is_open(way, known)}
            # What only an event brings to light comes where the plain order has it.
            area = next((one for one in left if one in near), left[0])
            order.append(area)
            left.remove(area)
        return tuple(order)

    def into(self, area: int) -> tuple[AreaStep, ...]:
        """The gates and portals by which a party may come into an area for the first time."""
        known = {one.area for one in self.reveals if one.how is RevealKind.START} - {area}
        while True:
            near = {way.target for way in self._ways if self._is_open(way, known)}
            if near <= known | {area}:
                break
            known |= near - {area}
        return tuple(way for way in self._ways if way.target == area and self._is_open(way, known))

    @staticmethod
    def _is_open(way: AreaStep, known: set[int]) -> bool:
        return way.source in known and (not way.needs or any(need <= known for need in way.needs))

    def _floors(self) -> list[AreaStep]:
        return [
            AreaStep(*ends, -1, "", ())
            for boundary in boundaries(self._quest)
            if boundary.is_free
            for ends in (boundary.between, boundary.between[::-1])
        ]

    def _gates(self) -> list[AreaStep]:
        return [
            AreaStep(*ends, number, "", self._needs_of(number))
            for number, gate in enumerate(self._quest.board.gates)
            if gate.kind.form is not GateForm.WINDOW
            for ends in gate.ways
        ]

    def _needs_of(self, number: int) -> tuple[frozenset[int], ...]:
        """Where the key of a gate comes from, or what else opens it."""
        quest = self._quest
        gate = quest.board.gates[number]
        key = next((item for item in quest.items if gate.lock and item.id == gate.lock.key), None)
        if gate.is_open or key is None:
            return ()
        holder = next((thing for thing in quest.things if thing.id == key.holder), None)
        area = quest.board.area_at(key.cell) if key.cell >= 0 else -1
        area = holder.area if holder is not None else area
        needs = [frozenset({area})] if area >= 0 else []
        return (*needs, *self._events_that(key.id, gate.id))

    def _events_that(self, item: str, gate: str) -> Iterator[frozenset[int]]:
        """The areas that the events are about which give an item or open a gate."""
        wanted = {
            EffectKind.GIVE: item,
            EffectKind.OPEN: gate,
            EffectKind.UNLOCK: gate,
        }
        for event in self._quest.events:
            if any(wanted.get(effect.kind) == effect.target for effect in event.effects):
                yield frozenset(
                    area for fact in facts_of(event.condition) for area in self._about(fact)
                )

    def _about(self, fact: Fact) -> Iterator[int]:
        board = self._quest.board
        cells = fact.cells
        for id_ in fact.subjects:
            cells |= sum(area.cells for area in board.areas if area.id == id_)
            cells |= sum(thing.mask for thing in self._quest.things if thing.id == id_)
            cells |= sum(action.cells for action in self._quest.actions if action.id == id_)
        yield from (n for n, area in enumerate(board.areas) if area.cells & cells)

    def _crossings(self) -> list[AreaStep]:
        board = self._quest.board
        return [
            AreaStep(*ends, -1, crossing.id, ())
            for crossing in board.crossings
            for ends in area_ways(crossing, board)
        ]

    def _portals(self) -> list[AreaStep]:
        portals = {thing.id: thing for thing in self._quest.things_of(Category.PORTAL)}
        return [
            AreaStep(portal.area, portals[portal.link].area, -1, portal.link, ())
            for portal in portals.values()
            if portal.link in portals
        ]
