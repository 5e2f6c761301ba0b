"""A gap in a wall is told once, though it opens the rooms on both of its sides."""

from __future__ import annotations

import pytest

from questwright.compiler.assets import SYSTEMS_DIR
from support import one_text

QUEST = '''quest gap "Gap" {
  system dungeon-saga-origins
  heroes orlaf
  marauder zombie
  board {
    draw """
    +-+-+-+-+-+-+
    |s .%s. .%s. x|
    + + + + + + +
    |. .|. .%s. .|
    +-+-+-+-+-+-+
    """
    s: start
    x: exit way-out
  }
  room one at A1..B2
  room two at C1..D2
  room three at E1..F2
  victory heroes when any hero in F1
}
'''


@pytest.mark.parametrize(
    ("walls", "told"),
    [
        ("|||", []),
        (" | ", ["open at B1|C1", "open at D2|E2"]),
        (" ||", ["open at B1|C1"]),
        ("|  ", ["open at D1|E1, D2|E2"]),
        ("   ", ["open at B1|C1", "open at D1|E1, D2|E2"]),
    ],
)
def test_each_gap_is_told_once(walls, told):
    findings = one_text.results(QUEST % tuple(walls), SYSTEMS_DIR).findings
    found = [one.label.text for one in findings if one.code.name == "unenclosed-room"]
    assert found == told
