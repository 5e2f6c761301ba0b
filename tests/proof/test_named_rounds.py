"""Rounds that a `whenever` names with `=`: each of them is a moment of its own."""

from __future__ import annotations

import pytest

from oracle.replays import published
from oracle.witness.player import judge
from questwright.compiler.model.publication import Publication
from questwright.compiler.publish.outline.write import outline
from questwright.engine.replay import replay_document
from support.small import small_text

GATE = """
    +-+-+-+-+
    |s .|. .|
    +-+-+-+-+"""
BODY = """room yard at A1..B1
  room mill at C1..D1
  door gate at B1|C1 open barred
  action wait-here at A1 when round >= 4
  victory heroes when wait-here done and orlaf in mill
  {events}"""
SHUT = "event e1 when round >= 3 { close gate }\n  "


def _told(events):
    return published(small_text(GATE, BODY.format(events=events)))


@pytest.mark.parametrize(
    ("events", "verdict"),
    [
        ("event e2 whenever round = 2..3 { open gate }", "winnable"),
        ("event e2 whenever round = 2 or round = 3 { open gate }", "winnable"),
        ("event e2 whenever round = 3 or yard revealed { open gate }", "winnable"),
        ("event e2 whenever round = 2..3 and mill revealed { open gate }", "can-strand"),
        ("event e2 when round = 2..3 { open gate }", "unwinnable"),
        ("event e2 whenever round >= 2 and round <= 3 { open gate }", "unwinnable"),
    ],
)
def test_an_event_happens_in_each_round_that_it_names(events, verdict):
    one, document = _told(SHUT + events)
    assert one.proof.kind.value == verdict
    # Who asks nothing of how long it takes finds the same by trying everything.
    assert judge(one.quest, one.system).verdict == verdict
    assert replay_document(document) == ""


def test_the_line_says_it_each_time_and_the_outline_lists_the_rounds():
    one, _ = _told(f"{SHUT}event e2 whenever round = 2..4 {{ open gate }}")
    told = [step.target for step in one.proof.verdict().line]
    assert told.count("e2") == 3
    text = outline(Publication(one.quest, one.system, one.proof.verdict(), {}, ()))
    assert "each time when it is round 2, 3 or 4:" in text
