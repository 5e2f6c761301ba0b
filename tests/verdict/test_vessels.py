"""Boats lie at one end, somebody rows them, and that takes rounds: Dragon Noir, DN-B30 and DN-C38.

The quests and their verdicts are of somebody who knew the rules of the table, and not the proof.
"""

from __future__ import annotations

import pytest

from questwright.compiler.assets import SYSTEMS_DIR
from questwright.compiler.model.publication import Publication
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.engine.replay import replay_document
from support import one_text

LAKE = """quest lake "The Lake" {{
  system dragon-noir
  adventurers {party}
  board {{
    draw \"\"\"
    s s w w . .
     . . w w . .
    \"\"\"
    s: start
    w: water
  }}
  beach at B1, E1
  ground west at A1..D1, A2..D2 "The West"
  ground east at E1..F1, E2..F2 "The East"
  {body}
}}
"""
LANE = """quest lane "The Lane" {{
  system dragon-noir
  adventurers konrad, godiva
  board {{
    draw \"\"\"
    a . w w b {floor}
    \"\"\"
    a: start sa for konrad
    b: start sb for godiva{late}
    w: water
  }}
  beach at B1, E1
  ground west at A1..D1 "The West"
  ground east at E1..{end}1 "The East"
  {body}
}}
"""


def proven(text):
    """A quest that is proven, whose line the engine follows; with its proof."""
    with one_text.without_checks():
        (one,) = one_text.results(text, SYSTEMS_DIR).quests
    published = Publication(one.quest, one.system, one.proof.verdict(), {}, ())
    assert replay_document(dump(quest_document(published))) == ""
    return one


def on_the_lake(body, party="konrad, godiva"):
    return proven(LAKE.format(body=body, party=party)).proof


def in_the_lane(body, floor=".", late="", end="F"):
    return proven(LANE.format(body=body, floor=floor, late=late, end=end)).proof


def crossings(proof):
    """Who takes a boat, in order, and where to."""
    return [
        (step.who, step.text.rpartition(" to ")[2].partition(" ")[0])
        for step in proof.verdict().line
        if step.kind == "cross"
    ]


def test_nobody_brings_a_boat_who_must_not_go_there_dn_b30():
    body = """ferry barge "The Barge" from B1 to E1 takes 1
  victory adventurers when godiva in west
  victory foes when konrad in east"""
    assert in_the_lane(body).kind == "unwinnable"


def test_who_is_lost_by_going_over_brings_no_boat_back_dn_b30():
    body = """ferry barge "The Barge" from B1 to E1 takes 1
  event bite when konrad in east {
    remove konrad
  }
  victory adventurers when konrad in west and godiva in west"""
    assert in_the_lane(body).kind == "unwinnable"


def test_a_boat_that_nobody_can_row_back_is_a_dead_end_dn_b30():
    proof = on_the_lake(
        """ferry barge "The Barge" from B1 to E1 takes 1
  event pit when godiva at F1 {
    remove godiva
  }
  victory adventurers when konrad at F2"""
    )
    assert proof.kind == "can-strand"
    (end,) = proof.dead_ends
    assert "Pit: Godiva is lost" in end.text


def test_who_changes_sides_goes_one_after_the_other_dn_b30():
    body = """ferry barge "The Barge" from B1 to E1 takes 1
  victory adventurers when konrad in east and godiva in west"""
    proof = in_the_lane(body)
    assert proof.kind == "winnable"
    assert crossings(proof) == [("konrad", "E1"), ("godiva", "B1")]
    assert proof.rounds[1] == 3


def test_a_boat_is_brought_by_who_comes_to_it_late_dn_c38():
    body = """ferry barge "The Barge" from E1 to B1 takes 1
  victory adventurers when konrad in east"""
    proof = in_the_lane(body, late=" from round 3")
    assert crossings(proof) == [("godiva", "B1"), ("konrad", "E1")]
    # She rows from round 3 to round 4, and he from round 4 to round 5.
    assert proof.rounds[1] == 5


