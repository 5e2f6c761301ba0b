"""Phrases for what the party does not know when play begins, and lookups of it."""

from __future__ import annotations

from questwright.compiler.english import listed_in_words
from questwright.compiler.language import say
from questwright.compiler.model.quest import UnknownSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction

    from questwright.compiler.model.quest import Quest, Unknown, Way


def dice_in_words(unknown: Unknown) -> str:
    """The dice of a table: ``d6``, ``2 d6``, ``d10, again on 9 or 10``."""
    dice = say("d{sides}", sides=unknown.die)
    if unknown.dice > 1:
        dice = f"{unknown.dice} {dice}"
    with_row = {roll for way in unknown.ways for roll in range(way.low, way.high + 1)}
    rolls = range(unknown.dice, unknown.dice * unknown.die + 1)
    again = [str(roll) for roll in rolls if roll not in with_row]
    return (
        say("{dice}, again on {results}", dice=dice, results=listed_in_words(again, "or"))
        if again
        else dice
    )


def result_in_words(way: Way) -> str:
    """The results that a row of a table stands for: ``3``, ``4–6``."""
    return str(way.low) if way.low == way.high else f"{way.low}–{way.high}"


def unknown_position(id_: str, quest: Quest) -> Unknown | None:
    """The unknown that says where a hidden thing or item is; None if its place is known."""
    return next(
        (
            unknown
            for unknown in quest.unknowns
            if unknown.id == id_ and unknown.sort in (UnknownSort.ITEM, UnknownSort.THING)
        ),
        None,
    )


def unknowns_in_area(area: int, quest: Quest) -> list[Unknown]:
    """The unknowns of things and items that may be in an area; ``area`` is its index."""
    return [
        unknown
        for unknown in quest.unknowns
        if unknown_position(unknown.id, quest) is unknown
        and any(may_be_in_area(area, way, quest) for way in unknown.ways)
    ]


def may_be_in_area(area: int, way: Way, quest: Quest) -> bool:
    """Whether a way puts something into an area, or into a holder that may be there."""
    if way.holder:
        holder = unknown_position(way.holder, quest)
        if holder is not None:
            return any(place.area == area for place in holder.ways)
        return quest.thing(way.holder).area == area
    return way.area == area or (way.cell >= 0 and quest.board.area_at(way.cell) == area)


def ways_in_words(unknown: Unknown) -> str:
    """The ways in which something may be: ``at B5 or in the Hoard``."""
    return listed_in_words((way.title for way in unknown.ways), "or")


def percent_of(chance: Fraction | None) -> str:
    """A chance in brackets, with a space before: `` (33 %)``; empty for None."""
    return "" if chance is None else f" ({round(chance * 100)} %)"


def place_of_way(way: Way) -> str:
    """A way without the word that stands before squares: ``B5``, ``in the Hoard``."""
    return way.title.removeprefix(say("at {place}", place="").rstrip() + " ")
