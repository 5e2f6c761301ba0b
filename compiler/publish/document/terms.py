"""Convert the values that all documents share: squares to names, spans to file and line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.wording.phrases import texts_of
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
    """Converts the squares, edges and spans of one quest to the names that documents use."""

    __slots__ = ("_board", "_sources")

    def __init__(self, publication: Publication) -> None:
        self._board: Board = publication.quest.board
        self._sources: Mapping[str, Source] = publication.sources

    def origin(self, span: Span) -> Json:
        """The file, line and column of a span; None if it lies in the game's pack."""
        return origin_of(span, self._sources)

    def cell(self, cell: Cell) -> str:
        """The name of a square."""
        return self._board.name(cell)

    def cells(self, cells: Cells) -> Json:
        """The names of a set of squares, row by row."""
        return [self._board.name(cell) for cell in each_cell(cells)]

    def path(self, cells: Iterable[Cell]) -> Json:
        """The names of a sequence of squares, in its order."""
        return [self._board.name(cell) for cell in cells]

    def edge(self, edge: Edge) -> Json:
        """The names of the two squares beside an edge."""
        return [self._board.name(edge.first), self._board.name(edge.second)]


def origin_of(span: Span, sources: Mapping[str, Source]) -> Json:
    """The file, line and column of a span; None if its path is not in `sources` (path -> text)."""
    source = sources.get(span.path)
    if source is None:
        return None
    position = source.position(span.start)
    # Only the file's name: a quest gives the same document wherever its folder lies.
    file = _SEPARATOR.split(span.path)[-1]
    return {"file": file, "line": position.line, "column": position.column}


def blocks_part(blocks: Iterable[Block], title: Callable[[str], str]) -> Json:
    """A text as paragraphs and list entries; `title` gives the title of what a reference names."""
    return [
        {
            "entry": block.is_entry,
            "runs": [
                _run_part(run, text)
                for run, text in zip(block.runs, texts_of(block, title), strict=True)
            ],
        }
        for block in blocks
    ]


def _run_part(run: Run, text: str) -> Json:
    is_reference = run.style is Style.REFERENCE
    return {
        "text": text,
        "style": run.style.value,
        "target": run.text if is_reference else None,
    }


def system_part(system: System) -> Json:
    """The game that a document is for, with the digest of its pack."""
    return {
        "id": system.id,
        "title": system.title,
        "version": system.version,
        "digest": system.digest,
    }


def plain(value: Plain) -> Json:
    """Data of a pack as JSON: tuples become lists."""
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    if value is None or isinstance(value, bool | int | str):
        return value
    return {word: plain(part) for word, part in value.items()}


def words(values: Iterable[str]) -> list[Json]:
    """A JSON list of texts."""
    return [str(value) for value in values]


def or_none(word: str) -> Json:
    """The word, or None if it is empty."""
    return word or None


def fraction(number: Fraction) -> str:
    """A fraction as `3/4`. Documents have no decimals: programs would round them differently."""
    return f"{number.numerator}/{number.denominator}"
