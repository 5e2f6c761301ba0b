"""What was counted over every deal, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.model.deals import Deals, Explored, Exploring, Missed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from questwright.compiler.model.sections import SectionDeck

REASONS: Final = {
    Missed.CLOSED: "no doorway is left in front of it",
    Missed.NO_ROOM: "it cannot be laid without lying over another section",
}
WAYS: Final = {
    Exploring.STRAIGHT: "straight there, if they guess right at each junction",
    Exploring.COIN: "by chance at each junction, each way to its end and back",
    Exploring.LAST: "every other way first",
}


def share_in_words(share: Fraction) -> str:
    """A chance in words: ``3 in 28 (10.71 %)``."""
    return f"{share.numerator:,} in {share.denominator:,} ({percent(share)})"


def percent(share: Fraction) -> str:
    """A chance in percent; never 0 % or 100 % for what can happen or fail to."""
    if share in (0, 1):
        return f"{int(share) * 100} %"
    if share < 1:
        hundredths = min(max(round(share * 10_000), 1), 9_999)
        return f"{hundredths // 100}.{hundredths % 100:02} %"
    return f"{round(share * 100):,} %"


def decimal(value: Fraction) -> str:
    """A number with two decimals."""
    hundredths = round(value * 100)
    return f"{hundredths // 100}.{hundredths % 100:02}"


def lost_in_words(deals: Deals) -> str:
    """How many deals leave the objective out of reach: ``in 24 of 168 deals, 1 in 7 (14.29 %)``."""
    bound = "at most " if deals.is_bound else ""
    share = share_in_words(deals.out_of_reach)
    return f"in {bound}{deals.lost:,} of {deals.total:,} deals, {share}"


def deals_in_words(deals: Deals, deck: SectionDeck) -> Iterator[str]:
    """What was counted, line by line."""
    title = deck.objective.title
    cards = f"{deck.size} cards, {deck.top} on top of {deck.below + 1} with the objective"
    yield f"deals: {deals.total:,}, of {cards}"
    if deals.out_of_reach:
        yield f"{title} is out of reach {lost_in_words(deals)}"
        for why, share in deals.missed.items():
            yield f"  {REASONS[why]}: {share_in_words(share)}"
    elif not deals.undecided:
        yield f"{title} can be reached in every deal"
    if deals.undecided:
        yield f"not decided: {share_in_words(deals.undecided)} of the deals"
    for way, explored in deals.ways.items():
        if explored.found:
            yield f"sections laid, {WAYS[way]}: {_numbers(explored)}"


def _numbers(explored: Explored) -> str:
    least, most = min(explored.found), max(explored.found)
    mean = explored.mean
    assert mean is not None
    spread = f"{least}" if least == most else f"{least} to {most}"
    unknown = f"; {percent(explored.undecided)} not counted" if explored.undecided else ""
    return f"{spread}, {decimal(mean)} on the average{unknown}"
