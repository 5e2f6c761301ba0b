"""Quests of Dragon Noir: whom no roll hurts, and whom the best roll hurts only now and then."""

from __future__ import annotations

import pytest

from support.noir_quests import kind_of, quest, reasons_of
from support.one_text import results

YARD = "s s s . .\n . . . . .\n. . g . .\n . . . . ."
"""Wide enough that nobody is driven into a corner."""
NOOK = "s s . g\n . . # #"
"""A Krob with its back to a wall."""
LANE = "s s . g . ."


def fight(drawing, who, foe="warrior", *, won="guard defeated", settings=""):
    legend = f'g: {foe} guard "The Guard" facing west'
    return quest(drawing, legend, "", who, settings, won)


@pytest.mark.parametrize(
    ("who", "foe", "verdict"),
    [
        # 10 on 8 is 1-1, and a die on which an armoured Guard adds one drives it back at most.
        ("aldus", "warrior", "undecided"),
        # 20 on 8 is 2-1: it would be stunned, and no Krob ever is.
        ("konrad", "warrior", "undecided"),
        # 34 on 8 is 4-1, and a column for two.
        ("konrad, godiva", "warrior", "winnable"),
        # 6 is no attack on 8.
        ("simon", "warrior", "unwinnable"),
        # 10 on 3 is 3-1: a wound.
        ("aldus", "hunter", "winnable"),
        ("zacharie", "hunter", "undecided"),
    ],
)
def test_who_is_only_driven_back_is_not_beaten_dn_c47_dn_c76(who, foe, verdict):
    text = fight(YARD, who, foe)
    assert kind_of(text) == verdict
    is_told = "whether it helps to drive back the Guard" in reasons_of(text, "undecided")
    assert is_told == (verdict == "undecided")


def test_who_has_no_room_to_retreat_is_wounded_dn_c50():
    assert kind_of(fight(NOOK, "aldus")) == "winnable"
    (one,) = results(fight(NOOK, "aldus")).quests
    # A wound in the first turn, and the second one in the next.
    assert one.proof.verdict().rounds == (2, 2)
    assert kind_of(fight(NOOK, "simon")) == "unwinnable"


def test_a_lane_behind_a_guard_who_is_only_driven_back_is_undecided_dn_c50():
    assert kind_of(fight(LANE, "aldus", won="aldus at F1")) == "undecided"
    assert kind_of(fight(LANE, "aldus", "hunter", won="aldus at F1")) == "winnable"


@pytest.mark.parametrize(
    ("who", "rounds"),
    [
        # 5-1 is a wound at best; 34 on 5 is then 6-1 and a column, and kills.
        ("konrad, godiva", (2, 2)),
        # 42 on 8 is 5-1 and a column: killed.
        ("konrad, gnurr", (1, 1)),
    ],
)
def test_turns_of_a_fight_are_as_many_as_attacks_at_the_best_roll_dn_c43_dn_c49(who, rounds):
    text = fight(YARD, who)
    (one,) = results(text).quests
    assert one.proof.verdict().rounds == rounds
    hurried = text.replace("board {", "turns 1\n  board {", 1)
    assert kind_of(hurried) == ("winnable" if rounds[1] == 1 else "unwinnable")


def test_whoever_stands_better_attacks_in_a_better_column_dn_c44():
    """From the paving 34 on 8 is 4-1, and a column for two and one for the ground: killed."""
    paved = YARD.replace(" . . . . .\n. . g", " . p p . .\n. . g")
    text = fight(paved, "konrad, godiva").replace("s: start", "s: start\n    p: paved")
    (one,) = results(text).quests
    assert one.proof.verdict().rounds == (1, 1)


@pytest.mark.parametrize("who", ["konrad", "konrad, godiva"])
def test_who_has_no_room_beside_it_does_not_keep_another_from_driving_it_back_dn_c50(who):
    """Together they would beat it, and only one of them stands beside it."""
    body = 'warrior ww at C1 facing west\n  item horn "Horn" at E1'
    text = quest("s s . . .\n # # . . .", "", body, who, won="horn taken")
    assert kind_of(text) == "undecided"


@pytest.mark.parametrize("behind", ["w: water", "w: crevasse"])
def test_ground_that_it_never_enters_is_no_room_to_be_driven_back_to_dn_c50(behind):
    body = "warrior ww at C1 facing west"
    text = quest("s . . w", behind, body, won="ww defeated")
    assert kind_of(text) == "winnable"


def test_what_a_shot_may_win_is_no_dead_end_for_sure_dn_c13():
    """Whoever shuts the gate shuts Konrad out; Laberne stands at the bars, with a longbow."""
    body = """bars at B1|C1
  ground a "A" at A1..B1
  ground b "B" at C1..D1
  ground c "C" at E1
  door gate "Gate" at D1|E1 open barred
  hunter gg at C1 facing west
  token t "T" at A1
  action shut at t "Shut"
  event when shut done { close gate }"""
    legend = "l: start for laberne\n    k: start for konrad"
    drawing = "l . . . k\n # # # #"
    text = quest(drawing, legend, body, "laberne, konrad", won="gg defeated")
    assert kind_of(text.replace("    s: start\n", "")) == "undecided"


@pytest.mark.parametrize(
    ("drawing", "verdict"),
    [
        # E3 is before its head: only its other parts are fought from there, of which the proof
        # follows none.
        (
            "# # # # # # # # #\n # # # # # . # # #\ns s . . . . . . #\n # # # # # . # # #",
            "undecided",
        ),
        # The body is attacked from the hexes at the tail, G2 and G4.
        ("s s . . . . . . .\n . . . . . . . .\n. . . . . . . .\n . . . . . . . .", "winnable"),
    ],
)
def test_the_body_of_the_black_dragon_is_attacked_from_beside_its_tail_dn_c78(drawing, verdict):
    body = "black-dragon drake at G3 facing west"
    text = quest(drawing, "", body, "konrad-mounted", "profile exile", "drake defeated")
    assert kind_of(text) == verdict
    (one,) = results(text).quests
    told = ["whether it helps to attack other parts of the Drake first"]
    assert [cause.text for cause in one.proof.unjudged] == told[: verdict == "undecided"]
