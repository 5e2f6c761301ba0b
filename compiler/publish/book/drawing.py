"""The few SVG elements that the drawings are made of, written as text.

Only flat fills, strokes, dashes and transforms, each as a presentation attribute: what survives
both the PDF renderer and any viewer of a lone SVG file. Text is placed by measured widths, since
`text-anchor` costs a transparency group in the PDF.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape as escape_text
from xml.sax.saxutils import quoteattr

from compiler.publish.book.glyphs import Face, text_width

if TYPE_CHECKING:
    from collections.abc import Iterable

Point = tuple[float, float]

_SERIF = "Alegreya, Alegreya Ext, serif"
_SANS = f"Alegreya Sans, Alegreya Sans Ext, {_SERIF}"
_FAMILY = {
    Face.SANS: (_SANS, 400, 0.644),
    Face.SANS_BOLD: (_SANS, 700, 0.644),
    Face.DISPLAY: (f"Cinzel, Cinzel Ext, {_SERIF}", 700, 0.7),
}


@dataclass(frozen=True, slots=True)
class Drawing:
    """A finished SVG document and its natural size in millimetres."""

    svg: str
    width: float
    height: float


def number(value: float) -> str:
    """Write a number with at most two decimals and no needless zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def clean(text: str) -> str:
    """Return a text without the characters that XML cannot hold."""
    return "".join(
        c
        for c in text
        if (c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff") or c in "\t\n"
    )


def element(tag: str, content: str = "", **attributes: str | float | None) -> str:
    """Write an element; a None attribute is left out, an underscore in a name is a hyphen."""
    parts = [tag]
    for name, value in attributes.items():
        if value is not None:
            text = value if isinstance(value, str) else number(value)
            parts.append(f"{name.rstrip('_').replace('_', '-')}={quoteattr(clean(text))}")
    head = " ".join(parts)
    return f"<{head}>{content}</{tag}>" if content else f"<{head}/>"


def path(
    data: str, *, fill: str = "none", stroke: str | None = None, width: float = 1, **more: str
) -> str:
    """Write a path; without a stroke only its inside is painted."""
    if not data:
        return ""
    if stroke is None:
        return element("path", d=data, fill=fill, **more)
    return element("path", d=data, fill=fill, stroke=stroke, stroke_width=width, **more)


def polyline(points: Iterable[Point], *, closed: bool = False) -> str:
    """Return the path data of a line through points."""
    data = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f"M{data}{'Z' if closed else ''}" if data else ""


def circle(
    x: float,
    y: float,
    radius: float,
    *,
    fill: str = "none",
    stroke: str | None = None,
    width: float = 1,
) -> str:
    """Write a circle."""
    stroke_width = None if stroke is None else width
    return element(
        "circle", cx=x, cy=y, r=radius, fill=fill, stroke=stroke, stroke_width=stroke_width
    )


def rectangle(  # noqa: PLR0913 - as many as the element has
    x: float,
    y: float,
    width: float,
    height: float,
    *,
    fill: str = "none",
    stroke: str | None = None,
    line: float = 1,
    radius: float | None = None,
    dash: str | None = None,
) -> str:
    """Write a rectangle, rounded by `radius`, with a stroke `line` wide."""
    return element(
        "rect",
        x=x,
        y=y,
        width=width,
        height=height,
        rx=radius,
        fill=fill,
        stroke=stroke,
        stroke_width=None if stroke is None else line,
        stroke_dasharray=dash,
    )


def group(content: str, transform: str) -> str:
    """Write a transformed group."""
    return element("g", content, transform=transform) if content else ""


def text(content: str, x: float, y: float, size: float, *, face: Face, fill: str) -> str:
    """Write a text that starts at x on the baseline y."""
    family, weight, _ = _FAMILY[face]
    return element(
        "text",
        escape_text(clean(content)),
        x=x,
        y=y,
        font_family=family,
        font_size=size,
        font_weight=weight,
        fill=fill,
    )


def centred(content: str, x: float, y: float, size: float, *, face: Face, fill: str) -> str:
    """Write a text whose capitals are centred on a point."""
    left = x - text_width(content, face, size) / 2
    return text(content, left, y + _FAMILY[face][2] * size / 2, size, face=face, fill=fill)


def scattered(
    labels: Iterable[tuple[str, float, float]], size: float, *, face: Face, fill: str
) -> str:
    """Write many short texts as one element; each starts at x, its capitals' middle at y.

    The renderer spends more on an element than on a letter, and a map has dozens of labels.
    """
    letters: list[str] = []
    across: list[str] = []
    down: list[str] = []
    family, weight, capitals = _FAMILY[face]
    for label, left, middle in labels:
        x = left
        for letter in clean(label).replace(" ", "\u00a0"):
            letters.append(letter)
            across.append(number(x))
            down.append(number(middle + capitals * size / 2))
            x += text_width(letter, face, size)
    return element(
        "text",
        escape_text("".join(letters)),
        x=" ".join(across),
        y=" ".join(down),
        font_family=family,
        font_size=size,
        font_weight=weight,
        fill=fill,
    )


def document(
    content: str, box: tuple[float, float, float, float], scale: float, title: str
) -> Drawing:
    """Wrap a drawing; `box` is x, y, width and height, `scale` the millimetres of one unit."""
    x, y, width, height = box
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{number(x)} {number(y)} '
        f'{number(width)} {number(height)}" width="{number(width * scale)}mm" '
        f'height="{number(height * scale)}mm" role="img">'
    )
    name = f"<title>{escape_text(clean(title))}</title>" if title else ""
    return Drawing(f"{head}{name}{content}</svg>\n", width * scale, height * scale)
