"""Compose what was counted over every deal, for the designer: sentences, charts and a table."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from questwright.compiler.language import message, say
from questwright.compiler.model.deals import Distribution, Expected, Exploring
from questwright.compiler.publish.book.view.annex import ChartBar, ChartView, DealsView
from questwright.compiler.wording.deals import (
    GIVEN,
    WAYS,
    decimal,
    expected_in_words,
    percent,
    reach_in_words,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.model.deals import Deals
    from questwright.compiler.model.publication import Publication
    from questwright.compiler.packs.system.system import System

_BARS: Final = 20
"""The most bars of a chart: more numbers than these share bars."""
_CHARTED: Final = (Expected.EVENTS, Expected.WORTH, Expected.REWARDS)
_COLUMNS: Final = (
    message("What"),
    message("Least"),
    message("Average"),
    message("Spread"),
    message("One in ten below"),
    message("Nine in ten"),
    message("Most"),
)


def deals_view(publication: Publication) -> DealsView | None:
    """What was counted over every deal; None where the board is not dealt."""
    deals, deck, system = publication.deals, publication.quest.deck, publication.system
    if deals is None or deck is None:
        return None
    return DealsView(
        told=tuple([f"{told[:1].upper()}{told[1:]}." for told in reach_in_words(deals, deck)]),
        charts=tuple(_charts(deals, system)),
        columns=tuple([say(column) for column in _COLUMNS]),
        rows=tuple(_rows(deals, system)),
        given=say(GIVEN),
    )


def _charts(deals: Deals, system: System) -> Iterator[ChartView]:
    for way, explored in deals.ways.items():
        if explored.found:
            chances = {count: chance / explored.chance for count, chance in explored.found.items()}
            yield _chart(say("Sections laid, {how}", how=say(WAYS[way])), Distribution(chances))
    straight = deals.ways.get(Exploring.STRAIGHT)
    expected: Mapping[Expected, Distribution] = straight.expected if straight is not None else {}
    for what in _CHARTED:
        if what in expected:
            title = say("Straight there, {what}", what=expected_in_words(what, system))
            yield _chart(title, expected[what])


def _chart(title: str, spread: Distribution) -> ChartView:
    least, most = min(spread.chances), max(spread.chances)
    low, high = spread.at(Fraction(1, 10)), spread.at(Fraction(9, 10))
    wide = -(-(most - least + 1) // _BARS)
    if wide > 1:
        wide = _round_number(wide)
        least -= least % wide
    bars = []
    for begin in range(least, most + 1, wide):
        chances = (spread.chances.get(number, Fraction(0)) for number in range(begin, begin + wide))
        share = sum(chances, Fraction(0))
        is_usual = low < begin + wide and begin <= high
        bars.append(ChartBar(f"{begin}", float(share), percent(share), is_usual))
    note = say(
        "{mean} on the average. Dark: {low} to {high}, in eight of ten.",
        mean=decimal(spread.mean),
        low=f"{low:,}",
        high=f"{high:,}",
    )
    if wide > 1:
        note += " " + say("Each bar stands for {wide} numbers from its own on.", wide=wide)
    return ChartView(title, tuple(bars), note)


def _round_number(width: int) -> int:
    """The least of 2, 5, 10, 20, 50 … that is no less than a width."""
    power = 1
    while True:
        for step in (2, 5, 10):
            if step * power >= width:
                return step * power
        power *= 10


def _rows(deals: Deals, system: System) -> Iterator[tuple[str, ...]]:
    for way, explored in deals.ways.items():
        for what, spread in explored.expected.items():
            mean = decimal(spread.mean)
            deviation = decimal(Fraction(float(spread.variance) ** 0.5))
            yield (
                f"{expected_in_words(what, system)}, {say(_SHORT[way])}",
                f"{min(spread.chances):,}",
                mean,
                f"± {deviation}",
                f"{spread.at(Fraction(1, 10)):,}",
                f"{spread.at(Fraction(9, 10)):,}",
                f"{max(spread.chances):,}",
            )


_SHORT: Final = {
    Exploring.STRAIGHT: message("straight there"),
    Exploring.COIN: message("by chance"),
    Exploring.LAST: message("every other way first"),
}
