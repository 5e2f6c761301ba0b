"""A gate that opens from the other side alone is a doorway: a move ends next to it [WHQ-C17]."""

from __future__ import annotations

import pytest

from support.one_text import compiled

LANE = """
quest lane "Lane" {{
  system warhammer-quest
  warriors barbarian, wizard
  board {{
    draw \"\"\"
    +-+-+-+
    |. . .|
    +-+-+ +-+-+-+-+-+-+
        |. . . . . . .|
        +-+-+-+-+ +-+-+
                |.|
                +-+
    \"\"\"
  }}
  start at C2 for barbarian
  start at C1 for wizard
  room area0 at A1, B1
  room area1 at C1
  room area2 at C2, D2, E2, F2, G2, G3, H2, I2
  portcullis gate0 at C1|C2 {way}locked by key0
  item key0 "The Key" at H2
  item cup "The Cup" bound at G2
  victory warriors when all warriors in area2 and all warriors at F2, I2 and wizard at I2
}}
"""


@pytest.mark.parametrize("way", ["", "from area1 "])
def test_a_gate_is_a_doorway_on_both_of_its_sides(way):
    proof = compiled(LANE.format(way=way)).proof
    assert proof is not None
    assert proof.rounds == (3, 6)
