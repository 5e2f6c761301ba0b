"""A bound book is joined from chapters that are set by themselves, and reads as one set at once."""

from __future__ import annotations

import io
import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from questwright.compiler.publish.book.book import Cover, compose_book
from questwright.compiler.publish.book.bound import Binding, compose_around, compose_part
from questwright.compiler.publish.book.render import press as presses
from questwright.compiler.publish.book.render.child import RendererProcess
from questwright.compiler.publish.book.render.html import book_source
from questwright.compiler.publish.book.render.press import Press
from questwright.compiler.publish.book.view.book import Volume
from questwright.compiler.publish.book.view.gathering import Gathering
from questwright.compiler.publish.book.volumes import volumes_of
from support.kept import CACHE
from support.lamps import AUTHOR, FOLDER, NAMES, TITLE, bind, lamp, write_lamps
from support.more import more
from support.published import publications

pytestmark = pytest.mark.slow
LONG = "\n  ".join(["Somebody has to carry it down, and nobody asks who."] * 90)
COVER = Cover(title=TITLE, author=AUTHOR)
SHARED = Path(CACHE, "questwright")
"""The cache of all tests: what is set there need not be set again."""


def build(folder, cache, *options, out="out"):
    """Build the bound book of a folder, by one process that starts once: its PDFs by name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(presses, "cache_folder", lambda name: cache / name)
        patch.setattr("questwright.compiler.kept.cache_folder", lambda name: cache / name)
        done = bind(folder, "--jobs", "1", *options, out=out)
    assert done.code == 0, done.out + done.err
    return {path.name: path.read_bytes() for path in (folder / out / FOLDER).iterdir()}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder of some quests, the cache of its first build, and the PDFs of that."""
    folder = tmp_path_factory.mktemp("gatherings")
    write_lamps(folder, NAMES)
    return folder, SHARED, build(folder, SHARED)


@pytest.fixture
def again(made, tmp_path):
    """A copy of the folder, which a test may change."""
    folder, cache, files = made
    shutil.copytree(folder, tmp_path / "copy")
    return tmp_path / "copy", cache, files


@pytest.fixture
def set_anew(monkeypatch):
    """The names of the gatherings that are set; an empty one for a book of one quest."""
    found = []
    real = RendererProcess.begin

    def noted(self, data, seconds):
        found.append(json.loads(data)["name"])
        return real(self, data, seconds)

    monkeypatch.setattr(RendererProcess, "begin", noted)
    return found


def opened(data):
    return pikepdf.open(io.BytesIO(data))


def texts(data):
    with pypdfium2.PdfDocument(data) as document:
        return [" ".join(page.get_textpage().get_text_bounded().split()) for page in document]


def at_once(folder):
    """The views of the volumes as one book each, with chapters and what stands around them."""
    paths = sorted((folder / "quests").iterdir())
    every = [quest for path in paths for quest in publications(path)]
    binding = Binding(COVER, every[0].system, len(every))
    parts = [compose_part(quest, at, binding) for at, quest in enumerate(every, 1)]
    notes = [part.note for part in parts]
    around = compose_around(
        notes,
        {v: [part.note for part in parts if v in part.volumes] for v in Volume},
        binding,
    )
    whole = volumes_of(compose_book(every, COVER))
    return {
        volume: replace(
            view,
            gathering=Gathering(),
            chapters=whole[volume].chapters,
            has_sheets=parts[0].volumes[Volume.BOOK].has_sheets,
        )
        for volume, view in around.items()
    }


def test_it_reads_as_a_book_that_is_set_at_once(made, printed):
    folder, _, files = made
    for volume, view in at_once(folder).items():
        whole, joined = printed(book_source(view)), files[f"{volume}.pdf"]
        expected, found = texts(whole), texts(joined)
        assert len(found) == len(expected), volume
        for number, (one, other) in enumerate(zip(expected, found, strict=True), 1):
            # The number of the page and its tab are drawn last: words count, not their order.
            assert sorted(other.split()) == sorted(one.split()), (volume, number)
        with opened(whole) as one, opened(joined) as other:
            assert targets(other) == targets(one), volume
            assert titles(other) == titles(one), volume
    assert len(texts(files["book.pdf"])) >= 10  # so that numbers have two digits