def test_a_boat_is_brought_after_its_way_has_been_opened_dn_c38():
    body = """ferry barge "The Barge" from E1 to B1 takes 1 barred
  lever winch at Q1
  action pull at winch "Pull"
  event up when pull done {
    open barge
  }
  victory adventurers when konrad in east"""
    proof = in_the_lane(body, floor=". . . . . . . . . . . .", end="Q")
    assert crossings(proof) == [("godiva", "B1"), ("konrad", "E1")]
    assert proof.rounds[1] == 6


def test_who_swims_to_a_boat_brings_it_dn_b20_dn_c38():
    body = """ferry barge "The Barge" from E1 to B1 takes 1
  victory adventurers when konrad in east"""
    proof = on_the_lake(body, "konrad, laberne")
    assert crossings(proof)[0] == ("laberne", "B1")
    assert ("konrad", "E1") in crossings(proof)
    assert proof.rounds[1] >= 4


@pytest.mark.parametrize(("party", "trips"), [("konrad", 1), ("konrad, godiva", 2)])
def test_two_go_along_at_once_dn_b30(party, trips):
    body = """ferry barge "The Barge" from B1 to E1 takes 1
  victory adventurers when all adventurers in east"""
    proof = on_the_lake(body, party)
    assert len(crossings(proof)) == trips
    assert proof.rounds[1] == 2


BANKS = """quest banks "The Banks" {
  system dragon-noir
  adventurers barin, konrad, aldus
  board {
    draw \"\"\"
    s s s w . . .
    \"\"\"
    s: start
    w: water
  }
  beach at C1, E1
  ground here at A1..C1 "Here"
  ground there at E1..G1 "There"
  ferry barge "The Barge" from C1 to E1 takes 1
  victory adventurers when all adventurers in there
}
"""


def test_who_waits_at_the_landing_steps_aside_for_the_boat_dn_b30():
    """Three, a boat for two, and banks of three hexes: two over, one back, two over."""
    proof = proven(BANKS).proof
    assert proof.kind == "winnable"
    assert [where for _, where in crossings(proof)] == ["E1", "E1", "C1", "E1", "E1"]


def test_who_goes_along_is_told_to_be_aboard():
    steps = [step.text for step in proven(BANKS).proof.verdict().line if step.kind == "cross"]
    rowing = ["takes the Barge" in text for text in steps]
    assert rowing == [True, False, True, True, False]
    assert all(
        "goes along, aboard the Barge" in t for t, own in zip(steps, rowing, strict=True) if not own
    )


def test_who_goes_along_waits_for_nothing_that_comes_later_dn_b30():
    """Two over in turn 2, one back in turn 3, two over in turn 4: the fall comes behind them."""
    fall = "  event fall when any adventurer at G1 { block C1 }\n  victory"
    proof = proven(BANKS.replace("  victory", fall)).proof
    assert proof.kind == "can-strand"
    assert proof.rounds[1] == 4


CELL = LANE.replace('at A1..D1 "The West"', 'at B1..D1 "The West"\n  ground cell at A1 "The Cell"')


def test_a_boat_that_is_left_behind_is_a_cause_in_plain_words_dn_b30():
    """It is said once, however many go along and in which direction."""
    body = """door grate "The Grate" at A1|B1 barred
  ferry barge "The Barge" from B1 to E1 takes 1
  start at B1 for aldus
  lever winch at F1
  action pull at winch "Pull"
  event rung when pull done {
    open grate
    remove aldus
  }
  event gone when godiva at E1 {
    remove godiva
  }
  victory adventurers when konrad in east"""
    text = CELL.replace("konrad, godiva", "konrad, godiva, aldus")
    proof = proven(text.format(body=body, floor=".", late="", end="F")).proof
    told = [cause.text for cause in proof.why_unwinnable()]
    assert "the Barge stays where somebody has taken it" in told
    assert len({*told}) == len(told)
    assert not any("aboard" in cause or "comes back" in cause for cause in told)


def test_a_boat_on_the_other_shore_is_told_to_lie_there_dn_b33():
    body = """ferry barge "The Barge" from E1 to B1 takes 1
  victory adventurers when konrad in east"""
    told = [cause.text for cause in on_the_lake(body, "konrad").why_unwinnable()]
    assert told == [
        "nobody of the party enters the Water",
        "the East is behind the Barge",
        "“Launch the Barge” can only be done in the East",
    ]


