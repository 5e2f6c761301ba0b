"""What a figure holds, and when it falls, where it is attacked from another area as well."""

from __future__ import annotations

from questwright.compiler.model.verdict import VerdictKind
from support.one_text import compiled

REEVE = """
quest idle "Idle" {
  system dungeon-saga
  heroes orlaf, rordin
  board {
    draw \"\"\"
    ss. ....
    ss.....g..
    ... ....
    \"\"\"
    s: start
    g: dwarf-revenant reeve "The Reeve" facing west
  }
  door reeve-door "The Reeve's Door" at D2 barred
  door bone-door "The Ossuary Door" at I2 locked mundane dice 2 armour 2
  room hall at A1..C3 "The Hall"
  room reeve-room at D2..H2, E1..H1, E3..H3 "The Reeve's Room"
  room ossuary at I2..J2 "The Ossuary"
  lever wheel "The Wheel" at F2
  item key "The Key" held by reeve
  action turn at wheel "Turn the wheel"
  event turned "The wheel turns" when turn done {
    open reeve-door
  }
  victory heroes when any hero carries key
}
"""


def test_what_a_figure_holds_is_where_the_figure_stands():
    told = [cause.text for cause in compiled(REEVE).proof.why_unwinnable()]
    assert "the Key is in the Reeve's Room" in told
    assert "“Defeat the Reeve” can be done from the Ossuary" in told
    assert "the Key is in the Ossuary" not in told


WINCH = """
quest winch "The Winch" {
  system warhammer-quest
  warriors elf
  board {
    draw \"\"\"
    +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
    |. . s . . . . . . . . . . . . . . . . . . . . . . w|
    +V+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
    |. . .|
    + + + +
    |. . .|
    + + + +
    |. . .|
    +-+-+-+
    \"\"\"
    s: start
    w: lever winch "The Winch"
    V: portcullis vault-gate "The Vault Gate" barred
  }
  bone-sentry watcher "The Watcher" at A4
  room hall at A1..Z1 "The Hall"
  room vault at A2..C4 "The Vault"
  action wind at winch "Wind the winch"
  event when wind done {
    open vault-gate
  }
  victory warriors when watcher defeated
  victory monsters told "Late" when round > 4
}
"""


def test_no_shot_goes_through_a_gate_before_it_is_open_whq_b11():
    """The Elf is at the winch in turn 6, and the gate is shut to bows until then."""
    quest = compiled(WINCH)
    assert quest.proof.kind is VerdictKind.UNWINNABLE
    (why,) = quest.proof.why_unwinnable()
    assert why.text.startswith("the quest takes 6 turns at the least")
    assert compiled(WINCH.replace("round > 4", "round > 15")).proof.rounds == (6, 15)
