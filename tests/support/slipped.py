"""Quests in which nothing is wrong, to put slips of the hand into."""

from __future__ import annotations

MILL = '''quest mill "Mill" {
  system dungeon-saga-origins
  heroes orlaf, rordin, madriga, danor
  marauder zombie

  story """
  What the players hear first. *Stress* a word like this.
  """

  board {
    draw """
    +-+-+-+-+-+-+-+
    |s s .|. . . .|
    + + + + + + + +
    |s s .D. . f .|
    + + + + + + + +
    |. . .|. . . c|
    +-+-+-+-+-+-+-+
    """
    s: start
    D: door first-door
    f: zombie guard facing west
    c: chest hoard
  }

  # Names for the parts of the board.
  room threshold at A1..C3 "The Threshold"
  room store at D1..G3 "The Store"

  event when first-door opened {
    read """The door swings open."""
  }

  victory heroes when hoard searched
  expect winnable
}
'''

MOOR = '''quest moor "Moor" {
  system dragon-noir
  adventurers konrad, godiva, zacharie, grast

  board {
    draw """
    s s . . . . .
     s s . . . f .
    . . . . . . .
     . . . . . . .
    . . . . . . .
    """
    s: start
    f: hunter guard facing west
  }
  wall at C1|D1, D1|C2, C2|D3, C3|D3, C4|D3, C4|D5, C5|D5
  door first-door at C2|D2

  ground threshold at A1..C5 "The Threshold"
  ground store at D1..G5 "The Store"

  event when first-door opened {
    read """The door swings open."""
  }

  victory adventurers when guard defeated
  expect winnable
}
'''

SERIES = f"""campaign two-nights "Two Nights" {{
  system dungeon-saga-origins
  quest mill
  quest weir
}}

{MILL}
{MILL.replace("quest mill", "quest weir")}"""
