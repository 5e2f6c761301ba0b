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
    from questwright.compiler.publish.book.view.tables import FactRow
    from questwright.compiler.publish.book.view.text import Line, Prose

_PAGE_MM = 255.0
_HEADING_MM, _ABOVE_MM = 19.0, 8.0
"""How high a heading is, and how much of that is blank above it: none at the head of a page."""
_SPARE_MM = 2.0
"""What a drawing leaves where a guess of the height of its words might be too low."""
_BELOW_MM = 4.0
"""What is blank below a drawing."""
_GUIDE_MM = 6.0
"""The line below a map that says where it is printed larger."""
_LINE_MM = 5.1
_ACROSS = 4
"""How many entries of a legend stand side by side."""
_LETTERS_OF_NAME, _LETTERS_OF_NOTE = 22, 24
"""How many letters a line of such an entry has: of its name, and of what is said of it."""


_NOTE_MM = 6.0
"""A line that names other books."""
_LETTERS_OF_NEEDS = 144
"""How many letters a line across all columns of what is needed has."""
_FACTS_ACROSS = 5
"""How many facts stand side by side, where that are all; otherwise there is one less in a row."""
_LETTERS_OF_FACTS = 82
"""How many letters a line across all of them has."""


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
    chapter: ChapterView, layout: float | None, board: float | None, *, is_noted: bool = False
) -> tuple[FrontSection, ...]:
    """The sections in their order; the heights of the layout and of the map are in millimetres.

    `is_noted` says that a line below what is needed names other books. Of all orders in which
    words stand between drawings it is the one that leaves least blank.
    """
    drawn = (
        {} if layout is None else {FrontSection.LAYOUT: [_Block(_HEADING_MM + layout + _BELOW_MM)]}
    )
    if board is not None:
        drawn[FrontSection.MAP] = [*_map(chapter, board)]
    words = {
        FrontSection.VICTORY: [*_victory(chapter)],
        FrontSection.SETUP: [*_setup(chapter)],
    }
    blocks = drawn | words
    head = [*_head(chapter)]
    head += [_Block(_NOTE_MM)] if is_noted else []
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
    height = _around_map(chapter) + board
    legend = height_of_legend(chapter.legend)
    if height + legend - _ABOVE_MM <= _PAGE_MM:
        yield _Block(height + legend)
    else:
        yield from (_Block(height), _Block(legend))


def _around_map(chapter: ChapterView) -> float:
    return _HEADING_MM + _BELOW_MM + _GUIDE_MM * (len(chapter.maps) > 1)


def room_of_map(chapter: ChapterView) -> float:
    """How high the map of a chapter is at most, if a page has it with its legend."""
    around = _around_map(chapter) - _ABOVE_MM + height_of_legend(chapter.legend)
    return _PAGE_MM - around - _SPARE_MM


def height_of_legend(entries: Sequence[LegendEntry]) -> float:
    """How high a legend is, in millimetres, with the line of hints below it."""
    rows = (entries[at : at + _ACROSS] for at in range(0, len(entries), _ACROSS))
    return sum(map(_row_of_legend, rows)) + 14 if entries else 0.0


def _row_of_legend(row: Sequence[LegendEntry]) -> float:
    """How high a row of a legend is: as high as its picture, or as the words of an entry."""
    lines = (
        ceil((len(entry.name) + 4) / _LETTERS_OF_NAME) + ceil(len(entry.note) / _LETTERS_OF_NOTE)
        for entry in row
    )
    return max(8.5, 3.8 * max(lines) + 1.5)


def _blank(blocks: Sequence[_Block]) -> float:
    """How much is blank at the feet of pages but the last: one large stretch is worse than two."""
    used = blank = 0.0
    for block in blocks:
        if not block.is_whole:
            used = (used + block.height) % _PAGE_MM
        elif used + block.height <= _PAGE_MM:
            used += block.height
        else:
            blank += ((_PAGE_MM - used) / 10) ** 2 if used else 0.0
            used = block.height - _ABOVE_MM
    return blank


def _head(chapter: ChapterView) -> Iterator[_Block]:
    yield _Block(38)
    if chapter.facts:
        yield _Block(height_of_facts(chapter.facts))
    if chapter.before:
        yield _Block(14 + height_of_words(chapter.before, 105), is_whole=False)
    if chapter.story:
        yield _Block(height_of_story(chapter.story), is_whole=False)
    if chapter.needs:
        across = len(chapter.needs) if len(chapter.needs) <= 4 else 3
        letters = _LETTERS_OF_NEEDS // across - 12
        lines = [
            sum(ceil(len(f"{row.name} {row.note}") / letters) for row in group.rows)
            for group in chapter.needs
        ]
        rows = [max(lines[at : at + across]) for at in range(0, len(lines), across)]
        yield _Block(_HEADING_MM + sum(7.5 + 4.75 * row for row in rows))


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


def height_of_facts(facts: Sequence[FactRow]) -> float:
    """How high a table of facts is, in millimetres, with what is blank below it."""
    across = _FACTS_ACROSS if len(facts) <= _FACTS_ACROSS else _FACTS_ACROSS - 1
    letters = _LETTERS_OF_FACTS // min(across, len(facts))
    rows = (facts[at : at + across] for at in range(0, len(facts), across))
    lines = [
        max(ceil(sum(len(run.text) for run in fact.value) / letters) for fact in row)
        for row in rows
    ]
    return sum(7.4 + 4.9 * many for many in lines) + 7


def height_of_story(text: Prose) -> float:
    """How high a story is, in millimetres: its letters are larger than those of other words."""
    return 10 + 1.14 * height_of_words(text, 110)


def height_of_words(text: Prose, width: int) -> float:
    """How high a text is, in millimetres, with so many letters in a line."""
    lines = [
        line
        for block in text
        for line in ((block.runs,) if isinstance(block, Paragraph) else block.items)
    ]
    return sum(_LINE_MM * ceil(sum(len(run.text) for run in line) / width) + 2 for line in lines)
