"""Several who beat a figure together stand beside it, each on a cell that it reaches [DN-B49]."""

from __future__ import annotations

import pytest

from oracle.replays import published
from questwright.engine.replay import replay_document

QUEST = '''
quest gang "The Gang" {{
  system dragon-noir
  adventurers {crew}
  turns 9
  board {{
    draw """
    {row}
     {below}
    """
    s: start
    q: gharv beast "The Beast" facing west
  }}
  victory adventurers when beast defeated
}}
'''
WALL = "# # # # # #"


@pytest.mark.parametrize(
    ("crew", "row", "below", "expected"),
    [
        # None of them is strong enough alone; two together are.
        ("thorin", "s s s q . .", ". . . . . .", "unwinnable"),
        ("laberne, thorin, barin", "s s s q . .", ". . . . . .", "winnable"),
        ("simon, thorin, rix", "s s s . q", WALL, "unwinnable"),
        # One more hex is beside it, and it is in the way there.
        ("simon, thorin, rix", "s s s . q .", WALL, "unwinnable"),
        # Who has a bow may shoot it, and what comes of that is not worked out.
        ("laberne, thorin, rix", "s s s . q .", WALL, "undecided"),
        # By magic one of them comes behind it.
        ("laberne, thorin, zacharie", "s s s . q .", WALL, "winnable"),
    ],
)
def test_room_is_where_one_can_come(crew, row, below, expected):
    one, data = published(QUEST.format(crew=crew, row=row, below=below))
    assert one.proof.verdict().kind == expected
    assert replay_document(data) == ""


GATES = '''
quest den "The Den" {{
  system dragon-noir
  adventurers simon, rix
  board {{
    draw """
    s W
     s #
    """
    s: start
    W: slayer w facing west
  }}
  ground den at B1 "Den"
  ground hall at A1, A2 "Hall"
  {gates}
  victory adventurers when w defeated
}}
'''


@pytest.mark.parametrize(
    ("gates", "expected"),
    [
        ("door d at A1|B1 open\n  door e at A2|B1", "winnable"),
        ("door d at A1|B1\n  door e at A2|B1", "winnable"),
        ("door d at A1|B1 open from hall\n  door e at A2|B1 open from hall", "winnable"),
        ("door e at A2|B1", "winnable"),
        ("door d at A1|B1 open\n  door e at A2|B1 barred", "unwinnable"),
    ],
)
def test_each_may_attack_through_a_gate_of_its_own(gates, expected):
    one, data = published(GATES.format(gates=gates))
    assert one.proof.verdict().kind == expected
    assert replay_document(data) == ""


TREE = '''
quest tree "Tree" {{
  system dragon-noir
  profile exile
  adventurers {crew}
  turns 20
  board {{
    draw """
    s s . . t .
     s . . . . .
    """
    s: start
    t: tree
  }}
  slayer w at E1 facing west
  ground hall at A1..F1, A2..F2 "Hall"
  victory adventurers when w defeated
}}
'''


def test_those_who_can_enter_its_ground_attack_together_where_a_rider_comes_too():
    """Konrad on horseback is strong enough, and cannot step into a tree [DN-C40]."""
    rider, _ = published(TREE.format(crew="konrad-mounted, simon, rix"))
    verdict = rider.proof.verdict()
    assert verdict.kind == "winnable"
    assert (verdict.line[-1].who, *verdict.line[-1].others) == ("simon", "rix")
    alone, _ = published(TREE.format(crew="konrad-mounted, simon"))
    # On foot he might [DN-C56].
    assert alone.proof.verdict().kind == "undecided"
