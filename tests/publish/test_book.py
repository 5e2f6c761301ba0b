"""The printed book: its pages, its drawings, and what no text may do to either."""

from __future__ import annotations

import hashlib
import io
import os
import re
import subprocess
import sys
from dataclasses import fields, is_dataclass, replace
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pikepdf
import pypdfium2
import pytest

from questwright.compiler.assets import TEMPLATES_DIR
from questwright.compiler.english import with_quotes
from questwright.compiler.packs.system.theme import Theme
from questwright.compiler.publish.book.render.html import book_source
from questwright.compiler.publish.book.render.press import render_book, render_books
from questwright.compiler.publish.book.render.source import (
    Asset,
    BookSource,
    RenderFailure,
    RenderReason,
)
from questwright.compiler.publish.book.svg.map import map_svg
from questwright.compiler.publish.book.svg.symbols import symbol
from questwright.compiler.publish.book.view.map import MapCell, MapView, ThingView
from questwright.compiler.publish.book.view.text import prose
from questwright.compiler.publish.book.view.theme import palette_of, with_values
from support import paths
from support.book_sample import BOOK, CHAPTER, EMBER_THEME
from support.book_sample_annex import ANNEX
from support.more import more
from support.pages import FONTS, plain
from support.paths import ROOT, TESTS

pytestmark = pytest.mark.slow
GOLDEN = paths.GOLDEN / "book"
EMBER = palette_of(EMBER_THEME)
PLAIN = FONTS.decode() + "head { display: none } p { display: block; font-family: Alegreya }"


def sheeted(sheet):
    return BookSource('<html lang="en"><title>x</title><body><p>Word.', sheets=(sheet,))


def texts(value):
    """Every text in a view, wherever it stands."""
    if type(value) is str:
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from texts(item)
    elif is_dataclass(value):
        for field in fields(value):
            yield from texts(getattr(value, field.name))


def with_texts(value, change, name=""):
    """A view with every text changed."""
    if type(value) is str:
        return change(value) if value and name not in ("created", "language") else value
    if isinstance(value, Theme):
        return value  # its words are held to the schema of packs
    if isinstance(value, tuple):
        return tuple(with_texts(item, change, name) for item in value)
    if is_dataclass(value):
        return replace(
            value,
            **{f.name: with_texts(getattr(value, f.name), change, f.name) for f in fields(value)},
        )
    return value


class Shape(HTMLParser):
    """The elements of a document and the names of their attributes; texts and ids are left out."""

    def __init__(self, html):
        super().__init__()
        self.elements = []
        self.addresses = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, tuple(name for name, _ in attrs)))
        self.addresses += [value for name, value in attrs if name in ("href", "src")]


def letters(pdf):
    """Every letter of every page and where it stands, whatever the order that they are drawn in."""
    pages = []
    for sheet in pypdfium2.PdfDocument(pdf):
        words = sheet.get_textpage()
        places = [
            (words.get_text_range(n, 1), words.get_charbox(n)) for n in range(words.count_chars())
        ]
        pages.append(sorted((c, round(box[0]), round(box[1])) for c, box in places if c.strip()))
    return pages


@pytest.fixture(scope="module")
def pdf(printed):
    return printed(book_source(BOOK))


# --- pages ----------------------------------------------------------------------------------------


def without_hyphens(text):
    """A text as it is read, wherever its words are parted at the end of a line."""
    return re.sub(r"[-\x02\ufffe]\s*", "", text)


def test_the_sample_has_its_pages_and_its_words(pdf):
    pages = plain(pdf)
    assert len(pages) == 10
    whole = " ".join(pages)
    for text in ("Read aloud", "What you need", "Victory", "Areas", "Events"):
        assert text.lower() in whole.lower()
    for text in texts(replace(CHAPTER, maps=(), annex=replace(ANNEX, maps=(), graph=None))):
        if " " in text:
            words = with_quotes(re.sub(r"\s+", " ", text).strip().lower())
            # The initial of a story is drawn apart from the rest of its word.
            words, told = without_hyphens(words), without_hyphens(whole.lower())
            assert words in told or words[1:] in told, text


