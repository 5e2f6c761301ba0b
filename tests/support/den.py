"""A quest of two rooms, for what an author of Dungeon Saga Origins says in it."""

from __future__ import annotations

from questwright.compiler.model.publication import Publication
from support.one_text import results

BOARD = '''
  board {
    draw """
    +-+-+-+-+-+-+-+-+-+
    |s s .|. . . . . .|
    + + + + + + + + + +
    |s s .D. . . . . .|
    + + + + + + + + + +
    |. . .|. . . . . .|
    + + + + + + + + + +
    |. . .|. . . . . .|
    +-+-+-+-+-+-+-+-+-+
    """
    s: start
    D: door way "The Way"
  }
  room hall at A1..C4 "The Hall"
  room den at D1..I4 "The Den"
'''
WON = "victory heroes when den revealed"


def quest(body="", board=BOARD, win=WON, before=""):
    return f"""
{before}
quest the-den "The Den" {{
  system dungeon-saga-origins
  {"" if "heroes " in body else "heroes orlaf, danor"}
  {"" if "marauder " in body else "marauder skeleton-warrior"}
  {board}
  {body}
  {win}
}}
"""


def published(text):
    result = results(text)
    assert [(finding.code.id, finding.message) for finding in result.findings] == []
    (one,) = result.quests
    return Publication(one.quest, one.system, one.proof.verdict(), result.sources, ())
