"""Read the map's symbols, small SVG files in templates/symbols, in the colours of a palette.

A game's pack may bring more of them in its own folder: the palette hands them on.

A symbol faces north, with 100 units to a cell. The symbol of an edge is drawn for a wall that runs
from left to right through the middle of the cell; parts that must not turn with the wall (a letter,
a keyhole) are in a second file, NAME.upright.svg, which is drawn over the first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from questwright.compiler.publish.book.svg.elements import Path, number
from questwright.compiler.publish.book.svg.outlines import Transform, outline, placed
from questwright.compiler.symbols import symbol_text

if TYPE_CHECKING:
    from questwright.compiler.publish.book.svg.elements import Shape
    from questwright.compiler.publish.book.svg.outlines import Outline
    from questwright.compiler.publish.book.view.theme import Palette

_NAME = re.compile(r"[a-z][a-z0-9-]{0,63}\Z")
_DOCUMENT = re.compile(r'<svg [^>]*viewBox="0 0 (\d+) (\d+)"[^>]*>\n(.*?)\s*</svg>', re.DOTALL)
_PATH = re.compile(r'<path d="([^"]*)" ([^>]*)/>')
_COLOUR = re.compile(r'"(#[0-9a-f]{6})"')
_MEASURE = re.compile(r'(stroke-width|stroke-dasharray)="([\d. ]+)"')


@dataclass(frozen=True, slots=True)
class SymbolPaths:
    """A symbol's paths, each as its data and its attributes; its size in hundredths of a cell."""

    paths: tuple[tuple[str, str], ...]
    width: int
    height: int


@cache
def symbol(name: str, palette: Palette) -> SymbolPaths | None:
    """Return a symbol in a palette's colours; None if no symbol has this name."""
    is_known = _NAME.match(name) and symbol_text(name, dict(palette.symbols))
    return _read(name, palette) if is_known else None


def stamp(
    name: str, palette: Palette, middle: tuple[float, float], placing: Transform
) -> list[Shape]:
    """Draw a symbol centred on a point, without its upright parts."""
    return [Path(look, placed(lines, middle)) for look, lines in _inks(name, palette, placing)]


def upright_stamp(
    name: str, palette: Palette, middle: tuple[float, float], placing: Transform
) -> list[Shape]:
    """Draw the upright parts of a symbol centred on a point; most symbols have none."""
    if not symbol_text(f"{name}.upright", dict(palette.symbols)):
        return []
    return stamp(f"{name}.upright", palette, middle, placing)


@cache
def _inks(name: str, palette: Palette, placing: Transform) -> tuple[tuple[str, Outline], ...]:
    drawn = _read(name, palette)
    middle = (drawn.width / 2, drawn.height / 2)
    return tuple(
        (_scaled(look, placing.scale), outline(data, middle, placing)) for data, look in drawn.paths
    )


def _scaled(look: str, scale: float) -> str:
    def measure(found: re.Match[str]) -> str:
        lengths = " ".join(number(float(length) * scale) for length in found[2].split())
        return f'{found[1]}="{lengths}"'

    return look if scale == 1 else _MEASURE.sub(measure, look)


@cache
def _read(stem: str, palette: Palette) -> SymbolPaths:
    source = symbol_text(stem, dict(palette.symbols))
    found = _DOCUMENT.search(source)
    if found is None:
        raise ValueError(f"symbol {stem}: not an SVG document with a viewBox from 0 0")
    colours = {
        "#000000": palette.ink,
        "#ffffff": palette.paper,
        "#888888": palette.grey,
        "#cccccc": palette.light,
        "#cc0000": palette.accent,
    }
    # At once: a colour of the palette may be one that stands for another.
    content = _COLOUR.sub(lambda colour: f'"{colours.get(colour[1], colour[1])}"', found[3])
    paths = tuple((data, look) for data, look in _PATH.findall(content))
    return SymbolPaths(paths, int(found[1]), int(found[2]))
