"""What tables bring about together: their rows exclude each other, and what only they lead to.

Takes a quest. Returns what may come in one roll of its tables, before and during play.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import prod

from questwright.compiler.model.conditions import Every, Fact, FactKind, Quantity, Some
from questwright.compiler.model.quest import EffectKind, UnknownSort
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from questwright.compiler.model.conditions import Condition
    from questwright.compiler.model.quest import Effect, Quest, Unknown, Way

_ROLLS = 1000
"""The most ways to roll that are told apart; of more, everything is taken to come together."""
_MATTER = (EffectKind.SET, EffectKind.SPAWN)
"""The effects of rows by which it matters which of them is rolled."""


class OneRoll(NamedTuple):
    """What may come where the tables say one thing each."""

    models: Mapping[str, int]
    """How many of each kind its rows bring, by the kind's word."""
    events: frozenset[str]
    """The ids of the events that may happen."""


def each_roll(quest: Quest) -> tuple[OneRoll, ...]:
    """What may come together, each once; all of it at once where there are too many ways."""
    tables = [unknown for unknown in quest.unknowns if _matters(unknown)]
    if prod(len(table.ways) for table in tables) > _ROLLS:
        return (OneRoll(rolled_models(quest), frozenset(event.id for event in quest.events)),)
    found = {}
    for ways in product(*(table.ways for table in tables)):
        models = spawned(effect for way in ways for effect in way.effects)
        events = frozenset(_happening(ways, tables, quest))
        found[frozenset(models.items()), events] = OneRoll(models, events)
    return tuple(found.values())


def spawned(effects: Iterable[Effect]) -> Counter[str]:
    """How many of each kind some effects bring, by the kind's word."""
    found: Counter[str] = Counter()
    for effect in effects:
        if effect.kind is EffectKind.SPAWN:
            found[effect.target] += effect.amount
    return found


def rolled_models(quest: Quest) -> Counter[str]:
    """The most of each kind that tables can bring when a quest is set up."""
    found: Counter[str] = Counter()
    for unknown in quest.unknowns:
        most: Counter[str] = Counter()
        for way in unknown.ways:
            most |= spawned(way.effects)
        found.update(most)
    return found


def _matters(unknown: Unknown) -> bool:
    effects = (effect for way in unknown.ways for effect in way.effects)
    is_table = unknown.sort is UnknownSort.TABLE
    return is_table and any(effect.kind in _MATTER for effect in effects)


def _happening(ways: Sequence[Way], tables: Sequence[Unknown], quest: Quest) -> set[str]:
    """The ids of the events that may happen where tables say this; the others never can."""
    rolled = _flags(effect for table in tables for way in table.ways for effect in way.effects)
    own = _flags([*quest.before, *(effect for way in ways for effect in way.effects)])
    happening: set[str] = set()
    grown = -1
    while grown != len(happening):
        grown = len(happening)
        own |= _flags(e for event in quest.events if event.id in happening for e in event.effects)
        happening |= {
            event.id for event in quest.events if _can_be(event.condition, rolled - own, happening)
        }
    return happening


def _flags(effects: Iterable[Effect]) -> set[str]:
    return {effect.target for effect in effects if effect.kind is EffectKind.SET}


def _can_be(condition: Condition, unset: AbstractSet[str], happening: AbstractSet[str]) -> bool:
    """Whether a condition may come true as long as some flags are not set."""
    match condition:
        case Every(parts, _):
            return all(_can_be(part, unset, happening) for part in parts)
        case Some(parts, _):
            return any(_can_be(part, unset, happening) for part in parts)
        case Fact(kind=FactKind.SET, quantity=quantity):
            return _may_hold(quantity, [id_ not in unset for id_ in condition.subjects])
        case Fact(kind=FactKind.HAPPENED, quantity=quantity):
            return _may_hold(quantity, [id_ in happening for id_ in condition.subjects])
        case _:
            return True


def _may_hold(quantity: Quantity, each: list[bool]) -> bool:
    if quantity is Quantity.NONE:
        return True
    return any(each) if quantity in (Quantity.ANY, Quantity.AT_LEAST) else all(each)
