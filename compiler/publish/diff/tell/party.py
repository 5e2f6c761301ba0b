"""What has become of who comes into play where, of groups, and of what a side buys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.model.musters import muster_in_words
from questwright.compiler.model.quest import Entry
from questwright.compiler.packs.system.system import Category
from questwright.compiler.publish.diff.changes import Edit, Subject
from questwright.compiler.publish.diff.tell.said import change
from questwright.compiler.wording.entries import members_in_words, when_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.musters import Muster
    from questwright.compiler.model.quest import Group, Quest, Thing
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.publish.diff.changes import Change
    from questwright.compiler.publish.diff.pairs import Pairing
    from questwright.compiler.publish.diff.tell.said import Words


# -- who comes into play ---------------------------------------------------------------------


def tell_entries(pairing: Pairing) -> Iterator[Change]:
    """Who begins at a start, and when, where others did before."""
    was, now = pairing.was, pairing.now
    common = {kind.word for kind in was.quest.party} & {kind.word for kind in now.quest.party}
    # Squares of which the same is to be said are told of together.
    alike: dict[tuple[Entry, Entry], int] = {}
    for one, other in pairing.things.both:
        if other.kind.category is not Category.START:
            continue
        before, after = _entry(one, was.quest), _entry(other, now.quest)
        # Who joins or leaves the party is told elsewhere.
        stay = [{*entry.who} & common for entry in (before, after)]
        if stay[0] != stay[1] or before.round != after.round:
            key = (before._replace(cells=0), after._replace(cells=0))
            alike[key] = alike.get(key, 0) | other.mask
    for (before, after), cells in alike.items():
        told = [_comers(before, was.quest), _comers(after, now.quest)]
        text = f"at {now.say(cells)} come into play now: {told[1]}; before: {told[0]}"
        parts = _part(before), _part(after)
        yield change(Subject.PARTY, Edit.PASSING, "", *parts, text)


def comers(thing: Thing, words: Words) -> str:
    """Who comes at a start and when, where the quest says so: ``, for Rix, from round 2 on``."""
    if thing.kind.category is not Category.START or not (thing.who or thing.round > 1):
        return ""
    return f", for {_comers(_entry(thing, words.quest), words.quest)}"


def _entry(start: Thing, quest: Quest) -> Entry:
    """A start as one where some of the party come into play."""
    named = {word for thing in quest.things_of(Category.START) for word in thing.who}
    party = (kind.word for kind in quest.party)
    who = tuple(word for word in party if (word in start.who if start.who else word not in named))
    return Entry(start.mask, who, start.round, "", quest.origin)


def _comers(entry: Entry, quest: Quest) -> str:
    when = when_in_words(entry)
    return members_in_words(entry, quest) + (f", {when}" if when else "")


def _part(entry: Entry) -> Json:
    return {"who": [*entry.who], "round": entry.round}


# -- groups ----------------------------------------------------------------------------------


def tell_groups(pairing: Pairing) -> Iterator[Change]:
    """What has become of the groups; they are known by their names."""
    was, now = pairing.was.quest, pairing.now.quest
    before = {group.id: group for group in was.groups}
    after = {group.id: group for group in now.groups}
    for id_, one in before.items():
        if id_ not in after:
            text = f"{with_article(one.title)} are no group now"
            yield change(Subject.PARTY, Edit.REMOVED, id_, [*one.who], None, text)
            continue
        other = after[id_]
        if one.title != other.title:
            text = f"{with_article(one.title)} are called “{other.title}” now"
            yield change(Subject.PARTY, Edit.RENAMED, id_, one.title, other.title, text)
        if {*one.who} != {*other.who}:
            text = f"{with_article(other.title)} are {_members(other, now)} now"
            text += f"; they were {_members(one, was)}"
            yield change(Subject.PARTY, Edit.VALUE, id_, [*one.who], [*other.who], text)
    for id_, one in after.items():
        if id_ not in before:
            text = f"{with_article(one.title)} are a new group: {_members(one, now)}"
            yield change(Subject.PARTY, Edit.ADDED, id_, None, [*one.who], text)


def _members(group: Group, quest: Quest) -> str:
    return listed_in_words(kind.title for kind in quest.party if kind.word in group.who)


# -- what is bought ----------------------------------------------------------------------------


def tell_musters(pairing: Pairing) -> Iterator[Change]:
    """What has become of the musters; they are known by their names."""
    was, now = pairing.was, pairing.now
    before = {muster.id: muster for muster in was.quest.musters}
    after = {muster.id: muster for muster in now.quest.musters}
    for id_, one in before.items():
        if id_ in after:
            yield from _muster(one, after[id_], pairing)
        else:
            text = f"{with_article(one.title)} is gone: {_bought(one, was)}"
            yield change(Subject.MUSTER, Edit.REMOVED, id_, _bought(one, was), None, text)
    for id_, one in after.items():
        if id_ not in before:
            text = f"{with_article(one.title)} is new: {_bought(one, now)}, {now.say(one.cells)}"
            yield change(Subject.MUSTER, Edit.ADDED, id_, None, _bought(one, now), text)


def _bought(muster: Muster, words: Words) -> str:
    return muster_in_words(muster, words.edition.system)


def _muster(one: Muster, other: Muster, pairing: Pairing) -> Iterator[Change]:
    was, now, id_ = pairing.was, pairing.now, other.id
    the = with_article(other.title)
    if one.title != other.title:
        text = f"{with_article(one.title)} is called “{other.title}” now"
        yield change(Subject.MUSTER, Edit.RENAMED, id_, one.title, other.title, text)
    if one.side != other.side:
        sides = now.edition.system.sides
        text = f"{the} is for {sides[other.side].title} now"
        yield change(Subject.MUSTER, Edit.KIND, id_, one.side, other.side, text)
    before, after = _bought(one, was), _bought(other, now)
    if before != after:
        text = f"{the} now: {after}; before: {before}"
        yield change(Subject.MUSTER, Edit.VALUE, id_, before, after, text)
    if was.spots(one.cells) != now.spots(other.cells):
        text = f"{the} is placed at {now.say(other.cells)} now, not at {was.say(one.cells)}"
        cells = was.names(one.cells), now.names(other.cells)
        yield change(Subject.MUSTER, Edit.MOVED, id_, *cells, text)
