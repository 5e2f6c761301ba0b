"""The frozen values of text on a page: runs, paragraphs and lists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from questwright.compiler.language import parts_of

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Run:
    """One stretch of text in one style; `target` is the slug of an anchor in the same chapter.

    After the text stand `boxes` to tick.
    """

    text: str
    emphasis: bool = False
    strong: bool = False
    target: str = ""
    boxes: int = 0
    term: bool = False
    """Whether it is a term that the game defines, or words that lead in to what they name."""


Line: TypeAlias = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of running text."""

    kind: ClassVar[str] = "paragraph"
    runs: Line


@dataclass(frozen=True, slots=True)
class ListBlock:
    """A flat list, with bullets or with numbers."""

    kind: ClassVar[str] = "list"
    items: tuple[Line, ...]
    ordered: bool = False


Prose: TypeAlias = tuple[Paragraph | ListBlock, ...]


def line(text: str) -> Line:
    """Return a line of one plain run (an empty line for an empty text)."""
    return (Run(text),) if text else ()


def prose(*paragraphs: str) -> Prose:
    """Return one plain paragraph for each text that is not empty."""
    return tuple(Paragraph(line(text)) for text in paragraphs if text)


def said(text: str, /, **values: str | Iterable[Run]) -> list[Run]:
    """A message as runs of text; a value may be runs itself, as links are."""
    found: list[Run] = []
    for words, field in parts_of(text):
        found += [Run(words)] if words else []
        value = values.get(field, "") if field else ""
        found += [Run(value)] * bool(value) if isinstance(value, str) else value
    return found
