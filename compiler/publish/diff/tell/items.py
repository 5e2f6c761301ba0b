"""Describe changes of items, and of how many there are of those that are alike."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.model.items import item_in_words
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.packs.system.system import Category
from questwright.compiler.publish.diff.changes import Edit, Subject
from questwright.compiler.publish.diff.pairs import name_of
from questwright.compiler.publish.diff.tell.unknowns import is_hidden
from questwright.compiler.publish.diff.tell.wording import change
from questwright.compiler.wording.entries import brought_by_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.quest import Item
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.publish.diff.changes import Change
    from questwright.compiler.publish.diff.pairs import Pairing
    from questwright.compiler.publish.diff.tell.wording import EditionWording


def tell_items(pairing: Pairing) -> Iterator[Change]:
    """The changes of items: their names, numbers, places and cards."""
    yield from _named(pairing)
    for old, new in pairing.items.both:
        yield from _moved(old, new, pairing)
    for item in pairing.items.gone:
        text = f"{item_in_words(item)} is gone; it was {_where(item, pairing.was)}"
        place = _place(item, pairing.was)
        yield change(Subject.ITEM, Edit.REMOVED, item.id, place, None, text)
    for item in pairing.items.new:
        text = f"{item_in_words(item)} is new, {_where(item, pairing.now)}"
        place = _place(item, pairing.now)
        yield change(Subject.ITEM, Edit.ADDED, item.id, None, place, text)
    yield from _counts(pairing)


def _named(pairing: Pairing) -> Iterator[Change]:
    """What changes for a name: once, however many pieces share it."""
    pairs = {name_of(new): (old, new) for old, new in reversed(pairing.items.both)}
    for name, (old, new) in reversed(pairs.items()):
        before = name_of(old)
        if old.title != new.title:
            verb = "are" if old.alike else "is"
            text = f"{_all_in_words(old)} {verb} called “{new.title}” now"
            yield change(Subject.ITEM, Edit.RENAMED, new.id, old.title, new.title, text)
        elif before != name:
            verb = "go" if new.alike else "goes"
            text = f"{_all_in_words(new)} {verb} by the name `{name}` now, not by `{before}`"
            yield change(Subject.ITEM, Edit.RENAMED, new.id, before, name, text)
        if old.is_bound != new.is_bound:
            text = "is bound now: nobody hands it over" if new.is_bound else "is no longer bound"
            text = f"{_all_in_words(new)} {text}"
            yield change(Subject.ITEM, Edit.VALUE, new.id, old.is_bound, new.is_bound, text)
        old_card, new_card = _card(old), _card(new)
        if old_card != new_card:
            text = f"stands for {new_card} now" if new_card else "has no card of the game any more"
            text = f"{item_in_words(new)} {text}"
            yield change(Subject.ITEM, Edit.CARD, new.id, old_card, new_card, text)


def _all_in_words(item: Item) -> str:
    """Every item of its name: ``the Iron Key``, ``the items “Small Key”``."""
    return f"the items “{item.title}”" if item.alike else with_article(item.title)


def _counts(pairing: Pairing) -> Iterator[Change]:
    """The changes in the number of pieces that share a name."""
    before = Counter(pairing.same.name(name_of(item)) for item in pairing.was.quest.items)
    after = Counter(name_of(item) for item in pairing.now.quest.items)
    for name, title in {name_of(item): item.title for item in pairing.now.quest.items}.items():
        # If there were none before, or none are left, the other sentences say enough.
        if before[name] and before[name] != after[name]:
            counted = f"{after[name]} {'item' if after[name] == 1 else 'items'}"
            text = f"{counted} “{title}” now, {before[name]} before"
            yield change(Subject.ITEM, Edit.COUNT, name, before[name], after[name], text)


def _moved(old: Item, new: Item, pairing: Pairing) -> Iterator[Change]:
    if is_hidden(old.id, new.id, pairing) or pairing.same.is_held_alike(old, new):
        return
    before, after = _place(old, pairing.was), _place(new, pairing.now)
    where = _where(new, pairing.now), _where(old, pairing.was)
    text = f"{item_in_words(new)} is {where[0]} now; it was {where[1]}"
    yield change(Subject.ITEM, Edit.MOVED, new.id, before, after, text)


def _card(item: Item) -> str | None:
    """The title of the gear that an item is, or its card, or None."""
    return item.gear.title if item.gear is not None else item.card or None


def _place(item: Item, words: EditionWording) -> Json:
    cell = words.board.name(item.cell) if item.cell >= 0 else None
    place: dict[str, Json] = {"holder": item.holder or None, "cell": cell}
    return place | ({"brought": list(item.brought)} if item.brought else {})


def _where(item: Item, words: EditionWording) -> str:
    """Where an item is when play begins, in words."""
    holder = next((thing for thing in words.quest.things if thing.id == item.holder), None)
    if holder is not None:
        verb = {Category.FIGURE: "carried by", Category.CONTAINER: "in"}
        return f"{verb.get(holder.kind.category, 'at')} {words.thing(holder)}"
    if item.cell >= 0:
        return f"at {words.say(1 << item.cell)}"
    if item.brought:
        return brought_by_in_words(item, words.quest)
    givers = [
        words.event(event)
        for event in words.quest.events
        if any(
            effect.kind is EffectKind.GIVE and effect.target == item.id for effect in event.effects
        )
    ]
    return f"given by {listed_in_words(givers, 'or')}" if givers else "nowhere"
