"""The pack of Dragon Noir, and a quest of it that is as small as can be."""

from __future__ import annotations

import pytest

from questwright.compiler.assets import SYSTEMS_DIR
from support.one_text import COMPILER

FOLDER = SYSTEMS_DIR / "dragon-noir"

QUEST = '''
quest the-ford "The Ford" {
  system dragon-noir
  adventurers konrad, gnurr
  board {
    draw """
    s . . . .
     s . . . .
    . . . . .
    """
    s: start
  }
  ground lea at A1..E3
  hunter scout at D2 facing west
  victory adventurers when scout defeated
}
'''


def system():
    """The game, which is read once for all quests of it."""
    return COMPILER.system("dragon-noir")[0]


@pytest.fixture(scope="session")
def noir():
    return system()
