"""Small quests on a few squares: a drawing, what stands below it, and the heroes."""

from __future__ import annotations

from support.one_text import results

_HEAD = """
quest small "Small" {{
  system dungeon-saga-origins
  heroes {heroes}
  marauder zombie
  board {{
    draw \"\"\"
{drawing}
    \"\"\"
  }}
  {body}
}}
"""
CORNER = """
    +-+-+
    |. .|
    + +-+
    |.|.|
    +-+-+"""
NOOK = """
    +-+-+-+
    |. .|.|
    +-+ + +
    |.|.|.|
    +-+-+-+"""
TWO_ROWS = """
    +-+-+-+
    |. . .|
    +-+-+-+
    |. . .|
    +-+-+-+"""


def small(drawing, body, heroes):
    """The compiled quest."""
    text = _HEAD.format(drawing=drawing.strip("\n"), body=body, heroes=heroes)
    (one,) = results(text).quests
    return one
