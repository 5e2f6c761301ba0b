"""Decide which area, gate, thing and so on of the new edition is which of the old one.

Takes two editions. Returns a pairing: values are paired by the author's names, by place, and by
likeness, in this order.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Protocol

from questwright.compiler.model.words import title_from_id
from questwright.compiler.publish.diff.equivalence import Equivalence
from questwright.compiler.publish.diff.ground import SharedGround, align_boards
from questwright.compiler.publish.diff.matching import Located, Matching, Pairs, unlocated
from questwright.compiler.publish.diff.tell.wording import EditionWording
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from questwright.compiler.model.board import Area, Board, Gate
    from questwright.compiler.model.quest import Action, Event, Item, Thing
    from questwright.compiler.publish.diff.ground import Spot
    from questwright.compiler.publish.document.read.edition import Edition

_NUMBER: Final = re.compile(r"-[0-9]+$")
_ALIKE: Final = 0.5
"""The least share of squares that two areas must have in common to be paired."""


class Pairing(NamedTuple):
    """Two editions, with their areas, gates, things, items, actions and events in pairs."""

    was: EditionWording
    """The wording of the old edition."""
    now: EditionWording
    """The wording of the new edition."""
    ground: SharedGround
    same: Equivalence
    areas: Pairs[Area]
    gates: Pairs[Gate]
    things: Pairs[Thing]
    items: Pairs[Item]
    actions: Pairs[Action]
    events: Pairs[Event]


def pair(before: Edition, after: Edition) -> Pairing:
    """Pair two editions: boards first, then areas and things, then what refers to them."""
    old, new = before.quest, after.quest
    ground = align_boards(old, new)
    same = Equivalence(ground)
    areas = _areas(old.board.areas, new.board.areas, ground)
    same.learn(_ids(areas))
    things = _things(old.things, new.things, ground)
    same.learn(_ids(things))
    gates = _gates(before, after, ground, same)
    same.learn(_ids(gates))
    same.learn_groups((stem(thing), stem(new_thing)) for thing, new_thing in things.both)
    same.learn_groups((stem(gate), stem(new_gate)) for gate, new_gate in gates.both)
    items = _items(old.items, new.items, same)
    same.learn_pieces((item.id, item.alike) for item in old.items if item.alike)
    same.learn_new_pieces((item.id, item.alike) for item in new.items if item.alike)
    actions = _actions(old.actions, new.actions)
    same.learn(_ids(actions))
    events = _events(old.events, new.events, same)
    same.learn(_ids(events))
    was, now = (
        EditionWording(before, ground, is_old=True),
        EditionWording(after, ground, is_old=False),
    )
    return Pairing(was, now, ground, same, areas, gates, things, items, actions, events)


# -- names ------------------------------------------------------------------------------


def stem(thing: Thing | Gate) -> str:
    """The name that numbers are added to: the author's name without its number, or the kind."""
    return _NUMBER.sub("", thing.id) if thing.is_named else thing.kind.word


def name_of(item: Item) -> str:
    """The author's name for an item; pieces that are alike share it."""
    return item.alike or item.id


def is_numbered(thing: Thing | Gate) -> bool:
    """Whether its id is a stem with a number: it has no name, or one that ends in a number."""
    return not thing.is_named or _NUMBER.search(thing.id) is not None


def joined_areas(gate: Gate, board: Board) -> list[str]:
    """The ids of the areas that a gate joins; outside the board there is none."""
    return [board.areas[number].id for number in gate.between if number >= 0]


def given_title(thing: Thing | Gate | Area) -> str:
    """The title that the author gave; empty if the title was derived from a name or a kind."""
    is_derived = thing.title in (thing.kind.title, title_from_id(thing.id))
    is_counted = not thing.is_named and thing.title.startswith(f"{thing.kind.title} ")
    return "" if is_derived or is_counted else thing.title


def _own_name(thing: Thing | Gate) -> str | None:
    return None if is_numbered(thing) else thing.id


# -- sort by sort -----------------------------------------------------------------------


def _areas(old: Sequence[Area], new: Sequence[Area], ground: SharedGround) -> Pairs[Area]:
    found = Matching(
        [Located(area, ground.old(area.cells)) for area in old],
        [Located(area, ground.new(area.cells)) for area in new],
    )
    found.by(lambda area: area.value.id if area.value.is_named else None)
    found.by(lambda area: area.place)
    found.nearest(_share)
    return found.pairs()


def _share(old: Located[Area], new: Located[Area]) -> tuple[float, ...] | None:
    """The negated share of squares in common, as a cost; None if it is too small."""
    alike = len(old.place & new.place) / max(1, len(old.place | new.place))
    return (-alike,) if alike > _ALIKE else None


def _things(old: Sequence[Thing], new: Sequence[Thing], ground: SharedGround) -> Pairs[Thing]:
    found = Matching(
        [Located(thing, ground.old(thing.mask)) for thing in old],
        [Located(thing, ground.new(thing.mask)) for thing in new],
    )
    found.by(lambda placed: _own_name(placed.value))
    # In the same place: first unchanged, then with another facing, then with another name.
    found.by(lambda placed: (_sort(placed.value), placed.place, placed.value.facing))
    found.by(lambda placed: (_sort(placed.value), placed.place))
    found.by(lambda placed: (placed.value.kind.word, placed.place))
    found.nearest(_move_cost)
    # What is left and stands where a thing of its category stood has replaced it.
    found.by(lambda placed: _stand_in(placed.value, placed.place))
    return found.pairs()


