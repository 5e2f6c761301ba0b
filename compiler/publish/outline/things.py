"""Things, items and specials in an outline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words
from questwright.compiler.geometry.special import granted_specials
from questwright.compiler.language import say
from questwright.compiler.model.items import item_in_words
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.model.words import drawn_deck
from questwright.compiler.packs.system.system import Category
from questwright.compiler.publish.outline.lines import headed, paragraph
from questwright.compiler.wording.entries import brought_by_in_words
from questwright.compiler.wording.locks import lock_in_words
from questwright.compiler.wording.phrases import cells_in_words, thing_in_words, title_of
from questwright.compiler.wording.pushes import pushers_in_words
from questwright.compiler.wording.unknown import unknown_position, ways_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.board import Lock
    from questwright.compiler.model.publication import Publication
    from questwright.compiler.model.quest import Item, Quest, Thing
    from questwright.compiler.packs.system.system import System


def thing_told(thing: Thing, quest: Quest, system: System) -> str:
    """A thing with where it stands, what it may do and what it holds."""
    cells = cells_in_words(thing.mask, quest.board)
    kind = "" if thing.title == thing.kind.title else f", {thing.kind.title}"
    unknown = unknown_position(thing.id, quest)
    where = f"{ways_in_words(unknown)}, hidden" if unknown else f"at {cells}"
    words = f"{thing.title} ({thing.id}){kind} {where}"
    if thing.facing:
        words += f", facing {thing.facing}"
    if thing.specials:
        words += f", with {listed_in_words(special.title for special in thing.specials)}"
    if thing.lock is not None:
        words += f", {locked_told(thing.lock, quest, system)}"
    if thing.pushers:
        who = pushers_in_words(thing, quest, system)
        words += f", {say('pushed by {who}', who=who)}"
    if thing.link:
        words += f", leads to {title_of(thing.link, quest, system)}"
    held = [
        item_in_words(item)
        for item in quest.items
        if item.holder == thing.id and unknown_position(item.id, quest) is None
    ]
    if held:
        verb = "carries" if thing.kind.category is Category.FIGURE else "holds"
        words += f", {verb} {listed_in_words(held)}"
    return words


def locked_told(lock: Lock, quest: Quest, system: System) -> str:
    """What opens a lock, and what the designer says of it."""
    words = f"locked; {lock_in_words(lock, quest, system)}"
    return words + (f" ({lock.note})" if lock.note else "")


def special_lines(publication: Publication) -> Iterator[str]:
    """What some figures may do that others may not."""
    quest = publication.quest
    for number, special in enumerate(granted_specials(quest)):
        if not number:
            yield from headed("What some figures may do")
        yield from paragraph(f"{special.title} ({special.word}): {special.text}", "- ")


def item_lines(publication: Publication) -> Iterator[str]:
    """The items, each with where it is."""
    quest, system = publication.quest, publication.system
    if quest.items:
        yield from headed("Items")
    for item in quest.items:
        bound = ", bound" if item.is_bound else ""
        where = _where(item, quest, system)
        yield f"- {item.title} ({item.id}): {where}{bound}{_card(item, system)}"


def _where(item: Item, quest: Quest, system: System) -> str:
    unknown = unknown_position(item.id, quest)
    if unknown is not None:
        return f"hidden {ways_in_words(unknown)}"
    holder = next((thing for thing in quest.things if thing.id == item.holder), None)
    if holder is not None:
        verb = {Category.FIGURE: "carried by", Category.CONTAINER: "in"}
        return f"{verb.get(holder.kind.category, 'at')} {thing_in_words(holder)}"
    if item.cell >= 0:
        return f"at {quest.board.name(item.cell)}"
    if item.brought:
        return brought_by_in_words(item, quest)
    given = [
        f"“{title_of(event.id, quest, system)}”"
        for event in quest.events
        for effect in event.effects
        if effect.kind is EffectKind.GIVE and effect.target == item.id
    ]
    return f"given by {listed_in_words(given, 'or')}" if given else "nowhere"


def _card(item: Item, system: System) -> str:
    deck = drawn_deck(system)
    return f", a card of the {deck.title} deck" if item.card and deck is not None else ""
