"""The words of a pack as statements use them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.packs.system.system import Category
from questwright.dsl.syntax import Name, Statement

if TYPE_CHECKING:
    from questwright.compiler.packs.system.system import Card, Deck, Gear, Kind, System


def is_group(word: str, system: System) -> bool:
    """Whether a word stands before kinds, as ``furniture`` does."""
    return any(kind.group == word for kind in system.kinds.values())


def kind_of(statement: Statement, system: System) -> tuple[Kind | None, Name]:
    """The kind that a statement names, and the word that names it (or should)."""
    head = statement.head
    if head.text in system.kinds:
        return system.kinds[head.text], head
    if is_group(head.text, system) and statement.items:
        first = statement.items[0][0]
        if type(first) is Name:
            kind = system.kinds.get(first.text)
            if kind is not None and kind.group == head.text:
                return kind, first
            return None, first
    return None, head


def kinds_called(word: str, system: System) -> tuple[Kind, ...]:
    """The kinds that a word of a condition means: ``zombie``, ``zombies``."""
    kind = system.kinds.get(word)
    if kind is not None:
        return (kind,)
    return tuple(
        kind
        for kind in system.kinds.values()
        if word in (f"{kind.word}s", kind.plural.lower().replace(" ", "-"))
    )


def figures_called(word: str, system: System) -> tuple[str, ...]:
    """The figures of the party's side that a word means: a kind, those of a rank or of a trait."""
    return tuple(
        kind.word
        for kind in system.kinds.values()
        if kind.category is Category.FIGURE
        and kind.side == system.party.word
        and is_called(kind, word)
    )


def every_figure_called(word: str, system: System) -> tuple[str, ...]:
    """The figures that a word means, of whatever side."""
    return tuple(
        kind.word
        for kind in system.kinds.values()
        if kind.category is Category.FIGURE and is_called(kind, word)
    )


def is_called(kind: Kind, word: str) -> bool:
    """Whether a word means a kind, or those of its rank or of one of its traits."""
    return word in (kind.word, kind.rank) or _has_trait(kind, word)


def party_words(system: System) -> list[str]:
    """All the words that mean figures of the party's side."""
    found: dict[str, None] = {}
    for kind in system.kinds.values():
        if kind.category is Category.FIGURE and kind.side == system.party.word:
            traits = (trait for trait in kind.traits.values() if isinstance(trait, str))
            found |= dict.fromkeys((kind.word, kind.rank, *traits))
    return list(found)


def most_counters(counters: str, system: System) -> int | None:
    """How many counters there are of which several kinds are forms; None where nothing limits."""
    boxes = [kind.box for kind in system.kinds.values() if kind.placing.counters == counters]
    return None if None in boxes else max((box for box in boxes if box is not None), default=None)


def _has_trait(kind: Kind, word: str) -> bool:
    return any(
        word == trait or (isinstance(trait, tuple) and word in trait)
        for trait in kind.traits.values()
    )


def drawn_deck(system: System) -> Deck | None:
    """The deck that searches draw from, where the game has one."""
    return system.decks.get(system.search.deck) if system.search is not None else None


def card_called(word: str, system: System) -> Card | None:
    """The card of that deck which a word names: its own, or that of the gear it is kept as."""
    deck = drawn_deck(system)
    cards = deck.cards if deck is not None else ()
    named = (card for card in cards if card.word == word)
    kept = (card for card in cards if card.gear == word)
    return next(named, None) or next(kept, None)


def gear_called(word: str, system: System) -> Gear | None:
    """The gear which a word names: its own, or that of a card that is kept as it."""
    card = card_called(word, system)
    return system.gear.get(word) or (system.gear.get(card.gear) if card is not None else None)


def title_from_id(id_: str) -> str:
    """An id as a title, where the author gave none: ``well-door`` is ``Well door``."""
    return id_.replace("-", " ").capitalize()
