"""What has changed of that which stands on the board, and of what can be carried."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.packs.system.system import Category
from questwright.compiler.publish.diff.changes import Edit, Subject
from questwright.compiler.publish.diff.pairs import given_title, is_numbered
from questwright.compiler.publish.diff.tell.party import comers
from questwright.compiler.publish.diff.tell.said import an, change
from questwright.compiler.wording.phrases import count_in_words, thing_in_words
from questwright.compiler.wording.unknown import unknown_position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.quest import Item, Thing
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.publish.diff.changes import Change
    from questwright.compiler.publish.diff.pairs import Pairing
    from questwright.compiler.publish.diff.tell.said import Words


def tell_things(pairing: Pairing) -> Iterator[Change]:
    """What has become of figures, furniture and all else that stands on the board."""
    was, now = pairing.was, pairing.now
    for one, other in pairing.things.both:
        yield from _thing(one, other, pairing)
    for thing in pairing.things.gone:
        text = f"{thing_in_words(thing)} at {was.say(thing.mask)}{was.in_area(thing)} is gone"
        cells = was.names(thing.mask)
        yield change(_subject(thing), Edit.REMOVED, thing.id, cells, None, text)
    for thing in pairing.things.new:
        text = f"{_who(thing)} is new, at {now.say(thing.mask)}{now.in_area(thing)}"
        text += f", facing {thing.facing}" if thing.facing else ""
        text += comers(thing, now)
        if thing.specials:
            text += f", with {listed_in_words(special.title for special in thing.specials)}"
        cells = now.names(thing.mask)
        yield change(_subject(thing), Edit.ADDED, thing.id, None, cells, text)
    yield from _counts(pairing)


def _subject(thing: Thing) -> Subject:
    return Subject.FIGURE if thing.kind.category is Category.FIGURE else Subject.THING


def _who(thing: Thing) -> str:
    """A thing that nobody has met yet: ``a Zombie``; ``the Miller, an Armoured Zombie,``."""
    if not thing.is_named and not given_title(thing):
        return count_in_words(1, thing.kind)
    return f"{thing_in_words(thing)}, {count_in_words(1, thing.kind)},"


def _thing(one: Thing, other: Thing, pairing: Pairing) -> Iterator[Change]:
    was, now, subject = pairing.was, pairing.now, _subject(other)
    the = now.thing(other)
    yield from _renamed(one, other, the)
    if one.kind.word != other.kind.word:
        text = f"{the} is {an(other.kind.title)} now; it was {an(one.kind.title)}"
        if not other.is_named and not given_title(other):
            # Who is called after its kind alone has another name now.
            text = f"{was.thing(one)}{was.in_area(one)} is {an(other.kind.title)} now"
        yield change(subject, Edit.KIND, other.id, one.kind.word, other.kind.word, text)
    if was.spots(one.mask) != now.spots(other.mask) and not _is_hidden(one.id, other.id, pairing):
        before, after = was.names(one.mask), now.names(other.mask)
        text = f"{thing_in_words(other)} moved from {was.say(one.mask)} to {now.say(other.mask)}"
        text += _elsewhere(one, other, pairing)
        yield change(subject, Edit.MOVED, other.id, before, after, text)
    if one.facing != other.facing:
        text = f"{the} faces {other.facing or 'nowhere'} now"
        text += f", not {one.facing}" if one.facing else ""
        looks = one.facing or None, other.facing or None
        yield change(subject, Edit.TURNED, other.id, *looks, text)
    yield from _powers(one, other, the, pairing)


def _is_hidden(old: str, new: str, pairing: Pairing) -> bool:
    """Whether nobody knows, in one edition or the other, where something is: that is told apart."""
    pairs = ((old, pairing.was.quest), (new, pairing.now.quest))
    return any(unknown_position(id_, quest) is not None for id_, quest in pairs)


def _renamed(one: Thing, other: Thing, the: str) -> Iterator[Change]:
    if (given_title(one) or given_title(other)) and one.title != other.title:
        text = f"{thing_in_words(one)} is called “{other.title}” now"
        yield change(_subject(other), Edit.RENAMED, other.id, one.title, other.title, text)
    elif one.id != other.id and not (is_numbered(one) and is_numbered(other)):
        text = f"{the} goes by the name `{other.id}` now, not by `{one.id}`"
        yield change(_subject(other), Edit.RENAMED, other.id, one.id, other.id, text)


def _elsewhere(one: Thing, other: Thing, pairing: Pairing) -> str:
    """Into which area something moved, where it was in another one."""
    old, new = pairing.was.board.areas, pairing.now.board.areas
    before = pairing.same.name(old[one.area].id) if one.area >= 0 else ""
    after = new[other.area].id if other.area >= 0 else ""
    return pairing.now.in_area(other) if after and before != after else ""


def _powers(one: Thing, other: Thing, the: str, pairing: Pairing) -> Iterator[Change]:
    """Where a portal leads, and what a figure alone may do."""
    subject = _subject(other)
    if pairing.same.name(one.link) != other.link:
        there = f"to {pairing.now.title(other.link)}" if other.link else "nowhere"
        text = f"{the} leads {there} now"
        yield change(subject, Edit.LINK, other.id, one.link or None, other.link or None, text)
    had, has = (
        {special.word: special.title for special in thing.specials} for thing in (one, other)
    )
    if had.keys() != has.keys():
        said = [f"has {title} now" for word, title in has.items() if word not in had]
        said += [f"no longer has {title}" for word, title in had.items() if word not in has]
        text = f"{the} {listed_in_words(said)}"
        yield change(subject, Edit.SPECIALS, other.id, [*had], [*has], text)


def _counts(pairing: Pairing) -> Iterator[Change]:
    """How many there are of each kind that more or fewer stand on the board of."""
    before = Counter(thing.kind.word for thing in pairing.was.quest.things)
    after = Counter(thing.kind.word for thing in pairing.now.quest.things)
    things = (*pairing.was.quest.things, *pairing.now.quest.things)
    for word, thing in {thing.kind.word: thing for thing in things}.items():
        old, new = before[word], after[word]
        # Where there were none, or none are left, nobody has to be told how many.
        if old != new and old and new:
            text = f"{count_in_words(new, thing.kind)} now, {old} before"
            yield change(_subject(thing), Edit.COUNT, word, old, new, text)


# -- items ------------------------------------------------------------------------------


def tell_items(pairing: Pairing) -> Iterator[Change]:
    """What has become of that which can be carried."""
    for one, other in pairing.items.both:
        yield from _item(one, other, pairing)
    for item in pairing.items.gone:
        text = f"{with_article(item.title)} is gone; it was {_where(item, pairing.was)}"
        place = _place(item, pairing.was)
        yield change(Subject.ITEM, Edit.REMOVED, item.id, place, None, text)
    for item in pairing.items.new:
        text = f"{with_article(item.title)} is new, {_where(item, pairing.now)}"
        place = _place(item, pairing.now)
        yield change(Subject.ITEM, Edit.ADDED, item.id, None, place, text)


def _item(one: Item, other: Item, pairing: Pairing) -> Iterator[Change]:
    the = with_article(other.title)
    if one.title != other.title:
        text = f"{with_article(one.title)} is called “{other.title}” now"
        yield change(Subject.ITEM, Edit.RENAMED, other.id, one.title, other.title, text)
    elif one.id != other.id:
        text = f"{the} goes by the name `{other.id}` now, not by `{one.id}`"
        yield change(Subject.ITEM, Edit.RENAMED, other.id, one.id, other.id, text)
    is_hidden = _is_hidden(one.id, other.id, pairing)
    if not is_hidden and not pairing.same.is_held_alike(one, other):
        before, after = _place(one, pairing.was), _place(other, pairing.now)
        text = f"{the} is {_where(other, pairing.now)} now; it was {_where(one, pairing.was)}"
        yield change(Subject.ITEM, Edit.MOVED, other.id, before, after, text)
    old, new = _card(one), _card(other)
    if old != new:
        said = f"stands for {new} now" if new else "has no card of the game any more"
        yield change(Subject.ITEM, Edit.CARD, other.id, old, new, f"{the} {said}")


def _card(item: Item) -> str | None:
    """The card of the game that an item is."""
    return item.gear.title if item.gear is not None else item.card or None


def _place(item: Item, words: Words) -> Json:
    cell = words.board.name(item.cell) if item.cell >= 0 else None
    return {"holder": item.holder or None, "cell": cell}


def _where(item: Item, words: Words) -> str:
    """Where an item is when play begins."""
    holder = next((thing for thing in words.quest.things if thing.id == item.holder), None)
    if holder is not None:
        verb = {Category.FIGURE: "carried by", Category.CONTAINER: "in"}
        return f"{verb.get(holder.kind.category, 'at')} {words.thing(holder)}"
    if item.cell >= 0:
        return f"at {words.say(1 << item.cell)}"
    givers = [
        words.event(event)
        for event in words.quest.events
        if any(
            effect.kind is EffectKind.GIVE and effect.target == item.id for effect in event.effects
        )
    ]
    return f"given by {listed_in_words(givers, 'or')}" if givers else "nowhere"
