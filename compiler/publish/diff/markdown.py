"""Write changes as Markdown, for a comment on a pull request.

Takes differences. Returns Markdown. Text of an author is escaped: it makes no heading, table, link
or mention.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final

from questwright.compiler.publish.diff.changes import HEADINGS, by_subject, summary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from questwright.compiler.publish.diff.changes import QuestDiff

NOTHING: Final = "Nothing in these quests has changed.\n"

_SIGNS: Final = re.compile(r"([\\`*_\[\]<>#|~$&])")
_OPENING: Final = re.compile(r"\A(\d*)([-+=.)])")
"""What begins a list at the start of a line, or makes a heading of the line before."""
_CALLS: Final = re.compile(
    r"@(?=\w)|:(?=[\w/+-])|(?<=\bwww)\.|(?<=#)(?=\d)|(?<=\bGH)(?=-)", re.IGNORECASE
)
"""Where text turns into a mention, an emoji, a link or a reference to another thread."""
_NAME: Final = re.compile(r"(`[A-Za-z][A-Za-z0-9 -]*`)")
"""Names, which messages put between backticks; these stay Markdown."""
_BREAK: Final = "\N{ZERO WIDTH SPACE}"
_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def markdown(diffs: Iterable[QuestDiff], campaigns: Iterable[QuestDiff] = ()) -> str:
    """All differences of quests, then those of campaigns, as one page of Markdown."""
    pages = [_quest(diff, "quest") for diff in diffs]
    pages += [_quest(diff, "campaign") for diff in campaigns]
    return "\n".join("\n".join(page) + "\n" for page in pages) or NOTHING


def _quest(diff: QuestDiff, what: str) -> Iterator[str]:
    yield f"## {plain(diff.title)} ({plain(diff.id)})"
    yield ""
    before, after = diff.told
    if diff.is_whole:
        state = f"new. It is **{after}**" if after else f"gone. It was **{before}**"
        yield f"This {what} is {state}."
        return
    was = "Still" if before == after else f"{before.capitalize()} →"
    yield f"{was} **{after}**. {summary(diff.changes)}."
    for subject, changes in by_subject(diff.changes).items():
        yield ""
        yield f"**{HEADINGS[subject]}**"
        yield ""
        yield from (f"- {plain(change.text)}" for change in changes)
    if diff.map:
        yield ""
        yield from _map(diff)


def _map(diff: QuestDiff) -> Iterator[str]:
    """Both maps as a `diff` code block, which shows changed lines in another colour."""
    longest = max((len(run) for line in diff.map for run in re.findall("`+", line.text)), default=0)
    fence = "`" * max(3, longest + 1)
    yield f"{fence}diff"
    for line in diff.map:
        text = _visible(line.text.replace("\n", " "))
        yield f"{'!' if line.is_changed else ' '} {text}".rstrip()
    yield fence


def plain(text: str) -> str:
    """Text escaped so that Markdown shows it as it is."""
    text = _visible(" ".join(text.split()))
    # Mentions come first, so that the backslashes that we add are not taken for the author's.
    text = _CALLS.sub(lambda match: match[0] + _BREAK, text)
    pieces = _NAME.split(text)
    pieces[::2] = [_SIGNS.sub(r"\\\1", piece) for piece in pieces[::2]]
    return _OPENING.sub(r"\1\\\2", "".join(pieces))


def _visible(text: str) -> str:
    """Text with invisible characters replaced by their codes, as in U+200B."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        f"U+{ord(char):04X}" if unicodedata.category(char) in _INVISIBLE else char for char in text
    )
