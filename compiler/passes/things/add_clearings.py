"""Add what the rules of the game say of some kinds: members take them away, and set them off.

Takes the things of a quest. Returns an action and an event for each that can be cleared, and an
event for each trap that goes off under whoever enters it.
"""

from __future__ import annotations

from questwright.compiler.english import with_article
from questwright.compiler.frontend.names import SymbolSort
from questwright.compiler.geometry.traps import trap_line
from questwright.compiler.language import say
from questwright.compiler.model.clearings import clearing_ids, springing_id
from questwright.compiler.model.conditions import (
    Condition,
    Every,
    Fact,
    FactKind,
    Moving,
    Not,
    Quantity,
)
from questwright.compiler.model.quest import Action, Effect, EffectKind, Event
from questwright.compiler.model.words import is_called
from questwright.compiler.packs.system.system import Category
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

    from questwright.compiler.frontend.names import SymbolTable
    from questwright.compiler.model.board import Area, Board
    from questwright.compiler.model.quest import Thing, Unknown
    from questwright.compiler.packs.system.system import Kind, System


class Scene(NamedTuple):
    """What stands on a board, and who plays."""

    things: tuple[Thing, ...]
    unknowns: tuple[Unknown, ...]
    areas: tuple[Area, ...]
    party: Sequence[Kind]
    system: System

    def areas_of(self, thing: Thing) -> list[Area]:
        """The areas in which a thing may be."""
        ways = [way for unknown in self.unknowns if unknown.id == thing.id for way in unknown.ways]
        numbers = dict.fromkeys(way.area for way in ways) or [thing.area]
        return [self.areas[number] for number in numbers if number >= 0]

    def moving(self, thing: Thing) -> Moving | None:
        """The place of a thing, if it is hidden."""
        is_hidden = any(unknown.id == thing.id for unknown in self.unknowns)
        return Moving(0, (thing.id,)) if is_hidden else None


def add_clearings(scene: Scene, names: SymbolTable) -> tuple[tuple[Action, ...], tuple[Event, ...]]:
    """Return for each thing that can be cleared the action, and the event that removes it."""
    actions, events = [], []
    for thing in scene.things:
        clearing = thing.kind.placing.clearing
        able = [kind.word for kind in scene.party if _may_clear(kind, thing)]
        if clearing is None or not able or thing.pushers:
            continue
        id_, cleared = clearing_ids(thing)
        names.declare(SymbolSort.ACTION, id_, (id_,), thing.origin)
        names.declare(SymbolSort.EVENT, cleared, (cleared,), thing.origin)
        cells, origin, moving = thing.mask, thing.origin, scene.moving(thing)
        condition = None
        if clearing.is_searched_for and scene.system.search is not None:
            searched = tuple(area.id for area in scene.areas_of(thing))
            condition = _fact(FactKind.SEARCHED, searched, thing)
        actions.append(
            Action(
                id_,
                clearing.title,
                cells,
                thing.id,
                thing.id,
                condition,
                clearing.cost,
                origin,
                moving,
                tuple(able) if clearing.by else (),
                is_beside=thing.kind.placing.springs,
            )
        )
        gone = Effect(EffectKind.REMOVE, thing.id, thing.title, 1, cells, "", "", (), origin)
        clears = Effect(EffectKind.CLEAR, "", "", 1, cells, thing.id, "", (), origin)
        effect = (clears if thing.blocks else gone)._replace(moving=moving)
        done = _fact(FactKind.DONE, (id_,), thing)
        events.append(_event(cleared, "", done, effect))
    return tuple(actions), tuple(events)


def _may_clear(kind: Kind, thing: Thing) -> bool:
    clearing = thing.kind.placing.clearing
    return clearing is not None and (
        not clearing.by or any(is_called(kind, word) for word in clearing.by)
    )


def add_springings(
    scene: Scene, events: Iterable[Event], board: Board, laid: Container[str], names: SymbolTable
) -> tuple[Event, ...]:
    """Return for each trap that goes off under whoever enters it the event that it does.

    That is on its cell, and on the line that its arrow points along; not if it is never asked
    whether it is ``laid``. What an event has removed goes off no more.
    """
    removed: dict[str, list[str]] = {}
    for event in events:
        for effect in event.effects:
            if effect.kind is EffectKind.REMOVE:
                removed.setdefault(effect.target, []).append(event.id)
    found = []
    for thing in scene.things:
        is_sprung = thing.kind.placing.springs and thing.id in laid
        if not is_sprung or thing.kind.category is not Category.TRAP:
            continue
        id_ = springing_id(thing)
        names.declare(SymbolSort.EVENT, id_, (id_,), thing.origin)
        words = tuple(kind.word for kind in scene.party)
        enters: Condition = _fact(FactKind.IS_IN, words, thing)._replace(
            quantity=Quantity.ANY,
            subject_word=scene.system.party.one,
            cells=trap_line(thing.cells[0], thing.facing, board) | thing.mask,
            place=thing.id,
            moving=scene.moving(thing),
        )
        ends = tuple(removed.get(thing.id, ()))
        if ends:
            over = _fact(FactKind.HAPPENED, ends, thing)._replace(quantity=Quantity.ANY)
            enters = Every((enters, Not(over, thing.origin)), thing.origin)
        springs = Effect(
            EffectKind.TRIGGER, thing.id, thing.title, 1, thing.mask, "", "", (), thing.origin
        )
        found.append(
            _event(id_, say("{trap} goes off", trap=with_article(thing.title)), enters, springs)
        )
    return tuple(found)


def _fact(kind: FactKind, subjects: tuple[str, ...], thing: Thing) -> Fact:
    word = subjects[0] if subjects else ""
    return Fact(kind, Quantity.ALL, 0, subjects, word, "", 0, "", "", 0, thing.origin)


def _event(id_: str, title: str, condition: Condition, effect: Effect) -> Event:
    return Event(
        id=id_,
        title=title[:1].upper() + title[1:],
        repeats=False,
        condition=condition,
        effects=(effect,),
        is_named=False,
        origin=effect.origin,
    )
