"""A quest of two rooms, made from its parts."""

from __future__ import annotations

ROOMS = 'room a at A1..B2 "A"\n  room b at C1..D2 "B"'


def quest(drawing, legend, body, goal):
    """A quest from its parts."""
    return f'''quest played "Played" {{
  system dungeon-saga-origins
  heroes orlaf
  marauder zombie
  board {{
    draw """{drawing}    """
    s: start
    {legend}
  }}
  {ROOMS}
  {body}
  victory heroes when {goal}
}}
'''
