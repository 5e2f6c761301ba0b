"""A quest that can be won in several ways is won in time if one of them is quick enough."""

from __future__ import annotations

import pytest

from support.one_text import compiled

QUEST = '''quest several-ways "Several Ways" {{
  system dungeon-saga-origins
  heroes rordin, madriga
  marauder zombie
  feats 0
  board {{
    draw """
    +-+-+-+-+-+-+-+-+-+-+-+-+-+
    |s . . . . . . . . . . . .|
    + + + + + + + + + + + + + +
    |s . . . . . . . . . . . .|
    +-+-+-+-+-+-+-+-+-+-+-+-+-+
    """
    s: start
  }}
  lever bell at G1
  action ring at bell
  {won}
  victory overlord when round > {last}
}}
'''
WON = {
    "any of them": "victory heroes when any hero at M1",
    "one or the other": "victory heroes when rordin at M1 or madriga at M1",
    "a victory each": "victory heroes when rordin at M1\n  victory heroes when madriga at M1",
    "among others": "victory heroes when ring done and (rordin at M1 or madriga at M1)",
}


@pytest.mark.parametrize("won", WON.values(), ids=WON)
def test_the_way_that_is_quick_enough_is_shown(won):
    """The Elf walks twelve squares in two rounds, and the Dwarf does not."""
    proof = compiled(QUEST.format(won=won, last=2)).proof.verdict()
    assert proof.kind == "winnable"
    assert proof.rounds == (2, 2)
    assert not any("Rordin walks to M1" in step.text for step in proof.line)


@pytest.mark.parametrize("won", WON.values(), ids=WON)
def test_where_none_is_quick_enough_the_quest_is_lost(won):
    proof = compiled(QUEST.format(won=won, last=1)).proof
    assert proof.kind == "unwinnable"


def test_of_a_way_of_several_it_is_not_said_that_nothing_else_wins():
    """The Dwarf wins as well if the Elf is lost: a bell that he rings is enough."""
    won = "victory heroes when rordin at M1 or madriga at M1 or ring done"
    proof = compiled(QUEST.format(won=won, last=1)).proof
    assert proof.kind == "winnable"
    assert proof.verdict().relies == ()


def test_of_several_ways_each_has_a_last_round_of_its_own():
    """To wait longer than both is no dead end, as it is none with a victory for each."""
    won = "victory heroes when rordin at M1 and round <= 4 or madriga at M1 and round <= 3"
    proof = compiled(QUEST.format(won=won, last=9)).proof
    assert proof.kind == "winnable"


@pytest.mark.parametrize(
    "limit",
    [
        pytest.param("event when round = 3 { end overlord }", id="an event"),
        pytest.param(
            "victory overlord when round > 2 and not madriga at I1..M2", id="with a condition"
        ),
    ],
)
def test_a_limit_in_other_words_is_one_too(limit):
    won = "victory heroes when rordin at M1 or madriga at M1"
    proof = compiled(QUEST.format(won=f"{won}\n  {limit}", last=9)).proof
    assert proof.kind == "winnable"
    assert proof.verdict().rounds == (2, 2)