def targets(pdf):
    """By page where its links lead: a page, and how high on it."""
    numbers = {page.objgen: number for number, page in enumerate(pdf.pages, 1)}
    places = {
        str(name): (numbers[place[0].objgen], round(float(place[3])))
        for name, place in pikepdf.NameTree(pdf.Root.Names.Dests).items()
    }
    return [
        [places[str(link.Dest)] for link in page.get("/Annots", []) if "/Dest" in link]
        for page in pdf.pages
    ]


def titles(pdf):
    numbers = {page.objgen: number for number, page in enumerate(pdf.pages, 1)}

    def told(items):
        return [
            (item.title, numbers[item.destination[0].objgen], told(item.children)) for item in items
        ]

    with pdf.open_outline() as outline:
        return told(outline.root)


def test_every_tag_is_where_the_pages_say(made):
    for name, data in made[2].items():
        with opened(data) as pdf:
            numbers = list(pdf.Root.StructTreeRoot.ParentTree.Nums)
            keys = [int(key) for key in numbers[::2]]
            assert keys == list(range(len(keys))), name
            parents = dict(zip(keys, numbers[1::2], strict=True))
            used = []
            for page in pdf.pages:
                used.append(int(page.StructParents))
                marked = re.findall(rb"/MCID (\d+)", page.Contents.read_bytes())
                owners = parents[int(page.StructParents)]
                assert sorted(map(int, marked)) == list(range(len(owners))), name
                assert all(owner.Pg.objgen == page.objgen for owner in owners), name
                for link in page.get("/Annots", []):
                    used.append(int(link.StructParent))
                    assert parents[int(link.StructParent)].S == "/Link", name
                for form in page.Resources.get("/XObject", {}).values():
                    if form.get("/Subtype") == "/Form":
                        assert b"/MCID" not in form.read_bytes(), name
            assert sorted(used) == keys, name


def test_tags_are_one_tree_and_heads_of_tables_have_names_of_their_own(made):
    for name, data in made[2].items():
        with opened(data) as pdf:
            root = pdf.Root.StructTreeRoot
            (document,) = root.K
            assert document.S == "/Document"
            assert {str(part.S) for part in document.K} == {"/Part"}, name
            ids, heads = [], set()
            waiting = [(document, root)]
            while waiting:
                element, parent = waiting.pop()
                assert element.P.objgen == parent.objgen, name
                ids += [str(element.ID)] if "/ID" in element else []
                heads |= {str(head) for head in element.get("/A", {}).get("/Headers", [])}
                for kid in element.get("/K", []):
                    if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
                        is_part = str(kid.S) == "/Part"
                        assert is_part == (element.objgen == document.objgen), name
                        waiting.append((kid, element))
            assert len(ids) == len(set(ids)), name
            assert heads <= set(ids), name


def test_rows_of_tables_are_even(made):
    for name, data in made[2].items():
        with opened(data) as pdf:
            waiting = [pdf.Root.StructTreeRoot.K[0]]
            while waiting:
                element = waiting.pop()
                kids = [kid for kid in element.get("/K", []) if isinstance(kid, pikepdf.Dictionary)]
                waiting += kids
                if element.get("/S") == "/Table":
                    assert len({columns(row) for row in rows(element)}) <= 1, name


def rows(element):
    for kid in element.K:
        yield from [kid] if kid.S == "/TR" else rows(kid)


def columns(row):
    return sum(int(cell.get("/A", {}).get("/ColSpan", 1)) for cell in row.K)


def test_tabs_are_at_the_outer_edge(made):
    data = made[2]["book.pdf"]
    with pypdfium2.PdfDocument(data) as document:
        seen = 0
        for number, page in enumerate(document, 1):
            width, height = page.get_size()
            text = page.get_textpage()
            left = text.get_text_bounded(0, height / 2, 30, height).strip()
            right = text.get_text_bounded(width - 30, height / 2, width, height).strip()
            assert not (left and right)
            if left or right:
                seen += 1
                assert bool(right) == (number % 2 == 1), number
        assert seen >= len(NAMES)


@more
def test_the_same_bytes_without_a_cache_and_with_other_workers(made):
    folder, cache, files = made
    assert build(folder, cache, out="kept") == files
    assert build(folder, cache, "--no-cache", "--jobs", "3", out="anew") == files


