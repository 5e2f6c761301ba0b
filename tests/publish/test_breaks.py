"""Where pages break: no heading, row or note stands alone, and a map stands by its words."""

from __future__ import annotations

import re
from dataclasses import replace

import pypdfium2
import pytest

from questwright.compiler.assets import TEMPLATES_DIR
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.render.front import (
    FrontSection,
    height_of_facts,
    height_of_legend,
    room_of_map,
    sections_of,
)
from questwright.compiler.publish.book.render.html import book_source
from questwright.compiler.publish.book.render.pieces import SMALLEST_OVERVIEW, handout_pages
from questwright.compiler.publish.book.svg.paper import IN_TEXT, scale_of
from questwright.compiler.publish.book.view.book import ChapterView, Volume
from questwright.compiler.publish.book.view.handouts import HandoutsView, HandoutView
from questwright.compiler.publish.book.view.map import LegendEntry, MapCell, MapView
from questwright.compiler.publish.book.view.tables import FactRow, VictoryView
from questwright.compiler.publish.book.view.text import Run, prose
from questwright.compiler.publish.book.volumes import volumes_of
from support.chapters import chapter_of
from support.paths import ROOT
from support.published import publications

QUESTS = ROOT / "content" / "quests"
FACES = {"sans", "serif", "display", "signs", "capitals"}
WON = (VictoryView("The Heroes", ((Run("all is done"),),)),)
LONG = '''quest long "Long" {
  system dungeon-saga-origins
  heroes orlaf, madriga, danor, rordin
  marauder zombie
  story "%s"
  board {
    draw """
    +-+-+-+-+-+-+
    |s s .|. . z|
    + + + + + + +
    |s s .D. g k|
    +-+-+-+-+-+-+
    """
    s: start
    D: door gate "The Gate"
    z: zombie one facing west
    g: ghost two facing west
    k: skeleton-warrior three facing west
  }
  room first at A1..C2 "The First"
  room second at D1..F2 "The Second"
  victory heroes when one defeated
}
'''
ONE_ROOM = '''quest alone "Alone" {
  system dungeon-saga-origins
  heroes orlaf
  marauder zombie
  board {
    draw """
    +-+-+-+
    |s . z|
    +-+-+-+
    """
    s: start
    z: zombie last facing west
  }
  room only at A1..C1 "The Only Room"
  victory heroes when last defeated
}
'''


def squares(columns, rows):
    floor = tuple(MapCell(column, row) for row in range(rows) for column in range(columns))
    return MapView("A map", columns, rows, floor)


def lines_of(page):
    """The lines of a page from top to bottom: how far down each is, and its words."""
    text, high = page.get_textpage(), page.get_height()
    found = {}
    for number in range(text.count_rects()):
        left, low, right, top = text.get_rect(number)
        found.setdefault(round((high - top) / 72 * 25.4), []).append(
            (round(left), text.get_text_bounded(left, low, right, top).strip())
        )
    return sorted((down, sorted(words)) for down, words in found.items())


def printed_lines(printed, source):
    return [lines_of(page) for page in pypdfium2.PdfDocument(printed(source))]


def plain(style):
    """A style sheet without the colours and typefaces of a theme."""
    return re.sub(
        r"var\(--(\w+)\)", lambda name: "black" if name[1] not in FACES else "serif", style
    )


# -- a campaign's book is set as a quest's ------------------------------------------------------


@pytest.mark.slow
def test_figures_have_the_same_columns_in_the_book_of_a_campaign(printed):
    """What styles the pages of a campaign touches no table of a quest."""
    _, book = chapter_of(LONG % "It is so. ")
    alone = book_source(volumes_of(book)[Volume.BOOK])
    campaign = (TEMPLATES_DIR / "book" / "campaign.css").read_text(encoding="utf-8")
    found = [
        [
            words
            for page in printed_lines(printed, source)
            for _, words in page
            if any(word == "MOVEMENT" for _, word in words)
        ]
        for source in (alone, replace(alone, sheets=(*alone.sheets, plain(campaign))))
    ]
    assert found[0] != []
    assert found[0] == found[1]


@pytest.mark.slow
def test_the_head_of_a_page_is_not_blank_in_the_book_of_a_campaign(printed):
    _, book = chapter_of(LONG % "It is so. ")
    source = book_source(volumes_of(book)[Volume.BOOK])
    heading = "<h2>Rooms and corridors</h2>"
    assert heading in source.html
    high = '<div style="height: 225mm"></div>'
    tops = []
    for page in ("", ' style="page: other"'):
        html = source.html.replace(heading, f"{high}{heading}")
        html = html.replace('<article class="chapter', f'<article{page} class="chapter', 1)
        pages = printed_lines(printed, replace(source, html=html))
        ((down, _),) = [
            line
            for page in pages
            for line in page
            if "Rooms and corridors" in dict(line[1]).values()
        ]
        tops.append(down)
    assert tops[0] == tops[1] < 25


