"""A board in its true size: sheets that are cut and joined, and nothing secret on them."""

from __future__ import annotations

import re
from dataclasses import replace

import pypdfium2
import pytest

from questwright.compiler.packs.system.theme import Theme
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.chapter.handouts import board_view
from questwright.compiler.publish.book.desk.desk import Desk
from questwright.compiler.publish.book.render.html import book_source
from questwright.compiler.publish.book.svg.board import board_sheet_svg, sheets_of
from questwright.compiler.publish.book.svg.grid import UNIT
from questwright.compiler.publish.book.svg.paper import ACROSS, UPRIGHT
from questwright.compiler.publish.book.svg.squares import grid_of
from questwright.compiler.publish.book.view.book import Volume
from questwright.compiler.publish.book.view.theme import palette_of
from questwright.compiler.publish.book.volumes import volumes_of
from support.paths import SHIPPED
from support.published import publications

MM = 72 / 25.4


def quest(name):
    return publications(next(path for path in SHIPPED if path.stem == name))[0]


def board(name):
    publication = quest(name)
    return board_view(Desk(publication.quest, publication.system))


@pytest.fixture(scope="module", params=["split-tally", "dry-wheel", "low-tide"])
def boards(request):
    view = board(request.param)
    return view, *sheets_of(view)


def test_every_cell_is_on_one_sheet(boards):
    view, _, sheets = boards
    grid = grid_of(view.map.shape)
    for x, y in map(grid.middle, view.map.floor):
        inside = [s for s in sheets if s.part.left <= x < s.part.right]
        assert sum(s.part.top <= y < s.part.bottom for s in inside) == 1


def test_every_sheet_fits_on_its_paper_in_true_size(boards):
    view, paper, sheets = boards
    assert paper in (UPRIGHT, ACROSS)
    cell = grid_of(view.map.shape).cell_width
    for sheet in sheets:
        drawn = board_sheet_svg(view, sheet, palette_of(Theme()))
        assert drawn.width <= paper.wide + 0.01
        assert drawn.height <= paper.high + 0.01
        box = [float(word) for word in re.search(r'viewBox="([^"]*)"', drawn.svg)[1].split()]
        assert drawn.width / box[2] * cell == pytest.approx(view.across / 10, abs=0.01)


def test_who_is_beside_a_sheet_is_beside_it_too(boards):
    _, _, sheets = boards
    by_label = {sheet.label: sheet for sheet in sheets}
    for sheet in sheets:
        for side, label in enumerate(sheet.beside):
            if label:
                other = by_label[label]
                assert other.beside[(side + 2) % 4] == sheet.label
                edges = sheet.part[1], sheet.part[2], sheet.part[3], sheet.part[0]
                theirs = other.part[3], other.part[0], other.part[1], other.part[2]
                assert edges[side] == pytest.approx(theirs[side])


def test_a_game_says_how_large_its_cells_are():
    view = board("low-tide")
    assert view.across == 254
    small = replace(view, across=150)
    assert len(sheets_of(small)[1]) <= len(sheets_of(view)[1])
    (sheet, *_) = sheets_of(small)[1]
    drawn = board_sheet_svg(small, sheet, palette_of(Theme()))
    assert drawn.width == pytest.approx(sheet.part.width * 15 / UNIT + 20, abs=0.1)


def test_what_is_secret_is_on_no_sheet():
    publication = quest("split-tally")
    whole = compose_book([publication]).chapters[0].maps[0]
    view = board("split-tally").map
    assert "secret-passage" in {gate.symbol for gate in whole.openings}
    assert "secret-passage" not in {gate.symbol for gate in view.openings}
    assert view.openings
    assert view.figures == ()


def test_it_is_printed_only_where_it_is_asked_for():
    publication = quest("low-tide")
    assert Volume.BOARD not in volumes_of(compose_book([publication]))
    book = compose_book([publication], has_board=True)
    volumes = volumes_of(book)
    assert volumes[Volume.BOARD].chapters[0].board is not None
    assert all(volumes[name].chapters[0].board is None for name in (Volume.BOOK, Volume.PLAYERS))


@pytest.mark.slow
def test_the_ruler_is_as_long_as_it_says(printed):
    book = volumes_of(compose_book([quest("low-tide")], has_board=True))[Volume.BOARD]
    with pypdfium2.PdfDocument(printed(book_source(book))) as document:
        lengths = [
            (bounds[2] - bounds[0]) / MM
            for entry in document[0].get_objects()
            if (bounds := entry.get_bounds())[3] - bounds[1] < 4 * MM
        ]
        text = " ".join(document[0].get_textpage().get_text_bounded().split())
    assert any(length == pytest.approx(100, abs=0.5) for length in lengths)
    assert "this line is 100 mm long" in text
