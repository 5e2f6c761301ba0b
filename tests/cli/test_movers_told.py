"""`questwright movers` speaks in the words of the game."""

from __future__ import annotations

import pytest

from support.paths import ROOT
from support.strategies import run


@pytest.mark.parametrize(("name", "word"), [("dry-wheel", "turn"), ("bone-meal", "round")])
def test_a_round_is_called_as_the_game_calls_it(name, word):
    told = run("movers", ROOT / "content" / "quests" / name / f"{name}.quest")
    assert f"who gets where, and in which {word} at the earliest" in told.out
