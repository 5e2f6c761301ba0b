"""Quests of the made-up game in which a die of four faces chooses among those of a vault."""

from __future__ import annotations

from questwright.compiler.lots import lot_of
from support.one_text import results, without_proof
from support.paths import PACKS


def visit(name, number=0, vault="wine-vault"):
    """The text of a quest; without a number it is none that the die chooses."""
    title = name.replace("-", " ").title()
    said = f"visit {number}" if number else ""
    return f"""
quest {name} "{title}" {{
  system tithe
  {said}
  deck {{ objective {vault} }}
  board {{ tile {vault} at A1 }}
  start at B2
  item {name}-keg "The Keg of {title}" at A1
  victory collectors when any collector carries {name}-keg
}}
"""


def placed(text):
    """The game, and where the quests of a text stand."""
    with without_proof():
        result = results(text, PACKS)
    found = [lot_of(each.quest, each.system, result.sources) for each in result.quests]
    return result.quests[0].system, found