def test_the_annex_starts_a_page_of_its_own(pdf):
    assert [n for n, text in enumerate(plain(pdf)) if "FOR THE DESIGNER" in text.upper()] == [6]


def test_the_pdf_says_what_it_is(pdf):
    document = pypdfium2.PdfDocument(pdf)
    about = document.get_metadata_dict()
    assert about["Title"] == BOOK.title
    assert about["CreationDate"].startswith("D:20260102030405")
    outline = [item.get_title() for item in document.get_toc()]
    assert outline[:2] == [CHAPTER.title, "What you need"]
    assert "1 The Mill Cellar" in outline
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        assert opened.Root.Lang == "en"


def test_only_the_bundled_fonts_are_in_the_pdf(pdf):
    with pikepdf.open(io.BytesIO(pdf)) as document:
        fonts = [item for item in document.objects if isinstance(item, pikepdf.Dictionary)]
        names = {str(font["/BaseFont"])[8:] for font in fonts if "/BaseFont" in font}
    assert {"Alegreya", "Alegreya-Sans-Bold", "Cinzel-Bold"} <= names
    assert all(name.startswith(("Alegreya", "Cinzel")) for name in names)


def test_the_pdf_carries_no_files(pdf):
    with pikepdf.open(io.BytesIO(pdf)) as document:
        assert len(document.attachments) == 0
        assert "/Names" not in document.Root or "/EmbeddedFiles" not in document.Root.Names


def test_a_book_of_several_chapters_has_a_cover_with_contents(printed):
    second = type(CHAPTER)("second", "Święta Łódź")
    book = replace(BOOK, chapters=(replace(CHAPTER, annex=None), second), front=prose("Hear."))
    pages = plain(printed(book_source(book)))
    assert BOOK.title in pages[0]
    assert "Hear." in pages[1]
    (number,) = re.findall(r"Święta Łódź[ .]+(\d+)", pages[1])
    assert "Święta Łódź".lower() in pages[int(number) - 1].lower()


def test_a_book_of_nothing_but_a_title_can_be_printed(printed):
    book = replace(BOOK, chapters=(type(CHAPTER)("bare", "Bare"),))
    assert len(plain(printed(book_source(book)))) == 1


