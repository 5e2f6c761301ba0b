"""Articles, lists of words and quotation marks, in English and in the language of the build."""

from __future__ import annotations

import re

from questwright.compiler.language import SOURCE, message, say, say_as, spoken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


_ARTICLES = ("the", "a", "an")
_QUOTE = re.compile("[\"']")
_BEFORE_A_QUOTATION = "([{\u2014\u2013-/\u201c\u2018\"'"
_SHORTENED = re.compile(r"'(?:s|t|d|m|re|ve|ll|em|tis|twas|til|cause|\d\d)s?(?!\w)", re.IGNORECASE)
"""What has an apostrophe before it and no quotation mark: ``'s`` after a link, ``'tis``."""

_NUMBERS = (
    message("no"),
    message("one"),
    message("two"),
    message("three"),
    message("four"),
    message("five"),
    message("six"),
    message("seven"),
    message("eight"),
    message("nine"),
    message("ten"),
)


def with_article(title: str) -> str:
    """A title as it stands in a sentence: ``the Iron Key``, ``the Well``, ``Door 2``."""
    if spoken() != SOURCE:
        return say_as("a title in a sentence, of any gender and case", "the {title}", title=title)
    words = title.split()
    if not words or words[-1].isdigit():
        return title
    if words[0].lower() in _ARTICLES and len(words) > 1:
        return title[:1].lower() + title[1:]
    return f"the {title}"


def in_sentence(name: str) -> str:
    """A name as it stands in a sentence, an article of its own small: ``the Elf``, ``Orlaf``."""
    return with_article(name) if name.split(" ", maxsplit=1)[0].lower() in _ARTICLES else name


def without_article(title: str) -> str:
    """A title without the article that it begins with: ``Well`` for ``The Well``."""
    head, _, rest = title.partition(" ")
    return rest if rest and head.lower() == _ARTICLES[0] else title


def with_indefinite(title: str) -> str:
    """A title as it stands for one of several: ``a Small Key``, ``an Iron Key``."""
    if spoken() != SOURCE:
        return say_as("a title in a sentence, of any gender and case", "a {title}", title=title)
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
    first = ", ".join(every[:-1])
    if joint == "or":
        return say("{words} or {last}", words=first, last=every[-1])
    return say("{words} and {last}", words=first, last=every[-1])


def capital(text: str) -> str:
    """A text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def with_quotes(text: str) -> str:
    """A text with typographers' quotation marks and apostrophes in place of straight ones."""
    return _QUOTE.sub(_curled, text) if '"' in text or "'" in text else text


def _curled(found: re.Match[str]) -> str:
    text, start = found.string, found.start()
    before, after = text[start - 1 : start], text[start + 1 : start + 2]
    is_open = not before or before.isspace() or before in _BEFORE_A_QUOTATION
    # A mark with nothing to quote after it ends a quotation, also at the start of a text.
    is_open = is_open and (after.isalnum() or after in tuple("\u2026([-\u2013\u2014'\""))
    if found[0] == '"':
        return say_as("quotation marks", "\u201c" if is_open else "\u201d")
    return "\u2018" if is_open and not _SHORTENED.match(text, start) else "\u2019"


def after_article(before: str, title: str) -> str:
    """A title as it stands after a text: without its article where the text ends with one."""
    words = before.split()
    head, _, rest = title.partition(" ")
    is_doubled = before[-1:].isspace() and words and words[-1].lower() in _ARTICLES
    return rest if is_doubled and rest and head.lower() in _ARTICLES else title


def in_words(count: int) -> str:
    """A number of things, as a word where it is short: `three`, `12`."""
    return say(_NUMBERS[count]) if 0 <= count < len(_NUMBERS) else str(count)
