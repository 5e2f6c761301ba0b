"""Read and write catalogs: gettext PO, with limits.

Takes bytes that may be anything. Returns the entries, or findings; never raises for a bad file.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from questwright.compiler import codes
from questwright.compiler.files import read_file
from questwright.compiler.language import SOURCE, Catalog
from questwright.dsl.diagnostics import Diagnostic, Label
from questwright.dsl.records import NamedTuple
from questwright.dsl.source import Source, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    import polib

CATALOG_BYTES: Final = 4_194_304
"""Bytes of one catalog."""
CATALOG_MESSAGES: Final = 20_000
"""Messages of one catalog."""
_TAG: Final = re.compile(r"[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2})?\Z")
_LINE: Final = re.compile(r"line (\d+)")
_PLURAL: Final = re.compile(r"plural=([^;]+)")
_LONGEST_FORMULA: Final = 200
Key = tuple[str, str]
"""The context of a message, or nothing, and the message."""


class CatalogEntry(NamedTuple):
    """A message of a catalog."""

    context: str
    message: str
    translation: tuple[str, ...]
    """The forms of the plural, or one text; nothing where it is not translated."""
    is_fuzzy: bool
    line: int


class ReadCatalog(NamedTuple):
    """A catalog as it was read; with findings it has no entries."""

    source: Source
    entries: Mapping[Key, CatalogEntry]
    header: Mapping[str, str]
    findings: tuple[Diagnostic, ...]

    def label(self, entry: CatalogEntry, words: str) -> Label:
        """The line of an entry, as a place."""
        return Label(line_span(self.source, entry.line), words)


def is_language(tag: str) -> bool:
    """Whether a text is a tag of a language: ``de``, ``pt-BR``, ``sr-Latn``."""
    return _TAG.match(tag) is not None


def line_span(source: Source, line: int) -> Span:
    """A line of a text."""
    lines = source.text.split("\n")
    number = min(max(line, 1), len(lines))
    start = sum(len(text) + 1 for text in lines[: number - 1])
    return Span(source.path, start, start + len(lines[number - 1]))


def read_catalog(path: Path) -> ReadCatalog:
    """Read a catalog of a path that exists."""
    data = read_file(str(path), CATALOG_BYTES)
    if isinstance(data, str):
        return _refused(Source(str(path), ""), 1, data)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _refused(Source(str(path), ""), 1, "this file is not UTF-8")
    return parsed(str(path), text)


def parsed(path: str, text: str) -> ReadCatalog:
    """The catalog that a text is."""
    import polib

    source = Source(path, text.replace("\r\n", "\n"))
    try:
        # With a comment at its end no text is taken for the name of a file.
        file = polib.pofile(f"{source.text}\n#\n", encoding="utf-8", wrapwidth=0)
    except OSError as error:
        line = _LINE.search(str(error))
        return _refused(source, int(line[1]) if line else 1, "this is not how a catalog is written")
    except (ValueError, IndexError, KeyError, TypeError, AttributeError):
        return _refused(source, 1, "this is not how a catalog is written")
    if len(file) > CATALOG_MESSAGES:
        why = f"this catalog has {len(file):,} messages, and may have {CATALOG_MESSAGES:,}"
        return _refused(source, 1, why)
    entries: dict[Key, CatalogEntry] = {}
    for item in file:
        if item.obsolete:
            continue
        entry = _entry(item)
        key = (entry.context, entry.message)
        if key in entries:
            return _refused(source, entry.line, "this message stands in the catalog twice")
        entries[key] = entry
    return ReadCatalog(source, entries, dict(file.metadata), ())


def _entry(item: polib.POEntry) -> CatalogEntry:
    forms = tuple(text for _, text in sorted(item.msgstr_plural.items())) or (item.msgstr,)
    return CatalogEntry(
        item.msgctxt or "",
        item.msgid,
        forms if all(forms) else (),
        "fuzzy" in item.flags,
        item.linenum or 1,
    )


def _refused(source: Source, line: int, why: str) -> ReadCatalog:
    finding = Diagnostic(
        codes.UNREADABLE_CATALOG,
        "this translation cannot be read",
        Label(line_span(source, line), why),
        reason="a translation is a gettext catalog, a `.po` file in UTF-8",
        help="`msgfmt --check` says more; `questwright messages QUEST --out FILE.po` begins anew",
    )
    return ReadCatalog(source, {}, {}, (finding,))


def translations(entries: Sequence[CatalogEntry]) -> dict[Key, tuple[str, ...]]:
    """What is translated, and not fuzzy, by message."""
    return {
        (entry.context, entry.message): entry.translation
        for entry in entries
        if entry.translation and not entry.is_fuzzy
    }


def catalog_of(language: str, read: ReadCatalog) -> Catalog:
    """The program's own catalog of a language, to print with."""
    forms = read.header.get("Plural-Forms", "")
    return Catalog(language, translations([*read.entries.values()]), _form(forms))


def _form(header: str) -> Callable[[int], int]:
    """Which form of the plural a number takes, by the formula of a catalog's header."""
    import gettext

    formula = _PLURAL.search(header)
    if formula is None or len(formula[1]) > _LONGEST_FORMULA:
        return lambda count: int(count != 1)
    try:
        chosen: Callable[[int], int] = gettext.c2py(formula[1])
    except ValueError:
        return lambda count: int(count != 1)
    return chosen


def own_catalog(language: str, folder: Path) -> Catalog | None:
    """The catalog of a language that ships; None for the source, and where there is none."""
    path = folder / f"{language}.po"
    if language == SOURCE or not path.is_file():
        return None
    return catalog_of(language, read_catalog(path))