@more
def test_equal_books_are_equal_bytes_whatever_the_process(pdf, tmp_path):
    program = (
        "import hashlib, sys; sys.path[:0] = sys.argv[1:];"
        "from support.book_sample import BOOK;"
        "from questwright.compiler.publish.book.render.html import book_source;"
        "from questwright.compiler.publish.book.render.press import render_book;"
        "print(hashlib.sha256(render_book(book_source(BOOK))).hexdigest())"
    )
    expected = hashlib.sha256(pdf).hexdigest()
    for seed in ("1", "4242"):
        done = subprocess.run(
            [sys.executable, "-c", program, str(ROOT), str(TESTS)],
            cwd=tmp_path if seed == "1" else "/",
            env={**os.environ, "PYTHONHASHSEED": seed, "TZ": "Asia/Tokyo", "LC_ALL": "C"},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == expected


@more
def test_a_book_is_the_same_bytes_after_any_other(pdf):
    accented = replace(BOOK, title="Święta Łódź", theme=Theme("#2f4a80"))
    _, second, third = render_books([book_source(b) for b in (accented, BOOK, BOOK)])
    assert second == third == pdf


# --- style sheets ---------------------------------------------------------------------------------


def test_the_base_sheet_speaks_of_every_element_of_the_templates():
    inline = {"a", "span", "img"}
    templates = "".join(file.read_text("utf-8") for file in (TEMPLATES_DIR / "book").glob("*.j2"))
    base = (TEMPLATES_DIR / "book" / "base.css").read_text("utf-8")
    selectors = re.findall(r"([a-z0-9:, ]+) \{", base.partition("*/")[2])
    spoken_of = set(re.findall(r"(?<!:)\b[a-z][a-z0-9]*", " ".join(selectors)))
    assert set(re.findall(r"<([a-z][a-z0-9]*)", templates)) - inline <= spoken_of


@more
def test_the_base_sheet_says_what_the_renderer_says_of_the_elements(pdf):
    source = book_source(BOOK)
    sheet = Asset("book.css", "text/css", "\n".join(source.sheets).encode())
    head, body = source.html.split("</head>")
    html = f'{head}<link rel="stylesheet" href="asset:book.css"></head>{body}'
    assert letters(render_book(BookSource(html, (*source.assets, sheet)))) == letters(pdf)


def test_every_variable_of_a_sheet_has_a_value():
    sheet = "\n".join(book_source(BOOK).sheets)
    assert "var(--" not in sheet
    assert EMBER.accent in sheet
    with pytest.raises(KeyError, match="unheard"):
        with_values("p { color: var(--unheard) }", EMBER)


def test_a_sheet_that_is_complained_of_fails_every_book_that_has_it(press):
    results = press.set([sheeted(one) for one in (f"{PLAIN} p {{ font-siez: 1px }}", PLAIN) * 2])
    for odd, fine in (results[:2], results[2:]):
        assert isinstance(odd, RenderFailure)
        assert odd.reason is RenderReason.WARNING
        assert plain(fine) == ["Word."]


def test_a_sheet_reads_nothing_but_the_fonts():
    sheets = (
        '@import "file:///etc/hostname";',
        "p { background: url(file:///etc/hostname) }",
        "@font-face { font-family: X; src: url(font:alegreya/../glyphs.json) }",
    )
    twice = [sheet for sheet in sheets for _ in range(2)]
    results = render_books([sheeted(sheet + PLAIN) for sheet in twice])
    for sheet, result in zip(twice, results, strict=True):
        assert isinstance(result, RenderFailure), sheet
        assert result.reason is RenderReason.DENIED, (sheet, result)


# --- what no text may do ------------------------------------------------------------------------

HOSTILE = (
    '"><script>alert(1)</script>',
    "' onload='x",
    "</title></style><style>*{display:none}</style>",
    "{{ 7 * 7 }}{% for x in y %}",
    "<!--",
    "]]>&amp;&#0;",
    "\x00\x1b[2J\ud800\ufffe",
    "asset:book.css) url(file:///etc/passwd)",
    "\u202eabc",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_leaves_the_elements_as_they_are(text):
    # As long as it: the order of sections depends on how long texts are.
    tame = Shape(book_source(with_texts(BOOK, lambda s: s + "x" * len(text))).html)
    source = book_source(with_texts(BOOK, lambda s: s + text))
    wild = Shape(source.html)
    assert wild.elements == tame.elements
    assert all(
        re.fullmatch(r"asset:[0-9a-f]{32}\.(css|svg)|#[a-z0-9.-]+", a) for a in wild.addresses
    )
    source.html.encode()
    for asset in source.assets:
        if asset.media_type == "image/svg+xml":
            tags = {
                element.tag.rpartition("}")[2] for element in ET.fromstring(asset.content).iter()
            }
            assert tags <= {"svg", "title", "g", "path", "rect", "circle", "text"}


def test_hostile_slugs_and_symbols_are_no_paths():
    assert symbol("../book/book", EMBER) is None
    assert symbol("door-locked.upright", EMBER) is None
    things = (ThingView("../../etc/passwd", "Odd", MapCell(0, 0)),)
    drawn = map_svg(MapView("", 1, 1, (MapCell(0, 0),), things=things), EMBER)
    assert "passwd" not in drawn.svg


def test_templates_never_trust_text():
    for file in (TEMPLATES_DIR / "book").glob("*.j2"):
        source = file.read_text(encoding="utf-8")
        assert not re.search(r"\|\s*safe|Markup|autoescape|<script|style=|javascript:", source), (
            file
        )
        assert not re.search(r"=\{\{", source), f"{file}: an attribute without quotes"
        assert not re.search(r"(href|src)=\"(?!\{\{|#\{\{)", source), f"{file}: a fixed address"
    for file in (ROOT / "compiler" / "publish" / "book").glob("*.py"):
        assert not re.search(r"from_string|Markup|\|safe", file.read_text(encoding="utf-8")), file
