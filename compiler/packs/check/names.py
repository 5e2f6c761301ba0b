"""Whether quests can use the words of a pack: each is free in the language, and means one thing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.packs import codes
from questwright.compiler.packs.check.lookup import entries, mapping, unknown
from questwright.compiler.packs.check.words import card_words
from questwright.compiler.packs.read.conditions import read_condition
from questwright.compiler.packs.read.tree import at
from questwright.dsl.diagnostics import Diagnostic, Label
from questwright.dsl.parser import QuestParser
from questwright.dsl.source import Source
from questwright.dsl.syntax import Form, Name, Predicate, Statement

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.packs.read.tree import Json, Path, Tree

_GROUND: Final = ("terrains", "levels", "barriers", "crossings")
"""Sections of words for what a board is made of."""
_HEADS: Final = ("areas", "kinds", "gates", *_GROUND)
"""Sections whose words begin statements, and stand under drawings."""
_TAKEN: Final = frozenset(
    {"card", "cards", "deck", "group", "item", "join", "muster", "table", "wall"}
)
"""Words of the language that open a statement as those of a game do."""
_DECKS: Final = frozenset({"card", "cards", "deck"})
"""Those of them that are free for settings, in games whose boards are not dealt."""
_TIME: Final = frozenset({"round", "rounds", "turn"})
"""What conditions call the time."""
VERBS: Final = frozenset(
    {
        *("are", "carried", "carries", "carry", "cleared", "closed", "closes", "defeated", "done"),
        *("enter", "enters", "found", "happened", "happens", "is", "leave", "leaves", "opened"),
        *("opens", "revealed", "searched", "set", "sprung", "taken"),
    }
)
"""What conditions of the language ask for in every game."""


def check_names(tree: Tree) -> Iterator[Diagnostic]:
    """Find words that the language takes for something else, or that stand for two things."""
    parser = QuestParser()
    yield from _check_heads(tree, parser)
    yield from _check_sides(tree, parser)
    for word in entries(tree, "states"):
        if word in VERBS or not _is_asked(f"any one {word}", "one", parser):
            yield _taken(tree, ("states", word), "a condition asks for something else with it")
    yield from _check_upheld(tree)


def _check_heads(tree: Tree, parser: QuestParser) -> Iterator[Diagnostic]:
    drawn: dict[str, Path] = {}
    for section in (*_HEADS, "settings"):
        for word, entry in entries(tree, section).items():
            path = (section, word)
            if not _begins(word, entry, section, parser):
                yield _taken(tree, path, "a statement cannot begin with it")
            elif section == "kinds" and not _is_subject(word, parser):
                yield _taken(tree, path, "a condition cannot name it")
            if word in drawn:
                yield _twice(tree, path, drawn[word])
            drawn[word] = path
    for word, entry in entries(tree, "kinds").items():
        group = entry.get("group")
        if isinstance(group, str) and (group in _TAKEN or not _heads(group, "", parser)):
            yield _taken(tree, ("kinds", word, "group"), "a statement cannot begin with it")
    for word in card_words(tree):
        if word in entries(tree, "specials"):
            yield Diagnostic(
                codes.PACK_WORD_TWICE,
                f"`{word}` is defined twice",
                Label(tree.key_span(("specials", word)), "a special, and a card granted as one"),
                (),
                "a quest grants both with the same words",
                "rename one of them",
            )


def _begins(word: str, entry: dict[str, Json], section: str, parser: QuestParser) -> bool:
    """Whether a statement can begin with a word of a section."""
    group = str(entry.get("group", ""))
    if section == "kinds" and group:
        return _heads(word, group, parser)
    if word in (_TAKEN - _DECKS if section == "settings" else _TAKEN):
        return False
    forms = (Form.THING, Form.DOOR) if section == "gates" else (Form.THING,)
    return _heads(word, "", parser, forms)


def _heads(
    word: str, group: str, parser: QuestParser, forms: tuple[Form, ...] = (Form.THING,)
) -> bool:
    """Whether the language reads a word as one of a game, behind the group of its kind."""
    text = f"quest one {{\n{group} {word} own at C4\n}}\n"
    parsed = parser.parse(Source("", text))
    body = [node for declaration in parsed.file.declarations for node in declaration.body]
    if parsed.findings or len(body) != 1 or not isinstance(body[0], Statement):
        return False
    statement = body[0]
    names = [statement.head, *(value for item in statement.items for value in item)]
    told = [value.text for value in names if isinstance(value, Name)]
    return statement.form in forms and told == [*([group] if group else []), word, "own"]


def _is_subject(word: str, parser: QuestParser) -> bool:
    asked = (f"any {word} defeated", f"{word} defeated")
    return word not in _TIME and all(_is_asked(text, word, parser) for text in asked)


def _is_asked(text: str, subject: str, parser: QuestParser) -> bool:
    """Whether the language reads a condition as one about a subject with one verb."""
    condition = read_condition(text, "one", "", parser)
    return (
        isinstance(condition, Predicate)
        and condition.subject.text == subject
        and len(condition.verb) == 1
    )


def _check_sides(tree: Tree, parser: QuestParser) -> Iterator[Diagnostic]:
    """Find words for members of a side that the language has, or that another one has."""
    called: dict[str, tuple[str, Path]] = {}
    kinds = entries(tree, "kinds")
    for side, entry in entries(tree, "sides").items():
        for field in ("one", "many"):
            word, path = str(entry.get(field)), ("sides", side, field)
            if not _is_subject(word, parser):
                yield _taken(tree, path, "a condition cannot name it")
            other, before = called.setdefault(word, (side, path))
            if other != side:
                yield _twice(tree, path, before, "a condition could not tell the sides apart")
            kind = kinds.get(word)
            if kind is not None and kind.get("side") != side:
                reason = "a condition takes it for the side"
                yield _twice(tree, ("kinds", word), path, reason)


def _check_upheld(tree: Tree) -> Iterator[Diagnostic]:
    """Find names of findings that there are not, in what says which rules they uphold."""
    upheld = mapping(at(tree.data, ("rules", "upholds")))
    if not upheld:
        return
    # Loaded here: most packs uphold nothing.
    from questwright.compiler.codes import every_code

    names = {code.name for code in every_code()}
    for name in upheld:
        if name not in names:
            yield unknown(tree, ("rules", "upholds", name), name, names, "finding")


def _taken(tree: Tree, path: Path, reason: str) -> Diagnostic:
    word = str(at(tree.data, path)) if path[-1] in ("group", "one", "many") else str(path[-1])
    span = tree.span(path) if path[-1] != word else tree.key_span(path)
    return Diagnostic(
        codes.PACK_WORD_TWICE,
        f"`{word}` is a word of the language",
        Label(span, "taken"),
        (),
        reason,
        f"call it `{word}-{'ground' if path[0] in _GROUND else 'piece'}`, or something else",
    )


def _twice(
    tree: Tree,
    path: Path,
    other: Path,
    reason: str = "a letter under a drawing could not tell them apart",
) -> Diagnostic:
    is_field = path[-1] in ("one", "many")
    word = str(at(tree.data, path)) if is_field else str(path[-1])
    label = Label(tree.span(path) if is_field else tree.key_span(path), f"in `{path[0]}`")
    related = Label(tree.key_span(other), f"and in `{other[0]}`")
    return Diagnostic(
        codes.PACK_WORD_TWICE,
        f"`{word}` is defined twice",
        label,
        (related,),
        reason,
        "rename one of them",
    )
