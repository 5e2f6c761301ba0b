"""Rounds are counted right: a player without wits plays member by member [DN-A7, DN-B46]."""

from __future__ import annotations

from collections import Counter

import pytest

from oracle.fuzz import played_in_rounds
from oracle.random_entries import random_entries
from oracle.random_hexes import random_hexes, results_on_hexes
from oracle.random_quests import Kinds, random_quest
from questwright.compiler.wording.rounds import last_round
from support.editions import system_of
from support.more import amount
from support.one_text import results

SMALL = 2_500
"""Moments of a round, after which a quest is too large to be played."""
KEPT = Kinds(
    losses=False,
    spent_keys=False,
    denials=False,
    ends=False,
    ground=False,
    repeats=False,
    drops=False,
    members=False,
)
"""Quests in which nothing is ever lost."""


def kept(source):
    return random_quest(source, KEPT)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "read", "most", "game"),
    [
        (kept, results, amount(20, 110), ""),
        (random_quest, results, amount(20, 110), ""),
        (random_entries, results, amount(20, 90), ""),
        (random_hexes, results_on_hexes, amount(20, 90), ""),
        # The same quests where turns are taken as in other games.
        (kept, results, amount(8, 60), "dungeon-saga"),
        (kept, results, amount(8, 60), "dragon-noir"),
    ],
)
def test_nobody_wins_before_the_first_round_and_somebody_does_by_the_last(make, read, most, game):
    seen = Counter()
    for seed in range(most):
        one = played_in_rounds(seed, make, read, SMALL, system_of(game))
        assert not one.words, f"seed {seed}: {one.words}\n{one.text}"
        seen[one.verdict] += 1
    assert seen["too large"] < most // 4, seen
    assert seen["alone, as told"] > most // 12, seen
    assert seen["together"] + seen["together, as told"] > most // amount(40, 16), seen


def test_an_event_that_ends_the_quest_by_time_is_a_last_round_too():
    text = TEXT_OF_TIME.replace("WHEN", "round > 4")
    (quest,) = results(text).quests
    assert last_round(quest.quest, quest.system) == 4
    assert quest.proof.kind == "winnable"
    (quest,) = results(TEXT_OF_TIME.replace("WHEN", "bone taken and round > 4")).quests
    assert last_round(quest.quest, quest.system) == 0


TEXT_OF_TIME = '''
quest dark "Dark" {
  system dungeon-saga-origins
  heroes orlaf
  marauder zombie
  board {
    draw """
    +-+-+-+
    |s . .|
    +-+-+-+
    """
    s: start
  }
  corridor yard at A1..C1
  item bone at C1
  lever bell at B1
  action ring at bell
  victory heroes when ring done
  event dark "The lamp is out" when WHEN {
    read "Somebody laughs, a long way down."
    end overlord
  }
}
'''
