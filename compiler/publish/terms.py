"""How documents name what a quest is made of: squares by name, places in the text by line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from compiler.model.board import each_cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from compiler.model.board import Board, Cell, Cells, Edge
    from compiler.model.publication import Publication
    from compiler.packs.model import Plain
    from compiler.packs.tree import Json
    from dsl.source import Source, Span

_SEPARATOR = re.compile(r"[/\\]")


class Terms:
    """The terms in which one quest is told."""

    __slots__ = ("_board", "_sources")

    def __init__(self, publication: Publication) -> None:
        self._board: Board = publication.quest.board
        self._sources: Mapping[str, Source] = publication.sources

    def origin(self, span: Span) -> Json:
        """Where something is written; None for what the game's pack says of every quest."""
        source = self._sources.get(span.path)
        if source is None:
            return None
        position = source.position(span.start)
        # The name alone: the same quest is the same document, wherever its folder lies.
        file = _SEPARATOR.split(span.path)[-1]
        return {"file": file, "line": position.line, "column": position.column}

    def cell(self, cell: Cell) -> str:
        """The name of a square."""
        return self._board.name(cell)

    def cells(self, cells: Cells) -> Json:
        """The names of some squares, row by row."""
        return [self._board.name(cell) for cell in each_cell(cells)]

    def edge(self, edge: Edge) -> Json:
        """The names of the two squares beside an edge."""
        return [self._board.name(edge.first), self._board.name(edge.second)]


def plain(value: Plain) -> Json:
    """Data of a pack as a document has it."""
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    if value is None or isinstance(value, bool | int | str):
        return value
    return {word: plain(one) for word, one in value.items()}


def words(values: Iterable[str]) -> list[Json]:
    """Words as a document lists them."""
    return [str(value) for value in values]


def known(word: str) -> Json:
    """A word, or None where there is none."""
    return word or None
