"""Reads a quest file together with all files that it includes.

Takes a path and a Project. Returns the syntax trees of all declarations, the sources, and the
findings about the text.
"""

from __future__ import annotations

import re

from questwright.compiler import codes
from questwright.compiler.frontend.findings import Findings
from questwright.dsl import limits
from questwright.dsl.prepare import is_allowed
from questwright.dsl.source import Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.project import Project, Read
    from questwright.dsl.parser import QuestParser
    from questwright.dsl.syntax import Declaration, File, Include

_TOO_MANY = f"a file includes {limits.INCLUDED_FILES} others at the most"
_SHOWN_CHARACTERS = 3
"""The most unprintable characters of a text that are reported."""
_QUOTED = re.compile(r'"""(?:[^"]|"(?!""))*"""|"[^"\n]*"|#[^\n]*')


class QuestText:
    """A file with all that it includes."""

    def __init__(self) -> None:
        self.sources: dict[str, Source] = {}
        """The sources by path; the file itself comes first."""
        self.declarations: list[Declaration] = []
        self.findings = Findings()
        self.lost: set[str] = set()
        """Words of statements that could not be parsed: they are not reported as missing."""

    def declared(self, word: str) -> list[Declaration]:
        """The declarations with a keyword, such as ``quest``, in order."""
        return [declared for declared in self.declarations if declared.word.text == word]


def read_text(path: str, project: Project, parser: QuestParser) -> QuestText:
    """Read and parse a file and all that it includes."""
    text = QuestText()
    read = project.read(path)
    text.sources[read.source.path] = read.source
    text.findings.extend(read.findings)
    if not read.findings:
        _Reader(project, parser, text).parse(read.source, (read.source.path,))
    return text


class _Reader:
    """Parses a file, and then the files that it includes, depth first."""

    def __init__(self, project: Project, parser: QuestParser, text: QuestText) -> None:
        self._project = project
        self._parser = parser
        self._text = text
        self._bytes = 0
        """Of all files that were included so far."""

    def parse(self, source: Source, chain: tuple[str, ...]) -> None:
        """Add the declarations of a source; ``chain`` has the paths that led to it, and its own."""
        parsed = self._parser.parse(source)
        self._text.findings.extend(parsed.findings)
        self._text.declarations.extend(parsed.file.declarations)
        self._text.lost |= parsed.lost
        for number, include in enumerate(parsed.file.includes):
            if number > limits.INCLUDED_FILES:
                break  # the one before has been told; what is named twice is read twice
            why = self._include(parsed.file, include, chain, number)
            if why:
                self._text.findings.add(
                    codes.BAD_INCLUDE,
                    f"“{include.path.raw[:60]}” cannot be included",
                    include.path.span,
                    why,
                )

    def _include(self, file: File, include: Include, chain: tuple[str, ...], number: int) -> str:
        """Read an included file, unless that has been done; returns why it cannot be included."""
        if number == limits.INCLUDED_FILES:
            return _TOO_MANY
        path, read, why = self._project.include(file.path, include.path.raw, include.path.span)
        if read is None:
            return why
        sources = self._text.sources
        if path in chain:
            return "it includes itself"
        if path in sources:
            return ""
        why = self._one_too_many(read, chain)
        if why:
            return why
        sources[path] = read.source
        self._text.findings.extend(read.findings)
        if not read.findings:
            self.parse(read.source, (*chain, path))
        return ""

    def _one_too_many(self, read: Read, chain: tuple[str, ...]) -> str:
        """Why a file is not included: the first limit that it would break."""
        included = len(self._text.sources)  # the first source is the including file itself
        if included > limits.INCLUDED_FILES:
            return _TOO_MANY
        if len(chain) >= limits.INCLUDE_DEPTH:
            return f"{limits.INCLUDE_DEPTH} files include each other at the most"
        self._bytes += len(read.source.text.encode())
        if self._bytes > limits.INCLUDED_BYTES:
            return f"a file includes {limits.INCLUDED_BYTES:,} bytes at the most"
        return ""


def check_characters(source: Source, findings: Findings) -> None:
    """Report characters in quoted texts that the fonts of the book do not have."""
    if source.text.isascii():
        return
    from questwright.compiler.publish.book.svg.glyphs import missing_glyphs

    for match in _QUOTED.finditer(source.text):
        quoted = match[0]
        if quoted.startswith("#") or quoted.isascii():
            continue
        missing = missing_glyphs(quoted)[:_SHOWN_CHARACTERS]
        for char in filter(is_allowed, missing):
            at = match.start() + quoted.index(char)
            findings.add(
                codes.UNPRINTABLE,
                f"the book cannot print U+{ord(char):04X}",
                Span(source.path, at, at + 1),
                "not in its fonts",
                help="use another character; the fonts have the letters of most European languages",
            )
