"""Draw the chances of numbers as bars, in black and white."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.publish.book.svg.elements import (
    Shape,
    centred,
    document,
    gathered,
    path,
    polyline,
    rectangle,
    text,
    written,
)
from questwright.compiler.publish.book.svg.glyphs import Face, text_width

if TYPE_CHECKING:
    from questwright.compiler.publish.book.svg.elements import SvgDrawing
    from questwright.compiler.publish.book.view.annex import ChartView
    from questwright.compiler.publish.book.view.theme import Palette

_HEIGHT: Final = 120.0
_WIDTH: Final = 300.0
_LETTERS: Final = 16.0
_FOOT: Final = 24.0
_HEAD: Final = 24.0
_SCALE_MM: Final = 0.18
_APART: Final = 8.0
"""The least room between two labels."""


def chart_svg(view: ChartView, palette: Palette) -> SvgDrawing:
    """Draw a chart: a bar for each number, the tallest with its share, and a mark at the mean."""
    step = _WIDTH / max(len(view.bars), 1)
    tallest = max((bar.share for bar in view.bars), default=0.0) or 1.0
    bars: list[Shape] = []
    labels: list[Shape] = []
    widest = max((text_width(bar.label, Face.SANS, _LETTERS) for bar in view.bars), default=0.0)
    every = int((widest + _APART) // step) + 1
    for at, bar in enumerate(view.bars):
        high = _HEIGHT * bar.share / tallest
        middle = (at + 0.5) * step
        fill = palette.ink if bar.is_usual else palette.light
        left, wide = at * step + step * 0.12, step * 0.76
        bars += rectangle(left, _HEIGHT - high, wide, high, fill=fill, stroke=palette.ink, line=1)
        if at % every == 0:
            foot = _HEIGHT + _FOOT / 2 + 3
            labels += centred(bar.label, middle, foot, _LETTERS, face=Face.SANS, fill=palette.ink)
        if bar.share == tallest:
            wide = text_width(bar.told, Face.SANS, _LETTERS)
            left = min(max(middle - wide / 2, 0), _WIDTH - wide)
            labels += text(
                bar.told, left, _HEIGHT - high - 6, _LETTERS, face=Face.SANS, fill=palette.ink
            )
    ground = path(polyline([(0, _HEIGHT), (_WIDTH, _HEIGHT)]), stroke=palette.ink, width=1.5)
    box = (-4, -_HEAD, _WIDTH + 8, _HEIGHT + _HEAD + _FOOT)
    return document(written(bars) + gathered([*ground, *labels]), box, _SCALE_MM, view.title)
