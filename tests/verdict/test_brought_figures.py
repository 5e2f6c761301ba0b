"""Those whom an event brings are beaten before the party goes on, where they have to be."""

from __future__ import annotations

import pytest

from questwright.compiler.model.verdict import VerdictKind
from support.one_text import compiled

QUEST = """
quest ambush "Ambush" {{
  system dungeon-saga-origins
  heroes {heroes}
  marauder ghost
  feats 0
  board {{
    draw \"\"\"
    +-+-+-+-+-+
    |s s .D. z|
    +-+-+-+-+-+
    \"\"\"
    s: start
    D: door d
    z: zombie facing west
  }}
  room b at D1..E1 "B"
  event when {when} {{ spawn {count} zombie {where} }}
  victory heroes when {goal} and round <= {last}
}}
"""


def ambush(**own):
    usual = {"heroes": "orlaf", "when": "b revealed", "count": 3, "where": "in b"}
    return compiled(QUEST.format(**{**usual, **own})).proof


@pytest.mark.parametrize(
    ("own", "rounds"),
    [
        # Nobody searches with an enemy in the room [DSO-B8].
        ({"goal": "b searched"}, (1, 5)),
        ({"goal": "b cleared"}, (1, 4)),
        ({"goal": "all monsters defeated"}, (1, 4)),
        # Two of them are there, and share the fights.
        ({"goal": "all zombies defeated", "where": "near B1", "heroes": "orlaf, rordin"}, (1, 2)),
        # They stand in nobody's way for good, and need not be beaten.
        ({"goal": "orlaf at D1"}, (1, 1)),
        ({"goal": "b searched", "where": "near A1"}, (1, 2)),
    ],
)
def test_they_take_rounds_where_they_have_to_be_beaten(own, rounds):
    low, high = rounds
    assert ambush(**own, last=high).rounds == rounds
    assert ambush(**own, last=high).kind is VerdictKind.WINNABLE
    if high > low:
        assert ambush(**own, last=high - 1).kind is VerdictKind.UNDECIDED


def test_the_line_and_the_verdict_say_so():
    verdict = ambush(goal="b searched", last=9).verdict()
    beaten = "Orlaf walks to D1 in the B, and the party beats 3 Zombies"
    assert beaten in [step.text for step in verdict.line]
    assert any(text.startswith("figures that an event brings") for text in verdict.assumptions)


ROOM = """
quest crypt "Crypt" {{
  system dungeon-saga-origins
  heroes orlaf
  marauder ghost
  feats 0
  board {{
    draw \"\"\"
    +-+-+-+-+
    |s . .|.|
    +-+-+-+-+
    \"\"\"
    s: start
  }}
  room a at A1..C1 "A"
  secret hole "Hole" at C1|D1
  {comes}
  victory heroes when {goal} and round <= {last}
}}
"""
TABLE = 'table t with d6 { 1..6 "Row" { spawn 2 zombie in a } }'
EVENT = "event when round >= 1 { spawn 2 zombie in a }"


@pytest.mark.parametrize("comes", [TABLE, EVENT])
@pytest.mark.parametrize(("goal", "soonest"), [("hole found", 1), ("a searched", 2)])
def test_those_whom_a_table_brings_are_there_when_play_begins(comes, goal, soonest):
    """Nobody searches or explores with an enemy in the room [DSO-B8]."""

    def kind(last):
        return compiled(ROOM.format(comes=comes, goal=goal, last=last)).proof.kind

    assert kind(soonest) is kind(soonest + 1) is VerdictKind.UNDECIDED
    assert kind(soonest + 2) is VerdictKind.WINNABLE


def test_nobody_beats_those_who_stand_behind_a_locked_door():
    """They come in round 1 and the key in round 4: they are beaten from then on."""
    text = QUEST.format(
        heroes="orlaf",
        when="round >= 1",
        count=3,
        where="in b",
        goal="all zombies defeated",
        last=9,
    )
    text = text.replace("D: door d", "D: door d locked by k")
    key = 'item k "Key"\n  event when round >= 4 { give k to orlaf }\n  victory heroes'
    proof = compiled(text.replace("victory heroes", key)).proof
    assert proof.kind is VerdictKind.WINNABLE
    assert proof.rounds == (4, 7)


BEHIND = """
quest drum "Drum" {{
  system dungeon-saga-origins
  heroes orlaf
  marauder ghost
  feats 0
  board {{
    draw \"\"\"
    +-+-+-+-+-+-+
    |s . .D. . .|
    + + + + + + +
    |s s .|. . .|
    +-+-+-+-+-+-+
    \"\"\"
    s: start
    D: door d {shut}
  }}
  room a at A1..C2 "A"
  room b at D1..F2 "B"
  event drum when orlaf at B1 {{ spawn 2 zombie in {where} }}
  victory heroes when drum happened and all monsters defeated
}}
"""


