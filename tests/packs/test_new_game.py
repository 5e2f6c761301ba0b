"""A game that no Python knows: its quests are compiled, proven and published all the same."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from questwright.compiler.starter import starter_quest
from support import one_text
from support.paths import PACKS

if TYPE_CHECKING:
    from pathlib import Path

    from questwright.compiler.pipeline import Result

LAST_LAMP = '''quest last-lamp "The Last Lamp" {
  system blank
  watch elder, apprentice
  story """The watch is late."""
  board {
    draw """
    +-+-+-+-+-+-+
    |s s s|. x .|
    + + + + + + +
    |. . .G. . l|
    +-+-+-+-+-+-+
    """
    s: start
    G: gate old-gate locked by ward-key
    x: shade
    l: coffer tin
  }
  hall porch at A1..C2 "The Porch"
  hall ward at D1..F2 "The Ward"
  item ward-key "Ward Key" at B2
  event when tin searched { give long-wick }
  victory lamplighters when any lamplighter carries long-wick and all lamplighters in porch
  expect winnable
  expect ward unreachable without ward-key
}
'''


def compiled(text: str) -> Result:
    return one_text.results(text, PACKS)


def test_a_quest_of_a_new_game_is_proven() -> None:
    result = compiled(LAST_LAMP)
    assert result.findings == ()
    (quest,) = result.quests
    assert quest.proof is not None
    assert quest.proof.kind == "winnable"
    texts = [step.text for step in quest.proof.verdict().line if step.target]
    deeds = [deed for _, is_deed, deed in (text.partition(": ") for text in texts) if is_deed]
    deeds = [deed for deed in deeds if deed.startswith(("Take", "Open"))]
    assert deeds[:2] == ["Take the Ward Key", "Open the Old gate with the Ward Key"]


def test_its_words_are_suggested() -> None:
    result = compiled(LAST_LAMP.replace("x: shade", "x: shadow"))
    assert [(finding.code.name, finding.help) for finding in result.findings] == [
        ("unknown-word", "did you mean `shade`?")
    ]


def test_nothing_faces_any_way_in_it() -> None:
    result = compiled(LAST_LAMP.replace("x: shade", "x: shade facing north"))
    assert [finding.code.name for finding in result.findings] == ["unknown-word"]


def test_a_first_quest_of_it_is_clean() -> None:
    system, _ = one_text.compiler_of(PACKS).system("blank")
    assert system is not None
    result = compiled(starter_quest("first-night", system))
    assert result.findings == ()


SIEVE = """
source: own
settings:
  sieve:
    title: Sieve
    shape: word
    role: removed-cards
    default: coarse
    text: What is left in the water.
    words:
      coarse: {title: Coarse, text: All of it., effect: {remove: none}}
      fine: {title: Fine, text: No bells., effect: {remove: all, icon: bell}}
"""


@pytest.mark.parametrize(
    ("card", "names"),
    [
        ("weed: {title: Weed, count: 2, text: Green.}", ["no-interrupt-card"]),
        ("weed: {title: Weed, count: 2, icons: [bell, leaf], text: Green.}", ["empty-deck"]),
    ],
)
def test_the_icons_of_cards_are_its_own(tmp_path: Path, card: str, names: list[str]) -> None:
    packs = tmp_path / "packs"
    shutil.copytree(PACKS / "salt", packs / "salt")
    game = packs / "salt" / "game.yaml"
    text = game.read_text(encoding="utf-8")
    cork = "cork: {title: Cork, count: 4,"
    assert cork in text
    text = text.replace(cork, f"{card}\n      {cork} icons: [bell],")
    text = text.replace("  verb: Dredge\n", "  verb: Dredge\n  needs_icon: bell\n")
    game.write_text(text, encoding="utf-8")
    (packs / "salt" / "sieve.yaml").write_text(SIEVE, encoding="utf-8")
    quest = (PACKS / "low-water.quest").read_text(encoding="utf-8")
    for sieve, expected in (("coarse", []), ("fine", names)):
        result = one_text.results(quest.replace("  stray", f"  sieve {sieve}\n  stray"), packs)
        assert [finding.code.name for finding in result.findings] == expected
