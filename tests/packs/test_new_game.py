"""A game that no Python knows: its quests are compiled, proven and published all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.starter import starter_quest
from support import one_text
from support.paths import PACKS

if TYPE_CHECKING:
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
