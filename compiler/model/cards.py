"""What a quest changes in the decks of its game: cards of its own, and cards that are set aside."""

from __future__ import annotations

from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from questwright.compiler.packs.system.cards import Card, Deck
    from questwright.dsl.source import Span


class OwnCard(NamedTuple):
    """A card of the quest's own."""

    card: Card
    origin: Span


class CardSetAside(NamedTuple):
    """Cards of the game that are not used in the quest."""

    card: Card
    many: int
    """How many of them; all where the quest names no number."""
    origin: Span


class DeckChange(NamedTuple):
    """What a quest changes in one deck of its game."""

    deck: str
    """The word of the deck."""
    title: str
    own: tuple[OwnCard, ...]
    aside: tuple[CardSetAside, ...]
    origin: Span


def changed_decks(decks: Mapping[str, Deck], changes: Iterable[DeckChange]) -> dict[str, Deck]:
    """The decks of a game as a quest has them: without what is set aside, and with its own."""
    found = dict(decks)
    for change in changes:
        deck = found[change.deck]
        gone = {each.card.word: each.many for each in change.aside}
        kept = [card._replace(copies=card.copies - gone.get(card.word, 0)) for card in deck.cards]
        own = [each.card for each in change.own]
        cards = (*(card for card in kept if card.copies > 0), *own)
        found[change.deck] = deck._replace(cards=cards)
    return found
