"""What the renderer looks up and shapes quicker, it sets as it would without that."""

from __future__ import annotations

import importlib

import pytest
from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration

from questwright.compiler.publish.book.render.quicker import draw_quicker
from questwright.compiler.publish.book.render.styles import _partners, _usual, style_quicker
from questwright.compiler.publish.book.render.words import shape_once

PUT = (
    ("pydyf", "_to_bytes"),
    ("pydyf", "Dictionary.data"),
    ("pydyf", "Stream.data"),
    ("pydyf", "PDF.write"),
    ("pydyf", "PDF.page_references"),
    ("weasyprint.css", "ComputedStyle.__init__"),
    ("weasyprint.css", "ComputedStyle.__missing__"),
    ("weasyprint.css", "AnonymousStyle.__init__"),
    ("weasyprint.layout.percent", "resolve_one_percentage"),
    ("weasyprint.layout.preferred", "split_first_line"),
    ("weasyprint.svg", "TAGS"),
    ("weasyprint.svg", "normalize"),
    ("weasyprint.svg", "size"),
    ("weasyprint.svg.bounding_box", "normalize"),
    ("weasyprint.svg.defs", "size"),
    ("weasyprint.svg.path", "point"),
    ("weasyprint.svg.shapes", "normalize"),
    ("weasyprint.svg.text", "normalize"),
    ("weasyprint.svg.text", "size"),
    ("weasyprint.svg.utils", "normalize"),
    ("weasyprint.svg.utils", "size"),
    ("weasyprint.text.line_break", "get_font_description"),
    ("weasyprint.text.line_break", "split_first_line"),
)
"""All that is put into the renderer."""

