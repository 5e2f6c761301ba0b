"""Findings point at what they speak of: gates that nothing opens, deeds that lose, steps."""

from __future__ import annotations

import pytest

from questwright.compiler.assets import SYSTEMS_DIR
from support import one_text

SHUT = '''quest shut "Shut" {
  system dungeon-saga
  heroes orlaf, rordin
  overlord necromancer
  board {
    draw """
    ss.#...
    ss.A...
    ...#..z
    ...B...
    """
    s: start
    A: door a-door "The First Door" locked mundane dice 2 armour 2
    B: door b-door "The Second Door" %s
    z: zombie last "The Last" facing west
  }
  room a at A1..C4, D2 "The Porch"
  room b at E1..G4, D4 "The Hall"
  %s
  victory heroes when last defeated
}
'''
LOST = '''quest lost "Lost" {
  system dungeon-saga-origins
  heroes orlaf, madriga
  marauder zombie
  board {
    draw """
    +-+-+-+-+
    |s .D. x|
    + + + + +
    |s .|. .|
    +-+-+-+-+
    """
    s: start
    x: exit way-out
    D: door way
  }
  room hall at A1..B2
  room crypt at C1..D2
  victory heroes when all heroes in crypt
  %s
}
'''


def told(text, name):
    result = one_text.results(text, SYSTEMS_DIR)
    (finding,) = [one for one in result.findings if one.code.name == name]
    span = finding.label.span
    return finding, text[span.start : span.end]


def test_a_gate_that_nothing_opens_is_told_as_such_and_where_it_stands():
    finding, place = told(SHUT % ("barred", ""), "unreachable-squares")
    assert finding.message == "nobody ever opens the Second Door"
    assert place.startswith("door b-door")
    assert "open b-door" in finding.help


def test_one_that_something_opens_is_fine():
    text = SHUT % ("barred", "event up when a-door opened { open b-door }")
    findings = one_text.results(text, SYSTEMS_DIR).findings
    assert "unreachable-squares" not in [one.code.name for one in findings]


@pytest.mark.parametrize(
    "victory", ["victory overlord when any hero in D2", 'victory overlord "Dusk" when orlaf in D1']
)
def test_a_loss_by_a_walk_is_told_at_a_statement_and_not_at_the_quest(victory):
    _, place = told(LOST % victory, "can-lose")
    assert place != ""
    assert not place.startswith("quest")
    assert place.startswith(("door way", "victory overlord"))
