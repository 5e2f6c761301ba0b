"""Phrases for conditions, effects and places, for the book, the outline and the diff."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.model.items import item_in_words, items_called
from questwright.compiler.model.quest import EffectKind, Every, Fact, FactKind, Not, Quantity, Some
from questwright.compiler.model.words import drawn_deck, title_from_id
from questwright.compiler.packs.system.system import Category
from questwright.dsl.prose import Style
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.quest import Condition, Effect, Quest, Thing
    from questwright.compiler.packs.system.system import Kind, Side, System
    from questwright.dsl.prose import Block


class _SentenceSubject(NamedTuple):
    """The subject of a fact's sentence, and the form of verb that follows it."""

    words: str
    is_many: bool
    is_denied: bool


class _Verb(NamedTuple):
    """The four forms of a verb phrase: singular and plural, affirmed and denied."""

    singular: str
    plural: str
    not_singular: str
    not_plural: str


# -- names ------------------------------------------------------------------------------


def thing_in_words(thing: Thing) -> str:
    """A thing as it stands in a sentence: with an article, unless it has a name of its own."""
    kind = thing.kind
    if kind.category is Category.FIGURE:
        is_given = thing.title not in (kind.title, title_from_id(thing.id))
        if is_given or kind.plural == thing.title:
            return thing.title if thing.title.split()[:1] != ["The"] else with_article(thing.title)
    return with_article(thing.title)


def title_of(id_: str, quest: Quest, system: System) -> str:
    """What the thing, area, gate, item, event, action or kind of an id is called."""
    titles = {word: kind.title for word, kind in system.kinds.items()}
    titles |= {word: gear.title for word, gear in system.gear.items()}
    titles |= {unknown.id: unknown.title for unknown in quest.unknowns}
    titles |= {event.id: event.title for event in quest.events}
    titles |= {action.id: action.title for action in quest.actions}
    titles |= {item.alike or item.id: item.title for item in quest.items}
    titles |= {item.id: item.title for item in quest.items}
    titles |= {thing.id: thing.title for thing in quest.things}
    titles |= quest.board.titles
    return titles.get(id_) or title_from_id(id_)


def plain_text(blocks: Iterable[Block], quest: Quest, system: System) -> str:
    """The words of a text in one line: no markup, and a title for each reference."""
    paragraphs = [
        "".join(
            title_of(run.text, quest, system) if run.style is Style.REFERENCE else run.text
            for run in block.runs
        )
        for block in blocks
    ]
    return " ".join(paragraphs)


def side_with_verb(side: Side, plural: str, singular: str) -> str:
    """A side with its verb: ``The Heroes win``, ``The Overlord wins``."""
    is_many = side.title.lower().endswith(side.many.lower())
    return f"{side.title} {plural if is_many else singular}"


def count_in_words(count: int, kind: Kind) -> str:
    """A count of a kind: ``a Ghost``, ``2 Zombies``."""
    if count != 1:
        return f"{count} {kind.plural}"
    if kind.category is Category.FIGURE and kind.plural == kind.title:
        return kind.title
    return f"{'an' if kind.title[:1].lower() in 'aeiou' else 'a'} {kind.title}"


# -- places -----------------------------------------------------------------------------


def cells_in_words(cells: Cells, board: Board) -> str:
    """Cells as few rectangular blocks: ``G2–H3, K1``."""
    words = []
    left = cells
    while left:
        first = (left & -left).bit_length() - 1
        blocks = [_block(first, left, board.stride, is_wide=wide) for wide in (True, False)]
        width, height = max(blocks, key=lambda block: block[0] * block[1])
        last = first + (height - 1) * board.stride + width - 1
        name = board.name(first)
        words.append(name if last == first else f"{name}–{board.name(last)}")
        for row in range(height):
            left &= ~(((1 << width) - 1) << (first + row * board.stride))
    return ", ".join(words)


def _block(first: Cell, cells: Cells, stride: int, *, is_wide: bool) -> tuple[int, int]:
    """The (width, height) of a block of these cells from ``first``: as wide or high as can be."""
    width = height = 1
    if is_wide:
        while cells >> (first + width) & 1:
            width += 1
        row = (1 << width) - 1
        while cells >> (first + height * stride) & row == row:
            height += 1
        return width, height
    while cells >> (first + height * stride) & 1:
        height += 1
    while all(cells >> (first + row * stride + width) & 1 for row in range(height)):
        width += 1
    return width, height


def place_in_words(place: str, cells: Cells, quest: Quest) -> str:
    """A place as it was written, with its preposition: ``in The Well``, ``on G2–H3``."""
    near, _, rest = place.partition(" ")
    if near == "near":
        named, _ = _named_place(rest, cells, quest)
        return f"near {named}"
    named, preposition = _named_place(place, cells, quest)
    return f"{preposition} {named}"


