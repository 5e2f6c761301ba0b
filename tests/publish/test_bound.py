"""Any quests of one game as one book."""

from __future__ import annotations

import re

import pikepdf
import pypdfium2
import pytest

from support.lamps import FOLDER, NAMES, bind, write_lamps
from support.paths import ROOT
from support.strategies import QUEST, run

pytestmark = pytest.mark.slow
SHIPPED = ROOT / "content" / "quests"


@pytest.fixture(scope="module")
def bound(tmp_path_factory):
    """A book of two quests from a folder, bound: its folder, and what was said."""
    folder = tmp_path_factory.mktemp("bound")
    write_lamps(folder, NAMES[:2])
    done = bind(folder)
    assert done.code == 0, done.out + done.err
    return folder / "out" / FOLDER, done


def pages(file):
    with pypdfium2.PdfDocument(file) as document:
        return [page.get_textpage().get_text_bounded() for page in document]


def flat(text):
    return " ".join(text.split())


def test_it_is_written_beside_the_books_of_its_quests(bound):
    folder, done = bound
    assert "Lamps & Other Lights, a book of 2 quests" in done.out
    assert {"book.pdf", "players.pdf", "designer.pdf"} <= {path.name for path in folder.iterdir()}
    assert (folder.parent / "last-lamp" / "book.pdf").is_file()


def test_the_cover_names_it_and_its_contents_have_the_pages(bound):
    text = pages(bound[0] / "book.pdf")
    for page in (flat(text[0]), flat(text[1])):
        assert "Lamps & Other Lights" in page
        assert "Wick" in page
        assert "Two quests" in page
    contents = flat(text[1])
    for title in ("The Last Lamp", "The Second Lamp", "Signs on the maps", "Index", "Credits"):
        (number,) = re.findall(rf"{title}[ .]+(\d+)", contents)
        head = title.split()[0] if title.startswith("Signs") else title
        assert head.lower() in text[int(number) - 1].lower()


def test_the_index_says_where_each_area_is(bound):
    text = pages(bound[0] / "book.pdf")
    index = flat("".join(text[-2:]))
    ((first, second),) = re.findall(r"The Adit, (\d+), (\d+)", index)
    assert int(first) < int(second)
    for number in (first, second):
        assert "The Adit" in flat(text[int(number) - 1])


def test_tables_and_credits_stand_once(bound):
    text = flat(" ".join(pages(bound[0] / "book.pdf")))
    assert text.count("SIL Open Font License") == 1
    assert text.count("you need its rules and its components") == 1
    sheets = bound[0] / "sheets.pdf"
    assert not sheets.is_file() or "To have before you" not in flat(" ".join(pages(sheets)))


def test_it_has_bookmarks_and_links_that_lead_somewhere(bound):
    with pikepdf.open(bound[0] / "book.pdf") as pdf:
        with pdf.open_outline() as outline:
            titles = [item.title for item in outline.root]
        names = {str(name) for name in pikepdf.NameTree(pdf.Root.Names.Dests)}
        targets = {
            str(link.Dest)
            for page in pdf.pages
            for link in page.get("/Annots", [])
            if "/Dest" in link
        }
    assert titles[:2] == ["The Last Lamp", "The Second Lamp"]
    assert {"Signs", "Index", "Credits"} <= set(titles)
    assert targets
    assert targets <= names


def test_quests_of_two_games_cannot_be_bound(tmp_path):
    quests = [SHIPPED / "small-change", SHIPPED / "low-tide"]
    done = run("build", "--out", tmp_path / "out", "--bind", "Both", *quests)
    assert done.code == 1
    assert "QW251" in done.out
    assert "for another game than the rest of the book" in done.out
    assert "`small-change` is for Dungeon Saga Origins" in done.out
    assert not (tmp_path / "out").exists()


def test_quests_of_two_games_that_are_built_cannot_be_bound_either(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    quests = [SHIPPED / "small-change", SHIPPED / "low-tide"]
    assert run("build", "--no-book", "--out", tmp_path / "out", *quests).code == 0
    for order in (quests, quests[:1], quests[1:]):
        done = run("build", "--out", tmp_path / "out", *order)
        assert done.code == 0
    for order in (quests, quests[::-1]):
        done = run("build", "--out", tmp_path / "out", "--bind", "Both", *order)
        assert (done.code, done.out.count("QW251")) == (1, 1)


def test_of_two_games_is_told_before_more_is_looked_at(tmp_path):
    (tmp_path / "z.quest").write_text(QUEST.replace("rordin", "nobody"), encoding="utf-8")
    quests = [SHIPPED / "small-change", SHIPPED / "low-tide", tmp_path / "z.quest"]
    done = run("build", "--out", tmp_path / "out", "--bind", "Both", *quests)
    assert done.code == 1
    assert done.out.count("error[") == 1


def test_a_bound_book_needs_a_name_of_its_own(tmp_path):
    path = tmp_path / "a.quest"
    path.write_text(QUEST, encoding="utf-8")
    done = run("build", "--out", tmp_path / "out", "--bind", "Last Lamp!", path)
    assert done.code == 1
    assert "QW604" in done.out
    assert not (tmp_path / "out").exists()


def test_a_broken_quest_is_not_left_out_of_a_book(tmp_path):
    (tmp_path / "a.quest").write_text(QUEST, encoding="utf-8")
    broken = QUEST.replace("last-lamp", "other-lamp").replace("rordin", "nobody")
    (tmp_path / "b.quest").write_text(broken, encoding="utf-8")
    done = run("build", "--out", tmp_path / "out", "--bind", "Lamps", tmp_path)
    assert done.code == 1
    assert "nothing was built" in done.err
    assert not (tmp_path / "out").exists()