@pytest.mark.parametrize(
    ("shut", "where", "kind"),
    [
        ("", "b", VerdictKind.WINNABLE),
        ("barred", "a", VerdictKind.WINNABLE),
        # Nobody gets at them, nor they at anybody.
        ("barred", "b", VerdictKind.UNWINNABLE),
    ],
)
def test_nobody_beats_those_who_come_where_nobody_gets(shut, where, kind):
    text = BEHIND.format(shut=shut, where=where)
    assert compiled(text).proof.kind is kind


def test_those_behind_a_door_have_to_be_gone_to():
    """Without the event the party need not open the door; with it somebody does."""
    verdict = compiled(BEHIND.format(shut="", where="b")).proof.verdict()
    assert "Orlaf: Open the D" in [step.text for step in verdict.line]


AMBUSH = """
quest ambush "Ambush" {{
  system dungeon-saga-origins
  heroes orlaf, madriga
  marauder zombie
  board {{
    draw \"\"\"
    +-+-+-+-+-+-+-+-+
    |s . .D. .E. . .|
    + + + + + + + + +
    |s . .|. .|. . .|
    +-+-+-+-+-+-+-+-+
    \"\"\"
    s: start
    D: door d1 "D1"
    E: door d2 "D2"
  }}
  room a at A1..C2 "A"
  room b at D1..E2 "B"
  room c at F1..H2 "C"
  zombie z at D1 facing west
  event when b revealed {{ spawn zombie at {where} }}
  victory heroes when all monsters defeated
  victory overlord when round > 3
}}
"""


@pytest.mark.parametrize("where", ["D2", "F1", "H2", "A2"])
def test_somebody_goes_to_those_who_lie_in_ambush(where):
    """The door shows them; whoever has opened it need not go in to beat the first."""
    proof = compiled(AMBUSH.format(where=where)).proof
    assert proof.kind is VerdictKind.WINNABLE
    assert proof.rounds is not None
    assert "the party beats a Zombie" in " ".join(step.text for step in proof.verdict().line)


GRATE = """
quest grate "The Grate" {
  system dungeon-saga-origins
  heroes orlaf, madriga
  marauder zombie
  board {
    draw \"\"\"
    +-+-+-+-+-+-+-+-+
    |s . .D. .E. . .|
    + + + + + + + + +
    |s . v|. .|. . .|
    +-+-+-+-+-+-+-+-+
    \"\"\"
    s: start
    v: lever crank
    D: door d1
    E: door d2 barred
  }
  room a at A1..C2
  room b at D1..E2
  room c at F1..H2
  action turn at crank takes 2
  event whenever round = 2..4 { spawn zombie at D1 }
  event when turn done { open d2 }
  victory heroes when all monsters defeated and any hero in c and round >= 4
  victory overlord when round > 12
}
"""


def test_those_who_come_in_each_round_spoil_no_line_that_goes_to_them():
    """Nobody wins before round 4, and by then somebody has been where they come."""
    proof = compiled(GRATE).proof
    assert proof.kind is VerdictKind.WINNABLE
    assert proof.rounds is not None
    assert proof.rounds[0] == 4


CUT_OFF = """
quest cut-off "Cut Off" {{
  system dungeon-saga-origins
  heroes {heroes}
  marauder zombie
  board {{
    draw \"\"\"
    +-+-+-+-+-+-+-+-+
    |s . .D. .E. . .|
    + + + + + + + + +
    |s . .|. .|. . .|
    +-+-+-+-+-+-+-+-+
    \"\"\"
    s: start
    D: door d1
    E: door d2
  }}
  room a at A1..C2 "A"
  room b at D1..E2 "B"
  room c at F1..H2 "C"
  zombie z at H1 facing west
  event when any hero in {near} {{
    block {falls}
    spawn zombie at {where}
  }}
  victory heroes when all monsters defeated
}}
"""


@pytest.mark.parametrize(
    ("own", "kind"),
    [
        # He has to leave A, and C1 is the only way back to it.
        ({"heroes": "orlaf", "near": "b", "falls": "C1", "where": "A2"}, VerdictKind.UNWINNABLE),
        # One of two may wait there.
        (
            {"heroes": "orlaf, madriga", "near": "c", "falls": "C1", "where": "A2"},
            VerdictKind.CAN_STRAND,
        ),
        # He is in C when they come to it, and beats them there.
        ({"heroes": "orlaf", "near": "c", "falls": "D1, D2", "where": "H2"}, VerdictKind.WINNABLE),
        # Those outside are out of reach.
        (
            {"heroes": "orlaf", "near": "c", "falls": "F1, F2", "where": "D2"},
            VerdictKind.UNWINNABLE,
        ),
    ],
)
def test_who_is_cut_off_from_figures_as_they_come_does_not_beat_them(own, kind):
    assert compiled(CUT_OFF.format(**own)).proof.kind is kind


def test_the_cause_is_what_brings_them_there():
    own = {"heroes": "orlaf", "near": "b", "falls": "C1", "where": "A2"}
    causes = compiled(CUT_OFF.format(**own)).proof.why_unwinnable()
    assert any("brings figures to the A" in cause.text for cause in causes)
