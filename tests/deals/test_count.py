"""Every deal counted by classes is every deal counted one by one."""

from __future__ import annotations

import random
import time
import tracemalloc
from fractions import Fraction
from functools import cache
from math import sqrt

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from oracle.naive_deals import (
    distribution,
    every_deal,
    explored,
    is_reached,
    lost_whatever_is_chosen,
)
from questwright.compiler.deadline import Deadline
from questwright.compiler.deals import count_deals, deal_board, shuffled
from questwright.compiler.deals.piles import CardPile, divide_cards, divide_pile
from questwright.compiler.model.deals import Exploring, Missed
from questwright.compiler.packs.system.dealing import Overlap
from support.more import amount
from support.sections import (
    CROSS,
    DEAD_END,
    FORK,
    HALL,
    LEFT,
    PASSAGE,
    RIGHT,
    ROOM,
    STRAIGHT,
    TEE,
    WIDE,
    deck,
    section,
    square,
)

LONG = section("long", PASSAGE, [("north", (0, 0))], (3, 1), ("south", (2, 0)))
CROOKED = section("crooked", PASSAGE, [("north", (0, 2))], (2, 3), ("south", (1, 0)))
BROAD_TEE = section(
    "broad-tee", FORK, [("west", (0, 0)), ("east", (0, 2))], (2, 3), ("south", (1, 1))
)
WITH_DOOR_WEST = section("west-in", PASSAGE, [("north", (0, 1))], (2, 2), ("west", (1, 0)))

SMALL = {
    "no junction": deck([(STRAIGHT, 6)], 3, 3),
    "a junction": deck([(STRAIGHT, 5), (TEE, 1)], 3, 3),
    "two junctions": deck([(STRAIGHT, 5), (TEE, 2)], 3, 4),
    "three junctions": deck([(STRAIGHT, 3), (TEE, 3)], 2, 4),
    "a crossroads": deck([(STRAIGHT, 5), (CROSS, 1)], 2, 4),
    "dead ends": deck([(STRAIGHT, 4), (DEAD_END, 1), (TEE, 1)], 2, 4),
    "more cards than are dealt": deck([(STRAIGHT, 4), (DEAD_END, 2), (TEE, 2)], 2, 3),
    "rooms with two ways on": deck([(STRAIGHT, 3), (WIDE, 2), (DEAD_END, 1), (TEE, 1)], 3, 3),
    "nothing above": deck([(STRAIGHT, 2), (TEE, 2)], 0, 4),
    "only the objective": deck([], 0, 0),
}
LAID = {
    "bends": deck([(LEFT, 6)], 3, 3, Overlap.DISCARD),
    "bends both ways": deck([(LEFT, 4), (RIGHT, 2)], 3, 3, Overlap.DISCARD),
    "junctions": deck([(TEE, 4), (STRAIGHT, 2)], 2, 4, Overlap.DISCARD),
    "junctions and bends": deck([(TEE, 2), (LEFT, 3), (HALL, 1)], 2, 4, Overlap.DISCARD),
    "pieces of all sizes": deck(
        [(LONG, 2), (LEFT, 2), (CROOKED, 1), (BROAD_TEE, 1), (WITH_DOOR_WEST, 1)],
        2,
        4,
        Overlap.DISCARD,
    ),
    "bends and dead ends": deck([(LEFT, 4), (DEAD_END, 1), (TEE, 1)], 2, 4, Overlap.DISCARD),
    "crossroads": deck([(CROSS, 3), (LEFT, 3)], 1, 5, Overlap.DISCARD),
    "nothing overlaps": deck([(STRAIGHT, 5), (TEE, 1)], 3, 3, Overlap.DISCARD),
}


@cache
def counted(name):
    """What comes of a deck in any of the ways to explore: it is counted once for all of them."""
    return count_deals({**SMALL, **LAID}[name])


