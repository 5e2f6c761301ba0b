"""Cells, sets of cells, and edges."""

from __future__ import annotations

from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


Cell = int
"""The index of a cell, row-major: ``row * stride + column``, where the stride is columns + 1."""


Cells = int
"""A set of cells as a bit set: bit ``n`` stands for cell ``n``."""


def each_cell(cells: Cells) -> Iterator[Cell]:
    """The cells of a set, lowest first."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


class Edge(NamedTuple):
    """The edge between two neighbouring cells, the lower index first."""

    first: Cell
    second: Cell
