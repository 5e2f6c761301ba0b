"""The colours of a book: one accent with its shades, and the inks that every theme shares."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from questwright.compiler.packs.system.theme import Theme

_PROPERTY = re.compile(r"--([a-z]+):\s*([^;]+);")
_VARIABLE = re.compile(r"var\(--([a-z]+)\)")


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a drawing or a page, each as #rrggbb."""

    accent: str
    deep: str
    line: str
    tint: str
    ink: str = "#211d1a"
    paper: str = "#ffffff"
    grey: str = "#6f6862"
    light: str = "#dedad4"
    faint: str = "#edebe7"
    small: str = "#57514b"
    """The colour of the smallest letters."""
    mesh: str = "#c6c0b8"
    """The colour of lines between hexes; it is visible on every terrain."""
    symbols: tuple[tuple[str, str], ...] = ()
    """The map symbols that the game's pack brings, as SVG by name, drawn in these colours."""


def palette_of(theme: Theme, symbols: tuple[tuple[str, str], ...] = ()) -> Palette:
    """Return the palette of a theme; `symbols` are those of the game's pack, as SVG by name."""
    return Palette(theme.accent, theme.deep, theme.line, theme.tint, symbols=symbols)


def with_values(css: str, palette: Palette, faces: str = "") -> str:
    """Return a style sheet with each `var(--name)` replaced by its value.

    A value is a colour of the palette or a property that the sheet itself sets, or that of the
    faces. The renderer would look all of them up again for every element, which takes as long as
    parsing the sheet.
    """
    values = {**dict(_PROPERTY.findall(faces + css)), **asdict(palette)}
    return _VARIABLE.sub(lambda found: values[found[1]], css)
