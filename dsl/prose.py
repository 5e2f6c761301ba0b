"""Read prose: a small Markdown with paragraphs, lists, *emphasis*, **strong**, [[references]].

Takes a quoted text. Returns its blocks, and findings about marks that are not closed.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from questwright.dsl import codes
from questwright.dsl.choices import StrEnum
from questwright.dsl.diagnostics import Diagnostic, Label
from questwright.dsl.records import NamedTuple
from questwright.dsl.source import Span

TYPE_CHECKING = False
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


_MARKS = re.compile(
    r"\*\*(?!\s)([^*]+)(?<!\s)\*\*|(?<!\w)\*(?!\s)([^*]+)(?<!\s)\*|\[\[([a-z0-9-]+)\]\]"
)
_STRAY = re.compile(r"\*\*|\[\[|\]\]|\*")


def read_prose(text: Text) -> tuple[tuple[Block, ...], tuple[Diagnostic, ...]]:
    """Return the blocks of a text, and findings about marks that are not closed."""
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
    """Return the runs of a paragraph; a mark may be opened on one line and closed on another."""
    runs: list[Run] = []
    whole = " ".join(line for line, _ in lines)
    starts = [0]
    for line, _ in lines[:-1]:
        starts.append(starts[-1] + len(line) + 1)

    def offset_of(at: int) -> int:
        number = bisect_right(starts, at) - 1
        line, offset = lines[number]
        return offset + min(at - starts[number], len(line))

    def plain(start: int, end: int) -> None:
        words = whole[start:end]
        if not words:
            return
        for stray in _STRAY.finditer(words):
            at = start + stray.start()
            before, behind = whole[at - 1 : at], whole[at + len(stray[0]) : at + len(stray[0]) + 1]
            if stray[0] == "*" and not (before + behind).strip():
                continue
            first = offset_of(at)
            findings.append(
                Diagnostic(
                    codes.BAD_MARKUP,
                    f"`{stray[0]}` is printed as it stands",
                    Label(Span(path, first, first + len(stray[0])), "nothing belongs to it"),
                    help="write `*so*`, `**so**` or `[[name]]`, opened and closed in one paragraph",
                )
            )
        runs.append(Run(words, Style.PLAIN, offset_of(start)))

    done = 0
    for match in _MARKS.finditer(whole):
        plain(done, match.start())
        strong, emphasis, reference = match.groups()
        if strong:
            runs.append(Run(strong, Style.STRONG, offset_of(match.start(1))))
        elif emphasis:
            runs.append(Run(emphasis, Style.EMPHASIS, offset_of(match.start(2))))
        else:
            runs.append(Run(reference, Style.REFERENCE, offset_of(match.start(3))))
        done = match.end()
    plain(done, len(whole))
    return tuple(runs)