@pytest.mark.parametrize("way", list(Exploring))
@pytest.mark.parametrize("name", [*SMALL, *LAID])
def test_counted_is_dealt_one_by_one(name, way):
    given, found = {**SMALL, **LAID}[name], counted(name)
    reached, missed = distribution(given, way.value)
    assert found.ways[way].found == reached
    assert found.ways[way].undecided == 0
    if way is Exploring.STRAIGHT:
        assert found.out_of_reach == sum(missed.values())
        assert found.total == sum(many for _, many in every_deal(given))
        assert found.lost == found.out_of_reach * found.total
    assert found.ways[way].missed == missed


@pytest.mark.parametrize("name", [*SMALL, *LAID])
def test_the_deal_that_is_shown_leaves_the_objective_out_of_reach(name):
    given, found = {**SMALL, **LAID}[name], counted(name)
    assert (found.shown is None) == (found.out_of_reach == 0)
    if found.shown is not None:
        known = {each.section.word: each.section for each in given.cards}
        known[given.objective.word] = given.objective
        order = [known[word] for word in found.shown.cards]
        assert sorted(found.shown.cards).count(given.objective.word) == 1
        assert len(order) == given.size
        for each in given.cards:
            assert found.shown.cards.count(each.section.word) <= each.many
        assert order.index(given.objective) >= given.top
        assert not explored(given, order, "straight")[1]


def test_some_decks_of_the_cases_lose_deals_for_each_reason():
    reasons = {why for name in SMALL | LAID for why in counted(name).missed}
    assert reasons == set(Missed)


def test_the_objective_lies_at_7_to_13_alike_and_at_10_on_the_average():
    # WHQ-C50: thirteen cards, no junction.
    found = count_deals(deck([(STRAIGHT, 7), (HALL, 5)], 6, 6)).ways
    for way in Exploring:
        assert found[way].found == {count: Fraction(1, 7) for count in range(7, 14)}
        assert found[way].mean == 10
        assert found[way].deviation_squared == 4


def test_cards_of_a_sort_come_as_often_as_there_are_of_them():
    # Ten cards are turned over on the average, nine of them from seven passages and five rooms.
    sorts = count_deals(deck([(STRAIGHT, 7), (HALL, 5)], 6, 6)).ways[Exploring.COIN].by_sort
    assert sorts == {"passage": Fraction(63, 12), "room": Fraction(45, 12), "goal": 1}


def test_a_deck_is_divided_from_the_bottom():
    # WHQ-B4, WHQ-C47: one at a time; an odd card too many is the first way's (WHQ-E14).
    assert divide_cards(tuple("abcde"), 2) == (("a", "c", "e"), ("b", "d"))
    assert divide_cards(tuple("abcd"), 2) == (("b", "d"), ("a", "c"))
    assert divide_cards((), 2) == ((), ())


@pytest.mark.parametrize("ways", [2, 3, 4])
def test_a_pile_of_which_little_is_known_is_divided_like_one_of_cards(ways):
    for size in range(10):
        for place in range(size + 1):
            cards = tuple(range(1, size + 1))
            piles = divide_cards(cards, ways)
            told = [
                CardPile(len(pile), pile.index(place) + 1 if place in pile else 0) for pile in piles
            ]
            assert list(divide_pile(CardPile(size, place), ways)) == told


FULL = {
    "two junctions": deck(
        [
            (square("hall", HALL.sort, ["north"], 5), 12),
            (square("tee", FORK, ["west", "east"], 5), 2),
            (square("passage", PASSAGE, ["north"], 5), 8),
            (square("steps", PASSAGE, ["north"], 5), 2),
        ],
        6,
        6,
        Overlap.DISCARD,
        square("goal", deck([], 0, 0).objective.sort, [], 5),
    ),
    "some bends": deck(
        [(STRAIGHT, 16), (LEFT, 2), (RIGHT, 2), (TEE, 2), (DEAD_END, 2)], 6, 6, Overlap.DISCARD
    ),
    "many bends": deck(
        [(STRAIGHT, 10), (LEFT, 3), (RIGHT, 3), (TEE, 3), (DEAD_END, 2)], 6, 6, Overlap.DISCARD
    ),
}


SAMPLED = ["two junctions", "some bends"]
"""Full decks that are counted to the end."""


