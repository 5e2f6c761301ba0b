"""Several who beat a figure together stand beside it, though another would beat it alone."""

from __future__ import annotations

import pytest

from oracle.replays import assert_followed, published
from questwright.compiler.model.verdict import VerdictKind

BANKS = """
quest two-banks "Two Banks" {{
  system dragon-noir
  adventurers {adventurers}
  board {{
    draw \"\"\"
    s s w {first}
     s . w {second}
    . . w {third}
    \"\"\"
    s: start
    w: water
  }}
  slayer slayer "The Slayer" at E2 facing west
  victory adventurers when slayer defeated
}}
"""
OPEN = (". . .", ". . .", ". . .")
NICHE = ("# # #", ". . .", "# # #")


def banks(adventurers, rows):
    first, second, third = rows
    return BANKS.format(adventurers=adventurers, first=first, second=second, third=third)


@pytest.mark.parametrize("adventurers", ["laberne, davrich", "konrad, laberne, davrich"])
def test_each_of_several_stands_beside_it(adventurers):
    """Konrad wears armour and never crosses the water; the others attack together [DN-C42]."""
    assert_followed(banks(adventurers, OPEN), VerdictKind.WINNABLE)


@pytest.mark.parametrize("adventurers", ["laberne, davrich", "konrad, laberne, davrich"])
def test_where_one_alone_finds_room_two_do_not_beat_it(adventurers):
    one, _ = published(banks(adventurers, NICHE))
    assert one.proof.kind is VerdictKind.UNDECIDED
