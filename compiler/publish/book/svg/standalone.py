"""Turn drawings into files of their own, with the fonts that they need."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from typing import TYPE_CHECKING

from questwright.compiler.assets import TEMPLATES_DIR
from questwright.compiler.packs.system.theme import Theme
from questwright.compiler.publish.book.svg.elements import (
    SvgDrawing,
    document,
    number,
    text,
    written,
)
from questwright.compiler.publish.book.svg.glyphs import Face, is_plain, text_width
from questwright.compiler.publish.book.view.theme import palette_of

if TYPE_CHECKING:
    from collections.abc import Sequence

_RULE = re.compile(r"@font-face \{[^}]*\}")
_FAMILY = re.compile(r'font-family: "([^"]*)"')
_FONT = re.compile(r'url\("font:([^"]*)"\)')
_SIZE = re.compile(r'width="[^"]*mm" height="[^"]*mm" ')
_HEADING_MM, _HEADING_ROOM_MM = 5.6, 11.0
_GAP_MM = 9.0


def standalone(drawing: SvgDrawing) -> str:
    """A drawing as SVG text with its fonts embedded.

    The widths of texts are measured for these fonts; with any other font, texts would not fit.
    """
    sheets = ["fonts.css"] if is_plain(drawing.svg) else ["fonts.css", "fonts-ext.css"]
    rules = [
        _embedded(rule)
        for sheet in sheets
        for rule in _RULE.findall(_sheet(sheet))
        if _is_used(rule, drawing.svg)
    ]
    head, end, rest = drawing.svg.partition(">")
    return f"{head}{end}<style>{''.join(rules)}</style>{rest}"


def _is_used(rule: str, svg: str) -> bool:
    """Whether a drawing uses the face of a font rule; drawings have no italics."""
    family = _FAMILY.search(rule)
    return family is not None and family[1] in svg and "italic" not in rule


@cache
def _sheet(name: str) -> str:
    return (TEMPLATES_DIR / "book" / name).read_text(encoding="utf-8")


@cache
def _embedded(rule: str) -> str:
    def data(found: re.Match[str]) -> str:
        content = b64encode((TEMPLATES_DIR / "fonts" / found[1]).read_bytes()).decode()
        return f'url("data:font/woff2;base64,{content}")'

    return " ".join(_FONT.sub(data, rule).split())


def stacked(drawings: Sequence[tuple[str, SvgDrawing]], title: str) -> SvgDrawing:
    """Stack drawings, each under its heading; the unit of the result is a millimetre."""
    ink = palette_of(Theme()).ink
    headings = [text_width(heading, Face.DISPLAY, _HEADING_MM) for heading, _ in drawings]
    width = max((*headings, *(drawing.width for _, drawing in drawings)))
    content = ""
    y = 0.0
    for heading, drawing in drawings:
        y += _GAP_MM if content else 0.0
        words = text(heading, 0, y + _HEADING_MM, _HEADING_MM, face=Face.DISPLAY, fill=ink)
        content += written(words)
        y += _HEADING_ROOM_MM
        place = f'x="{number((width - drawing.width) / 2)}" y="{number(y)}" '
        size = f'width="{number(drawing.width)}" height="{number(drawing.height)}" '
        inner = _SIZE.sub(place + size, drawing.svg.rstrip("\n"), count=1)
        content += inner
        y += drawing.height
    return document(content, (0, 0, width, y), 1.0, title)
