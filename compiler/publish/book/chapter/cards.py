"""Compose cards to cut out: the sections that a board is dealt from, and the decks met there."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, repeat
from math import ceil
from typing import TYPE_CHECKING, Final

from questwright.compiler.english import listed_in_words
from questwright.compiler.language import message, say, say_many
from questwright.compiler.model.words import is_called
from questwright.compiler.packs.system.texts import HEADINGS
from questwright.compiler.publish.book.chapter.aids import cell_text
from questwright.compiler.publish.book.svg.glyphs import Face, text_width
from questwright.compiler.publish.book.view.cards import (
    CutOutCard,
    CutOutCards,
    Leaf,
    Ornament,
    SectionDrawing,
)
from questwright.compiler.publish.book.view.map import MapCell, ThingView
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.model.cards import OwnCard
    from questwright.compiler.model.publication import Publication
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.model.sections import Section, SectionDeck
    from questwright.compiler.packs.system.cards import Card, Deck
    from questwright.compiler.packs.system.system import System

_ACROSS: Final = 3
_ON_A_LEAF: Final = 9
_POINTS: Final = (8, 6, 5)
"""How many points the stars on the backs of the decks have, one deck after the other."""

_MM: Final = 72 / 25.4
_WIDE, _HIGH, _DRAWN_HIGH = 51 * _MM, 62 * _MM, 16 * _MM
"""The room for a text: how wide, and how high without and with a drawing, in points."""
_NOTE_HIGH: Final = 5.2 * _MM
_NOTE: Final = 9
_NOTE_LINE: Final = 1.25
_LINE: Final = 1.3
_RAGGED: Final = 1.12
"""How much more a text takes because its lines end with whole words."""
_SIZES: Final = (10.5, 9.5, 8.5, 7.5, 6.5)
_MORE: Final = message(" … (go on on the page before the cards)")


class DeckNeed(NamedTuple):
    """The cards that a quest needs of a deck, each with how many of it."""

    deck: str
    """The word of the deck; nothing for the sections of a board."""
    is_met: bool
    """Whether the whole deck is drawn from, as on a dealt board, or by who has it."""
    shared: tuple[tuple[CutOutCard, int], ...]
    """Cards of the game: quests share them."""
    own: tuple[tuple[CutOutCard, int], ...]
    """Cards of the quest, behind those of the game."""


def cards_of(publications: Sequence[Publication]) -> CutOutCards | None:
    """The cards that any of these quests is dealt from, and those of their own; None for none."""
    return cards_for([need for publication in publications for need in deck_needs(publication)])


def deck_needs(publication: Publication) -> Iterator[DeckNeed]:
    """The decks that a quest is dealt from or meets, or its party has; of others what it adds."""
    quest, system = publication.quest, publication.system
    met: tuple[str, ...] = ()
    if quest.deck is not None:
        yield _sections(quest.deck, system)
        met = _met(system)
    held = (word for word, deck in system.decks.items() if _is_held(deck, quest))
    met = tuple(dict.fromkeys((*met, *held)))
    for word in met:
        own = {each.card for each in _added(word, publication)}
        deck = system.decks[word]
        shared = tuple(
            (_card(card._replace(copies=1), deck, system), card.copies)
            for card in deck.cards
            if card not in own
        )
        yield DeckNeed(word, is_met=True, shared=shared, own=tuple(_own(word, publication)))
    for word in dict.fromkeys(change.deck for change in quest.cards if change.own):
        if word not in met:
            yield DeckNeed(word, is_met=False, shared=(), own=tuple(_own(word, publication)))


def cards_for(needs: Sequence[DeckNeed]) -> CutOutCards | None:
    """The cards that some quests need of their decks; None where they need none.

    Quests of one game share its cards: of each there are as many as one of them needs.
    """
    if not needs:
        return None
    ordered = sorted(needs, key=lambda need: not need.is_met)
    words = dict.fromkeys(need.deck for need in ordered)
    cards: list[CutOutCard] = []
    counts: dict[str, int] = {}
    longer: dict[str, str] = {}
    for points, word in zip(chain(_POINTS, repeat(_POINTS[-1])), words, strict=False):
        for whole, copies in _merged([need for need in needs if need.deck == word]):
            card = _fitted(replace(whole, ornament=Ornament(points)))
            if card.text != whole.text:
                longer[card.title] = whole.text
            cards += [card] * copies
            counts[card.deck] = counts.get(card.deck, 0) + copies
    drawn = [card.drawing for card in cards if isinstance(card.drawing, SectionDrawing)]
    signs = {sign: title for section in drawn for _, sign, title in section.things}
    return CutOutCards(
        tuple(counts.items()),
        tuple(_leaves(cards)),
        tuple(longer.items()),
        tuple(ThingView(sign, title, MapCell(0, 0)) for sign, title in signs.items()),
        has_rock=any(section.rock for section in drawn),
    )


def _merged(needs: Sequence[DeckNeed]) -> Iterator[tuple[CutOutCard, int]]:
    """The cards of one deck, as many of each as one of the quests needs."""
    counts: dict[CutOutCard, int] = {}
    for need in needs:
        for card, copies in need.shared:
            counts[card] = max(counts.get(card, 0), copies)
    yield from counts.items()
    yield from dict.fromkeys(entry for need in needs for entry in need.own)


def _leaves(cards: Sequence[CutOutCard]) -> Iterator[Leaf]:
    for start in range(0, len(cards), _ON_A_LEAF):
        some = cards[start : start + _ON_A_LEAF]
        rows = (some[at : at + _ACROSS] for at in range(0, len(some), _ACROSS))
        yield Leaf(tuple((*row, *[None] * (_ACROSS - len(row))) for row in rows))


# -- sections --------------------------------------------------------------------------------


def _sections(deck: SectionDeck, system: System) -> DeckNeed:
    counts: dict[Section, int] = {}
    for cards in deck.cards:
        counts[cards.section] = counts.get(cards.section, 0) + cards.many
    return DeckNeed(
        "",
        is_met=True,
        shared=tuple((_section(section, system), many) for section, many in counts.items()),
        own=((_section(deck.objective, system), 1),),
    )


def _section(section: Section, system: System) -> CutOutCard:
    sort = section.sort
    said = []
    events = system.decks.get(system.dealing.events) if system.dealing is not None else None
    if sort.meets and events is not None:
        drawn = say(
            "When it is entered for the first time, draw a card ({deck}).", deck=events.title
        )
        said.append(system.texts.get("first_entry", "") or drawn)
    if sort.divides:
        said.append(say("The cards that are left are dealt to its doorways."))
    if sort.is_objective:
        said.append(say("What you came for is here."))
    return CutOutCard(
        deck=system.texts.get("sections_title", "") or say(HEADINGS["sections"]),
        label=sort.title,
        title=section.title,
        text=" ".join(said),
        ornament=Ornament(0),
        drawing=SectionDrawing(
            title=section.title,
            rows=section.rows,
            columns=section.columns,
            squares=tuple(sorted(section.squares)),
            rock=tuple(sorted(section.rock)),
            walls=tuple(sorted(section.walls)),
            way_in=section.way_in.square,
            width=section.way_in.width,
            doorways=tuple(door.side for door in section.further),
            things=tuple(
                (square, shown.symbol, shown.title)
                for square, word in section.things
                if (shown := system.kinds.get(word) or system.terrains.get(word)) is not None
            ),
        ),
    )


# -- decks -----------------------------------------------------------------------------------


def _met(system: System) -> tuple[str, ...]:
    """The words of the decks that cards are drawn from on a dealt board."""
    dealing = system.dealing
    words = (dealing.events, dealing.rewards) if dealing is not None else ()
    return tuple(word for word in dict.fromkeys(words) if word)


def _is_held(deck: Deck, quest: Quest) -> bool:
    """Whether somebody of the party has cards of a deck."""
    return any(is_called(kind, word) for kind in quest.party for word in deck.whom)


def _own(word: str, publication: Publication) -> Iterator[tuple[CutOutCard, int]]:
    """The cards that a quest adds to a deck, each with its title."""
    deck = publication.system.decks[word]
    for each in _added(word, publication):
        card = _card(each.card, deck, publication.system)
        of_whom = publication.quest.title, say("in this quest alone")
        yield replace(card, notes=(*card.notes, of_whom)), each.card.copies


def _added(word: str, publication: Publication) -> Iterator[OwnCard]:
    return (
        each for change in publication.quest.cards if change.deck == word for each in change.own
    )


def _card(card: Card, deck: Deck, system: System) -> CutOutCard:
    notes = (*_brought(card, system), *_worth(card, system), *_rewards(deck, card, system))
    label = listed_in_words(cell_text(icon.capitalize(), system) for icon in card.icons)
    return CutOutCard(deck.title, label or deck.title, card.title, card.text, Ornament(0), 0, notes)


def _brought(card: Card, system: System) -> Iterator[tuple[str, str]]:
    """Whom a card brings, and what each of them is worth."""
    value = system.dealing.worth if system.dealing is not None else ""
    for word, number in card.brings:
        kind = system.kinds[word]
        worth = kind.values.get(value)
        each = f"{_unit(system)} {worth.value}" if worth is not None else ""
        told = say("{worth} each", worth=each) if each and number != 1 else each
        values = (
            f"{column.title} {kind.values[column.value].value}"
            for column in system.columns
            if column.value in kind.values and column.value != value
        )
        shown = " · ".join((*values, *((told,) if told else ())))
        yield f"{system.printed(str(number))} {kind.title if number == 1 else kind.plural}", shown


def _worth(card: Card, system: System) -> Iterator[tuple[str, str]]:
    if card.worth:
        yield _unit(system) or say("Worth"), f"{card.worth:,}"


def _unit(system: System) -> str:
    """What the game keeps score in, as the figures' tables call it."""
    value = system.dealing.worth if system.dealing is not None else ""
    return next((column.title for column in system.columns if column.value == value), "")


