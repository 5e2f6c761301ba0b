"""In which turn a line of play is done, where its members part [DN-A7, DN-B46]."""

from __future__ import annotations

import pytest

from oracle.fuzz import slowed, timed
from support import one_text
from support.paths import PACKS

QUEST = '''quest in-time "In Time" {
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
ROAD = ". . . . . . . . . s s . . . . . . . . ."
ENDS = """heath west at A1 "The West"
  heath middle at B1..S1 "The Middle"
  heath east at T1 "The East"
"""
BOTH = "reeve in west and eeler in east"


def proven(rows, when, about, watch=("reeve", "eeler")):
    text = QUEST.replace("ROWS", rows).replace("WHEN", when).replace("ABOUT", about)
    text = text.replace("WATCH", ", ".join(watch))
    with one_text.without_checks():
        (one,) = one_text.results(text, PACKS).quests
    assert one.proof is not None, [finding.message for finding in one.findings]
    return one


def counted(watch, rows, about, goal):
    """The rounds of a quest, and the one in which the player without wits wins; by their moves."""
    one = proven(rows, goal, about, watch)
    found = timed(slowed(one.quest, one.system, list(watch.values())), one.system)
    assert found is not None
    return found


def test_members_walk_at_the_same_time():
    """Nine hexes for either: three turns, and not six."""
    assert proven(ROAD, BOTH, ENDS).proof.rounds == (3, 3)


def test_a_walk_is_told_where_it_costs_least():
    """Four hexes of heather cost eight, and those around them four."""
    about = """heather at B1..E1
  heath west at A1..E1, A2..E2 "The West"
  heath east at F1, F2 "The East"
"""
    apart = "eeler in west and reeve in east"
    assert proven("s . . . . .\n     s . . . . .", apart, about).proof.rounds == (2, 2)
    about = about.replace("A2..E2", "A2")
    assert proven("s . . . . .\n     s # # # # .", apart, about).proof.rounds == (3, 3)


# -- who waits for whom ------------------------------------------------------------------------


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


@pytest.mark.slow
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


LANE = """
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
    found = counted({"eeler": 1, "ferrier": 1}, "s s . . . . . .", LANE + about, goal)
    (low, high), first = found
    # A cell is left before somebody else stops there: that may cost a round.
    assert low <= first == 12 <= high <= 13
