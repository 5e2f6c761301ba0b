"""PDFs for paper: what a profile asks for is in them, and what paper cannot do is not."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pikepdf
import pytest

from questwright.compiler.packs.system.theme import Theme
from questwright.compiler.press.finish import blanks_for, finish
from questwright.compiler.press.page_rules import edge_of, page_rules
from questwright.compiler.press.preflight.run import preflight
from questwright.compiler.press.profiles import find_profile, profile_names
from questwright.compiler.press.separate import inks_of
from questwright.compiler.prints import prints_of
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.render.html import book_source
from questwright.compiler.publish.book.render.press import Press
from support.book_sample import BOOK, CHAPTER
from support.more import more, some
from support.paths import ROOT
from support.press import MM, SHOP, profile_of
from support.published import publications

QUEST = ROOT / "content" / "quests" / "small-change" / "small-change.quest"
PROFILES = some(profile_names(), 3)
WITH_SHEETS = ROOT / "content" / "quests" / "dry-wheel" / "dry-wheel.quest"


def shipped(name):
    return find_profile(name).profile


def opened(data):
    return pikepdf.open(io.BytesIO(data))


def size(box):
    left, bottom, right, top = (float(value) for value in box)
    return right - left, top - bottom


@pytest.fixture(scope="module")
def prints(press):
    return prints_of(publications(QUEST), [], [*map(shipped, PROFILES)], press)


def test_each_volume_for_paper_is_made_for_each_profile(prints):
    wanted = {f"{volume}-{name}.pdf" for volume in ("book", "players") for name in PROFILES}
    wanted.discard("players-a5-booklet.pdf")  # pieces to cut out have nothing on their backs
    assert set(prints.products["small-change"]) == wanted


def test_every_print_passes_the_preflight_of_its_profile(prints):
    assert len(prints.flights) == len(prints.products["small-change"])
    for name, flight in prints.flights:
        errors = [finding for finding in flight.findings if finding.severity == "error"]
        assert errors == [], name
        assert [finding.code.name for finding in flight.findings].count("not-promised") == 1


@more
def test_sheets_are_printed_too(press):
    prints = prints_of(publications(WITH_SHEETS), [], [shipped("drivethru")], press)
    assert "sheets-drivethru.pdf" in prints.products["dry-wheel"]
    assert not [
        (name, finding.message)
        for name, flight in prints.flights
        for finding in flight.findings
        if finding.severity == "error"
    ]


@pytest.mark.parametrize("cover", ["dark", "light"])
@more
def test_covers_and_the_thumb_index_pass_the_preflight_of_each_profile(press, cover, tmp_path):
    """A tab at the edge reaches into the bleed, or stays within what is safe."""
    theme = Theme(accent="#7d1f26", deep="#420f14", cover=cover)
    first = replace(CHAPTER, annex=None)
    book = replace(BOOK, theme=theme, chapters=(first, replace(first, slug="second")))
    profiles = [*map(shipped, some(profile_names(), 3))]
    sources = [book_source(book, page_rules(p), edge_of(p)) for p in profiles]
    for profile, pdf in zip(profiles, press.set(sources), strict=True):
        path = tmp_path / f"{profile.id}.pdf"
        path.write_bytes(finish(pdf, profile))
        found = preflight(path, profile, profile.id).findings
        assert [(f.code.name, f.message) for f in found if f.severity == "error"] == []


@pytest.mark.parametrize("name", sorted(profile_names()))
def test_the_map_of_a_long_room_ends_with_the_text(name):
    """The Long Corridor of Eight Bowls reached over the edge of a booklet's page."""
    profile = shipped(name)
    wide = float(re.search(r"p\.piece img \{ max-width: ([\d.]+)mm", page_rules(profile))[1])
    column = profile.trim.width - 2 * profile.side - profile.gutter
    assert wide * profile.scale / 100 * MM <= column + 0.01


def test_boxes_are_those_of_the_profile(prints):
    for name in PROFILES:
        profile = shipped(name)
        pdf = opened(prints.products["small-change"][f"book-{name}.pdf"])
        for page in pdf.pages:
            wanted = (profile.page.width, profile.page.height)
            assert size(page.obj.TrimBox) == pytest.approx(wanted, abs=0.01), name
            wide = tuple(length + 2 * profile.bleed for length in wanted)
            assert size(page.obj.BleedBox) == pytest.approx(wide, abs=0.01), name
            more = 14 * MM if profile.marks else 0
            assert size(page.mediabox) == pytest.approx(
                tuple(length + more for length in wide), abs=0.01
            ), name


