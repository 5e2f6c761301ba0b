"""Fonts of a PDF: whether they are embedded, and how wide their letters are."""

from __future__ import annotations

from typing import Final

import pikepdf

from questwright.dsl.records import NamedTuple

_FILES: Final = ("/FontFile", "/FontFile2", "/FontFile3")
_USUAL_WIDTH: Final = 500.0
_MOST_WIDTHS: Final = 70_000


class Font(NamedTuple):
    """A font: its name, whether its letters are in the file, and the width of each code."""

    name: str
    is_embedded: bool
    is_composite: bool
    is_drawn: bool
    """Whether its letters are drawings in the file (Type 3), into which nobody looks."""
    widths: dict[int, float]
    usual_width: float

    def width(self, text: bytes) -> float:
        """How wide a text is at a size of one, and how many letters and spaces it has."""
        step = 2 if self.is_composite else 1
        return sum(
            self.widths.get(int.from_bytes(text[at : at + step]), self.usual_width)
            for at in range(0, len(text), step)
        )

    def letters(self, text: bytes) -> int:
        """How many letters a text has."""
        return len(text) // (2 if self.is_composite else 1)


def font_of(font: pikepdf.Object) -> Font:
    """A font of a page's resources."""
    kind = str(font.get("/Subtype", ""))
    name = str(font.get("/BaseFont", "without a name")).lstrip("/")[:100]
    if kind == "/Type0":
        inner = font.DescendantFonts[0]
        widths = _composite_widths(inner.get("/W", pikepdf.Array()))
        usual = float(inner.get("/DW", 1000)) / 1000
        return Font(name, _is_embedded(inner), True, False, widths, usual)  # noqa: FBT003
    is_drawn = kind == "/Type3"
    scale = abs(float(font.FontMatrix[0])) if is_drawn else 0.001
    first = int(font.get("/FirstChar", 0))
    widths = {
        first + at: float(width) * scale
        for at, width in enumerate(list(font.get("/Widths", []))[:_MOST_WIDTHS])
    }
    is_embedded = is_drawn or _is_embedded(font)
    return Font(name, is_embedded, False, is_drawn, widths, _USUAL_WIDTH / 1000)  # noqa: FBT003


def _is_embedded(font: pikepdf.Object) -> bool:
    descriptor = font.get("/FontDescriptor")
    return descriptor is not None and any(file in descriptor for file in _FILES)


def _composite_widths(listed: pikepdf.Object) -> dict[int, float]:
    """The widths of codes: ``first [w w w]`` or ``first last w``, again and again."""
    widths: dict[int, float] = {}
    entries = list(listed)
    at = 0
    while at + 1 < len(entries) and len(widths) < _MOST_WIDTHS:
        first, then = int(entries[at]), entries[at + 1]
        if isinstance(then, pikepdf.Array):
            widths |= {first + n: float(width) / 1000 for n, width in enumerate(list(then))}
            at += 2
        else:
            width = float(entries[at + 2]) / 1000
            last = min(int(then), first + _MOST_WIDTHS)
            widths |= dict.fromkeys(range(first, last + 1), width)
            at += 3
    return widths
