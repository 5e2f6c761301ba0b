"""Shuffle a deck by a seed: the same seed gives the same order with every version of Python."""

from __future__ import annotations

import hashlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeVar

    from questwright.compiler.model.sections import Section, SectionDeck

    _Card = TypeVar("_Card")


def shuffled(deck: SectionDeck, seed: int) -> tuple[Section, ...]:
    """Return the cards of a deck from the top, as a fair shuffle deals them."""
    numbers = _numbers(seed)
    stock = [each.section for each in deck.cards for _ in range(each.many)]
    drawn = _mixed(stock, numbers)[: deck.top + deck.below]
    bottom = _mixed([deck.objective, *drawn[: deck.below]], numbers)
    return (*drawn[deck.below :], *bottom)


def _mixed(cards: Iterable[_Card], numbers: Iterator[int]) -> list[_Card]:
    """Return some cards in an order of which each is as likely."""
    mixed = list(cards)
    for last in range(len(mixed) - 1, 0, -1):
        at = _below(last + 1, numbers)
        mixed[last], mixed[at] = mixed[at], mixed[last]
    return mixed


def _below(limit: int, numbers: Iterator[int]) -> int:
    """Return a number from 0 to below a limit, each as likely."""
    fair = 2**64 - 2**64 % limit
    return next(number for number in numbers if number < fair) % limit


def _numbers(seed: int) -> Iterator[int]:
    """Yield numbers of 64 bits without an end."""
    at = 0
    while True:
        block = hashlib.sha256(f"{seed}:{at}".encode()).digest()
        yield from (int.from_bytes(block[part : part + 8]) for part in range(0, 32, 8))
        at += 1
