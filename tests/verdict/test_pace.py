"""Whoever is there first does it: the line is told with those who move furthest in a round."""

from __future__ import annotations

from support.one_text import results
from support.paths import PACKS

LANE = """quest lane "The Lane" {
  system vault
  gang cracker, hummer
  night 4
  board {
    draw \"\"\"
    ss..................
    \"\"\"
    s: rope
  }
  office lane at A1..T1 "The Lane"
  victory burglars when any burglar at T1
}
"""


def test_the_quicker_of_two_goes_though_the_other_is_nearer():
    """A Cracker has 19 squares to go and a pace of 5, a Hummer 18 and a pace of 4."""
    (quest,) = results(LANE, PACKS).quests
    assert quest.proof.kind == "winnable"
    assert quest.proof.rounds == (4, 4)
    assert quest.proof.verdict().line[-1].who == "cracker"
