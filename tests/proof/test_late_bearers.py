"""Who comes in a later round carries nothing before, unless it is given to them."""

from __future__ import annotations

import pytest

from support.one_text import compiled

QUEST = '''
quest late "Late" {{
  system dungeon-saga-origins
  heroes orlaf, rordin
  marauder zombie
  board {{
    draw """
    +-+-+-+-+
    |s . . r|
    +-+-+-+-+
    """
    s: start for orlaf
    r: start for rordin from round 3
  }}
  room yard at A1..D1 "The Yard"
  item cup "The Cup"{where}
  victory heroes when {who} carries cup and round < {over}
}}
'''


@pytest.mark.parametrize(
    ("who", "over", "verdict"),
    [
        # Rordin comes in round 3: in rounds 1 and 2 he has nothing.
        ("rordin", 3, "unwinnable"),
        ("rordin", 4, "winnable"),
        ("orlaf", 3, "winnable"),
        ("any hero", 2, "winnable"),
    ],
)
def test_who_comes_later_carries_nothing_before(who, over, verdict):
    text = QUEST.format(where=" at C1", who=who, over=over)
    assert str(compiled(text).proof.kind) == verdict


def test_who_is_given_it_may_have_it_before():
    text = QUEST.format(where="", who="rordin", over=3)
    gift = "  event when orlaf at B1 { give cup to rordin }\n  victory"
    proof = compiled(text.replace("  victory", gift, 1)).proof
    assert str(proof.kind) != "unwinnable"
