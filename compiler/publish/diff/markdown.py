"""Changes as Markdown, for a comment on a pull request.

Whatever an author wrote is shown as it was written and does nothing: it makes no heading and
no table, calls nobody, and leads nowhere.
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
"""What begins a list, or makes a heading of the line before."""
_CALLS: Final = re.compile(
    r"@(?=\w)|:(?=[\w/+-])|(?<=\bwww)\.|(?<=#)(?=\d)|(?<=\bGH)(?=-)", re.IGNORECASE
)
"""Where words turn into mentions, emoji, addresses or references to other threads."""
_NAME: Final = re.compile(r"(`[A-Za-z][A-Za-z0-9 -]*`)")
"""Names, which messages put between backticks as Markdown does."""
_BREAK: Final = "\N{ZERO WIDTH SPACE}"
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def markdown(diffs: Iterable[QuestDiff]) -> str:
    """All differences as one page."""
    return "\n".join("\n".join(_quest(diff)) + "\n" for diff in diffs) or NOTHING


def _quest(diff: QuestDiff) -> Iterator[str]:
    yield f"## {plain(diff.title)} ({plain(diff.id)})"
    yield ""
    if diff.is_whole:
        said = f"new. It is **{diff.after}**" if diff.after else f"gone. It was **{diff.before}**"
        yield f"This quest is {said}."
        return
    was = "Still" if diff.before == diff.after else f"{diff.before.capitalize()} →"
    yield f"{was} **{diff.after}**. {summary(diff.changes)}."
    for subject, changes in by_subject(diff.changes).items():
        yield ""
        yield f"**{HEADINGS[subject]}**"
        yield ""
        yield from (f"- {plain(change.text)}" for change in changes)
    if diff.map:
        yield ""
        yield from _map(diff)


def _map(diff: QuestDiff) -> Iterator[str]:
    """Both maps as what shows changed lines in another colour."""
    longest = max((len(run) for line in diff.map for run in re.findall("`+", line.text)), default=0)
    fence = "`" * max(3, longest + 1)
    yield f"{fence}diff"
    for line in diff.map:
        text = _seen(line.text.replace("\n", " "))
        yield f"{'!' if line.is_changed else ' '} {text}".rstrip()
    yield fence


def plain(text: str) -> str:
    """Text that Markdown shows as it is."""
    text = _seen(" ".join(text.split()))
    # First what calls, so that no sign of ours is taken for the author's.
    text = _CALLS.sub(lambda match: match[0] + _BREAK, text)
    pieces = _NAME.split(text)
    pieces[::2] = [_SIGNS.sub(r"\\\1", piece) for piece in pieces[::2]]
    return _OPENING.sub(r"\1\\\2", "".join(pieces))


def _seen(text: str) -> str:
    """Text with everything that cannot be seen written out."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        f"U+{ord(char):04X}" if unicodedata.category(char) in _UNSEEN else char for char in text
    )
