"""Read quest files in another language: the same text with translated texts in it.

Takes a Project and a language. A file `tower.quest` has its translation beside it, in
`tower.de.po`. Gives sources in which each translated text stands in place of its original; gathers
findings about the catalogs, and what they lack.
"""

from __future__ import annotations

import textwrap
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Final

from questwright.compiler import codes
from questwright.compiler.project import STDIN, SUFFIX, Read
from questwright.compiler.translation.catalog import (
    ReadCatalog,
    line_span,
    read_catalog,
    translations,
)
from questwright.compiler.translation.texts import MARK, marks_of, texts_of
from questwright.dsl import limits
from questwright.dsl.diagnostics import Diagnostic, Label
from questwright.dsl.parser import QuestParser
from questwright.dsl.prepare import is_allowed
from questwright.dsl.source import Source, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from questwright.compiler.project import Project
    from questwright.compiler.translation.catalog import CatalogEntry, Key
    from questwright.compiler.translation.texts import FoundText

_WIDTH: Final = 100
_QUOTES: Final = '"""'
_SHOWN: Final = 20
"""The most findings of one sort about one catalog."""


def catalog_path(path: str, language: str) -> Path:
    """Where the translation of a quest file lies: `tower.de.po` beside `tower.quest`."""
    return Path(path).with_name(f"{PurePath(path).name.removesuffix(SUFFIX)}.{language}.po")


class TranslatedProject:
    """Sources of another project, in a language."""

    def __init__(self, project: Project, language: str, *, is_spoken: bool = True) -> None:
        """A project in a language; ``is_spoken`` says whether the program has words in it."""
        self._project = project
        self.language = language
        self._parser = QuestParser()
        self._is_spoken = is_spoken
        self.marks: dict[Key, tuple[str, ...]] = {}
        """What the marks of all files are called that have been read, to print with."""
        self.findings: list[Diagnostic] = []
        self.sources: dict[str, Source] = {}
        """The catalogs, and the texts in their own language, that the findings point into."""

    def read(self, path: str) -> Read:
        """The source of a file, in the language."""
        read = self._project.read(path)
        return read if path == STDIN else self._translated(read)

    def include(self, path: str, written: str, span: Span) -> tuple[str, Read | None, str]:
        """The source of an included file, in the language."""
        shown, read, why = self._project.include(path, written, span)
        return shown, read if read is None else self._translated(read), why

    def texts_of(self, names: Iterable[str]) -> dict[str, str]:
        """The texts of those files that were read, and of their catalogs, as they are.

        That of a catalog that is missing is empty.
        """
        texts: dict[str, str] = {}
        for name in names:
            if name in self.sources:
                catalog = str(catalog_path(name, self.language))
                texts[name] = self.sources[name].text
                texts[catalog] = self.sources[catalog].text if catalog in self.sources else ""
        return texts

    def _translated(self, read: Read) -> Read:
        if read.findings:
            return read
        source = read.source
        if not self._is_spoken:
            self._is_spoken = True
            self.findings.append(_speechless(source, self.language))
        found = [*texts_of(self._parser.parse(source).file)]
        path = catalog_path(source.path, self.language)
        catalog = ReadCatalog(Source(str(path), ""), {}, {}, ())
        if path.is_file():
            catalog = read_catalog(path)
            self.sources[str(path)] = catalog.source
            self.findings += catalog.findings
            if catalog.findings:
                return read
        filling = _Filling(source, catalog, found)
        text = filling.text()
        self.marks |= filling.marks
        self.findings += filling.findings(self.language)
        self.sources.setdefault(source.path, source)
        return Read(Source(source.path, text), ())


