"""Maps on pages of their own: how large they are, how they are cut, and how sheets are joined."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.map.sheets import with_sheets
from questwright.compiler.publish.book.map.window import part_of
from questwright.compiler.publish.book.render.html import book_source
from questwright.compiler.publish.book.render.leaves import leaves_of
from questwright.compiler.publish.book.svg.map import map_svg
from questwright.compiler.publish.book.svg.paper import ACROSS, CUT_OUT, IN_TEXT, UPRIGHT, page_of
from questwright.compiler.publish.book.svg.squares import grid_of
from questwright.compiler.publish.book.view.book import Volume
from questwright.compiler.publish.book.view.map import (
    Facing,
    FigureView,
    GridShape,
    MapCell,
    MapView,
    ThingView,
)
from questwright.compiler.publish.book.view.theme import palette_of
from questwright.compiler.publish.book.volumes import volumes_of
from support.book_sample import EMBER_THEME
from support.more import amount, some
from support.paths import SHIPPED
from support.published import publications

EMBER = palette_of(EMBER_THEME)
OPPOSITE = {
    Facing.EAST: Facing.WEST,
    Facing.WEST: Facing.EAST,
    Facing.NORTH: Facing.SOUTH,
    Facing.SOUTH: Facing.NORTH,
}


def board(columns, rows, shape=GridShape.HEX):
    floor = tuple(MapCell(column, row) for column in range(columns) for row in range(rows))
    return MapView("The map", columns, rows, floor, shape=shape)


def across_flats(view, paper):
    """The distance of two sides of a cell in print, in millimetres, from the drawing alone."""
    drawing = map_svg(view, EMBER, paper=paper)
    wide = float(drawing.svg.split('viewBox="')[1].split('"')[0].split()[2])
    return drawing.width / wide * (100 if view.shape is GridShape.SQUARE else 128)


@cache
def book(path):
    return compose_book(publications(path))


@pytest.mark.parametrize("path", some(SHIPPED, 10), ids=lambda path: path.stem)
def test_every_board_is_printed_large_enough_to_play_from(path):
    chapter = book(path).chapters[0]
    given = chapter.handouts
    printed = [(chapter.maps[0], IN_TEXT, chapter.maps[1:])]
    printed += [(given.start.map, IN_TEXT, given.start.sheets)] if given.start else []
    printed += [(later.map, CUT_OUT, later.sheets) for later in given.later]
    for whole, own, sheets in printed:
        least = 9.0 if whole.shape is GridShape.SQUARE else 11.0
        rooms = {n: room for leaf in leaves_of(sheets) for n, room in zip(*leaf, strict=True)}
        assert [*sorted(rooms)] == [*range(len(sheets))]
        for number, view in enumerate(sheets or (whole,)):
            paper = rooms.get(number, own)
            assert across_flats(view, paper) >= least - 0.001, view.title
            drawing = map_svg(view, EMBER, paper=paper)
            assert drawing.width <= paper.wide + 0.01
            assert drawing.height <= paper.high + 0.01


@pytest.mark.parametrize("path", some(SHIPPED, 10), ids=lambda path: path.stem)
def test_the_reader_is_told_where_a_map_is_printed_larger(path):
    for volume, part in volumes_of(book(path)).items():
        if volume not in (Volume.BOOK, Volume.PLAYERS):
            continue
        html = book_source(part).html
        anchors = {one.split('"')[0] for one in html.split(' id="')[1:]}
        links = [one.split('"')[0] for one in html.split('class="page-of" href="#')[1:]]
        assert {*links} <= anchors
        chapter = part.chapters[0]
        given = chapter.handouts
        parts = [one for one in (given.start, *given.later) if one] if given else []
        sheets = [*chapter.maps[1:], *(sheet for one in parts for sheet in one.sheets)]
        assert len({*links}) == len(sheets)


def test_a_wide_board_lies_across_and_a_tall_one_upright():
    _, wide = with_sheets(board(20, 15))
    assert page_of(wide) is ACROSS
    _, tall = with_sheets(board(14, 22))
    assert page_of(tall) is UPRIGHT
    (small,) = with_sheets(board(9, 9))
    assert not small.sheets


def test_sheets_of_a_map_stand_on_a_page_together_where_they_fit():
    low, wide, high = (board(*size, GridShape.SQUARE) for size in ((12, 8), (24, 8), (16, 20)))
    assert [leaf.sheets for leaf in leaves_of((low, wide, high, low))] == [(0, 3), (1,), (2,)]
    (leaf,) = leaves_of((low, low))
    assert sum(paper.high for paper in leaf.papers) <= UPRIGHT.high - 16 + 0.001
    assert {across_flats(low, paper) >= 9 for paper in leaf.papers} == {True}
    # As large as before where they do not fit.
    assert [leaf.papers for leaf in leaves_of((high, high))] == [(page_of(high),)] * 2


@pytest.mark.slow
@pytest.mark.parametrize(("quest", "page"), [("the-last-line", "BC"), ("nine-strokes", "AC")])
def test_each_of_the_maps_of_a_page_has_its_title(quest, page, printed):
    (path,) = (path for path in SHIPPED if path.stem == quest)
    source = book_source(volumes_of(book(path))[Volume.BOOK])
    pages = [one.get_textpage().get_text_range() for one in pypdfium2.PdfDocument(printed(source))]
    told = ["".join(re.findall(r"The map, sheet ([A-Z]):", text)) for text in pages]
    assert page in told
    assert sorted("".join(told)) == ["A", "B", "C"]


def test_sheets_say_where_the_board_goes_on():
    whole, *sheets = with_sheets(board(40, 40, GridShape.SQUARE))
    assert [sheet.label for sheet in sheets] == [sheet.label for sheet in whole.sheets]
    by_label = {sheet.label: sheet for sheet in sheets}
    assert any(sheet.joins for sheet in sheets)
    for sheet in sheets:
        for join in sheet.joins:
            there = by_label[join.label]
            back = [own for own in there.joins if own.label == sheet.label]
            assert [own.facing for own in back] == [OPPOSITE[join.facing]]
            assert join.shared == back[0].shared == 1
            # The line that both have is named alike on both.
            if join.facing is Facing.EAST:
                assert sheet.column_labels[-1] == there.column_labels[0]
            if join.facing is Facing.SOUTH:
                assert sheet.row_labels[-1] == there.row_labels[0]


def test_a_large_piece_is_whole_on_one_sheet():
    whole = board(40, 10, GridShape.SQUARE)
    (_, first, _second) = with_sheets(whole)
    assert first.columns < 25
    # One piece lies across the line at which the board would be cut, one begins on it.
    across = ThingView("table", "Table", MapCell(first.columns - 3, 2), 4, 2)
    on_it = FigureView("T", "Troll", MapCell(first.columns, 6), size=2)
    _, *sheets = with_sheets(replace(whole, things=(across,), figures=(on_it,)))
    assert [len(sheet.things) for sheet in sheets].count(1) == 1
    assert 1 in [len(sheet.figures) for sheet in sheets]


def test_a_part_that_begins_with_an_odd_row_has_no_empty_row():
    whole = replace(board(6, 6), title="")
    cells = [MapCell(column, row) for column in (2, 3) for row in (1, 2)]
    part = part_of(whole, cells)
    assert (part.shape, part.rows, part.row_labels) == (GridShape.HEX_SET_IN, 2, ("2", "3"))
    grid, own = grid_of(whole.shape), grid_of(part.shape)
    # All lie as they did on the whole map.
    corner = grid.middle(cells[0])
    for cell in cells:
        x, y = own.middle(MapCell(cell.column - 2, cell.row - 1))
        first = own.middle(MapCell(0, 0))
        assert (x - first[0], y - first[1]) == tuple(
            a - b for a, b in zip(grid.middle(cell), corner, strict=True)
        )
    assert part_of(part, [MapCell(0, 1)]).shape is GridShape.HEX


@settings(max_examples=amount(20, 40), deadline=None)
@given(
    columns=st.integers(1, 70),
    rows=st.integers(1, 60),
    shape=st.sampled_from([*GridShape]),
    holes=st.sets(st.tuples(st.integers(0, 69), st.integers(0, 59)), max_size=30),
)
def test_every_cell_is_on_a_sheet_and_keeps_its_name(columns, rows, shape, holes):
    view = board(columns, rows, shape)
    floor = tuple(c for c in view.floor if (c.column, c.row) not in holes)
    if not floor:
        return
    whole, *sheets = with_sheets(replace(view, floor=floor))
    if not sheets:
        return
    shown = set()
    for sheet in sheets:
        assert (
            across_flats(sheet, page_of(sheet)) >= (9 if shape is GridShape.SQUARE else 11) - 0.01
        )
        columns_, rows_ = sheet.column_labels, sheet.row_labels
        if not columns_:
            columns_, rows_ = letters(columns), [str(n + 1) for n in range(rows)]
        shown |= {(columns_[c.column], rows_[c.row]) for c in sheet.floor}
    names = letters(columns)
    assert shown == {(names[c.column], str(c.row + 1)) for c in floor}
    assert len(whole.sheets) in (0, len(sheets))


def letters(many):
    single = [chr(ord("A") + n) for n in range(26)]
    return [*single, *(a + b for a in single for b in single)][:many]
