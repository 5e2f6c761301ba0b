"""The pages of the shipped quests: their words are set rightly, and they are filled."""

from __future__ import annotations

import html
import re
from dataclasses import replace

import pypdfium2
import pytest

from questwright.compiler.english import after_article, with_quotes
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.render.front import FrontSection, sections_of
from questwright.compiler.publish.book.render.html import book_source
from questwright.compiler.publish.book.render.pieces import handout_pages
from questwright.compiler.publish.book.render.templates import printed as as_printed
from questwright.compiler.publish.book.view.book import ChapterView, Volume
from questwright.compiler.publish.book.view.handouts import (
    HandoutsView,
    HandoutView,
    ReadingView,
)
from questwright.compiler.publish.book.view.map import LegendEntry, MapCell, MapView
from questwright.compiler.publish.book.view.tables import VictoryView
from questwright.compiler.publish.book.view.text import Run, prose
from questwright.compiler.publish.book.volumes import volumes_of
from support.chapters import chapter_of
from support.paths import SHIPPED
from support.published import publications, set_quests

MM = 72 / 25.4
PULLED = '''quest pulled "Pulled" {
  system dungeon-saga-origins
  heroes orlaf
  marauder zombie
  board {
    draw """
    +-+-+-+
    |s . v|
    +-+-+-+
    """
    s: start
    v: lever winch "The Winch"
  }
  room only at A1..C1 "The Only Room"
  action pull at winch "Pull it"
  victory heroes when pull done
}
'''
FAULTS = {
    "a straight quotation mark": r"[\"']",
    "a raw asterisk": r"\*",
    "an article twice": r"\b(?:[Tt]he|[Aa]n?) (?:[Tt]he|an?)\b",
    "a mark twice": r"\?\?|!!|,,|;;|(?<!\.)\.\.(?!\.)",
    "a space before a mark": r"\w [,;.](?=\s)",
    "a box of brackets": r"\[\s*\]",
    "a wrong article": r"\ba (?=[aeio])(?!one)\w+|\ban (?=[b-df-gj-np-tv-z])\w+",
}


@pytest.fixture(scope="module", params=set_quests(5), ids=lambda path: path.stem)
def volumes(request):
    return volumes_of(compose_book(publications(request.param)[:1]))


def blocks(source):
    """The words of a book's HTML, block by block."""
    body = source.html.partition("</head>")[2]
    parts = re.split(r"</?(?:p|li|td|th|h\d|div|table|tr|section|article|ol|ul)\b[^>]*>", body)
    parts = [part.replace('<span class="box"></span>', "□") for part in parts]
    # The renderer writes the page there.
    parts = [re.sub(r'(<a class="page-of"[^>]*>)', r"\1page 1", part) for part in parts]
    words = (html.unescape(re.sub(r"<br>", " ", part)) for part in parts)
    return [re.sub(r"<[^>]+>", "", word).strip() for word in words if word.strip()]


def test_the_words_of_every_volume_are_set_rightly(volumes):
    found = [
        (volume.value, fault, text)
        for volume, book in volumes.items()
        for text in blocks(book_source(book))
        for fault, pattern in FAULTS.items()
        if re.search(pattern, text)
    ]
    assert found == []


def test_the_faults_are_found_where_they_are():
    wrong = ['say "no"', "*x*", "on the The Bridge", "Orb??", "gone .  ", "[ ] 1", "a egg"]
    right = ["say “no”", "the Bridge", "an egg", "a cow", "a one-way door", "Wait … what?"]
    assert all(any(re.search(p, text) for p in FAULTS.values()) for text in wrong)
    assert not any(re.search(p, text) for p in FAULTS.values() for text in right)


def tails(pdf, own_pages=()):
    """For each page the share that is blank below what is printed, and each chapter's last.

    The text of a chapter ends before its maps on pages of their own, which are told by title.
    """
    document = pypdfium2.PdfDocument(pdf)
    foot, height = 21 * MM, 255 * MM
    found = []
    for page in document:
        lows = [entry.get_bounds()[1] for entry in page.get_objects()]
        lowest = min((low for low in lows if low > foot), default=foot + height)
        found.append((lowest - foot) / height)
    entries = [
        (item.level, item.get_title(), item.get_dest().get_index()) for item in document.get_toc()
    ]
    starts = {page for level, _, page in entries if not level}
    for title in own_pages:
        starts.add(max(page for _, told, page in entries if told == title))
    return found, {start - 1 for start in starts} | {len(document) - 1}


@pytest.mark.slow
def test_no_page_of_a_book_is_half_empty_but_the_last(volumes, printed):
    book = volumes[Volume.BOOK]
    own = [sheet.title for chapter in book.chapters for sheet in chapter.maps[1:]]
    found, last = tails(printed(book_source(book)), own)
    assert [n + 1 for n, tail in enumerate(found) if tail > 0.5 and n not in last] == []


