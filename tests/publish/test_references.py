"""A reference is set once, and says the page that it would say if all pages were set again."""

from __future__ import annotations

import importlib
import re

import pypdfium2
import pytest
from weasyprint import CSS, HTML
from weasyprint.css.targets import TargetCollector
from weasyprint.text.fonts import FontConfiguration

from questwright.compiler.publish.book.render import references

SHEET = """
@page { size: 100mm 60mm; margin: 5mm }
html { font: 10pt monospace }
section { break-before: page }
a::after { content: " (page " target-counter(attr(href), page) ")" }
.dots a::after { content: leader(".") target-counter(attr(href), page) }
.over { width: 12mm; font-size: 14pt }
.nowrap a::after { white-space: nowrap }
p { text-align: justify }
"""


def book(chapters, paragraphs=0, kind=""):
    """Each chapter has a page, and refers to every other one; before them are some pages more."""
    words = "<p>Somebody has to carry it down, and nobody asks who it was before.</p>"
    links = "".join(f'<a href="#c{number}">c{number}</a> ' for number in range(chapters))
    parts = [
        f'<section id="c{number}"><p>at c{number}.</p><p class="{kind}">{links}</p></section>'
        for number in range(chapters)
    ]
    return f"<html><body>{words * paragraphs}{''.join(parts)}</body></html>"


def made(text):
    """The PDF of a book, and how often a page of it was laid out."""
    pages = importlib.import_module("weasyprint.layout.page")
    again, times = pages.remake_page, []

    def counted(*given):
        times.append(given[0])
        return again(*given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "remake_page", counted)
        fonts = FontConfiguration()
        html = HTML(string=text, base_url=None)
        sheet = CSS(string=SHEET, font_config=fonts)
        return html.write_pdf(stylesheets=[sheet], font_config=fonts), len(times)


@pytest.fixture
def once(monkeypatch):
    """Make a book with our references."""
    document = importlib.import_module("weasyprint.document")
    layout = importlib.import_module("weasyprint.layout")
    for owner, name in (
        (document, "build_formatting_structure"),
        (layout, "make_all_pages"),
        (TargetCollector, "collect_missing_counters"),
        (TargetCollector, "cache_target_page_counters"),
    ):
        monkeypatch.setattr(owner, name, getattr(owner, name))

    def make(text):
        references.set_references_once()
        return made(text)

    return make


@pytest.mark.parametrize("kind", ["", "dots"])
@pytest.mark.parametrize(("chapters", "paragraphs"), [(1, 0), (4, 0), (11, 0), (5, 60)])
def test_a_book_is_that_of_a_renderer_that_sets_its_pages_again(once, chapters, paragraphs, kind):
    text = book(chapters, paragraphs, kind)
    plain, many = made(text)
    quick, few = once(text)
    assert quick == plain
    assert few <= many


def pages_of(pdf):
    """What the pages of a book say."""
    document = pypdfium2.PdfDocument(pdf)
    return [document[number].get_textpage().get_text_bounded() for number in range(len(document))]


def test_a_page_is_set_once_where_the_number_of_digits_is_guessed(once):
    pdf, times = once(book(5, kind="nowrap"))
    pages = pages_of(pdf)
    assert times == len(pages) == 5
    for said in pages:
        assert re.findall(r"\(page (\d+)\)", said) == [*"12345"]


def test_a_reference_that_is_broken_over_lines_is_right_as_well(once):
    """The renderer by itself leaves some at 0."""
    pages = pages_of(once(book(12, kind="over"))[0])
    begun = {
        name: 1 + next(number for number, said in enumerate(pages) if f"at {name}." in said)
        for name in (f"c{number}" for number in range(12))
    }
    said = re.findall(r"\b(c\d+)\s+\(page\s+(\d+)\)", "\n".join(pages))
    assert len(said) == 12 * 12
    assert {(name, int(page)) for name, page in said} == {*begun.items()}


def test_what_refers_to_a_place_that_is_not_there_is_told(once, caplog):
    once('<html><body><p><a href="#none">x</a></p></body></html>')
    assert "none" in caplog.text
