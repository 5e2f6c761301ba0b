"""Find where a brace is missing: the indents of the lines show what its braces do not say.

Takes a text whose quoted texts are closed. Returns the places at which braces are missing, or stand
on a line of their own, each with the brace to which it belongs.
"""

from __future__ import annotations

import itertools
import re

from questwright.dsl.choices import StrEnum
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


QUIET: Final = re.compile(r'"""(?:[^"]|"(?!""))*"""|"[^"\n]*"|#[^\n]*')
"""What is no code: quoted texts that are closed, and comments."""
_TAB: Final = 8
"""The columns of a tab, where the lines of one text are indented in two ways."""


class SlipKind(StrEnum):
    """What is wrong with a brace."""

    NOT_CLOSED = "not closed"
    """A `}` is missing before a line."""
    NOT_OPENED = "not opened"
    """A `{` is missing at the end of a line."""
    ALONE = "alone"
    """A `{` stands on a line of its own."""
    BRACKET = "bracket"
    """Another bracket stands at the end of a line, where a block begins."""


class Slip(NamedTuple):
    """A brace that is missing or misplaced."""

    kind: SlipKind
    at: int
    """The offset of the line's first character, or just behind the line that opens a block."""
    opened: int
    """The offset of the brace that is not closed, or that stands alone; else -1."""


class _Line(NamedTuple):
    """A line with something on it; a text of several lines belongs to the line it begins on."""

    start: int
    """The offset of its first character that is no space."""
    end: int
    """The offset behind its last character of code."""
    indent: int
    code: str


class _Open(NamedTuple):
    """A block that is open."""

    at: int
    indent: int
    """The indent of the line that opens it."""


def find_slips(text: str) -> list[Slip]:
    """Return the slips of a text in which as many braces may be missing as its lines show."""
    lines = _lines(text)
    alone = [*_alone(lines), *_brackets(lines)]
    surplus = sum(line.code.count("{") - line.code.count("}") for line in lines)
    surplus += sum(slip.kind is SlipKind.BRACKET for slip in alone)
    if surplus > 0:
        return [*alone, *_not_closed(lines)[:surplus]]
    if surplus < 0:
        return [*alone, *_not_opened(lines)[:-surplus]]
    return alone


def _lines(text: str) -> list[_Line]:
    code = QUIET.sub(lambda piece: (" " if piece[0][0] == "#" else '"') * len(piece[0]), text)
    found, start = [], 0
    for raw in code.split("\n"):
        bare = raw.strip()
        if bare:
            lead = len(raw) - len(raw.lstrip())
            indent = len(raw[:lead].expandtabs(_TAB))
            found.append(_Line(start + lead, start + len(raw.rstrip()), indent, bare))
        start += len(raw) + 1
    return found


def _alone(lines: list[_Line]) -> list[Slip]:
    """Return each `{` that begins a line, where the line above opens no block."""
    return [
        Slip(SlipKind.ALONE, before.end, line.start)
        for before, line in itertools.pairwise(lines)
        if line.code[0] == "{" and before.code[-1] not in "{}"
    ]


def _brackets(lines: list[_Line]) -> list[Slip]:
    """Return each bracket at the end of a line below which lines are indented as its block."""
    return [
        Slip(SlipKind.BRACKET, before.end - 1, before.end - 1)
        for before, line in itertools.pairwise(lines)
        if before.code[-1] in "[(<" and line.indent > before.indent
    ]


def _not_closed(lines: list[_Line]) -> list[Slip]:
    """Return where a line is indented no further than the block that it stands in."""
    found: list[Slip] = []
    blocks: list[_Open] = []
    deeper: set[int] = set()
    for line in lines:
        closes = line.code[0] == "}"
        while blocks and blocks[-1].at in deeper:
            limit = blocks[-1].indent
            if line.indent > limit or (closes and line.indent == limit):
                break
            found.append(Slip(SlipKind.NOT_CLOSED, line.start, blocks.pop().at))
        if blocks and not closes and line.indent > blocks[-1].indent:
            deeper.add(blocks[-1].at)
        for brace in re.finditer("[{}]", line.code):
            if brace[0] == "{":
                blocks.append(_Open(line.start + brace.start(), line.indent))
            elif blocks:
                blocks.pop()
    return found


def _not_opened(lines: list[_Line]) -> list[Slip]:
    """Return where lines are indented below one that opens no block."""
    return [
        Slip(SlipKind.NOT_OPENED, before.end, -1)
        for before, line in itertools.pairwise(lines)
        if line.indent > before.indent
        and line.code[0] not in "{}"
        and before.code[-1] not in "{[(<"
    ]
