"""The pack of Dragon Noir, and a quest of it that is as small as can be."""

from __future__ import annotations

import pytest

from questwright.compiler.assets import SYSTEMS_DIR
from questwright.compiler.packs.load import load_system

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


@pytest.fixture(scope="session")
def noir():
    return load_system(FOLDER).system
