"""Choose the order of the first sections of a chapter, so that its maps leave little blank.

Takes a chapter's view and the heights of its drawings. A map cannot be parted, and the renderer
does not move what follows it in front of it. So the heights of the sections are estimated from
their words: a wrong guess costs a blank stretch, and nothing else.
"""

from __future__ import annotations

from itertools import product
from math import ceil
from typing import TYPE_CHECKING

from questwright.compiler.publish.book.view.text import Paragraph
from questwright.dsl.choices import StrEnum
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from questwright.compiler.publish.book.view.book import ChapterView
    from questwright.compiler.publish.book.view.map import LegendEntry
    from questwright.compiler.publish.book.view.text import Line, Prose

_PAGE_MM = 255.0
_HEADING_MM = 17.0
_LINE_MM = 5.1
_ACROSS = 4
"""How many entries of a legend stand side by side."""
_LETTERS_OF_ENTRY = 22
"""How many letters a line of such an entry has."""


class FrontSection(StrEnum):
    """A section that stands between the head of a chapter and its areas."""

    LAYOUT = "layout"
    MAP = "map"
    """The map, with its legend below it."""
    VICTORY = "victory"
    SETUP = "setup"


class _Block(NamedTuple):
    height: float
    is_whole: bool = True


def sections_of(
    chapter: ChapterView, layout: float | None, board: float | None
) -> tuple[FrontSection, ...]:
    """The sections in their order; the heights of the layout and of the map are in millimetres.

    Of all orders in which words stand between drawings it is the one that leaves least blank.
    """
    drawn = {} if layout is None else {FrontSection.LAYOUT: [_Block(_HEADING_MM + layout)]}
    if board is not None:
        drawn[FrontSection.MAP] = [*_map(chapter, board)]
    words = {
        FrontSection.VICTORY: [*_victory(chapter)],
        FrontSection.SETUP: [*_setup(chapter)],
    }
    blocks = drawn | words
    head = [*_head(chapter)]
    orders = (
        tuple(_merged([*drawn], dict(zip(words, places, strict=True))))
        for places in product(range(len(drawn), -1, -1), repeat=len(words))
        # Setting up never stands before winning.
        if places[0] <= places[1]
    )
    return min(
        orders,
        key=lambda order: round(_blank([*head, *(b for entry in order for b in blocks[entry])])),
    )


def _merged(
    drawn: Sequence[FrontSection], words: Mapping[FrontSection, int]
) -> Iterator[FrontSection]:
    """Drawings with words between them; a place is the number of drawings before a section."""
    for number in range(len(drawn) + 1):
        yield from (entry for entry, place in words.items() if place == number)
        yield from drawn[number : number + 1]


def _map(chapter: ChapterView, board: float) -> Iterator[_Block]:
    """A map with its legend, which is on the same page if that has room for both."""
    height = _HEADING_MM + board
    legend = height_of_legend(chapter.legend)
    if height + legend <= _PAGE_MM:
        yield _Block(height + legend)
    else:
        yield from (_Block(height), _Block(legend))


def height_of_legend(entries: Sequence[LegendEntry]) -> float:
    """How high a legend is, in millimetres, with the line of hints below it."""
    rows = (entries[at : at + _ACROSS] for at in range(0, len(entries), _ACROSS))
    return sum(map(_row_of_legend, rows)) + 14 if entries else 0.0


def _row_of_legend(row: Sequence[LegendEntry]) -> float:
    """How high a row of a legend is: as high as its picture, or as the words of an entry."""
    lines = (
        ceil((len(entry.name) + 4) / _LETTERS_OF_ENTRY) + ceil(len(entry.note) / _LETTERS_OF_ENTRY)
        for entry in row
    )
    return max(8.5, 3.8 * max(lines) + 1.5)


def _blank(blocks: Sequence[_Block]) -> float:
    """How much is blank at the feet of pages but the last: one large stretch is worse than two."""
    used = blank = 0.0
    for block in blocks:
        after = _after(used, block)
        if block.is_whole and used and after == block.height:
            blank += ((_PAGE_MM - used) / 10) ** 2
        used = after
    return blank


def _after(used: float, block: _Block) -> float:
    """How much of a page is used after a block."""
    if block.is_whole:
        return block.height if used + block.height > _PAGE_MM else used + block.height
    return (used + block.height) % _PAGE_MM


def _head(chapter: ChapterView) -> Iterator[_Block]:
    yield _Block(32)
    yield _Block(14 * ceil(len(chapter.facts) / 5) + 7)
    for text, width in ((chapter.before, 105), (chapter.story, 95)):
        if text:
            yield _Block(14 + height_of_words(text, width), is_whole=False)
    if chapter.needs:
        counts = [len(group.rows) for group in chapter.needs]
        across = len(counts) if len(counts) <= 4 else 3
        rows = [max(counts[at : at + across]) for at in range(0, len(counts), across)]
        yield _Block(_HEADING_MM + sum(8 + 4.7 * row for row in rows) + 8)


def _victory(chapter: ChapterView) -> Iterator[_Block]:
    if chapter.victory:
        sides = [sum(map(lines_of_half, side.conditions)) for side in chapter.victory]
        yield _Block(_HEADING_MM + 20 + _LINE_MM * max(sides))


def _setup(chapter: ChapterView) -> Iterator[_Block]:
    if chapter.setup:
        yield _Block(_HEADING_MM + height_of_words(chapter.setup, 108), is_whole=False)


def lines_of_half(condition: Line) -> int:
    """How many lines a condition takes in half the width of a page."""
    return ceil(sum(len(run.text) for run in condition) / 46)


def height_of_words(text: Prose, width: int) -> float:
    """How high a text is, in millimetres, with so many letters in a line."""
    lines = [
        line
        for block in text
        for line in ((block.runs,) if isinstance(block, Paragraph) else block.items)
    ]
    return sum(_LINE_MM * ceil(sum(len(run.text) for run in line) / width) + 2 for line in lines)
