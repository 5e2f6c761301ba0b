"""Describe changes of entries (who comes into play where and when), groups and musters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.model.musters import muster_in_words
from questwright.compiler.model.quest import Entry
from questwright.compiler.packs.system.system import Category
from questwright.compiler.publish.diff.changes import Edit, Subject
from questwright.compiler.publish.diff.tell.wording import change
from questwright.compiler.wording.entries import members_in_words, when_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.musters import Muster
    from questwright.compiler.model.quest import Group, Quest, Thing
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.publish.diff.changes import Change
    from questwright.compiler.publish.diff.pairs import Pairing
    from questwright.compiler.publish.diff.tell.wording import EditionWording


# -- who comes into play ---------------------------------------------------------------------


def tell_entries(pairing: Pairing) -> Iterator[Change]:
    """The starts at which other members come into play than before, or in another round."""
    was, now = pairing.was, pairing.now
    common = {kind.word for kind in was.quest.party} & {kind.word for kind in now.quest.party}
    # Squares with the same change are listed in one sentence.
    cells_of_change: dict[tuple[Entry, Entry], int] = {}
    for old, new in pairing.things.both:
        if new.kind.category is not Category.START:
            continue
        before, after = _entry(old, was.quest), _entry(new, now.quest)
        # Members who join or leave the party are a change of the settings.
        staying = [{*entry.who} & common for entry in (before, after)]
        if staying[0] != staying[1] or before.round != after.round:
            key = (before._replace(cells=0), after._replace(cells=0))
            cells_of_change[key] = cells_of_change.get(key, 0) | new.mask
    for (before, after), cells in cells_of_change.items():
        who = [_comers(before, was), _comers(after, now)]
        text = f"at {now.say(cells)} come into play now: {who[1]}; before: {who[0]}"
        parts = _part(before), _part(after)
        yield change(Subject.PARTY, Edit.PASSING, "", *parts, text)


def entrants_in_words(thing: Thing, words: EditionWording) -> str:
    """Who begins at a start, if the quest says so: ``, for Rix, from round 2 on``; or empty."""
    if thing.kind.category is not Category.START or not (thing.who or thing.round > 1):
        return ""
    return f", for {_comers(_entry(thing, words.quest), words)}"


def _entry(start: Thing, quest: Quest) -> Entry:
    """A start as an entry; members whom no start names may begin at any start without names."""
    named = {word for thing in quest.things_of(Category.START) for word in thing.who}
    party = (kind.word for kind in quest.party)
    who = tuple(word for word in party if (word in start.who if start.who else word not in named))
    return Entry(start.mask, who, start.round, "", quest.origin)


def _comers(entry: Entry, words: EditionWording) -> str:
    when = when_in_words(entry, words.edition.system.turns)
    return members_in_words(entry, words.quest) + (f", {when}" if when else "")


def _part(entry: Entry) -> Json:
    return {"who": [*entry.who], "round": entry.round}


# -- groups ----------------------------------------------------------------------------------


def tell_groups(pairing: Pairing) -> Iterator[Change]:
    """The changes of groups, which are paired by id."""
    was, now = pairing.was.quest, pairing.now.quest
    before = {group.id: group for group in was.groups}
    after = {group.id: group for group in now.groups}
    for id_, group in before.items():
        if id_ not in after:
            text = f"{with_article(group.title)} are no longer a group"
            yield change(Subject.PARTY, Edit.REMOVED, id_, [*group.who], None, text)
            continue
        new_group = after[id_]
        if group.title != new_group.title:
            text = f"{with_article(group.title)} are called “{new_group.title}” now"
            yield change(Subject.PARTY, Edit.RENAMED, id_, group.title, new_group.title, text)
        if {*group.who} != {*new_group.who}:
            text = f"{with_article(new_group.title)} are {_members(new_group, now)} now"
            text += f"; they were {_members(group, was)}"
            yield change(Subject.PARTY, Edit.VALUE, id_, [*group.who], [*new_group.who], text)
    for id_, group in after.items():
        if id_ not in before:
            text = f"{with_article(group.title)} are a new group: {_members(group, now)}"
            yield change(Subject.PARTY, Edit.ADDED, id_, None, [*group.who], text)


def _members(group: Group, quest: Quest) -> str:
    return listed_in_words(kind.title for kind in quest.party if kind.word in group.who)


# -- what is bought ----------------------------------------------------------------------------


def tell_musters(pairing: Pairing) -> Iterator[Change]:
    """The changes of musters, which are paired by id."""
    was, now = pairing.was, pairing.now
    before = {muster.id: muster for muster in was.quest.musters}
    after = {muster.id: muster for muster in now.quest.musters}
    for id_, muster in before.items():
        if id_ in after:
            yield from _muster(muster, after[id_], pairing)
        else:
            text = f"{with_article(muster.title)} is gone: {_bought(muster, was)}"
            yield change(Subject.MUSTER, Edit.REMOVED, id_, _bought(muster, was), None, text)
    for id_, muster in after.items():
        if id_ not in before:
            name, where = with_article(muster.title), now.say(muster.cells)
            text = f"{name} is new: {_bought(muster, now)}, {where}"
            yield change(Subject.MUSTER, Edit.ADDED, id_, None, _bought(muster, now), text)


def _bought(muster: Muster, words: EditionWording) -> str:
    return muster_in_words(muster, words.edition.system)


def _muster(old: Muster, new: Muster, pairing: Pairing) -> Iterator[Change]:
    was, now, id_ = pairing.was, pairing.now, new.id
    name = with_article(new.title)
    if old.title != new.title:
        text = f"{with_article(old.title)} is called “{new.title}” now"
        yield change(Subject.MUSTER, Edit.RENAMED, id_, old.title, new.title, text)
    if old.side != new.side:
        sides = now.edition.system.sides
        text = f"{name} is for {sides[new.side].title} now"
        yield change(Subject.MUSTER, Edit.KIND, id_, old.side, new.side, text)
    before, after = _bought(old, was), _bought(new, now)
    if before != after:
        text = f"{name} now: {after}; before: {before}"
        yield change(Subject.MUSTER, Edit.VALUE, id_, before, after, text)
    if was.spots(old.cells) != now.spots(new.cells):
        text = f"{name} is placed at {now.say(new.cells)} now, not at {was.say(old.cells)}"
        cells = was.names(old.cells), now.names(new.cells)
        yield change(Subject.MUSTER, Edit.MOVED, id_, *cells, text)
