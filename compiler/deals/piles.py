"""Divide a deck between the ways that lead on from a junction.

Cards are dealt one at a time from the bottom, to each way in turn. Each pile keeps the order of the
deck.
"""

from __future__ import annotations

from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    _Card = TypeVar("_Card")


class CardPile(NamedTuple):
    """Cards of which nothing is known but where the objective lies."""

    size: int
    place: int
    """The objective's place from the top, from 1 on; 0 where it is in another pile."""


def divide_cards(cards: tuple[_Card, ...], ways: int) -> tuple[tuple[_Card, ...], ...]:
    """Return the pile of each way, in the order in which the ways get their first cards."""
    last = len(cards) - 1
    return tuple(cards[(last - way) % ways :: ways] if way <= last else () for way in range(ways))


def divide_pile(pile: CardPile, ways: int) -> tuple[CardPile, ...]:
    """Return the piles of each way, and where the objective lies."""
    size, place = pile
    found = []
    for way in range(ways):
        own = len(range(size - way, 0, -ways))
        is_here = place > 0 and (size - place) % ways == way
        # Counted from the bottom of the new pile, from 0 on.
        height = (size - place - way) // ways
        found.append(CardPile(own, own - height if is_here else 0))
    return tuple(found)
