"""What a quest changes in the decks of its game, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words
from questwright.compiler.language import say, say_many

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from questwright.compiler.model.cards import DeckChange
    from questwright.compiler.packs.system.cards import Card
    from questwright.compiler.packs.system.system import System


def changed_in_words(change: DeckChange) -> str:
    """What is done with a deck before it is shuffled: what is taken out, and what is put in."""
    return " ".join(_steps(change))


def _steps(change: DeckChange) -> Iterator[str]:
    if change.aside:
        out = counted_cards((each.card.title, each.many) for each in change.aside)
        yield say("Take out {cards}.", cards=out)
    if change.own:
        cards = counted_cards((each.card.title, each.card.copies) for each in change.own)
        yield say_many(
            "Shuffle in {cards}: a card of this quest's own.",
            "Shuffle in {cards}: cards of this quest's own.",
            sum(each.card.copies for each in change.own),
            cards=cards,
        )


def counted_cards(cards: Iterable[tuple[str, int]]) -> str:
    """Cards by their titles, each with its number: ``2 × "Scratching" and "The toll"``."""
    return listed_in_words(
        f'{many} × "{title}"' if many > 1 else f'"{title}"' for title, many in cards
    )


def foes_in_words(card: Card, system: System) -> str:
    """Whom a card brings: ``2 Gutter Knives and d3+1 Sling Imps``; or empty."""
    kinds = ((system.kinds[word], number) for word, number in card.brings)
    return listed_in_words(
        f"{number} {kind.title if number == 1 else kind.plural}" for kind, number in kinds
    )