def test_nothing_on_paper_can_be_clicked(prints):
    for name, data in prints.products["small-change"].items():
        pdf = opened(data)
        assert not {"/Outlines", "/Names", "/OpenAction", "/AcroForm"} & set(pdf.Root.keys()), name
        assert not any("/Annots" in page.obj or "/Group" in page.obj for page in pdf.pages), name
        assert pdf.pdf_version == "1.4", name


def test_inks_are_inks_and_the_file_says_for_which_press(prints):
    pdf = opened(prints.products["small-change"]["book-drivethru.pdf"])
    used = {
        str(instruction.operator)
        for page in pdf.pages
        for instruction in pikepdf.parse_content_stream(page)
    }
    assert {"k", "K"} <= used
    assert not {"rg", "RG", "g", "G"} & used
    assert str(pdf.Root.OutputIntents[0].OutputConditionIdentifier) == "CGATS TR 001"
    assert str(pdf.docinfo["/GTS_PDFXVersion"]) == "PDF/X-1a:2003"


def test_blank_pages_are_pages_to_every_reader(prints):
    for name, data in prints.products["small-change"].items():
        for page in opened(data).pages:
            content = page.obj.Contents
            streams = list(content) if isinstance(content, pikepdf.Array) else [content]
            assert all(stream.read_raw_bytes() for stream in streams), name


def test_the_same_book_is_the_same_bytes(prints):
    with Press() as another:
        again = prints_of(publications(QUEST), [], [shipped("a4")], another)
    for name, data in again.products["small-change"].items():
        assert data == prints.products["small-change"][name], name


def test_a_booklet_lies_so_that_it_can_be_folded(printed):
    profile = shipped("a5-booklet")
    source = book_source(compose_book(publications(QUEST)), page_rules(profile))
    flat = printed(source)
    count = len(opened(flat).pages)
    pdf = opened(finish(flat, profile))
    whole = count + -count % 4
    assert len(pdf.pages) == whole // 2
    numbered = _numbered(pdf)
    # Of the sheets on each other, opened in the middle: the pages that lie beside each other.
    assert numbered[0] == (whole if whole == count else None, 1)
    for front, back in zip(numbered[::2], numbered[1::2], strict=True):
        left, right = front
        assert right is not None
        assert back[0] == right + 1
        assert left is None or left == whole + 1 - right


def _numbered(pdf):
    """The numbers in the foot of the pages, left and right on each side of a sheet."""
    import pypdfium2

    written = io.BytesIO()
    pdf.save(written)
    sides = []
    for page in pypdfium2.PdfDocument(written.getvalue()):
        width, _ = page.get_size()
        text = page.get_textpage()
        middles = (width / 4, 3 * width / 4)
        halves = [(middle - 30, 15, middle + 30, 36) for middle in middles]
        found = ["".join(filter(str.isdigit, text.get_text_bounded(*half))) for half in halves]
        sides.append(tuple(int(number) if number else None for number in found))
    return sides


# -- the parts that it is made of ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "multiple", "last_blank", "blanks"),
    [(8, 4, False, 0), (9, 4, False, 3), (8, 4, True, 4), (7, 4, True, 1), (1, 2, False, 1)],
)
def test_blank_pages_make_the_number_that_is_taken(count, multiple, last_blank, blanks, tmp_path):
    more = ", last_blank: true" if last_blank else ""
    text = SHOP.replace("{multiple: 2, least: 2, most: 8}", f"{{multiple: {multiple}{more}}}")
    assert blanks_for(count, profile_of(tmp_path, text)) == blanks


@pytest.mark.parametrize(
    ("colour", "inks"),
    [
        ((1, 1, 1), (0, 0, 0, 0)),
        ((0, 0, 0), (0, 0, 0, 1)),
        ((0.13, 0.11, 0.10), (0, 0, 0, 1)),
        ((0.5, 0.5, 0.5), (0, 0, 0, 0.5)),
        ((1, 0, 0), (0, 1, 1, 0)),
        ((0, 0, 1), (1, 1, 0, 0)),
    ],
)
def test_grey_is_black_alone_and_colours_are_colours(colour, inks):
    assert inks_of(*colour, 300) == pytest.approx(inks, abs=0.001)


def test_no_colour_takes_more_ink_than_the_limit():
    steps = [step / 16 for step in range(17)]
    for limit in (140, 240, 300):
        for colour in ((r, g, b) for r in steps for g in steps for b in steps):
            inks = inks_of(*colour, limit)
            assert sum(inks) <= limit / 100 + 0.001, (colour, inks)
            assert all(0 <= ink <= 1 for ink in inks), (colour, inks)
