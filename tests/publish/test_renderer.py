"""The renderer on its leash: what it may read, how long and how much it may take; and its cache."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from questwright.compiler.assets import TEMPLATES_DIR
from questwright.compiler.files import Bounds, Store
from questwright.compiler.publish.book.render.pdf_check import forbidden_parts
from questwright.compiler.publish.book.render.press import Press, render_books
from questwright.compiler.publish.book.render.source import (
    Asset,
    BookSource,
    Limits,
    RenderFailure,
    RenderReason,
)
from scripts.unpack_fonts import unpacked
from support.more import more
from support.pages import FONTS, plain
from support.paths import ROOT, TESTS

pytestmark = pytest.mark.slow
HEAD = '<html lang="en"><title>x</title><link rel="stylesheet" href="asset:fonts.css">'
SHEET = HEAD + "<style>body{font-family:Alegreya}</style>"


def page(body, *assets):
    return BookSource(SHEET + body, (Asset("fonts.css", "text/css", FONTS), *assets))


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


def test_processor_time_is_limited_and_who_takes_too_long_is_told_the_page(children):
    body = '<p style="break-after: page">one<p style="break-after: page">two' + HANG
    (result,) = render_books([page(body)], Limits(cpu_seconds=1, wall_seconds=60))
    assert isinstance(result, RenderFailure)
    assert result.reason is RenderReason.TIMEOUT
    assert "processor" in result.detail
    assert result.detail.endswith("; it had come to page 3")


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
    body = "<p>" + "word " * (6 << 20)
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
        "from test_renderer import *;"
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
