"""In which area of a quest an event happens, and which events name what as their cause.

Takes a quest, and the order in which its areas are revealed. Areas are given by index.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from questwright.compiler.analysis.reveal import RevealKind
from questwright.compiler.model.conditions import Fact, FactKind, Quantity, facts_of
from questwright.compiler.model.quest import EffectKind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from questwright.compiler.model.board import Gate
    from questwright.compiler.model.quest import Event, Quest
    from questwright.compiler.publish.book.desk.ways import AreaSteps


class EventAreas:
    """The events of one quest, by the areas whose revealing triggers them and by their causes."""

    def __init__(self, quest: Quest, ways: AreaSteps, order: Sequence[int]) -> None:
        self._quest = quest
        self._ways = ways
        self._order = order

    @cached_property
    def read_in_area(self) -> Mapping[str, int]:
        """The area of each event that only reads texts when its area is revealed, by event id."""
        areas = {}
        for event in self._quest.events:
            area = self.area_of(event)
            quiet = all(
                effect.kind in (EffectKind.READ, EffectKind.NOTE) for effect in event.effects
            )
            if area is not None and quiet and not event.repeats:
                areas[event.id] = area
        return areas

    def area_of(self, event: Event) -> int | None:
        """The area whose revealing triggers an event, or None if that is not exactly one."""
        fact = event.condition
        if not isinstance(fact, Fact) or fact.quantity is Quantity.NONE or len(fact.subjects) < 1:
            return None
        if fact.kind is FactKind.REVEALED and len(fact.subjects) == 1:
            return next(
                (
                    n
                    for n, area in enumerate(self._quest.board.areas)
                    if area.id == fact.subjects[0]
                ),
                None,
            )
        if fact.kind in (FactKind.OPENED, FactKind.FOUND) and len(fact.subjects) == 1:
            gates = (gate for gate in self._quest.board.gates if gate.id == fact.subjects[0])
            gate = next(gates, None)
            return self._beyond(gate) if gate is not None else None
        members = {kind.word for kind in self._quest.party}
        if fact.kind is FactKind.IS_IN and set(fact.subjects) <= members:
            if fact.quantity is Quantity.ALL and len(members) > 1:
                return None
            # What is seen across open floor is revealed before anybody goes in.
            afar = {reveal.area for reveal in self._ways.reveals if reveal.how is RevealKind.FLOOR}
            return next(
                (
                    number
                    for number, area in enumerate(self._quest.board.areas)
                    if area.cells == fact.cells and number not in afar
                ),
                None,
            )
        return None

    def _beyond(self, gate: Gate) -> int | None:
        """The area that a gate reveals, or None if another gate may reveal it first."""
        area = max(gate.between, key=self._order.index)
        gates = {way.gate for way in self._ways.into(area)}
        return area if gates == {self._quest.board.gates.index(gate)} else None

    def triggered_by(self, id_: str) -> tuple[Event, ...]:
        """The events whose conditions name this id as a subject."""
        return self._triggers.get(id_, ())

    @cached_property
    def _triggers(self) -> Mapping[str, tuple[Event, ...]]:
        found: dict[str, list[Event]] = {}
        for event in self._quest.events:
            for id_ in dict.fromkeys(
                id_ for fact in facts_of(event.condition) for id_ in fact.subjects
            ):
                found.setdefault(id_, []).append(event)
        return {id_: tuple(events) for id_, events in found.items()}
