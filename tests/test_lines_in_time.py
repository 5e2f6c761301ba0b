"""In which turn a line of play is done, where its members part [DN-A7, DN-B46]."""

from __future__ import annotations

from pathlib import Path

from one_text import OneText

from compiler.pipeline import Compiler

PACKS = Path(__file__).parent / "packs"
QUEST = '''quest in-time "In Time" {
  system moor
  watch reeve, eeler
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


def proven(rows, when, about):
    text = QUEST.replace("ROWS", rows).replace("WHEN", when).replace("ABOUT", about)
    (one,) = Compiler(OneText(text), PACKS, None).compile("one.quest").quests
    assert one.proof is not None, [finding.message for finding in one.findings]
    return one.proof


def test_members_walk_at_the_same_time():
    """Nine hexes for either: three turns, and not six."""
    assert proven(ROAD, BOTH, ENDS).rounds == (3, 3)


def test_a_walk_is_told_where_it_costs_least():
    """Four hexes of heather cost eight, and those around them four."""
    about = """heather at B1..E1
  heath west at A1..E1, A2..E2 "The West"
  heath east at F1, F2 "The East"
"""
    apart = "eeler in west and reeve in east"
    assert proven("s . . . . .\n     s . . . . .", apart, about).rounds == (2, 2)
    about = about.replace("A2..E2", "A2")
    assert proven("s . . . . .\n     s # # # # .", apart, about).rounds == (3, 3)
