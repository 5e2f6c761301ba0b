"""Conditions in words: ``any Hero carries the Sun-Blade and all Heroes are in The Well``."""

from __future__ import annotations

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.language import message, say
from questwright.compiler.model.conditions import Every, Fact, FactKind, Not, Quantity, Some
from questwright.compiler.model.round_words import round_words
from questwright.compiler.wording.phrases import (
    item_called,
    place_in_words,
    thing_in_words,
    title_of,
)
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Final

    from questwright.compiler.model.conditions import Condition
    from questwright.compiler.model.quest import Quest, Thing
    from questwright.compiler.packs.system.system import Kind, Side, System
    from questwright.compiler.packs.system.turns import TurnRules


class _SentenceSubject(NamedTuple):
    """The subject of a fact's sentence, and the form of verb that follows it."""

    words: str
    is_many: bool
    is_denied: bool


class _Verb(NamedTuple):
    """The four forms of a sentence: singular and plural, affirmed and denied."""

    singular: str
    plural: str
    not_singular: str
    not_plural: str
    values: Mapping[str, str]
    """What stands in the sentence besides its subject."""


def say_condition(condition: Condition, quest: Quest, system: System) -> str:
    """A condition in words: ``any Hero carries the Sun-Blade and all Heroes are in The Well``."""
    return _say(condition, quest, system, denied=False, depth=0)


def _say(condition: Condition, quest: Quest, system: System, *, denied: bool, depth: int) -> str:
    there = _carried_there(condition)
    if there is not None:
        return _say_fact(there[0], quest, system, denied=denied, there=there[1])
    match condition:
        case Not(part, _):
            return _say(part, quest, system, denied=not denied, depth=depth)
        case Every(parts, _) | Some(parts, _):
            if len(parts) == 1:
                return _say(parts[0], quest, system, denied=denied, depth=depth)
            rounds = _one_of_rounds(condition)
            if rounds and not denied:
                return _say_rounds(rounds, system.turns)
            joint = "and" if isinstance(condition, Every) is not denied else "or"
            phrases = [_say(part, quest, system, denied=denied, depth=depth + 1) for part in parts]
            is_nested = any(_is_joined(part) for part in parts)
            words = _joined(phrases, joint, is_nested=is_nested)
            if depth == 0 and joint == "or":
                return say("either {conditions}", conditions=words) if is_nested else words
            return words if depth == 0 else f"({words})" if depth > 1 else _inner(words, joint)
        case Fact():
            return _say_fact(condition, quest, system, denied=denied)


def _carried_there(condition: Condition) -> tuple[Fact, Fact] | None:
    """That one of some members carries something, and that it stands somewhere with it.

    None if a condition asks for something else than both of any one of them.
    """
    if not isinstance(condition, Some):
        return None
    pairs = []
    for part in condition.parts:
        match part:
            case Every((Fact() as has, Fact() as stands), _):
                pairs.append((has, stands))
            case _:
                return None
    subjects = tuple(subject for has, _ in pairs for subject in has.subjects)
    carries, there = pairs[0]
    is_whole = (carries.kind, there.kind) == (FactKind.CARRIES, FactKind.IS_IN) and all(
        has.subjects == stands.subjects
        and (has._replace(subjects=()), stands._replace(subjects=()))
        == (carries._replace(subjects=()), there._replace(subjects=()))
        for has, stands in pairs
    )
    of_any = carries.quantity is Quantity.ANY is there.quantity
    return (carries._replace(subjects=subjects), there) if is_whole and of_any else None


def _one_of_rounds(condition: Condition) -> tuple[int, ...]:
    """The rounds of which a condition asks that it is one; empty if it asks for something else."""
    parts = condition.parts if isinstance(condition, Some) else ()
    facts = [part for part in parts if isinstance(part, Fact) and part.comparison == "="]
    is_alone = len(facts) == len(parts) and all(fact.kind is FactKind.ROUND for fact in facts)
    return tuple(fact.number for fact in facts) if is_alone else ()


def _is_joined(condition: Condition) -> bool:
    while isinstance(condition, Not):
        condition = condition.part
    if _carried_there(condition) is not None or _one_of_rounds(condition):
        return False
    return not isinstance(condition, Fact) and len(condition.parts) > 1


def _joined(phrases: list[str], joint: str, *, is_nested: bool) -> str:
    """Conditions joined to one; with commas where some of them are joined themselves."""
    words = phrases[0]
    for phrase in phrases[1:]:
        if joint == "or":
            form = message("{first}, or {second}") if is_nested else message("{first} or {second}")
        else:
            form = (
                message("{first}, and {second}") if is_nested else message("{first} and {second}")
            )
        words = say(form, first=words, second=phrase)
    return words


def _inner(words: str, joint: str) -> str:
    if joint == "or":
        return say("either {conditions}", conditions=words)
    return say("both {conditions}", conditions=words)


