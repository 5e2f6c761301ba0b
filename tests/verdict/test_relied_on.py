"""A line relies on nobody who can be spared when play begins."""

from __future__ import annotations

from support.one_text import results

GATE = '''
quest gate "The Gate" {
  system dungeon-saga-origins
  heroes orlaf, madriga
  marauder zombie
  board {
    draw """
    +-+-+-+-+-+
    |s s .D. v|
    +-+-+-+-+-+
    """
    s: start
    D: door gate "The Gate" open shuts after 1
    v: exit plate
  }
  room yard at A1..C1 "The Yard"
  room up at D1..E1 "Up"
  event whenever any hero at E1 { open gate }
  victory heroes when all heroes in up
}
'''


def test_who_can_be_spared_at_first_is_not_relied_on():
    """Both walk in, one after the other; if one is lost before, the other walks in alone."""
    (quest,) = results(GATE).quests
    assert quest.proof.kind in ("winnable", "can-strand")
    assert quest.proof.verdict().relies == ()


def test_who_alone_opens_a_door_is_relied_on_until_it_is_open():
    text = GATE.replace("open shuts after 1", "locked by madriga").replace(
        "  event whenever any hero at E1 { open gate }\n", ""
    )
    (quest,) = results(text.replace("all heroes in up", "orlaf in up")).quests
    relied = [rely.member for rely in quest.proof.verdict().relies]
    assert "madriga" in relied
