"""Why nobody has what a figure holds, where it is attacked from another area as well."""

from __future__ import annotations

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
