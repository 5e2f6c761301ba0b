"""What has become of crossings: where they lead, who takes them, and how long it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import with_article
from questwright.compiler.geometry.crossings import crossing_in_words, time_in_words
from questwright.compiler.publish.diff.changes import Edit, Subject
from questwright.compiler.publish.diff.tell.said import an, change

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.board import Crossing
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.publish.diff.changes import Change
    from questwright.compiler.publish.diff.pairs import Pairing
    from questwright.compiler.publish.diff.tell.said import Words


def tell_crossings(pairing: Pairing) -> Iterator[Change]:
    """What has become of the crossings; they are known by their names."""
    was, now = pairing.was, pairing.now
    before = {crossing.id: crossing for crossing in was.board.crossings}
    after = {crossing.id: crossing for crossing in now.board.crossings}
    for id_, one in before.items():
        if id_ in after:
            yield from _crossing(one, after[id_], pairing)
        else:
            text = f"{with_article(one.title)} is gone; it led between {_ends(one, was)}"
            yield change(Subject.CROSSING, Edit.REMOVED, id_, _names(one, was), None, text)
    for id_, one in after.items():
        if id_ not in before:
            told = crossing_in_words(one, now.quest.party, now.edition.system.move_value)
            name = with_article(one.title)
            text = f"{name}, {an(one.kind.title)}, is new, between {_ends(one, now)}: {told}"
            yield change(Subject.CROSSING, Edit.ADDED, id_, None, _names(one, now), text)


def _ends(crossing: Crossing, words: Words) -> str:
    return " and ".join(words.say(end) for end in crossing.ends)


def _names(crossing: Crossing, words: Words) -> Json:
    return [words.names(end) for end in crossing.ends]


def _time(crossing: Crossing) -> int:
    return crossing.rounds or crossing.cost


def _crossing(one: Crossing, other: Crossing, pairing: Pairing) -> Iterator[Change]:
    was, now = pairing.was, pairing.now
    subject, id_ = Subject.CROSSING, other.id
    the = with_article(other.title)
    if one.title != other.title:
        text = f"{with_article(one.title)} is called “{other.title}” now"
        yield change(subject, Edit.RENAMED, id_, one.title, other.title, text)
    if one.kind.word != other.kind.word:
        text = f"{the} is {an(other.kind.title)} now; it was {an(one.kind.title)}"
        yield change(subject, Edit.KIND, id_, one.kind.word, other.kind.word, text)
    if [was.spots(end) for end in one.ends] != [now.spots(end) for end in other.ends]:
        text = f"{the} leads between {_ends(other, now)} now, not between {_ends(one, was)}"
        yield change(subject, Edit.MOVED, id_, _names(one, was), _names(other, now), text)
    if (one.rounds, one.cost) != (other.rounds, other.cost):
        times = [time_in_words(each.rounds, each.cost) for each in (one, other)]
        text = f"{the} takes {times[1]} now; it took {times[0]}"
        yield change(subject, Edit.VALUE, id_, _time(one), _time(other), text)
    if one.only != other.only:
        titles = {kind.word: kind.title for kind in now.edition.system.kinds.values()}
        who = ", ".join(titles.get(word, word) for word in other.only)
        text = f"{the} is for {who} alone now" if other.only else f"everybody takes {the} now"
        yield change(subject, Edit.PASSING, id_, [*one.only], [*other.only], text)
    if one.is_open is not other.is_open:
        text = f"{the} is open from the start now"
        text = text if other.is_open else f"{the} is barred at the start now; it was open"
        yield change(subject, Edit.OPEN, id_, one.is_open, other.is_open, text)
