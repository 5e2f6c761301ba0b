"""Describe changes of crossings: their ends, who may take them, and how long they take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import with_article
from questwright.compiler.geometry.crossings import crossing_in_words, time_in_words
from questwright.compiler.publish.diff.changes import Edit, Subject
from questwright.compiler.publish.diff.tell.wording import a_or_an, change

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.board import Crossing
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.publish.diff.changes import Change
    from questwright.compiler.publish.diff.pairs import Pairing
    from questwright.compiler.publish.diff.tell.wording import EditionWording


def tell_crossings(pairing: Pairing) -> Iterator[Change]:
    """The changes of crossings, which are paired by id."""
    was, now = pairing.was, pairing.now
    before = {crossing.id: crossing for crossing in was.board.crossings}
    after = {crossing.id: crossing for crossing in now.board.crossings}
    for id_, crossing in before.items():
        if id_ in after:
            yield from _crossing(crossing, after[id_], pairing)
        else:
            text = f"{with_article(crossing.title)} is gone; it led between {_ends(crossing, was)}"
            yield change(Subject.CROSSING, Edit.REMOVED, id_, _names(crossing, was), None, text)
    for id_, crossing in after.items():
        if id_ not in before:
            description = crossing_in_words(crossing, now.quest.party, now.edition.system)
            name = f"{with_article(crossing.title)}, {a_or_an(crossing.kind.title)},"
            text = f"{name} is new, between {_ends(crossing, now)}: {description}"
            yield change(Subject.CROSSING, Edit.ADDED, id_, None, _names(crossing, now), text)


def _ends(crossing: Crossing, words: EditionWording) -> str:
    return " and ".join(words.say(end) for end in crossing.ends)


def _names(crossing: Crossing, words: EditionWording) -> Json:
    return [words.names(end) for end in crossing.ends]


def _time(crossing: Crossing) -> int:
    return crossing.rounds or crossing.cost


def _crossing(old: Crossing, new: Crossing, pairing: Pairing) -> Iterator[Change]:
    was, now = pairing.was, pairing.now
    subject, id_ = Subject.CROSSING, new.id
    name = with_article(new.title)
    if old.title != new.title:
        text = f"{with_article(old.title)} is called “{new.title}” now"
        yield change(subject, Edit.RENAMED, id_, old.title, new.title, text)
    if old.kind.word != new.kind.word:
        text = f"{name} is {a_or_an(new.kind.title)} now; it was {a_or_an(old.kind.title)}"
        yield change(subject, Edit.KIND, id_, old.kind.word, new.kind.word, text)
    if [was.spots(end) for end in old.ends] != [now.spots(end) for end in new.ends]:
        text = f"{name} leads between {_ends(new, now)} now, not between {_ends(old, was)}"
        yield change(subject, Edit.MOVED, id_, _names(old, was), _names(new, now), text)
    if (old.rounds, old.cost) != (new.rounds, new.cost):
        turns = now.edition.system.turns
        times = [time_in_words(crossing.rounds, crossing.cost, turns) for crossing in (old, new)]
        text = f"{name} takes {times[1]} now; it took {times[0]}"
        yield change(subject, Edit.VALUE, id_, _time(old), _time(new), text)
    if old.only != new.only:
        titles = {kind.word: kind.title for kind in now.edition.system.kinds.values()}
        who = ", ".join(titles.get(word, word) for word in new.only)
        text = f"{name} is for {who} alone now" if new.only else f"everybody takes {name} now"
        yield change(subject, Edit.PASSING, id_, [*old.only], [*new.only], text)
    if old.is_open is not new.is_open:
        text = f"{name} is open from the start now"
        text = text if new.is_open else f"{name} is barred at the start now; it was open"
        yield change(subject, Edit.OPEN, id_, old.is_open, new.is_open, text)
