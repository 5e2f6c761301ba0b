"""The limits that are published: in the documentation, by the command, and as they hold."""

from __future__ import annotations

import re

import pytest

from questwright.compiler.cli.systems import list_systems
from questwright.compiler.packs.check import tables
from questwright.compiler.packs.read import files, guard, symbols
from questwright.compiler.project import find_quests
from questwright.compiler.verdict import budget
from questwright.dsl import limits
from questwright.dsl.parser import QuestParser
from questwright.dsl.source import Source
from support.one_text import results
from support.paths import ROOT

PAGE = ROOT / "docs" / "explanation" / "safety.md"
HOLDS = {
    "bytes of a quest file": "FILE_BYTES",
    "blocks inside each other": "NESTING",
    "characters of a line": "LINE_CHARACTERS",
    "characters of a text in triple quotes": "PROSE_CHARACTERS",
    "cells of a board, in either direction": "DRAWING_SIDE",
    "mistakes in the text of a file that are told at once": "FINDINGS",
    "findings of one quest that are told at once": "QUEST_FINDINGS",
    "findings of one pack that are told at once": "PACK_FINDINGS",
    "combining marks on a letter": "COMBINING_MARKS",
    "characters of a name": "NAME_CHARACTERS",
    "files included by a file, and by those": "INCLUDED_FILES",
    "files that include each other in a chain": "INCLUDE_DEPTH",
    "bytes of all files that a file includes": "INCLUDED_BYTES",
    "quests of a file and of those that it includes": "QUESTS",
    "events of a quest": "EVENTS",
    "quest files of one run": "RUN_FILES",
}


QUEST = """
quest q "Q" {
  system dungeon-saga-origins
  heroes orlaf
  board {
    draw '''
    +-+-+-+-+
    |s .D. .|
    + + + + +
    |. .|. .|
    +-+-+-+-+
    '''
    s: start
    D: door way
  }
  victory heroes when all heroes in crypt
  room crypt at C1..D2
}
""".replace("'''", '"""')


def test_the_limits_that_are_published_hold(capsys):
    assert list_systems(None, with_limits=True) == 0
    printed = capsys.readouterr().out
    page = PAGE.read_text(encoding="utf-8")
    assert printed in page
    rows = re.findall(r"^ *([\d,]+)  (.+)$", printed, re.MULTILINE)
    assert {what: number for number, what in rows} == {
        what: f"{getattr(limits, name):,}" for what, name in HOLDS.items()
    }
    names = {name for name in vars(limits) if name.isupper()} - {"TYPE_CHECKING"}
    assert names == set(HOLDS.values())


def test_the_limits_of_packs_and_proofs_hold_as_published():
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert "A pack may have 64 files of at most one megabyte each, and two megabytes" in page
    assert (files.FILES, files.FILE_BYTES, files.PACK_BYTES) == (64, 1 << 20, 2 << 20)
    assert "20,000 values, 32 mappings or lists inside each other, texts of 4,000" in page
    assert (guard.VALUES, guard.DEPTH, guard.SCALAR_CHARACTERS) == (20_000, 32, 4_000)
    assert "numbers of nine digits; a map symbol may have 20,000 characters" in page
    assert (guard.DIGITS, symbols.CHARACTERS) == (9, 20_000)
    assert "a die 1,000 faces" in page
    assert tables.MOST_FACES == 1_000
    assert "20,000 states of play for one search, and 512 worlds" in page
    assert (budget.STATES, budget.WORLDS) == (20_000, 512)


def found(text):
    parsed = QuestParser().parse(Source("a", text))
    return [(finding.code.id, finding.message) for finding in parsed.findings]


@pytest.mark.parametrize("count", [49, 50, 51, 60])
def test_fifty_mistakes_of_a_text_are_told(count):
    lines = "".join(f"  room r-{number} at ..\n" for number in range(count))
    text = "quest q {\n" + lines + "}\n"
    assert len(found(text)) == min(count, limits.FINDINGS)


@pytest.mark.parametrize("sign", ["\x07", "\u202e"])
def test_fifty_signs_that_may_not_stand_there_are_told(sign):
    for count in (50, 51):
        assert len(found("quest q {\n" + f"# {sign}\n" * count + "}\n")) == 50


def test_fifty_braces_too_many_are_told():
    for count in (50, 51):
        assert len(found("quest q {\n}\n" + "}\n" * count)) <= 50


def test_what_an_unclosed_text_may_hide_is_not_called_unknown():
    text = QUEST.replace("  room crypt", '  note """\n  room crypt')
    assert [finding.code.id for finding in results(text).findings] == ["QW004"]
    assert "QW101" in [finding.code.id for finding in results(without(QUEST, "crypt at")).findings]


def without(text, words):
    return "".join(line for line in text.splitlines(keepends=True) if words not in line)


@pytest.mark.parametrize("title", ['"The Cellar{', '"The Cellar {', '"{'])
def test_a_title_that_is_not_closed_costs_nothing_but_itself(title):
    text = f"quest q {title}\n  system s\n  room crypt at A1\n}}\n"
    (finding,) = QuestParser().parse(Source("a", text)).findings
    assert finding.message == "this text does not end on its line"


def test_folders_are_searched_without_links_and_without_hidden_ones(tmp_path):
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    for folder in (inside, outside, inside / ".hidden", inside / "more"):
        folder.mkdir()
        (folder / "a.quest").write_text("# a\n")
    (inside / "link").symlink_to(outside, target_is_directory=True)
    (inside / "b.quest").symlink_to(outside / "a.quest")
    paths, findings = find_quests([str(inside)])
    assert findings == ()
    assert paths == [str(inside / "a.quest"), str(inside / "more" / "a.quest")]


def test_a_sign_that_the_book_cannot_print_is_told_where_it_stands():
    def told(text):
        return {finding.message: finding.label.span for finding in results(text).findings}

    text = QUEST.replace('"Q"', '"Q 中"')
    span = told(text)["the book cannot print U+4E2D"]
    assert text[span.start : span.end] == "中"
    assert told(QUEST.replace('"Q" {', '"Q" {  # 中')).keys() == told(QUEST).keys()
