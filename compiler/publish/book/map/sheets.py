"""Cut a map that is too large for one page into several sheets, along the edges of tiles."""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING, Final

from questwright.compiler.language import say
from questwright.compiler.publish.book.map.window import window
from questwright.compiler.publish.book.svg.bases import covered
from questwright.compiler.publish.book.svg.coordinates import column_label
from questwright.compiler.publish.book.svg.paper import (
    ACROSS,
    IN_TEXT,
    UPRIGHT,
    capacity,
    is_legible,
    page_of,
    scale_of,
)
from questwright.compiler.publish.book.view.map import (
    Facing,
    JoinView,
    MapCell,
    SheetView,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from questwright.compiler.publish.book.map.window import Span
    from questwright.compiler.publish.book.svg.paper import Paper
    from questwright.compiler.publish.book.view.map import MapView, SeamView

_LONGEST: Final = 3
"""The most titles that the heading of a sheet names."""
_SHARED: Final = 1
"""How many lines two sheets share where one goes on."""
_SIDES: Final = (Facing.WEST, Facing.NORTH, Facing.EAST, Facing.SOUTH)


def with_sheets(view: MapView, paper: Paper = IN_TEXT) -> tuple[MapView, ...]:
    """A map, and the sheets on which it is printed larger: none if it is large enough on paper.

    If one page is enough, that is the whole map. Otherwise the first map, of the whole board, shows
    which sheet has what.
    """
    if is_legible(view, scale_of(view, paper)):
        return (view,)
    if is_legible(view, scale_of(view, page_of(view))):
        return view, replace(view, title=say("{map} at full size", map=view.title))
    # Fewest sheets first, then upright ones.
    spans = min((_spans(view, page) for page in (UPRIGHT, ACROSS)), key=len)
    labels = [column_label(number) for number in range(len(spans))]
    sheets = tuple(
        replace(
            window(view, span),
            title=_title(view, label, span),
            label=label,
            joins=tuple(_joins(span, zip(labels, spans, strict=True))),
        )
        for label, span in zip(labels, spans, strict=True)
    )
    boxes = (
        SheetView(label, left, top, right - left, bottom - top)
        for label, (left, right, top, bottom) in zip(labels, spans, strict=True)
    )
    return replace(_without_codes(view), sheets=tuple(boxes)), *sheets


def _without_codes(view: MapView) -> MapView:
    """A map of the whole board, on which codes would be too small to be read."""
    return replace(
        view,
        things=tuple(replace(thing, code="") if thing.code else thing for thing in view.things),
        figures=tuple(replace(figure, code="") for figure in view.figures),
        openings=tuple(replace(gate, code="") for gate in view.openings),
        crossings=tuple(replace(crossing, code="") for crossing in view.crossings),
    )


def _title(view: MapView, label: str, span: Span) -> str:
    titles = list(dict.fromkeys(seam.title for seam, _ in _pieces(view.seams, span)))
    named = ", ".join(titles[:_LONGEST]) + (", …" if len(titles) > _LONGEST else "")
    title = say("{map}, sheet {label}", map=view.title, label=label)
    return f"{title}: {named}" if named else title


# -- where it is cut --------------------------------------------------------------------


def _spans(view: MapView, paper: Paper) -> list[Span]:
    """The parts of a map that fit on paper, none of which others show wholly."""
    columns, rows = capacity(view.shape, paper, _SIDES)
    across = {edge for seam in view.seams for edge in (seam.left, seam.left + seam.columns)}
    down = {edge for seam in view.seams for edge in (seam.top, seam.top + seam.rows)}
    blocks = [*map(covered, view.things), *map(covered, view.figures)]
    wide = {_extent(cell.column for cell in block) for block in blocks}
    high = {_extent(cell.row for cell in block) for block in blocks}
    spans = [
        _trimmed(view, (left, right, top, bottom))
        for top, bottom in _cut(view.rows, rows, down, high)
        for left, right in _cut(view.columns, columns, across, wide)
    ]
    spans = list(dict.fromkeys(span for span in spans if _floor(view, span)))
    for span in list(spans):
        others = {cell for other in spans if other != span for cell in _floor(view, other)}
        if _floor(view, span) <= others:
            spans.remove(span)
    return spans


def _extent(lines: Iterable[int]) -> tuple[int, int]:
    found = [*lines]
    return min(found), max(found) + 1


def _floor(view: MapView, span: Span) -> AbstractSet[MapCell]:
    left, right, top, bottom = span
    return {c for c in view.floor if left <= c.column < right and top <= c.row < bottom}


def _trimmed(view: MapView, span: Span) -> Span:
    """A sheet without empty lines, and without edges of printed tiles that are on other sheets."""
    pieces = [piece for _, piece in _pieces(view.seams, span)]
    if view.shape.is_hex and pieces:
        lefts, rights, tops, bottoms = zip(*pieces, strict=True)
        span = min(lefts), max(rights), min(tops), max(bottoms)
    floor = _floor(view, span)
    if not floor:
        return span
    columns, rows = {cell.column for cell in floor}, {cell.row for cell in floor}
    return min(columns), max(columns) + 1, min(rows), max(rows) + 1


def _pieces(seams: Sequence[SeamView], span: Span) -> Iterator[tuple[SeamView, Span]]:
    """The tiles of which more than a shared edge is on a sheet, with the part that is on it."""
    left, right, top, bottom = span
    for seam in seams:
        piece = (
            max(left, seam.left),
            min(right, seam.left + seam.columns),
            max(top, seam.top),
            min(bottom, seam.top + seam.rows),
        )
        if piece[1] - piece[0] > 1 and piece[3] - piece[2] > 1:
            yield seam, piece


def _cut(
    length: int, most: int, seams: Iterable[int], pieces: Collection[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Cut rows or columns into stretches of at most `most`: at seams if possible, or else equal.

    Each stretch begins with the last line of the one before it. Where it can be, each of the pieces
    (its first line, and the line after its last) is wholly in a stretch.
    """
    found: list[tuple[int, int]] = []
    start = 0
    while length - start > most:
        stretches = ceil((length - start - _SHARED) / (most - _SHARED))
        equal = start + _SHARED + ceil((length - start - _SHARED) / stretches)
        ends = [seam for seam in seams if start + 2 * _SHARED < seam <= start + most]
        if ends:
            end = max(ends)
        else:
            room = range(start + 2 * _SHARED + 1, start + most + 1)
            end = min(room, key=lambda end: (_broken(end, pieces), abs(end - equal)))
        found.append((start, end))
        start = end - _SHARED
    return [*found, (start, length)]


def _broken(end: int, pieces: Iterable[tuple[int, int]]) -> int:
    """How many pieces are wholly in no stretch if one ends here."""
    return sum(first < end - _SHARED and after > end for first, after in pieces)


# -- where it goes on -------------------------------------------------------------------


def _joins(span: Span, sheets: Iterable[tuple[str, Span]]) -> Iterator[JoinView]:
    """The sides of a sheet over which the board goes on, and on which sheet it does."""
    left, right, top, bottom = span
    for label, (its_left, its_right, its_top, its_bottom) in sheets:
        rows = max(top, its_top), min(bottom, its_bottom)
        columns = max(left, its_left), min(right, its_right)
        wide, high = columns[1] - columns[0], rows[1] - rows[0]
        beside = (its_left > left) - (its_right < right)
        below = (its_top > top) - (its_bottom < bottom)
        if beside and 0 <= wide < high:
            facing = Facing.EAST if beside > 0 else Facing.WEST
            yield JoinView(facing, label, rows[0] - top, rows[1] - top - 1, wide)
        elif below and 0 <= high < wide:
            facing = Facing.SOUTH if below > 0 else Facing.NORTH
            yield JoinView(facing, label, columns[0] - left, columns[1] - left - 1, high)
