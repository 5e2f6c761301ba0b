"""Who takes a crossing with rounds is off the map until it arrives (DN-C39, DN-B30).

A person at the table says what each of these quests comes to. The proof has members at one end or
the other: where that is not enough it says so, and never that the quest is won or lost.
"""

from __future__ import annotations

import pytest

from support.one_text import results

HOLE = '''quest hole "The Hole" {{
  system dragon-noir
  adventurers {party}
  board {{
    draw """
    s t # # . .
    """
    s: start at-first for kerin
    t: start
  }}
  deep-entrance hole at A1
  deep-entrance shaft at E1
  deep-way drain "The Drain" from hole to shaft takes 3
  ground west at A1..B1 "The West"
  ground east at E1..F1 "The East"
  {rest}
}}
'''
WON = "victory adventurers when all adventurers in east"


def judged(rest, party="kerin", text=HOLE):
    (quest,) = results(text.format(rest=rest, party=party)).quests
    assert quest.proof is not None, [finding.message for finding in quest.findings]
    return quest.proof


@pytest.mark.parametrize(
    "rest",
    [
        pytest.param(
            f"{WON}\n  victory foes when no adventurer in west and no adventurer in east",
            id="below, he is on neither side",
        ),
        pytest.param(
            f"{WON}\n  victory foes when no adventurer in west", id="the last leaves before he wins"
        ),
        pytest.param(
            f"event when no adventurer in west {{ end foes }}\n  {WON}", id="the same by an event"
        ),
        pytest.param(
            f"event when no adventurer in west {{ set quiet }}\n  {WON}\n"
            "  victory foes when quiet set",
            id="the same over a flag",
        ),
        pytest.param(
            f"event gone when no adventurer in west {{ set quiet }}\n  {WON}\n"
            "  event when gone happened { end foes }",
            id="the same by two events",
        ),
        pytest.param(
            f"event when no adventurer in west {{ block E1 }}\n  {WON}", id="the way out falls in"
        ),
        pytest.param(
            "item rope at B1\n  event when no adventurer in west { take rope }\n"
            "  victory adventurers when any adventurer in east and any adventurer carries rope",
            id="the rope is lost on the way",
        ),
        pytest.param(
            "event when no adventurer in west { set quiet }\n"
            "  victory adventurers when all adventurers in east and not quiet set",
            id="his own victory is spoilt on the way",
        ),
        pytest.param(
            f"event when not kerin in west {{ remove kerin }}\n  {WON}", id="he is lost on the way"
        ),
        pytest.param(
            f"event when round >= 2 and any adventurer in west {{ block E1 }}\n  {WON}",
            id="whoever is below in turn 2 is not in the west",
        ),
        pytest.param(
            f"event when round >= 2 {{ block A1 }}\n  {WON}", id="below, nothing falls on him"
        ),
    ],
)
def test_what_looks_at_both_ends_is_left_open(rest):
    proof = judged(rest)
    assert proof.kind == "undecided"
    assert proof.unjudged


@pytest.mark.parametrize(
    "rest",
    [
        pytest.param(WON, id="who is where matters to nobody else"),
        pytest.param(f"event when no adventurer in west {{ set quiet }}\n  {WON}", id="a flag"),
        pytest.param(
            f"event when any adventurer in east {{ set heard }}\n  {WON}",
            id="whoever arrives is seen",
        ),
        pytest.param("victory adventurers when no adventurer in west", id="who has left has won"),
        pytest.param(
            "event when any adventurer in east { set heard }\n"
            "  victory adventurers when heard set and all adventurers in west",
            id="there and back",
        ),
    ],
)
def test_what_comes_to_the_same_is_judged(rest):
    assert judged(rest).kind == "winnable"


@pytest.mark.parametrize(
    ("rest", "party"),
    [
        pytest.param("victory adventurers when not kerin in west", "kerin", id="a victory"),
        pytest.param(
            "lever bell at B1\n  action pull at bell when not kerin in west\n"
            "  victory adventurers when pull done",
            "kerin, barin",
            id="an action of somebody else",
        ),
    ],
)
def test_who_sets_out_is_elsewhere_from_that_turn_on_dn_c39(rest, party):
    """It arrives in turn 4; what asks that it is not in the west can be so in turn 1."""
    proof = judged(rest, party)
    assert proof.kind == "winnable"
    assert proof.rounds[0] == 1
    limited = judged(f"{rest}\n  victory foes when round > 2", party)
    assert limited.kind == "undecided"


def test_two_who_go_at_once_are_in_nobodys_way():
    """Both set off in turn 1 and are in the west no more; they come up one after the other."""
    foes = "victory foes when round >= 2 and any adventurer in west"
    proof = judged(f"{WON}\n  {foes}", "kerin, barin")
    assert proof.kind == "undecided"


def test_two_who_change_places_need_no_third_place():
    pocket = HOLE.replace("s t # # . .", "s # # # t #").replace("A1..B1", "A1")
    pocket = pocket.replace("E1..F1", "E1").replace("t: start", "t: start other for barin")
    swap = "victory adventurers when kerin in east and barin in west"
    assert judged(swap, "kerin, barin", pocket).kind == "undecided"


BOAT = '''quest boat "The Boat" {{
  system dragon-noir
  adventurers {party}
  board {{
    draw """
    s s b w w b . .
     . . . w w . . .
    """
    s: start
    w: water
    b: beach
  }}
  ground west at A1..C1, A2..C2 "The West"
  ground lake at D1..E1, D2..E2 "The Lake"
  ground east at F1..H1, F2..H2 "The East"
  ferry barge "The Barge" from C1 to F1 takes 1
  {rest}
  allow unreachable-area because "it is water"
}}
'''


def test_two_aboard_land_together():
    """Nobody is on both sides at once: the foes need not win (DN-B30)."""
    parted = "victory foes when any adventurer in west and any adventurer in east"
    assert judged(f"{WON}\n  {parted}", "konrad, aldus", BOAT).kind == "undecided"
    assert judged(WON, "konrad, aldus", BOAT).kind == "winnable"
