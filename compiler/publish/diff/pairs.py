"""What in the new edition is what in the old one: by name, by place, by what is alike."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from questwright.compiler.model.words import title_from_id
from questwright.compiler.publish.diff.ground import SharedGround, lay_together
from questwright.compiler.publish.diff.matching import Located, Matching, Pairs, nowhere
from questwright.compiler.publish.diff.same import Same
from questwright.compiler.publish.diff.tell.said import Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Area, Board, Gate
    from questwright.compiler.model.quest import Action, Event, Item, Thing
    from questwright.compiler.publish.diff.edition import Edition
    from questwright.compiler.publish.diff.ground import Spot

_NUMBER: Final = re.compile(r"-[0-9]+$")
_ALIKE: Final = 0.5
"""The share of their squares that two areas must have in common to be one and the same."""


class Pairing(NamedTuple):
    """Two editions with everything paired."""

    was: Words
    """The old edition."""
    now: Words
    """The new one."""
    ground: SharedGround
    same: Same
    areas: Pairs[Area]
    gates: Pairs[Gate]
    things: Pairs[Thing]
    items: Pairs[Item]
    actions: Pairs[Action]
    events: Pairs[Event]


def pair(before: Edition, after: Edition) -> Pairing:
    """Pair two editions, from what is surest to what is built upon it."""
    old, new = before.quest, after.quest
    ground = lay_together(old, new)
    same = Same(ground)
    areas = _areas(old.board.areas, new.board.areas, ground)
    same.learn(_ids(areas))
    things = _things(old.things, new.things, ground)
    same.learn(_ids(things))
    gates = _gates(before, after, ground, same)
    same.learn(_ids(gates))
    same.learn_groups((stem(one), stem(other)) for one, other in things.both)
    same.learn_groups((stem(one), stem(other)) for one, other in gates.both)
    items = _items(old.items, new.items)
    same.learn(_ids(items))
    actions = _actions(old.actions, new.actions)
    same.learn(_ids(actions))
    events = _events(old.events, new.events, same)
    same.learn(_ids(events))
    was, now = Words(before, ground, is_old=True), Words(after, ground, is_old=False)
    return Pairing(was, now, ground, same, areas, gates, things, items, actions, events)


# -- names ------------------------------------------------------------------------------


def stem(one: Thing | Gate) -> str:
    """What several of a sort are numbered under: the author's name for them, or their kind."""
    return _NUMBER.sub("", one.id) if one.is_named else one.kind.word


def is_numbered(one: Thing | Gate) -> bool:
    """Whether its id tells nothing of which one of several it is."""
    return not one.is_named or _NUMBER.search(one.id) is not None


def joined(gate: Gate, board: Board) -> list[str]:
    """The ids of the areas that a gate joins."""
    return [board.areas[number].id for number in gate.between if number >= 0]


def gate_cells(gate: Gate) -> Cells:
    """The squares on both sides of a gate."""
    cells = 0
    for edge in gate.edges:
        cells |= 1 << edge.first | 1 << edge.second
    return cells


def given_title(one: Thing | Gate | Area) -> str:
    """The title that the author gave, or empty where it was made of a name or a kind."""
    is_made = one.title in (one.kind.title, title_from_id(one.id))
    is_counted = not one.is_named and one.title.startswith(f"{one.kind.title} ")
    return "" if is_made or is_counted else one.title


def _own_name(one: Thing | Gate) -> str | None:
    return None if is_numbered(one) else one.id


# -- sort by sort -----------------------------------------------------------------------


def _areas(old: Sequence[Area], new: Sequence[Area], ground: SharedGround) -> Pairs[Area]:
    found = Matching(
        [Located(area, ground.old(area.cells)) for area in old],
        [Located(area, ground.new(area.cells)) for area in new],
    )
    found.by(lambda area: area.one.id if area.one.is_named else None)
    found.by(lambda area: area.place)
    found.nearest(_share)
    return found.pairs()


def _share(old: Located[Area], new: Located[Area]) -> tuple[float, ...] | None:
    """How much two areas have in common, less than nothing; None where that is too little."""
    alike = len(old.place & new.place) / max(1, len(old.place | new.place))
    return (-alike,) if alike > _ALIKE else None