class _Filling:
    """Puts the translations of a catalog in the place of a file's texts."""

    def __init__(self, source: Source, catalog: ReadCatalog, found: list[FoundText]) -> None:
        self._source = source
        self._catalog = catalog
        self._found = found
        self._known: Mapping[Key, tuple[str, ...]] = translations([*catalog.entries.values()])
        self._missing: list[FoundText] = []
        self._unfit: dict[Key, tuple[CatalogEntry, str]] = {}
        self._used: set[Key] = set()
        self.marks: dict[Key, tuple[str, ...]] = {}
        """What the marks of the file are called."""

    def text(self) -> str:
        """The text of the file with all translations that fit."""
        pieces, done = [], 0
        for mark in (found for found in self._found if found.is_mark):
            words = self._words(mark)
            if words is not None:
                self.marks[MARK, mark.message] = (words,)
        texts = [found for found in self._found if not found.is_mark]
        for found in sorted(texts, key=lambda found: found.text.span.start):
            start = found.text.content_start
            words = self._words(found)
            if words is not None:
                pieces += [self._source.text[done:start], words]
                done = start + len(found.text.raw)
        return "".join((*pieces, self._source.text[done:]))

    def _words(self, found: FoundText) -> str | None:
        """What stands between the quotes of a text; None where it stays as it is."""
        key = next((key for key in _keys(found) if key in self._catalog.entries), None)
        if key is not None:
            self._used.add(key)
        if key is None or key not in self._known:
            self._missing.append(found)
            return None
        translation = self._known[key][0]
        why = unfit(found, translation)
        if why:
            self._unfit[key] = (self._catalog.entries[key], why)
            return None
        if not found.text.is_prose:
            return " ".join(translation.split())
        return _wrapped(translation, found.text.raw)

    def findings(self, language: str) -> list[Diagnostic]:
        """What is wrong with the catalog, and how much of it is missing."""
        found = [
            Diagnostic(
                codes.UNFIT_TRANSLATION,
                "a translation does not fit its text, which is printed instead",
                self._catalog.label(entry, why),
                reason="a translation has the marks and references of its text, and no others",
                help="put it right in the catalog",
            )
            for entry, why in [*self._unfit.values()][:_SHOWN]
        ]
        strange = [entry for key, entry in self._catalog.entries.items() if key not in self._used]
        found += [
            Diagnostic(
                codes.STRAY_MESSAGE,
                "the quest has no such text",
                self._catalog.label(entry, "translated, and not printed"),
                reason="the text of the quest has changed, or another quest has it",
                help=f"`questwright messages {self._name} --out {self._file} --update` tidies up",
            )
            for entry in strange[:_SHOWN]
        ]
        if self._missing:
            found.append(self._untranslated(language))
        return found

    @property
    def _name(self) -> str:
        return PurePath(self._source.path).name

    @property
    def _file(self) -> str:
        return PurePath(self._catalog.source.path).name

    def _untranslated(self, language: str) -> Diagnostic:
        count, total = len(self._missing), len(self._found)
        fuzzy = sum(
            entry.is_fuzzy
            for found in self._missing
            for key in _keys(found)
            if (entry := self._catalog.entries.get(key)) is not None
        )
        first = self._missing[0]
        span = Span(self._source.path, *first.text.span[1:])
        why = f"{fuzzy} of them are fuzzy, so they may be wrong" if fuzzy else None
        is_there = bool(self._catalog.entries)
        option = " --update" if is_there else ""
        return Diagnostic(
            codes.UNTRANSLATED,
            f"{count} of {total} texts have no translation into `{language}`",
            Label(line_span(self._source, 1) if span.end <= span.start else span, "the first"),
            reason=why or "they are printed in the language of the quest",
            help=f"translate them in `{self._file}`: "
            f"`questwright messages {self._name} --out {self._file}{option}` lists them",
        )


def _speechless(source: Source, language: str) -> Diagnostic:
    return Diagnostic(
        codes.UNTRANSLATED,
        f"Questwright's own words have no translation into `{language}`",
        Label(line_span(source, 1), "printed with English headings"),
        reason="its words are in English and in the languages of `templates/language`",
        help="print it in one of these, or send us a catalog",
    )


def _keys(found: FoundText) -> tuple[Key, Key]:
    """Under what a catalog may have a text: in its role alone, or in every role."""
    return (found.role, found.message), ("", found.message)


def unfit(found: FoundText, translation: str) -> str:
    """Why a translation cannot stand in the place of a text; empty if it can."""
    if any(not is_allowed(letter) for letter in translation):
        return "a character that no quest may have"
    if found.text.is_prose:
        if _QUOTES in translation:
            return "straight quotes: write “ and ”, or those of the language"
        if len(translation) > limits.PROSE_CHARACTERS:
            return f"{len(translation):,} characters; {limits.PROSE_CHARACTERS:,} are allowed"
    elif '"' in translation or "\n" in translation.strip():
        return "a straight quote or a line break in a text of one line"
    elif len(translation) > limits.LINE_CHARACTERS // 2:
        return f"{len(translation):,} characters on one line"
    if marks_of(translation) != marks_of(found.message):
        ours, theirs = (" ".join(marks_of(text)) for text in (found.message, translation))
        return f"other marks: the text has {ours or 'none'}, this has {theirs or 'none'}"
    return ""


def _wrapped(translation: str, raw: str) -> str:
    """A translation as the lines of a triple-quoted text, on as many as the original if they do."""
    lines: list[str] = []
    for line in translation.split("\n"):
        lines += textwrap.wrap(line, _WIDTH, break_long_words=False, break_on_hyphens=False) or [""]
    head = "\n" if raw.startswith("\n") else ""
    lines += [""] * (raw.count("\n") - len(head) - len(lines) + 1)
    text = head + "\n".join(lines)
    # A straight quote at the end would be taken for one of the three that close the text.
    return f"{text}\n" if text.endswith('"') or (head and not text.endswith("\n")) else text
