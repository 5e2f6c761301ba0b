"""Cards to cut out: as many as the decks have, and each back behind its front."""

from __future__ import annotations

import io

import pypdfium2
import pytest

from questwright.compiler.publish.book.book import Cover, compose_book
from questwright.compiler.publish.book.bound import Binding, compose_around, compose_part
from questwright.compiler.publish.book.render.described import section_in_words
from questwright.compiler.publish.book.render.html import book_source
from questwright.compiler.publish.book.view.book import Volume
from questwright.compiler.publish.book.volumes import volumes_of
from support.paths import ROOT
from support.published import publications

QUESTS = ROOT / "content" / "quests"


@pytest.fixture(scope="module")
def tide():
    return publications(QUESTS / "low-tide" / "low-tide.quest")[0]


@pytest.fixture(scope="module")
def pages(tide, printed):
    pdf = printed(book_source(volumes_of(compose_book([tide]))[Volume.CARDS]))
    return list(pypdfium2.PdfDocument(io.BytesIO(pdf)))


def words(page):
    return " ".join(page.get_textpage().get_text_bounded().split())


def test_there_are_as_many_cards_as_the_decks_have(tide):
    deck, system = tide.quest.deck, tide.system
    wanted = deck.supply + 1
    # And the Wizard's spells [WHQ-A11].
    spells = ("attack-spells", "defence-spells", "healing-spells")
    for word in (system.dealing.events, system.dealing.rewards, *spells):
        wanted += sum(card.copies for card in system.decks[word].cards)
    cards = compose_book([tide]).cards
    laid = [card for leaf in cards.leaves for row in leaf.rows for card in row if card]
    assert len(laid) == wanted == sum(count for _, count in cards.decks)


def test_backs_lie_mirrored_behind_their_fronts(tide, pages):
    leaves = compose_book([tide]).cards.leaves
    fronts = pages[len(pages) - 2 * len(leaves) :: 2]
    backs = pages[len(pages) - 2 * len(leaves) + 1 :: 2]
    assert (len(pages) - 2 * len(leaves)) % 2 == 0  # a front is never on the back of a page
    for leaf, front, back in zip(leaves, fronts, backs, strict=True):
        wide, high = front.get_size()
        mm = 72 / 25.4
        left, top = (wide - 189 * mm) / 2, high - (high - 264 * mm) / 2
        for down, row in enumerate(leaf.rows):
            for across, card in enumerate(row):
                low, up = top - (down + 1) * 88 * mm, top - down * 88 * mm
                near = left + across * 63 * mm
                behind = wide - near - 63 * mm
                said = front.get_textpage().get_text_bounded(near, low, near + 63 * mm, up)
                name = back.get_textpage().get_text_bounded(behind, low, behind + 63 * mm, up)
                assert " ".join(name.split()).lower() == (card.deck.lower() if card else "")
                if card:
                    assert card.title.lower().split()[0] in said.lower()


def test_a_quest_that_is_not_dealt_has_no_cards():
    (plain, *_) = publications(QUESTS / "dry-feet" / "dry-feet.quest")
    assert compose_book([plain]).cards is None


def test_players_are_given_no_cards(tide):
    assert volumes_of(compose_book([tide]))[Volume.PLAYERS].cards is None


# -- what stands on the faces ---------------------------------------------------------------------


def test_furniture_is_drawn_on_the_card_of_its_section_and_said(tide):
    cards = [
        card for leaf in compose_book([tide]).cards.leaves for row in leaf.rows for card in row
    ]
    drawn = {card.title: card.drawing for card in cards if card and card.drawing}
    ossuary, scriptorium = drawn["The Ossuary"], drawn["The Scriptorium"]
    assert [square for square, _, _ in ossuary.things] == [(0, 0), (0, 4), (4, 0), (4, 4)]
    assert {title for _, _, title in scriptorium.things} == {"Bookcase"}
    assert section_in_words(scriptorium).endswith("On it: Bookcase on 4 squares.")
    assert drawn["The Passage"].things == ()


