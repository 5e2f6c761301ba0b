"""What is lost by the party's own doing, and what by time alone: a way to lose is the former."""

from __future__ import annotations

import pytest

from oracle.witness import judge
from oracle.witness_run import FAMILIES
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.verdict.decide.own_doing import may_lose
from questwright.compiler.verdict.translate.translate import translation
from support.more import amount
from support.one_text import results
from support.small import small

CAP = 300
ROOM = """
    +-+-+-+
    |. . .|
    +-+-+-+"""


@pytest.mark.parametrize(
    ("lost", "expected"),
    [
        ("round >= 4", False),
        ("round >= 4 and lamp not taken", False),
        ("round >= 4 and lamp taken", True),
        ("fall happened", False),
        ("lamp taken", True),
        ("any hero at C1", True),
    ],
)
def test_time_alone_is_nobody_s_doing(lost, expected):
    made = small(
        ROOM,
        f"""
        start at A1, B1
        room hall at A1..C1
        item lamp at C1
        action ring at A1
        event fall when round >= 3 {{
          block B1
        }}
        victory heroes when ring done
        victory overlord when {lost}
        """,
        "orlaf, rordin",
    )
    assert may_lose(translation(made.quest, made.system).task) is expected


@pytest.mark.parametrize("family", FAMILIES)
def test_where_nobody_may_lose_the_second_player_never_does(family):
    for seed in range(amount(6, 60)):
        made = FAMILIES[family](seed)
        played = judge(made.quest, made.system, CAP)
        assert not played.can_lose or may_lose(translation(made.quest, made.system).task)


COOK = """quest wake "The Wake" {
  system dungeon-saga-origins
  heroes orlaf, rordin, madriga, danor
  marauder zombie
  board {
    draw \"\"\"
    +-+-+-+-+-+-+-+-+-+-+-+
    |s s . .|. .|. . . .C.|
    + + + + + + + + + + + +
    |s s . .A. .B. . . .|t|
    +-+-+-+-+-+F+-+-+H+-+-+
    |. . . .|. .|. . . .|
    + + + + + + + + + + +
    |. . . .I. z|. . . .|
    +-+-+-+-+-+-+-+-+-+-+
    \"\"\"
    s: start
    A: door door-a "The Parlour Door" locked by small-key spent
    B: door door-b "The Library Door" locked by small-key spent
    C: door door-c "The Chapel Door" locked by iron-key
    F: door door-f "The Serving Hatch" from parlour
    H: door door-h "The Coal Chute" from library
    I: door door-i "The Larder Door" locked by small-key spent
    z: skeleton-warrior cook "The Cook" facing west
    t: goal coffin "The Coffin"
  }
  room parlour at E1..F2 "The Parlour"
  room library at G1..J2 "The Library"
  item 4 small-key "Small Key" at C1, D1, C2, D2
  item iron-key "The Iron Key" held by cook
  victory heroes when any hero at coffin
  victory overlord "Murder" when cook defeated
}
"""


def test_what_loses_at_once_brings_nothing_of_any_use():
    """Whoever beats the Cook has lost: so nobody ever has the Iron Key."""
    (quest,) = results(COOK).quests
    assert quest.proof.kind is VerdictKind.UNWINNABLE
    assert [cause.text for cause in quest.proof.why_unwinnable()] == [
        "another side, the overlord, wins first",
        "the Chapel Door needs the Iron Key",
    ]


def test_what_is_asked_for_as_it_loses_is_of_use():
    """The same deed wins where the party's own victory asks for it, and stands first."""
    text = COOK.replace("when any hero at coffin", "when cook defeated")
    (quest,) = results(text).quests
    # One may still lock oneself out of the way to it.
    assert quest.proof.kind is VerdictKind.CAN_STRAND