def _named_place(place: str, cells: Cells, quest: Quest) -> tuple[str, str]:
    areas = {area.id: with_article(area.title) for area in quest.board.areas}
    landmarks = {thing.id: thing_in_words(thing) for thing in quest.things}
    landmarks |= {gate.id: with_article(gate.title) for gate in quest.board.gates}
    words = place.split(", ")
    if all(word in areas for word in words):
        return listed_in_words((areas[word] for word in words), "or"), "in"
    if all(word in landmarks for word in words):
        return listed_in_words((landmarks[word] for word in words), "or"), "at"
    return cells_in_words(cells, quest.board), "on"


# -- conditions -------------------------------------------------------------------------


def say_condition(condition: Condition, quest: Quest, system: System) -> str:
    """A condition in words: ``any Hero carries the Sun-Blade and all Heroes are in The Well``."""
    return _say(condition, quest, system, denied=False, depth=0)


def _say(condition: Condition, quest: Quest, system: System, *, denied: bool, depth: int) -> str:
    match condition:
        case Not(part, _):
            return _say(part, quest, system, denied=not denied, depth=depth)
        case Every(parts, _) | Some(parts, _):
            if len(parts) == 1:
                return _say(parts[0], quest, system, denied=denied, depth=depth)
            joint = "and" if isinstance(condition, Every) is not denied else "or"
            phrases = [_say(part, quest, system, denied=denied, depth=depth + 1) for part in parts]
            comma = "," if any(_is_joined(part) for part in parts) else ""
            words = f"{comma} {joint} ".join(phrases)
            if depth == 0 and joint == "or":
                return f"either {words}" if comma else words
            return words if depth == 0 else f"({words})" if depth > 1 else _inner(words, joint)
        case Fact():
            return _say_fact(condition, quest, system, denied=denied)


def _is_joined(condition: Condition) -> bool:
    while isinstance(condition, Not):
        condition = condition.part
    return not isinstance(condition, Fact) and len(condition.parts) > 1


def _inner(words: str, joint: str) -> str:
    return f"either {words}" if joint == "or" else f"both {words}"


def _say_fact(fact: Fact, quest: Quest, system: System, *, denied: bool) -> str:
    if fact.kind is FactKind.ROUND:
        return _say_round(fact, denied=denied)
    if fact.kind in (FactKind.DONE, FactKind.HAPPENED, FactKind.SET):
        subject = _quoted(fact, quest, system, denied=denied)
    else:
        subject = _subject(fact, quest, system, denied=denied)
    verb = _verb(fact, quest, system)
    if subject.is_denied:
        phrase = verb.not_plural if subject.is_many else verb.not_singular
    else:
        phrase = verb.plural if subject.is_many else verb.singular
    return f"{subject.words} {phrase}"


def _say_round(fact: Fact, *, denied: bool) -> str:
    opposite = {">=": "<", ">": "<=", "<": ">=", "<=": ">", "=": "!=", "!=": "="}
    comparison = opposite[fact.comparison] if denied else fact.comparison
    number = fact.number
    if fact.place:
        # What runs out says so itself, and when: no round needs to be counted for it.
        told = f"{fact.place} (at the end of round {number})"
        return f"not yet: {told}" if denied else told
    return {
        ">=": f"round {number} has begun",
        ">": f"round {number} is over",
        "<": f"round {number} has not begun",
        "<=": f"round {number} is not over",
        "=": f"it is round {number}",
        "!=": f"it is not round {number}",
    }[comparison]


def _quoted(fact: Fact, quest: Quest, system: System, *, denied: bool) -> _SentenceSubject:
    titles = [f"“{title_of(id_, quest, system)}”" for id_ in fact.subjects]
    return _several(fact, titles, denied=denied)


def _subject(fact: Fact, quest: Quest, system: System, *, denied: bool) -> _SentenceSubject:
    word = fact.subject_word
    side = next((side for side in system.sides.values() if word in (side.one, side.many)), None)
    if side is not None:
        return _of_many(fact, _of_side(side), denied=denied)
    things = {thing.id: thing for thing in quest.things}
    found = [things[id_] for id_ in fact.subjects if id_ in things]
    kinds = {thing.kind.word: thing.kind for thing in found}
    titles = {thing.title for thing in found}
    if len(found) > 1 and len(kinds) == 1 and len(titles) == 1:
        kind = found[0].kind
        names = (kind.title, kind.plural) if kind.title in titles else (titles.pop(), "")
        if names[1]:
            return _of_many(fact, names, denied=denied)
    pieces = {item.id: item for item in quest.items if item.alike}
    if len(fact.subjects) > 1 and {*fact.subjects} <= pieces.keys():
        title = pieces[fact.subjects[0]].title
        return _of_whole(fact, f"the {len(fact.subjects)} items “{title}”", denied=denied)
    members = {kind.word: kind for kind in quest.party}
    subjects = [_called_by_id(id_, things, members, quest, system) for id_ in fact.subjects]
    return _several(fact, subjects, denied=denied)


