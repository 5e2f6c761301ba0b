"""A deck of sections in the document, the outline, the book and the comparison."""

from __future__ import annotations

import pytest

from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.svg.chart import chart_svg
from questwright.compiler.publish.book.view.theme import palette_of
from questwright.compiler.publish.diff.compare import compare
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.publish.document.read.edition import edition_of
from questwright.compiler.publish.document.read.load import read_edition
from questwright.compiler.publish.outline.write import outline
from questwright.compiler.runs import publications
from support.editions import system_of
from support.one_text import results
from support.paths import ROOT

CONTENT = ROOT / "content" / "quests"

WELL = """
quest star-water "Star Water" {
  system warhammer-quest
  warriors dwarf, elf
  deck {
    objective star-well
    top 3
    below 4
    6 passage
    1 fork
  }
  board {
    tile star-well at A1
  }
  start at B7, C7
  victory warriors when any warrior at A1
}
"""

HALLS = WELL.replace("6 passage", "4 passage\n    3 cistern\n    2 larder")


def published(text):
    (publication,) = publications([results(text)])
    return publication


def test_the_document_has_the_deck_and_its_count():
    dealt = quest_document(published(WELL))["dealt"]
    assert (dealt["objective"], dealt["top"], dealt["below"]) == ("star-well", 3, 4)
    assert dealt["cards"] == [
        {"section": "passage", "count": 6},
        {"section": "fork", "count": 1},
    ]
    assert "WHQ-F3" in dealt["rules"]
    (fork,) = [section for section in dealt["sections"] if section["word"] == "fork"]
    assert fork["divides"]
    assert [door["side"] for door in fork["doorways"]] == ["west", "east"]
    # 7 · 6 · 5 · 4 · 3 · 2 · 1 orders of the cards, and five places of the objective.
    assert dealt["count"]["deals"] == str(5040 * 5)
    assert dealt["count"]["lost"] == "0"
    ways = {way["way"]: way for way in dealt["count"]["ways"]}
    assert ways.keys() == {"straight", "coin", "last"}
    # Each way ends with the whole deck at the most.
    assert max(entry["sections"] for entry in ways["last"]["found"]) == 8


def test_the_book_and_the_outline_say_how_to_deal_it():
    publication = published(WELL)
    for text in (str(compose_book([publication])), outline(publication)):
        flat = " ".join(text.split())
        assert "Shuffle 6 × The Passage and The Fork." in flat
        assert "Shuffle The Star Well into 4 of them, and lay 3 more on top." in flat
        assert "one at a time from the bottom" in flat


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("top 3", "top 2", "2 cards lie on top now, not 3"),
        ("below 4", "below 3", "3 cards lie with the objective now, not 4"),
        ("1 fork", "2 fork", "The cards are 6 × The Passage and 2 × The Fork now"),
        ("star-well", "lamp-house", "The objective is The Lamp House now, not The Star Well"),
    ],
)
def test_a_change_of_the_deck_is_told(before, after, said):
    old, new = edition_of(published(WELL)), edition_of(published(WELL.replace(before, after)))
    (told,) = [
        change.text for change in compare(old, new).changes if change.subject.value == "deck"
    ]
    assert told.startswith(said)


def test_a_deck_comes_back_from_its_document():
    publication = published(WELL)
    edition = read_edition(dump(quest_document(publication)), system_of)
    assert not [
        change
        for change in compare(edition_of(publication), edition).changes
        if change.subject.value == "deck"
    ]
    assert edition.quest.deck.size == 8


def test_the_document_has_what_is_expected_on_the_way():
    ways = {way["way"]: way for way in quest_document(published(WELL))["dealt"]["count"]["ways"]}
    told = {each["what"]: each for each in ways["straight"]["expected"]}
    assert told.keys() == {"squares", "turns", "events", "foes", "worth", "rewards"}
    # Passages alone: five squares each, in two turns, and nobody in them.
    assert told["events"]["most"] == 0
    # Three cards on top, with or without the fork: three squares from its way in to a side.
    assert told["squares"]["least"] in {3 + 5, 3 + 2 * 3, 3 * 3}
    assert told["turns"]["least"] <= told["turns"]["median"] <= told["turns"]["most"]
    assert {each["what"] for each in ways["coin"]["expected"]} == {
        "events",
        "foes",
        "worth",
        "rewards",
    }


def test_the_designers_volume_charts_what_was_counted():
    book = compose_book([published(HALLS)])
    deals = book.chapters[0].annex.deals
    assert deals is not None
    assert deals.told[0].startswith("Deals: ")
    assert len(deals.charts) == 6
    for chart in deals.charts:
        assert abs(sum(bar.share for bar in chart.bars) - 1) < 1e-9
        assert any(bar.is_usual for bar in chart.bars)
        drawn = chart_svg(chart, palette_of(book.theme)).svg
        assert drawn.count("<rect") == len(chart.bars)
        assert chart.title in drawn
    assert {row[0] for row in deals.rows} >= {"events met on entering sections, by chance"}


def test_a_quest_with_a_board_has_no_deals_in_its_annex():
    board = (CONTENT / "notice-to-quit" / "notice-to-quit.quest").read_text(encoding="utf-8")
    assert compose_book([published(board)]).chapters[0].annex.deals is None