def _things(old: Sequence[Thing], new: Sequence[Thing], ground: SharedGround) -> Pairs[Thing]:
    found = Matching(
        [Located(thing, ground.old(thing.mask)) for thing in old],
        [Located(thing, ground.new(thing.mask)) for thing in new],
    )
    found.by(lambda placed: _own_name(placed.one))
    # The same again; then turned; then called otherwise.
    found.by(lambda placed: (_sort(placed.one), placed.place, placed.one.facing))
    found.by(lambda placed: (_sort(placed.one), placed.place))
    found.by(lambda placed: (placed.one.kind.word, placed.place))
    found.nearest(_move)
    # What is left, and stands where another of its like stood, has taken its place.
    found.by(lambda placed: _stand_in(placed.one, placed.place))
    return found.pairs()


def _stand_in(one: Thing, place: Iterable[Spot]) -> object:
    """What one of several may be exchanged for: another of its category, on the same squares."""
    return (one.kind.category, place) if is_numbered(one) else None


def _sort(one: Thing | Gate) -> tuple[str, str]:
    return one.kind.word, stem(one)


def _move(old: Located[Thing], new: Located[Thing]) -> tuple[float, ...] | None:
    """How far one of several would have moved; None where it is another one for certain."""
    if _sort(old.one) != _sort(new.one) or not (is_numbered(old.one) and is_numbered(new.one)):
        return None
    return (*_way(old.place, new.place), old.one.facing != new.one.facing)


def _way(one: Iterable[Spot], other: Iterable[Spot]) -> tuple[int, ...]:
    """How far it is between two places, told apart by where they are, whichever is the first."""
    first, second = sorted((min(one, default=(0, 0)), min(other, default=(0, 0))))
    return abs(second[0] - first[0]) + abs(second[1] - first[1]), *first, *second


def _gates(before: Edition, after: Edition, ground: SharedGround, same: Same) -> Pairs[Gate]:
    old, new = before.quest.board, after.quest.board
    found = Matching(
        [Located(gate, ground.old(gate_cells(gate))) for gate in old.gates],
        [Located(gate, ground.new(gate_cells(gate))) for gate in new.gates],
    )

    def way(one: Located[Gate], other: Located[Gate]) -> tuple[float, ...] | None:
        if _sort(one.one) != _sort(other.one):
            return None
        if not (is_numbered(one.one) and is_numbered(other.one)):
            return None
        if {same.name(id_) for id_ in joined(one.one, old)} != set(joined(other.one, new)):
            return None
        return _way(one.place, other.place)

    found.by(lambda placed: _own_name(placed.one))
    found.by(lambda placed: (_sort(placed.one), placed.place))
    found.by(lambda placed: placed.place)
    found.nearest(way)
    return found.pairs()


def _items(old: Sequence[Item], new: Sequence[Item]) -> Pairs[Item]:
    found = Matching(nowhere(old), nowhere(new))
    found.by(lambda item: item.one.id)
    found.by(lambda item: item.one.title)
    return found.pairs()


def _actions(old: Sequence[Action], new: Sequence[Action]) -> Pairs[Action]:
    found = Matching(nowhere(old), nowhere(new))
    found.by(lambda action: action.one.id)
    found.by(lambda action: action.one.title)
    return found.pairs()


def _events(old: Sequence[Event], new: Sequence[Event], same: Same) -> Pairs[Event]:
    found = Matching(nowhere(old), nowhere(new))

    def happens_alike(one: Event, other: Event) -> bool:
        return same.condition(one.condition, other.condition)

    def does_alike(one: Event, other: Event) -> bool:
        return same.each(one.effects, other.effects, same.effect)

    def is_nameless(one: Event, other: Event) -> bool:
        # Two that have names of their own are two, even if they do the same.
        return not (one.is_named and other.is_named)

    found.by(lambda event: event.one.id if event.one.is_named else None)
    same.learn(_ids(found.pairs()))
    found.where(lambda one, other: happens_alike(one, other) and does_alike(one, other))
    found.where(lambda one, other: is_nameless(one, other) and happens_alike(one, other))
    found.where(lambda one, other: is_nameless(one, other) and does_alike(one, other))
    return found.pairs()


class _Called(Protocol):
    """Whatever has an id."""

    @property
    def id(self) -> str: ...


def _ids(pairs: Pairs[_Called]) -> list[tuple[str, str]]:
    return [(one.id, other.id) for one, other in pairs.both]
