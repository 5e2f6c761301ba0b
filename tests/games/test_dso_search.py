"""Quests of Dungeon Saga Origins: where somebody explores, and where an enemy is too near."""

from __future__ import annotations

import pytest

from support.one_text import compiled

QUEST = """quest search "Search" {{
  system dungeon-saga-origins
  marauder zombie
  heroes orlaf
  board {{
    draw \"\"\"
    {rows}
    \"\"\"
    s: start
    z: zombie guard facing west
  }}
  {body}
  event when round >= 1 {{ change guard armour 5, damage-target 50 }}
  victory heroes when {asked}
}}
"""
BESIDE = ("+-+-+-+", "|s z .|", "+ +-+-+", "|.|# #|", "+-+-+-+")
APART = ("+-+-+-+", "|z . .|", "+-+-+ +", "|# #|s|", "+-+-+-+")
WALLED = ("+-+-+-+", "|s|z .|", "+ +-+-+", "|.|# #|", "+-+-+-+")


def kind(rows, body, asked):
    made = compiled(QUEST.format(rows="\n    ".join(rows), body=body, asked=asked))
    return str(made.proof.kind)


@pytest.mark.parametrize(
    ("rows", "areas", "expected"),
    [
        pytest.param(BESIDE, ("A1..A2", "B1..C1"), "unwinnable", id="beside an enemy"),
        pytest.param(APART, ("B1..C1, C2", "A1"), "winnable", id="two squares off"),
        pytest.param(WALLED, ("A1..A2", "B1..C1"), "winnable", id="behind a wall"),
    ],
)
def test_nobody_explores_beside_an_enemy_dso_b8_dso_c38(rows, areas, expected):
    """In another area, too: A2 and C2 lie round the corner, and still beside the Zombie of B1."""
    body = f"corridor fore at {areas[0]}\n  corridor rear at {areas[1]}"
    assert kind(rows, body, "fore searched") == expected


def test_a_passage_is_not_found_beside_an_enemy_dso_b8():
    rows = ("+-+-+-+", "|s z .|", "+-+-+-+", "|. .|#|", "+-+-+-+")
    body = (
        "secret panel at A1|A2\n  corridor fore at A1\n  corridor rear at B1..C1\n"
        "  room vault at A2..B2"
    )
    assert kind(rows, body, "any hero in vault") == "unwinnable"


@pytest.mark.parametrize(
    ("door", "expected"), [("", "can-strand"), (" open", "unwinnable")], ids=["shut", "open"]
)
def test_an_enemy_behind_a_door_is_beside_once_it_is_open_dso_b8(door, expected):
    """Whoever opens it before the room is explored lets in what nobody beats."""
    rows = ("+-+-+-+", "|s|z .|", "+-+-+-+")
    body = f"door way at A1|B1{door}\n  room fore at A1\n  room rear at B1..C1"
    assert kind(rows, body, "fore searched") == expected
