"""The odds of hits, attempts and cards, against hands, heads and every fall of the dice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, islice, product
from math import prod

import pytest

from questwright.compiler.odds.dice import (
    Pile,
    attempts,
    hits_by_pairs,
    hits_together,
    mean_attempts,
)
from questwright.compiler.packs.system.cards import Card


def hits_of(attack, defence, armour):
    """The hits of one roll, as the rules say it: discard, pair, compare [DSO-C21]."""
    kept = sorted((die for die in attack if die > armour), reverse=True)
    against = sorted(defence, reverse=True)
    return sum(place >= len(against) or die > against[place] for place, die in enumerate(kept))


def every_roll(attacker, defender, armour, die):
    """How likely each number of hits is, by rolling every way that the dice can fall."""
    faces = range(1, die + 1)
    falls = Counter(
        hits_of(attack, defence, armour)
        for attack in product(faces, repeat=attacker)
        for defence in product(faces, repeat=defender)
    )
    every = die ** (attacker + defender)
    return tuple(Fraction(falls[hits], every) for hits in range(attacker + 1))


# -- an attack ---------------------------------------------------------------------------


def test_the_worked_example_scores_two_hits_dso_f39():
    assert hits_of([1, 2, 4, 6], [2, 5], 2) == 2


def test_odds_by_hand_dso_c21():
    # One die against one: 15 of 36 pairs are higher.
    assert hits_by_pairs(1, 1, 0, 6) == (Fraction(21, 36), Fraction(15, 36))
    # No armour is above 5: a six still hits, but for the sixth that the defender shows one, too.
    assert hits_by_pairs(1, 1, 5, 6) == (Fraction(31, 36), Fraction(5, 36))
    # What nobody stands against hits if it beats the armour: three faces of six.
    assert hits_by_pairs(2, 0, 3, 6) == (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
    # Coins, two against one. Both defender's faces are as likely: against a 2, the second die hits
    # where both show a 2; against a 1, each 2 does.
    assert hits_by_pairs(2, 1, 1, 2) == (Fraction(4, 8), Fraction(3, 8), Fraction(1, 8))


@pytest.mark.parametrize("armour", range(6))
@pytest.mark.parametrize(("attacker", "defender"), [(1, 1), (2, 1), (1, 2), (2, 2), (3, 2), (3, 3)])
def test_odds_are_those_of_every_roll_dso_c21(attacker, defender, armour):
    expected = every_roll(attacker, defender, armour, 6)
    assert hits_by_pairs(attacker, defender, armour, 6) == expected


@pytest.mark.parametrize(
    ("attacker", "defender", "armour", "die"),
    [(5, 3, 1, 3), (4, 4, 2, 3), (3, 5, 0, 3), (4, 3, 1, 4)],
)
def test_odds_of_more_dice_with_fewer_faces(attacker, defender, armour, die):
    expected = every_roll(attacker, defender, armour, die)
    assert hits_by_pairs(attacker, defender, armour, die) == expected


@pytest.mark.parametrize(("attacker", "defender"), [*product(range(7), repeat=2)])
def test_something_always_comes_of_an_attack(attacker, defender):
    assert sum(hits_by_pairs(attacker, defender, 2, 6)) == 1


# -- attempts ----------------------------------------------------------------------------

COIN = (Fraction(1, 2), Fraction(1, 2))
UNEVEN = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))


def test_nothing_is_carried_over_from_a_minion_dso_c28():
    # Two hits in one attack have a sixth; what scored one before is no nearer.
    first, second, third = islice(attempts(UNEVEN, 2, is_kept=False), 3)
    assert (first, second, third) == (Fraction(1, 6), Fraction(5, 36), Fraction(25, 216))
    assert mean_attempts(UNEVEN, 2, is_kept=False) == 6


def test_each_hit_counts_on_a_boss_dso_c27():
    # Two at once; or one and then any; or none and then two.
    first, second = islice(attempts(UNEVEN, 2, is_kept=True), 2)
    assert first == Fraction(1, 6)
    assert second == Fraction(1, 3) * Fraction(1, 2) + Fraction(1, 2) * Fraction(1, 6)
    # A coin that has to fall heads up three times takes twice as many throws.
    assert mean_attempts(COIN, 3, is_kept=True) == 6


@pytest.mark.parametrize("is_kept", [False, True])
@pytest.mark.parametrize("needed", [1, 2, 3])
def test_attempts_are_those_of_every_course_of_play(needed, is_kept):
    hits = hits_by_pairs(3, 2, 1, 6)
    expected = [Fraction(0)] * 4
    for course in product(range(len(hits)), repeat=4):
        likely = Fraction(1)
        for scored in course:
            likely *= hits[scored]
        done = next(
            (
                number
                for number in range(4)
                if (sum(course[: number + 1]) if is_kept else course[number]) >= needed
            ),
            None,
        )
        if done is not None:
            expected[done] += likely
    assert list(islice(attempts(hits, needed, is_kept=is_kept), 4)) == expected


@pytest.mark.parametrize("is_kept", [False, True])
@pytest.mark.parametrize("needed", [1, 2, 3, 7])
def test_the_mean_is_that_of_the_attempts(needed, is_kept):
    hits = hits_by_pairs(5, 2, 1, 6)
    if needed > 5 and not is_kept:
        assert mean_attempts(hits, needed, is_kept=is_kept) is None
        return
    mean = mean_attempts(hits, needed, is_kept=is_kept)
    chances = list(islice(attempts(hits, needed, is_kept=is_kept), 120))
    assert float(sum(chances)) == pytest.approx(1)
    assert float(sum(n * chance for n, chance in enumerate(chances, 1))) == pytest.approx(
        float(mean)
    )


@pytest.mark.parametrize("needed", [1, 2, 4])
def test_several_attempts_are_those_of_every_course_of_them(needed):
    every = [hits_by_pairs(3, 2, 1, 6), UNEVEN, hits_by_pairs(2, 2, 3, 6)]
    kept = [Fraction(0)] * 8
    done = Fraction(0)
    for course in product(*(range(len(hits)) for hits in every)):
        likely = prod(hits[scored] for hits, scored in zip(every, course, strict=True))
        kept[sum(course)] += likely
        done += likely * (max(course) >= needed)
    assert hits_together(every, needed, is_kept=True) == tuple(kept)
    once = hits_together(every, needed, is_kept=False)
    assert (sum(once), sum(once[needed:])) == (1, done)


def test_what_never_comes_off_has_no_mean():
    never = (Fraction(1), Fraction(0))
    assert mean_attempts(never, 1, is_kept=True) is None
    assert mean_attempts(never, 1, is_kept=False) is None


# -- cards -------------------------------------------------------------------------------


def card(word):
    return Card(word, word, 1, (), "", "", "", (), 0, 0, "own")


A, B, C = card("a"), card("b"), card("c")


@pytest.mark.parametrize("removed", [0, 1, 2, 4])
@pytest.mark.parametrize("drawn", [1, 2, 3])
@pytest.mark.parametrize("wanted", [(A,), (B,), (A, B), (A, C), (C,), ()])
def test_draws_are_those_of_every_order_of_the_deck(wanted, drawn, removed):
    counts = {A: 3, B: 2, C: 4}
    marked = frozenset({B, C})
    cards = [one for one, count in counts.items() for _ in range(count)]
    some, every = 0, 0
    inside = [place for place, one in enumerate(cards) if one in marked]
    for gone in combinations(inside, removed):
        left = [one for place, one in enumerate(cards) if place not in gone]
        for hand in combinations(left, drawn):
            every += 1
            some += any(one in wanted for one in hand)
    assert Pile(counts, marked, removed).some(wanted, drawn) == Fraction(some, every)


def test_a_pile_gives_no_more_than_it_has():
    assert Pile({A: 1, B: 1}, frozenset(), 0).some([A], 5) == 1
    assert Pile({A: 2}, frozenset({A}), 2).some([A], 1) == 0
