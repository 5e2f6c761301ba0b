"""Crossings beside other things: movers over them, tiles that have them; those of Dragon Noir."""

from __future__ import annotations

from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.movers import movers_of
from questwright.engine.replay import replay_document
from support.moor import document, moor, results

# -- movers and tiles ---------------------------------------------------------------------


def test_movers_take_crossings_turn_by_turn():
    body = """underway u from A1 to F1 takes 6
  catwalk w from D3 to F3 for wisp
  wisp at C3 facing east"""
    (one,) = results(moor(body, watch="reeve, eeler")).quests
    west, east = 0, 1
    turns = {
        mover.kinds[0].word: next(state.areas for state in mover.states)
        for mover in movers_of(one.quest, one.system)
    }
    assert turns["eeler"][east] == 7
    assert turns["wisp"][east] == 1
    assert turns["reeve"][east] == -1
    assert all(areas[west] == 0 for areas in turns.values())


def test_a_tile_has_its_crossings_for_itself():
    text = '''
tile cave {
  draw """
  . . # .
   . . # .
  """
  underway hole from A1 to D1 takes 3
}
quest two "Two" {
  system moor
  watch eeler
  board {
    tile cave as first at A1
    tile cave as second at E1
  }
  start at A1
  wall at D1|E1, D2|E1, D2|E2
  catwalk hop from D2 to E2
  heath deep at H1..H2 "The Deep"
  victory wardens when eeler in deep
}
'''
    (one,) = results(text).quests
    assert [crossing.id for crossing in one.quest.board.crossings] == [
        "first-hole",
        "second-hole",
        "hop",
    ]
    assert one.proof.kind is VerdictKind.WINNABLE
    # Into the second one in the round in which it comes out of the first.
    assert one.proof.rounds == (7, 7)
    assert replay_document(document(one)) == ""


# -- Dragon Noir -----------------------------------------------------------------------------


def test_dragon_noir_has_its_crossings_dn_a19_dn_a31_dn_a33_dn_b18_dn_b60(noir):
    deep, high, ferry = (noir.crossings[word] for word in ("deep-way", "high-walk", "ferry"))
    assert (deep.rounds, deep.rounds_step, deep.only) == (3, 3, ("dwarf", "goblin", "dog"))
    assert (high.cost, high.only) == (1, ())
    assert (ferry.is_vessel, ferry.seats, ferry.only) == (True, 2, ("adventurer",))
    assert deep.rounds == noir.rules["deep"]["turns_each_gap"]
