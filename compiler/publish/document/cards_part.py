"""Write decks, their cards, and what a quest changes in them, as parts of its document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.publish.document.terms import Terms, or_none, words

if TYPE_CHECKING:
    from questwright.compiler.model.cards import DeckChange
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.packs.system.cards import Card, Deck


def deck_part(deck: Deck) -> Json:
    """A deck with its cards, as the quest has them."""
    return {
        "word": deck.word,
        "title": deck.title,
        "cards": [_card(card) for card in deck.cards],
        "rules": words(deck.rules),
    }


def change_part(change: DeckChange, terms: Terms) -> Json:
    """What a quest changes in a deck: its own cards, and those that are set aside."""
    return {
        "deck": change.deck,
        "title": change.title,
        "own": [
            {"card": _card(each.card), "origin": terms.origin(each.origin)} for each in change.own
        ],
        "aside": [
            {"card": each.card.word, "title": each.card.title, "count": each.many}
            for each in change.aside
        ],
        "origin": terms.origin(change.origin),
    }


def _card(card: Card) -> dict[str, Json]:
    return {
        "word": card.word,
        "title": card.title,
        "copies": card.copies,
        "icons": words(card.icons),
        "text": card.text,
        "gear": or_none(card.gear),
        "does": or_none(card.does),
        "brings": [{"kind": word, "number": str(number)} for word, number in card.brings],
        "worth": card.worth or None,
        "rewards": None if card.rewards == 1 else card.rewards,
        "source": card.source,
    }
