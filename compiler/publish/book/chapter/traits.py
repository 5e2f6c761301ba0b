"""Compose what is noted of one thing: its traits, what it holds, and where it is spoken of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.language import message, say
from questwright.compiler.model.items import item_in_words
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.packs.system.system import Category
from questwright.compiler.publish.book.chapter.exits import boxes_to_tick
from questwright.compiler.publish.book.desk.runs import listed_runs
from questwright.compiler.publish.book.view.text import Run, said
from questwright.compiler.wording.locks import lock_in_words
from questwright.compiler.wording.phrases import thing_in_words
from questwright.compiler.wording.pushes import pushers_in_words

if TYPE_CHECKING:
    from questwright.compiler.model.quest import Event, Thing
    from questwright.compiler.publish.book.desk.desk import Desk
    from questwright.compiler.publish.book.map.pieces import Pieces


def is_titled(thing: Thing) -> bool:
    """Whether a thing has a title of its own."""
    return thing.is_named and thing.title != thing.kind.title


def portal_name(pieces: Pieces, thing: Thing) -> str:
    """What a portal is called: its kind, with its code on the map."""
    code = pieces.codes.get(thing.id, "")
    return f"{thing.kind.title} {code}".rstrip()


def notes_on(desk: Desk, thing: Thing) -> list[list[Run]]:
    """Notes on one thing that do not hold for others of its kind."""
    links = links_of(desk, thing)
    see = [said("see {places}", places=listed_runs(links))] if links else []
    changing = [desk.link(event.id) for event in desk.quest.events if _changes(event, thing)]
    if changing:
        form = message("its values change: {places}")
        see.append(said(form, places=listed_runs(changing, "or")))
    return [*traits_of(desk, thing), *see]


def links_of(desk: Desk, thing: Thing) -> list[Run]:
    """Links to the actions and events of a thing and of the items that it holds."""
    links = [desk.link(action.id) for action in desk.quest.actions if action.target == thing.id]
    for id_ in (thing.id, *(item.id for item in desk.held_items(thing))):
        links += [desk.link(event.id) for event in desk.events.triggered_by(id_)]
    return list(dict.fromkeys(links))


def traits_of(desk: Desk, thing: Thing) -> list[list[Run]]:
    """Notes on a thing: its specials, the items that it holds, where it leads."""
    notes: list[list[Run]] = []
    if thing.specials:
        titles = [Run(special.title, term=True) for special in thing.specials]
        notes.append(said("with {specials}", specials=listed_runs(titles)))
    if thing.lock is not None:
        words = lock_in_words(thing.lock, desk.quest, desk.system)
        lock = [
            *said("locked: {lock}", lock=[Run(words, strong=True)]),
            *boxes_to_tick(thing.lock),
        ]
        notes.append([*lock, Run(f". {thing.lock.note}")] if thing.lock.note else lock)
    if thing.pushers:
        who = pushers_in_words(thing, desk.quest, desk.system)
        notes.append([Run(say("pushed by {who}", who=who))])
    if thing.kind.placing.springs:
        notes.append([Run(say("goes off under whoever enters"))])
    held = desk.held_items(thing)
    if held:
        form = message("holds {items}")
        if desk.pack.is_foe(thing.kind):
            form = message("carries {items}, for whoever defeats it")
        elif thing.kind.category is Category.FIGURE:
            form = message("carries {items}")
        names = listed_runs([Run(item_in_words(item), strong=True) for item in held])
        notes.append(said(form, items=names))
    partner = desk.things.get(thing.link)
    if partner is not None and partner.id in desk.hidden:
        notes.append([Run(say("leads to wherever {portal} is", portal=thing_in_words(partner)))])
    elif partner is not None:
        area = [desk.area_link(partner.area)]
        notes.append(said("leads to {cells} in {area}", cells=desk.cells(partner.mask), area=area))
    return notes


def _changes(event: Event, thing: Thing) -> bool:
    """Whether an event gives a figure other values."""
    return any(
        effect.kind is EffectKind.CHANGE and effect.target == thing.id for effect in event.effects
    )
