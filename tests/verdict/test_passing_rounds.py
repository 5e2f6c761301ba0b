"""Rounds that pass while a line is played, and what they bring meanwhile.

How long each takes was counted by hand, from the squares and what the heroes move in a round.
"""

from __future__ import annotations

import pytest

from oracle.replays import published
from questwright.compiler.model.verdict import VerdictKind
from questwright.engine.replay import replay_document
from support.one_text import compiled

WON, STRANDED, LOST = VerdictKind.WINNABLE, VerdictKind.CAN_STRAND, VerdictKind.UNWINNABLE
OPEN = VerdictKind.UNDECIDED
CLOSED = "event when round >= 2 {\n    block H1\n  }\n  event when round >= 4 {\n    clear H1\n  }"
"""Orlaf moves six: he stands on G1 when the first round ends, and waits there for the fourth."""

_LANE = """
quest lane "Lane" {{
  system dungeon-saga
  heroes orlaf
  board {{
    draw \"\"\"
    s.............
    \"\"\"
    s: start
  }}
  {body}
}}
"""


def lane(body, won="victory heroes when any hero at N1"):
    """A lane of fourteen squares."""
    return _LANE.format(body=f"{body}\n  {won}")


def test_a_line_waits_for_what_is_closed_meanwhile():
    one, data = published(lane(CLOSED))
    assert one.proof.kind is WON
    # Whoever is pushed off H1 as it closes does not walk for that: so the least is two.
    assert one.proof.rounds == (2, 5)
    assert replay_document(data) == ""


@pytest.mark.parametrize(("last", "kind"), [(5, WON), (4, OPEN), (2, LOST)])
def test_the_last_round_is_held_against_that_line(last, kind):
    text = lane(f"{CLOSED}\n  victory overlord when round > {last}")
    assert compiled(text).proof.kind is kind


def test_what_closes_behind_them_does_no_harm():
    text = lane("event when round >= 2 {\n    block C1\n  }\n  victory overlord when round > 3")
    one = compiled(text)
    assert one.proof.kind is STRANDED
    assert one.proof.rounds == (2, 3)


@pytest.mark.parametrize(
    ("last", "rounds"),
    # Nobody is at H1 in the first round: then whoever is there later waits for the fourth.
    [("round <= 1", (4, 4)), ("round <= 2", (2, 2))],
)
def test_of_two_ways_to_win_the_line_takes_the_one_that_is_won_first(last, rounds):
    both = (
        f"victory heroes when any hero at H1 and {last}\n"
        "  victory heroes when any hero at H1 and round >= 4"
    )
    one = compiled(lane("", both))
    assert one.proof.kind is WON
    assert one.proof.rounds == rounds
    (last_step,) = one.proof.verdict().line[-1:]
    assert ("round 4" in last_step.text) is (rounds[1] == 4)


def test_who_steps_clear_of_a_closing_square_does_not_move_for_that():
    """Orlaf is on G1 after his six squares, and steps clear to H1 in the same round."""
    shoved = "event when orlaf at G1 {\n    block G1\n  }\n  victory overlord when round > 1"
    one = compiled(lane(shoved, "victory heroes when orlaf at H1"))
    assert one.proof.kind is STRANDED, "he may step back to F1"
    assert one.proof.rounds == (1, 1)


@pytest.mark.parametrize("last", ["round <= 3 and {}", "({} and round <= 3)", "{} and round <= 3"])
def test_a_last_round_is_one_in_brackets_too(last):
    goal = last.format("any hero at N1")
    one = compiled(lane("", f"victory heroes when (not any hero at A1) and ({goal})"))
    assert (one.proof.kind, one.proof.rounds) == (WON, (3, 3))


COME = """
quest reinforcements "Reinforcements" {{
  system dungeon-saga-origins
  heroes orlaf
  marauder zombie
  board {{
    draw \"\"\"
    +-+-+-+-+-+-+-+-+-+-+-+-+-+
    |s . . . . . .|. . . .|. .|
    + + + + + + + + + + + + + +
    |. . . . . . .D. . . v|. .|
    +-+-+-+-+-+-+-+-+-+-+-+-+-+
    \"\"\"
    s: start
    D: door one "One"
    v: lever console "The Console"
  }}
  door two "Two" at K1|L1 barred
  wall at K2|L2
  room a at A1..G2 "A"
  room b at H1..K2 "B"
  room c at L1..M2 "C"
  {events}
  action pull at console "Pull"
  event when pull done {{ open two }}
  victory heroes when any hero at M2
  victory overlord when round > 4
}}
"""


def reinforcements(*rounds, more=""):
    events = (f"event when round = {n} {{ spawn zombie at A2 {more} }}" for n in rounds)
    return compiled(COME.format(events="\n  ".join(events))).proof


def test_nobody_waits_for_what_is_in_nobodys_way():
    """The figures that come need not be beaten, and stand where nobody goes any more."""
    without, proof = reinforcements(), reinforcements(2, 3, 4)
    assert proof.kind is without.kind is WON
    assert proof.rounds == without.rounds
    texts = [step.text for step in proof.verdict().line]
    assert texts == [step.text for step in without.verdict().line]


def test_rounds_come_as_late_in_a_line_as_they_can():
    """Those who come in round 2 have to be beaten; Orlaf does not idle in round 1 for that."""
    text = COME.format(events="event when round = 2 and not pull done { spawn zombie in a }")
    text = text.replace("any hero at M2", "any hero at M2 and all monsters defeated")
    steps = [step.text for step in compiled(text).proof.verdict().line]
    assert steps[1].startswith("Orlaf walks")
    assert steps[2].startswith("Wait until round 2")
