"""Squares as a document names them."""

from __future__ import annotations

from typing import NamedTuple


class Square(NamedTuple):
    """A square of the floor, its row and column counted from one."""

    name: str
    row: int
    column: int
    area: str
