"""Settle the unknowns of a quest: returns a world, in which everything is known."""

from __future__ import annotations

from questwright.compiler.model.clearings import springing_id
from questwright.compiler.model.conditions import Every, Fact, Moving, Not, Some
from questwright.compiler.model.quest import Effect, EffectKind, Quest, UnknownSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.conditions import Condition
    from questwright.compiler.model.quest import Thing, Way


def settled_quest(quest: Quest, choices: Sequence[int]) -> Quest:
    """The world of a quest in which each unknown has the value ``unknown.ways[choice]``."""
    ways: dict[UnknownSort, dict[str, Way]] = {sort: {} for sort in UnknownSort}
    before: list[Effect] = [*quest.before]
    for unknown, number in zip(quest.unknowns, choices, strict=True):
        way = unknown.ways[number]
        ways[unknown.sort][unknown.id] = way
        before += way.effects
    moved = ways[UnknownSort.THING]
    absent = {id_ for id_, way in ways[UnknownSort.TRAP].items() if way.is_absent}
    things = tuple(
        thing._replace(cells=at.cells, area=at.area)
        if (at := moved.get(thing.id)) is not None
        else thing
        for thing in quest.things
    )
    items = tuple(
        item._replace(holder=lies.holder, cell=lies.cell)
        if (lies := ways[UnknownSort.ITEM].get(item.id)) is not None
        else item
        for item in quest.items
    )
    removed = {effect.target for effect in before if effect.kind is EffectKind.REMOVE}
    place = _Substitution(things, absent | removed)
    harmless = {springing_id(thing) for thing in things if thing.id in absent}
    return quest._replace(
        things=things,
        items=items,
        unknowns=(),
        absent=frozenset(absent),
        before=_Substitution(things, absent).effects(before),
        events=tuple(
            event._replace(
                condition=place.condition(event.condition), effects=place.effects(event.effects)
            )
            for event in quest.events
            if event.id not in harmless
        ),
        actions=tuple(
            action._replace(
                cells=place.cells(action.cells, action.moving),
                moving=None,
                condition=None if action.condition is None else place.condition(action.condition),
            )
            for action in quest.actions
        ),
        victories=tuple(
            victory._replace(condition=place.condition(victory.condition))
            for victory in quest.victories
        ),
    )


def with_hidden_things_moved(quest: Quest) -> Iterator[Quest]:
    """The quest once for each further place of each hidden thing, all else as it is.

    The first place of a hidden thing is the one in the quest itself, and is left out.
    """
    for number, unknown in enumerate(quest.unknowns):
        if unknown.sort is not UnknownSort.THING:
            continue
        for way in range(1, len(unknown.ways)):
            choices = [0] * len(quest.unknowns)
            choices[number] = way
            moved = settled_quest(quest, choices)
            # Only the place changes: no table is rolled on, and all traps stay marked.
            yield moved._replace(before=quest.before, absent=frozenset(), unknowns=quest.unknowns)


class _Substitution:
    """Replaces places that depend on hidden things, and drops what sets off absent traps."""

    def __init__(self, things: Iterable[Thing], absent: set[str]) -> None:
        self._masks: Mapping[str, Cells] = {thing.id: thing.mask for thing in things}
        self._absent = absent

    def cells(self, cells: Cells, moving: Moving | None) -> Cells:
        """The cells of a place."""
        if moving is None:
            return cells
        cells = moving.fixed
        for id_ in moving.things:
            cells |= self._masks.get(id_, 0)
        return cells

    def condition(self, condition: Condition) -> Condition:
        """A condition in which every place is a fixed set of cells."""
        match condition:
            case Every(parts, origin):
                return Every(tuple(map(self.condition, parts)), origin)
            case Some(parts, origin):
                return Some(tuple(map(self.condition, parts)), origin)
            case Not(part, origin):
                return Not(self.condition(part), origin)
            case Fact(moving=None):
                return condition
            case Fact():
                cells = self.cells(condition.cells, condition.moving)
                return condition._replace(cells=cells, moving=None)

    def effects(self, effects: Iterable[Effect]) -> tuple[Effect, ...]:
        """Effects with fixed cells, without those that set off a trap that is absent."""
        return tuple(
            effect._replace(cells=self.cells(effect.cells, effect.moving), moving=None)
            if effect.moving is not None
            else effect
            for effect in effects
            if effect.kind is not EffectKind.TRIGGER or effect.target not in self._absent
        )
