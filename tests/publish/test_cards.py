"""Cards to cut out: as many as the decks have, and each back behind its front."""

from __future__ import annotations

import io

import pypdfium2
import pytest

from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.render.html import book_source
from questwright.compiler.publish.book.render.press import render_book
from questwright.compiler.publish.book.view.book import Volume
from questwright.compiler.publish.book.volumes import volumes_of
from support.paths import ROOT
from support.published import publications

QUESTS = ROOT / "content" / "quests"


@pytest.fixture(scope="module")
def tide():
    return publications(QUESTS / "low-tide" / "low-tide.quest")[0]


@pytest.fixture(scope="module")
def pages(tide):
    pdf = render_book(book_source(volumes_of(compose_book([tide]))[Volume.SHEETS]))
    assert isinstance(pdf, bytes)
    return list(pypdfium2.PdfDocument(io.BytesIO(pdf)))


def words(page):
    return " ".join(page.get_textpage().get_text_bounded().split())


def test_there_are_as_many_cards_as_the_decks_have(tide):
    deck, system = tide.quest.deck, tide.system
    wanted = deck.supply + 1
    for word in (system.dealing.events, system.dealing.rewards):
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
