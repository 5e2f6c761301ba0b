"""The printed book: its pages, its drawings, and what no text may do to either."""

from __future__ import annotations

import hashlib
import io
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import fields, is_dataclass, replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pikepdf
import pypdfium2
import pytest

from questwright.compiler.assets import TEMPLATES_DIR
from questwright.compiler.english import with_quotes
from questwright.compiler.files import Bounds, Store
from questwright.compiler.packs.system.theme import Theme
from questwright.compiler.publish.book.render.html import book_source
from questwright.compiler.publish.book.render.pdf_check import forbidden_parts
from questwright.compiler.publish.book.render.press import Press, render_book, render_books
from questwright.compiler.publish.book.render.source import (
    Asset,
    BookSource,
    Limits,
    RenderFailure,
    RenderReason,
)
from questwright.compiler.publish.book.svg.map import map_svg
from questwright.compiler.publish.book.svg.symbols import symbol
from questwright.compiler.publish.book.view.map import MapCell, MapView, ThingView
from questwright.compiler.publish.book.view.text import prose
from questwright.compiler.publish.book.view.theme import palette_of, with_values
from scripts.unpack_fonts import unpacked
from support import paths
from support.book_sample import BOOK, CHAPTER, EMBER_THEME
from support.book_sample_annex import ANNEX
from support.more import more
from support.paths import ROOT, TESTS

pytestmark = pytest.mark.slow
GOLDEN = paths.GOLDEN / "book"
EMBER = palette_of(EMBER_THEME)
FONTS = (TEMPLATES_DIR / "book" / "fonts.css").read_bytes()
HEAD = '<html lang="en"><title>x</title><link rel="stylesheet" href="asset:fonts.css">'
PLAIN = FONTS.decode() + "head { display: none } p { display: block; font-family: Alegreya }"
SHEET = HEAD + "<style>body{font-family:Alegreya}</style>"


def page(body, *assets):
    return BookSource(SHEET + body, (Asset("fonts.css", "text/css", FONTS), *assets))


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


def plain(pdf):
    pages = pypdfium2.PdfDocument(pdf)
    return [re.sub(r"\s+", " ", sheet.get_textpage().get_text_bounded()) for sheet in pages]


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
    second = replace(CHAPTER, slug="second", title="Święta Łódź", annex=None)
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


# --- the renderer on its leash --------------------------------------------------------------------

VECTORS = (
    '<img src="file:///etc/hostname">',
    '<img src="http://127.0.0.1:9/x.png">',
    '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=">',
    '<img src="asset:missing.png">',
    '<img src="asset:../fonts.css">',
    '<link rel="stylesheet" href="file:///etc/hostname">',
    '<link rel="attachment" href="file:///etc/hostname">',
    '<a rel="attachment" href="file:///etc/hostname">x</a>',
    '<style>@import "http://127.0.0.1:9/x.css";</style>',
    "<style>@font-face{font-family:X;src:url(font:alegreya/../glyphs.json)}</style>",
    "<p style=\"background:url('file:///etc/hostname')\">x",
    '<p style="list-style:url(file:///etc/hostname);display:list-item">x',
    "<style>p::before{content:url(file:///etc/hostname)}</style><p>x",
    '<object data="file:///etc/hostname"></object>',
    '<embed src="file:///etc/hostname">',
    '<svg width="9" height="9"><image href="file:///etc/hostname" width="9" height="9"/></svg>',
    '<base href="file:///etc/"><img src="hostname">',
)


def test_nothing_but_the_manifest_and_the_fonts_can_be_read(press):
    results = press.set([page(vector) for vector in VECTORS])
    for vector, result in zip(VECTORS, results, strict=True):
        assert isinstance(result, RenderFailure), vector
        assert result.reason is RenderReason.DENIED, (vector, result)


