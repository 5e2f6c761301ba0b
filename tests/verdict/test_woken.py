"""What is looked at anew when a member is lost: all who are left are where all are asked for."""

from __future__ import annotations

import pytest

from oracle.witness import judge
from support.one_text import without_checks
from support.small import small

DRAWING = """
    +-+-+-+-+
    |. .|. .|
    +-+-+-+-+"""


@pytest.mark.parametrize(
    ("goal", "event", "expected"),
    [
        # The cave is come to first, and only then the other member is lost.
        ("all heroes in cave", "remove danor", "winnable"),
        ("all heroes in cave", "set bell", "unwinnable"),
        ("all heroes in cave and bell set", "remove danor\n set bell", "winnable"),
        ("2 heroes in cave", "remove danor", "unwinnable"),
        ("no hero in yard", "remove danor", "winnable"),
        ("no hero in yard", "set bell", "unwinnable"),
        ("not all heroes in yard and bell set", "set bell", "winnable"),
    ],
)
def test_who_is_lost_is_not_waited_for(goal, event, expected):
    body = f"""room yard at A1, B1
  room cave at C1, D1
  start at A1, B1
  door way at B1|C1 open for orlaf
  lever bar at D1
  action pull at bar
  event when pull done {{
    {event}
  }}
  victory heroes when {goal}"""
    with without_checks():
        made = small(DRAWING, body, "orlaf, danor")
    assert made.proof is not None, [finding.message for finding in made.findings]
    assert str(made.proof.kind) == expected
    assert judge(made.quest, made.system).verdict == expected