def longer(tide, words):
    """Low Tide with a card whose text has so many words, and its cards by title."""
    deck = tide.system.decks["event"]
    first, *others = deck.cards
    text = " ".join(f"word{number}" for number in range(words))
    changed = deck._replace(cards=(first._replace(title="Long", text=text), *others))
    decks = {**tide.system.decks, "event": changed}
    cards = compose_book([tide._replace(system=tide.system._replace(decks=decks))]).cards
    (card, *_) = [
        card for leaf in cards.leaves for row in leaf.rows for card in row if card.title == "Long"
    ]
    return card, dict(cards.longer), text


def test_a_longer_text_is_set_smaller(tide):
    sizes = [longer(tide, words)[0].size for words in (5, 20, 40, 60)]
    assert sizes == sorted(sizes, reverse=True)
    assert len(set(sizes)) > 1
    for words in (5, 20, 40, 60):
        card, cut, text = longer(tide, words)
        assert (card.text, cut) == (text, {})


def test_a_text_without_room_goes_on_before_the_cards(tide):
    card, cut, text = longer(tide, 400)
    assert cut == {"Long": text}
    shown, mark, _ = card.text.partition(" … ")
    assert mark
    assert text.startswith(shown)
    assert 60 < len(shown.split()) < 400


def test_a_text_that_is_cut_stays_on_its_card(tide, printed):
    card, _, text = longer(tide, 400)
    deck = tide.system.decks["event"]
    first, *others = deck.cards
    changed = deck._replace(cards=(first._replace(title="Long", text=text), *others))
    system = tide.system._replace(decks={**tide.system.decks, "event": changed})
    book = volumes_of(compose_book([tide._replace(system=system)]))[Volume.CARDS]
    pages = list(pypdfium2.PdfDocument(io.BytesIO(printed(book_source(book)))))
    said = [words(page) for page in pages]
    assert len([page for page in said if card.text.split()[0] in page]) >= 2
    assert any(text.split()[-1] in page for page in said)
    mm = 72 / 25.4
    leaves = compose_book([tide]).cards.leaves
    assert len(pages) >= 2 * len(leaves)
    for page in pages[len(pages) - 2 * len(leaves) :]:
        wide, high = page.get_size()
        inside = page.get_textpage().get_text_bounded(
            (wide - 189 * mm) / 2,
            (high - 264 * mm) / 2,
            (wide + 189 * mm) / 2,
            (high + 264 * mm) / 2,
        )
        assert " ".join(inside.split()) == words(page)


# -- as a volume of their own ---------------------------------------------------------------------


def test_quests_with_the_same_cards_have_the_same_volume():
    """They are set once; the title of the quest is on its sheets, and not on its cards."""
    mirrors, chairs = (
        publications(QUESTS / name / f"{name}.quest")[0] for name in ("four-mirrors", "four-chairs")
    )
    sources = [
        book_source(volumes_of(compose_book([quest]))[Volume.CARDS]).html
        for quest in (mirrors, chairs)
    ]
    assert "Four Mirrors" not in sources[0]
    decks = [compose_book([quest]).cards for quest in (mirrors, chairs)]
    assert (decks[0] == decks[1]) is (sources[0] == sources[1])


def test_a_bound_book_has_all_cards_once(tide):
    (mirrors,) = publications(QUESTS / "four-mirrors" / "four-mirrors.quest")
    every = [tide, mirrors]
    binding = Binding(Cover(title="Two"), tide.system, len(every))
    parts = [compose_part(quest, at, binding) for at, quest in enumerate(every, 1)]
    notes = [part.note for part in parts]
    assert not [part for part in parts if Volume.CARDS in part.volumes]
    around = compose_around(notes, {Volume.BOOK: notes}, binding)
    cards = around[Volume.CARDS]
    assert cards.chapters == ()
    counts = dict(compose_book(every).cards.decks)
    assert dict(cards.cards.decks) == counts
