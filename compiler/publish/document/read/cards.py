"""Read from a document what its quest changes in the decks of its game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.model.cards import CardSetAside, DeckChange, OwnCard
from questwright.compiler.packs.system.cards import Card
from questwright.compiler.publish.document.read.lookup import NOWHERE
from questwright.compiler.publish.document.read.part import DocumentError

if TYPE_CHECKING:
    from questwright.compiler.packs.system.cards import Deck
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.publish.document.read.part import Part


def read_changes(top: Part, system: System) -> tuple[DeckChange, ...]:
    """The changed decks of a document; raises `DocumentError` for one that the game lacks."""
    return tuple([_change(part, system) for part in top.parts("cards")])


def _change(part: Part, system: System) -> DeckChange:
    deck = system.decks.get(part.text("deck"))
    if deck is None:
        raise DocumentError(f"`{part.text('deck')[:60]}` is not a deck of the game")
    return DeckChange(
        deck=deck.word,
        title=part.text("title"),
        own=tuple([OwnCard(_card(each.part("card")), NOWHERE) for each in part.parts("own")]),
        aside=tuple([_aside(each, deck) for each in part.parts("aside")]),
        origin=NOWHERE,
    )


def _aside(part: Part, deck: Deck) -> CardSetAside:
    word, many = part.text("card"), part.number("count")
    card = next((card for card in deck.cards if card.word == word), None)
    if card is None or card.copies < many:
        raise DocumentError(f"the deck `{deck.word}` does not have {many} `{word[:60]}`")
    return CardSetAside(card, many, NOWHERE)


def _card(part: Part) -> Card:
    return Card(
        word=part.text("word"),
        title=part.text("title"),
        copies=part.number("copies"),
        icons=part.words("icons"),
        text=part.text("text"),
        gear=part.text("gear"),
        does=part.text("does"),
        brings=tuple(
            [
                (each.text("kind"), int(number) if number.isdigit() else number)
                for each in part.parts("brings")
                if (number := each.text("number"))
            ]
        ),
        worth=part.number("worth"),
        rewards=1 if part.pack_data("rewards") is None else part.number("rewards"),
        source=part.text("source"),
    )
