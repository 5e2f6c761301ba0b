"""What is expected of every deal is what comes of every deal looked at one by one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from types import SimpleNamespace

import pytest

from oracle.naive_deals import every_deal
from questwright.compiler.deals import count_deals, with_expectations
from questwright.compiler.deals.expect import DrawnSums, squares_through
from questwright.compiler.model.deals import Distribution, Expected, Exploring
from questwright.compiler.packs.system.cards import Deck
from questwright.compiler.packs.system.moves import rolls_of
from support.sections import (
    CROSS,
    DEAD_END,
    HALL,
    PASSAGE,
    ROOM,
    STRAIGHT,
    TEE,
    WIDE,
    deck,
    section,
    square,
)

GREAT = square("great", ROOM, ["north"], 5)
LONG = section("long", PASSAGE, [("north", (0, 0))], (3, 1), ("south", (2, 0)))
DECKS = {
    "rooms and passages": deck([(STRAIGHT, 3), (HALL, 3)], 3, 3),
    "a junction": deck([(STRAIGHT, 2), (HALL, 3), (TEE, 1)], 2, 4),
    "rooms of all sizes": deck([(LONG, 1), (HALL, 2), (GREAT, 2), (TEE, 1)], 2, 3),
    "dead ends": deck([(DEAD_END, 1), (HALL, 3), (CROSS, 1), (WIDE, 1)], 2, 3),
}


def card(word, copies, brings=(), worth=0, rewards=1):
    return SimpleNamespace(word=word, copies=copies, brings=brings, worth=worth, rewards=rewards)


EVENTS = [
    card("rats", 2, (("rat", "d3"),)),
    card("brute", 1, (("brute", 1), ("rat", 2))),
    card("purse", 1, worth=7, rewards=0),
]
REWARDS = [card("coin", 2, worth=10), card("crown", 1, worth=50)]
KINDS = {
    "rat": SimpleNamespace(values={"pay": SimpleNamespace(value=3)}),
    "brute": SimpleNamespace(values={"pay": SimpleNamespace(value=20)}),
    "slow": SimpleNamespace(values={"stride": SimpleNamespace(value=3)}),
    "quick": SimpleNamespace(values={"stride": SimpleNamespace(value=5)}),
}
SYSTEM = SimpleNamespace(
    decks={
        "events": Deck("events", "", tuple(EVENTS), ()),
        "rewards": Deck("rewards", "", tuple(REWARDS), ()),
    },
    kinds=KINDS,
    move_value="stride",
    party=SimpleNamespace(light=SimpleNamespace(areas=1)),
    turns=SimpleNamespace(halts=("doorway", "entry")),
)
ACROSS = {
    "dead-end": 0,
    "straight": 1,
    "hall": 1,
    "tee": 1,
    "cross": 1,
    "wide": 1,
    "long": 3,
    "great": 5,
}
"""Squares from the way in of each section to a doorway onward, counted by hand; of the great hall,
too, for it is five squares deep."""


def expected(cards, system=SYSTEM):
    rules = cards.rules._replace(events="events", rewards="rewards", worth="pay")
    cards = cards._replace(rules=rules)
    party = (KINDS["slow"], KINDS["quick"])
    return with_expectations(count_deals(cards), cards, party, system).ways


def straight_there(order):
    """The sections before the objective when it is gone for straight; None if it is not found."""
    lie, pile, doors = [], list(order), 1
    while True:
        at = pile.pop(0)
        if at.sort.is_objective:
            return lie
        lie.append(at)
        doors += len(at.further) - 1
        if not doors:
            return None
        if at.sort.divides:
            piles = [pile[::-1][way :: len(at.further)][::-1] for way in range(len(at.further))]
            doors = 1
            pile = next(own for own in piles if any(each.sort.is_objective for each in own))


def every_way(cards):
    """Each path to the objective, with its chance among those that find it."""
    ways = Counter()
    for order, many in every_deal(cards):
        lie = straight_there(order)
        if lie is not None:
            ways[tuple(each.word for each in lie)] += many
    return {way: Fraction(many, ways.total()) for way, many in ways.items()}


def drawn(cards, count, figure):
    """What some cards of a deck that is shuffled once count, over every order of it."""
    stock = [each for each in cards for _ in range(each.copies)]
    assert count <= len(stock)
    found = Counter()
    for order in permutations(range(len(stock)), count):
        for rolls in product(*(figure(stock[at]) for at in order)):
            weight = Fraction(1)
            for _, chance in rolls:
                weight *= chance
            found[sum(number for number, _ in rolls)] += weight
    every = sum(found.values())
    return {number: chance / every for number, chance in found.items()}


def foes(each):
    if each.word == "rats":
        return [(rolled, Fraction(1, 3)) for rolled in (1, 2, 3)]
    return [(3 if each.word == "brute" else 0, Fraction(1))]


def worth(each):
    if each.word == "rats":
        return [(rolled * 3, Fraction(1, 3)) for rolled in (1, 2, 3)]
    return [(26 if each.word == "brute" else 7, Fraction(1))]


@pytest.mark.parametrize("name", DECKS)
def test_expectations_are_those_of_every_deal(name):
    cards = DECKS[name]
    rooms = {each.section.word for each in cards.cards if each.section.sort.meets}
    found = {what: Counter() for what in Expected}
    for way, chance in every_way(cards).items():
        found[Expected.SQUARES][sum(ACROSS[word] for word in way)] += chance
        found[Expected.TURNS][sum(max(1, -(-ACROSS[word] // 3)) for word in way)] += chance
        events = sum(word in rooms for word in way)
        found[Expected.EVENTS][events] += chance
        for what, figure in ((Expected.FOES, foes), (Expected.WORTH, worth)):
            for number, likely in drawn(EVENTS, min(events, 4), figure).items():
                found[what][number] += chance * likely
    told = expected(cards)[Exploring.STRAIGHT].expected
    # Decks that are used up are tried below.
    most = max(found[Expected.EVENTS])
    for what, chances in found.items():
        is_drawn = what in {Expected.FOES, Expected.WORTH}
        if what is not Expected.REWARDS and (most <= 4 or not is_drawn):
            assert told[what].chances == dict(sorted(chances.items())), what


@pytest.mark.parametrize(("light", "stride"), [(SYSTEM.party.light, 3), (None, 5)])
@pytest.mark.parametrize("name", DECKS)
def test_where_no_move_ends_at_a_doorway_turns_are_as_long_as_a_move(name, light, stride):
    system = SimpleNamespace(**vars(SYSTEM))
    system.party, system.turns = SimpleNamespace(light=light), SimpleNamespace(halts=())
    found = Counter()
    for way, chance in every_way(DECKS[name]).items():
        found[max(1, -(-sum(ACROSS[word] for word in way) // stride))] += chance
    told = expected(DECKS[name], system)[Exploring.STRAIGHT].expected
    assert told[Expected.TURNS].chances == dict(sorted(found.items()))


def test_rewards_are_given_for_the_events_that_have_some():
    # Two rooms before the objective, always: of four events, one gives nothing.
    told = expected(deck([(HALL, 2)], 2, 0))[Exploring.STRAIGHT].expected
    assert told[Expected.EVENTS].chances == {2: 1}
    # One card or two are given; of two cards with a crown among three, in two of three draws.
    one, two = Fraction(1, 2), Fraction(1, 2)
    assert told[Expected.REWARDS].chances == {
        10: one * Fraction(2, 3),
        20: two * Fraction(1, 3),
        50: one * Fraction(1, 3),
        60: two * Fraction(2, 3),
    }


def test_a_deck_that_is_used_up_is_shuffled_anew():
    sums = DrawnSums([{1: Fraction(1)}, {5: Fraction(1)}])
    assert sums.of(2) == {6: 1}
    assert sums.of(3) == {7: Fraction(1, 2), 11: Fraction(1, 2)}
    assert sums.of(5) == {13: Fraction(1, 2), 17: Fraction(1, 2)}
    assert DrawnSums([]).of(3) == {0: 1}


def test_only_straight_there_squares_are_counted():
    ways = expected(DECKS["a junction"])
    assert Expected.SQUARES in ways[Exploring.STRAIGHT].expected
    assert Expected.SQUARES not in ways[Exploring.LAST].expected
    # Who tries every other way first meets no fewer events.
    events = [ways[way].expected[Expected.EVENTS].mean for way in Exploring]
    assert events == sorted(events)


def test_squares_go_around_rock_and_through_no_wall():
    hall = square("hall", ROOM, ["north"], 3)
    assert squares_through(hall) == 3
    blocked = hall._replace(rock=frozenset({(1, 1)}))
    # No step goes past a corner of rock: up the side, and back to the middle.
    assert squares_through(blocked) == 5
    # Nor past furniture.
    assert squares_through(hall._replace(blocked=frozenset({(1, 1)}))) == 5
    wall = frozenset({((2, column), "north") for column in (0, 1)})
    wall |= frozenset({((1, column), "south") for column in (0, 1)})
    assert squares_through(hall._replace(walls=wall)) == 4
    bend = square("bend", PASSAGE, ["west"], 3)
    assert squares_through(bend) == 2


def test_a_spread_tells_mean_variance_and_shares():
    spread = Distribution({0: Fraction(1, 10), 2: Fraction(7, 10), 10: Fraction(1, 5)})
    assert spread.mean == Fraction(17, 5)
    assert spread.variance == Fraction(114, 5) - Fraction(17, 5) ** 2
    assert [spread.at(Fraction(share, 10)) for share in (1, 2, 5, 9)] == [0, 2, 2, 10]


@pytest.mark.parametrize(
    ("dice", "ways"),
    [(4, {4: 1}), ("d3", {1: 1, 2: 1, 3: 1}), ("2d2+1", {3: 1, 4: 2, 5: 1}), ("nothing", {})],
)
def test_dice_are_summed_over_every_roll(dice, ways):
    assert rolls_of(dice) == ways
