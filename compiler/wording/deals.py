"""What was counted over every deal, in words."""

from __future__ import annotations

from fractions import Fraction

from questwright.compiler.english import listed_in_words
from questwright.compiler.language import message, say
from questwright.compiler.model.deals import (
    Deals,
    Distribution,
    Expected,
    Explored,
    Exploring,
    Missed,
)
from questwright.compiler.model.round_words import round_words
from questwright.compiler.packs.system.dealing import Overlap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from questwright.compiler.model.sections import SectionDeck
    from questwright.compiler.packs.system.system import System

_LONG: Final = 10**18
"""From here on a number is too long to be read."""
REASONS: Final = {
    Missed.CLOSED: message("no doorway is left in front of it"),
    Missed.NO_ROOM: message("it cannot be laid without lying over another section"),
}
WAYS: Final = {
    Exploring.STRAIGHT: message("straight there, if they guess right at each junction"),
    Exploring.COIN: message("by chance at each junction, each way to its end and back"),
    Exploring.LAST: message("every other way first"),
}

_EXPECTED: Final = {
    Expected.SQUARES: message("squares to the objective, at the least"),
    Expected.TURNS: message("{rounds}, at the least"),
    Expected.EVENTS: message("events met on entering sections"),
    Expected.FOES: message("figures that these bring"),
    Expected.WORTH: message("worth of those and of the events"),
    Expected.REWARDS: message("worth of the rewards"),
}

GIVEN: Final = message(
    "Exact, where every section that is laid is entered, and one event is met in each that meets "
    "one; events out of turn, ways back and turns of fighting come on top."
)


_OF_LIGHT: Final = message("{rounds} of light, at the least")
"""How turns are called in games in which nobody goes ahead of the light."""


def expected_in_words(what: Expected, system: System) -> str:
    """What is expected of the way to the objective, as the game calls it."""
    has_light = what is Expected.TURNS and system.party.light is not None
    return say(_OF_LIGHT if has_light else _EXPECTED[what], **round_words(system.turns))


def share_in_words(share: Fraction) -> str:
    """A chance in words: ``3 in 28 (10.71 %)``; in percent alone if the numbers are long."""
    if share.denominator >= _LONG:
        return percent(share)
    return say(
        "{part} in {whole} ({percent})",
        part=f"{share.numerator:,}",
        whole=f"{share.denominator:,}",
        percent=percent(share),
    )


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
    # A choice of doorways may save deals; what was not looked at may lose more of them.
    bound = message("at most {many}") if deals.is_bound else message("{many}")
    if deals.undecided:
        bound = message("about {many}") if deals.is_bound else message("at least {many}")
    share = share_in_words(deals.out_of_reach)
    if deals.total >= _LONG:
        return say("in {many} of the deals", many=say(bound, many=share))
    many = say(bound, many=f"{deals.lost:,}")
    form = message("in {many} of {total} deals, {share}")
    return say(form, many=many, total=f"{deals.total:,}", share=share)


def cards_in_words(deck: SectionDeck) -> str:
    """The cards besides the objective: ``4 × The Passage and The Fork``."""
    return listed_in_words(
        f"{each.many} × {each.section.title}" if each.many > 1 else each.section.title
        for each in deck.cards
        if each.many
    )


def dealing_in_words(deck: SectionDeck) -> Iterator[tuple[str, str]]:
    """How the deck is made and how it is dealt: what each passage is about, and the passage."""
    goal = deck.objective.title
    made = [say("Shuffle {cards}.", cards=cards_in_words(deck))] if deck.supply else []
    if deck.below:
        form = message("Shuffle {goal} into {below} of them.")
        if deck.top:
            form = message("Shuffle {goal} into {below} of them, and lay {top} more on top.")
    else:
        form = message("Take {goal}, and lay {top} more on top." if deck.top else "Take {goal}.")
    made.append(say(form, goal=goal, below=deck.below, top=deck.top))
    if deck.supply - deck.top - deck.below > 0:
        made.append(say("The other cards are not used."))
    yield say("The deck"), " ".join(made)
    forks = [each.section for each in deck.cards if each.section.sort.divides and each.many]
    if forks:
        titles = listed_in_words((section.title for section in forks), "or")
        passage = say(
            "When {titles} is laid, deal the cards that are left to its doorways, one at a time "
            "from the bottom, first to the doorway that comes first clockwise from the way in, "
            "each on top of the one before. Each doorway has a deck of its own from then on.",
            titles=titles,
        )
        yield say("Where the way divides"), passage
    if deck.rules.overlap is Overlap.DISCARD:
        yield (
            say("Where there is no room"),
            say("Put a section aside that would lie over another one, and draw the next card."),
        )


def reach_in_words(deals: Deals, deck: SectionDeck) -> Iterator[str]:
    """How many deals there are, and how many of them leave the objective out of reach."""
    title = deck.objective.title
    many = f"{deals.total:,}" if deals.total < _LONG else say("more than a quintillion")
    yield say(
        "deals: {many}, of {size} cards, {top} on top of {below} with the objective",
        many=many,
        size=deck.size,
        top=deck.top,
        below=deck.below + 1,
    )
    if deals.out_of_reach:
        yield say("{goal} is out of reach {where}", goal=title, where=lost_in_words(deals))
        for why, share in deals.missed.items():
            yield f"  {say(REASONS[why])}: {share_in_words(share)}"
    elif not deals.undecided:
        yield say("{goal} can be reached in every deal", goal=title)
    if deals.missed_unchosen > deals.out_of_reach:
        yield say(
            "without a choice of doorways, each card at the first where it fits: out of reach in "
            "{share}",
            share=share_in_words(deals.missed_unchosen),
        )
    if deals.undecided:
        yield say("not decided: {share} of the deals", share=share_in_words(deals.undecided))


def deals_in_words(deals: Deals, deck: SectionDeck, system: System) -> Iterator[str]:
    """What was counted, line by line."""
    yield from reach_in_words(deals, deck)
    for way, explored in deals.ways.items():
        if explored.found:
            yield f"sections laid, {WAYS[way]}: {_numbers(explored)}"
    straight = deals.ways.get(Exploring.STRAIGHT)
    for what, spread in straight.expected.items() if straight is not None else ():
        yield f"straight there, {expected_in_words(what, system)}: {spread_in_words(spread)}"


def spread_in_words(spread: Distribution) -> str:
    """A number by its spread: ``2 to 9, 4.10 on the average, in eight deals of ten 3 to 6``."""
    least, most = min(spread.chances), max(spread.chances)
    if least == most:
        return f"{least:,}"
    low, high = spread.at(Fraction(1, 10)), spread.at(Fraction(9, 10))
    mean = f"{decimal(spread.mean)} on the average"
    return f"{least:,} to {most:,}, {mean}, in eight deals of ten {low:,} to {high:,}"


def _numbers(explored: Explored) -> str:
    least, most = min(explored.found), max(explored.found)
    mean = explored.mean
    assert mean is not None
    spread = f"{least}" if least == most else f"{least} to {most}"
    unknown = f"; {percent(explored.undecided)} not counted" if explored.undecided else ""
    return f"{spread}, {decimal(mean)} on the average{unknown}"
