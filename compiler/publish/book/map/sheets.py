"""Cut a map that is too large for one page into several sheets, along the edges of tiles."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from questwright.compiler.publish.book.map.window import window
from questwright.compiler.publish.book.svg.map import LEAST_CELL_MM, TALLEST_MM, WIDEST_MM
from questwright.compiler.publish.book.svg.squares import grid_of
from questwright.compiler.publish.book.view.map import GridShape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from questwright.compiler.model.board import Board
    from questwright.compiler.model.laid_tile import LaidTile
    from questwright.compiler.publish.book.map.window import Span
    from questwright.compiler.publish.book.view.map import MapView

_LONGEST: Final = 3
"""The most titles that the heading of a sheet names."""


def sheets_of(view: MapView, board: Board) -> tuple[MapView, ...]:
    """The sheets of a map of several tiles; empty if its cells are large enough on one page."""
    if len(board.tiles) < 2:
        return ()
    grid = grid_of(view.shape)
    wide, high = grid.size(20, 20)
    margin = 2 * grid.margin
    # How many columns and rows a page has room for.
    scale = LEAST_CELL_MM / (wide / 20)
    columns = int((WIDEST_MM / scale - margin) / (wide / 20))
    rows = int((TALLEST_MM / scale - margin) / (high / 20))
    if view.columns <= columns and view.rows <= rows:
        return ()
    shared = 1 if view.shape is GridShape.HEX else 0
    across = {edge for tile in board.tiles for edge in (tile.column, tile.column + tile.size[1])}
    down = {edge for tile in board.tiles for edge in (tile.row, tile.row + tile.size[0])}
    spans = [
        (left, right, top, bottom)
        for top, bottom in _cut(view.rows, rows, down, shared, even=bool(shared))
        for left, right in _cut(view.columns, columns, across, shared, even=False)
    ]
    spans = list(dict.fromkeys(_trimmed(board, span, even=bool(shared)) for span in spans))
    windows = [window(view, span) for span in spans]
    full = [(part, span) for part, span in zip(windows, spans, strict=True) if part.floor]
    return tuple(
        replace(part, title=_title(number, len(full), _tile_titles(board, span)))
        for number, (part, span) in enumerate(full, 1)
    )


def _title(number: int, many: int, titles: list[str]) -> str:
    named = ", ".join(titles[:_LONGEST]) + (", …" if len(titles) > _LONGEST else "")
    return f"The map, sheet {number} of {many}: {named}"


def _tile_titles(board: Board, span: Span) -> list[str]:
    """The titles of the tiles of which more than a shared edge is on a sheet."""
    return list(dict.fromkeys(piece.title for piece, _ in _pieces(board, span)))


def _trimmed(board: Board, span: Span, *, even: bool) -> Span:
    """A sheet without the shared edges of tiles that are on other sheets."""
    pieces = [piece for _, piece in _pieces(board, span)]
    if not pieces:
        return span
    lefts, rights, tops, bottoms = zip(*pieces, strict=True)
    top = min(tops)
    # Odd rows of hexes are set in, and a sheet begins with an even one.
    return min(lefts), max(rights), top - top % 2 if even else top, max(bottoms)


def _pieces(board: Board, span: Span) -> Iterator[tuple[LaidTile, Span]]:
    """The tiles of which more than a shared edge is on a sheet, with the part that is on it."""
    left, right, top, bottom = span
    for tile in board.tiles:
        rows, columns = tile.size
        piece = (
            max(left, tile.column),
            min(right, tile.column + columns),
            max(top, tile.row),
            min(bottom, tile.row + rows),
        )
        if piece[1] - piece[0] > 1 and piece[3] - piece[2] > 1:
            yield tile, piece


def _cut(
    length: int, most: int, seams: Iterable[int], shared: int, *, even: bool
) -> list[tuple[int, int]]:
    """Cut rows or columns into stretches of at most `most`, at seams if possible.

    Each stretch begins `shared` lines before the end of the last one; if `even`, it begins with an
    even line.
    """
    found: list[tuple[int, int]] = []
    start = 0
    while True:
        if length - start <= most:
            return [*found, (start, length)]
        ends = [seam for seam in seams if start + shared + 1 < seam <= start + most]
        end = max(ends, default=start + most)
        found.append((start, end))
        start = end - shared
        start -= start % 2 if even else 0
