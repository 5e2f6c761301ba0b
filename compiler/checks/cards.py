"""Check that the deck keeps the cards that the rules need when a quest removes some [DSO-B25]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler import codes

if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case

_INTERRUPT = "interrupt"


def check_cards(case: Case, findings: Findings) -> None:
    """Check that the deck that searches draw from has cards left, and interrupts among them."""
    quest, system = case.quest, case.system
    if system.search is None or system.search.deck not in system.decks:
        return
    deck = system.decks[system.search.deck]
    removes = any(
        setting.role == "removed-cards" and quest.settings.get(word) == "all"
        for word, setting in system.settings.items()
    )
    left = [card for card in deck.cards if not (removes and "cog" in card.icons)]
    if not sum(card.copies for card in left):
        findings.add(
            codes.EMPTY_DECK,
            f"no card is left in the {deck.title}",
            quest.origin,
            "every card is removed",
            reason="each search draws from it",
        )
    elif any(_INTERRUPT in card.icons for card in deck.cards) and not any(
        _INTERRUPT in card.icons for card in left
    ):
        findings.add(
            codes.NO_INTERRUPT_CARD,
            f"no card with an Interrupt icon is left in the {deck.title}",
            quest.origin,
            "with nobody on the other side, nothing will interrupt",
            reason="play without an opponent looks for that icon",
        )
