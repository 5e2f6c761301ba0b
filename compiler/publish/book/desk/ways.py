"""Find the order in which a party comes to the areas of a quest.

Takes a quest. Returns areas by index. A locked gate counts as passable once the areas that its key
may come from are known; this is a rule of thumb for the book and no proof.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.analysis.reveal import RevealKind, boundaries, reveal_order
from questwright.compiler.geometry.crossings import area_ways
from questwright.compiler.model.conditions import facts_of
from questwright.compiler.model.items import items_called
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.packs.system.system import Category, GateForm
from questwright.compiler.publish.book.desk.area_step import AreaStep
from questwright.compiler.publish.book.desk.first_ways import FirstWays

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.conditions import Fact
    from questwright.compiler.model.quest import Quest


class AreaSteps:
    """All ways between the areas of one quest."""

    def __init__(self, quest: Quest) -> None:
        self._quest = quest
        self.reveals = reveal_order(quest)
        self._ways = (*self._floors(), *self._gates(), *self._portals(), *self._crossings())
        starts = (reveal.area for reveal in self.reveals if reveal.how is RevealKind.START)
        self._first = FirstWays(quest, self._ways, starts)
        self._into: dict[int, tuple[AreaStep, ...]] = {}

    def order(self) -> tuple[int, ...]:
        """The areas in the order in which a party comes to them."""
        first = [reveal.area for reveal in self.reveals if reveal.how is RevealKind.START]
        order = [*first]
        remaining = [reveal.area for reveal in self.reveals if reveal.area not in first]
        while remaining:
            known = set(order)
            near = {way.target for way in self._ways if self._is_open(way, known)}
            # If no way leads on, the next area in the order of revealing comes first.
            area = next((reveal for reveal in remaining if reveal in near), remaining[0])
            order.append(area)
            remaining.remove(area)
        return tuple(order)

    def into(self, area: int) -> tuple[AreaStep, ...]:
        """The ways by which a party may enter an area for the first time."""
        if area not in self._into:
            # What is beyond the rule of thumb, such as a spell, may lead where nobody walks.
            self._into[area] = self._first.into(area) or self._at_all(area)
        return self._into[area]

    def only_gate_into(self, area: int) -> int | None:
        """The index of the gate by which alone an area can be entered for the first time."""
        gates = {way.gate for way in self.into(area)}
        reveal = next(reveal for reveal in self.reveals if reveal.area == area)
        is_behind = reveal.how is RevealKind.GATE and not reveal.events
        return gates.pop() if is_behind and len(gates) == 1 and gates != {-1} else None

    def _at_all(self, area: int) -> tuple[AreaStep, ...]:
        known = {reveal.area for reveal in self.reveals if reveal.how is RevealKind.START} - {area}
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
        """The areas of which one set must be known for the gate to be opened."""
        quest = self._quest
        gate = quest.board.gates[number]
        if gate.is_open or gate.lock is None:
            return ()
        needs: list[frozenset[int]] = []
        for key in items_called(gate.lock.key, quest.items):
            holder = next((thing for thing in quest.things if thing.id == key.holder), None)
            area = quest.board.area_at(key.cell) if key.cell >= 0 else -1
            area = holder.area if holder is not None else area
            needs += [frozenset({area})] if area >= 0 else []
            needs += self._events_that(key.id, gate.id)
        return tuple(needs)

    def _events_that(self, item: str, gate: str) -> Iterator[frozenset[int]]:
        """For each event that gives the item or opens the gate, the areas that it is about."""
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
