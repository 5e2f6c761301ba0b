"""Lay the pieces that are cut out onto pages, and say how large their maps are.

Takes the handouts of a quest. Returns the pieces in the order in which they fill pages, their maps
as large as the pages allow. Heights of words are estimated: a wrong guess costs a blank stretch,
and nothing else.
"""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING, Final

from questwright.compiler.publish.book.render.front import (
    height_of_facts,
    height_of_legend,
    height_of_story,
    height_of_words,
    lines_of_half,
)
from questwright.compiler.publish.book.svg.grid import UNIT
from questwright.compiler.publish.book.svg.paper import (
    CUT_OUT,
    IN_TEXT,
    TRUE_CELL_MM,
    Paper,
    is_legible,
    least_cell,
    scale_of,
    size_of,
)
from questwright.compiler.publish.book.svg.squares import grid_of
from questwright.compiler.publish.book.view.text import ListBlock
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.publish.book.view.book import ChapterView
    from questwright.compiler.publish.book.view.handouts import (
        HandoutsView,
        HandoutView,
        ReadingView,
    )
    from questwright.compiler.publish.book.view.map import MapView
    from questwright.compiler.publish.book.view.tables import VictoryView
    from questwright.compiler.publish.book.view.text import Line

_PAGE_MM: Final = 236.0
"""What a page has room for, on A4 and on US Letter alike."""
_ON_A4_MM: Final = 253.0
"""The same on A4 alone: what has no room on lower paper goes on over the page."""
_FULL_PAGE_MM: Final = 243.0
"""The same of a page on which all stays together, and to which no guess should do harm."""
_HEAD_MM: Final = 38.0
_HEADING_MM: Final = 16.0
_FRAME_MM: Final = 11.0
_TITLE_MM: Final = 9.0
_BOX_MM: Final = 12.0
_ROW_MM: Final = 6.6
_GUIDE_MM: Final = 9.0
_LETTERS: Final = 108
"""Letters in a line of what is read aloud on a piece."""
_LETTERS_ALONE: Final = 116
"""The same where nothing else is on the piece."""
_LETTERS_OF_HALF: Final = 52
"""The same where two of these stand side by side."""
_FRAME_OF_WORDS_MM: Final = 9.4
_LABEL_MM: Final = 3.4
"""What is written over it where nothing else is on the piece: it has no box of its own then."""
_HINTS_MM: Final = 5.5
"""The line of hints below a legend, which a piece has not."""
_TOGETHER_MM: Final = 11.0
"""The width of cells for which pieces are put together on a page, or less where that saves one."""
_STEPS: Final = 12
SMALLEST_OVERVIEW: Final = 0.5
"""The least share of its usual size that a map has which is printed larger elsewhere."""
_LETTERS_OF_TITLE: Final = 54
_LINE_OF_TITLE_MM: Final = 6.8


class CutOut(NamedTuple):
    """Something on a page: the height of its words, and its map with the room that it has."""

    number: int
    """Its place among the handouts, and after them among the readings; -1 for the start."""
    words: float
    map: MapView | None
    paper: Paper
    beside: int = -1
    """The place of the reading that stands beside it; -1 if none does."""

    def height(self) -> float:
        """How high it is, in millimetres."""
        if self.map is None:
            return self.words
        return self.words + size_of(self.map)[1] * scale_of(self.map, self.paper)

    def least(self) -> float:
        """How wide its cells are if it is just large enough to play from."""
        if self.map is None:
            return _TOGETHER_MM
        shape = self.map.shape
        return least_cell(shape) * UNIT / grid_of(shape).cell_width

    def with_cells(self, wide: float) -> CutOut:
        """The same with cells of so many millimetres, or as many as there is room for."""
        return self._replace(paper=self.paper._replace(cell=wide))


class HandoutPages(NamedTuple):
    """How the handouts of a quest lie on pages."""

    start: Paper
    """The room of the map of the start."""
    pieces: tuple[CutOut, ...]
    """What is cut out, in the order in which it is printed."""
    is_start_apart: bool = False
    """Whether the map of the start stands among the pieces, and not below its words."""
    is_start_long: bool = False
    """Whether the list of what the start holds may go on over the page."""


