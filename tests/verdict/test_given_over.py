"""Small quests in which it matters who is given or handed something, and when."""

from __future__ import annotations

import pytest

from oracle.witness import judge
from support.small import small, verdict

PARTED = """
    +-+-+-+-+
    |. .|. .|
    +-+-+-+-+"""
TO = """room a at A1..B1
  room b at C1
  room c at D1
  start at A1 for madriga
  start at C1 for rordin
  door d1 at C1|D1 locked by k
  action pull at B1
  """


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        # Who is named gets it, wherever that is.
        ("item k\n event e when pull done { give k to rordin }", "winnable"),
        ("item k\n event e when pull done { give k to madriga }", "unwinnable"),
        ("item k\n event e when pull done { give k to madriga, rordin }", "can-strand"),
        ("item k\n group them of rordin\n event e when pull done { give k to them }", "winnable"),
        # Whoever has it.
        ("item k at A1\n event e when pull done { give k to rordin }", "winnable"),
        ("item k at A1\n event e when k taken and pull done { give k to rordin }", "winnable"),
        ("item k at C1\n event e when pull done { give k to madriga }", "can-strand"),
        ("item k at A1\n event e when k taken and pull done { give k }", "unwinnable"),
        # The others are given nothing in place of who is lost.
        ("item k\n event e when pull done { remove madriga\n give k to madriga }", "unwinnable"),
        ("item k\n event e when pull done { give k to madriga\n remove madriga }", "winnable"),
        ("item k at A1\n event e when pull done { take k\n give k to rordin }", "winnable"),
        ("item k at C1\n event e when pull done { take k\n give k to madriga }", "can-strand"),
    ],
)
def test_who_is_named_gets_what_is_given(lines, expected):
    body = f"{TO}{lines}\n  victory heroes when d1 opened"
    assert verdict(PARTED, body, "madriga, rordin") == expected
    made = small(PARTED, body, "madriga, rordin")
    assert judge(made.quest, made.system).verdict == expected


def test_what_somebody_carries_may_be_given_to_another_and_that_is_a_dead_end():
    body = f"""{TO}item k at C1
  event e when pull done {{ give k to madriga }}
  victory heroes when d1 opened"""
    quest = small(PARTED, body, "madriga, rordin")
    (end,) = quest.proof.dead_ends
    assert end.line[-1].text == "E: Madriga gains the K"


def test_nobody_gets_what_is_given_to_somebody_who_is_lost():
    body = f"""{TO}item k
  event trap when pull done {{ remove madriga }}
  event e when trap happened {{ give k to madriga }}
  event f whenever e happened {{ set flag }}
  victory heroes when flag set"""
    quest = small(PARTED, body, "madriga, rordin")
    told = [step.text for step in quest.proof.verdict().line]
    assert any(step.endswith("nobody gains the K") for step in told), told


@pytest.mark.parametrize(("effect", "is_faced"), [("set heard", True), ("remove madriga", False)])
def test_what_is_given_to_who_may_be_lost_need_not_be_had(effect, is_faced):
    drawing = """
    +-+-+-+
    |. . .|
    +-+-+-+"""
    body = f"""room a at A1..C1
  start at A1, B1
  item k
  action pull at C1
  action cut at B1
  event trap when cut done {{ {effect} }}
  event e when pull done {{ give k to madriga; set flag }}
  victory heroes when flag set"""
    quest = small(drawing, body, "madriga, rordin")
    assert quest.proof.must_face("k") is is_faced


def test_things_are_handed_over_before_what_is_gone_afterwards():
    drawing = """
    +-+-+-+
    |. . .|
    + +-+-+
    |.|. .|
    +-+-+-+"""
    body = """room a at A1, B1, C1, A2
  room b at B2, C2
  start at A2, C1
  secret s1 at B1|B2
  item cup at C1
  event e1 whenever madriga at A1 and b searched and madriga carries cup { take cup }
  victory heroes when any hero carries cup and all heroes in a"""
    quest = small(drawing, body, "madriga, danor")
    told = [step.text for step in quest.proof.verdict().stranded]
    assert told[-1] == "E1: lose the Cup", told


def test_of_two_who_may_get_it_the_line_says_who_does():
    body = f"""{TO}item k
  event e when pull done {{ give k to madriga, rordin }}
  event f whenever madriga carries k {{ set flag }}
  victory heroes when d1 opened and not flag set"""
    quest = small(PARTED, body, "madriga, rordin")
    verdict = quest.proof.verdict()
    assert "E: Rordin gains the K" in [step.text for step in verdict.line]
    assert "E: Madriga gains the K" in [step.text for step in verdict.stranded]


def test_what_happens_as_a_key_is_handed_over_happens_before_it_is_used():
    drawing = """
    +-+-+
    |. .|
    +-+-+
    |. .|
    + + +
    |. .|
    +-+-+"""
    body = """room a at A1, B1
  room b at A2, B2, A3, B3
  start at A1, B1
  door d1 at B1|B2 locked by k1 spent
  zombie z1 at B2 facing west
  item k1 at A1
  action pull2 at B2
  event e2 when orlaf carries k1 {
    block B1
  }
  victory heroes when pull2 done and any hero in b"""
    assert verdict(drawing, body, "orlaf, danor") == "unwinnable"


def test_who_is_parted_by_what_happens_may_have_been_handed_the_key_before():
    drawing = """
    +-+-+-+
    |. .|.|
    +-+ + +
    |.|.|.|
    +-+-+-+"""
    body = """room a at A1, B1, B2
  room b at C1, C2
  room c at A2
  start at C1 for madriga
  start at C2 for rordin
  door d2 at B1|C1 from b
  door d3 at B2|A2 locked by k2
  item k1 at A2
  item k2 at C2
  event e1 when d2 opened {
    block A1, C1
  }
  victory heroes when madriga carries k1 and rordin in b"""
    assert verdict(drawing, body, "rordin, madriga") == "can-strand"


def test_nothing_is_handed_through_a_portal():
    drawing = """
    +-+-+
    |. .|
    + +-+
    |.|.|
    + + +
    |.|.|
    +-+-+"""
    body = """room a at A1, B1, A2, A3
  room b at B2, B3
  start at B1, A1
  door d1 at A3|B3 open
  portal g1 at B2 to g2
  portal g2 at A3
  item cup at B3
  event e1 when madriga carries cup {
    block B3
  }
  victory heroes when any hero carries cup and rordin in a"""
    assert verdict(drawing, body, "madriga, rordin") == "winnable"


def test_what_an_event_gives_comes_to_nobody_who_is_still_to_come():
    drawing = """
    +-+-+-+
    |. .|.|
    +-+-+-+"""
    body = """room a at A1, B1
  room b at C1
  start at A1 for madriga
  start at C1 for orlaf from round 2
  item cup
  event e1 when a searched {
    give cup
    close d1
    block A1, B1
  }
  door d1 at B1|C1 open
  victory heroes when orlaf carries cup"""
    assert verdict(drawing, body, "madriga, orlaf") == "can-strand"
