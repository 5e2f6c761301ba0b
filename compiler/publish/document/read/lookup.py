"""Look up in its tables what a document names."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from questwright.compiler.publish.document.read.part import DocumentError
from questwright.dsl.source import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Final

    from questwright.compiler.grid.cells import Cell, Cells

T = TypeVar("T")

NOWHERE: Final = Span("", 0, 0)
"""The span of everything: comparisons do not look at spans."""


def look_up(table: Mapping[str, T], word: str, what: str) -> T:
    """The entry of a table; raises `DocumentError` (“`word` is not `what`”) if it has none."""
    if word not in table:
        raise DocumentError(f"`{word[:60]}` is not {what}; build it anew with `questwright build`")
    return table[word]


def mask_of(cells: Mapping[str, Cell], names: Iterable[str]) -> Cells:
    """Squares, given by name, as a bit set."""
    mask = 0
    for name in names:
        mask |= 1 << look_up(cells, name, "a square")
    return mask
