"""Put runs of text together: lists, notes, and titles in a sentence or apart from a text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from questwright.compiler.language import say_as
from questwright.compiler.model.words import title_from_id
from questwright.compiler.publish.book.view.text import Paragraph, Run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.quest import Thing
    from questwright.compiler.publish.book.view.text import Prose

_LONGEST_RULE_TITLE = 60
_NUMBER = re.compile(r"-\d+\Z")


def split_title(prose: Prose, default: str) -> tuple[str, Prose]:
    """Split off the title: the strong run at the start of the first paragraph, or the default."""
    if not prose or not isinstance(prose[0], Paragraph) or not prose[0].runs:
        return default, prose
    head, *rest = prose[0].runs
    if not head.strong or len(head.text) > _LONGEST_RULE_TITLE:
        return default, prose
    is_ended = head.text.rstrip().endswith((".", ":", "!", "?"))
    if rest and not is_ended and rest[0].text.lstrip()[:1] not in (".", ":", "–", "—"):
        return default, prose  # a sentence that begins with it
    if rest:
        rest[0] = Run(
            rest[0].text.lstrip(" :.–—"), rest[0].emphasis, rest[0].strong, rest[0].target
        )
    first = (Paragraph(tuple(rest)),) if any(run.text for run in rest) else ()
    return head.text.rstrip(" .:"), (*first, *prose[1:])


def listed_runs(runs: list[Run], joint: str = "and") -> list[Run]:
    """Runs listed as in a sentence: ``a, b and c``."""
    found: list[Run] = []
    for position, run in enumerate(runs):
        if position:
            found.append(Run(_last_joint(joint) if position == len(runs) - 1 else ", "))
        found.append(run)
    return found


def _last_joint(joint: str) -> str:
    """What stands before the last of several links."""
    return say_as("before the last link of a list", " or " if joint == "or" else " and ")


def separated(notes: list[list[Run]]) -> Iterator[Run]:
    """Several notes in one line, with semicolons between them."""
    for position, note in enumerate(notes):
        if position:
            yield Run("; ")
        yield from note


def title_without_number(thing: Thing) -> str:
    """The title of a thing without its number: ``Pack`` for ``Pack 3``.

    A title that the author wrote is not changed.
    """
    return (
        title_from_id(_NUMBER.sub("", thing.id))
        if thing.title == title_from_id(thing.id)
        else thing.title
    )


def in_sentence(title: str) -> str:
    """A title with its article in lower case, for use in a sentence: ``the Heroes``."""
    head, _, rest = title.partition(" ")
    articles = say_as("words that begin a title and are small in a sentence", "The A An")
    return f"{head.lower()} {rest}" if head in articles.split() and rest else title