def handout_pages(chapter: ChapterView, handouts: HandoutsView) -> HandoutPages:
    """Lay the handouts of a chapter onto pages."""
    start = handouts.start
    if start is None or start.map is None:
        return HandoutPages(IN_TEXT, _laid(handouts))
    words = _HEADING_MM + _words(start)
    head = _head(chapter, handouts)
    if start.sheets:
        # It is printed larger elsewhere, and may be smaller here, but not without end.
        least = SMALLEST_OVERVIEW * scale_of(start.map, IN_TEXT) * UNIT
        for used in (head + words, words):
            (whole,) = _filled([CutOut(-1, used, start.map, IN_TEXT)], _FULL_PAGE_MM)
            if whole.paper.cell >= least:
                return HandoutPages(whole.paper, _laid(handouts), is_start_long=True)
        return HandoutPages(IN_TEXT._replace(cell=least), _laid(handouts), is_start_long=True)
    # Its words and its map stand on the first page, or else on the second one, if there is room.
    for used in (head + words, words):
        (whole,) = _filled([CutOut(-1, used, start.map, IN_TEXT)], _ON_A4_MM)
        fits = whole.height() <= _ON_A4_MM
        if fits and is_legible(start.map, scale_of(start.map, whole.paper)):
            return HandoutPages(whole.paper, _laid(handouts))
        # A first page that is more than half empty is worse than a map on the page after its words.
        if head < _ON_A4_MM / 2 and head + words <= _ON_A4_MM:
            break
    apart = CutOut(-1, _GUIDE_MM, start.map, IN_TEXT)
    first, *others = _laid(handouts, apart)
    return HandoutPages(first.paper, tuple(others), is_start_apart=True)


def _laid(handouts: HandoutsView, start: CutOut | None = None) -> tuple[CutOut, ...]:
    """Pieces page by page, each page filled; the one that has least on it is the last.

    Their maps become smaller, and their words stand side by side, where that saves a page.
    """
    pages, page_room = min(_ways(handouts, start), key=lambda way: len(way[0]))
    first, rest = pages[:1], pages[1:]
    rest.sort(key=lambda page: (_is_sparse(page), min(piece.number for piece in page)))
    laid = []
    for number, page in enumerate([*first, *rest]):
        room = page_room - _HEADING_MM * (number == 0)
        laid += sorted(_filled(page, room), key=lambda piece: piece.number)
    return tuple(laid)


def _ways(
    handouts: HandoutsView, start: CutOut | None
) -> Iterator[tuple[list[list[CutOut]], float]]:
    """The ways in which pieces may lie on pages, each with the room of a page; the best first."""
    before = [start] if start is not None else []
    single, paired = (
        [*before, *_maps(handouts), *readings]
        for readings in (_readings(handouts), _paired(handouts))
    )
    smallest = [
        [piece.with_cells(piece.least()) for piece in pieces] for pieces in (single, paired)
    ]
    for pieces, least in zip((single, paired), smallest, strict=True):
        usual = [piece.with_cells(_TOGETHER_MM) for piece in pieces]
        yield _together(usual, _PAGE_MM), _PAGE_MM
        yield _together(least, _PAGE_MM), _PAGE_MM
    for least in reversed(smallest):
        pages = _together(least, _ON_A4_MM)
        # On lower paper the last of a page goes on over it: it must not drive others on.
        if len(pages) == 1:
            yield pages, _ON_A4_MM


def _together(pieces: Sequence[CutOut], page_room: float) -> list[list[CutOut]]:
    """Which pieces stand on a page together: as few pages as come of it."""
    pages: list[list[CutOut]] = []
    # What the start needs comes first, then the highest: the small ones fill what is left.
    for piece in sorted(pieces, key=lambda piece: (piece.number >= 0, -piece.height())):
        for number, page in enumerate(pages):
            room = page_room - _HEADING_MM * (number == 0)
            if sum(other.height() for other in page) + piece.height() <= room:
                page.append(piece)
                break
        else:
            pages.append([piece])
    return pages


