"""Describe changes of the cards that a quest adds to the decks of its game, or sets aside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.publish.diff.changes import Edit, Subject
from questwright.compiler.publish.diff.tell.wording import change
from questwright.compiler.wording.cards import foes_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.cards import Card
    from questwright.compiler.publish.diff.changes import Change
    from questwright.compiler.publish.diff.pairs import Pairing
    from questwright.compiler.publish.diff.tell.wording import EditionWording


def tell_cards(pairing: Pairing) -> Iterator[Change]:
    """The cards that are new, gone or changed, then those that are set aside or back again."""
    old, new = _own(pairing.was.quest), _own(pairing.now.quest)
    for word, (card, deck) in old.items():
        if word not in new:
            text = f"the {deck} no longer has the card “{card.title}”"
            yield change(Subject.CARD, Edit.REMOVED, word, card.title, None, text)
    for word, (card, deck) in new.items():
        if word not in old:
            text = f"the {deck} has the card “{card.title}” now, {card.copies} of it"
            yield change(Subject.CARD, Edit.ADDED, word, None, card.title, text)
        elif old[word][1] != deck:
            text = f"the card “{card.title}” is one of the {deck} now, not of the {old[word][1]}"
            yield change(Subject.CARD, Edit.VALUE, word, old[word][1], deck, text)
        else:
            yield from _changed(old[word][0], card, pairing)
    yield from _set_aside(pairing)


def _changed(old: Card, new: Card, pairing: Pairing) -> Iterator[Change]:
    before, after = _figures(old, pairing.was), _figures(new, pairing.now)
    for what, told in after.items():
        if before[what] != told:
            text = f"“{new.title}”: {what} {told or 'none'} now; before: {before[what] or 'none'}"
            yield change(Subject.CARD, Edit.VALUE, new.word, before[what], told, text)
    if (old.title, old.text) != (new.title, new.text):
        text = f"the card “{new.title}” says something else now"
        yield change(Subject.CARD, Edit.REWORDED, new.word, old.text, new.text, text)


def _figures(card: Card, edition: EditionWording) -> dict[str, str]:
    return {
        "copies": str(card.copies),
        "icons": ", ".join(card.icons),
        "it brings": foes_in_words(card, edition.edition.system),
        "worth": str(card.worth),
        "rewards": str(card.rewards),
        "gear": card.gear,
        "it does": card.does,
    }


def _set_aside(pairing: Pairing) -> Iterator[Change]:
    old, new = _aside(pairing.was.quest), _aside(pairing.now.quest)
    for word in dict.fromkeys((*old, *new)):
        before, title = old.get(word, (0, ""))
        after, title = new.get(word, (0, title))
        if before != after:
            text = f"{after or 'none'} of the cards “{title}” set aside now, not {before or 'none'}"
            yield change(Subject.CARD, Edit.VALUE, word, before, after, text)


def _own(quest: Quest) -> dict[str, tuple[Card, str]]:
    """The cards of a quest's own by word, each with the title of its deck."""
    return {each.card.word: (each.card, deck.title) for deck in quest.cards for each in deck.own}


def _aside(quest: Quest) -> dict[str, tuple[int, str]]:
    """How many cards are set aside, by word, with their titles."""
    return {
        each.card.word: (each.many, each.card.title) for deck in quest.cards for each in deck.aside
    }
