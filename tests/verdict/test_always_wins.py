"""What is certain wherever the party comes: not past who is stuck, nor in a full room."""

from __future__ import annotations

import pytest

from oracle.witness import judge
from support.one_text import without_checks
from support.small import small

TWO = """
    +-+-+
    |. .|
    +-+-+"""
GALLERY = """
    +-+-+-+-+
    |. . . .|
    +-+-+-+ +
    |. . . .|
    +-+-+-+-+"""
CELLAR = """
    +-+-+-+
    |. . .|
    + +-+-+
    |. . .|
    +-+-+-+"""


def verdict(drawing, body, heroes="orlaf, danor"):
    with without_checks():
        made = small(drawing, body, heroes)
    assert made.proof is not None, [finding.message for finding in made.findings]
    kind = str(made.proof.kind)
    assert judge(made.quest, made.system).verdict == kind
    return kind


@pytest.mark.parametrize(
    ("hatch", "expected"),
    [
        ("open from below for danor", "can-strand"),
        ("barred", "winnable"),
        ("open for danor", "winnable"),
    ],
)
def test_nothing_is_pushed_onto_who_is_stuck_there(hatch, expected):
    """Through the hatch Danor gets before the stone, and not back."""
    body = f"""corridor above at A1..C1
  corridor below at A2..C2
  start at A2, B2
  door hatch at C1|C2 {hatch}
  pillar stone at B1 pushed by orlaf
  victory heroes when stone at C1"""
    assert verdict(CELLAR, body) == expected


@pytest.mark.parametrize(
    ("hatch", "expected"),
    [("open from below for orlaf", "can-strand"), ("barred", "winnable")],
)
def test_nobody_shoots_past_who_is_stuck_in_the_way(hatch, expected):
    """Behind the hatch Orlaf is shut in, between a chest and a gate for Madriga alone."""
    body = f"""corridor nest at A1..B1
  corridor slot at C1
  corridor above at D1
  corridor below at A2..D2
  start at C2, D2
  door hatch at C1|C2 {hatch}
  door gap at C1|D1 open for madriga
  chest box at B1
  zombie cooper at A1 facing east
  victory heroes when cooper defeated"""
    assert verdict(GALLERY, body, "orlaf, madriga") == expected


@pytest.mark.parametrize(
    ("goal", "shut", "expected"),
    [
        ("madriga at C1", "open from below for orlaf", "can-strand"),
        ("madriga at C1", "barred", "winnable"),
        ("any hero at C1", "open from below for orlaf", "winnable"),
        ("orlaf at D1 and madriga at C1", "barred", "winnable"),
        ("orlaf at D1", "open from below for orlaf", "can-strand"),
        ("madriga at D1", "open from below for orlaf", "winnable"),
    ],
)
def test_nobody_stands_where_another_is_stuck(goal, shut, expected):
    body = f"""corridor nest at A1..B1
  corridor slot at C1
  corridor above at D1
  corridor below at A2..D2
  start at C2, D2
  door hatch at C1|C2 {shut}
  door gap at C1|D1 open for madriga
  chest box at B1
  victory heroes when {goal}"""
    assert verdict(GALLERY, body, "orlaf, madriga") == expected


@pytest.mark.parametrize(
    ("drawing", "more", "expected"),
    [
        (TWO, "corridor a at A1..B1", "can-strand"),
        (
            TWO.replace("+-+-+", "+-+-+-+").replace(". .", ". . ."),
            "corridor a at A1..C1",
            "winnable",
        ),
    ],
)
def test_nobody_changes_places_in_a_full_room(drawing, more, expected):
    body = f"""{more}
  start at A1, B1
  victory heroes when danor at A1 and round >= 2"""
    assert verdict(drawing, body) == expected
