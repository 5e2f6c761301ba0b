"""Find every text of a quest file that is printed: where it stands, and what it belongs to.

Takes the syntax of a file. Returns its texts in the order of the file. Drawings, paths and reasons
for the designer are no texts of the book.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from questwright.dsl.records import NamedTuple
from questwright.dsl.syntax import (
    Allow,
    Declaration,
    Draw,
    Event,
    Expect,
    Include,
    Legend,
    Name,
    Prose,
    Statement,
    Text,
    Victory,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.dsl.source import Span
    from questwright.dsl.syntax import File, Item, Node

MARK: Final = "set"
"""The word that makes a mark, and the role of what a mark is called."""
_ENTRY = "- "
_MARK = re.compile(r"\*\*(?!\s)[^*]+(?<!\s)\*\*|(?<!\w)\*(?!\s)[^*]+(?<!\s)\*|\[\[([a-z0-9-]+)\]\]")


class FoundText(NamedTuple):
    """A text that is printed."""

    text: Text
    role: str
    """The word of its statement: ``room``, ``read``."""
    place: str
    """The statement and those around it: ``event collector, read``."""
    is_mark: bool = False
    """It is no text, but the name of a mark that `set` makes, which is printed as a title."""

    @property
    def message(self) -> str:
        """The text as translators see it: each paragraph, and each entry of a list, is a line."""
        if self.is_mark:
            return self.text.raw.replace("-", " ").capitalize()
        return unwrapped(self.text.raw) if self.text.is_prose else self.text.raw.strip()


def texts_of(file: File) -> Iterator[FoundText]:
    """Every printed text of a file, each once, without empty ones."""
    taken: set[Span] = set()
    for declaration in file.declarations:
        for found in _declared(declaration):
            # The text at the end of a statement is its own, and that of its last clause.
            if found.message and found.text.span not in taken:
                taken.add(found.text.span)
                yield found


def _declared(declaration: Declaration) -> Iterator[FoundText]:
    place = f"{declaration.word.text} {declaration.name.text}"
    if declaration.title is not None:
        yield FoundText(declaration.title, declaration.word.text, place)
    for node in declaration.body:
        yield from _in_node(node, "")


def _in_node(node: Node, around: str) -> Iterator[FoundText]:
    if isinstance(node, Draw | Include | Allow | Expect):
        return
    if isinstance(node, Legend):
        yield from _in_node(node.thing, around)
        return
    word = node.word if not isinstance(node, Statement) else node.head
    place = ", ".join(filter(None, (around, " ".join(filter(None, (word.text, _named(node)))))))
    texts = [node.text] if isinstance(node, Prose) else []
    if isinstance(node, Event | Victory):
        texts += [node.title] if node.title is not None else []
    elif isinstance(node, Statement):
        texts += [*node.texts, *(text for clause in node.clauses for text in clause.texts)]
    for text in texts:
        yield FoundText(text, word.text, place)
    if isinstance(node, Statement) and word.text == MARK and node.items:
        name = node.items[0][0]
        if isinstance(name, Name):
            text = Text(name.text, name.span, is_prose=False)
            yield FoundText(text, MARK, place, is_mark=True)
    body = node.body if isinstance(node, Event | Statement) else None
    for inner in body or ():
        yield from _in_node(inner, place)


def _named(node: Node) -> str:
    """The name in a statement, if it has one."""
    if isinstance(node, Event):
        return node.name.text if node.name is not None else ""
    if isinstance(node, Victory):
        return node.side.text
    items: tuple[Item, ...] = node.items if isinstance(node, Statement) else ()
    words = [value.text for item in items for value in item if isinstance(value, Name)]
    return " ".join(words[:2])


def unwrapped(raw: str) -> str:
    """A triple-quoted text without its indentation and line breaks."""
    blocks: list[str] = []
    is_open = False
    for line in raw.split("\n"):
        words = " ".join(line.split())
        if not words:
            is_open = False
        elif words.startswith(_ENTRY) or not is_open:
            before = bool(blocks) and not (words.startswith(_ENTRY) and blocks[-1][:2] == _ENTRY)
            blocks += [""] * before + [words]
            is_open = True
        else:
            blocks[-1] += f" {words}"
    return "\n".join(blocks)


def marks_of(message: str) -> list[str]:
    """The marks of a text, sorted: its references by name, and how often it has the others."""
    found = [
        mark[0] if mark[1] else "**" if mark[0].startswith("**") else "*"
        for mark in _MARK.finditer(message)
    ]
    found += ["-"] * sum(line.startswith(_ENTRY) for line in message.split("\n"))
    return sorted(found)
