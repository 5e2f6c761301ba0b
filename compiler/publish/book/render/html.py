"""Render a book's view as HTML, with the drawings and the style sheet that it refers to.

Takes a `BookView`. Returns a `BookSource` for the renderer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from questwright.compiler.assets import TEMPLATES_DIR
from questwright.compiler.publish.book.render.source import Asset, BookSource
from questwright.compiler.publish.book.svg.elements import clean
from questwright.compiler.publish.book.svg.glyphs import is_plain
from questwright.compiler.publish.book.svg.graph import graph_svg
from questwright.compiler.publish.book.svg.layout import layout_svg
from questwright.compiler.publish.book.svg.map import map_svg, sample_svg
from questwright.compiler.publish.book.view.book import Volume
from questwright.compiler.publish.book.view.map import FigureView, MapCell, ThingView
from questwright.compiler.publish.book.view.theme import palette_of, with_values

if TYPE_CHECKING:
    from questwright.compiler.publish.book.svg.elements import SvgDrawing
    from questwright.compiler.publish.book.svg.map import DrawnBoards
    from questwright.compiler.publish.book.view.book import (
        BookView,
        ChapterView,
        GraphView,
        ShownVerdict,
    )
    from questwright.compiler.publish.book.view.layout import LayoutView
    from questwright.compiler.publish.book.view.map import Drawable, MapView
    from questwright.compiler.publish.book.view.tables import FigureRow
    from questwright.compiler.publish.book.view.theme import Palette

_STYLE_SHEETS = ("base.css", "fonts.css", "book.css", "annex.css")
_ACCENTED_FACES = "fonts-ext.css"
_CAMPAIGN = "campaign.css"
_AIDS = "aids.css"
_BACK = "back.css"
_SHEETS = "sheets.css"
_HANDOUTS = "handouts.css"
_CORNER = MapCell(0, 0)
_SLUG = re.compile(r"[a-z][a-z0-9-]{0,63}\Z")


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing for a template; the drawing itself has its size."""

    url: str


class _Studio:
    """Draws what a template asks for, each view once, and collects the drawings as assets."""

    def __init__(self, palette: Palette) -> None:
        self._palette = palette
        self._drawn: dict[MapView | GraphView | LayoutView | Drawable, Picture] = {}
        self._boards: DrawnBoards = {}
        self._assets: dict[str, Asset] = {}

    def map(self, view: MapView) -> Picture:
        return self._drawn.get(view) or self._keep(
            view, map_svg(view, self._palette, boards=self._boards)
        )

    def graph(self, view: GraphView) -> Picture:
        return self._drawn.get(view) or self._keep(view, graph_svg(view, self._palette))

    def layout(self, view: LayoutView) -> Picture:
        return self._drawn.get(view) or self._keep(view, layout_svg(view, self._palette))

    def sample(self, view: Drawable) -> Picture:
        return self._drawn.get(view) or self._keep(view, sample_svg(view, self._palette))

    def token(self, row: FigureRow) -> Picture:
        return self.sample(FigureView(row.code, row.name, _CORNER, tone=row.tone))

    def seal(self, kind: ShownVerdict) -> Picture:
        return self.sample(ThingView(f"seal-{kind.value}", "", _CORNER))

    def _keep(
        self, view: MapView | GraphView | LayoutView | Drawable, drawing: SvgDrawing
    ) -> Picture:
        content = drawing.svg.encode()
        name = sha256(content).hexdigest()[:32] + ".svg"
        self._assets[name] = Asset(name, "image/svg+xml", content)
        picture = self._drawn[view] = Picture(f"asset:{name}")
        return picture

    def assets(self) -> tuple[Asset, ...]:
        return tuple(self._assets.values())


def anchor(chapter: str, slug: str = "") -> str:
    """Return the id of a place in the book; parts that are no plain slugs become hashes."""
    parts = [part if _SLUG.match(part) else _hashed(part) for part in (chapter, slug) if part]
    return ".".join(parts)


def _hashed(slug: str) -> str:
    return "x" + sha256(clean(slug).encode()).hexdigest()[:16]


def anchors_of(chapter: ChapterView) -> frozenset[str]:
    """Return the ids in a chapter that a run of text may link to."""
    slugs = (
        *(area.slug for area in chapter.areas),
        *(event.slug for event in chapter.events),
        *(rule.slug for rule in chapter.rules),
        *(action.slug for action in chapter.actions),
    )
    return frozenset(anchor(chapter.slug, slug) for slug in slugs)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES_DIR / "book"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    # Drop characters that XML cannot hold; the output of macros, which is no `str`, is clean.
    environment.finalize = lambda value: clean(value) if type(value) is str else value
    environment.globals["anchor"] = anchor
    return environment


@cache
def _style_sheet(palette: Palette, *, is_accented: bool, more: tuple[str, ...]) -> str:
    # Loading a face takes as long as setting a page: accented faces are left out if not needed.
    names = [*_STYLE_SHEETS, *more]
    names += [_ACCENTED_FACES] if is_accented else []
    files = [(TEMPLATES_DIR / "book" / name).read_text(encoding="utf-8") for name in names]
    return with_values("\n".join(files), palette)


def book_source(book: BookView) -> BookSource:
    """Return a book's HTML with its style sheet and its drawings."""
    palette = palette_of(book.theme)
    studio = _Studio(replace(palette, symbols=book.symbols))
    # Only the book that is played from has what a run of text may link to.
    played = book.chapters if book.volume is Volume.BOOK else ()
    anchors = frozenset(name for chapter in played for name in anchors_of(chapter))
    template = _environment().get_template("book.html.j2")
    html = template.render(book=book, studio=studio, anchors=anchors)
    assets = studio.assets()
    sheet = _style_sheet(
        palette,
        is_accented=not is_plain(html + "".join(asset.content.decode() for asset in assets)),
        more=(
            *([_CAMPAIGN] if book.campaign is not None else []),
            *([_AIDS] if book.aids else []),
            *([_BACK] if book.back is not None else []),
            *([_HANDOUTS] if any(chapter.handouts for chapter in book.chapters) else []),
            *(
                [_SHEETS]
                if any(chapter.order or chapter.sheets for chapter in book.chapters)
                else []
            ),
        ),
    )
    return BookSource(html, assets, sheet)
