"""Lookups of a pack's words: kinds, figures, cards and gear by the words that quests use."""

from __future__ import annotations

from collections.abc import Mapping

from questwright.compiler.packs.system.system import Category
from questwright.dsl.syntax import Name, Statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.packs.system.cards import Card, Deck, Gear
    from questwright.compiler.packs.system.settings import Setting
    from questwright.compiler.packs.system.system import Kind, System


def is_group(word: str, system: System) -> bool:
    """Whether a word is a group that stands before kinds: ``furniture``."""
    return any(kind.group == word for kind in system.kinds.values())


def kind_of(statement: Statement, system: System) -> tuple[Kind | None, Name]:
    """The kind that a statement names, or None; and the word that names it, or should."""
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


def means_figure(word: str, kind: Kind, system: System) -> bool:
    """Whether a word of a condition means figures of a kind: its own, or that of its side."""
    side = system.sides[kind.side]
    return word in (side.one, side.many) or kind in kinds_called(word, system)


def figures_called(word: str, system: System) -> tuple[str, ...]:
    """The words of the party's kinds that a word means: a kind itself, a rank or a trait."""
    return tuple(
        kind.word
        for kind in system.kinds.values()
        if kind.category is Category.FIGURE
        and kind.side == system.party.word
        and is_called(kind, word)
    )


def every_figure_called(word: str, system: System) -> tuple[str, ...]:
    """The words of the kinds of any side that a word means."""
    return tuple(
        kind.word
        for kind in system.kinds.values()
        if kind.category is Category.FIGURE and is_called(kind, word)
    )


def is_called(kind: Kind, word: str) -> bool:
    """Whether a word is a kind's own word, its rank or one of its traits."""
    return word in (kind.word, kind.rank) or _has_trait(kind, word)


def party_words(system: System) -> list[str]:
    """All words that mean figures of the party's side: kinds, ranks and traits."""
    found: dict[str, None] = {}
    for kind in system.kinds.values():
        if kind.category is Category.FIGURE and kind.side == system.party.word:
            traits = (trait for trait in kind.traits.values() if isinstance(trait, str))
            found |= dict.fromkeys((kind.word, kind.rank, *traits))
    return list(found)


def most_counters(counters: str, system: System) -> int | None:
    """How many counters the box has that several kinds share; None if there is no limit."""
    boxes = [kind.box for kind in system.kinds.values() if kind.placing.counters == counters]
    return None if None in boxes else max((box for box in boxes if box is not None), default=None)


def _has_trait(kind: Kind, word: str) -> bool:
    return any(
        word == trait or (isinstance(trait, tuple) and word in trait)
        for trait in kind.traits.values()
    )


def drawn_deck(system: System) -> Deck | None:
    """The deck that searches draw from; None if the game has none."""
    return system.decks.get(system.search.deck) if system.search is not None else None


def card_called(word: str, system: System) -> Card | None:
    """The card of the search deck by its own word, or by the word of its gear; None if none."""
    deck = drawn_deck(system)
    cards = deck.cards if deck is not None else ()
    named = (card for card in cards if card.word == word)
    kept = (card for card in cards if card.gear == word)
    return next(named, None) or next(kept, None)


def gear_called(word: str, system: System) -> Gear | None:
    """The gear by its own word, or by the word of a card that becomes gear; None if none."""
    card = card_called(word, system)
    return system.gear.get(word) or (system.gear.get(card.gear) if card is not None else None)


def title_from_id(id_: str) -> str:
    """A title made of an id, if the author gave none: ``well-door`` becomes ``Well door``."""
    return id_.replace("-", " ").capitalize()


def usual_foe(system: System) -> Kind | None:
    """The foe of one cell of which the box has most; None if the game has none."""
    foes = (
        kind
        for kind in system.kinds.values()
        if kind.category is Category.FIGURE
        and kind.side != system.party.word
        and kind.footprint == (1, 1)
        and kind.base is None
    )
    return max(foes, key=lambda kind: kind.box or 0, default=None)


def setting_against(kind: Kind, system: System) -> Setting | None:
    """The setting by which a kind of the party's side plays against it; None if none does."""
    party = system.party.word
    if kind.side != party:
        return None
    fitting = (
        setting
        for setting in system.settings.values()
        if setting.side not in ("", party)
        and setting.category in ("", kind.category)
        and (not setting.ranks or kind.rank in setting.ranks)
    )
    return next(fitting, None)


def what_is_done(setting: str, value: object, system: System) -> Mapping[str, object]:
    """What the word does that is the value of a setting: its `effect` in the pack."""
    found: object = system.rules.get("setting_words")
    for key in (setting, value, "effect"):
        found = found.get(key) if isinstance(found, Mapping) else None
    return found if isinstance(found, Mapping) else {}
