"""What a figure has had before it is beaten: one attack makes so much at most [DKQ-C50]."""

from __future__ import annotations

import pytest

from oracle.replays import published
from oracle.witness import judge
from questwright.engine.replay import replay_document

QUEST = '''
quest slow-king "The Slow King" {{
  system dungeon-saga
  heroes orlaf
  board {{
    draw """
    s...k
    """
    s: start
    k: grund king facing west
  }}
  room hall at A1..E1
{body}
}}
'''


def made(body):
    return published(QUEST.format(body=body))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # He has at least four wounds, and loses one at a time: two come before the last.
        (
            "  victory overlord when king wounds >= 2\n  victory heroes when king defeated",
            "unwinnable",
        ),
        (
            """  event when king wounds >= 2 { block B1 }
  victory heroes when king defeated and orlaf at A1""",
            "unwinnable",
        ),
        # What comes of it while nobody is behind it, or nothing comes of it.
        (
            "  event when king wounds >= 2 { block A1 }\n  victory heroes when king defeated",
            "winnable",
        ),
        # The party brings it about itself, and does not have to go on.
        ("  victory heroes when king wounds >= 2", "winnable"),
        # He may be beaten before Orlaf is back.
        ("  victory heroes when king wounds >= 2 and orlaf at A1", "can-strand"),
        # More than he has in all nobody has to give him.
        (
            "  victory overlord when orlaf wounds >= 2\n  victory heroes when king defeated",
            "winnable",
        ),
    ],
)
def test_known_answers(body, expected):
    one, data = made(body)
    assert str(one.proof.kind) == expected
    assert judge(one.quest, one.system).verdict == expected
    assert replay_document(data) == ""


def test_the_line_tells_it_and_its_rounds_count_each_attack_once():
    body = "  event rage when king wounds >= 2 { set raging }\n  victory heroes when king defeated"
    one, _ = made(body)
    shown = one.proof.verdict()
    told = [(step.kind, step.to, step.text) for step in shown.line]
    assert told[2:4] == [
        ("wound", "wounds>=2", "Orlaf: Attack the King until it has at least 2 wounds"),
        ("event", "", "Rage"),
    ]
    assert told[4][0] == "defeat"
    plain, _ = made("  victory heroes when king defeated")
    assert shown.rounds[0] == plain.proof.verdict().rounds[0]


def test_wounds_that_were_made_before_are_not_made_again():
    """The King has five: three open the way, and two more beat him who stands in it."""
    one, _ = made(
        """  event when king wounds >= 3 { set warned }
  victory heroes when warned set and king defeated and orlaf at E1"""
    )
    shown = one.proof.verdict()
    kept = [step.kind for step in shown.line if step.kind in ("wound", "defeat")]
    assert kept == ["wound", "defeat"]
    plain, _ = made("  victory heroes when king defeated and orlaf at E1")
    assert shown.rounds == plain.proof.verdict().rounds
