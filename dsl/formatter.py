"""Format a quest: canonical indents, spaces and empty lines; no word is changed.

Takes a text that parses. Returns the same text in canonical form. It works on tokens rather than
on syntax, so that comments and drawings stay as they are; `same_meaning` lets the caller compare
the syntax before and after.
"""

from __future__ import annotations

import re

from questwright.dsl.characters import DOUBLE_QUOTES
from questwright.dsl.source import Source, Span
from questwright.dsl.syntax import Text

INDENT = "  "
QUOTES = f'"{DOUBLE_QUOTES}'
"""Signs that cannot stand right before the quotes that close a text."""
_TOKENS = re.compile(
    r'(?P<prose>"""(?:[^"]|"(?!""))*""")'
    r'|(?P<text>"[^"\n]*")'
    r"|(?P<comment>#[^\n]*)"
    r"|(?P<newline>\n)"
    r"|(?P<space>[ \t]+)"
    r"|(?P<open>\{)|(?P<close>\})|(?P<break>;)|(?P<comma>,)"
    r"|(?P<colon>:(?=[ \t]))"
    r"|(?P<left>\()|(?P<right>\))"
    r"|(?P<compare>>=|<=|!=|=|<|>)"
    r"|(?P<key>[A-Z0-9]{1,2}:(?=[a-z]))|(?P<late>(?<=[ \t]):)"  # a letter's, with no space
    r'|(?P<word>[^\s"#{};,()<>=!]+|.)'
)


def format_source(source: Source) -> str:
    """Return a text in canonical form; it has to be a text that parses."""
    writer = _Writer()
    for match in _TOKENS.finditer(source.text):
        writer.take(str(match.lastgroup), match[0])
    return writer.finish()


class _Writer:
    """Writes tokens line by line, with the indent of the blocks that are open."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._line = ""
        self._depth = 0
        self._glue = False
        self._empty = 0

    def take(self, kind: str, text: str) -> None:  # noqa: C901, PLR0912 - a case a token
        if kind == "space":
            return
        if kind == "newline":
            if self._line:
                self._flush()
                self._empty = 0
            else:
                self._empty += 1
            return
        if self._empty and self._lines and not self._line:
            # Keep one empty line at most, and none directly inside a block.
            if self._lines[-1] and not self._lines[-1].endswith("{") and kind != "close":
                self._lines.append("")
            self._empty = 0
        self._empty = 0
        if kind == "prose":
            self._prose(text)
        elif kind == "comment":
            self._write(f"# {text[1:].strip()}".rstrip(), gap="  " if self._line else "")
        elif kind == "open":
            self._write("{")
            self._depth += 1
        elif kind == "close":
            if self._lines and not self._line and self._lines[-1] == "":
                self._lines.pop()
            self._depth = max(0, self._depth - 1)
            if self._line:
                self._write("}")
            else:
                self._line = INDENT * self._depth + "}"
        elif kind == "break":
            self._line += ";"
        elif kind in ("comma", "colon", "late"):
            self._line += text
        elif kind == "left":
            self._write("(")
            self._glue = True
        elif kind == "right":
            self._line += ")"
        else:
            self._write(text)

    def finish(self) -> str:
        self._flush()
        while self._lines and not self._lines[-1]:
            self._lines.pop()
        return "\n".join(self._lines) + "\n"

    def _write(self, text: str, gap: str = " ") -> None:
        if not self._line:
            self._line = INDENT * self._depth + text
        elif self._glue:
            self._line += text
        else:
            self._line += gap + text
        self._glue = False

    def _flush(self) -> None:
        if self._line:
            self._lines.append(self._line.rstrip())
        self._line = ""
        self._glue = False

    def _prose(self, text: str) -> None:
        """Write a quoted text; one of several lines is indented as a whole, like its statement."""
        inside = text[3:-3]
        if "\n" not in inside:
            self._write(text)
            return
        rows = inside.split("\n")
        self._write('"""' + rows[0].rstrip())
        self._flush()
        body = [row.rstrip() for row in rows[1:]]
        closing = not body[-1]
        if closing:
            body.pop()
        common = min((len(row) - len(row.lstrip()) for row in body if row), default=0)
        margin = INDENT * self._depth
        self._lines.extend(margin + row[common:] if row else "" for row in body)
        if closing:
            self._line = margin + '"""'
        else:
            last = self._lines.pop()
            self._line = f'{last} """' if last[-1] in QUOTES else f'{last}"""'


def same_meaning(first: object, second: object) -> bool:
    """Tell whether two pieces of syntax are equal but for spans and the indents of texts."""
    if isinstance(first, Text) and isinstance(second, Text):
        is_same = _unmargined(first.raw) == _unmargined(second.raw)
        return first.is_prose == second.is_prose and is_same
    if isinstance(first, Span) and isinstance(second, Span):
        return True
    if isinstance(first, tuple) and isinstance(second, tuple):
        return len(first) == len(second) and all(map(same_meaning, first, second))
    return first == second


def _unmargined(raw: str) -> list[str]:
    rows = [row.rstrip() for row in raw.split("\n")]
    margin = min((len(row) - len(row.lstrip()) for row in rows[1:] if row), default=0)
    return [rows[0], *(row[margin:] for row in rows[1:])]
