"""Quests of Dragon Noir: riders, whom the proof leaves in the saddle."""

from __future__ import annotations

import pytest

from support.noir_quests import kind_of, quest
from support.one_text import results

MEADOW = "s s . . . t .\n . . . . . . .\n. . . . . . ."
CUP = 'item cup "Cup" at F1'
TOLD = "whether it helps that Mounted Aldus dismounts: the proof leaves everybody as they begin"


def meadow(who, ground="tree", settings="profile exile", body=CUP, won="cup taken"):
    return quest(MEADOW, f"t: {ground}", body, who, settings, won)


def test_who_might_win_by_dismounting_leaves_a_quest_undecided_dn_c56_dn_b10():
    text = meadow("aldus-mounted")
    assert kind_of(text) == "undecided"
    (one,) = results(text).quests
    assert [cause.text for cause in one.proof.unjudged] == [TOLD]


@pytest.mark.parametrize(
    ("who", "ground", "settings", "verdict"),
    [
        # Somebody else is on foot.
        ("aldus-mounted, laberne", "tree", "profile exile", "winnable"),
        # Nobody enters it on foot either, or jumps over it.
        ("aldus", "crevasse", "profile exile", "unwinnable"),
        # A rider needs nobody's help there.
        ("aldus-mounted", "scrub", "profile exile", "winnable"),
        # On foot nobody is quicker than on horseback.
        ("aldus", "tree", "turns 1", "winnable"),
    ],
)
def test_dismounting_is_no_excuse_for_anything_else_dn_c56(who, ground, settings, verdict):
    assert kind_of(meadow(who, ground, settings)) == verdict


@pytest.mark.parametrize(("ground", "title"), [("crevasse", "Crevasse"), ("water", "Water")])
def test_a_rider_may_jump_over_ground_dn_c57(ground, title):
    (one,) = results(meadow("aldus-mounted", ground)).quests
    told = f"whether it helps that Mounted Aldus jumps over {title}: the proof jumps over no ground"
    assert [cause.text for cause in one.proof.unjudged] == [told]


@pytest.mark.parametrize(("way", "verdict"), [("", "winnable"), (" from west", "can-strand")])
def test_a_rider_goes_through_a_gate_that_opens_one_way(way, verdict):
    """The horse stands on both sides of it for a while, and does not come back."""
    body = f"""castle-door gate "Gate" at D1|E1 open{way}
  ground west "West" at A1..D1
  ground east "East" at E1..G1
  item horn "Horn" at D1"""
    text = quest("s s . . . . .", "", body, "aldus-mounted", "profile exile", "horn taken")
    assert kind_of(text.replace("horn taken", "horn taken and aldus-mounted in west")) == verdict


def test_a_rider_who_is_too_late_is_no_sooner_on_foot_dn_c56():
    text = quest(
        "s s " + ". " * 40,
        "",
        "",
        "aldus-mounted",
        "turns 1\n  profile exile",
        "any adventurer at AM1",
    )
    assert kind_of(text) == "unwinnable"


@pytest.mark.parametrize(
    ("drawing", "won", "verdict"),
    [
        # The horse has nowhere to be but on A1 and B1.
        ("k k . g # # #", "konrad-mounted at A1 and godiva at B1", "undecided"),
        ("k k . g . . .", "konrad-mounted at C1 and godiva at E1", "winnable"),
    ],
)
def test_nobody_stands_on_the_other_hex_of_a_rider_dn_c34(drawing, won, verdict):
    legend = "k: start for konrad-mounted\n    g: start for godiva"
    text = quest(drawing, legend, "", "konrad-mounted, godiva", "profile exile", won)
    (one,) = results(text.replace("    s: start\n", "")).quests
    assert str(one.proof.kind) == verdict
    told = "whether the others find room beside Mounted Konrad where the line ends"
    assert [cause.text for cause in one.proof.unjudged] == ([told] if verdict != "winnable" else [])
