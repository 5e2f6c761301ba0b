"""Three halls in a row, for quests that differ in little but what stands between them."""

from __future__ import annotations

_TEXT = """
quest halls "Halls" {{
  system dungeon-saga-origins
  heroes {heroes}
  marauder zombie
  board {{
    draw \"\"\"
    +-+-+-+-+-+-+
    |s s|. .|. .|
    + + + + + + +
    |{corner} .D. .E. .|
    +-+-+-+-+-+-+
    \"\"\"
    s: start
    D: door first {first}
    E: door second {second}
  }}
  room a at A1..B2 "Hall A"
  room b at C1..D2 "Hall B"
  room c at E1..F2 "Hall C"
  {body}
  victory heroes when {goal}
}}
"""


def three_halls(goal, body="", heroes="orlaf, danor", first="", second=""):
    """A quest; ``first`` and ``second`` say more of the doors. Three heroes have three squares."""
    corner = "s" if heroes.count(",") > 1 else "."
    return _TEXT.format(
        heroes=heroes, corner=corner, first=first, second=second, body=body, goal=goal
    )