@pytest.mark.parametrize("name", SAMPLED)
def test_full_decks_agree_with_a_sample_of_deals(name):
    given = FULL[name]
    found = count_deals(given, [Exploring.STRAIGHT])
    stock = [each.section for each in given.cards for _ in range(each.many)]
    dice = random.Random(name)
    size, seen = amount(500, 1500), []
    for _ in range(size):
        drawn = dice.sample(stock, 12)
        order = [*drawn[:6], *dice.sample([*drawn[6:], given.objective], 7)]
        seen.append(explored(given, order, "straight"))
    reached = [count for count, is_found in seen if is_found]
    chance = float(found.ways[Exploring.STRAIGHT].chance)
    # Five standard errors: a sound count fails less than once in a million samples.
    error = 5 * sqrt(max(chance * (1 - chance), 1 / size) / size)
    assert abs(len(reached) / size - chance) <= error
    mean = float(found.ways[Exploring.STRAIGHT].mean)
    spread = sqrt(found.ways[Exploring.STRAIGHT].deviation_squared)
    assert abs(sum(reached) / len(reached) - mean) <= 5 * spread / sqrt(len(reached))


def test_thirteen_cards_with_two_junctions_take_less_than_two_seconds():
    began = time.process_time()
    found = count_deals(FULL["two junctions"])
    taken = time.process_time() - began
    assert all(way.undecided == 0 for way in found.ways.values())
    assert found.out_of_reach == 0
    assert taken < 2


def test_thirteen_cards_with_two_junctions_take_less_than_200_mb():
    tracemalloc.start()
    count_deals(FULL["two junctions"], [Exploring.COIN])
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 200e6


def test_what_the_limit_leaves_out_is_told():
    found = count_deals(FULL["many bends"], limit=50)
    assert found.undecided > 0
    straight = found.ways[Exploring.STRAIGHT]
    assert straight.chance + found.out_of_reach + found.undecided == 1


def test_when_the_seconds_are_over_nothing_is_decided():
    with Deadline(0).running():
        # With a limit of its own it is a deck that nobody has counted yet.
        found = count_deals(SMALL["a junction"], [Exploring.STRAIGHT], limit=59_999)
    assert (found.undecided, found.out_of_reach) == (1, 0)


# -- where a party chooses among doorways -----------------------------------------------------

SIDES = square("sides", ROOM, ["west", "east"])
THREE = square("three", ROOM, ["west", "north", "east"])
CHOSEN = {
    "bends": deck([(WIDE, 2), (LEFT, 4)], 3, 3, Overlap.DISCARD),
    "dead ends": deck([(WIDE, 2), (LEFT, 3), (DEAD_END, 1)], 3, 3, Overlap.DISCARD),
    "a junction": deck([(WIDE, 2), (LEFT, 3), (TEE, 1)], 2, 4, Overlap.DISCARD),
    "a room with two sides": deck([(SIDES, 3), (LEFT, 2), (TEE, 1)], 2, 4, Overlap.DISCARD),
    "a crossroads": deck([(WIDE, 1), (LEFT, 4), (CROSS, 1), (DEAD_END, 1)], 1, 5, Overlap.DISCARD),
    "three ways on": deck(
        [(THREE, 1), (LEFT, 3), (RIGHT, 1), (DEAD_END, 1)], 2, 3, Overlap.DISCARD
    ),
    "pieces of all sizes": deck(
        [(LONG, 1), (WIDE, 2), (CROOKED, 1), (BROAD_TEE, 1), (LEFT, 1)], 2, 4, Overlap.DISCARD
    ),
}


@cache
def count_of_chosen(name):
    return count_deals(CHOSEN[name])


def first_fitting(found):
    return sum(found.ways[Exploring.STRAIGHT].missed.values())


