"""Lines that do nothing without which another line wins.

The board is that of a designer who has not seen the proof.
"""

from __future__ import annotations

from support.one_text import results

STAIR = """quest salt-stair "The Salt Stair" {
  system warhammer-quest
  warriors barbarian, elf, wizard, dwarf
  board {
    draw \"\"\"
    +-+-+-+-+ +-+-+-+-+ +-+-+-+
    |s s . .| |. . . .| |. . b|
    + + + + +-+ + + + +-+ + + +
    |s s . .D. . . z .E. . k .|
    + + + + +-+ + + + +-+ + + +
    |. . . .| |. o . .| |. . c|
    +-+F+-+-+ +-+-+G+-+ +-+H+-+
      |.|         |.|     |.|
      + +         + +     + +
      |.|         |.|     |.|
    +-+ +-+-+-+-+-+ +-+-+-+ +-+
    |. . . . . . y . . . . . .|
    +-+I+-+-+-+-+-+J+-+-+-+K+-+
    |. . .| |. . . . .| |.|. .|
    + + + + + + + + + + + + + +
    |p . .| |. w w . .L.N.M. g|
    + + + + + + + + + + +-+ + +
    |. . .| |. w w . .| |v . a|
    +-+-+-+ +-+-+-+-+-+ +-+-+-+
    \"\"\"
    s: start
    D: portcullis outer-gate "The Outer Gate"
    E: portcullis store-gate "The Store Gate" locked by iron-key
    F: portcullis low-gate "The Low Gate" locked by bone-key spent
    G: portcullis mid-gate "The Middle Gate"
    H: portcullis far-gate "The Far Gate" barred
    I: portcullis cell-gate "The Cell Gate" locked by cell-key
    J: portcullis tank-gate "The Tank Gate"
    K: portcullis shrine-gate "The Shrine Gate" locked by dwarf
    L: portcullis sluice-gate "The Sluice Gate" barred
    N: portcullis closet-gate "The Closet Gate"
    M: portcullis inner-gate "The Inner Gate"
    z: hill-brute porter "The Porter"
    k: gutter-knife clerk "The Clerk"
    y: bone-sentry sentry "The Sentry"
    g: drowned-abbot abbot "The Abbot"
    a: cellar-rat rat
    b: furniture bookcase shelf "The Shelf"
    c: furniture barrels
    o: pillar
    p: token boy "The Boy"
    v: lever winch "The Winch"
    w: water
  }
  room hall at A1..D3 "The Hall"
  corridor sill at E2 "The Sill"
  room guard at F1..I3 "The Guard Room"
  corridor neck at J2 "The Neck"
  room store at K1..M3 "The Store"
  corridor west-shaft at B4..B5 "West Shaft"
  corridor mid-shaft at H4..H5 "Mid Shaft"
  corridor east-shaft at L4..L5 "East Shaft"
  corridor lane at A6..M6 "The Lane"
  room cell at A7..C9 "The Cell"
  room tank at E7..I9 "The Tank"
  corridor pipe at J8 "The Pipe"
  room closet at K7..K8 "The Closet"
  room shrine at L7..M8, K9..M9 "The Shrine"

  item iron-key "The Iron Key" held by porter
  item bone-key "The Bone Key" held by clerk
  item cell-key "The Cell Key" held by abbot
  item lad "The Boy" at boy

  action wind at winch "Wind the winch"
  event wound "The far gate" when wind done {
    open far-gate
  }
  event when porter defeated {
    remove dwarf
  }
  victory warriors "The boy is home" when any warrior carries lad and all warriors in hall
  victory monsters told "The tide" when round > 40
}
"""


def test_a_line_does_nothing_that_another_line_wins_without():
    """The Porter is not met: its death loses the Dwarf, and its key opens no gate on the way."""
    (quest,) = results(STAIR).quests
    proof = quest.proof
    assert proof.kind == "can-strand"
    told = " ".join(step.text for step in proof.verdict().line)
    assert not any(name in told for name in ("Porter", "Clerk", "Store Gate", "Low Gate"))
    assert proof.rounds is not None
    assert proof.rounds[1] <= 30


POCKET = """quest gate "The Gate" {
  system warhammer-quest
  warriors barbarian, elf, dwarf
  board {
    draw \"\"\"
        +-+
        |.|
    +-+-+ +-+-+-+-+
    |d . . b e . .D. .|
    +-+-+-+-+-+-+-+-+-+
    \"\"\"
    d: start for dwarf
    b: start for barbarian
    e: start for elf
    D: portcullis gate "The Gate" locked by dwarf
  }
  corridor lane at A2..G2, C1 "The Lane"
  room vault at H2..I2 "The Vault"
  victory monsters told "Late" when round > 5
  victory warriors when any warrior in vault
}
"""


def test_who_has_opened_the_gate_goes_through_it_whq_b7():
    """The Dwarf stands before the others in the lane: they need not go round it once more."""
    (quest,) = results(POCKET).quests
    assert quest.proof.kind == "winnable"
    *_, opened, last = quest.proof.verdict().line
    assert (opened.kind, opened.who, last.who) == ("open", "dwarf", "dwarf")


WAKE = """quest wake "The Wake" {
  system dungeon-saga-origins
  heroes orlaf, rordin
  marauder zombie
  board {
    draw \"\"\"
    +-+-+-+-+-+-+-+-+-+
    |s s . .|. . .|. .|
    + + + + + + + + + +
    |. . . .A. . .B. t|
    +E+-+-+-+-+F+-+-+-+
    |. . . .|. . .|
    + + + + + + + +
    |. . c .I. . .|
    +-+-+-+-+-+-+-+
    \"\"\"
    s: start
    A: door door-a "The Parlour Door" locked by small-key spent
    B: door door-b "The Library Door" locked by small-key spent
    E: door door-e "The Kitchen Door"
    F: door door-f "The Serving Hatch" from parlour
    I: door door-i "The Larder Door" locked by small-key spent
    c: chest dresser "The Dresser" holds small-key
    t: goal coffin "The Coffin"
  }
  room hall at A1..D2 "The Hall"
  room parlour at E1..G2 "The Parlour"
  room library at H1..I2 "The Library"
  room kitchen at A3..D4 "The Kitchen"
  room larder at E3..G4 "The Larder"
  item 3 small-key "Small Key" at C1, D1
  victory heroes when any hero at coffin
}
"""


def test_nobody_searches_for_a_key_where_two_like_it_lie_about():
    """The Kitchen has a third key, and the deck is drawn from whoever searches there."""
    (quest,) = results(WAKE).quests
    told = [step.kind for step in quest.proof.verdict().line]
    assert "search" not in told
    assert quest.proof.rounds[1] == 2