def _rewards(deck: Deck, card: Card, system: System) -> Iterator[tuple[str, str]]:
    """What the party gets for a card that it has met."""
    dealing = system.dealing
    if dealing is not None and dealing.rewards and deck.word == dealing.events:
        many = say_many("{count} card", "{count} cards", card.rewards)
        yield system.decks[dealing.rewards].title, many if card.rewards else say("no card")


# -- fitting ---------------------------------------------------------------------------------


def _fitted(card: CutOutCard) -> CutOutCard:
    """A card with its text as large as there is room for it, or with as much of it as there is."""
    lines = sum(ceil(text_width(" · ".join(n), Face.SANS, _NOTE) / _WIDE) for n in card.notes)
    rules = len(card.notes) * (_NOTE_HIGH - _NOTE * _NOTE_LINE)
    room = (_HIGH if card.drawing is None else _DRAWN_HIGH) - lines * _NOTE * _NOTE_LINE - rules
    for size in _SIZES:
        if _fits(card.text, size, room):
            return replace(card, size=size)
    words = card.text.split()
    while words and not _fits(" ".join(words) + say(_MORE), _SIZES[-1], room):
        words.pop()
    return replace(card, size=_SIZES[-1], text=" ".join(words) + say(_MORE))


def _fits(text: str, size: float, room: float) -> bool:
    lines = ceil(text_width(text, Face.SANS, size) * _RAGGED / _WIDE)
    return lines * size * _LINE <= room
