"""Describe changes of unknowns: places to choose from, and rows of tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.model.quest import UnknownSort
from questwright.compiler.publish.diff.changes import Edit, Subject
from questwright.compiler.publish.diff.tell.wording import change
from questwright.compiler.wording.unknown import dice_in_words, unknown_position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.quest import Unknown, Way
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.publish.diff.changes import Change
    from questwright.compiler.publish.diff.pairs import Pairing
    from questwright.compiler.publish.diff.tell.wording import EditionWording


def is_hidden(old: str, new: str, pairing: Pairing) -> bool:
    """Whether its place is unknown in either edition; `tell_unknowns` describes such places."""
    pairs = ((old, pairing.was.quest), (new, pairing.now.quest))
    return any(unknown_position(id_, quest) is not None for id_, quest in pairs)


def tell_unknowns(pairing: Pairing) -> Iterator[Change]:
    """The changes of what the party does not know, and of the ways in which it may be."""
    old, new = _unknowns_of(pairing.was), _unknowns_of(pairing.now)
    translated = {(sort, pairing.same.name(id_)): unknown for (sort, id_), unknown in old.items()}
    for key, old_unknown in translated.items():
        if key not in new and _still_exists(key, pairing):
            ways = _ways(old_unknown, pairing.was)
            text = (
                f"it is known now {_question(old_unknown)}; before: {listed_in_words(ways, 'or')}"
            )
            yield change(Subject.UNKNOWN, Edit.REMOVED, old_unknown.id, [*ways], None, text)
    for key, unknown in new.items():
        ways = _ways(unknown, pairing.now)
        before = translated.get(key)
        if before is None:
            text = (
                f"the party does not know now {_question(unknown)}: {listed_in_words(ways, 'or')}"
            )
            yield change(Subject.UNKNOWN, Edit.ADDED, unknown.id, None, [*ways], text)
        elif not _is_same(before, unknown, pairing):
            yield from _changed_ways(before, unknown, pairing)


def _still_exists(key: tuple[UnknownSort, str], pairing: Pairing) -> bool:
    """Whether the item or thing still exists; if it is gone, another change says so."""
    sort, id_ = key
    quest = pairing.now.quest
    if sort is UnknownSort.ITEM:
        return any(item.id == id_ for item in quest.items)
    return sort is not UnknownSort.THING or any(thing.id == id_ for thing in quest.things)


def _unknowns_of(words: EditionWording) -> dict[tuple[UnknownSort, str], Unknown]:
    """The unknowns by sort and id. Traps are left out: they follow from the other unknowns."""
    return {
        (unknown.sort, unknown.id): unknown
        for unknown in words.quest.unknowns
        if unknown.sort is not UnknownSort.TRAP
    }


def _question(unknown: Unknown) -> str:
    if unknown.sort is UnknownSort.TABLE:
        return f"what “{unknown.title}” says"
    return f"where {with_article(unknown.title)} is"


def _changed_ways(old: Unknown, new: Unknown, pairing: Pairing) -> Iterator[Change]:
    """The ways that are new or gone, and the dice that have changed."""
    before, after = _ways(old, pairing.was), _ways(new, pairing.now)
    if (old.dice, old.die) != (new.dice, new.die):
        old_dice, new_dice = dice_in_words(old), dice_in_words(new)
        text = f"“{new.title}” is rolled with {new_dice} now, not with {old_dice}"
        yield change(Subject.UNKNOWN, Edit.VALUE, new.id, old_dice, new_dice, text)
    is_table = new.sort is UnknownSort.TABLE
    start = f"“{new.title}” has" if is_table else f"{with_article(new.title)} may be"
    for way in before:
        if way not in after:
            text = f"{start} no longer: {way}"
            yield change(Subject.UNKNOWN, Edit.EFFECT, new.id, way, None, text)
    for way in after:
        if way not in before:
            text = f"{start} now: {way}"
            yield change(Subject.UNKNOWN, Edit.EFFECT, new.id, None, way, text)
    if set(before) == set(after):
        lists: tuple[Json, Json] = ([*before], [*after])
        text = f"the description of {_question(new)} has changed"
        yield change(Subject.UNKNOWN, Edit.REWORDED, new.id, *lists, text)


def _ways(unknown: Unknown, words: EditionWording) -> list[str]:
    return [_way(unknown, way, words) for way in unknown.ways]


def _way(unknown: Unknown, way: Way, words: EditionWording) -> str:
    """A way in words, by the names of squares on the new board."""
    if unknown.sort is UnknownSort.TABLE:
        rolled = str(way.low) if way.low == way.high else f"{way.low} to {way.high}"
        effects = "; ".join(map(words.effect, way.effects)) or "nothing happens"
        return f"{rolled}, “{way.title}”: {effects}"
    cells = sum(1 << cell for cell in way.cells)
    cells |= 1 << way.cell if way.cell >= 0 else 0
    return f"at {words.say(cells)}" if cells else way.title


def _is_same(old: Unknown, new: Unknown, pairing: Pairing) -> bool:
    """Whether two unknowns have the same ways; the order of places does not matter."""
    if (old.dice, old.die, len(old.ways)) != (new.dice, new.die, len(new.ways)):
        return False
    same = pairing.same
    if old.sort is UnknownSort.TABLE:
        return all(
            (way.low, way.high, way.title) == (new_way.low, new_way.high, new_way.title)
            and same.each(way.effects, new_way.effects, same.effect)
            for way, new_way in zip(old.ways, new.ways, strict=True)
        )
    was = {_place(way, pairing.was, same.name(way.holder)) for way in old.ways}
    return was == {_place(way, pairing.now, way.holder) for way in new.ways}


def _place(way: Way, words: EditionWording, holder: str) -> object:
    cells = sum(1 << cell for cell in way.cells) | (1 << way.cell if way.cell >= 0 else 0)
    return holder, words.spots(cells)
