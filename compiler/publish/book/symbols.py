"""The map's symbols: small SVG files in templates/symbols, recoloured for a palette.

A symbol is drawn facing north, 100 units to a cell. One that sits on an edge is drawn for a wall
that runs along the middle of its cell from left to right; what must not turn with the wall (a
letter, a keyhole) stands in a second file, NAME.upright.svg, drawn over the first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from compiler.assets import TEMPLATES_DIR

if TYPE_CHECKING:
    from compiler.publish.book.theme import Palette

_NAME = re.compile(r"[a-z][a-z0-9-]{0,63}\Z")
_DOCUMENT = re.compile(r'<svg [^>]*viewBox="0 0 (\d+) (\d+)"[^>]*>\n(.*?)\s*</svg>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol's content and its size in hundredths of a cell."""

    content: str
    width: int
    height: int


@cache
def symbol_names() -> frozenset[str]:
    """Return the names of all symbols that ship with the book."""
    return frozenset(
        file.stem for file in (TEMPLATES_DIR / "symbols").glob("*.svg") if "." not in file.stem
    )


@cache
def symbol(name: str, palette: Palette) -> Symbol | None:
    """Return a symbol in a palette's colours, or None when there is none of that name."""
    return _read(name, palette) if _NAME.match(name) and name in symbol_names() else None


@cache
def upright_part(name: str, palette: Palette) -> str:
    """Return what of an edge symbol never turns, or an empty text."""
    file = TEMPLATES_DIR / "symbols" / f"{name}.upright.svg"
    if name not in symbol_names() or not file.is_file():
        return ""
    return _read(f"{name}.upright", palette).content


def _read(stem: str, palette: Palette) -> Symbol:
    source = (TEMPLATES_DIR / "symbols" / f"{stem}.svg").read_text(encoding="utf-8")
    found = _DOCUMENT.search(source)
    if found is None:
        raise ValueError(f"symbol {stem}: not an SVG document with a viewBox from 0 0")
    content = found[3].replace("\n", "")
    for stand_in, colour in (
        ("#000000", palette.ink),
        ("#ffffff", palette.paper),
        ("#888888", palette.grey),
        ("#cccccc", palette.light),
        ("#cc0000", palette.accent),
    ):
        content = content.replace(f'"{stand_in}"', f'"{colour}"')
    return Symbol(content, int(found[1]), int(found[2]))
