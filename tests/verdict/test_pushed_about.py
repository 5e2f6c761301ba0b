"""The second player on random quests in which something is pushed, or stands again elsewhere."""

from __future__ import annotations

import pytest

from oracle.witness_run import compare
from support.more import amount
from support.one_text import results

CAP = 400
UNFIT = ("refused", "too big")


@pytest.mark.slow
@pytest.mark.parametrize("family", ["pushed", "raised"])
def test_the_second_player_says_the_same(family):
    """Verdicts, ways to lose, and every line as it is told."""
    found = [compare(seed, CAP, family) for seed in range(3000, 3000 + amount(20, 1500))]
    assert [own for own in found if own.differences] == []
    judged = [own for own in found if own.player not in UNFIT]
    assert len(judged) > len(found) // 3
    assert {"winnable", "unwinnable"} <= {own.player for own in judged}


PRESS = """quest press "The Press" {
  system dungeon-saga-origins
  heroes orlaf, rordin, madriga
  marauder zombie
  board {
    draw \"\"\"
    +-+-+-+-+-+-+-+
    |s s s .|. .|.|
    + + + + + + + +
    |. . . .A. .Bt|
    +D+-+-+-+F+-+-+
    |. . . .|.|
    + + + + + +
    |. b . .G.|
    + + + + + +
    |. . . .|.|
    +-+-+-+-+-+
    \"\"\"
    s: start
    A: door gate-a "The Brass Gate" barred
    B: door gate-b "The Silver Gate" barred
    D: door gate-d "The Press Hatch"
    F: door f
    G: door g
    b: furniture statue press "The Press" pushed
    t: goal desk "The Desk"
  }
  token plate-1 "The First Plate" at B2
  room hall at A1..D2 "The Hall"
  room lobby at E1..F2 "The Lobby"
  room office at G1..G2 "The Office"
  room stair at E3..E5 "The Stair"
  room press-room at A3..D5 "The Press Room"
  event whenever any hero at plate-1 { open gate-a }
  event whenever no hero at plate-1 { close gate-a }
  event when press at C4 { open gate-b }
  victory heroes when any hero at desk
}
"""


def test_a_dead_end_is_told_up_to_the_push_with_which_all_is_lost():
    """From row 3 nobody pushes the Press south again: they could not stand behind it."""
    (quest,) = results(PRESS).quests
    (dead, *_) = quest.proof.dead_ends
    assert dead.line[-1].text == "Madriga: Push the Press from B4 to B3"
