"""What of a book is set by itself: all of it, a chapter, or what stands around them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class GatheringKind(StrEnum):
    """What a gathering is of its book."""

    WHOLE = "whole"
    CHAPTER = "chapter"
    """A chapter; its pages are counted from 1, wherever it is bound in."""
    FRONT = "front"
    """The cover, with the contents."""
    BACK = "back"
    """What stands behind the chapters."""
    TABS = "tabs"
    """Two pages for each chapter, a right and a left one, with nothing but its tab."""


@dataclass(frozen=True, slots=True)
class Gathering:
    """A part of a book that is set by itself; its pages are counted in the whole book, from 1."""

    kind: GatheringKind = GatheringKind.WHOLE
    chapters: int = 0
    """How many chapters the whole book has; 0 in one that is whole."""
    digits: int = 0
    """Of a chapter: how many digits a number of a page has room for."""
    first: int = 1
    """Of what stands around the chapters: the page that it begins with."""
    pages: tuple[tuple[str, int], ...] = ()
    """By anchor the page of each place that it refers to."""
    elsewhere: tuple[str, ...] = ()
    """The anchors among them that stand in other gatherings."""
