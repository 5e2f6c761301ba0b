"""How documents name what a quest is made of: squares by name, places in the text by line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from questwright.compiler.grid.cells import each_cell
from questwright.dsl.prose import Style

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from fractions import Fraction

    from questwright.compiler.grid.cells import Cell, Cells, Edge
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.publication import Publication
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.packs.system.values import Plain
    from questwright.dsl.prose import Block, Run
    from questwright.dsl.source import Source, Span

_SEPARATOR = re.compile(r"[/\\]")


class Terms:
    """The terms in which one quest is told."""

    __slots__ = ("_board", "_sources")

    def __init__(self, publication: Publication) -> None:
        self._board: Board = publication.quest.board
        self._sources: Mapping[str, Source] = publication.sources

    def origin(self, span: Span) -> Json:
        """Where something is written; None for what the game's pack says of every quest."""
        return origin_of(span, self._sources)

    def cell(self, cell: Cell) -> str:
        """The name of a square."""
        return self._board.name(cell)

    def cells(self, cells: Cells) -> Json:
        """The names of some squares, row by row."""
        return [self._board.name(cell) for cell in each_cell(cells)]

    def path(self, cells: Iterable[Cell]) -> Json:
        """The names of some squares, in order."""
        return [self._board.name(cell) for cell in cells]

    def edge(self, edge: Edge) -> Json:
        """The names of the two squares beside an edge."""
        return [self._board.name(edge.first), self._board.name(edge.second)]


def origin_of(span: Span, sources: Mapping[str, Source]) -> Json:
    """Where something is written, in texts by their paths; None for what stands in none of them."""
    source = sources.get(span.path)
    if source is None:
        return None
    position = source.position(span.start)
    # The name alone: the same quest is the same document, wherever its folder lies.
    file = _SEPARATOR.split(span.path)[-1]
    return {"file": file, "line": position.line, "column": position.column}


def blocks_part(blocks: Iterable[Block], title: Callable[[str], str]) -> Json:
    """A text as paragraphs and entries of lists, its references resolved by what gives titles."""
    return [
        {"entry": block.is_entry, "runs": [_run_part(run, title) for run in block.runs]}
        for block in blocks
    ]


def _run_part(run: Run, title: Callable[[str], str]) -> Json:
    is_reference = run.style is Style.REFERENCE
    return {
        "text": title(run.text) if is_reference else run.text,
        "style": run.style.value,
        "target": run.text if is_reference else None,
    }


def system_part(system: System) -> Json:
    """The game that a document is for."""
    return {
        "id": system.id,
        "title": system.title,
        "version": system.version,
        "digest": system.digest,
    }


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


def fraction(number: Fraction) -> str:
    """A fraction in full: documents have no decimals, which every program rounds its own way."""
    return f"{number.numerator}/{number.denominator}"
