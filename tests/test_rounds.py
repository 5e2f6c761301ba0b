"""Rounds are counted right: a player without wits plays member by member [DN-A7, DN-B46]."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import brute_rounds
import pytest
from fuzz import played_in_rounds, slowed, timed
from one_text import OneText, results
from random_entries import random_entries
from random_hexes import random_hexes, results_on_hexes
from random_quests import Kinds, random_quest

from compiler.pipeline import Compiler

PACKS = Path(__file__).parent / "packs"
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


@pytest.mark.parametrize(
    ("make", "read", "most"),
    [
        (kept, results, 110),
        (random_quest, results, 110),
        (random_entries, results, 90),
        (random_hexes, results_on_hexes, 90),
    ],
)
def test_nobody_wins_before_the_first_round_and_somebody_does_by_the_last(make, read, most):
    seen = Counter()
    for seed in range(most):
        one = played_in_rounds(seed, make, read, SMALL)
        assert not one.words, f"seed {seed}: {one.words}\n{one.text}"
        seen[one.verdict] += 1
    assert seen["too large"] < most // 4, seen
    assert seen["alone, as told"] > most // 12, seen
    assert seen["together"] + seen["together, as told"] > most // 16, seen


# -- things in hands -------------------------------------------------------------------------

QUEST = '''quest in-hands "In Hands" {
  system moor
  watch WATCH
  board {
    draw """
    ROWS
    """
    s: start
  }
  ABOUT
  victory wardens when WHEN
}
'''


def counted(watch, rows, about, goal):
    """The rounds of a quest, and the one in which the player without wits wins; by their moves."""
    text = QUEST.replace("WATCH", ", ".join(watch)).replace("ROWS", rows)
    text = text.replace("ABOUT", about).replace("WHEN", goal)
    (one,) = Compiler(OneText(text), PACKS, None).compile("one.quest").quests
    assert one.proof is not None, [finding.message for finding in one.findings]
    quest = slowed(one.quest, one.system, list(watch.values()))
    found = timed(quest, one.system)
    assert found is not None
    return found


def test_what_is_handed_over_is_carried_to_whom_it_is_for():
    """The eeler alone gets the key out of the bog; the ferrier opens the wicket, far away."""
    about = """
      wicket vault at M1|N1
      lock bolt on vault by key
      bog at H1
      heath east at N1 "East"
      heath west at A1 "West"
      heath way at B1..M1 "Way"
      item key "Key" at H1
    """
    rows = ". . . . . . s . . . . . s ."
    goal = "vault opened and eeler in west"
    (low, high), first = counted({"eeler": 2, "ferrier": 1}, rows, about, goal)
    # It is five hexes from the bog to the wicket, and seven from the bog to the west.
    assert low <= first == 7 <= high


def test_who_hands_something_over_waits_for_the_other():
    """The way back west begins when the ferrier has come for the key, and not before."""
    west = ". . . . . . . . . . . . . . . ."
    rows = f"{west} s . . . . . . s .\n     {west.replace('.', '#')} . . . # # # # # #"
    about = """
      wicket vault at X1|Y1
      lock bolt on vault by ferrier with key
      bog at R1
      heath east at Y1 "East"
      heath west at A1 "West"
      heath way at B1..X1, Q2..S2 "Way"
      item key "Key" at R1
    """
    goal = "vault opened and eeler in west"
    (low, high), first = counted({"eeler": 2, "ferrier": 1}, rows, about, goal)
    assert low <= first == 12 <= high


ROAD = """
  heath west at A1 "West"
  heath way at B1..G1 "Way"
  heath east at H1 "East"
"""


@pytest.mark.parametrize(
    "about",
    [
        'action ring at H1 "Ring" when eeler in west\nevent when ring done { set rung }',
        'action ring at H1 "Ring"\nevent when ring done and eeler in west { set rung }',
        'action ring at H1 "Ring"\nevent when ferrier in east and eeler in west { set rung }',
    ],
)
def test_who_is_asked_to_stand_somewhere_stays_there_till_then(about):
    """The ferrier is in the east in round six, and the eeler takes seven, that one among them."""
    goal = "rung set and eeler in east"
    found = counted({"eeler": 1, "ferrier": 1}, "s s . . . . . .", ROAD + about, goal)
    (low, high), first = found
    assert low <= first == high == 12