SHEET = """
@page { size: 90mm 70mm; margin: 8mm; @bottom-center { content: counter(page); margin: 1mm } }
:root { --gap: 3pt; color: #123; font: 9pt/1.4 monospace }
p { margin: var(--gap) 0 calc(1mm + 1%); text-indent: 2%; hyphens: auto }
section { margin-inline: 4pt 9pt; padding-block-start: 2mm; border-inline-end: 1pt solid red }
.left { direction: rtl; margin-inline-start: 11pt; inline-size: 50% }
.part { display: inline-block; width: 30%; float: left; font-variant: small-caps }
.over { position: absolute; top: 2mm; right: 10%; font-weight: bold; text-decoration: underline }
.over em { text-decoration: inherit; letter-spacing: 1pt }
li::before { content: "– "; color: inherit; margin-right: inherit }
table { border-collapse: collapse; min-width: 40%; margin: inherit }
u { text-decoration: underline }
td { border: .5pt solid; padding: 2pt 1%; margin: 4pt }
.first::first-letter { font-size: 2em; float: left }
.first::first-line { font-weight: bold }
"""
DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" width="30mm" height="20mm" viewBox="0 0 90 60">
<rect x="1" y="1" width="50%" height="2em" fill="none" stroke="teal" stroke-dasharray="2,1"/>
<g opacity=".5" transform="translate(3,4)"><circle cx="20" cy="20" r="5mm" stroke-width="1e-1"/></g>
<text x="10" y="12" font-family="monospace" font-size="7">A1 A2 B1</text>
<text x="45" y="30" text-anchor="middle" font-size="9" font-weight="bold">A1 B2</text>
<text x="45" y="44" text-anchor="end" letter-spacing="2" rotate="9">A <tspan dx="3">B</tspan></text>
<text x="60" y="8" font-size="5">A1</text><text x="60" y="14" font-size="6">A1</text>
<text x="60" y="20" font-size="6" font-style="italic">A1</text>
<text x="60" y="26" font-size="6" font-weight="bold">A1</text>
<text x="60" y="32" font-size="6" font-family="serif">A1</text>
<text x="5" y="55" textLength="60" font-style="italic" font-size="7">stretched</text>
</svg>"""
TEXT = "Somebody has to carry the incomprehensible inscription down, and nobody asks who it was."
SAYS = (
    "font-size: 11pt",
    "font-style: italic",
    "font-weight: bold",
    "font-variant-caps: small-caps",
    "font-variant-numeric: tabular-nums",
    "letter-spacing: 1pt",
    "word-spacing: 3pt",
    "white-space: nowrap",
    "overflow-wrap: anywhere",
    "hyphens: none",
    "font-family: monospace",
)
CELLS = "".join(
    f"<tr><td style='{said}'>illumination of 11 A1</td><td>A1</td></tr>" for said in ("", *SAYS)
)
"""A table whose cells have the same words in different styles; it is as wide as these ask for."""
ALONE = "".join(
    f"<table style='font-family: serif'><tr><td>illumination of 11 A1</td></tr>"
    f"<tr><td style='{said}'>illumination of 11 A1</td></tr></table>"
    for said in SAYS
)
ROW = "<tr><td>A door</td><td>of <u>two</u> leaves</td><td>1</td></tr>"
BOOK = f"""<html lang="en"><body>
<section><p class="first">{TEXT}</p><p class="left">{TEXT}</p>{DRAWING}</section>
<section><p class="part">{TEXT}</p><ul><li>one</li><li>one <b>two</b></li></ul>
<p class="over" style="margin-left: 7pt">over <em>it</em></p></section>
<table>{CELLS}</table>{ALONE}<table>{ROW * 9}</table>{DRAWING}
</body></html>"""


def owner_of(module, name):
    owner = importlib.import_module(module)
    *above, last = name.split(".")
    for part in above:
        owner = getattr(owner, part)
    return owner, last


@pytest.fixture
def put(monkeypatch):
    """Put all that is quicker into the renderer, and take it out again; what it put where."""
    # What is put in later stands in front of this and so is taken out with it.
    places = [owner_of(*place) for place in PUT]
    for owner, name in places:
        monkeypatch.setattr(owner, name, getattr(owner, name))
    tags = importlib.import_module("weasyprint.svg").TAGS
    monkeypatch.setitem(tags, "path", tags["path"])
    before = [getattr(owner, name) for owner, name in places]

    def puts():
        draw_quicker()
        style_quicker()
        shape_once()
        return [
            place
            for place, (owner, name), old in zip(PUT, places, before, strict=True)
            if getattr(owner, name) is not old
        ]

    return puts


def made(text):
    fonts = FontConfiguration()
    sheet = CSS(string=SHEET, font_config=fonts)
    html = HTML(string=text, base_url=None)
    return html.write_pdf(
        stylesheets=[sheet], font_config=fonts, pdf_variant="pdf/ua-1", pdf_identifier=b"x"
    )


def test_a_book_is_set_as_the_renderer_sets_it(put, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    plain = made(BOOK)
    put()
    assert made(BOOK) == plain
    # Once more, with all that it keeps by now.
    assert made(BOOK) == plain


def test_everything_is_put_in_its_place(put):
    assert put() == [place for place in PUT if place != ("weasyprint.svg", "TAGS")]


def test_a_letter_that_is_known_is_not_shaped_again(put):
    put()
    lines = importlib.import_module("weasyprint.text.line_break")
    times = []
    shape = lines.create_layout
    fonts = FontConfiguration()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lines, "create_layout", lambda *given: times.append(1) or shape(*given))
        counts = []
        for many in (1, 2):
            times.clear()
            HTML(string=DRAWING * many).write_pdf(font_config=fonts)
            counts.append(len(times))
    first, second = counts
    assert first > 0
    assert second == 0


def test_a_style_begins_with_what_nobody_says_of_it(put):
    put()
    styles = importlib.import_module("weasyprint.css")
    root = styles.ComputedStyle(None, {}, None, None, None, None, {})
    said = {"margin_inline_start": ("x", (0, 0, (0, 0, 0))), "top": ("y", (0, 0, (0, 0, 0)))}
    style = styles.ComputedStyle(root, said, None, root, None, None, {})
    usual = _usual()
    unsaid = {*said, "margin_left", "margin_right"}
    assert {name: style.get(name) for name in usual} == {
        name: None if name in unsaid else value for name, value in usual.items()
    }
    assert {"margin_left", "margin_right"} == {*_partners()["margin_inline_start"]}
    assert not {"display", "float", "position", "page", "color", "font_size"} & {*usual}