@pytest.mark.slow
def test_no_page_of_the_players_is_half_empty_but_the_last(volumes, printed):
    book = volumes[Volume.PLAYERS]
    handouts = [chapter.handouts for chapter in book.chapters]
    every = [one for h in handouts for one in (h.start, *h.later) if one is not None]
    found, last = tails(printed(book_source(book)), [s.title for one in every for s in one.sheets])
    assert [n + 1 for n, tail in enumerate(found) if tail > 0.5 and n not in last] == []


@pytest.mark.slow
def test_a_layout_does_not_stand_alone_where_words_fill_its_page(printed):
    (path,) = (path for path in SHIPPED if path.stem == "the-last-line")
    book = volumes_of(compose_book(publications(path)))[Volume.BOOK]
    pages = pypdfium2.PdfDocument(printed(book_source(book)))
    (page,) = (
        text
        for text in (page.get_textpage().get_text_range() for page in pages)
        if "The layout" in text
    )
    assert "How it ends" in page
    assert "Before you play" in page


# -- pieces to cut out --------------------------------------------------------------------------


def squares(columns, rows):
    floor = tuple(MapCell(column, row) for row in range(rows) for column in range(columns))
    return MapView("A map", columns, rows, floor)


def laid(*sizes, readings=0):
    later = tuple(HandoutView((("1", "A"),), map=squares(*size)) for size in sizes)
    read = tuple(ReadingView("Then", prose("word " * 40)) for _ in range(readings))
    handouts = HandoutsView(later=later, readings=read)
    return handout_pages(chapter(), handouts).pieces


def test_every_piece_is_laid_once_and_its_map_is_at_most_in_true_size():
    pieces = laid((4, 4), (12, 3), (3, 9), (6, 6), (2, 2), readings=3)
    assert sorted(piece.number for piece in pieces) == list(range(8))
    for piece in pieces[:5]:
        if piece.map is not None:
            assert 9 <= piece.paper.cell <= 25.4
    assert [piece.map is None for piece in sorted(pieces)][-3:] == [True] * 3


def test_words_stand_side_by_side_where_that_saves_a_page():
    two = laid((12, 11), readings=2)
    assert [(piece.number, piece.beside) for piece in two] == [(0, -1), (1, -1), (2, -1)]
    three = laid((12, 11), readings=3)
    assert [(piece.number, piece.beside) for piece in three] == [(0, -1), (1, 2), (3, -1)]
    for pieces in (two, three):
        assert sum(piece.height() for piece in pieces) <= 253 - 16


def test_cells_are_smaller_where_that_saves_a_page():
    roomy, tight = laid((12, 9), readings=2), laid((12, 11), readings=2)
    assert roomy[0].paper.cell > 11
    assert 9 <= tight[0].paper.cell < 11
    assert sum(piece.height() for piece in tight) <= 236 - 16


@pytest.mark.slow
@pytest.mark.parametrize("quest", ["dry-wheel", "low-tide", "overdue"])
def test_words_that_are_cut_out_have_no_page_of_their_own(quest, printed):
    (path,) = (path for path in SHIPPED if path.stem == quest)
    (publication,) = publications(path)
    book = volumes_of(compose_book([publication]))[Volume.PLAYERS]
    pages = pypdfium2.PdfDocument(printed(book_source(book)))
    last = pages[len(pages) - 1].get_textpage().get_text_range()
    assert "To cut out" in last


def test_a_piece_that_stands_alone_fills_its_page():
    (alone,) = laid((5, 5))
    assert alone.height() > 0.6 * 236
    one, two = laid((5, 5), (5, 5))
    assert one.paper == two.paper
    assert one.paper.cell < alone.paper.cell
    assert one.height() + two.height() <= 236 - 16


# -- quotation marks and articles ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("straight", "curled"),
    [
        ('"Two mills," he says. "Same recipe."', "“Two mills,” he says. “Same recipe.”"),
        ("the clerks' door, the king's", "the clerks’ door, the king’s"),
        ("'Tis late, she said: 'go'", "’Tis late, she said: ‘go’"),
        ("in the '90s", "in the ’90s"),
        ("'s keys", "’s keys"),
        ('" he says', "” he says"),
        ('("yes")', "(“yes”)"),
        ("none", "none"),
    ],
)
def test_quotation_marks_are_those_of_typographers(straight, curled):
    assert with_quotes(straight) == curled


def test_no_line_begins_with_a_dot_between_two_values():
    assert as_printed("Unarmoured · Short bow") == "Unarmoured\u00a0· Short bow"


def test_a_per_cent_sign_and_the_two_cells_of_an_edge_stay_in_one_line():
    assert as_printed("enough in 50 %, at A1|B1") == "enough in 50\u00a0%, at A1|\u2060B1"


