"""Small pieces of Markdown: code, tables, fenced blocks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_CODE_OR_BAR = re.compile(r"(`+)[^`].*?\1|\|")


def code(word: object) -> str:
    """A word of a text or of a program; nothing for nothing."""
    return f"`{word}`" if str(word) else ""


def codes(words: Iterable[object], between: str = ", ") -> str:
    """Several words, each as code."""
    return between.join(map(code, words))


def fenced(text: str, kind: str) -> str:
    """A block of code."""
    ticks = "`" * max([3, *(len(run) + 1 for run in re.findall(r"`{3,}", text))])
    return f"{ticks}{kind}\n{text.rstrip()}\n{ticks}"


def table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table without the columns in which nothing stands; nothing where there are no rows."""
    cells = [[cell(one) for one in row] for row in rows]
    kept = [at for at in range(len(headings)) if any(row[at] for row in cells)]
    lines = [[headings[at] for at in kept], ["---" for _ in kept]]
    lines += [[row[at] for at in kept] for row in cells]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) if cells else ""


def cell(value: object) -> str:
    """What stands in a cell of a table: one line, in which a bar parts no cells."""
    text = "" if value is None else " ".join(str(value).split())
    return _CODE_OR_BAR.sub(lambda found: "&#124;" if found[0] == "|" else found[0], text)


def page(*parts: str) -> str:
    """A page, part by part; empty parts are left out."""
    made = "<!-- Made by `make docs`. Change what it is made from: see scripts/reference. -->"
    return "\n\n".join(part.strip("\n") for part in (made, *parts) if part.strip()) + "\n"


def sentence(text: str) -> str:
    """A description as a sentence begins and ends, where it is one."""
    text = text.strip()
    if not text:
        return ""
    return text[0].upper() + text[1:] + ("" if text[-1] in ".!?:" else ".")
