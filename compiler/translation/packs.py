"""The printed words of a pack, and a pack whose printed words are translated.

Takes the plain data of a sound pack. What it has in `title`, `text` and their like is printed; its
ids and words are not, for quests use them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from questwright.compiler import codes
from questwright.compiler.packs.system.tables import in_a_cell, rows_of, value_at
from questwright.compiler.translation.catalog import read_catalog, translations
from questwright.compiler.translation.texts import marks_of, texts_of
from questwright.compiler.translation.translated import unfit
from questwright.dsl.diagnostics import Diagnostic, Label
from questwright.dsl.parser import QuestParser
from questwright.dsl.records import NamedTuple
from questwright.dsl.source import Source, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from questwright.compiler.packs.read.tree import Json
from questwright.compiler.translation.catalog import Key

_PRINTED: Final = frozenset(
    {"title", "plural", "text", "default_victory_text", "given", "verb", "marauder", "note"}
)
"""The keys whose values are printed, wherever they stand."""
_SIDES: Final = ("one", "many")
_ROUNDS: Final = ("round", "rounds")
_WORD: Final = "word"
"""The role of words that quests use and that are printed, too."""
_A_WORD: Final = re.compile(r"[^\W\d_]{2}")
_ORIGINS: Final = frozenset({"source", "rule"})
_UNPRINTED: Final = frozenset({"tile_texts", "symbols", "rules_behind", "citations"})


class PackText(NamedTuple):
    """A printed text of a pack."""

    text: str
    role: str
    place: str


class TranslatedPack(NamedTuple):
    """A pack in another language, and what its catalog lacks."""

    plain: Mapping[str, Json]
    findings: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]


def texts_of_pack(plain: Mapping[str, Json]) -> tuple[PackText, ...]:
    """Every printed text of a pack, each once for each role, in the order of the pack."""
    walk = _PackWords({})
    walk.whole(plain)
    return tuple(walk.found)


def translated_pack(plain: Mapping[str, Json], folder: Path, language: str) -> TranslatedPack:
    """A pack with the words of its catalog, `de.po` in its folder, as far as there are any."""
    path = folder / f"{language}.po"
    known: Mapping[Key, tuple[str, ...]] = {}
    findings: list[Diagnostic] = []
    source = Source(path.as_posix(), "")
    if path.is_file():
        read = read_catalog(path)
        source = read.source
        findings += read.findings
        known = translations([*read.entries.values()])
    walk = _PackWords(known)
    whole = walk.whole(plain)
    if walk.missing and not findings:
        message = f"{len(walk.missing)} of {len(walk.found)} words of this game have no translation"
        findings.append(
            Diagnostic(
                codes.UNTRANSLATED,
                f"{message} into `{language}`",
                Label(Span(source.path, 0, 0), f"the first: “{walk.missing[0].text[:60]}”"),
                reason="they are printed as the pack has them",
                help=f"translate them in `{language}.po`, in the folder of the pack",
            )
        )
    return TranslatedPack(whole, tuple(findings), {source.path: source} if findings else {})


class _PackWords:
    """Walks through a pack, and puts translations in the place of its texts."""

    def __init__(self, known: Mapping[Key, tuple[str, ...]]) -> None:
        self._known = known
        self.found: list[PackText] = []
        self.missing: list[PackText] = []
        self._seen: set[Key] = set()

    def whole(self, plain: Mapping[str, Json]) -> dict[str, Json]:
        """The pack in the other language; its words are beside it, under `words`."""
        whole = {
            key: value if key in _UNPRINTED else self._value(value, key, key)
            for key, value in plain.items()
        }
        whole["tile_texts"] = [self._drawn(part) for part in _each(plain.get("tile_texts"))]
        words = {word: self._text(word, _WORD, "") for word in _words(plain)}
        whole["words"] = {word: text for word, text in words.items() if text != word}
        return whole

    def _value(self, value: Json, key: str, place: str) -> Json:
        if isinstance(value, dict):
            return self._mapping(value, place)
        if isinstance(value, list):
            return [self._value(part, key, place) for part in value]
        if isinstance(value, str) and (key in _PRINTED or place.startswith("texts")):
            return self._text(
                value, place.rsplit(".", maxsplit=1)[-1] if key in _PRINTED else "texts", place
            )
        return value

    def _drawn(self, part: Mapping[str, Json]) -> dict[str, Json]:
        """A file of the pack that draws tiles, with translated texts."""
        name, text = str(part.get("name", "")), str(part.get("text", ""))
        found = [*texts_of(QuestParser().parse(Source(name, text)).file)]
        pieces, done = [], 0
        for each in sorted(found, key=lambda each: each.text.span.start):
            words = self._text(each.message, each.role, f"{name}: {each.place}")
            start = each.text.content_start
            if not unfit(each, words):
                pieces += [text[done:start], words]
                done = start + len(each.text.raw)
        return {**part, "text": "".join((*pieces, text[done:]))}

    def _mapping(self, value: Mapping[str, Json], place: str) -> dict[str, Json]:
        found = {key: self._value(part, key, f"{place}.{key}") for key, part in value.items()}
        parts = place.split(".")
        if parts[0] == "sides" and len(parts) == 2:
            for key in _SIDES:
                word = value.get(key)
                if isinstance(word, str):
                    found[f"{key}_title"] = self._text(word.capitalize(), key, f"{place}.{key}")
        for key in _ROUNDS if place == "turns" else ():
            word = value.get(key)
            if isinstance(word, str):
                found[key] = self._text(word, key, f"{place}.{key}")
        group = value.get("group")
        if parts[0] == "columns" and isinstance(group, str):
            found["group"] = self._text(group, "group", place)
        return found

    def _text(self, text: str, role: str, place: str) -> str:
        if not text.strip():
            return text
        known = self._known.get((role, text)) or self._known.get(("", text))
        if (role, text) not in self._seen:
            self._seen.add((role, text))
            found = PackText(text, role, place)
            self.found.append(found)
            self.missing += [] if known else [found]
        fits = known is not None and marks_of(known[0]) == marks_of(text)
        return known[0] if known is not None and fits else text


def _words(plain: Mapping[str, Json]) -> Iterator[str]:
    """Words that quests use and that are printed, too: traits, groups of gear, icons of cards."""
    columns = plain.get("columns")
    shown = {column.get("value") for column in _each(columns)}
    found: dict[str, None] = {}
    for kind in _each(plain.get("kinds")):
        for name in shown:
            for table in ("values", "traits"):
                part = kind.get(table)
                value = part.get(str(name)) if isinstance(part, dict) else None
                value = value[0] if isinstance(value, list) and value else value
                if isinstance(value, str) and not any(letter.isdigit() for letter in value):
                    found[_titled(value)] = None
    for clock in _each(plain.get("clocks")):
        states = clock.get("words")
        found |= dict.fromkeys(map(str, states)) if isinstance(states, dict) else {}
    for lock in _each(plain.get("locks")):
        values = lock.get("values")
        found |= dict.fromkeys(map(str, values)) if isinstance(values, list | dict) else {}
    for gear in _each(plain.get("gear")):
        group = gear.get("group")
        found |= {group: None} if isinstance(group, str) else {}
    for deck in _each(plain.get("decks")):
        for card in _each(deck.get("cards")):
            icons = card.get("icons")
            for icon in icons if isinstance(icons, list) else ():
                found[_titled(str(icon))] = None
    found |= dict.fromkeys(_in_tables(plain))
    yield from found


def _in_tables(plain: Mapping[str, Json]) -> Iterator[str]:
    """Words in the cells of the tables that are printed, and of the price list."""
    decks = {
        word: _each(deck.get("cards")) if isinstance(deck, dict) else ()
        for word, deck in _mapping(plain.get("decks")).items()
    }
    rules = _mapping(plain.get("rules"))
    sources = {**rules, "terrains": [*_each(plain.get("terrains"))], "decks": decks}
    for table in (*_each(plain.get("aids")), *_each(plain.get("interludes"))):
        columns = [str(column.get("value")) for column in _each(table.get("columns"))]
        columns = [column for column in columns if column.rpartition(".")[2] not in _PRINTED]
        for row in rows_of(sources, str(table.get("rows", "")).split(".")):
            for column in columns:
                yield from _in_cell(value_at(row, column))
        for mark in rows_of(sources, str(table.get("legend", "")).split(".")):
            for key, value in mark.items():
                if isinstance(value, str) and key not in _PRINTED | _ORIGINS:
                    yield from _in_cell(value)
    musters = _mapping(plain.get("musters"))
    for row in rows_of(rules, str(musters.get("prices", "")).split(".")):
        yield _titled(str(row.get("kind")))
    for row in rows_of(rules, str(musters.get("growth", "")).split(".")):
        yield from _in_cell(row.get("born_as"))


def _in_cell(value: object) -> Iterator[str]:
    """The words of a cell; no marks and no numbers."""
    if isinstance(value, dict):
        for word, part in value.items():
            yield from (*_in_cell(word), *_in_cell(part))
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _in_cell(part)
    elif isinstance(value, str) and _A_WORD.search(value):
        yield in_a_cell(value)


def _mapping(value: object) -> Mapping[str, Json]:
    return value if isinstance(value, dict) else {}


def _titled(word: str) -> str:
    return word.replace("-", " ").capitalize()


def _each(value: object) -> Iterator[Mapping[str, Json]]:
    """The mappings in a list or a mapping."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    yield from (part for part in parts if isinstance(part, dict))
