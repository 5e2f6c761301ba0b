"""Draw the ornaments of a theme, which are map symbols of any size, in its colours."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from questwright.compiler.publish.book.svg.elements import document, written
from questwright.compiler.publish.book.svg.outlines import Transform
from questwright.compiler.publish.book.svg.symbols import stamp, symbol

if TYPE_CHECKING:
    from questwright.compiler.publish.book.svg.elements import SvgDrawing
    from questwright.compiler.publish.book.view.theme import Palette


def on_dark(palette: Palette) -> Palette:
    """The palette for what is drawn on the deep colour: dark and light change places."""
    return replace(
        palette,
        accent=palette.line,
        ink=palette.paper,
        paper=palette.deep,
        grey=palette.line,
        light=palette.accent,
    )


def theme_svg(name: str, wide: float, high: float, palette: Palette) -> SvgDrawing:
    """Draw an ornament as large as it can be in a room of so many millimetres."""
    paths = symbol(name, palette)
    if paths is None:
        raise ValueError(f"there is no ornament {name}")
    shapes = stamp(name, palette, (paths.width / 2, paths.height / 2), Transform())
    scale = min(wide / paths.width, high / paths.height)
    return document(written(shapes), (0, 0, paths.width, paths.height), scale, "")
