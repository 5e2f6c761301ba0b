"""The squares of a board, as a document names them."""

from __future__ import annotations

from typing import NamedTuple


class Square(NamedTuple):
    """A square of the floor: its row and column, counted from 1, and the id of its area."""

    name: str
    row: int
    column: int
    area: str
