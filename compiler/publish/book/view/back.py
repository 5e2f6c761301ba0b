"""The frozen values of the pages at the end of a bound book: signs, index, credits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from questwright.compiler.publish.book.view.drawn import Drawn
    from questwright.compiler.publish.book.view.text import Prose


@dataclass(frozen=True, slots=True)
class IndexPlace:
    """Where something is in the book: a chapter, and a part of it or all."""

    chapter: str
    slug: str = ""


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A name, and where it is spoken of."""

    name: str
    places: tuple[IndexPlace, ...]


@dataclass(frozen=True, slots=True)
class IndexGroup:
    """The names that begin with a letter."""

    letter: str
    entries: tuple[IndexEntry, ...]


@dataclass(frozen=True, slots=True)
class SignView:
    """A sign that the maps have, and its name."""

    name: str
    drawing: Drawn


@dataclass(frozen=True, slots=True)
class BackView:
    """The pages at the end of a bound book."""

    signs: tuple[SignView, ...] = ()
    """The signs of all maps, each once."""
    index: tuple[IndexGroup, ...] = ()
    credits: Prose = ()