def test_an_asset_cannot_be_attached(press):
    note = Asset("note.txt", "text/plain", b"CANARY")
    (result,) = press.set([page('<link rel="attachment" href="asset:note.txt">x', note)])
    assert isinstance(result, RenderFailure)
    assert result.reason is RenderReason.DENIED
    assert "embedded" in result.detail


def test_names_are_found_in_object_streams_and_nowhere_in_contents():
    import zlib

    packed = zlib.compress(b"1 0 << /EF << /F 3 0 R >> /Type /Filespec >>")
    head = b"4 0 obj\n<< /Type /ObjStm /Filter /FlateDecode >>\nstream\n"
    assert forbidden_parts(head + packed + b"\nendstream") == "a reference to a file"
    assert not forbidden_parts(b"4 0 obj\n<< /Length 9 >>\nstream\n(/Launch)\nendstream")
    assert forbidden_parts(b"<< /S /Launch >>") == "a command to launch"


@pytest.fixture
def children(monkeypatch, tmp_path):
    """The renderer processes that a test starts; afterwards none is left, nor any of its files."""
    started = []
    real = subprocess.Popen

    def popen(*args, **options):
        process = real(*args, **options)
        started.append(process.pid)
        return process

    monkeypatch.setattr(subprocess, "Popen", popen)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    yield started
    assert list(tmp_path.iterdir()) == []
    for pid in started:
        with pytest.raises(ProcessLookupError):
            os.killpg(pid, 0)


HANG = '<div style="display:flex">' * 14 + "x"


def test_a_hang_is_killed_and_the_next_book_is_printed(children):
    begun = time.monotonic()
    hung, fine = render_books([page(HANG), page("<p>Fine.")], Limits(wall_seconds=1.5))
    assert isinstance(hung, RenderFailure)
    assert hung.reason is RenderReason.TIMEOUT
    assert isinstance(fine, bytes)
    assert plain(fine) == ["Fine."]
    assert len(children) == 2
    assert time.monotonic() - begun < 12


def test_processor_time_is_limited(children):
    (result,) = render_books([page(HANG)], Limits(cpu_seconds=1, wall_seconds=30))
    assert isinstance(result, RenderFailure)
    assert result.reason is RenderReason.TIMEOUT
    assert "processor" in result.detail


def test_who_takes_too_long_is_told_the_page():
    body = '<p style="break-after: page">one<p style="break-after: page">two' + HANG
    (result,) = render_books([page(body)], Limits(cpu_seconds=1, wall_seconds=60))
    assert isinstance(result, RenderFailure)
    assert result.reason is RenderReason.TIMEOUT
    assert result.detail.endswith("; it had come to page 3")


# -- several at a time, and what was set before ------------------------------------------


def many(count):
    return [page(f"<h1>Book {number}</h1>" + "<p>word " * 40 * number) for number in range(count)]


@more
def test_the_number_of_children_changes_no_byte(children, tmp_path):
    seen = []
    for jobs in (1, 3):
        with Press(jobs=jobs) as press:
            press.warm()
            seen.append(press.set(many(6)))
    assert len(children) == 4
    assert seen[0] == seen[1]
    assert all(isinstance(pdf, bytes) for pdf in seen[0])


def test_what_was_set_once_is_not_set_again(children, tmp_path_factory):
    folder = tmp_path_factory.mktemp("cache")
    store = Store(folder, ".pdf", Bounds(1 << 20, 100, 1 << 30))
    twice = [*many(3), *many(3)]
    with Press(store=store) as press:
        first = press.set(twice)
    assert first[:3] == first[3:]
    assert len(list(folder.iterdir())) == 3
    with Press(store=store) as press:
        assert press.set(iter(twice)) == first
    assert len(children) == 1
    kept = sorted(folder.iterdir())
    kept[0].write_bytes(kept[1].read_bytes())  # sound, but the book of another key
    kept[1].write_bytes(kept[1].read_bytes()[:-9])
    with Press(store=store) as press:
        assert press.set(twice) == first
    assert len(children) == 2


