"""The names of the places in a book that links go to."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING

from questwright.compiler.publish.book.svg.elements import clean

if TYPE_CHECKING:
    from questwright.compiler.publish.book.view.book import ChapterView

_SLUG = re.compile(r"[a-z][a-z0-9-]{0,63}\Z")


def anchor(chapter: str, slug: str = "") -> str:
    """Return the id of a place in the book; parts that are no plain slugs become hashes."""
    parts = [part if _SLUG.match(part) else _hashed(part) for part in (chapter, slug) if part]
    return ".".join(parts)


def _hashed(slug: str) -> str:
    return "x" + sha256(clean(slug).encode()).hexdigest()[:16]


def anchors_of(chapter: ChapterView) -> frozenset[str]:
    """Return the ids in a chapter that a run of text may link to."""
    slugs = (
        *(slug for area in chapter.areas for slug in area.slugs),
        *(event.slug for event in chapter.events),
        *(rule.slug for rule in chapter.rules),
        *(action.slug for action in chapter.actions),
    )
    return frozenset(anchor(chapter.slug, slug) for slug in slugs)
