"""Who of the party can be missing: what is asked of all is asked of those who play."""

from __future__ import annotations

import pytest

from support.one_text import compiled

QUEST = """
quest two "Two" {{
  system dungeon-saga-origins
  heroes {heroes}
  marauder zombie
  feats 0
  board {{
    draw \"\"\"
    {rows}
    \"\"\"
    s: start
    {legend}
  }}
  {body}
}}
"""
ROOM = "+-+-+-+\n    |s s s|\n    +-+-+-+"
KEYS = 'item 3 key "Key" at A1, B1, C1\n  group duo is orlaf, madriga\n  '
THREE = "orlaf, madriga, danor"


def two(body, heroes=THREE, rows=ROOM, legend=""):
    return compiled(QUEST.format(heroes=heroes, rows=rows, legend=legend, body=body)).proof


@pytest.mark.parametrize(
    ("won", "losing"),
    [
        ("victory heroes when all heroes carry key", []),
        ("event when all heroes carry key { end heroes }", []),
        # Nothing is true of all of nobody.
        ("victory heroes when all duo carry key", [("Danor",)]),
        ("victory heroes when 2 heroes carry key", [("Orlaf",), ("Madriga",), ("Danor",)]),
    ],
)
def test_what_all_carry_is_asked_of_those_who_play(won, losing):
    assert two(KEYS + won).losing_parties() == losing


def test_nobody_is_relied_on_to_carry_what_all_do():
    assert not two(KEYS + "victory heroes when all heroes carry key").verdict().relies
