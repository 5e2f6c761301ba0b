"""What the renderer draws quicker, it writes as it would without that."""

from __future__ import annotations

import importlib
import io
import subprocess
import sys
from collections import deque
from types import SimpleNamespace

import pydyf
import pytest
from weasyprint.svg.utils import PointError

from questwright.compiler.publish.book.render import quicker

PATHS = importlib.import_module("weasyprint.svg.path")
TO_BYTES = pydyf._to_bytes
POINT = PATHS.point
NUMBERS = (0.0, -0.0, 1.0, -3.0, 0.5, -0.25, 1e-9, 123456.789, 1e15, 7, -7, True, "x", b"y", None)


class Svg(SimpleNamespace):
    def point(self, x, y, font_size):
        return PATHS.size(x, font_size, 100), PATHS.size(y, font_size, 50)


@pytest.fixture(autouse=True)
def plain_sizes(monkeypatch):
    from weasyprint.svg.utils import size

    monkeypatch.setattr(PATHS, "size", size, raising=False)


@pytest.mark.parametrize("item", NUMBERS, ids=repr)
def test_what_is_written_of_a_number_stays(item):
    assert quicker._quick_bytes(TO_BYTES)(item) == TO_BYTES(item)


@pytest.mark.parametrize("text", ["1 2", "1 2 3 4", "-.5 1e2 rest", "1mm 2 3", "50% 2em", " 1 2"])
def test_what_is_read_of_a_point_stays(text):
    assert quicker._quick_point(POINT)(Svg(), text, 16.0) == POINT(Svg(), text, 16.0)


def test_half_a_point_is_none():
    with pytest.raises(PointError):
        quicker._quick_point(POINT)(Svg(), "1", 16.0)


@pytest.mark.parametrize("drawn", ["M1 2L3 4Z", "M0 0c1 1 2 2 3 3a1 1 0 0 1 2 2", "M1% 2%L3% 4"])
def test_a_path_is_drawn_a_second_time_as_at_first(drawn):
    draw = quicker._kept_path(PATHS.path)

    def of(path, stream):
        node = SimpleNamespace(get={"d": drawn}.get, vertices=deque())
        path(Svg(stream=stream), node, 16.0)
        return node.vertices

    plain, first, second = pydyf.Stream(), pydyf.Stream(), pydyf.Stream()
    vertices = of(PATHS.path, plain)
    assert vertices
    assert of(draw, first) == vertices
    assert of(draw, second) == vertices
    assert plain.stream == first.stream == second.stream


def drawn():
    pdf = pydyf.PDF()
    for number in range(3):
        stream = pydyf.Stream([b"q", "/Artifact", f"{number} w".encode(), b"Q"], compress=True)
        stream.extra["Kind"] = pydyf.Dictionary({"A": pydyf.Array([1, 2.5, pydyf.String("x(")])})
        pdf.add_object(stream)
        pdf.add_page(pydyf.Dictionary({"Type": "/Page", "Contents": stream.reference}))
        pdf.catalog[f"At{number}"] = pdf.page_references[-1]
    return pdf


@pytest.fixture
def written_once(monkeypatch):
    for owner in (pydyf.Dictionary, pydyf.Stream):
        monkeypatch.setattr(owner, "data", owner.data)
    for name in ("write", "page_references"):
        monkeypatch.setattr(pydyf.PDF, name, getattr(pydyf.PDF, name))
    return lambda: quicker.write_once(pydyf)


@pytest.mark.parametrize("options", [{}, {"identifier": True}, {"identifier": b"x"}], ids=repr)
@pytest.mark.parametrize("compress", [False, True])
def test_a_pdf_that_is_made_once_has_the_same_bytes(written_once, options, compress):
    plain, once = io.BytesIO(), io.BytesIO()
    drawn().write(plain, compress=compress, **options)
    written_once()
    drawn().write(once, compress=compress, **options)
    assert once.getvalue() == plain.getvalue()


def test_what_changes_between_two_pdfs_is_written_anew(written_once):
    written_once()
    first, second = io.BytesIO(), io.BytesIO()
    pdf = drawn()
    pdf.write(first)
    kept = pdf.objects[-1]
    assert b"Changed" not in kept.data
    kept["Changed"] = 1
    assert b"/Changed 1" in kept.data
    pdf = drawn()
    pdf.objects[-1]["Changed"] = 1
    pdf.write(second)
    assert b"/Changed 1" in second.getvalue()
    assert b"/Changed 1" not in first.getvalue()


def test_it_puts_itself_in_the_place_of_what_the_renderer_has(monkeypatch):
    from weasyprint.svg import TAGS

    monkeypatch.setattr(pydyf, "_to_bytes", TO_BYTES)
    monkeypatch.setattr(PATHS, "point", POINT)
    monkeypatch.setitem(TAGS, "path", PATHS.path)
    quicker.draw_quicker()
    assert pydyf._to_bytes is not TO_BYTES
    assert PATHS.point is not POINT
    assert TAGS["path"] is not PATHS.path


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere libraries are looked for")
def test_no_compiler_is_started_to_find_the_libraries_of_the_system():
    program = """
import ctypes.util, subprocess
from questwright.compiler.publish.book.render.quicker import loaded_by_name
search, begun = ctypes.util.find_library, []
begin = subprocess.Popen.__init__
def noted(self, command, *rest, **named):
    begun.append(command)
    begin(self, command, *rest, **named)
subprocess.Popen.__init__ = noted
with loaded_by_name():
    import weasyprint.text.fonts
assert not begun, begun
assert ctypes.util.find_library is search
"""
    subprocess.run([sys.executable, "-c", program], check=True)