def _of_side(side: Side) -> tuple[str, str]:
    return side.one.capitalize(), side.many.capitalize()


def _called_by_id(
    id_: str, things: dict[str, Thing], members: dict[str, Kind], quest: Quest, system: System
) -> str:
    if id_ in things:
        return thing_in_words(things[id_])
    if id_ in members:
        kind = members[id_]
        return kind.title if kind.plural == kind.title else with_article(kind.title)
    return with_article(title_of(id_, quest, system))


def _of_many(fact: Fact, names: tuple[str, str], *, denied: bool) -> _SentenceSubject:
    """A subject that counts a class: ``any Hero``, ``all Heroes``, ``at least 2 Zombies``.

    ``names`` are the class's singular and plural.
    """
    singular, plural = names
    match fact.quantity:
        case Quantity.ANY:
            words = f"{'no' if denied else 'any'} {singular}"
            return _SentenceSubject(words, is_many=False, is_denied=False)
        case Quantity.NONE:
            words = f"{'any' if denied else 'no'} {singular}"
            return _SentenceSubject(words, is_many=False, is_denied=False)
        case Quantity.AT_LEAST:
            bound = "fewer than" if denied else "at least"
            is_many = fact.least != 1
            words = f"{bound} {fact.least} {plural if is_many else singular}"
            return _SentenceSubject(words, is_many, is_denied=False)
        case _:
            words = f"{'not ' if denied else ''}all {plural}"
            return _SentenceSubject(words, is_many=True, is_denied=False)


def _several(fact: Fact, titles: list[str], *, denied: bool) -> _SentenceSubject:
    """A subject of one or several titles: ``any of A or B``, ``at least 2 of A, B and C``."""
    denies = fact.quantity is Quantity.NONE
    if len(titles) == 1:
        return _SentenceSubject(titles[0], is_many=False, is_denied=denied is not denies)
    either = listed_in_words(titles, "or")
    match fact.quantity:
        case Quantity.ANY | Quantity.NONE:
            word = "none" if denied is not denies else "any"
            return _SentenceSubject(f"{word} of {either}", is_many=False, is_denied=False)
        case Quantity.AT_LEAST:
            bound = "fewer than" if denied else "at least"
            words = f"{bound} {fact.least} of {listed_in_words(titles)}"
            return _SentenceSubject(words, fact.least != 1, is_denied=False)
        case _:
            words = listed_in_words(titles)
            if denied:
                return _SentenceSubject(f"not all of {words}", is_many=True, is_denied=False)
            return _SentenceSubject(words, is_many=True, is_denied=False)


def _of_whole(fact: Fact, whole: str, *, denied: bool) -> _SentenceSubject:
    """A subject of pieces that are alike: ``at least 2 of the 4 items “Small Key”``."""
    match fact.quantity:
        case Quantity.ANY | Quantity.NONE:
            word = "none" if denied is not (fact.quantity is Quantity.NONE) else "any"
            return _SentenceSubject(f"{word} of {whole}", is_many=False, is_denied=False)
        case Quantity.AT_LEAST:
            words = f"{'fewer than' if denied else 'at least'} {fact.least} of {whole}"
            return _SentenceSubject(words, fact.least != 1, is_denied=False)
        case _:
            words = f"{'not ' if denied else ''}all of {whole}"
            return _SentenceSubject(words, is_many=True, is_denied=False)


def _passive(participle: str) -> _Verb:
    return _Verb(
        f"is {participle}",
        f"are {participle}",
        f"has not been {participle}",
        f"have not been {participle}",
    )


def _verb(fact: Fact, quest: Quest, system: System) -> _Verb:
    if fact.kind is FactKind.IS_IN:
        place = place_in_words(fact.place, fact.cells, quest)
        return _Verb(f"is {place}", f"are {place}", f"is not {place}", f"are not {place}")
    if fact.kind is FactKind.LEAVES:
        place = place_in_words(fact.place, fact.cells, quest)
        leaves = f"leave the board {place}"
        return _Verb(f"leaves the board {place}", leaves, f"does not {leaves}", f"do not {leaves}")
    if fact.kind is FactKind.CARRIES:
        item = _item(fact.object, quest, system)
        return _Verb(
            f"carries {item}", f"carry {item}", f"does not carry {item}", f"do not carry {item}"
        )
    if fact.kind is FactKind.CARRIED:
        return _Verb("is carried", "are carried", "is not carried", "are not carried")
    if fact.kind is FactKind.STATE:
        state = system.states[fact.object].title
        return _Verb(f"is {state}", f"are {state}", f"is not {state}", f"are not {state}")
    if fact.kind is FactKind.HAPPENED:
        return _Verb("happens", "happen", "has not happened", "have not happened")
    return _passive(_PARTICIPLES.get(fact.kind, fact.kind.value))


