"""How a quest with worlds is told: in outlines, documents, changes and books."""

from __future__ import annotations

import pytest
from proof.ferry import TABLE, quest

from questwright.compiler.cli.prove import ProveOptions, prove_quests
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.view.text import ListBlock
from questwright.compiler.publish.diff.changes import Subject
from questwright.compiler.publish.diff.compare import compare
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.publish.document.read.edition import edition_of
from questwright.compiler.publish.document.read.load import read_edition
from questwright.compiler.publish.outline.write import outline
from questwright.compiler.verdict.budget import Budget
from support.editions import edition
from support.paths import ROOT
from support.published import publications

FERRY = ROOT / "tests" / "cases" / "worlds" / "the-ferry.quest"


def test_the_outline_of_a_quest_with_worlds(golden):
    (one,) = publications(FERRY)
    golden("worlds/the-ferry.txt", outline(one))


def test_the_document_of_a_quest_with_worlds(golden):
    (one,) = publications(FERRY)
    document_ = quest_document(one)
    # The rules of the game may change, and of thirty-six worlds three tell how one is written.
    document_["system"]["digest"] = ""
    document_["rules"] = document_["gear"] = document_["decks"] = None
    document_["verdict"]["worlds"] = document_["verdict"]["worlds"][:3]
    golden("worlds/the-ferry.json", dump(document_).decode())


def changes(before, after):
    found = compare(edition(before), edition(after)).changes
    return [one.text for one in found if one.subject is Subject.UNKNOWN]


HIDDEN = quest(more=TABLE.format(here="set here", gone="set gone"))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("among hoard, A2", "among A2, hoard", []),
        ("among hoard, A2", "among hoard, B1", ["may be no longer: at A2", "may be now: at B1"]),
        ("among hoard, A2", "in hoard", ["It is known now where the Iron Key is; before: "]),
        (
            "set gone",
            "block B1",
            ["no longer: 7 to 12, “Gone”: mark", "now: 7 to 12, “Gone”: block"],
        ),
        ("2 d6 { 2..6", "2 d6 { 2..5", ["no longer: 2 to 6", "now: 2 to 5"]),
        ("|. h .|", "|. . h|", ["Prisoner may be no longer: at E2", "Prisoner may be now: at F2"]),
    ],
)
def test_a_change_of_what_is_unknown_is_told(old, new, told):
    assert old in HIDDEN or old.strip("|") in HIDDEN
    after = HIDDEN.replace(old, new)
    found = changes(HIDDEN, after)
    assert len(found) == len(told)
    assert all(words in text for words, text in zip(told, found, strict=True))
    assert len(changes(after, HIDDEN)) == len(told)


def test_a_document_is_the_edition_that_its_text_is():
    (one,) = publications(FERRY)
    read = read_edition(dump(quest_document(one)), lambda _: one.system)
    assert compare(edition_of(one), read).changes == ()


def test_prove_names_the_worlds_that_fail(tmp_path, capsys):
    path = tmp_path / "the-ferry.quest"
    path.write_text(quest(places="hoard, E1"), encoding="utf-8")
    options = ProveOptions((str(path),), uses_cache=False)
    assert prove_quests(options) == 1
    out = capsys.readouterr().out
    assert "The Ferry: unwinnable in 2 of the 4 worlds\n" in out
    assert "  where the Prisoner is at F1, the Iron Key is at E1:\n" in out
    assert "  unwinnable where the Iron Key is at E1\n" in out
    assert "  winnable where the Iron Key is in the Hoard\n" in out
    path.write_text(quest(), encoding="utf-8")
    assert prove_quests(options) == 0
    assert "The Ferry: winnable in each of the 4 worlds\n" in capsys.readouterr().out
    assert prove_quests(options._replace(budget=Budget(worlds=3))) == 1
    assert "undecided, 3 of 4 worlds judged" in capsys.readouterr().out


def test_the_book_says_what_to_choose_and_marks_every_place():
    (one,) = publications(FERRY)
    (chapter,) = compose_book([one]).chapters
    steps = next(block for block in chapter.setup if isinstance(block, ListBlock))
    said = ["".join(run.text for run in step) for step in steps.items]
    assert any(text.startswith("The Prisoner. Choose one square in secret") for text in said)
    assert any("in the Sea Chest, at B3 or at E1" in text for text in said)
    rows = [block for block in chapter.setup if isinstance(block, ListBlock)][1]
    assert ["".join(run.text for run in row)[:4] for row in rows.items] == ["2–6 ", "7–9 ", "10–1"]
    marks = {(thing.code, thing.at) for thing in chapter.maps[0].things if thing.code.endswith("?")}
    assert len(marks) == 6
    assert {code for code, _ in marks} == {"P?", "W?", "I?"}
    # Nobody draws a hidden figure where it may not stand, and it is set aside once.
    assert chapter.maps[0].figures == ()
    needed_ = [row for group in chapter.needs for row in group.rows]
    assert [row.count for row in needed_ if "Prisoner" in row.name or row.name == "Token"] == [1]