# -- nothing stands alone -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def fighters():
    """The book of a quest, cut down to the head of its chapter and to who fights in it."""
    _, book = chapter_of(LONG % "It is so. ")
    source = book_source(volumes_of(book)[Volume.BOOK])
    parts = r"(.*</header>).*(<section[^>]*>\s*<h2>Who fights in this quest</h2>.*?</section>).*"
    html = re.sub(parts, r"\1\2</article></body></html>", source.html, flags=re.DOTALL)
    assert len(html) < len(source.html)
    return replace(source, html=html)


@pytest.mark.slow
@pytest.mark.parametrize("lower", range(120, 216, 6))
def test_no_row_of_a_list_stands_alone(printed, fighters, lower):
    source, marker = fighters, "<h2>Who fights in this quest</h2>"
    html = source.html.replace(marker, f'<div style="height: {lower}mm"></div>{marker}')
    names = re.compile(r"\b(Orlaf|Madriga|Danor|Rordin|One|Two|Three)\b")
    for page in printed_lines(printed, replace(source, html=html)):
        lines = [" ".join(word for _, word in words) for _, words in page]
        heads = [number for number, line in enumerate(lines) if "MOVEMENT" in line]
        many = sum(bool(names.search(line)) for line in lines[heads[-1] :]) if heads else 0
        assert many != 1


def test_a_graph_of_one_area_is_not_shown():
    _, alone = chapter_of(ONE_ROOM)
    _, two = chapter_of(LONG % "")
    assert alone.chapters[0].annex.graph is None
    assert two.chapters[0].annex.graph is not None


def test_the_graph_stands_before_maps_that_have_pages_of_their_own():
    (publication,) = publications(QUESTS / "nine-strokes" / "nine-strokes.quest")
    html = book_source(volumes_of(compose_book([publication]))[Volume.DESIGNER]).html
    assert 0 < html.index("Areas and gates</h2>") < html.index('<section class="across">')


# -- how high words are guessed to be -----------------------------------------------------------


def test_facts_of_several_lines_are_higher():
    short = FactRow("Who", (Run("Ann"),))
    long = FactRow("Who", (Run("Ann, Bartholomew, Charlotte and Dominic"),))
    assert height_of_facts([short]) == height_of_facts([short] * 5) < height_of_facts([short] * 6)
    # One fact has the whole line, five share it.
    assert height_of_facts([long]) == height_of_facts([short])
    assert height_of_facts([long] * 5) > height_of_facts([short] * 5) + 9


def test_a_line_below_what_is_needed_counts():
    chapter = ChapterView("slug", "Title", victory=WON, setup=prose("word " * 400))
    without = [at for at in range(40, 255) if sections_of(chapter, None, at)[0] is FrontSection.MAP]
    noted = [
        at
        for at in range(40, 255)
        if sections_of(chapter, None, at, is_noted=True)[0] is FrontSection.MAP
    ]
    assert noted == without[: len(noted)]
    assert 4 <= len(without) - len(noted) <= 8


def test_a_map_leaves_room_for_its_legend():
    entries = tuple(LegendEntry(None, f"Thing {number}") for number in range(24))
    plain = ChapterView("slug", "Title", maps=(squares(4, 4),))
    explained = replace(plain, legend=entries)
    assert room_of_map(plain) - room_of_map(explained) == height_of_legend(entries)
    printed_larger = replace(explained, maps=(*explained.maps, squares(4, 4)))
    assert room_of_map(printed_larger) < room_of_map(explained)


# -- what players are given ---------------------------------------------------------------------


def start_of(map_view, sheets=(), contents=(), story="", legend=()):
    start = HandoutView((("1", "Here"),), map=map_view, sheets=sheets, legend=legend)
    handouts = HandoutsView(start=start, story=prose(story))
    return handout_pages(ChapterView("slug", "Title"), handouts)


def test_the_map_of_the_start_stands_below_its_words():
    # There is no room on the first page, and that is not half empty: both go to the second one.
    told = start_of(squares(10, 14), story="word " * 420)
    assert not told.is_start_apart
    assert scale_of(squares(10, 14), told.start) * 14 * 72 < 250


def test_a_start_that_is_printed_larger_is_smaller_where_its_words_are_many():
    wide = squares(40, 30)
    entries = tuple(LegendEntry(None, "Thing", note="word " * 20) for _ in range(16))
    few, many = start_of(wide, (wide,)), start_of(wide, (wide,), legend=entries)
    usual = scale_of(wide, IN_TEXT)
    assert few.is_start_long
    assert scale_of(wide, few.start) == usual
    assert SMALLEST_OVERVIEW * usual <= scale_of(wide, many.start) < usual


@pytest.mark.slow
def test_a_piece_that_ends_with_a_legend_does_not_hold_on_to_the_next_one(printed):
    (publication,) = publications(QUESTS / "eight-bowls" / "eight-bowls.quest")
    source = book_source(volumes_of(compose_book([publication]))[Volume.PLAYERS])
    pages = [
        page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(printed(source))
    ]
    (page,) = [page for page in pages if "Cell 4" in page]
    assert "Cell 5" in page