def _item(name: str, quest: Quest, system: System) -> str:
    """What the item of an id, or one of those that share a name, is called in a sentence."""
    items = items_called(name, quest.items)
    return item_in_words(items[0]) if items else with_article(title_of(name, quest, system))


_PARTICIPLES = {FactKind.SET: "marked", FactKind.SPRUNG: "set off"}


# -- effects ----------------------------------------------------------------------------


def say_effect(  # noqa: PLR0911 - a sentence for each kind of effect
    effect: Effect, quest: Quest, system: System
) -> str:
    """An effect in words, without its full stop: ``Place 2 Zombies near G2, facing west``."""
    match effect.kind:
        case EffectKind.READ:
            return f"Read aloud: “{plain_text(effect.text, quest, system)}”"
        case EffectKind.NOTE:
            return plain_text(effect.text, quest, system)
        case EffectKind.GIVE | EffectKind.TAKE:
            verb = "gain" if effect.kind is EffectKind.GIVE else "lose"
            item = _item(effect.target, quest, system)
            if effect.to:
                to = listed_in_words([k.title for k in quest.party if k.word in effect.to], "or")
                return f"{to} gains {item}"
            return f"{side_with_verb(system.party, verb, f'{verb}s')} {item}"
        case EffectKind.DRAW:
            return f"{side_with_verb(system.party, 'draw', 'draws')} {_cards(effect, system)}"
        case EffectKind.GRANT:
            token = system.tokens[effect.target]
            named = token.title if effect.amount == 1 else token.plural
            gets = side_with_verb(system.sides[token.side], "get", "gets")
            return f"{gets} {effect.amount} {named} more"
        case EffectKind.REWARD:
            return f"Each {system.party.one.capitalize()} gains {effect.amount} {effect.target}"
        case EffectKind.SPAWN:
            kind = system.kinds[effect.target]
            facing = f", facing {effect.facing}" if effect.facing else ""
            place = place_in_words(effect.place, effect.cells, quest)
            titles = listed_in_words(special.title for special in effect.specials)
            having = f", with {titles}" if titles else ""
            return f"Place {count_in_words(effect.amount, kind)} {place}{facing}{having}"
        case EffectKind.SET:
            return f"Mark “{title_of(effect.target, quest, system)}”"
        case EffectKind.CLEAR | EffectKind.BLOCK:
            named, _ = _named_place(effect.place, effect.cells, quest)
            if effect.kind is EffectKind.CLEAR:
                return f"Clear {named}: one may walk there again"
            return f"Block {named}: nobody may walk there any more"
        case _:
            return _say_change(effect, quest, system)


def _cards(effect: Effect, system: System) -> str:
    """The cards that are drawn: ``2 Exploration cards``, or a card by its name."""
    if effect.target in system.decks:
        return f"{effect.amount} {effect.target_title} {'card' if effect.amount == 1 else 'cards'}"
    deck = drawn_deck(system)
    return f"“{effect.target_title}” from the {deck.title if deck is not None else ''} deck"


def _place_named(effect: Effect, quest: Quest) -> str:
    """The place of an effect, as a noun; empty where it has none."""
    return _named_place(effect.place, effect.cells, quest)[0] if effect.cells else ""


def _say_change(effect: Effect, quest: Quest, system: System) -> str:
    """A change of a thing, gate or area, or the end of the quest, as a sentence."""
    thing = next((thing for thing in quest.things if thing.id == effect.target), None)
    target = thing_in_words(thing) if thing is not None else with_article(effect.target_title)
    if effect.kind is EffectKind.END:
        return side_with_verb(system.sides[effect.target], "win", "wins")
    if effect.kind is EffectKind.REMOVE and thing is None:
        return f"{effect.target_title} is out of the quest"
    if effect.kind is EffectKind.CHANGE:
        columns = {column.value: column.title for column in system.columns}
        values = [f"{columns.get(word, word)} {number}" for word, number in effect.values]
        sentence = f"{target} has {listed_in_words(values)} from now on"
        return sentence[:1].upper() + sentence[1:]
    sentence = {
        EffectKind.REVEAL: f"reveal {target}",
        EffectKind.OPEN: f"{target} opens",
        EffectKind.UNLOCK: f"{target} is unlocked",
        EffectKind.CLOSE: f"{target} closes",
        EffectKind.REMOVE: f"remove {target} from the board",
        EffectKind.RAISE: f"{target} stands again where it was placed, as at the beginning",
        EffectKind.KEEP: f"{target} does not leave {_place_named(effect, quest)} any more",
        EffectKind.TRIGGER: f"{target} is set off",
    }[effect.kind]
    return sentence[:1].upper() + sentence[1:]
