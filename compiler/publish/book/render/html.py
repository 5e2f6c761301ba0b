"""Render a book's view as HTML, with the drawings and the style sheet that it refers to.

Takes a `BookView`. Returns a `BookSource` for the renderer.
"""

from __future__ import annotations

from base64 import b64decode
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, TypeAlias

from questwright.compiler.assets import TEMPLATES_DIR
from questwright.compiler.language import SOURCE, spoken
from questwright.compiler.publish.book.render.anchors import anchor, anchors_of
from questwright.compiler.publish.book.render.described import (
    graph_in_words,
    layout_in_words,
    map_in_words,
    section_in_words,
)
from questwright.compiler.publish.book.render.front import FrontSection, room_of_map, sections_of
from questwright.compiler.publish.book.render.gathering_sheets import gathering_sheets
from questwright.compiler.publish.book.render.leaves import leaves_of
from questwright.compiler.publish.book.render.pieces import (
    SMALLEST_OVERVIEW,
    HandoutPages,
    handout_pages,
)
from questwright.compiler.publish.book.render.sheets import page_references, sheets_for, thumbs
from questwright.compiler.publish.book.render.source import Asset, BookSource
from questwright.compiler.publish.book.render.templates import book_template
from questwright.compiler.publish.book.svg.board import BoardSheet, board_sheet_svg, sheets_of
from questwright.compiler.publish.book.svg.cards import ornament_svg, section_svg
from questwright.compiler.publish.book.svg.chart import chart_svg
from questwright.compiler.publish.book.svg.glyphs import is_plain
from questwright.compiler.publish.book.svg.graph import graph_svg
from questwright.compiler.publish.book.svg.grid import UNIT
from questwright.compiler.publish.book.svg.layout import layout_svg
from questwright.compiler.publish.book.svg.map import map_svg, sample_svg
from questwright.compiler.publish.book.svg.marks import key_of
from questwright.compiler.publish.book.svg.ornaments import on_dark, theme_svg
from questwright.compiler.publish.book.svg.paper import (
    ACROSS,
    IN_TEXT,
    Paper,
    is_legible,
    page_of,
    scale_of,
    size_of,
)
from questwright.compiler.publish.book.view.book import Volume
from questwright.compiler.publish.book.view.drawn import Drawn
from questwright.compiler.publish.book.view.gathering import GatheringKind
from questwright.compiler.publish.book.view.map import FigureView, MapCell, ThingView
from questwright.compiler.publish.book.view.theme import palette_of, with_values

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.packs.system.theme import Theme
    from questwright.compiler.publish.book.svg.elements import SvgDrawing
    from questwright.compiler.publish.book.view.annex import ChartView, ShownVerdict
    from questwright.compiler.publish.book.view.board import BoardView
    from questwright.compiler.publish.book.view.book import BookView, ChapterView
    from questwright.compiler.publish.book.view.cards import Ornament, SectionDrawing
    from questwright.compiler.publish.book.view.graph import GraphView
    from questwright.compiler.publish.book.view.layout import LayoutView
    from questwright.compiler.publish.book.view.map import Drawable, MapView
    from questwright.compiler.publish.book.view.tables import FigureRow
    from questwright.compiler.publish.book.view.theme import Palette

    _Drawn: TypeAlias = (
        MapView
        | GraphView
        | LayoutView
        | ChartView
        | Drawable
        | SectionDrawing
        | Ornament
        | tuple[MapView, Paper]
    )

