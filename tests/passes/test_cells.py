"""What a cell is called: as the game says, in messages and in print, and nowhere else."""

from __future__ import annotations

import re
import shutil

import pytest

from questwright.compiler.cli.systems import words_of
from questwright.compiler.model.publication import Publication
from questwright.compiler.packs.load import load_system
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.outline.write import outline
from questwright.compiler.starter import starter_quest
from support import one_text
from support.paths import PACKS

SQUARE = re.compile(r"\bsquares?\b", re.IGNORECASE)
OWN = re.compile(r"\bsquare (?:coin|deal)", re.IGNORECASE)
"""What the author of a quest wrote."""
HEX = re.compile(r"\bhex(?:es)?\b", re.IGNORECASE)

WRONG = '''quest wrong "A Square Deal" {
  system moor
  watch reeve, eeler
  board {
    draw """
    s . r . z
     . w . .
    """
    s: start
    r: rider at C1
    w: dike
    z: cairn
  }
  heath one at A1..B1 "One"
  heath two at B1..C1 "Two"
  item coin "A Square Coin" at D9
  item ring at z
  bat at E1
  reeve stray
  wall at A1..B1
  wicket gap at A1
  cairn heap at A1|B1
  fairy-ring at A1
  ring near-ring at H1
  bog at A1|B1
  note """It is square."""
  victory wardens when coin taken and all wardens in B9
}
'''
SQUARES = """\
    +-+-+-+-+-+
    |s . r . z|
    + + + + + +
    |. w . . .|
    +-+-+-+-+-+
"""
SOUND = '''quest sound "A Square Deal" {
  system GAME
  watch eeler
  board {
    draw """
    s . . . x
     . . . .
    """
    s: start
    x: cairn hoard
  }
  giant at C2 facing west
  item coin "A Square Coin" in hoard
  victory wardens when coin taken
}
'''


def every_text(findings):
    for finding in findings:
        yield from (finding.message, finding.label.text, finding.reason or "", finding.help or "")
        yield from (label.text for label in finding.related)


def results(text, packs=PACKS):
    return one_text.results(text, packs)


def spoken(text, packs=PACKS):
    """All that is found, without what the author wrote."""
    return "\n".join(every_text(results(text, packs).findings))


def renamed(tmp_path, grid):
    """The game on hexes, with something else behind its grid."""
    packs = tmp_path / "packs"
    shutil.copytree(PACKS / "moor", packs / "moor")
    file = packs / "moor" / "game.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("  drawing: hexes\n", f"  drawing: hexes\n{grid}"), "utf-8")
    return packs


def test_on_hexes_no_finding_speaks_of_squares():
    said = spoken(WRONG)
    assert not SQUARE.search(said), SQUARE.findall(said)
    assert len(HEX.findall(said)) > 8, said


def test_on_squares_no_finding_speaks_of_hexes():
    on_squares = WRONG.replace("    s . r . z\n     . w . .\n", SQUARES)
    said = spoken(on_squares.replace("system moor", "system blank"))
    assert SQUARE.search(said)
    assert not HEX.search(said), HEX.findall(said)


def test_a_game_calls_its_cells_what_it_likes(tmp_path):
    packs = renamed(tmp_path, "  cell: stone\n  cells: stones\n")
    said = spoken(WRONG, packs)
    assert "name stones like `C4`" in said
    assert "stands between two stones" in said
    assert not SQUARE.search(said)
    text = words_of(load_system(packs / "moor", None).system)
    assert "Between stones, where nobody walks:" in text
    assert "Giant, wisp, 3 stones" in text


@pytest.mark.parametrize("grid", ["  cell: stone\n", "  cells: stones\n"])
def test_one_cell_and_several_are_named_together(tmp_path, grid):
    findings = load_system(renamed(tmp_path, grid) / "moor", None).findings
    assert [finding.code.name for finding in findings] == ["pack-form"]


def published(text):
    result = results(text)
    assert [finding.message for finding in result.findings if finding.severity == "error"] == []
    (one,) = result.quests
    return Publication(one.quest, one.system, one.proof.verdict(), result.sources, result.findings)


def test_what_the_author_wrote_stays_as_it_is():
    publication = published(SOUND.replace("GAME", "moor"))
    told = outline(publication)
    assert "A Square Coin" in told
    assert not SQUARE.search(OWN.sub("", told))
    book = repr(compose_book([publication]))
    assert "A Square Deal" in book
    assert "5 × 2 hexes" in book
    assert "Covers 3 hexes" in book
    assert not re.search(r"\bsquares\b", OWN.sub("", book))


def test_the_words_and_the_starter_of_a_game_on_hexes_speak_of_hexes():
    system = load_system(PACKS / "moor", None).system
    assert not SQUARE.search(words_of(system))
    assert not SQUARE.search(starter_quest("a-quest", system))


def test_the_words_of_a_game_on_squares_speak_of_squares():
    system = load_system(PACKS / "blank", None).system
    assert not HEX.search(words_of(system))
    assert (system.grid.cell, system.grid.cells) == ("square", "squares")
