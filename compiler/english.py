"""English for phrases: articles and lists of words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


_ARTICLES = ("the", "a", "an")

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def with_article(title: str) -> str:
    """A title as it stands in a sentence: ``the Iron Key``, ``the Well``, ``Door 2``."""
    words = title.split()
    if not words or words[-1].isdigit():
        return title
    if words[0].lower() in _ARTICLES and len(words) > 1:
        return title[:1].lower() + title[1:]
    return f"the {title}"


def with_indefinite(title: str) -> str:
    """A title as it stands for one of several: ``a Small Key``, ``an Iron Key``."""
    words = title.split()
    bare = " ".join(words[1:] if words[:1] and words[0].lower() in _ARTICLES[:1] else words)
    if not bare or bare.split()[0].lower() in _ARTICLES:
        return title[:1].lower() + title[1:]
    return f"{'an' if bare[0].lower() in 'aeiou' else 'a'} {bare}"


def listed_in_words(words: Iterable[str], joint: str = "and") -> str:
    """Words listed in a sentence: ``A, B and C``; ``joint`` stands before the last one."""
    every = list(words)
    if len(every) < 2:
        return "".join(every)
    return f"{', '.join(every[:-1])} {joint} {every[-1]}"


def in_words(count: int) -> str:
    """A number of things, as a word where it is short: `three`, `12`."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)
