"""`questwright systems GAME` lists each word that a quest may use."""

from __future__ import annotations

import pytest

from support.kept import system_of
from support.strategies import run

GAMES = ("dungeon-saga", "dungeon-saga-origins", "dragon-noir", "warhammer-quest")


@pytest.mark.parametrize("game", GAMES)
def test_what_conditions_and_effects_name_is_listed(game):
    system = system_of(game)
    listed = {line.split()[0] for line in run("systems", game).out.splitlines() if line.split()}
    asked = (*system.states, *system.tokens, *(column.value for column in system.columns))
    assert [word for word in (*asked, *system.settings) if word not in listed] == []


def test_what_runs_out_is_listed_with_what_is_asked():
    listed = run("systems", "dungeon-saga").out
    assert (
        "deck empty             The Overlord's deck: when the last of it has been taken" in listed
    )
    assert (
        "deck spent             The Overlord's deck: when some should be taken and there is none"
        in listed
    )
