"""A reading that a table might not share is named where it can make a difference."""

from __future__ import annotations

import pytest

from questwright.compiler.verdict.translate.readings import readings
from questwright.compiler.verdict.translate.translate import translation
from support.one_text import results, without_checks, without_proof
from support.small import small_text

HALL = """
    +-+-+-+
    |s s .|
    + + + +
    |. . .|
    +-+-+-+
"""
WON = "victory heroes when any hero at C2"


def told(*body):
    with without_checks(), without_proof():
        (one,) = results(small_text(HALL, *body, heroes="orlaf, danor")).quests
    assert one.quest is not None
    return [*readings(translation(one.quest, one.system).task)]


def test_a_quest_in_which_none_matters_names_none():
    assert told(WON, "event when any hero at B2 {", "  set lamp", "}") == []


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ((WON, "event when any hero at B2 {", "  block C1", "}"), "buried"),
        ((WON, "event when any hero at B2 {", "  remove orlaf", "}"), "lost member"),
        (
            (
                WON,
                "event when any hero at B2 {",
                "  set lamp",
                "}",
                "event when any hero at B2 and not lamp set {",
                "  set dark",
                "}",
                "action wait at A1 when dark set",
            ),
            "order of the text",
        ),
        (
            (
                "victory heroes when any hero at C2 and not lamp set",
                "event when any hero at C2 {",
                "  set lamp",
                "}",
            ),
            "counts before",
        ),
        ((WON, "victory overlord when any hero at B2"), "two sides"),
        ((WON, "item coin at C1", "victory overlord when round > 9"), "pick up"),
    ],
)
def test_a_reading_that_can_matter_is_named(body, word):
    assert [text for text in told(*body) if word in text]


def test_what_takes_no_hurry_counts_no_pick_up():
    assert told(WON, "item coin at C1") == []
