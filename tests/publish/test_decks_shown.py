"""A deck of sections in the document, the outline, the book and the comparison."""

from __future__ import annotations

import pytest

from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.diff.compare import compare
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.publish.document.read.edition import edition_of
from questwright.compiler.publish.document.read.load import read_edition
from questwright.compiler.publish.outline import outline
from questwright.compiler.runs import publications
from support.editions import system_of
from support.one_text import results

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