@pytest.mark.parametrize("name", CHOSEN)
def test_the_lost_deals_are_those_that_no_choice_wins(name):
    given, found = CHOSEN[name], count_of_chosen(name)
    assert found.out_of_reach == lost_whatever_is_chosen(given)
    assert not found.is_bound
    assert first_fitting(found) >= found.out_of_reach
    reached, missed = distribution(given, "straight")
    assert found.ways[Exploring.STRAIGHT].found == reached
    assert found.ways[Exploring.STRAIGHT].missed == missed
    if found.shown is not None:
        known = {each.section.word: each.section for each in given.cards}
        known[given.objective.word] = given.objective
        order = [known[word] for word in found.shown.cards]
        assert order.index(given.objective) >= given.top
        assert not is_reached(given, order)


def test_a_choice_of_doorways_saves_deals():
    saved = {name: first_fitting(count_of_chosen(name)) for name in CHOSEN}
    counts = {name: count_of_chosen(name).out_of_reach for name in CHOSEN}
    assert all(saved[name] >= counts[name] for name in CHOSEN)
    assert sum(saved[name] > counts[name] for name in CHOSEN) >= 4


@settings(max_examples=12, deadline=None, derandomize=True)
@drawn(
    many=st.lists(st.integers(0, 3), min_size=6, max_size=6).filter(lambda each: 2 < sum(each) < 7),
    top=st.integers(0, 2),
)
def test_random_small_decks_lose_what_no_choice_wins(many, top):
    pieces = (WIDE, LEFT, SIDES, DEAD_END, TEE, LONG)
    size = min(sum(many), 5)
    given_ = deck(
        list(zip(pieces, many, strict=True)), min(top, size), size - min(top, size), Overlap.DISCARD
    )
    found = count_deals(given_)
    assert not found.is_bound
    assert found.out_of_reach == lost_whatever_is_chosen(given_)


def test_thirteen_cards_with_two_junctions_and_a_choice_are_counted_and_sampled():
    given_ = deck([(STRAIGHT, 8), (WIDE, 2), (TEE, 2), (DEAD_END, 1)], 6, 6, Overlap.DISCARD)
    begun = time.process_time()
    found = count_deals(given_, [Exploring.STRAIGHT])
    assert time.process_time() - begun < 15  # about two seconds where nothing else runs
    assert not found.is_bound
    samples = amount(100, 300)
    lost = sum(not is_reached(given_, shuffled(given_, seed)) for seed in range(samples))
    chance = float(found.out_of_reach)
    error = sqrt(chance * (1 - chance) / samples)
    assert 0 < chance < 1
    assert abs(lost / samples - chance) < 4 * error


def test_a_choice_that_takes_too_long_to_follow_makes_the_count_a_bound(monkeypatch):
    monkeypatch.setattr("questwright.compiler.deals.choices.LAYOUTS", 3)
    given_ = deck([(WIDE, 3), (LEFT, 2), (DEAD_END, 2)], 1, 5, Overlap.DISCARD)
    found = count_deals(given_, limit=50_000)
    assert found.is_bound
    assert found.out_of_reach == first_fitting(found) > lost_whatever_is_chosen(given_)
    assert not count_deals(
        given_._replace(rules=given_.rules._replace(overlap=Overlap.ALLOW))
    ).is_bound


@pytest.mark.parametrize("name", FULL)
def test_a_dealt_board_lies_as_the_second_reading_lays_it(name):
    given = FULL[name]
    for seed in range(amount(15, 40)):
        order = shuffled(given, seed)
        assert order == shuffled(given, seed)
        assert given.objective in order[given.top :]
        dealt = deal_board(given, order)
        assert [card.section for card in dealt.cards] == list(order)
        covered = [
            (row, column)
            for card in dealt.cards
            if card.corner is not None
            for row in range(card.corner[0], card.corner[0] + card.section.rows)
            for column in range(card.corner[1], card.corner[1] + card.section.columns)
        ]
        assert len(covered) == len(set(covered))
        if explored(given, order, "straight")[1] and name == "two junctions":
            assert dealt.is_found


def test_shuffles_are_fair():
    given = deck([(STRAIGHT, 2), (TEE, 2)], 1, 2)
    places = [shuffled(given, seed).index(given.objective) for seed in range(3000)]
    for place in (1, 2, 3):
        assert abs(places.count(place) / 3000 - 1 / 3) < 5 * sqrt(2 / 9 / 3000)
