"""Phrases for effects: what an event or a table does, as a sentence."""

from __future__ import annotations

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.language import message, say, say_many
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.model.words import drawn_deck
from questwright.compiler.wording.phrases import (
    WINS,
    count_in_words,
    item_called,
    named_place,
    of_side,
    place_in_words,
    plain_text,
    thing_in_words,
    title_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from questwright.compiler.model.quest import Effect, Quest
    from questwright.compiler.packs.system.system import System


def say_effect(  # noqa: PLR0911 - a sentence for each kind of effect
    effect: Effect, quest: Quest, system: System
) -> str:
    """An effect in words, without its full stop: ``Place 2 Zombies near G2, facing west``."""
    match effect.kind:
        case EffectKind.READ:
            return say("Read aloud: “{text}”", text=plain_text(effect.text, quest, system))
        case EffectKind.NOTE:
            return plain_text(effect.text, quest, system)
        case EffectKind.GIVE | EffectKind.TAKE:
            return _handed(effect, quest, system)
        case EffectKind.DRAW:
            return of_side(system.party, *_DRAW, cards=_cards(effect, system))
        case EffectKind.GRANT:
            token = system.tokens[effect.target]
            named = token.title if effect.amount == 1 else token.plural
            side = system.sides[token.side]
            return of_side(side, *_GET, number=effect.amount, tokens=named)
        case EffectKind.REWARD:
            return say(
                "Each {member} gains {number} {what}",
                member=system.party.one_title,
                number=effect.amount,
                what=effect.target,
            )
        case EffectKind.SPAWN:
            kind = system.kinds[effect.target]
            facing = say(", facing {side}", side=say(effect.facing)) if effect.facing else ""
            titles = listed_in_words(special.title for special in effect.specials)
            return say(
                "Place {figures} {place}{facing}{specials}",
                figures=count_in_words(effect.amount, kind),
                place=place_in_words(effect.place, effect.cells, quest),
                facing=facing,
                specials=say(", with {specials}", specials=titles) if titles else "",
            )
        case EffectKind.SET:
            return say("Mark “{title}”", title=title_of(effect.target, quest, system))
        case EffectKind.CLEAR | EffectKind.BLOCK:
            named, _ = named_place(effect.place, effect.cells, quest)
            if effect.kind is EffectKind.CLEAR:
                return say("Clear {place}: one may walk there again", place=named)
            return say("Block {place}: nobody may walk there any more", place=named)
        case _:
            return _say_change(effect, quest, system)


def sentence(words: str) -> str:
    """Words with a full stop, unless they end with one, or with a quotation that has one."""
    is_ended = words.rstrip("”“").endswith((".", "!", "?", "…"))
    return words if is_ended else f"{words}."


def _handed(effect: Effect, quest: Quest, system: System) -> str:
    """An item that the party, or some of its members, gains or loses."""
    item = item_called(effect.target, quest, system)
    if effect.to:
        to = listed_in_words([kind.title for kind in quest.party if kind.word in effect.to], "or")
        return say("{who} gains {item}", who=to, item=item)
    if effect.kind is EffectKind.GIVE:
        return of_side(system.party, *_GAIN, item=item)
    return of_side(system.party, *_LOSE, item=item)


def _cards(effect: Effect, system: System) -> str:
    """The cards that are drawn: ``2 Exploration cards``, or a card by its name."""
    if effect.target in system.decks:
        return cards_of_deck(effect.amount, effect.target_title)
    deck = drawn_deck(system)
    return say(
        "“{card}” from the {deck} deck",
        card=effect.target_title,
        deck=deck.title if deck is not None else "",
    )


def cards_of_deck(count: int, deck: str) -> str:
    """Cards of a deck, counted: ``2 Exploration cards``."""
    return say_many("{count} {deck} card", "{count} {deck} cards", count, deck=deck)


def _place_named(effect: Effect, quest: Quest) -> str:
    """The place of an effect, as a noun; empty where it has none."""
    return named_place(effect.place, effect.cells, quest)[0] if effect.cells else ""


def _say_change(effect: Effect, quest: Quest, system: System) -> str:
    """A change of a thing, gate or area, or the end of the quest, as a sentence."""
    thing = next((thing for thing in quest.things if thing.id == effect.target), None)
    target = thing_in_words(thing) if thing is not None else with_article(effect.target_title)
    if effect.kind is EffectKind.END:
        return of_side(system.sides[effect.target], *WINS)
    if effect.kind is EffectKind.REMOVE and thing is None:
        return say("{title} is out of the quest", title=effect.target_title)
    if effect.kind is EffectKind.CHANGE:
        columns = {column.value: column.title for column in system.columns}
        values = [f"{columns.get(word, word)} {number}" for word, number in effect.values]
        listed = listed_in_words(values)
        sentence = say("{target} has {values} from now on", target=target, values=listed)
        return sentence[:1].upper() + sentence[1:]
    if effect.kind is EffectKind.RAISE and effect.place:
        facing = say(", facing {side}", side=say(effect.facing)) if effect.facing else ""
        where = place_in_words(effect.place, effect.cells, quest)
        sentence = say(_RAISED, target=target, place=where, facing=facing)
    else:
        sentence = say(_CHANGES[effect.kind], target=target, place=_place_named(effect, quest))
    return sentence[:1].upper() + sentence[1:]


_GAIN: Final = (message("{side} gain {item}"), message("{side} gains {item}"))
_LOSE: Final = (message("{side} lose {item}"), message("{side} loses {item}"))
_DRAW: Final = (message("{side} draw {cards}"), message("{side} draws {cards}"))
_GET: Final = (
    message("{side} get {number} {tokens} more"),
    message("{side} gets {number} {tokens} more"),
)
_RAISED: Final = message("{target} stands again {place}{facing}, as at the beginning")
_CHANGES: Final = {
    EffectKind.REVEAL: message("reveal {target}"),
    EffectKind.OPEN: message("{target} opens"),
    EffectKind.UNLOCK: message("{target} is unlocked"),
    EffectKind.CLOSE: message("{target} closes"),
    EffectKind.REMOVE: message("remove {target} from the board"),
    EffectKind.RAISE: message("{target} stands again where it was placed, as at the beginning"),
    EffectKind.KEEP: message("{target} does not leave {place} any more"),
    EffectKind.TRIGGER: message("{target} is set off"),
}
