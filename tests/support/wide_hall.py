"""Editions of a hall of one room, its squares given row by row."""

from __future__ import annotations

from support.editions import edition

HALL = """\
quest hall "The Hall" {{
  system dungeon-saga-origins
  heroes orlaf
  marauder ghost

  board {{
    draw \"""
{}
    \"""
    s: start
    z: zombie facing west
    {}
  }}

  room hall at A1..{} "The Hall"
  {}
  victory heroes when all monsters defeated
}}
"""


def hall(rows, legend="", more=""):
    """A hall of one room, its squares given row by row."""
    width = len(rows[0])
    walls = "    +" + "-+" * width
    lines = [walls]
    for number, row in enumerate(rows):
        lines += (
            [f"    |{' '.join(row)}|", "    +" + " +" * width] if number < len(rows) - 1 else []
        )
    lines += [f"    |{' '.join(rows[-1])}|", walls]
    corner = f"{chr(64 + width)}{len(rows)}"
    return edition(HALL.format("\n".join(lines), legend, corner, more))
