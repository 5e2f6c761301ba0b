"""What is lost by the party's own doing, and what by time alone: a way to lose is the former."""

from __future__ import annotations

import pytest

from oracle.witness import judge
from oracle.witness_run import FAMILIES
from questwright.compiler.verdict.decide.own_doing import may_lose
from questwright.compiler.verdict.translate.translate import translation
from support.more import amount
from support.small import small

CAP = 300
ROOM = """
    +-+-+-+
    |. . .|
    +-+-+-+"""


@pytest.mark.parametrize(
    ("lost", "expected"),
    [
        ("round >= 4", False),
        ("round >= 4 and lamp not taken", False),
        ("round >= 4 and lamp taken", True),
        ("fall happened", False),
        ("lamp taken", True),
        ("any hero at C1", True),
    ],
)
def test_time_alone_is_nobody_s_doing(lost, expected):
    made = small(
        ROOM,
        f"""
        start at A1, B1
        room hall at A1..C1
        item lamp at C1
        action ring at A1
        event fall when round >= 3 {{
          block B1
        }}
        victory heroes when ring done
        victory overlord when {lost}
        """,
        "orlaf, rordin",
    )
    assert may_lose(translation(made.quest, made.system).task) is expected


@pytest.mark.parametrize("family", FAMILIES)
def test_where_nobody_may_lose_the_second_player_never_does(family):
    for seed in range(amount(6, 60)):
        made = FAMILIES[family](seed)
        played = judge(made.quest, made.system, CAP)
        assert not played.can_lose or may_lose(translation(made.quest, made.system).task)
