"""Describe changes of the deck that a board is dealt from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.publish.diff.changes import Edit, Subject
from questwright.compiler.publish.diff.tell.wording import change
from questwright.compiler.wording.deals import cards_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.sections import Section, SectionDeck
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.publish.diff.changes import Change
    from questwright.compiler.publish.diff.pairs import Pairing


def tell_deck(pairing: Pairing) -> Iterator[Change]:
    """The changes of a quest's deck: its objective, its cards, how they lie, its sections."""
    old, new = pairing.was.quest.deck, pairing.now.quest.deck
    if old is None or new is None:
        if new is not None:
            text = f"the board is dealt now: {cards_in_words(new)}"
            yield change(Subject.DECK, Edit.ADDED, "", None, _cards(new), text)
        elif old is not None:
            text = f"the board is not dealt any more: {cards_in_words(old)}"
            yield change(Subject.DECK, Edit.REMOVED, "", _cards(old), None, text)
        return
    if old.objective.word != new.objective.word:
        text = f"the objective is {new.objective.title} now, not {old.objective.title}"
        words = old.objective.word, new.objective.word
        yield change(Subject.DECK, Edit.VALUE, "objective", *words, text)
    for word, before, after in (("top", old.top, new.top), ("below", old.below, new.below)):
        if before != after:
            what = "lie on top" if word == "top" else "lie with the objective"
            text = f"{after} cards {what} now, not {before}"
            yield change(Subject.DECK, Edit.VALUE, word, before, after, text)
    if _cards(old) != _cards(new):
        text = f"the cards are {cards_in_words(new)} now; before: {cards_in_words(old)}"
        yield change(Subject.DECK, Edit.VALUE, "cards", _cards(old), _cards(new), text)
    drawn = {section.word: section for section in _sections(old)}
    for section in _sections(new):
        before_ = drawn.get(section.word)
        if before_ is not None and _shape(before_) != _shape(section):
            text = f"{section.title} has another shape, or other doorways"
            yield change(Subject.DECK, Edit.VALUE, section.word, None, None, text)


def _cards(deck: SectionDeck) -> list[Json]:
    return [f"{each.many} {each.section.word}" for each in deck.cards if each.many]


def _sections(deck: SectionDeck) -> list[Section]:
    return [deck.objective, *(each.section for each in deck.cards)]


def _shape(section: Section) -> object:
    return section.squares, section.rock, section.way_in, section.further
