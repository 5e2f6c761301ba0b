"""What spells lay is ground: it is blocked, fought for and stood on like other ground.

Somebody found each case who had read the rules, and neither the proof nor its tests.
"""

from __future__ import annotations

import pytest

from questwright.compiler.model.verdict import VerdictKind
from support.one_text import compiled

LOST, OPEN = VerdictKind.UNWINNABLE, VerdictKind.UNDECIDED

_QUEST = """quest ford "A Ford" {{
  system dragon-noir
  adventurers konrad, zacharie
  {barred}
  board {{
    draw \"\"\"
{board}
    \"\"\"
{legend}  }}
  start at A1 for konrad
  start at {at} for zacharie
{body}
}}
"""
RIVER = ". . w w . .", " . . w w . .", ". . w w . ."


def ford(board, body, barred="spells-on-others", at="B1"):
    """A quest on a board whose rows are given, where one swims and casts, and one does neither."""
    rows = [board] if isinstance(board, str) else board
    drawn = "\n".join(f"    {row}" for row in rows)
    legend = "    w: water\n" if "w" in drawn else ""
    barred = f"no-spells {barred}" if barred else ""
    text = _QUEST.format(barred=barred, board=drawn, legend=legend, at=at, body=body)
    return compiled(text).proof


FALLS = "event when any adventurer at C1 {\n    end foes\n  }\n"
PULLED = "action pull at D1 for konrad\n  event when pull done {\n    block C1\n  }\n"


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (PULLED + "  victory adventurers when pull done and konrad at A1", "it has fallen in"),
        (
            "event when round = 1 {\n    block C1\n  }\n  victory adventurers when konrad at D1",
            "a bridge leads over water, and not over what has fallen",
        ),
        (
            f"{FALLS}  victory adventurers when konrad at D1",
            "who goes over it is on C1",
        ),
        (
            "slayer sl at C1 facing west\n  victory adventurers when konrad at D1",
            "nobody beats the slayer",
        ),
    ],
)
def test_a_bridge_is_the_ground_of_its_cells_dn_c67(body, why):
    assert ford(". . w .", f"  {body}").kind in (LOST, OPEN), why


GATED = "  door dd at C1|D1\n  ground aa at A1..C1\n  ground bb at D1..E1\n"


@pytest.mark.parametrize(
    ("board", "body"),
    [
        pytest.param(". . w .", "  victory adventurers when konrad at C1", id="on-it"),
        pytest.param(
            ". . w . .", f"{GATED}  victory adventurers when konrad at D1", id="to-a-door"
        ),
        pytest.param(
            ". . w . .",
            "  wall at C1|D1\n  victory adventurers when konrad at D1",
            id="to-a-wall-that-another-breaks",
        ),
        pytest.param(
            ". . # w .", "  victory adventurers when konrad at E1", id="from-the-end-of-a-tunnel"
        ),
    ],
)
def test_what_spells_may_win_together_is_not_lost(board, body):
    assert ford(board, body, "spells-on-others").kind is not LOST


def test_who_is_lost_casts_nothing_more():
    body = """  action pull at E1 for konrad
  event when konrad at E1, E2, E3 {
    remove zacharie
  }
  victory adventurers when konrad at A1 and pull done"""
    assert ford(RIVER, body, "ground-spells").kind in (LOST, OPEN)


def test_who_is_buried_casts_nothing_more():
    board = ". . w w . . # #", " . . w w . . # .", ". . w w . . # ."
    body = """  action pull at A1
  event when pull done {
    block H2, H3
  }
  victory adventurers when konrad at E1 and pull done"""
    kind = ford(board, body, "ground-spells, self-spells", at="H2").kind
    assert kind in (LOST, OPEN)


def test_nobody_casts_round_the_edge_of_a_board_dn_c60():
    rock = " #" * 25
    board = [f"{row}{rock} . ." for row in RIVER]
    won = "  victory adventurers when konrad at F2"
    assert ford(board, won, "self-spells", at="AG2").kind is LOST


def test_one_comes_back_from_where_one_has_stepped_clear():
    body = """  action pull at D1
  event when pull done {
    block D1
  }
  victory adventurers when pull done and zacharie at B1"""
    assert ford(". . # . .", body, "ground-spells").kind is not LOST


def test_by_other_spells_one_may_win_without():
    """It is won by a teleport to the lever; and as well by a tunnel, for more points."""
    body = """  action pull at E1
  action push at A1
  victory adventurers when pull done or push done and konrad at F1"""
    proof = ford(". . . # . .", body, "")
    assert proof.must_face("pull") is None
    proof = ford(". . . # . .", body.replace("or push", "and push"), "")
    assert proof.kind is VerdictKind.WINNABLE
    assert proof.must_face("pull") is True, "by whatever spells"