def _is_sparse(page: Sequence[CutOut]) -> bool:
    """Whether more than half of a page would stay blank, however large its maps are."""
    return sum(piece.with_cells(TRUE_CELL_MM).height() for piece in page) < _PAGE_MM / 2


def _filled(page: Sequence[CutOut], room: float) -> list[CutOut]:
    """The pieces of a page, with their cells as wide as its room and their true size allow."""
    low, high = 0.0, TRUE_CELL_MM
    for _ in range(_STEPS):
        middle = (low + high) / 2
        fits = sum(piece.with_cells(middle).height() for piece in page) <= room
        low, high = (middle, high) if fits else (low, middle)
    wide = floor(low * 10) / 10
    found = [piece.with_cells(max(wide, piece.least())) for piece in page]
    if sum(piece.height() for piece in found) <= room:
        return found
    return [piece.with_cells(wide) for piece in page]


# -- how high words are ---------------------------------------------------------------------


def _maps(handouts: HandoutsView) -> Iterator[CutOut]:
    for number, handout in enumerate(handouts.later):
        yield CutOut(number, _FRAME_MM + _words(handout), handout.map, CUT_OUT)


def _readings(handouts: HandoutsView) -> Iterator[CutOut]:
    for number, reading in enumerate(handouts.readings, len(handouts.later)):
        yield CutOut(number, _height_of_reading(reading, _LETTERS_ALONE), None, CUT_OUT)


def _paired(handouts: HandoutsView) -> Iterator[CutOut]:
    """What is read aloud, two and two side by side."""
    numbered = [*enumerate(handouts.readings, len(handouts.later))]
    for (number, reading), (beside, other) in zip(numbered[::2], numbered[1::2], strict=False):
        heights = (_height_of_reading(half, _LETTERS_OF_HALF) for half in (reading, other))
        yield CutOut(number, max(heights), None, CUT_OUT, beside)
    if len(numbered) % 2:
        yield [*_readings(handouts)][-1]


def _height_of_reading(reading: ReadingView, letters: int) -> float:
    title = _TITLE_MM * bool(reading.title)
    return _FRAME_OF_WORDS_MM + title + _LABEL_MM + height_of_words(reading.text, letters)


def _words(handout: HandoutView) -> float:
    """The height of all that a handout has but its map."""
    read = _BOX_MM + height_of_words(handout.read_aloud, _LETTERS) if handout.read_aloud else 0.0
    rows = _ROW_MM * ceil(len(handout.contents) / 2) + 4
    legend = height_of_legend(handout.legend) - _HINTS_MM * bool(handout.legend)
    told = legend + _height_of_rules(handout.rules)
    letters = sum(len(name) + 7 for _, name in handout.titles)
    title = _TITLE_MM + _LINE_OF_TITLE_MM * (letters // _LETTERS_OF_TITLE)
    return title + read + rows + told + _GUIDE_MM * bool(handout.sheets)


def _height_of_rules(rules: Sequence[Line]) -> float:
    return height_of_words((ListBlock(tuple(rules)),), _LETTERS) + 3 if rules else 0.0


def _lines_of_victory(side: VictoryView) -> int:
    """The lines of what a side wins by: two sides stand beside each other."""
    return max(ceil(sum(map(lines_of_half, side.conditions)) / 2), len(side.conditions))


def _head(chapter: ChapterView, handouts: HandoutsView) -> float:
    """The height of what stands on the first page before the start."""
    facts = height_of_facts(handouts.facts) if handouts.facts else 0.0
    before = _BOX_MM + height_of_words(chapter.before, _LETTERS) if chapter.before else 0.0
    story = height_of_story(handouts.story) if handouts.story else 0.0
    victory = 0.0
    if handouts.victory:
        victory = _HEADING_MM + 19 + 5.1 * max(map(_lines_of_victory, handouts.victory))
    rules = _HEADING_MM if handouts.rules or handouts.own_rules else 0.0
    rules += _height_of_rules(handouts.rules)
    for rule in handouts.own_rules:
        rules += _TITLE_MM + height_of_words(rule.text, _LETTERS)
    return (_HEAD_MM + facts + before + story + victory + rules) % _ON_A4_MM
