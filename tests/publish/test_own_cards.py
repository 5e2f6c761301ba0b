"""Cards that a quest adds to the decks of its game, and those set aside [WHQ-A7, WHQ-A8]."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from questwright.compiler.deals.expect import DrawnSums
from questwright.compiler.model.deals import Expected, Exploring
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.diff.compare import compare
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.publish.document.read.edition import edition_of
from questwright.compiler.publish.document.read.load import read_edition
from questwright.compiler.publish.outline.write import outline
from questwright.compiler.runs import publications
from support.editions import system_of
from support.one_text import results

WELL = """
quest star-water "Star Water" {
  system warhammer-quest
  warriors dwarf, elf
  deck {
    objective star-well
    top 1
    below 0
    1 cistern
  }
  board {
    tile star-well at A1
  }
  start at B7, C7
  victory warriors when any warrior at A1
  CARDS
}
"""
RINGERS = """
  cards event {
    remove pantry, 2 scratching
    card ringers "The Ringers" {
      read "M. Two who rang, and *one* [[hill-brute]] who was rung for."
      count 2
      icons monsters
      brings 2 gutter-knife, d3 sling-imp, 1 sling-imp
      rewards 2
    }
  }
"""
SPOON = """
  cards treasure { card spoon "A spoon" { read "It is a spoon."; worth 300 } }
