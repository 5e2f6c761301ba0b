"""Read what a quest changes in the decks of its game.

Takes the `cards` statements of a quest. Returns for each deck the cards of the quest's own and
those of the game that are set aside; reports cards that say too little, or what they cannot.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.outline import Outline, StatementReader
from questwright.compiler.model.cards import CardSetAside, DeckChange, OwnCard
from questwright.compiler.passes.text.card_findings import CardFindings
from questwright.compiler.passes.text.read_card import LIKE, CardReader
from questwright.dsl.diagnostics import Label
from questwright.dsl.syntax import Form, Name, Number, Statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.packs.system.cards import Deck
    from questwright.compiler.packs.system.system import System
    from questwright.dsl.source import Span
    from questwright.dsl.syntax import Item

_OWN: Final = 60
"""The most cards that a quest adds to a deck."""
_LIKE_ASIDE: Final = "write it like `remove cold-wind, 2 dropped-purse`"


def read_cards(outline: Outline, system: System, findings: Findings) -> tuple[DeckChange, ...]:
    """Return what a quest changes in each deck, in the order of the text."""
    report = CardFindings(findings)
    named: dict[str, Span] = {}
    found: dict[str, DeckChange] = {}
    for statement in outline.cards:
        taken = StatementReader(statement, findings)
        name = taken.name(is_needed=True)
        taken.finish(LIKE)
        if name is None:
            report.lacks(statement, "the name of a deck", LIKE)
            continue
        deck = system.decks.get(name.text)
        if deck is None:
            report.unknown(name, "no deck", system.title, system.decks)
        elif deck.word in found:
            findings.add(
                codes.TWICE_SAID,
                f"the cards of `{deck.word}` are changed twice",
                name.span,
                "the second time",
                related=(Label(found[deck.word].origin, "first here"),),
                help="say all of it in one block",
            )
        else:
            reader = _CardsReader(deck, CardReader(deck, system, named, report), report)
            found[deck.word] = reader.read(statement)
    return tuple(found.values())


class _CardsReader:
    """Reads the block of one deck."""

    def __init__(self, deck: Deck, cards: CardReader, report: CardFindings) -> None:
        self._deck = deck
        self._cards = cards
        self._report = report
        self._printed = {card.word: card for card in deck.cards}

    def read(self, statement: Statement) -> DeckChange:
        """Return what one block says of its deck."""
        own: list[OwnCard] = []
        aside: dict[str, CardSetAside] = {}
        for node in statement.body or ():
            if isinstance(node, Statement) and node.form is Form.EFFECT:
                if node.head.text == "remove":
                    self._read_aside(node, aside)
                    continue
            elif isinstance(node, Statement) and node.head.text == "card":
                if (card := self._cards.read(node)) is not None:
                    own.append(OwnCard(card, node.span))
                continue
            gone = next(iter(self._printed), "my-card")
            like = f"{LIKE}; to set a card of the game aside, write `remove {gone}`"
            self._report.misplaced(node, "the cards of a deck", like)
        if len(own) > _OWN:
            self._report.bad_number(
                own[_OWN].origin,
                f"a quest cannot add {len(own)} cards to a deck",
                f"{_OWN} at the most",
            )
        change = DeckChange(
            self._deck.word, self._deck.title, tuple(own), tuple(aside.values()), statement.span
        )
        if not (own or aside) and not statement.body:
            self._report.lacks(statement, "the cards that it changes", LIKE)
        return change

    # -- what is set aside ----------------------------------------------------------------

    def _read_aside(self, statement: Statement, aside: dict[str, CardSetAside]) -> None:
        taken = StatementReader(statement, self._report.all)
        taken.rest()
        taken.finish(_LIKE_ASIDE)
        if not statement.items:
            self._report.lacks(statement, "the name of a card", _LIKE_ASIDE)
        for item in statement.items:
            number, name = _counted(item)
            if name is None:
                self._report.not_understood(item, _LIKE_ASIDE)
                continue
            card = self._printed.get(name.text)
            if card is None:
                self._report.unknown(name, "no card", f"the {self._deck.title}", self._printed)
                continue
            many = number.value if number is not None else card.copies
            if not 1 <= many <= card.copies:
                self._report.bad_number(
                    name.span,
                    f"{many} cards `{card.word}` cannot be set aside",
                    f"the deck has {card.copies}",
                )
            elif card.word in aside:
                self._report.all.add(
                    codes.TWICE_SAID,
                    f"`{card.word}` is set aside twice",
                    name.span,
                    "the second time",
                    related=(Label(aside[card.word].origin, "first here"),),
                )
            else:
                aside[card.word] = CardSetAside(card, many, name.span)


def _counted(item: Item) -> tuple[Number | None, Name | None]:
    """Return the number and the name of ``2 dropped-purse``; no name where it has another form."""
    number = item[0] if isinstance(item[0], Number) else None
    rest = item[1:] if number is not None else item
    name = rest[0] if len(rest) == 1 and type(rest[0]) is Name else None
    return number, name
