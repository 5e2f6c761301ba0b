"""Tables as a player reads them: at the first and the last column, and past them."""

from __future__ import annotations

import pytest

from questwright.engine.lookup import column_of, result_of

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


@pytest.mark.parametrize(
    ("column", "rolled", "mark"),
    [(1, 1, "a"), (3, 3, "c"), (1, 4, "d"), (2, 6, "e"), (1, 0, "a"), (1, -1, "a"), (3, 7, "f")],
)
def test_a_roll_beyond_the_die_counts_as_its_nearest_face(column, rolled, mark):
    assert result_of(TABLE, column, rolled) == mark
