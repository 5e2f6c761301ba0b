"""What is unknown, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words
from questwright.compiler.model.quest import UnknownSort

if TYPE_CHECKING:
    from fractions import Fraction

    from questwright.compiler.model.quest import Quest, Unknown, Way


def dice_in_words(unknown: Unknown) -> str:
    """The dice of a table: ``d6``, ``2 d6``, ``d10, again on 9 or 10``."""
    told = f"{unknown.dice} d{unknown.die}" if unknown.dice > 1 else f"d{unknown.die}"
    stood_for = {one for way in unknown.ways for one in range(way.low, way.high + 1)}
    every = range(unknown.dice, unknown.dice * unknown.die + 1)
    again = [str(one) for one in every if one not in stood_for]
    return f"{told}, again on {listed_in_words(again, 'or')}" if again else told


def result_in_words(way: Way) -> str:
    """The results that a row of a table stands for: ``3``, ``4–6``."""
    return str(way.low) if way.low == way.high else f"{way.low}–{way.high}"


def unknown_position(id_: str, quest: Quest) -> Unknown | None:
    """The places of which a thing or an item is in one; None where everybody knows its place."""
    return next(
        (
            unknown
            for unknown in quest.unknowns
            if unknown.id == id_ and unknown.sort in (UnknownSort.ITEM, UnknownSort.THING)
        ),
        None,
    )


def unknowns_in_area(area: int, quest: Quest) -> list[Unknown]:
    """The things and items that may be in an area, by its number, or somewhere else."""
    return [
        unknown
        for unknown in quest.unknowns
        if unknown_position(unknown.id, quest) is unknown
        and any(may_be_in_area(area, way, quest) for way in unknown.ways)
    ]


def may_be_in_area(area: int, way: Way, quest: Quest) -> bool:
    """Whether a place where something may be is in an area, or may be with what holds it."""
    if way.holder:
        holder = unknown_position(way.holder, quest)
        if holder is not None:
            return any(one.area == area for one in holder.ways)
        return quest.thing(way.holder).area == area
    return way.area == area or (way.cell >= 0 and quest.board.area_at(way.cell) == area)


def ways_in_words(unknown: Unknown) -> str:
    """The ways in which something may be: ``at B5 or in the Hoard``."""
    return listed_in_words((way.title for way in unknown.ways), "or")


def percent_of(chance: Fraction | None) -> str:
    """A chance behind what it is of: `` (33 %)``; or nothing."""
    return "" if chance is None else f" ({round(chance * 100)} %)"
