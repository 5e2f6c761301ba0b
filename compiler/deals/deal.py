"""Lay a board from a deck whose order is known, as far as it leads."""

from __future__ import annotations

from questwright.compiler.deals.layout import ENTRANCE, Exit, Layout, Plane
from questwright.compiler.deals.piles import divide_cards
from questwright.compiler.packs.system.dealing import Overlap
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from questwright.compiler.model.sections import Section, SectionDeck, Square


class DealtCard(NamedTuple):
    """A card of a dealt board."""

    section: Section
    place: int
    """Its place in the deck, from 1 at the top."""
    way: str
    """The ways that lead to it from each junction, by their numbers: ``1``, ``2.1``; or empty."""
    turn: int
    """The how manieth it was turned over; 0 where it never was."""
    turns: int
    """Quarter turns, clockwise, that it lies turned by."""
    corner: Square | None
    """The square of its upper left corner; None where it does not lie."""


class Dealt(NamedTuple):
    """A dealt board: all its ways followed to their ends, the first one first."""

    cards: tuple[DealtCard, ...]
    """From the top of the deck."""
    is_found: bool
    """The objective lies."""


class _DealtWay(NamedTuple):
    """A way that is still to be explored."""

    name: str
    cards: tuple[int, ...]
    exits: tuple[Exit, ...]


def deal_board(deck: SectionDeck, order: Sequence[Section]) -> Dealt:
    """Turn over all cards that can be reached, and lay them where the rules of the deck say."""
    plane = Plane(order, has_floors=deck.rules.overlap is Overlap.ALLOW)
    layout: Layout | None = ()
    lies: list[DealtCard] = []
    ways = [_DealtWay("", tuple(range(len(order))), (ENTRANCE,))]
    cards = [DealtCard(section, at + 1, "", 0, 0, None) for at, section in enumerate(order)]
    turn = 0
    while ways:
        way = ways.pop()
        if not (way.cards and way.exits):
            continue
        turn += 1
        number, pile = way.cards[0], way.cards[1:]
        laid = plane.lay(layout, way.exits, number)
        card = cards[number]._replace(way=way.name, turn=turn)
        if laid is None:
            cards[number] = card
            ways.append(_DealtWay(way.name, pile, way.exits))
            continue
        cards[number] = card._replace(turns=laid.turns, corner=laid.corner)
        lies.append(cards[number])
        layout = laid.layout
        if order[number].sort.divides and len(laid.new) > 1:
            new = zip(divide_cards(pile, len(laid.new)), laid.new, strict=True)
            named = [
                _DealtWay(f"{way.name}.{at}".lstrip("."), part, (exit_,))
                for at, (part, exit_) in enumerate(new, 1)
            ]
            ways += reversed(named)
        elif not order[number].sort.is_objective:
            ways.append(_DealtWay(way.name, pile, (*laid.new, *laid.left)))
    return Dealt(tuple(cards), any(card.section.sort.is_objective for card in lies))