@pytest.mark.parametrize(
    ("before", "title", "told"),
    [
        ("The ", "The Toll Warden", "Toll Warden"),
        ("past an ", "A Well", "Well"),
        ("see ", "The Well", "The Well"),
        ("bathe ", "The Well", "The Well"),
        ("the ", "The", "The"),
        ("", "The Well", "The Well"),
    ],
)
def test_a_reference_after_an_article_has_none(before, title, told):
    assert after_article(before, title) == told


@pytest.mark.parametrize("volume", [Volume.BOOK, Volume.PLAYERS, Volume.DESIGNER])
def test_what_is_done_stands_in_quotes_whether_or_not_it_is_linked(volume):
    _, book = chapter_of(PULLED)
    told = re.sub(r"<[^>]+>", "", book_source(volumes_of(book)[volume]).html)
    assert re.search(r"“Pull it” is done", told)
    assert not re.search(r"[^“]Pull it is done", told)


# -- where the map stands -----------------------------------------------------------------------


def chapter(**parts):
    return ChapterView("slug", "Title", **parts)


def order_of(board, layout=None, **parts):
    return list(sections_of(chapter(**parts), layout, board))


WON = (VictoryView("The Heroes", ((Run("all is done"),),)),)


def test_a_map_stands_where_it_fits_and_words_fill_the_page_before_it():
    parts = {"victory": WON, "setup": prose("word " * 400)}
    words = [FrontSection.VICTORY, FrontSection.SETUP]
    assert order_of(60, **parts) == [FrontSection.MAP, *words]
    # After the head of a chapter there is no room for a map of a whole page.
    assert order_of(230, **parts) == [*words, FrontSection.MAP]
    # Two drawings that fill half a page each, and a bit more: words stand between them.
    halves = order_of(125, 120, **parts)
    assert halves[0] is FrontSection.LAYOUT
    assert halves[1] is not FrontSection.MAP
    assert order_of(None) == words


def test_a_map_goes_to_another_page_where_its_legend_has_no_room_below_it():
    entries = tuple(LegendEntry(None, f"Thing {number}", note="in the way") for number in range(24))
    parts = {"victory": WON, "setup": prose("word " * 400)}
    assert order_of(150, **parts)[0] is FrontSection.MAP
    assert order_of(150, legend=entries, **parts)[-1] is FrontSection.MAP


# -- what stays together ------------------------------------------------------------------------

KEPT = '''quest kept "Kept" {
  system dungeon-saga-origins
  heroes orlaf, madriga
  marauder zombie
  traps 1
  story """
  %s
  """
  board {
    draw """
    +-+-+-+-+-+-+-+-+
    |s . vD. r .|. k|
    + + + + + + + + +
    |s c oX. g .E. h|
    +-+-+-+-+-+-+-+-+
    """
    s: start
    c: chest hoard "The Hoard"
    D: door first "The First Door"
    E: door second "The Second Door"
    X: secret panel
    o: exit
    v: lever
    r: rubble
    k: trap facing west
    g: ghost weeper "The Weeper" facing west
    h: ghost sleeper "The Sleeper" facing west
  }
  room one at A1..C2 "The First Room"
  room two at D1..F2 "The Second Room"
  room three at G1..H2 "The Third Room"
  item ring "The Ring" in hoard
  item coin "The Coin" at D1
  item crown "The Crown" at D2
  victory heroes when any hero carries ring and weeper defeated
}
'''


def pages_of(printed, marker, lower):
    """The texts of the pages of a quest, with what begins so some millimetres lower."""
    story = "\n\n  ".join(f"And then it went on, up to {number}." for number in range(24))
    _, book = chapter_of(KEPT % story)
    source = book_source(volumes_of(book)[Volume.BOOK])
    assert marker in source.html
    lowered = source.html.replace(marker, f'<div style="height: {lower}mm"></div>{marker}')
    pdf = pypdfium2.PdfDocument(printed(replace(source, html=lowered)))
    return [page.get_textpage().get_text_range() for page in pdf]


@pytest.mark.slow
@pytest.mark.parametrize("lower", range(36, 56, 4))
def test_the_rules_of_a_figure_stand_below_its_values(printed, lower):
    for page in pages_of(printed, "<h2>Rooms and corridors</h2>", lower):
        assert page.count("Ghost; facing west") == page.count("Weeper E2") + page.count(
            "Sleeper H2"
        )


@pytest.mark.slow
@pytest.mark.parametrize("lower", range(48, 96, 8))
def test_a_legend_stands_in_one_piece_below_its_map(printed, lower):
    pages = pages_of(printed, '<div class="explained">', lower)
    legends = [page for page in pages if "Hero start ×" in page]
    assert len(legends) == 1
    before, _, after = legends[0].partition("Hero start ×")
    assert "The map" in before
    for entry in (
        "Treasure chest",
        "Ghost",
        "Secret",
        "Floor trap",
        "A numbered tab names an area",
    ):
        assert entry in after