@more
def test_what_a_process_has_set_before_changes_no_byte(made):
    folder = made[0]
    (alone,) = publications(folder / "quests" / "1-last-lamp.quest")
    book = book_source(volumes_of(compose_book([alone]))[Volume.BOOK])
    chapter = compose_part(alone, 1, Binding(COVER, alone.system, 2))
    view = chapter.volumes[Volume.BOOK]
    gathering = book_source(replace(view, gathering=replace(view.gathering, digits=2)))
    with Press() as press:
        first = press.set([book, gathering])
    with Press() as press:
        assert press.set([gathering, book]) == first[::-1]
    with opened(first[1]) as pdf:
        faces = {str(font.BaseFont).partition("+")[2] for font in fonts_of(pdf)}
    assert {"Folio-Bold", "Reference", "Alegreya-Sans", "Cinzel-Bold"} <= faces


def fonts_of(pdf):
    return [font for page in pdf.pages for font in page.Resources.Font.values()]


def test_one_changed_quest_is_set_again_and_no_other(again, set_anew):
    folder, cache, before = again
    path = folder / "quests" / "2-second-lamp.quest"
    path.write_text(lamp(NAMES[1]).replace("it is moving", "it is still"), encoding="utf-8")
    files = build(folder, cache)
    assert {name for name in set_anew if name} == {"second-lamp"}
    assert files != before


@more
def test_pages_move_and_what_moves_is_not_set_again(again, set_anew):
    folder, cache, before = again
    path = folder / "quests" / "1-last-lamp.quest"
    longer = lamp(NAMES[0]).replace("and it is moving.", f"and it is moving.\n\n  {LONG}")
    path.write_text(longer, encoding="utf-8")
    files = build(folder, cache)
    pages = {name: len(texts(data)) for name, data in files.items()}
    assert pages["book.pdf"] == len(texts(before["book.pdf"])) + 1
    # A chapter whose numbers come to have a digit more is set with room for it.
    assert set(set_anew) - {""} <= {"last-lamp", ".front", ".back", "third-lamp", "fourth-lamp"}
    assert len([name for name in set_anew if name == "fourth-lamp"]) <= 1
    assert "second-lamp" not in set_anew
    assert build(folder, cache, "--no-cache", out="anew") == files


@more
def test_what_is_gone_from_the_cache_is_set_again(again, set_anew):
    folder, _, files = again
    cache = folder / "cache"
    assert build(folder, cache) == files
    set_anew.clear()
    for path in (cache / "books").iterdir():
        path.unlink()
    assert build(folder, cache) == files
    assert set(NAMES) <= set(set_anew)


@more
def test_what_is_gone_from_the_cache_is_set_again_beside_what_has_changed(again, set_anew):
    folder, _, files = again
    cache = folder / "cache"
    assert build(folder, cache) == files
    for path in (cache / "books").iterdir():
        path.unlink()
    path = folder / "quests" / "2-second-lamp.quest"
    path.write_text(lamp(NAMES[1]).replace("it is moving", "it is still"), encoding="utf-8")
    set_anew.clear()
    found = build(folder, cache)
    assert set(NAMES) <= set(set_anew)
    assert found != files
    assert build(folder, cache, "--no-cache", out="anew") == found


def test_where_nothing_has_changed_no_gathering_is_read(made, monkeypatch):
    folder, cache, files = made
    build(folder, cache, out="before")

    def none_is_opened(*_given, **_named):
        raise AssertionError

    monkeypatch.setattr(pikepdf, "open", none_is_opened)
    assert build(folder, cache, out="after") == files


def test_a_kept_chapter_that_is_none_is_composed(again):
    folder, cache, files = again
    from questwright.compiler.kept import Kept

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Kept, "recall_more", lambda *_: b'{"note": {}, "gatherings": []}')
        assert build(folder, cache) == files


@more
def test_a_quest_in_front_changes_the_labels_of_all(again):
    folder, cache, _ = again
    (folder / "quests" / "0-zeroth.quest").write_text(lamp("zeroth-lamp"), encoding="utf-8")
    files = build(folder, cache)
    text = " ".join(texts(files["book.pdf"]))
    assert "QUEST 2 THE LAST LAMP" in text.upper()
    assert build(folder, cache, "--no-cache", out="anew") == files


def test_paths_of_the_machine_stay_out_of_it(made):
    for name, data in made[2].items():
        assert str(Path(made[0])).encode() not in data, name
