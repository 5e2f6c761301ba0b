"""What has changed of that which the party does not know: places to choose from, rows of tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.model.quest import UnknownSort
from questwright.compiler.publish.diff.changes import Edit, Subject
from questwright.compiler.publish.diff.tell.said import change
from questwright.compiler.wording.unknown import dice_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.quest import Unknown, Way
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.publish.diff.changes import Change
    from questwright.compiler.publish.diff.pairs import Pairing
    from questwright.compiler.publish.diff.tell.said import Words


def tell_unknowns(pairing: Pairing) -> Iterator[Change]:
    """What is hidden now, what no longer, and what may be elsewhere."""
    old, new = _told(pairing.was), _told(pairing.now)
    partners = {(sort, pairing.same.name(id_)): one for (sort, id_), one in old.items()}
    for key, partner in partners.items():
        if key not in new and _is_left(key, pairing):
            said = _ways(partner, pairing.was)
            text = f"it is known now {_asked(partner)}; before: {listed_in_words(said, 'or')}"
            yield change(Subject.UNKNOWN, Edit.REMOVED, partner.id, [*said], None, text)
    for key, other in new.items():
        said = _ways(other, pairing.now)
        before = partners.get(key)
        if before is None:
            text = f"the party does not know now {_asked(other)}: {listed_in_words(said, 'or')}"
            yield change(Subject.UNKNOWN, Edit.ADDED, other.id, None, [*said], text)
        elif not _is_same(before, other, pairing):
            yield from _otherwise(before, other, pairing)


def _is_left(key: tuple[UnknownSort, str], pairing: Pairing) -> bool:
    """Whether what was unknown is in the new edition at all: that it is gone is told apart."""
    sort, id_ = key
    quest = pairing.now.quest
    if sort is UnknownSort.ITEM:
        return any(item.id == id_ for item in quest.items)
    return sort is not UnknownSort.THING or any(thing.id == id_ for thing in quest.things)


def _told(words: Words) -> dict[tuple[UnknownSort, str], Unknown]:
    """What is unknown, by its sort and id; which traps are real follows from all else."""
    return {
        (unknown.sort, unknown.id): unknown
        for unknown in words.quest.unknowns
        if unknown.sort is not UnknownSort.TRAP
    }


def _asked(unknown: Unknown) -> str:
    if unknown.sort is UnknownSort.TABLE:
        return f"what “{unknown.title}” says"
    return f"where {with_article(unknown.title)} is"


def _otherwise(one: Unknown, other: Unknown, pairing: Pairing) -> Iterator[Change]:
    """What can be chosen or rolled now and could not before, and the other way round."""
    before, after = _ways(one, pairing.was), _ways(other, pairing.now)
    if (one.dice, one.die) != (other.dice, other.die):
        old, new = dice_in_words(one), dice_in_words(other)
        text = f"“{other.title}” is rolled with {new} now, not with {old}"
        yield change(Subject.UNKNOWN, Edit.VALUE, other.id, old, new, text)
    is_table = other.sort is UnknownSort.TABLE
    what = f"“{other.title}” has" if is_table else f"{with_article(other.title)} may be"
    for said in before:
        if said not in after:
            text = f"{what} no longer: {said}"
            yield change(Subject.UNKNOWN, Edit.EFFECT, other.id, said, None, text)
    for said in after:
        if said not in before:
            text = f"{what} now: {said}"
            yield change(Subject.UNKNOWN, Edit.EFFECT, other.id, None, said, text)
    if set(before) == set(after):
        lists: tuple[Json, Json] = ([*before], [*after])
        text = f"it is told otherwise {_asked(other)}"
        yield change(Subject.UNKNOWN, Edit.REWORDED, other.id, *lists, text)


def _ways(unknown: Unknown, words: Words) -> list[str]:
    return [_way(unknown, way, words) for way in unknown.ways]


def _way(unknown: Unknown, way: Way, words: Words) -> str:
    """One way in words, its squares by their new names."""
    if unknown.sort is UnknownSort.TABLE:
        rolled = str(way.low) if way.low == way.high else f"{way.low} to {way.high}"
        said = "; ".join(map(words.effect, way.effects)) or "nothing happens"
        return f"{rolled}, “{way.title}”: {said}"
    cells = sum(1 << cell for cell in way.cells)
    cells |= 1 << way.cell if way.cell >= 0 else 0
    return f"at {words.say(cells)}" if cells else way.title


def _is_same(one: Unknown, other: Unknown, pairing: Pairing) -> bool:
    """Whether the same may be chosen or rolled; in which order places are named is no matter."""
    if (one.dice, one.die, len(one.ways)) != (other.dice, other.die, len(other.ways)):
        return False
    same = pairing.same
    if one.sort is UnknownSort.TABLE:
        return all(
            (way.low, way.high, way.title) == (after.low, after.high, after.title)
            and same.each(way.effects, after.effects, same.effect)
            for way, after in zip(one.ways, other.ways, strict=True)
        )
    was = {_place(way, pairing.was, same.name(way.holder)) for way in one.ways}
    return was == {_place(way, pairing.now, way.holder) for way in other.ways}


def _place(way: Way, words: Words, holder: str) -> object:
    cells = sum(1 << cell for cell in way.cells) | (1 << way.cell if way.cell >= 0 else 0)
    return holder, words.spots(cells)
