"""The characters of word processors, and whether a text may have slips of typing.

The tables of Unicode are loaded where a character is looked up: most texts need none of them.
"""

from __future__ import annotations

import re

from questwright.dsl.braces import QUIET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


DOUBLE_QUOTES: Final = "“”„‟«»″〝〞＂"
SINGLE_QUOTES: Final = "'`‘’‚‛′‹›´"
_DASHES: Final = "‐‑‒–—―−﹘﹣－─"
_OTHERS: Final = {"…": "..", "│": "|", "┼": "+", "┃": "|", "━": "-", "·": ".", "•": "."}
_SUSPECT: Final = re.compile(r"['`/;]|<!--")
"""What every slip has that is written in ASCII."""


def may_have_slips(text: str) -> bool:
    """Return whether a text can have a slip of typing: false only where it has none."""
    code = QUIET.sub("", text)
    return (
        not code.isascii()
        or '"' in code
        or _SUSPECT.search(code) is not None
        or any(quote in text for quote in DOUBLE_QUOTES)
    )


def typed_for(char: str) -> str:
    """Return what a keyboard types for a character of a word processor; empty if nothing is."""
    if char in _DASHES:
        return "-"
    if char in _OTHERS:
        return _OTHERS[char]
    if char in DOUBLE_QUOTES:
        return '"'
    import unicodedata

    if unicodedata.category(char) == "Zs":
        return " "
    plain = unicodedata.normalize("NFKC", char)
    return plain if plain.isascii() and plain != char else ""


def name_of(char: str, otherwise: str = "") -> str:
    """Return what a character is called: ``en dash``; `otherwise` where it has no name."""
    import unicodedata

    return unicodedata.name(char, otherwise or f"character U+{ord(char):04X}").lower()


def is_invisible(char: str) -> bool:
    """Return whether a character only steers how others are shown."""
    import unicodedata

    return unicodedata.category(char) == "Cf"
