"""Who of the party can be missing: what is asked of all is asked of those who play."""

from __future__ import annotations

import pytest

from support.one_text import compiled

QUEST = """
quest two "Two" {{
  system dungeon-saga-origins
  heroes {heroes}
  marauder zombie
  feats 0
  board {{
    draw \"\"\"
    {rows}
    \"\"\"
    s: start
    {legend}
  }}
  {body}
}}
"""
ROOM = "+-+-+-+\n    |s s s|\n    +-+-+-+"
KEYS = 'item 3 key "Key" at A1, B1, C1\n  group duo of orlaf, madriga\n  '
THREE = "orlaf, madriga, danor"


def two(body, heroes=THREE, rows=ROOM, legend=""):
    return compiled(QUEST.format(heroes=heroes, rows=rows, legend=legend, body=body)).proof


@pytest.mark.parametrize(
    ("won", "losing"),
    [
        ("victory heroes when all heroes carry key", []),
        ("event when all heroes carry key { end heroes }", []),
        # Nothing is true of all of nobody.
        ("victory heroes when all duo carry key", [("Danor",)]),
        ("victory heroes when 2 heroes carry key", [("Orlaf",), ("Madriga",), ("Danor",)]),
    ],
)
def test_what_all_carry_is_asked_of_those_who_play(won, losing):
    assert two(KEYS + won).losing_parties() == losing


def test_nobody_is_relied_on_to_carry_what_all_do():
    assert not two(KEYS + "victory heroes when all heroes carry key").verdict().relies


PIT = "action pit at B1\n  event when pit done { remove madriga }\n  "
GEM = 'item gem "Gem" at A1\n  '


def test_of_the_only_one_each_is_the_last_who_plays_alone():
    """Madriga can be lost and Orlaf cannot: either of them wins alone, and both together."""
    proof = two(f"{GEM}{PIT}victory heroes when all heroes carry gem", heroes="orlaf, madriga")
    assert proof.losing_parties() == []
    assert not proof.verdict().relies


def test_of_a_group_the_last_has_to_carry_it_and_nobody_else():
    group = "group duo of orlaf, madriga\n  "
    away = "event when any hero at C1 { remove madriga }\n  "
    won = "event when all duo carry gem { end heroes }"
    lost = "event when gem taken { remove orlaf }\n  "
    assert two(f"{GEM}{group}{away}{won}").kind.value == "winnable"
    assert two(f"{GEM}{group}{away}{lost}{won}").kind.value == "unwinnable"


HALL = "+-+-+-+-+-+-+-+-+-+-+-+-+-+\n    |s . . . . . . . . . . . .|"
HALL += "\n    + + + + + + + + + + + + + +"
HALL += "\n    |s . . . . . . . . . . . .|\n    +-+-+-+-+-+-+-+-+-+-+-+-+-+"


@pytest.mark.parametrize(
    ("won", "limit", "losing"),
    [
        # Rordin moves 5 squares in a round, Madriga 6.
        ("any hero at M1", "round > 2", [("Rordin",)]),
        ("any hero at M1", "round > 3", []),
        ("all heroes at M1..M2", "round > 3", []),
        # One alone has one action in a round.
        ("one done and two done", "round > 1", [("Rordin",), ("Madriga",)]),
        ("one done and two done", "round > 2", []),
    ],
)
def test_a_smaller_party_may_take_more_rounds_than_there_are(won, limit, losing):
    levers = 'action one "One" at A1\n  action two "Two" at A1\n  '
    body = f"{levers}victory heroes when {won}\n  victory overlord when {limit}"
    assert two(body, "rordin, madriga", HALL).losing_parties() == losing


def test_what_only_comes_about_where_fewer_play_is_looked_at():
    """Danor holds the hatch open by standing where he begins: he cannot leave it."""
    rows = "+-+-+-+\n    |.|. .|\n    +-+-+-+"
    body = """start at A1 for danor
  start at B1 for orlaf
  room nook at A1
  room hall at B1, C1
  action pull at C1
  event whenever no hero at A1 { block C1 }
  victory heroes when pull done"""
    text = QUEST.format(heroes="orlaf, danor", rows=rows, legend="", body=body)
    assert compiled(text.replace("s: start\n", "")).proof.losing_parties() == [
        ("Orlaf",),
        ("Danor",),
    ]
