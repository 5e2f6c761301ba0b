"""The lines of a book stand on one grid, so that they are level on facing pages."""

from __future__ import annotations

import ctypes
import importlib
import re

import pypdfium2
import pypdfium2.raw
import pytest

from questwright.compiler.assets import TEMPLATES_DIR
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.render import rhythm
from questwright.compiler.publish.book.render.html import book_source
from questwright.compiler.publish.book.render.rhythm import LINE, beyond
from questwright.compiler.publish.book.view.book import Volume
from questwright.compiler.publish.book.volumes import volumes_of
from support.paths import ROOT
from support.published import SET, publications

MM = 72 / 25.4
ABOVE = 21 * MM
"""What is above the text of a page."""
NEAR = 0.6
"""How many points beside the grid a line may stand: letters of 10.4 and of 11.2 points share it."""
QUESTS = SET[:4]
"""One of each game."""
BODY = re.compile(r"Alegreya(-Italic)?\Z")


def body_lines(pdf):
    """Where the lines of the text stand, below the top of the text of their pages.

    They are those in the letters of the text: headings, tables, labels and notes have others. What
    is cut out lies on no page in the end, and its lines on no grid.
    """
    name, size = ctypes.create_string_buffer(100), ctypes.c_float()
    found = set()
    for number, page in enumerate(pypdfium2.PdfDocument(pdf)):
        if "To cut out" in page.get_textpage().get_text_range():
            break
        for entry in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_TEXT]):
            font = pypdfium2.raw.FPDFTextObj_GetFont(entry.raw)
            pypdfium2.raw.FPDFFont_GetBaseFontName(font, name, 100)
            pypdfium2.raw.FPDFTextObj_GetFontSize(entry.raw, size)
            matrix = entry.get_matrix()
            letters = size.value * abs(matrix.d)
            if BODY.match(name.value.decode().rpartition("+")[2]) and 10.3 < letters < 11.3:
                found.add((number, round(page.get_height() - matrix.f - ABOVE, 1)))
    return sorted(found)


def share_on_grid(lines):
    """The share of lines that stand on the grid of lines on which most of them do."""
    shifts = [line % LINE for _, line in lines]
    return max(
        sum(min(abs(s - grid), LINE - abs(s - grid)) <= NEAR for s in shifts) for grid in shifts
    ) / len(shifts)


@pytest.mark.slow
@pytest.mark.parametrize("quest", QUESTS)
@pytest.mark.parametrize("volume", [Volume.BOOK, Volume.PLAYERS], ids=lambda volume: volume.value)
def test_nineteen_of_twenty_lines_stand_on_the_grid(quest, volume, printed):
    book = compose_book(publications(ROOT / "content" / "quests" / quest / f"{quest}.quest"))
    lines = body_lines(printed(book_source(volumes_of(book)[volume])))
    assert lines
    assert share_on_grid(lines) >= 0.95


def test_lines_beside_the_grid_are_counted():
    on, beside = [(0, 10.7 + LINE * n) for n in range(3)], [(1, 3.0), (1, 3.0 + LINE)]
    assert share_on_grid([*on, *beside]) == 3 / 5


def test_the_style_sheet_has_the_line_of_the_grid():
    sheet = (TEMPLATES_DIR / "book" / "book.css").read_text(encoding="utf-8")
    assert f"font: 400 10.4pt/{LINE}pt" in sheet


def test_a_line_of_the_grid_is_its_own():
    line = LINE * 4 / 3
    assert max(beyond(n * line) for n in range(40)) < 0.01
    assert beyond(1.0) == pytest.approx(line - 1)
    assert beyond(line + 0.001) == 0.0


def test_only_the_layout_of_blocks_is_replaced(monkeypatch):
    """Where the renderer lays out blocks under another name, this says so."""
    blocks = importlib.import_module("weasyprint.layout.block")
    own = blocks.block_level_layout
    monkeypatch.setattr(blocks, "block_level_layout", own)
    assert own.__code__.co_varnames[:9] == (
        "context",
        "box",
        "bottom_space",
        "skip_stack",
        "containing_block",
        "page_is_empty",
        "absolute_boxes",
        "fixed_boxes",
        "adjoining_margins",
    )
    rhythm.keep_rhythm()
    assert blocks.block_level_layout is not own
