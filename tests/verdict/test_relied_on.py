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


RELIES = '''
quest relies "Relies" {
  system dungeon-saga-origins
  heroes orlaf, rordin
  marauder zombie
  board {
    draw """
    +-+-+-+-+-+-+
    |s s .D. . .|
    + + + + + + +
    |. . .|. . .|
    +-+-+-+-+-+V+
    |. . . .B. k|
    +-+-+-+-+-+-+
    """
    s: start
    k: lever mark
    D: door front "The Front"
    V: door low "The Low Door" for rordin
    B: door vault "The Vault" locked by key
  }
  wall at E3|F3
  door hatch "The Hatch" at B2|B3
  room yard at A1..C2
  room hall at D1..F2
  room crawl at F3
  room hold at A3..D3
  room strong at E3
  item key "The Key" at F3
  item crown "The Crown" at E3
  victory heroes when any hero carries crown
}
'''


def test_the_step_is_one_of_the_line_that_is_shown():
    """Rordin alone goes through the low door; what he has when he is lost passes to Orlaf."""
    verdict = results(RELIES).quests[0].proof.verdict()
    taken = [step.text for step in verdict.line].index("Rordin: Take the Key") + 1
    assert [(rely.member, rely.step) for rely in verdict.relies] == [("rordin", taken)]


def test_whom_the_victory_names_is_relied_on_to_the_end():
    text = GATE.replace("open shuts after 1", "").replace(
        "  event whenever any hero at E1 { open gate }\n", "  item cup at A1\n"
    )
    text = text.replace("all heroes in up", "madriga carries cup in up")
    text = text.replace("s: start", "s: start for orlaf").replace(
        "v: exit plate", "v: start for madriga"
    )
    (quest,) = results(text.replace("|s s .D. v|", "|s . .D. v|")).quests
    found = quest.proof.verdict()
    (rely,) = (own for own in found.relies if own.member == "madriga")
    assert rely.step == len(found.line)