_FACES = "fonts.css"
_STYLE_SHEETS = ("base.css", _FACES, "book.css", "maps.css", "annex.css")
_ACCENTED_FACES = "fonts-ext.css"
_COVER = "cover.css"
_CORNER = MapCell(0, 0)
_FLOURISH_MM, _COVER_FLOURISH_MM = (66.0, 6.4), (84.0, 9.0)
_EMBLEM_MM, _CORNER_MM = (150.0, 112.0), (25.0, 25.0)
"""The room of ornaments, as style sheets have it."""
_PIECE_CELL_MM = 7.2
_WIDEST_PIECE_MM, _HIGHEST_PIECE_MM = 62.0, 66.0


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing for a template, in words too; the drawing itself has its size.

    `page` is how it lies if it has a page of its own.
    """

    url: str
    words: str = ""
    height: float = 0.0
    """In millimetres, as it is drawn."""
    page: str = ""


class _Studio:
    """Draws what a template asks for, each view once, and collects the drawings as assets."""

    overview = Paper(150.0, 120.0)
    """The room of a map of a whole board that is printed in its true size."""

    def __init__(self, palette: Palette) -> None:
        self._palette = palette
        self._drawn: dict[_Drawn, Picture] = {}
        self._assets: dict[str, Asset] = {}

    def map(self, view: MapView) -> Picture:
        """A map in the text."""
        return self._map(view, IN_TEXT)

    def board_of(self, chapter: ChapterView) -> Picture:
        """The map of a chapter in its text, as large as leaves room for its legend below it."""
        view = chapter.maps[0]
        usual = scale_of(view, IN_TEXT)
        paper = IN_TEXT._replace(high=min(IN_TEXT.high, room_of_map(chapter)))
        scale = scale_of(view, paper) if paper.high > 0 else 0.0
        # Where it is printed larger elsewhere, it may be smaller here.
        least = SMALLEST_OVERVIEW * usual
        is_small = scale < least if len(chapter.maps) > 1 else not is_legible(view, scale)
        return self._map(view, IN_TEXT if scale == usual or is_small else paper)

    def on(self, view: MapView, paper: Paper) -> Picture:
        """A map that has so much room."""
        return self._map(view, paper)

    def board(self, view: BoardView) -> list[tuple[BoardSheet, Picture]]:
        """The sheets of a board in its true size, each with its picture."""
        paper, sheets = sheets_of(view)
        found = []
        for sheet in sheets:
            drawing = board_sheet_svg(view, sheet, self._palette)
            url = self.asset(drawing.svg.encode(), "svg", "image/svg+xml")
            page = "across" if paper is ACROSS else "upright"
            found.append((sheet, Picture(url, height=drawing.height, page=page)))
        return found

    def handouts(self, chapter: ChapterView) -> HandoutPages:
        """How the handouts of a chapter lie on pages."""
        assert chapter.handouts is not None
        return handout_pages(chapter, chapter.handouts)

    def fitting(self, view: MapView) -> Picture:
        """A map in the text if it is large enough there, otherwise on a page of its own."""
        below = key_of(view.overlay.key).height
        fits = is_legible(view, scale_of(view, IN_TEXT, below))
        return self.map(view) if fits else self.page(view)

    def leaves(self, sheets: Sequence[MapView]) -> list[tuple[str, list[tuple[int, Picture]]]]:
        """The pages of sheets: how each lies, and which sheets are on it, with their pictures."""
        return [
            (
                "across" if leaf.papers[0] is ACROSS else "upright",
                [
                    (number, self._map(sheets[number], paper))
                    for number, paper in zip(leaf.sheets, leaf.papers, strict=True)
                ],
            )
            for leaf in leaves_of(sheets)
        ]

    def page(self, view: MapView) -> Picture:
        """A map on a page of its own."""
        paper = page_of(view, key_of(view.overlay.key).height)
        picture = self._map(view, paper)
        return replace(picture, page="across" if paper is ACROSS else "upright")

    def _map(self, view: MapView, paper: Paper) -> Picture:
        return self._drawn.get((view, paper)) or self._keep(
            (view, paper),
            map_svg(view, self._palette, paper=paper),
            map_in_words(view),
        )

    def piece(self, view: MapView) -> Picture:
        """A part of a map beside a text, as small as all others."""
        wide, _ = size_of(view)
        widest = IN_TEXT.wide if view.is_wide else _WIDEST_PIECE_MM
        paper = Paper(min(wide * _PIECE_CELL_MM / UNIT, widest), _HIGHEST_PIECE_MM)
        return self._map(view, paper)

    def graph(self, view: GraphView) -> Picture:
        return self._drawn.get(view) or self._keep(
            view, graph_svg(view, self._palette), graph_in_words(view)
        )

    def sections(self, chapter: ChapterView, *, is_noted: bool) -> tuple[FrontSection, ...]:
        """The first sections of a chapter, in the order in which they leave least blank."""
        layout = self.layout(chapter.layout).height if chapter.layout is not None else None
        board = self.board_of(chapter).height if chapter.maps else None
        return sections_of(chapter, layout, board, is_noted=is_noted)

    def chart(self, view: ChartView) -> Picture:
        return self._drawn.get(view) or self._keep(view, chart_svg(view, self._palette))

    def layout(self, view: LayoutView) -> Picture:
        return self._drawn.get(view) or self._keep(
            view, layout_svg(view, self._palette), layout_in_words(view)
        )

    def drawn(self, view: Drawn) -> Picture:
        """A drawing that is finished."""
        return Picture(self.asset(view.svg.encode(), "svg", "image/svg+xml"), view.words)

    def section(self, view: SectionDrawing | Drawn) -> Picture:
        """A section on its card."""
        if isinstance(view, Drawn):
            return self.drawn(view)
        return self._drawn.get(view) or self._keep(
            view, section_svg(view, self._palette), section_in_words(view)
        )

    def ornament(self, view: Ornament) -> Picture:
        return self._drawn.get(view) or self._keep(view, ornament_svg(view, self._palette))

    def sample(self, view: Drawable) -> Picture:
        return self._drawn.get(view) or self._keep(view, sample_svg(view, self._palette))

    def token(self, row: FigureRow) -> Picture:
        return self.sample(FigureView(row.code, row.name, _CORNER, tone=row.tone))

    def seal(self, kind: ShownVerdict) -> Picture:
        return self.sample(ThingView(f"seal-{kind.value}", "", _CORNER))

    def _keep(self, view: _Drawn, drawing: SvgDrawing, words: str = "") -> Picture:
        url = self.asset(drawing.svg.encode(), "svg", "image/svg+xml")
        picture = self._drawn[view] = Picture(url, words, drawing.height)
        return picture

    def theme_picture(self, name: str, room: tuple[float, float], *, is_on_dark: bool) -> str:
        """The address of an ornament that has so many millimetres of room."""
        palette = on_dark(self._palette) if is_on_dark else self._palette
        drawing = theme_svg(name, *room, palette)
        return self.asset(drawing.svg.encode(), "svg", "image/svg+xml")

    def asset(self, content: bytes, ending: str, kind: str) -> str:
        """The address under which the renderer finds some content."""
        name = f"{sha256(content).hexdigest()[:32]}.{ending}"
        self._assets[name] = Asset(name, kind, content)
        return f"asset:{name}"

    def assets(self) -> tuple[Asset, ...]:
        return tuple(self._assets.values())


def _style_sheets(
    palette: Palette,
    *,
    is_accented: bool,
    more: tuple[str, ...],
    rules: str,
    tabs: int,
    edge: float,
) -> Iterator[str]:
    """The style sheets of a book: each is a text that many books have, so that it is read once."""
    # Loading a face takes as long as setting a page: accented faces are left out if not needed.
    names = [*_STYLE_SHEETS, *more]
    names += [_ACCENTED_FACES] if is_accented else []
    yield from (_themed(name, palette, rules) for name in names)
    yield with_values(rules, palette)
    if tabs:
        yield with_values(thumbs(tabs, edge), palette, _read(_FACES) + rules)


@cache
def _themed(name: str, palette: Palette, rules: str) -> str:
    return with_values(_read(name), palette, _read(_FACES) + rules)


def _read(name: str) -> str:
    return (TEMPLATES_DIR / "book" / name).read_text(encoding="utf-8")


def _look(theme: Theme, studio: _Studio, *, has_cover: bool) -> tuple[tuple[str, ...], str]:
    """The style sheets of a theme by name, and what its pictures and its typeface add to them."""
    names = [f"looks/headings-{theme.headings}.css", f"looks/boxes-{theme.boxes}.css"]
    pictures = {".flourish": (theme.flourish, _FLOURISH_MM, False)}
    if has_cover:
        names += [_COVER, f"looks/cover-{theme.cover}.css"]
        is_dark = theme.cover == "dark"
        pictures[".cover .emblem"] = (theme.emblem, _EMBLEM_MM, is_dark)
        pictures[".cover .flourish"] = (theme.flourish, _COVER_FLOURISH_MM, is_dark)
        pictures[".corner"] = (theme.corner, _CORNER_MM, is_dark)
    rules = []
    for selector, (name, room, is_dark) in pictures.items():
        url = studio.theme_picture(name, room, is_on_dark=is_dark)
        rules.append(f'{selector} {{ background: url("{url}") no-repeat center }}')
    if theme.typeface is not None:
        family = f"{theme.typeface.title} Headings"
        url = studio.asset(b64decode(theme.typeface.content), "ttf", "font/ttf")
        rules.append(
            f'@font-face {{ font-family: "{family}"; font-style: normal; font-weight: 700; '
            f'src: url("{url}") format("truetype") }}'
        )
        rules.append(f':root {{ --display: "{family}", "Alegreya", "Alegreya Ext", serif; }}')
    return tuple(names), "\n".join(rules)


def book_source(book: BookView, page_rules: str = "", edge: float = 0.0) -> BookSource:
    """Return a book's HTML with its style sheet and its drawings.

    A book for paper has `page_rules`: style rules for its pages, in place of those for the screen.
    What reaches the edge of a page ends `edge` millimetres before it, or beyond it below 0.
    """
    studio = _Studio(palette_of(book.theme, book.symbols))
    # Only the book that is played from has what a run of text may link to.
    played = book.chapters if book.volume is Volume.BOOK else ()
    anchors = frozenset(name for chapter in played for name in anchors_of(chapter))
    template = book_template()
    html = template.render(
        book=book,
        studio=studio,
        anchors=anchors,
        gathering=book.gathering,
        page_numbers=dict(book.gathering.pages),
    )
    # A dark cover is dark up to its edge, or it is a light one.
    theme = book.theme._replace(cover="light") if edge > 0 else book.theme
    looks, rules = _look(theme, studio, has_cover=_has_cover(book))
    assets = studio.assets()
    drawn = [asset.content.decode() for asset in assets if asset.media_type == "image/svg+xml"]
    sheets = [
        *_style_sheets(
            palette_of(book.theme),
            rules=rules,
            tabs=_tabs(book),
            edge=edge,
            is_accented=not is_plain(html + "".join(drawn)),
            more=(*looks, *sheets_for(book)),
        )
    ]
    if spoken() != SOURCE:
        sheets.append(page_references())
    if page_rules:
        return BookSource(html, assets, (*sheets, page_rules), is_for_screen=False)
    return BookSource(html, assets, gathering_sheets(sheets, book.gathering), name=_name(book))


def _has_cover(book: BookView) -> bool:
    """Whether a book, or this gathering of it, begins with a cover."""
    if book.gathering.kind is GatheringKind.WHOLE:
        return len(book.chapters) > 1 or bool(book.front)
    return book.gathering.kind is GatheringKind.FRONT


def _tabs(book: BookView) -> int:
    """How many tabs the thumb index of a book, or of this gathering of it, has."""
    kind = book.gathering.kind
    if kind is GatheringKind.WHOLE:
        return len(book.chapters) if len(book.chapters) > 1 else 0
    return book.gathering.chapters if kind is GatheringKind.TABS else 0


def _name(book: BookView) -> str:
    """What a gathering is called apart from all others of its book; nothing for a whole book."""
    kind = book.gathering.kind
    if kind is GatheringKind.WHOLE:
        return ""
    return anchor(book.chapters[0].slug) if kind is GatheringKind.CHAPTER else f".{kind.value}"
