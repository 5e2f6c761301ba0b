"""Check that the deck keeps the cards that the rules need when a quest removes some [DSO-B25]."""

from __future__ import annotations

from collections import Counter

from questwright.compiler import codes
from questwright.compiler.model.words import what_is_done
from questwright.compiler.packs.system.settings import SettingRole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case


def check_granted_cards(case: Case, findings: Findings) -> None:
    """Check that no card is granted to more figures than there are copies of it [DSO-C34]."""
    quest = case.quest
    effects = [effect for event in quest.events for effect in event.effects]
    granted = [(word, thing.origin) for thing in quest.things for word in thing.exceptions]
    granted += [(word, effect.origin) for effect in effects for word in effect.specials]
    count: Counter[str] = Counter()
    for special, origin in granted:
        count[special.word] += 1
        if special.copies is not None and count[special.word] == special.copies + 1:
            findings.add(
                codes.TOO_MANY,
                f"`{special.word}` is granted {count[special.word]} times",
                origin,
                f"the game has {special.copies} of this card",
                help="grant another card",
            )


def check_cards(case: Case, findings: Findings) -> None:
    """Check that the deck that searches draw from has cards left, and interrupts among them."""
    quest, system = case.quest, case.system
    searched = system.search.deck if system.search is not None else ""
    for change in quest.cards:
        if change.deck != searched and not system.decks[change.deck].cards:
            findings.add(
                codes.EMPTY_DECK,
                f"no card is left in the {change.title}",
                change.origin,
                "every card is set aside",
                help="add a card, `card late-guest { … }`, or leave some in the deck",
            )
    if system.search is None or system.search.deck not in system.decks:
        return
    deck = system.decks[system.search.deck]
    removing = [
        word
        for word, setting in system.settings.items()
        if setting.role is SettingRole.REMOVED_CARDS
    ]
    effects = [what_is_done(word, quest.settings.get(word), system) for word in removing]
    said = next((quest.said_at(word) for word in removing if word in quest.set_here), quest.origin)
    gone = {effect.get("icon") for effect in effects if effect.get("remove") == "all"}
    left = [card for card in deck.cards if gone.isdisjoint(card.icons)]
    icon = system.search.needs_icon
    if not sum(card.copies for card in left):
        findings.add(
            codes.EMPTY_DECK,
            f"no card is left in the {deck.title}",
            said,
            "every card is removed",
            reason="each search draws from it",
        )
    elif icon and not any(icon in card.icons for card in left):
        findings.add(
            codes.NO_INTERRUPT_CARD,
            f"no card with the icon `{icon}` is left in the {deck.title}",
            said,
            "every such card is removed",
            reason="play without an opponent looks for that icon",
        )
