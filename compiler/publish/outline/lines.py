"""The headings and paragraphs of an outline."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

WIDTH: Final = 88
"""The most characters of a line."""


def headed(heading: str) -> Iterator[str]:
    """A heading with a line below it."""
    yield heading
    yield "-" * len(heading)


def paragraph(text: str, mark: str = "") -> Iterable[str]:
    """A text on as many lines as it takes, the first of them behind a mark."""
    return wrap(
        text,
        WIDTH,
        initial_indent=mark,
        subsequent_indent=" " * len(mark),
        break_long_words=False,
        break_on_hyphens=False,
    )
