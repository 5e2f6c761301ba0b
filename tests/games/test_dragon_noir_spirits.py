"""Quests of Dragon Noir: spirits, which attacks only drive back, against the Adventurers."""

from __future__ import annotations

import pytest

from oracle import brute
from oracle.replays import published
from questwright.engine.deeds import Step, StepKind
from questwright.engine.load import load_quest
from questwright.engine.replay import replay
from support.noir_quests import NOIR, found_in, kind_of, quest, reasons_of
from support.one_text import results

HALL = "s s . . .\n . . . . ."
"""Wide enough to walk past a figure."""
GATE = "s s . g . .\n # # # # . ."
"""A lane that a figure stands in, with a cavern beyond."""
BANK = "s s . g w ."
"""The same with water beyond."""
GOAL = "any adventurer at F1"


def spirit(drawing, won, kind="living-dead", *, who="konrad", special="", body=""):
    legend = f'g: {kind} watcher "The Watcher" facing west{special}\n    w: water'
    asked = quest(drawing, legend, body, who, "profile exile\n  foes spirit, lucifer", won)
    return asked.replace("    w: water\n", "") if "w" not in drawing else asked


@pytest.mark.parametrize("kind", ["gargoyle", "living-dead"])
def test_what_would_beat_a_spirit_makes_it_retreat_dn_c65(kind):
    """Konrad attacks with 20: a gargoyle defends with 6, and one of the dead with 9."""
    text = spirit(GATE, "watcher defeated", kind)
    assert "unwinnable" in found_in(text)
    assert "never beaten: attacks only drive it back" in reasons_of(text, "unwinnable")
    assert kind_of(text.replace(kind, "krob-hunter").replace("krob-", "")) == "winnable"


def test_a_spirit_in_nobodys_way_is_left_standing_dn_c65():
    text = spirit(HALL.replace(". .\n", "g .\n", 1), "any adventurer at E1")
    assert kind_of(text) == "winnable"
    (one,) = results(text).quests
    assert not [step for step in one.proof.verdict().line if step.kind == "defeat"]


def test_a_spirit_that_has_room_behind_it_may_be_driven_out_of_a_lane_dn_c50():
    """Where it goes is for its owner to say [DN-E14], and it comes back."""
    text = spirit(GATE, GOAL)
    assert kind_of(text) == "undecided"
    assert "whether it helps to drive back the Watcher" in reasons_of(text, "undecided")
    # Jon has 4, and less than 1-1 is no attack [DN-C43].
    assert kind_of(spirit(GATE, GOAL, who="jon")) == "unwinnable"


@pytest.mark.parametrize(
    ("drawing", "kind", "special", "who", "verdict"),
    [
        (BANK, "living-dead", "", "aldus", "unwinnable"),
        (BANK, "gargoyle", "", "laberne", "undecided"),
        (GATE, "gargoyle", " with rooted", "konrad", "unwinnable"),
        ("s s . g . .", "living-dead", "", "konrad", "undecided"),
    ],
)
def test_a_spirit_without_room_stays_where_it_is_dn_c50(drawing, kind, special, who, verdict):
    """The dead never enter water, gargoyles fly over it; and what is rooted stays for good."""
    assert kind_of(spirit(drawing, GOAL, kind, special=special, who=who)) == verdict


def test_who_strands_behind_a_spirit_may_be_helped_by_driving_it_back_dn_c50():
    """Whoever steps into the nook has the Watcher stand in the lane."""
    nook = "s . . . . . g\n . # # # # # #"
    text = spirit(nook, GOAL, body="event when any adventurer at A2 { raise watcher at D1 }")
    assert kind_of(text) == "undecided"
    assert kind_of(text.replace("west", "west with rooted")) == "can-strand"


@pytest.mark.parametrize("won", ["watcher defeated", GOAL])
def test_a_player_without_wits_never_beats_a_spirit_dn_c65(won):
    (one,) = results(spirit(BANK, won, who="laberne")).quests
    assert not brute.play(one.quest, one.system).can_win


def test_the_engine_refuses_that_a_spirit_is_beaten_dn_c65():
    _, document = published(spirit(HALL.replace(". .\n", "g .\n", 1), "watcher defeated"))
    steps = (
        Step(StepKind.BEGIN, who="konrad", path=("A1",)),
        Step(StepKind.WALK, who="konrad", path=("B1", "C1")),
        Step(StepKind.DEFEAT, "watcher", who="konrad"),
    )
    done = replay(load_quest(document), steps)
    assert not done.accepted
    assert "never beaten" in done.reason


def test_the_pack_says_whom_attacks_drive_back_dn_c24():
    assert NOIR.fights.driven_back == ("spirit",)
    assert "spirit" not in NOIR.fights.falls


@pytest.mark.parametrize(
    ("won", "verdict"), [("all foes defeated", "undecided"), (GOAL, "winnable")]
)
def test_a_spirit_that_comes_later_is_not_beaten_either_dn_c65(won, verdict):
    body = "event when any adventurer at C1 { spawn gargoyle at E1 facing west }"
    assert kind_of(spirit("s s . . . .\n . . . . g .", won, "lucifer", body=body)) == verdict
