"""Describe changes of things on the board."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words
from questwright.compiler.packs.system.system import Category
from questwright.compiler.publish.diff.changes import Edit, Subject
from questwright.compiler.publish.diff.pairs import given_title, is_numbered
from questwright.compiler.publish.diff.tell.locks import Owner, opener, tell_lock
from questwright.compiler.publish.diff.tell.party import entrants_in_words
from questwright.compiler.publish.diff.tell.unknowns import is_hidden
from questwright.compiler.publish.diff.tell.wording import a_or_an, change
from questwright.compiler.wording.phrases import count_in_words, thing_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.quest import Thing
    from questwright.compiler.publish.diff.changes import Change
    from questwright.compiler.publish.diff.pairs import Pairing


def tell_things(pairing: Pairing) -> Iterator[Change]:
    """The changes of figures, furniture and other things on the board, and of their numbers."""
    was, now = pairing.was, pairing.now
    for old, new in pairing.things.both:
        yield from _thing(old, new, pairing)
        owner = Owner(_subject(new), new.id, thing_in_words(new))
        yield from tell_lock(owner, (old.lock, new.lock), pairing)
    for thing in pairing.things.gone:
        text = f"{thing_in_words(thing)} at {was.say(thing.mask)}{was.in_area(thing)} is gone"
        cells = was.names(thing.mask)
        yield change(_subject(thing), Edit.REMOVED, thing.id, cells, None, text)
    for thing in pairing.things.new:
        text = f"{_introduced(thing)} is new, at {now.say(thing.mask)}{now.in_area(thing)}"
        text += f", facing {thing.facing}" if thing.facing else ""
        text += entrants_in_words(thing, now)
        if thing.specials:
            text += f", with {listed_in_words(special.title for special in thing.specials)}"
        text += f", locked: {opener(thing.lock, now)}" if thing.lock is not None else ""
        cells = now.names(thing.mask)
        yield change(_subject(thing), Edit.ADDED, thing.id, None, cells, text)
    yield from _counts(pairing)


def _subject(thing: Thing) -> Subject:
    return Subject.FIGURE if thing.kind.category is Category.FIGURE else Subject.THING


def _introduced(thing: Thing) -> str:
    """A new thing with its kind: ``a Zombie``; ``the Miller, an Armoured Zombie,``."""
    if not thing.is_named and not given_title(thing):
        return count_in_words(1, thing.kind)
    return f"{thing_in_words(thing)}, {count_in_words(1, thing.kind)},"


def _thing(old: Thing, new: Thing, pairing: Pairing) -> Iterator[Change]:
    was, now, subject = pairing.was, pairing.now, _subject(new)
    name = now.thing(new)
    yield from _renamed(old, new, name)
    if old.kind.word != new.kind.word:
        text = f"{name} is {a_or_an(new.kind.title)} now; it was {a_or_an(old.kind.title)}"
        if not new.is_named and not given_title(new):
            # Its only name is that of its kind, so the sentence begins with the old one.
            text = f"{was.thing(old)}{was.in_area(old)} is {a_or_an(new.kind.title)} now"
        yield change(subject, Edit.KIND, new.id, old.kind.word, new.kind.word, text)
    if was.spots(old.mask) != now.spots(new.mask) and not is_hidden(old.id, new.id, pairing):
        before, after = was.names(old.mask), now.names(new.mask)
        text = f"{thing_in_words(new)} moved from {was.say(old.mask)} to {now.say(new.mask)}"
        text += _in_new_area(old, new, pairing)
        yield change(subject, Edit.MOVED, new.id, before, after, text)
    if old.facing != new.facing:
        text = f"{name} faces {new.facing or 'nowhere'} now"
        text += f", not {old.facing}" if old.facing else ""
        facings = old.facing or None, new.facing or None
        yield change(subject, Edit.TURNED, new.id, *facings, text)
    yield from _link_and_specials(old, new, name, pairing)


def _renamed(old: Thing, new: Thing, name: str) -> Iterator[Change]:
    if (given_title(old) or given_title(new)) and old.title != new.title:
        text = f"{thing_in_words(old)} is called “{new.title}” now"
        yield change(_subject(new), Edit.RENAMED, new.id, old.title, new.title, text)
    elif old.id != new.id and not (is_numbered(old) and is_numbered(new)):
        text = f"{name} goes by the name `{new.id}` now, not by `{old.id}`"
        yield change(_subject(new), Edit.RENAMED, new.id, old.id, new.id, text)


def _in_new_area(old: Thing, new: Thing, pairing: Pairing) -> str:
    """The area that a thing has moved into, with its preposition; empty if it is the same area."""
    old_areas, new_areas = pairing.was.board.areas, pairing.now.board.areas
    before = pairing.same.name(old_areas[old.area].id) if old.area >= 0 else ""
    after = new_areas[new.area].id if new.area >= 0 else ""
    return pairing.now.in_area(new) if after and before != after else ""


def _link_and_specials(old: Thing, new: Thing, name: str, pairing: Pairing) -> Iterator[Change]:
    """The changes of a portal's link and of a figure's specials."""
    subject = _subject(new)
    if pairing.same.name(old.link) != new.link:
        destination = f"to {pairing.now.title(new.link)}" if new.link else "nowhere"
        text = f"{name} leads {destination} now"
        yield change(subject, Edit.LINK, new.id, old.link or None, new.link or None, text)
    if old.pushers != new.pushers:
        party = {kind.word: kind.title for kind in pairing.now.quest.party}
        able = [party[word] for word in new.pushers]
        who = "all of the party" if len(able) == len(party) else listed_in_words(able, "or")
        text = f"{name} is pushed by {who} now" if able else f"nobody pushes {name} any more"
        yield change(subject, Edit.PUSHED, new.id, [*old.pushers], [*new.pushers], text)
    had, has = ({special.word: special.title for special in thing.specials} for thing in (old, new))
    if had.keys() != has.keys():
        parts = [f"has {title} now" for word, title in has.items() if word not in had]
        parts += [f"no longer has {title}" for word, title in had.items() if word not in has]
        text = f"{name} {listed_in_words(parts)}"
        yield change(subject, Edit.SPECIALS, new.id, [*had], [*has], text)


def _counts(pairing: Pairing) -> Iterator[Change]:
    """The changes in the number of things of each kind on the board."""
    before = Counter(thing.kind.word for thing in pairing.was.quest.things)
    after = Counter(thing.kind.word for thing in pairing.now.quest.things)
    things = (*pairing.was.quest.things, *pairing.now.quest.things)
    for word, thing in {thing.kind.word: thing for thing in things}.items():
        old, new = before[word], after[word]
        # If there were none before, or none are left, the other sentences say enough.
        if old != new and old and new:
            text = f"{count_in_words(new, thing.kind)} now, {old} before"
            yield change(_subject(thing), Edit.COUNT, word, old, new, text)
