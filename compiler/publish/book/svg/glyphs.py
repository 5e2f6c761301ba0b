"""Look up which characters the book's fonts can print, and how wide letters are.

Both come from templates/fonts/glyphs.json, which scripts/make_glyph_table.py writes.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache
from typing import TypedDict, cast

from questwright.compiler.assets import TEMPLATES_DIR
from questwright.dsl.choices import StrEnum


class Face(StrEnum):
    """A font face of the drawings, whose widths are known."""

    SANS = "alegreya-sans 400"
    SANS_BOLD = "alegreya-sans 700"
    DISPLAY = "cinzel 700"


@dataclass(frozen=True, slots=True)
class _Ranges:
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def __contains__(self, character: str) -> bool:
        index = bisect_right(self.starts, ord(character)) - 1
        return index >= 0 and ord(character) <= self.ends[index]


@dataclass(frozen=True, slots=True)
class _Table:
    covered: _Ranges
    plain: _Ranges
    widths: dict[str, dict[str, int]]


class _Stored(TypedDict):
    covered: list[list[int]]
    plain: list[list[int]]
    widths: dict[str, dict[str, int]]


# Spaces, breaks and joiners never reach a glyph: the layout swallows them.
_BLANK = frozenset("\t\n\r\u2060")
_UNKNOWN_WIDTH = 560


@cache
def _table() -> _Table:
    text = (TEMPLATES_DIR / "fonts" / "glyphs.json").read_text(encoding="utf-8")
    stored = cast("_Stored", json.loads(text))
    return _Table(_ranges(stored["covered"]), _ranges(stored["plain"]), stored["widths"])


def _ranges(stored: list[list[int]]) -> _Ranges:
    return _Ranges(tuple(first for first, _ in stored), tuple(last for _, last in stored))


def is_covered(character: str) -> bool:
    """Say whether the book's fonts have a glyph for one character."""
    if character < " " or character == "\x7f":
        return character in _BLANK
    return character in _table().covered


def is_plain(text: str) -> bool:
    """Say whether the fonts' files for plain Latin text suffice for a text."""
    plain = _table().plain
    return all(character in _BLANK or character in plain for character in set(text))


def missing_glyphs(text: str) -> list[str]:
    """Return the characters that the book cannot print, each once, in the order of the text."""
    return [character for character in dict.fromkeys(text) if not is_covered(character)]


def is_measured(text: str, face: Face) -> bool:
    """Say whether the width of every letter of a text is known."""
    return _table().widths[face.value].keys() >= set(text)


def text_width(text: str, face: Face, size: float) -> float:
    """Return how wide a text is when set letter by letter at a size, in the size's unit."""
    widths = _table().widths[face.value]
    return sum(widths.get(character, _UNKNOWN_WIDTH) for character in text) * size / 1000