PUNT = """quest punt "The Punt" {{
  system dragon-noir
  adventurers konrad, godiva, aldus
  board {{
    draw \"\"\"
    {drawing}
    \"\"\"
    s: start
    w: water
  }}
  beach at C1, {landing}1
  ferry punt "The Punt" from C1 to {landing}1 takes 1
  victory adventurers when all adventurers at {goal}
}}
"""


@pytest.mark.parametrize(
    ("drawing", "landing", "goal", "turns"),
    [
        ("s s s w . . . . .", "E", "F1..I1", 4),
        ("s s s w . . . . . .", "E", "G1..J1", 4),
        # A corridor of two hexes, and a hall behind it.
        ("s s s w w w . . . . .\n     # # # # # # # . . .", "G", "I1..K1, H2..J2", 4),
    ],
)
def test_who_brings_the_boat_goes_back_along_and_out_of_the_way(drawing, landing, goal, turns):
    """Two over in turn 2, one back in turn 3, and two over in turn 4."""
    proof = proven(PUNT.format(drawing=drawing, landing=landing, goal=goal)).proof
    assert (proof.kind, proof.rounds[1]) == ("winnable", turns)
    assert len(crossings(proof)) == 5


TWO_BOATS = """quest boats "Two Boats" {{
  system dragon-noir
  adventurers konrad, godiva
  board {{
    draw \"\"\"
    {drawing}
    \"\"\"
    w: water
  }}
  start at A1 for konrad
  start at B1 for godiva
  beach at {beaches}
  ferry punt "The Near One" from B1 to D1 takes 1
  {body}
}}
"""
FAR = """ferry skiff "The Far One" from F1 to H1 takes 1
  ground over at H1..J1 "Over"
  victory adventurers when all adventurers in over"""
RING = """action ring at E1 "Ring" for konrad
  victory adventurers when all adventurers at D1..G1 and ring done"""


@pytest.mark.parametrize(
    ("drawing", "beaches", "body", "turns"),
    [
        # Both row, walk and row again, and are there as the third turn begins.
        (". . w . . . w . . .", "B1, D1, F1, H1", FAR, 3),
        # Both row, and he rings in the next turn.
        (". . w . . . .", "B1, D1", RING, 2),
    ],
)
def test_nobody_rows_back_for_whom_there_was_a_seat(drawing, beaches, body, turns):
    text = TWO_BOATS.format(drawing=drawing, beaches=beaches, body=body)
    proof = proven(text).proof
    assert (proof.kind, proof.rounds[1]) == ("winnable", turns)


ROCK = """quest rock "Off the Rock" {
  system dragon-noir
  adventurers konrad, aldus
  board {
    draw \"\"\"
    . . b w w b
    \"\"\"
    w: water
    b: beach
  }
  ground home at A1..C1
  start at A1 for konrad
  start at F1 for aldus
  ferry punt from C1 to F1 takes 1
  victory adventurers when all adventurers in home
}
"""


def test_the_engine_follows_who_stays_aboard_where_another_waits():
    proof = proven(ROCK).proof
    assert (proof.kind, proof.rounds) == ("winnable", (2, 3))


LATE = """quest late "Late" {
  system dragon-noir
  adventurers aldus, godiva
  board {
    draw \"\"\"
    . . . . w .
    \"\"\"
    w: water
  }
  start at B1 for aldus
  start at A1 for godiva
  ground home at A1..D1
  ground over at F1
  beach at D1, F1
  ferry punt from D1 to F1 takes 1 barred
  action winch at B1 "Winch" for aldus
  event when winch done {
    open punt
  }
  victory adventurers when godiva at F1 and winch done
}
"""


def test_a_boat_sets_off_as_one_moves_and_not_after_what_is_done_then_dn_c2():
    """He winches in turn 1, when all have moved; she rows in turn 2, and lands as turn 3 begins."""
    assert proven(LATE).proof.rounds[1] == 3
