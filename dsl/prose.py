"""Read prose: a small Markdown with paragraphs, lists, *emphasis*, **strong**, [[references]].

Takes a quoted text. Returns its blocks, and findings about marks that are not closed.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from questwright.dsl import codes
from questwright.dsl.diagnostics import Diagnostic, Label
from questwright.dsl.source import Span

if TYPE_CHECKING:
    from questwright.dsl.syntax import Text


class Style(StrEnum):
    """How a run of text is set."""

    PLAIN = "plain"
    EMPHASIS = "emphasis"
    STRONG = "strong"
    REFERENCE = "reference"
    """The text is the name of something in the quest."""


class Run(NamedTuple):
    """Text in one style, with the offset of its first character in the text of the file."""

    text: str
    style: Style
    offset: int


class Block(NamedTuple):
    """A paragraph, or an entry of a list."""

    is_entry: bool
    runs: tuple[Run, ...]


_MARKS = re.compile(r"\*\*([^*\n]+)\*\*|\*([^*\n]+)\*|\[\[([a-z0-9-]+)\]\]")
_STRAY = re.compile(r"\*\*|\[\[|\]\]")


def read_prose(text: Text) -> tuple[tuple[Block, ...], tuple[Diagnostic, ...]]:
    """Return the blocks of a text, and findings about marks that are not closed on their line."""
    blocks: list[Block] = []
    findings: list[Diagnostic] = []
    gathered: list[tuple[str, int]] = []
    is_entry = False

    def close() -> None:
        if gathered:
            blocks.append(Block(is_entry, _runs(gathered, text.span.path, findings)))
            gathered.clear()

    offset = text.content_start
    for line in text.raw.split("\n"):
        stripped = line.strip()
        at = offset + len(line) - len(line.lstrip())
        if not stripped:
            close()
            is_entry = False
        elif stripped.startswith("- "):
            close()
            is_entry = True
            entry = stripped[2:].lstrip()
            gathered.append((entry, at + len(stripped) - len(entry)))
        else:
            gathered.append((stripped, at))
        offset += len(line) + 1
    close()
    return tuple(blocks), tuple(findings)


def _runs(lines: list[tuple[str, int]], path: str, findings: list[Diagnostic]) -> tuple[Run, ...]:
    runs: list[Run] = []

    def plain(words: str, offset: int) -> None:
        if not words:
            return
        for stray in _STRAY.finditer(words):
            span = Span(path, offset + stray.start(), offset + stray.end())
            findings.append(
                Diagnostic(
                    codes.BAD_MARKUP,
                    f"`{stray[0]}` is printed as it stands",
                    Label(span, "not closed on its line"),
                    help="write `*so*`, `**so**` or `[[name]]`, on one line",
                )
            )
        if runs and runs[-1].style is Style.PLAIN:
            runs[-1] = Run(runs[-1].text + words, Style.PLAIN, runs[-1].offset)
        else:
            runs.append(Run(words, Style.PLAIN, offset))

    for number, (line, offset) in enumerate(lines):
        if number:
            plain(" ", offset)
        done = 0
        for match in _MARKS.finditer(line):
            plain(line[done : match.start()], offset + done)
            strong, emphasis, reference = match.groups()
            if strong:
                runs.append(Run(strong, Style.STRONG, offset + match.start(1)))
            elif emphasis:
                runs.append(Run(emphasis, Style.EMPHASIS, offset + match.start(2)))
            else:
                runs.append(Run(reference, Style.REFERENCE, offset + match.start(3)))
            done = match.end()
        plain(line[done:], offset + done)
    return tuple(runs)
