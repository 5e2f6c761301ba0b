"""Gates that one goes through from one side."""

from __future__ import annotations

import pytest

from oracle import brute, brute_naive
from oracle.planner import disagreement, needs_planner
from questwright.compiler.model.verdict import VerdictKind
from support.halls import three_halls
from support.one_text import compiled

WON, STRANDED, LOST = VerdictKind.WINNABLE, VerdictKind.CAN_STRAND, VerdictKind.UNWINNABLE

DOWN, UP = "open from a", "open from b"


def halls(goal, first=DOWN, second="", body="", heroes="orlaf, danor"):
    return three_halls(goal, body, heroes, first, second)


def kind_of(*parts, **more):
    """A verdict in which the proof and both players without wits agree."""
    one = compiled(halls(*parts, **more))
    kind = one.proof.kind
    for player in (brute.play, brute_naive.play):
        found = player(one.quest, one.system, 50_000)
        assert found.can_win is (kind in (WON, STRANDED))
        assert found.can_strand is (kind is STRANDED)
    return kind


SCENES = [
    (WON, "any hero in c", {}),
    (LOST, "any hero in b", {"first": UP}),
    (WON, "all heroes in b", {}),
    # Who goes down does not come back, and nobody else can bring it.
    (LOST, "any hero carries k and all heroes in a", {"body": 'item k "K" at C1'}),
    # It is handed up to who has stayed behind.
    (STRANDED, "any hero in a and k taken and pull done", {
        "body": 'item k "K" at C1\n  action pull at A1 when k taken',
    }),
    (LOST, "k taken and pull done", {
        "body": 'item k "K" at C1\n  action pull at A1 when k taken',
        "heroes": "orlaf",
    }),
    # A key that is left above is lost to who has gone down.
    (STRANDED, "any hero in c", {
        "second": "locked by k",
        "body": 'item k "K" at A2',
        "heroes": "orlaf",
    }),
    # Down, and round by another way.
    (WON, "all heroes in a and b searched and pull done", {
        "body": "action pull at C1\n  event e when pull done { open second }\n"
        "  portal one-end at F2 to other-end\n  portal other-end at A2",
        "heroes": "orlaf",
    }),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "goal", "more"), SCENES)
def test_a_way_on_and_no_way_back(kind, goal, more):
    assert kind_of(goal, **more) is kind


def test_that_there_is_no_way_back_is_told_as_a_cause():
    one = compiled(halls("any hero in b", UP))
    causes = [cause.text for cause in one.proof.why_unwinnable()]
    assert "one goes through the First only from the Hall B" in causes
    one = compiled(halls("k taken and all heroes in a", body='item k "K" at C1', heroes="orlaf"))
    causes = [cause.text for cause in one.proof.why_unwinnable()]
    assert "one goes through the First only from the Hall A" in causes


@pytest.mark.slow
@needs_planner
@pytest.mark.parametrize(("kind", "goal", "more"), SCENES)
def test_a_planner_agrees(kind, goal, more):
    one = compiled(halls(goal, **more))
    assert one.proof.kind is kind
    assert disagreement(one.quest, one.proof.shown) == ""