def _say_fact(
    fact: Fact, quest: Quest, system: System, *, denied: bool, there: Fact | None = None
) -> str:
    """A fact in words; of one that carries something ``there``, both in one."""
    if fact.kind is FactKind.ROUND:
        return _say_round(fact, system.turns, denied=denied)
    if fact.kind in (FactKind.DONE, FactKind.HAPPENED, FactKind.SET):
        subject = _quoted(fact, quest, system, denied=denied)
    else:
        subject = _subject(fact, quest, system, denied=denied)
    verb = _verb(fact, quest, system)
    if there is not None:
        where = _verb(there, quest, system)
        verb = _Verb(*_CARRYING, {**verb.values, **where.values})
    if subject.is_denied:
        phrase = verb.not_plural if subject.is_many else verb.not_singular
    else:
        phrase = verb.plural if subject.is_many else verb.singular
    return say(phrase, who=subject.words, **verb.values)


def _say_round(fact: Fact, turns: TurnRules, *, denied: bool) -> str:
    opposite = {">=": "<", ">": "<=", "<": ">=", "<=": ">", "=": "!=", "!=": "="}
    comparison = opposite[fact.comparison] if denied else fact.comparison
    number = fact.number
    if fact.place:
        # What runs out says so itself, and when: no round needs to be counted for it.
        form = message("{what} (at the end of {round} {number})")
        told = say(form, what=fact.place, number=number, **round_words(turns))
        return say("not yet: {what}", what=told) if denied else told
    return say(_ROUNDS[comparison], number=number, **round_words(turns))


def _say_rounds(rounds: Sequence[int], turns: TurnRules) -> str:
    """That it is one of some rounds: ``it is round 2, 3 or 4``."""
    numbers = listed_in_words(map(str, rounds), "or")
    return say(_ROUNDS["="], number=numbers, **round_words(turns))


_ROUNDS = {
    ">=": message("{round} {number} has begun"),
    ">": message("{round} {number} is over"),
    "<": message("{round} {number} has not begun"),
    "<=": message("{round} {number} is not over"),
    "=": message("it is {round} {number}"),
    "!=": message("it is not {round} {number}"),
}


def _quoted(fact: Fact, quest: Quest, system: System, *, denied: bool) -> _SentenceSubject:
    titles = [say("“{title}”", title=title_of(id_, quest, system)) for id_ in fact.subjects]
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
        whole = say("the {count} items “{title}”", count=len(fact.subjects), title=title)
        return _of_whole(fact, whole, denied=denied)
    members = {kind.word: kind for kind in quest.party}
    subjects = [_called_by_id(id_, things, members, quest, system) for id_ in fact.subjects]
    return _several(fact, subjects, denied=denied)


def _of_side(side: Side) -> tuple[str, str]:
    return side.one_title, side.many_title


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
            return _SentenceSubject(_any_or_no(names, is_no=denied), is_many=False, is_denied=False)
        case Quantity.NONE:
            words = _any_or_no(names, is_no=not denied)
            return _SentenceSubject(words, is_many=False, is_denied=False)
        case Quantity.AT_LEAST:
            is_many = fact.least != 1
            form = (
                message("fewer than {number} {names}")
                if denied
                else message("at least {number} {names}")
            )
            words = say(form, number=fact.least, names=plural if is_many else singular)
            return _SentenceSubject(words, is_many, is_denied=False)
        case _:
            words = say("not all {names}" if denied else "all {names}", names=plural)
            return _SentenceSubject(words, is_many=True, is_denied=False)


def _any_or_no(names: tuple[str, str], *, is_no: bool) -> str:
    """Any member of a class, or none; a language may need the plural or the singular."""
    form = message("no {name}") if is_no else message("any {name}")
    return say(form, name=names[0], names=names[1])


def _several(fact: Fact, titles: list[str], *, denied: bool) -> _SentenceSubject:
    """A subject of one or several titles: ``any of A or B``, ``at least 2 of A, B and C``."""
    denies = fact.quantity is Quantity.NONE
    if len(titles) == 1:
        return _SentenceSubject(titles[0], is_many=False, is_denied=denied is not denies)
    either = listed_in_words(titles, "or")
    match fact.quantity:
        case Quantity.ANY | Quantity.NONE:
            words = say(
                "none of {names}" if denied is not denies else "any of {names}", names=either
            )
            return _SentenceSubject(words, is_many=False, is_denied=False)
        case Quantity.AT_LEAST:
            form = (
                message("fewer than {number} of {names}")
                if denied
                else message("at least {number} of {names}")
            )
            words = say(form, number=fact.least, names=listed_in_words(titles))
            return _SentenceSubject(words, fact.least != 1, is_denied=False)
        case _:
            words = listed_in_words(titles)
            if denied:
                words = say("not all of {names}", names=words)
                return _SentenceSubject(words, is_many=True, is_denied=False)
            return _SentenceSubject(words, is_many=True, is_denied=False)


