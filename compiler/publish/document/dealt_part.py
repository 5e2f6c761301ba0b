"""Write the deck of a quest, and what was counted over every deal, as a part of its document."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from questwright.compiler.publish.document.terms import Terms, fraction, words
from questwright.dsl.drawing import cell_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.model.deals import Deals, Distribution, Expected, Explored, Exploring
    from questwright.compiler.model.sections import Doorway, Section, SectionDeck
    from questwright.compiler.packs.read.tree import Json


def dealt_part(deck: SectionDeck | None, deals: Deals | None, terms: Terms) -> Json:
    """The deck, its sections and its count; None where the board is laid when play begins."""
    if deck is None:
        return None
    sections = [deck.objective, *(each.section for each in deck.cards)]
    return {
        "objective": deck.objective.word,
        "top": deck.top,
        "below": deck.below,
        "overlap": deck.rules.overlap.value,
        "listed": deck.is_listed,
        "cards": [{"section": each.section.word, "count": each.many} for each in deck.cards],
        "sections": [_section(each) for each in {each.word: each for each in sections}.values()],
        "count": None if deals is None else deals_part(deals),
        "rules": words(deck.rules.rules),
        "origin": terms.origin(deck.origin),
    }


def _section(section: Section) -> Json:
    return {
        "word": section.word,
        "title": section.title,
        "sort": section.sort.word,
        "sort_title": section.sort.title,
        "objective": section.sort.is_objective,
        "divides": section.sort.divides,
        "meets": section.sort.meets,
        "rows": section.rows,
        "columns": section.columns,
        "cells": [cell_name(*square) for square in sorted(section.squares)],
        "rock": [cell_name(*square) for square in sorted(section.rock)],
        "way_in": _doorway(section.way_in),
        "doorways": [_doorway(door) for door in section.further],
    }


def _doorway(door: Doorway) -> Json:
    return {"side": door.side, "cell": cell_name(*door.square), "width": door.width}


def deals_part(deals: Deals) -> Json:
    """What was counted; numbers that may be too large for a program's are written as texts."""
    return {
        "deals": str(deals.total),
        "lost": str(deals.lost),
        "out_of_reach": fraction(deals.out_of_reach),
        "at_most": deals.is_bound,
        "undecided": fraction(deals.undecided),
        "reasons": [
            {"why": why.value, "chance": fraction(chance)} for why, chance in deals.missed.items()
        ],
        "shown": [] if deals.shown is None else words(deals.shown.cards),
        "ways": [_way(way, explored) for way, explored in deals.ways.items()],
    }


def _way(way: Exploring, explored: Explored) -> Json:
    mean, variance = explored.mean, explored.deviation_squared
    return {
        "way": way.value,
        "found": _numbers(explored.found),
        "missed": _numbers(explored.missed),
        "undecided": fraction(explored.undecided),
        "mean": None if mean is None else fraction(mean),
        "variance": None if variance is None else fraction(variance),
        "sorts": [
            {"sort": word, "mean": fraction(mean)} for word, mean in explored.by_sort.items()
        ],
        "expected": [_spread(what, spread) for what, spread in explored.expected.items()],
    }


def _spread(what: Expected, spread: Distribution) -> Json:
    return {
        "what": what.value,
        "mean": fraction(spread.mean),
        "variance": fraction(spread.variance),
        "least": min(spread.chances),
        "tenth": spread.at(Fraction(1, 10)),
        "median": spread.at(Fraction(1, 2)),
        "ninetieth": spread.at(Fraction(9, 10)),
        "most": max(spread.chances),
    }


def _numbers(chances: Mapping[int, Fraction]) -> Json:
    return [{"sections": count, "chance": fraction(chance)} for count, chance in chances.items()]