def test_a_book_from_the_cache_is_looked_at_like_any_other(children, tmp_path_factory):
    folder = tmp_path_factory.mktemp("cache")
    store = Store(folder, ".pdf", Bounds(1 << 20, 100, 1 << 30))
    with Press(store=store) as press:
        (good,) = press.set(many(1))
        (path,) = folder.iterdir()
        store.keep(path.stem, b"<< /S /Launch >>")
        assert press.set(many(1)) == [good]


def test_a_store_lets_go_of_what_was_not_asked_for_longest(tmp_path):
    store = Store(tmp_path, ".x", Bounds(file=1_000, files=3, whole=1 << 20))
    for number, key in enumerate("abc"):
        store.keep(key, b"x")
        os.utime(tmp_path / f"{key}.x", (number, number))
    assert store.recall("a") == b"x"
    store.keep("d", b"x")
    assert [store.recall(key) for key in "abcd"] == [b"x", None, b"x", b"x"]
    store.keep("e", b"x" * 1_000)
    assert store.recall("e") is None
    small = Store(tmp_path / "small", ".x", Bounds(file=1_000, files=9, whole=500))
    for key in "ab":
        small.keep(key, key.encode() * 300)
        os.utime(tmp_path / "small" / f"{key}.x", (1, 1)) if key == "a" else None
    assert [small.recall(key) for key in "ab"] == [None, b"b" * 300]


def test_the_faces_that_load_quickly_are_those_that_are_published():
    packed = sorted((TEMPLATES_DIR / "fonts").glob("*/*.woff2"))
    assert packed
    for file in packed:
        assert file.with_suffix(".ttf").read_bytes() == unpacked(file), file.name


def test_memory_is_limited(children):
    body = "<p>" + "word " * (12 << 20)
    (result,) = render_books([page(body)], Limits(memory=300 << 20))
    assert isinstance(result, RenderFailure)
    assert result.reason is RenderReason.MEMORY


def test_a_warning_fails_the_book_and_spares_the_next(press):
    odd, fine = press.set([page("<p style='font-siez:1px'>\u2603"), page("<p>Fine.")])
    assert isinstance(odd, RenderFailure)
    assert odd.reason is RenderReason.WARNING
    assert "font-siez" in odd.detail
    assert "U+2603" in odd.detail
    assert isinstance(fine, bytes)


def test_a_missing_library_is_named_once_for_all_books(children, tmp_path_factory, monkeypatch):
    fake = tmp_path_factory.mktemp("fake")
    (fake / "weasyprint").mkdir()
    (fake / "weasyprint" / "__init__.py").write_text("raise OSError('cannot load libpango')")
    monkeypatch.syspath_prepend(fake)
    results = render_books([page("x"), page("y")])
    assert len(children) == 1
    for result in results:
        assert isinstance(result, RenderFailure)
        assert result.reason is RenderReason.MISSING_LIBRARY
        assert "apt-get install libpango" in result.detail


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_killed_parent_leaves_no_child_and_no_files(tmp_path):
    program = (
        "import sys; sys.path[:0] = sys.argv[1:];"
        "from test_book import *;"
        "render_books([page(HANG)], Limits(wall_seconds=60))"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", program, str(ROOT), str(TESTS), str(TESTS / "publish")],
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    child = Path(f"/proc/{parent.pid}/task/{parent.pid}/children")
    deadline = time.monotonic() + 20
    while not list(tmp_path.glob("questwright-*/*/1.json")) and time.monotonic() < deadline:
        time.sleep(0.05)
    (pid,) = (int(word) for word in child.read_text().split())
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    while Path(f"/proc/{pid}").exists() and time.monotonic() < deadline + 10:
        time.sleep(0.05)
    assert not Path(f"/proc/{pid}").exists()
    assert list(tmp_path.iterdir()) == []
