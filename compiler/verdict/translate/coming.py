"""The figures that events bring in a line, and that the party has to beat to go on as it tells."""

from __future__ import annotations

from itertools import takewhile

from questwright.compiler.geometry.openings import met_on
from questwright.compiler.model.conditions import FactKind, Quantity, facts_of
from questwright.compiler.model.quest import EffectKind, Thing
from questwright.compiler.model.words import means_figure
from questwright.compiler.packs.system.system import Category
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.task import DeedSort
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.quest import Effect, Quest
    from questwright.compiler.packs.system.system import Kind, System
    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.task.task import Task


class Wave(NamedTuple):
    """Figures of one kind that an event brings."""

    kind: Kind
    number: int
    figure: Thing
    """One of them, wherever it stands."""
    near: Cells
    """The areas from which they are got at: whoever is there meets them."""


def waves_of(
    told: Sequence[Told], task: Task, quest: Quest, system: System
) -> Mapping[int, list[Wave]]:
    """For each step of a line, by its index, those that come with it and have to be beaten.

    All are asked for to be defeated, or no enemy is to be in an area into which they may come: one
    that is to be cleared, or that the line searches or explores. Those whom a table brings are
    there when the first members have begun. Nobody beats them before somebody comes there: those
    to whom nobody comes stand behind the last step.
    """
    brought = {event.id: _brought(event.effects, system) for event in quest.events}
    before = _brought(quest.before, system)
    if not before and not any(brought.values()):
        return {}
    won = {ending.number for ending in task.own}
    victories = (own.condition for n, own in enumerate(quest.victories) if n in won)
    happening = (event.condition for event in quest.events)
    acting = (action.condition for action in quest.actions if action.condition is not None)
    asked = [fact for part in (*victories, *happening, *acting) for fact in facts_of(part)]
    words = {
        fact.subject_word
        for fact in asked
        if fact.kind is FactKind.DEFEATED and fact.quantity is Quantity.ALL
    }
    quiet = {id_ for fact in asked if fact.kind is FactKind.CLEARED for id_ in fact.subjects}
    begun = list(takewhile(lambda step: step.sort is DeedSort.BEGIN, told))
    found: dict[int, list[Wave]] = {}
    for number, step in reversed([*enumerate(told)]):
        effects = before if number == len(begun) - 1 else []
        if step.sort in (DeedSort.SEARCH, DeedSort.EXPLORE):
            # Of a passage it is explored in this area or in that.
            quiet.add(task.deeds[step.deed].id.rpartition(" from ")[2])
        elif step.event >= 0:
            effects = brought.get(task.events[step.event].id, [])
        cells = union(area.cells for area in quest.board.areas if area.id in quiet)
        waves = [_wave(effect, quest, system) for effect in effects]
        found[number] = [
            own
            for own in waves
            if own.near & cells or any(means_figure(w, own.kind, system) for w in words)
        ]
    return _met(told, found)


def _met(told: Sequence[Told], coming: Mapping[int, Sequence[Wave]]) -> dict[int, list[Wave]]:
    """Figures that come, at the steps with which somebody is where they are."""
    found: dict[int, list[Wave]] = {}
    standing: dict[int, Cell] = {}
    waiting: list[Wave] = []
    for number, step in enumerate(told):
        if step.path:
            standing[step.who] = step.path[-1]
        there = union(1 << cell for cell in (*standing.values(), *step.path))
        waiting += coming.get(number, ())
        found[number] = [wave for wave in waiting if wave.near & there]
        waiting = [wave for wave in waiting if not wave.near & there]
    return {**found, len(told): waiting}


def _brought(effects: Iterable[Effect], system: System) -> list[Effect]:
    """The effects that bring figures."""
    return [
        effect
        for effect in effects
        if effect.kind is EffectKind.SPAWN
        and system.kinds[effect.target].category is Category.FIGURE
    ]


def _wave(effect: Effect, quest: Quest, system: System) -> Wave:
    kind = system.kinds[effect.target]
    large = kind.footprint[0] * kind.footprint[1]
    figure = Thing(
        kind.word,
        kind.title,
        kind,
        tuple(range(large)),
        facing=effect.facing,
        area=-1,
        link="",
        specials=effect.specials,
        is_named=False,
        origin=effect.origin,
    )
    return Wave(kind, effect.amount, figure, met_on(effect, quest.board))