def _stand_in(thing: Thing, place: Iterable[Spot]) -> object:
    """The key of a numbered thing that another kind may replace: its category and its squares."""
    return (thing.kind.category, place) if is_numbered(thing) else None


def _sort(thing: Thing | Gate) -> tuple[str, str]:
    return thing.kind.word, stem(thing)


def _move_cost(old: Located[Thing], new: Located[Thing]) -> tuple[float, ...] | None:
    """The distance that a numbered thing would have moved; None if it cannot be the same thing."""
    if _sort(old.value) != _sort(new.value) or not (
        is_numbered(old.value) and is_numbered(new.value)
    ):
        return None
    return (*_distance(old.place, new.place), old.value.facing != new.value.facing)


def _distance(place: Iterable[Spot], new_place: Iterable[Spot]) -> tuple[int, ...]:
    """The distance of two places in squares, then both places, so that equal distances differ."""
    first, second = sorted((min(place, default=(0, 0)), min(new_place, default=(0, 0))))
    return abs(second[0] - first[0]) + abs(second[1] - first[1]), *first, *second


def _gates(before: Edition, after: Edition, ground: SharedGround, same: Equivalence) -> Pairs[Gate]:
    old, new = before.quest.board, after.quest.board
    found = Matching(
        [Located(gate, ground.old(gate.sides)) for gate in old.gates],
        [Located(gate, ground.new(gate.sides)) for gate in new.gates],
    )

    def way(old_gate: Located[Gate], new_gate: Located[Gate]) -> tuple[float, ...] | None:
        if _sort(old_gate.value) != _sort(new_gate.value):
            return None
        if not (is_numbered(old_gate.value) and is_numbered(new_gate.value)):
            return None
        if {same.name(id_) for id_ in joined_areas(old_gate.value, old)} != set(
            joined_areas(new_gate.value, new)
        ):
            return None
        return _distance(old_gate.place, new_gate.place)

    found.by(lambda placed: _own_name(placed.value))
    found.by(lambda placed: (_sort(placed.value), placed.place))
    found.by(lambda placed: placed.place)
    found.nearest(way)
    return found.pairs()


def _items(old: Sequence[Item], new: Sequence[Item], same: Equivalence) -> Pairs[Item]:
    """Names are paired first; then pieces of one name, first those that stay where they are."""
    names = Matching(unlocated(_names(old)), unlocated(_names(new)))
    names.by(lambda name: name.value[0])
    names.by(lambda name: name.value[1])
    renamed = [(before[0], after[0]) for before, after in names.pairs().both]
    same.learn(renamed)
    same.learn_groups(renamed)
    partners = dict(renamed)

    def is_called_alike(old_item: Item, new_item: Item) -> bool:
        return partners.get(name_of(old_item)) == name_of(new_item)

    found = Matching(unlocated(old), unlocated(new))
    found.where(
        lambda old_item, new_item: (
            is_called_alike(old_item, new_item) and same.is_held_alike(old_item, new_item)
        )
    )
    found.where(is_called_alike)
    return found.pairs()


def _names(items: Iterable[Item]) -> list[tuple[str, str]]:
    """The names of items with their titles; pieces that are alike share theirs."""
    return [*{name_of(item): (name_of(item), item.title) for item in items}.values()]


def _actions(old: Sequence[Action], new: Sequence[Action]) -> Pairs[Action]:
    found = Matching(unlocated(old), unlocated(new))
    found.by(lambda action: action.value.id)
    found.by(lambda action: action.value.title)
    return found.pairs()


def _events(old: Sequence[Event], new: Sequence[Event], same: Equivalence) -> Pairs[Event]:
    found = Matching(unlocated(old), unlocated(new))

    def happens_alike(old_event: Event, new_event: Event) -> bool:
        return same.condition(old_event.condition, new_event.condition)

    def does_alike(old_event: Event, new_event: Event) -> bool:
        return same.each(old_event.effects, new_event.effects, same.effect)

    def is_nameless(old_event: Event, new_event: Event) -> bool:
        # Two events with names of their own are different, even if they do the same.
        return not (old_event.is_named and new_event.is_named)

    found.by(lambda event: event.value.id if event.value.is_named else None)
    same.learn(_ids(found.pairs()))
    found.where(
        lambda old_event, new_event: (
            happens_alike(old_event, new_event) and does_alike(old_event, new_event)
        )
    )
    found.where(
        lambda old_event, new_event: (
            is_nameless(old_event, new_event) and happens_alike(old_event, new_event)
        )
    )
    found.where(
        lambda old_event, new_event: (
            is_nameless(old_event, new_event) and does_alike(old_event, new_event)
        )
    )
    return found.pairs()


class _Identified(Protocol):
    """Anything with an id."""

    @property
    def id(self) -> str: ...


def _ids(pairs: Pairs[_Identified]) -> list[tuple[str, str]]:
    return [(old.id, new.id) for old, new in pairs.both]
