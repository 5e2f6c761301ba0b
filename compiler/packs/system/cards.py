"""The cards of a game: what is drawn from its decks, and items that it has a card for."""

from __future__ import annotations

from questwright.dsl.records import NamedTuple


class Gear(NamedTuple):
    """An item that the game has a card for."""

    word: str
    title: str
    group: str
    """``legendary``, ``equipment``, ``exploration``, ``potion`` … as the pack groups them."""
    keywords: tuple[str, ...]
    cost: int | None
    is_unique: bool
    is_kept: bool
    """Kept between the quests of a campaign."""
    text: str
    source: str
    rules: tuple[str, ...]
    is_bound: bool = False
    """Whoever has it keeps it, and hands it to nobody."""


class Card(NamedTuple):
    """A card of a deck."""

    word: str
    title: str
    copies: int
    icons: tuple[str, ...]
    text: str
    gear: str
    """The gear that it is kept as; empty for a card that is done with once it is read."""
    does: str
    """What it does, as a verb of the pack; or empty."""
    brings: tuple[tuple[str, str | int], ...]
    """Whom it brings onto the board: the words of kinds, each with a number or with dice."""
    worth: int
    """What it is worth by itself, in what the game keeps score in."""
    rewards: int
    """Cards of the deck of rewards that the party gets for it."""
    source: str


class Deck(NamedTuple):
    """A deck of cards."""

    word: str
    title: str
    cards: tuple[Card, ...]
    rules: tuple[str, ...]
    whom: tuple[str, ...] = ()
    """Who of the party has its cards: words of kinds, ranks or traits."""

    @property
    def pile(self) -> tuple[Card, ...]:
        """Its cards, each as often as it has it."""
        return tuple(card for card in self.cards for _ in range(card.copies))
