"""A quest in which it is not known where a key lies and where a prisoner stands."""

from __future__ import annotations

QUEST = '''quest the-ferry "The Ferry" {{
  system dungeon-saga-origins
  heroes orlaf
  marauder zombie
  traps {traps}
  board {{
    draw """
    +-+-+-+-+-+-+
    |s . .D. . h|
    + + + + + + +
    |. c .|. h .|
    +-+-+-+-+-+-+
    """
    s: start
    D: door way locked by iron-key
    c: chest hoard
    h: token prisoner "The Prisoner" among
  }}
  room hall at A1..C2 "The Hall"
  room crypt at D1..F2 "The Crypt"
  item iron-key "Iron Key" among {places}
  {more}
  victory heroes when {goal}
}}
'''
TABLE = 'table boat "The boat" with 2 d6 {{ 2..6 "Here" {{ {here} }}; 7..12 "Gone" {{ {gone} }} }}'


def quest(places="hoard, A2", more="", goal="all heroes at prisoner", traps=0):
    """The text of the quest, with other statements and another goal."""
    return QUEST.format(places=places, more=more, goal=goal, traps=traps)
