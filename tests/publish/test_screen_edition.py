"""A PDF for the screen can be read by those who do not see it: PDF/UA-1 and PDF/A-2u."""

from __future__ import annotations

import io
import itertools
import re
import subprocess

import pikepdf
import pytest

from questwright.compiler.english import with_quotes
from questwright.compiler.publish.book.book import Cover, compose_book
from questwright.compiler.publish.book.render.described import map_in_words
from questwright.compiler.publish.book.render.html import book_source
from questwright.compiler.publish.book.render.templates import even_rows
from questwright.compiler.publish.book.view.map import MapArea, MapCell, MapView
from questwright.compiler.publish.book.volumes import volumes_of
from support.more import amount
from support.paths import ROOT
from support.published import publications

QUESTS = ("split-tally", "dry-wheel")[: amount(1, 2)]
"""On squares with portals and a secret; on hexes with an order of battle and sheets."""


@pytest.fixture(scope="module")
def books(printed):
    """The volumes of some quests, by quest and name of the volume."""
    made = {}
    for name in QUESTS:
        path = ROOT / "content" / "quests" / name / f"{name}.quest"
        book = compose_book(publications(path), Cover(author="Somebody"))
        for volume, view in volumes_of(book).items():
            made[f"{name}/{volume}"] = printed(book_source(view))
    return made


def opened(data):
    return pikepdf.open(io.BytesIO(data))


def elements(pdf):
    """Every element of the structure tree with its depth, in the order of reading."""
    waiting = [pdf.Root.StructTreeRoot.K]
    while waiting:
        found = waiting.pop()
        if isinstance(found, pikepdf.Array):
            waiting.extend(reversed(list(found)))
        elif isinstance(found, pikepdf.Dictionary) and "/S" in found:
            yield found
            if "/K" in found:
                waiting.append(found.K)


def kids(element, *tags):
    return [
        kid
        for kid in element.get("/K", [])
        if isinstance(kid, pikepdf.Dictionary) and str(kid.get("/S")) in tags
    ]


def every(books):
    for name, data in books.items():
        yield name, opened(data)


def test_language_title_author_and_page_labels_are_said(books):
    for name, pdf in every(books):
        assert str(pdf.Root.Lang) == "en", name
        assert bool(pdf.Root.ViewerPreferences.DisplayDocTitle), name
        assert bool(pdf.Root.MarkInfo.Marked), name
        assert str(pdf.docinfo.Title), name
        assert str(pdf.docinfo.Author) == "Somebody", name
        assert pdf.Root.PageLabels.Nums[1].S == "/D", name
        assert all(page.Tabs == "/S" for page in pdf.pages), name


def test_the_metadata_claim_both_standards(books):
    for name, pdf in every(books):
        with pdf.open_metadata() as metadata:
            assert metadata["pdfuaid:part"] == "1", name
            assert (metadata["pdfaid:part"], metadata["pdfaid:conformance"]) == ("2", "U"), name
        assert pdf.Root.OutputIntents[0].S == "/GTS_PDFA1", name


def test_a_book_without_an_author_names_none():
    path = ROOT / "content" / "quests" / "small-change" / "small-change.quest"
    assert 'name="author"' not in book_source(compose_book(publications(path))).html


def test_every_picture_is_said_in_words(books):
    for name, pdf in every(books):
        figures = [element for element in elements(pdf) if element.S == "/Figure"]
        assert figures, name
        assert all(str(figure.get("/Alt", "")).strip() for figure in figures), name


def test_a_map_is_said_area_by_area(books):
    told = " ".join(
        str(element.Alt)
        for element in elements(opened(books["split-tally/book"]))
        if element.S == "/Figure"
    )
    path = ROOT / "content" / "quests" / "split-tally" / "split-tally.quest"
    for area in publications(path)[0].quest.board.areas:
        assert with_quotes(area.title) in told


def test_headings_leave_no_level_out(books):
    for name, pdf in every(books):
        levels = [
            int(str(element.S)[2:])
            for element in elements(pdf)
            if re.fullmatch("/H[1-6]", str(element.S))
        ]
        assert levels[0] == 1, name
        assert all(level <= before + 1 for before, level in itertools.pairwise(levels))


def test_the_rows_of_every_table_are_even(books):
    for name, pdf in every(books):
        tables = [element for element in elements(pdf) if element.S == "/Table"]
        assert tables, name
        for table in tables:
            rows = kids(table, "/TR")
            for part in kids(table, "/THead", "/TBody", "/TFoot"):
                rows += kids(part, "/TR")
            widths = {
                sum(
                    int(cell.A.get("/ColSpan", 1)) if "/A" in cell else 1
                    for cell in kids(row, "/TD", "/TH")
                )
                for row in rows
            }
            assert len(widths) == 1, (name, widths)


def test_every_link_has_words_and_is_in_the_tree(books):
    linked = 0
    for name, pdf in every(books):
        links = [element for element in elements(pdf) if element.S == "/Link"]
        linked += len(links)
        assert all(link.get("/K") is not None and len(link.K) > 1 for link in links), name
        for page in pdf.pages:
            for annotation in page.get("/Annots", []):
                assert "/StructParent" in annotation, name
                assert str(annotation.get("/Contents", "")), name
                assert int(annotation.F) & 4, name
    assert linked


def test_every_font_is_embedded_and_says_its_letters(books):
    for name, pdf in every(books):
        fonts = [
            found
            for found in pdf.objects
            if isinstance(found, pikepdf.Dictionary) and found.get("/Type") == "/Font"
        ]
        whole = [font for font in fonts if font.Subtype == "/Type0"]
        assert whole, name
        for font in whole:
            descriptor = font.DescendantFonts[0].FontDescriptor
            assert "/ToUnicode" in font, name
            assert "/FontFile2" in descriptor or "/FontFile3" in descriptor, name


def test_verapdf_passes_them(books, tmp_path):
    for name, data in books.items():
        (tmp_path / f"{name.replace('/', '-')}.pdf").write_bytes(data)
    check = ROOT / "scripts" / "verapdf" / "check.sh"
    done = subprocess.run(
        ["sh", str(check), *map(str, sorted(tmp_path.glob("*.pdf")))],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 77:
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("pass ") == 2 * len(books)


# -- the parts that it is made of ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "width", "shape"),
    [(0, 4, []), (1, 4, [1]), (3, 4, [3]), (4, 4, [4]), (5, 4, [4, 4]), (8, 4, [4, 4])],
)
def test_rows_of_a_table_are_filled(count, width, shape):
    rows = list(even_rows(range(count), width))
    assert [len(row) for row in rows] == shape
    assert [value for row in rows for value in row if value is not None] == list(range(count))


def test_many_cells_are_counted_and_few_are_named():
    cells = tuple(MapCell(column, column % 3) for column in range(20))
    view = MapView("The map", 20, 3, cells, areas=(MapArea("1", "The Stair", cells),))
    assert map_in_words(view) == (
        "The map: 20 by 3 squares. Areas: 1 The Stair (20 squares from A1 to T3)."
    )
    view = MapView("The map", 3, 3, cells[:3], areas=(MapArea("1", "The Stair", cells[:3]),))
    assert "The Stair (A1 B2 C3)" in map_in_words(view)
    square = tuple(MapCell(column, row) for column in (1, 2) for row in (0, 1))
    view = MapView("The map", 3, 3, square, areas=(MapArea("1", "The Hall", square),))
    assert "The Hall (B1 to C2)" in map_in_words(view)