def _of_whole(fact: Fact, whole: str, *, denied: bool) -> _SentenceSubject:
    """A subject of pieces that are alike: ``at least 2 of the 4 items “Small Key”``."""
    match fact.quantity:
        case Quantity.ANY | Quantity.NONE:
            is_none = denied is not (fact.quantity is Quantity.NONE)
            words = say("none of {names}" if is_none else "any of {names}", names=whole)
            return _SentenceSubject(words, is_many=False, is_denied=False)
        case Quantity.AT_LEAST:
            form = (
                message("fewer than {number} of {names}")
                if denied
                else message("at least {number} of {names}")
            )
            words = say(form, number=fact.least, names=whole)
            return _SentenceSubject(words, fact.least != 1, is_denied=False)
        case _:
            words = say("not all of {names}" if denied else "all of {names}", names=whole)
            return _SentenceSubject(words, is_many=True, is_denied=False)


def _verb(fact: Fact, quest: Quest, system: System) -> _Verb:
    """The sentence of a fact, in its four forms."""
    values: dict[str, str] = {}
    if fact.kind in (FactKind.IS_IN, FactKind.LEAVES):
        values["place"] = place_in_words(fact.place, fact.cells, quest)
    elif fact.kind is FactKind.CARRIES:
        values["item"] = item_called(fact.object, quest, system)
    elif fact.kind is FactKind.STATE:
        values["state"] = system.states[fact.object].title
        if fact.comparison:
            values["amount"] = say(_AMOUNTS[fact.comparison], number=fact.number)
            return _Verb(*_HAVING, values)
    return _Verb(*_SENTENCES[fact.kind], values)


_AMOUNTS: Final = {
    ">=": message("at least {number}"),
    ">": message("more than {number}"),
    "<=": message("at most {number}"),
    "<": message("fewer than {number}"),
    "=": message("exactly {number}"),
    "!=": message("other than {number}"),
}
_HAVING: Final = (
    message("{who} has {amount} {state}"),
    message("{who} have {amount} {state}"),
    message("{who} does not have {amount} {state}"),
    message("{who} do not have {amount} {state}"),
)


_CARRYING: Final = (
    message("{who} is {place} with {item}"),
    message("{who} are {place} with {item}"),
    message("{who} is not {place} with {item}"),
    message("{who} are not {place} with {item}"),
)


_SENTENCES: Final = {
    FactKind.IS_IN: (
        message("{who} is {place}"),
        message("{who} are {place}"),
        message("{who} is not {place}"),
        message("{who} are not {place}"),
    ),
    FactKind.LEAVES: (
        message("{who} leaves the board {place}"),
        message("{who} leave the board {place}"),
        message("{who} does not leave the board {place}"),
        message("{who} do not leave the board {place}"),
    ),
    FactKind.CARRIES: (
        message("{who} carries {item}"),
        message("{who} carry {item}"),
        message("{who} does not carry {item}"),
        message("{who} do not carry {item}"),
    ),
    FactKind.CARRIED: (
        message("{who} is carried"),
        message("{who} are carried"),
        message("{who} is not carried"),
        message("{who} are not carried"),
    ),
    FactKind.STATE: (
        message("{who} is {state}"),
        message("{who} are {state}"),
        message("{who} is not {state}"),
        message("{who} are not {state}"),
    ),
    FactKind.HAPPENED: (
        message("{who} has happened"),
        message("{who} have happened"),
        message("{who} has not happened"),
        message("{who} have not happened"),
    ),
    FactKind.OPENED: (
        message("{who} is opened"),
        message("{who} are opened"),
        message("{who} has not been opened"),
        message("{who} have not been opened"),
    ),
    FactKind.CLOSED: (
        message("{who} is closed"),
        message("{who} are closed"),
        message("{who} has not been closed"),
        message("{who} have not been closed"),
    ),
    FactKind.FOUND: (
        message("{who} is found"),
        message("{who} are found"),
        message("{who} has not been found"),
        message("{who} have not been found"),
    ),
    FactKind.REVEALED: (
        message("{who} is revealed"),
        message("{who} are revealed"),
        message("{who} has not been revealed"),
        message("{who} have not been revealed"),
    ),
    FactKind.SEARCHED: (
        message("{who} is searched"),
        message("{who} are searched"),
        message("{who} has not been searched"),
        message("{who} have not been searched"),
    ),
    FactKind.CLEARED: (
        message("{who} is cleared"),
        message("{who} are cleared"),
        message("{who} has not been cleared"),
        message("{who} have not been cleared"),
    ),
    FactKind.DEFEATED: (
        message("{who} is defeated"),
        message("{who} are defeated"),
        message("{who} has not been defeated"),
        message("{who} have not been defeated"),
    ),
    FactKind.TAKEN: (
        message("{who} is taken"),
        message("{who} are taken"),
        message("{who} has not been taken"),
        message("{who} have not been taken"),
    ),
    FactKind.DONE: (
        message("{who} is done"),
        message("{who} are done"),
        message("{who} has not been done"),
        message("{who} have not been done"),
    ),
    FactKind.SPRUNG: (
        message("{who} is set off"),
        message("{who} are set off"),
        message("{who} has not been set off"),
        message("{who} have not been set off"),
    ),
    FactKind.SET: (
        message("{who} is marked"),
        message("{who} are marked"),
        message("{who} has not been marked"),
        message("{who} have not been marked"),
    ),
}
"""The sentence of each kind of fact: of one and of many, affirmed and denied."""
