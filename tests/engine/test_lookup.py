"""Tables as a player reads them: at the first and the last column, and past them."""

from __future__ import annotations

import pytest

from questwright.engine.lookup import (
    added,
    appears_at,
    band_of,
    column_of,
    ground_shift,
    left_on_foot,
    points_of,
    result_of,
    shot_of,
    spawn_points,
    spell_chance,
)

TABLE = {
    "die": 6,
    "rows": [
        {"faces": [1, 2, 3], "cells": ["a", "b", "c"]},
        {"faces": [4, 5, 6], "cells": ["d", "e", "f"]},
    ],
}


@pytest.mark.parametrize(
    ("attack", "defence", "shift", "column"),
    [
        (4, 5, 0, 0),  # weaker than the defence
        (5, 5, 0, 1),
        (9, 5, 0, 1),
        (10, 5, 0, 2),
        (15, 5, 0, 3),
        (20, 5, 0, 3),  # beyond the last column
        (20, 5, -1, 2),  # and shifted from there
        (5, 5, -1, 0),  # shifted below the first
        (5, 5, -2, 0),
        (5, 5, 2, 3),
        (5, 5, 3, 3),
        (1, 0, 0, 3),  # no defence at all
        (0, 0, 0, 0),  # and no attack
    ],
)
def test_an_attack_is_rolled_on_its_column(attack, defence, shift, column):
    assert column_of(TABLE, attack, defence, shift) == column
    assert shift or column_of(TABLE, attack, defence) == column


@pytest.mark.parametrize(
    ("column", "rolled", "mark"),
    [(1, 1, "a"), (3, 3, "c"), (1, 4, "d"), (2, 6, "e"), (1, 0, "a"), (1, -1, "a"), (3, 7, "f")],
)
def test_a_roll_beyond_the_die_counts_as_its_nearest_face(column, rolled, mark):
    assert result_of(TABLE, column, rolled) == mark


def test_the_worst_ground_of_all_attackers_counts():
    shifts = {("hill", "moor"): 1, ("moor", "moor"): 0, ("bog", "moor"): -2, ("hill", "bog"): 3}
    rows = [{"attacker": near, "defender": far, "shift": by} for (near, far), by in shifts.items()]
    assert ground_shift({"rows": rows}, ["hill"], "moor") == 1
    assert ground_shift({"rows": rows}, ["hill", "bog", "moor"], "moor") == -2
    assert ground_shift({"rows": rows}, ["hill"], "bog") == 3


@pytest.mark.parametrize(
    ("weapon", "rolled", "mark"),
    [
        ("bow", -1, "miss"),  # below the first row it is read in the first
        ("bow", 1, "miss"),
        ("bow", 3, "miss"),
        ("bow", 4, "graze"),
        ("bow", 5, "graze"),
        ("bow", 6, "hit"),
        ("bow", 9, "hit"),
        ("sling", 4, "miss"),
        ("sling", 5, "graze"),
        ("sling", 9, "graze"),  # of the sling the last row says nothing
    ],
)
def test_a_shot_is_read_in_the_last_row_that_it_reaches(weapon, rolled, mark):
    rows = [
        {"bow": 1, "sling": 1, "open": "miss", "wood": "-"},
        {"bow": 4, "sling": 5, "open": "graze", "wood": "-"},
        {"bow": 6, "open": "hit", "wood": "-"},
    ]
    assert shot_of({"rows": rows}, weapon, "open", rolled) == mark
    assert shot_of({"rows": rows}, weapon, "wood", rolled) == "-"


@pytest.mark.parametrize(
    ("rolled", "name"),
    [(-3, "low"), (1, "low"), (2, "low"), (3, "mid"), (4, "mid"), (5, "high"), (40, "high")],
)
def test_the_first_and_the_last_band_have_no_end(rolled, name):
    bands = [{"to": 2, "is": "low"}, {"from": 3, "to": 4, "is": "mid"}, {"from": 5, "is": "high"}]
    assert band_of(bands, rolled)["is"] == name


@pytest.mark.parametrize(
    ("called", "die"),
    [
        ((), 0),
        (("guard",), 0),
        (("knight",), 2),
        (("knight", "mounted"), 4),
        (("mounted",), 1),
        (("queen", "knight", "mounted"), 4),  # the first row that fits, and no other
        (("wounded",), -8),
        (("wounded", "mounted"), -7),  # and for wounds besides, whichever comes first
        (("wounded", "queen"), 8),
    ],
)
def test_what_a_list_adds_to_a_die(called, die):
    rows = [
        {"called": "knight", "and": "mounted", "die": 4},
        {"called": "knight", "die": 2},
        {"called": "wounded", "die": -8},
        {"called": "mounted", "die": 1},
        {"called": "queen", "die": 16},
    ]
    assert added(rows, called) == die


@pytest.mark.parametrize(
    ("points", "level", "too_far", "wins"),
    [
        (10, 0, 0, 5),  # all but a 1
        (11, 0, 0, 4),  # tens that are begun count
        (20, 0, 0, 4),
        (30, 2, 0, 5),
        (30, 2, 1, 4),
        (60, 0, 0, 0),
        (70, 0, 0, 0),
        (10, 1, 0, 6),
        (10, 9, 0, 6),
    ],
)
def test_how_many_faces_make_a_spell_succeed(points, level, too_far, wins):
    magic = {"die": 6, "needs_more_than": {"tens_of_points": 10}}
    assert spell_chance(magic, points, level, too_far) * 6 == wins
    assert too_far or spell_chance(magic, points, level) * 6 == wins


def test_what_a_spell_costs():
    assert points_of({"points": 3}, {}) == points_of({"points": 3}, {}, 4) == 3
    assert points_of({"points": 3, "each": "figure"}, {}, 4) == 12
    assert points_of({"points": 3, "each": "figure"}, {}) == 3
    assert points_of({"sum": ["might", "wits"]}, {"might": 2, "wits": 5, "luck": 90}, 4) == 7


@pytest.mark.parametrize(
    ("is_heavy", "is_wounded", "left"),
    [(False, False, 4), (True, False, 3), (False, True, 2), (True, True, 1)],
)
def test_what_is_left_of_a_move_on_foot(is_heavy, is_wounded, left):
    horses = {
        "mount": {"armoured": 3, "unarmoured": 1},
        "dismounting_by": {"wounded": 4, "healthy": 2},
    }
    armed = {"is_heavy": is_heavy, "is_wounded": is_wounded}
    assert left_on_foot(horses, 12, 3, **armed) == left
    assert left_on_foot(horses, 12, 12, **armed) == 0


def test_whoever_is_wounded_appears_on_lower_rolls():
    row = {"at_most": 4, "wounded": 1}
    assert appears_at(row, is_wounded=False) == 4
    assert appears_at(row, is_wounded=True) == 3


@pytest.mark.parametrize(
    ("turn", "points"), [(0, 0), (1, 5), (2, 5), (3, 0), (4, 7), (5, 0), (6, 0), (7, 7), (10, 7)]
)
def test_a_calendar_gives_points_in_its_turns_and_then_every_so_many(turn, points):
    calendar = {"every": 3, "rows": [{"turns": [1, 2], "points": 5}, {"from": 4, "points": 7}]}
    assert spawn_points(calendar, turn) == points
