"""Quests on the maps of Dragon Noir, and who gets where on them."""

from __future__ import annotations

from functools import cache

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.movers import movers_of
from support.noir import system
from support.one_text import results

NOIR = system()
SURFACE = ["watermill", "arena"]
BELOW = [tile for tile in NOIR.tiles if tile not in SURFACE]
ARMOURED, LIGHT = "konrad", "laberne"
ASIDE = ("QW240", "QW302", "QW308")
"""What is said of quests that are hardly any; and of maps of which only a part is reached."""
FACTS = NOIR.rules["maps"]


def quest(laid, body, who=LIGHT):
    return f"""
quest maps "Maps" {{
  system dragon-noir
  adventurers {who}
  board {{
    {laid}
  }}
  {body}
  victory adventurers when round >= 2
}}
"""


@cache
def compiled(text):
    result = results(text)
    found = [
        (finding.code.id, finding.message)
        for finding in result.findings
        if finding.code.id not in ASIDE
    ]
    assert not found
    (one,) = result.quests
    return one


def on(tile, begin=None, who=LIGHT, body=""):
    """The quest of one map, with an adventurer on one of its hexes."""
    begin = begin or ("A1" if tile in SURFACE else "A7")
    return compiled(quest(f"tile {tile}", f"start at {tile}:{begin}\n  {body}", who)).quest


def reached(found, side="adventurers"):
    """The hexes that the first mover of a side comes to, sound."""
    mover = next(mover for mover in movers_of(found, NOIR) if mover.side == side)
    return names(found.board, mover.states[0].reached)


def names(board, cells):
    return {board.name(cell) for cell in each_cell(cells)}
