"""Small quests of which the verdict hangs on whether members find room to hand something over."""

from __future__ import annotations

import pytest

from oracle.witness import judge
from support.one_text import without_checks
from support.small import small


@pytest.mark.parametrize(("start", "expected"), [("B1", "unwinnable"), ("A1", "winnable")])
def test_who_fills_a_square_is_handed_nothing_by_who_could_stand_only_there(start, expected):
    drawing = """
    +-+-+-+-+
    |.|.|. .|
    +-+ + + +
      |.|. .|
      +-+-+-+"""
    body = f"""room a at B1, B2
  room b at C1, D1, C2, D2
  room c at A1
  start at {start} for orlaf
  start at D1 for rordin
  door d1 at A1|B1 locked by k1
  door d2 at B2|C2 open
  item k1 at D2
  victory heroes when d1 opened
  victory overlord when any hero at B2
  victory overlord when orlaf in b"""
    with without_checks():
        one = small(drawing, body, "orlaf, rordin")
    assert str(one.proof.kind) == expected
    assert judge(one.quest, one.system).verdict == expected


def test_a_gift_comes_to_somebody_on_the_board_while_others_are_still_to_come():
    drawing = """
    +-+-+-+
    |. . .|
    +-+-+-+"""
    body = """room a at A1..C1
  start at A1 for orlaf
  start at C1 for rordin from round 3
  item cup
  event e1 when round >= 2 {
    give cup
  }
  victory heroes when orlaf carries cup and round < 3"""
    with without_checks():
        one = small(drawing, body, "orlaf, rordin")
    assert str(one.proof.kind) == "winnable"
    assert judge(one.quest, one.system).verdict == "winnable"


def test_who_hands_something_over_has_come_to_who_takes_it():
    """[DKQ-B27] Nobody hands anything to somebody twelve squares away, to be done sooner."""
    drawing = """
    +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
    |. . .|. . . . . . . . . . . . .|
    + + + + + + + + + + + + + + + + +
    |. . .|. . . . . . . . . . . . .|
    +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
    |. . .|
    +-+-+-+"""
    body = """room hall at A1..C2
  room gallery at D1..P2
  room cellar at A3..C3
  start at A1 for orlaf
  start at B1 for danor
  door gate at C2|D2 for danor from hall
  door cellar-door at B2|B3 locked by crown
  item crown at P1
  victory overlord when round > 3
  victory heroes when any hero in cellar"""
    with without_checks():
        one = small(drawing, body, "orlaf, danor")
    verdict = one.proof.verdict()
    assert str(verdict.kind) == "undecided"
    assert verdict.rounds == (3, 6)
    cells = {}
    for step in verdict.line:
        if step.kind == "hand":
            one, other = (divmod(cell, 16) for cell in cells.values())
            assert max(abs(a - b) for a, b in zip(one, other, strict=True)) == 1
        if step.path:
            cells[step.who] = step.path[-1]
    assert [step.kind for step in verdict.line].count("hand") == 1
