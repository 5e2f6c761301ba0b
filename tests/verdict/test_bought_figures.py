"""Whom a muster buys the proof does not know: what asks for their defeat is not judged."""

from __future__ import annotations

import pytest

from oracle.replays import published

QUEST = '''
quest brood "The Brood" {{
  system dragon-noir
  adventurers konrad, godiva
  turns 9
  board {{
    draw """
    s s . . . . . .
     . . . . . . .
    . . . # # . . .
    """
    s: start
  }}
  warrior walter "Walter" at H1 facing west
  muster nest "What waits below" 12 of {wares} at E1..H2
  victory adventurers when {won}
}}
'''


@pytest.mark.parametrize(
    ("wares", "won", "expected"),
    [
        ("hunter", "all foes defeated", "undecided"),
        ("warrior", "all warriors defeated", "undecided"),
        ("hunter", "all warriors defeated", "winnable"),
        ("hunter", "walter defeated", "winnable"),
        ("hunter", "any foe defeated", "winnable"),
    ],
)
def test_whoever_is_bought_stands_too(wares, won, expected):
    one, _ = published(QUEST.format(wares=wares, won=won))
    verdict = one.proof.verdict()
    assert verdict.kind == expected
    told = ["whether those are defeated whom `nest` buys"] * (expected == "undecided")
    assert [cause.text for cause in one.proof.unjudged] == told
