"""Who goes along in a vessel does so as it sets off, whatever is told between."""

from __future__ import annotations

import pytest

from support.one_text import compiled, results

QUEST = '''quest ferry "Ferry" {{
  system dragon-noir
  adventurers konrad, godiva
  board {{
    draw """
    s s b w w b v .
     . . w w w . .
    """
    s: start
    b: beach
    w: water
    v: lever plug
  }}
  ground west at A1..C1, A2..B2
  ground lake at D1..E1, C2..E2
  ground east at F1..H1, F2..G2
  ferry barge from C1 to F1 takes 1
  action pull at plug
  {event}
  victory adventurers when all adventurers in east
  allow unreachable-area because "it is water"
}}
'''


@pytest.mark.parametrize(
    "event",
    [
        pytest.param("", id="for ever"),
        pytest.param("event when pull done { close barge }", id="until the plug is pulled"),
    ],
)
def test_two_cross_in_one_trip_though_what_is_told_later_may_end_it(event):
    """They set off together in the first turn, and are there in the second."""
    (quest,) = results(QUEST.format(event=event)).quests
    assert quest.proof.rounds == (2, 2)


SINKS = """
quest last-punt "The Last Punt" {
  system dragon-noir
  adventurers konrad, godiva
  board {
    draw \"\"\"
    s s s w w w . .
     . . b w w b . .
    . . . w w w . .
    \"\"\"
    s: start
    w: water
    b: beach
  }
  ground west at A1..C3 "The West"
  ground east at D1..H3 "The East"
  ferry punt "The Punt" from C2 to F2 takes 1
  event when any adventurer in east { close punt }
  victory adventurers when all adventurers in east
}
"""


THEN = """event when any adventurer in east { set landed }
  event when landed set {"""


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(SINKS, id="at once"),
        pytest.param(
            SINKS.replace("event when any adventurer in east {", THEN),
            id="by another event of the same moment",
        ),
    ],
)
def test_who_goes_along_lands_with_who_rows_dn_c38(text):
    """Both land at once and win; the task has one land after the other, and says so."""
    proof = compiled(text).proof
    assert proof.kind == "undecided"
    assert "who lands first" in proof.undecided[0]
    alone = compiled(SINKS.replace("konrad, godiva", "konrad")).proof
    assert alone.kind == "winnable"