"""


def published(cards, text=WELL):
    (publication,) = publications([results(text.replace("CARDS", cards))])
    return publication


def changes(before, after):
    old, new = (edition_of(published(cards)) for cards in (before, after))
    return [each.text for each in compare(old, new).changes if each.subject.value == "card"]


def test_the_deck_is_as_the_quest_has_it():
    whole = published("").system.decks["event"]
    deck = published(RINGERS).system.decks["event"]
    copies = {card.word: card.copies for card in whole.cards}
    expected = {**copies, "scratching": 1, "ringers": 2}
    del expected["pantry"]
    assert {card.word: card.copies for card in deck.cards} == expected
    ringers = deck.cards[-1]
    assert ringers.text == "M. Two who rang, and one Hill Brute who was rung for."
    assert ringers.brings == (("gutter-knife", 2), ("sling-imp", "d3+1"))
    assert (ringers.icons, ringers.rewards, ringers.source) == (("monsters",), 2, "quest")


def by_hand(system):
    """What one event brings, is worth and is rewarded with, over every card and every roll."""
    pile, every = system.decks["event"].pile, system.decks["treasure"].pile
    foes, worth, rewards = Fraction(0), Fraction(0), Fraction(0)
    for card in pile:
        many, gold = Fraction(0), Fraction(card.worth)
        for word, number in card.brings:
            base, _, more = str(number).partition("+")
            dice = int(base[1:]) if base.startswith("d") else 0
            mean = Fraction(dice + 1, 2) if dice else Fraction(int(base))
            mean += int(more or 0)
            many += mean
            gold += mean * system.kinds[word].values["gold"].value
        foes += many / len(pile)
        worth += gold / len(pile)
        rewards += Fraction(card.rewards, len(pile)) * Fraction(
            sum(each.worth for each in every), len(every)
        )
    return foes, worth, rewards


@pytest.mark.parametrize("cards", ["", RINGERS, SPOON, RINGERS + SPOON])
def test_own_cards_count_in_what_is_expected(cards):
    publication = published(cards)
    expected = publication.deals.ways[Exploring.STRAIGHT].expected
    assert expected[Expected.EVENTS].chances == {1: 1}
    found = [expected[what].mean for what in (Expected.FOES, Expected.WORTH, Expected.REWARDS)]
    assert found == list(by_hand(publication.system))


def test_two_cards_are_drawn_without_putting_one_back():
    cards = published("\n  cards event { remove toll, brute, keepers, watch, changing }").system
    counts = [{card.worth: Fraction(1)} for card in cards.decks["event"].pile]
    pairs = [
        first + second
        for (at, first), (other, second) in product(
            enumerate(next(iter(count)) for count in counts), repeat=2
        )
        if at != other
    ]
    expected = {sum_: Fraction(pairs.count(sum_), len(pairs)) for sum_ in set(pairs)}
    assert DrawnSums(counts).of(2) == expected


def test_the_document_has_them_and_gives_them_back():
    publication = published(RINGERS + SPOON)
    document = quest_document(publication)
    event, treasure = document["cards"]
    assert event["aside"] == [
        {"card": "pantry", "title": "The larder is full", "count": 1},
        {"card": "scratching", "title": "Scratching", "count": 2},
    ]
    (own,) = event["own"]
    ringers = own["card"]
    assert ringers["brings"] == [
        {"kind": "gutter-knife", "number": "2"},
        {"kind": "sling-imp", "number": "d3+1"},
    ]
    assert (ringers["rewards"], ringers["worth"], ringers["source"]) == (2, None, "quest")
    assert treasure["own"][0]["card"]["worth"] == 300
    assert own["origin"]["line"] > 0
    (deck,) = [deck for deck in document["decks"] if deck["word"] == "event"]
    assert [card["word"] for card in deck["cards"]][-1] == "ringers"
    read = read_edition(dump(document), system_of)
    assert not [
        each for each in compare(read, edition_of(publication)).changes if each.subject == "card"
    ]
    assert read.system.decks["event"].cards == publication.system.decks["event"].cards


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("", SPOON, "The Treasure deck has the card “A spoon” now, 1 of it"),
        (SPOON, "", "The Treasure deck no longer has the card “A spoon”"),
        (SPOON, SPOON.replace("300", "30"), "“A spoon”: worth 30 now; before: 300"),
        (SPOON, SPOON.replace("It is", "It was"), "The card “A spoon” says something else now"),
        (
            RINGERS,
            RINGERS.replace("2 scratching", "scratching"),
            "3 of the cards “Scratching” set aside now, not 2",
        ),
        (
            RINGERS,
            RINGERS.replace("d3 sling-imp, 1 sling-imp", "3 cellar-rat"),
            (
                "“The Ringers”: it brings 2 Gutter Knives and 3 Cellar Rats now; before: 2 Gutter "
                "Knives and d3+1 Sling Imps"
            ),
        ),
        (
            SPOON,
            SPOON.replace("treasure", "event"),
            "The card “A spoon” is one of the Event deck now, not of the Treasure deck",
        ),
    ],
)
def test_a_change_of_cards_is_told(before, after, said):
    assert changes(before, after) == [said]


def test_the_book_says_what_is_taken_out_and_what_is_put_in():
    book = compose_book([published(RINGERS + SPOON)])
    steps = [run.text for item in book.chapters[0].setup[0].items for run in item]
    assert (
        'Take out "The larder is full" and 2 × "Scratching". '
        'Shuffle in 2 × "The Ringers": cards of this quest\'s own.'
    ) in steps
    assert 'Shuffle in "A spoon": a card of this quest\'s own.' in steps


def test_the_table_of_figures_counts_those_that_cards_bring():
    chapter = compose_book([published(RINGERS)]).chapters[0]
    counts = {row.name: row.count for row in chapter.figures.rows}
    foes = next(group for group in chapter.needs if any("Cellar" in r.name for r in group.rows))
    assert counts["Cellar Rat"] == next(r.count for r in foes.rows if r.name == "Cellar Rats") > 0


def cards_in(book):
    return [card for leaf in book.cards.leaves for row in leaf.rows for card in row if card]


def test_own_cards_are_cut_out_and_those_aside_are_not():
    cards = cards_in(compose_book([published(RINGERS + SPOON)]))
    titles = [card.title for card in cards]
    assert (titles.count("The Ringers"), titles.count("A spoon")) == (2, 1)
    assert (titles.count("Scratching"), titles.count("The larder is full")) == (1, 0)
    ringers = next(card for card in cards if card.title == "The Ringers")
    values = (
        "Move 4 · WS 2 · BS 5 · S 2 · T 3 · Wounds 2 · A 1 · Shots 1 · Missile S 3 · Gold 45 each"
    )
    assert ("d3+1 Sling Imps", values) in ringers.notes
    assert ("Treasure deck", "2 cards") in ringers.notes
    assert ("Star Water", "in this quest alone") in ringers.notes


def test_quests_that_share_their_cards_have_what_each_of_them_needs():
    other = WELL.replace("star-water", "dry-water").replace("Star Water", "Dry Water")
    both = [published(RINGERS), published("\n  cards event { remove toll }", other)]
    titles = [card.title for card in cards_in(compose_book(both))]
    assert titles.count("Scratching") == 3
    assert titles.count("The toll") == titles.count("The larder is full") == 1
    assert titles.count("The Ringers") == 2


CELLAR = """
quest the-cellar "The Cellar" {
  system dungeon-saga-origins
  heroes orlaf
  marauder zombie
  board {
    draw \"\"\"
    +-+-+
    |s .|
    +-+-+
    \"\"\"
    s: start
  }
  room cellar at A1..B1
  victory heroes when any hero at B1
  CARDS
}
"""
SOOT = """
  cards exploration {
    remove loose-coppers
    card soot "Soot" { read "Nothing but soot."; count 3; icons interrupt }
  }
"""


def test_any_game_with_a_deck_has_them():
    publication = published(SOOT, CELLAR)
    deck = publication.system.decks["exploration"]
    assert (deck.cards[-1].title, deck.cards[-1].copies) == ("Soot", 3)
    assert "loose-coppers" not in [card.word for card in deck.cards]
    book = compose_book([publication])
    assert [card.title for card in cards_in(book)] == ["Soot"] * 3
    assert "Exploration (exploration): Take out" in outline(publication)
