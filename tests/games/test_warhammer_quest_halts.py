"""Quests of Warhammer Quest: where a move and a turn come to an end [WHQ-C17, WHQ-E4, WHQ-E5]."""

from __future__ import annotations

import pytest

from support.one_text import compiled

QUEST = """quest halt "Halt" {{
  system warhammer-quest
  warriors {who}
  board {{
    draw \"\"\"
    {rows}
    \"\"\"
    s: start
    {legend}
  }}
  {body}
  victory warriors when {asked}
}}
"""
ROW = "+{}+\n    |{}|\n    +{}+"


def rounds(squares, body, asked, who="elf"):
    edge = "+".join("-" * len(squares))
    rows = ROW.format(edge, " ".join(squares), edge)
    legend = "z: cellar-rat rat" if "z" in squares else ""
    made = compiled(QUEST.format(who=who, rows=rows, legend=legend, body=body, asked=asked))
    assert made.proof.kind == "winnable"
    return made.proof.rounds


TWO = "room one at A1..C1\n  room two at D1..E1"
GATE = "portcullis gate at C1|D1 open"


@pytest.mark.parametrize(
    ("squares", "body", "asked", "expected"),
    [
        pytest.param("s....", "room one at A1..E1", "elf at E1", (1, 1), id="no doorway"),
        pytest.param(".s...", f"{GATE}\n  {TWO}", "elf at E1", (2, 2), id="stops before it"),
        pytest.param("..s..", f"{GATE}\n  {TWO}", "elf at E1", (1, 1), id="begins before it"),
        pytest.param(
            "s.....",
            "portcullis g at B1|C1 open\n  portcullis h at D1|E1 open\n"
            "  room one at A1..B1\n  room two at C1..D1\n  room three at E1..F1",
            "elf at F1",
            (3, 3),
            id="three sections in a row",
        ),
    ],
)
def test_whoever_comes_next_to_a_doorway_stops_there(squares, body, asked, expected):
    """An Elf moves four squares, and walks on from a doorway that it has come through."""
    assert rounds(squares, body, asked) == expected


@pytest.mark.parametrize(
    ("squares", "expected"),
    [
        pytest.param("..s.z", (2, 2), id="for the first time"),
        pytest.param("...z..s", (1, 1), id="where one begins"),
    ],
)
def test_a_turn_ends_with_the_move_into_a_new_section(squares, expected):
    """Nobody attacks in it. A Dwarf has no bow to shoot with from where he stands."""
    last = "ABCDEFG"[len(squares) - 1]
    body = f"{GATE}\n  room one at A1..C1\n  room two at D1..{last}1"
    assert rounds(squares, body, "rat defeated", who="dwarf") == expected
