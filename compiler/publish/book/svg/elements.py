"""Write the few SVG elements that the drawings consist of.

There are only flat fills, strokes and dashes, each as a presentation attribute: both the PDF
renderer and any viewer of SVG files show these. Text is placed by measured widths, because
`text-anchor` would need a transparency group in the PDF.

Each element takes the renderer more time than its content. So there are no groups or transforms,
and paths or texts with equal attributes can be joined into one element.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias
from xml.sax.saxutils import escape as escape_text

from questwright.compiler.english import with_quotes
from questwright.compiler.publish.book.svg.glyphs import Face, is_measured, text_width

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Point = tuple[float, float]

_SERIF = "Alegreya, Alegreya Ext, serif"
_SANS = f"Alegreya Sans, Alegreya Sans Ext, {_SERIF}"
_FAMILY = {
    Face.SANS: (_SANS, 400, 0.644),
    Face.SANS_BOLD: (_SANS, 700, 0.644),
    Face.DISPLAY: (f"Cinzel, Cinzel Ext, {_SERIF}", 700, 0.7),
}


@dataclass(frozen=True, slots=True)
class Path:
    """A path: its attributes (`look`) and its data."""

    look: str
    data: str


@dataclass(frozen=True, slots=True)
class Letters:
    """Letters with equal attributes (`look`), each with the start of its baseline."""

    look: str
    letters: str
    places: tuple[Point, ...]


Shape: TypeAlias = Path | Letters | str
"""Something drawn; a `str` is a finished element, which cannot be joined with others."""


@dataclass(frozen=True, slots=True)
class SvgDrawing:
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
    if text.isprintable():
        return text
    return "".join(
        c
        for c in text
        if (c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff") or c in "\t\n"
    )


def path(
    data: str, *, fill: str = "none", stroke: str | None = None, width: float = 1, more: str = ""
) -> list[Shape]:
    """Draw a path; without a stroke it is only filled, without data nothing is drawn."""
    if not data:
        return []
    return [Path(f'fill="{fill}"{_stroke(stroke, width)}{more}', data)]


def _stroke(stroke: str | None, width: float) -> str:
    return "" if stroke is None else f' stroke="{stroke}" stroke-width="{number(width)}"'


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
) -> list[Shape]:
    """Draw a circle."""
    place = f'cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"'
    return [f'<circle {place} fill="{fill}"{_stroke(stroke, width)}/>']


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
    more: str = "",
) -> list[Shape]:
    """Draw a rectangle, rounded by `radius`, with a stroke `line` wide."""
    place = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    corners = "" if radius is None else f' rx="{number(radius)}"'
    return [f'<rect {place}{corners} fill="{fill}"{_stroke(stroke, line)}{more}/>']


def text(content: str, x: float, y: float, size: float, *, face: Face, fill: str) -> list[Shape]:
    """Write a text that starts at x on the baseline y."""
    content = with_quotes(clean(content))
    family, weight, _ = _FAMILY[face]
    look = f'font-family="{family}" font-size="{number(size)}" font-weight="{weight}" fill="{fill}"'
    if not is_measured(content, face):
        # Only the renderer knows the widths of these letters, so the text cannot be joined.
        return [f'<text x="{number(x)}" y="{number(y)}" {look}>{escape_text(content)}</text>']
    letters: list[str] = []
    places: list[Point] = []
    for letter in content:
        # A space is not written: each letter has a place of its own.
        if not letter.isspace():
            letters.append(letter)
            places.append((x, y))
        x += text_width(letter, face, size)
    return [Letters(look, "".join(letters), tuple(places))] if letters else []


def centred(content: str, x: float, y: float, size: float, *, face: Face, fill: str) -> list[Shape]:
    """Write a text centred on a point; vertically, its capitals are centred."""
    left = x - text_width(content, face, size) / 2
    return text(content, left, capitals_below(y, size, face), size, face=face, fill=fill)


def capitals_below(middle: float, size: float, face: Face) -> float:
    """Return the baseline of capitals whose middle is at the height `middle`."""
    return middle + _FAMILY[face][2] * size / 2


def look_of(shape: Shape) -> str:
    """Return the attributes of a shape; shapes with equal attributes can be one element."""
    return "" if isinstance(shape, str) else shape.look


def element(shapes: Sequence[Shape]) -> str:
    """Write shapes with equal attributes, which must not overlap, as one element."""
    first = shapes[0]
    if isinstance(first, Path):
        data = "".join(shape.data for shape in shapes if isinstance(shape, Path))
        return f'<path d="{data}" {first.look}/>'
    if isinstance(first, Letters):
        return _text_element([shape for shape in shapes if isinstance(shape, Letters)])
    return "".join(shape for shape in shapes if isinstance(shape, str))


def _text_element(shapes: Sequence[Letters]) -> str:
    places = [place for shape in shapes for place in shape.places]
    across = " ".join(number(x) for x, _ in places)
    down = " ".join(number(y) for _, y in places)
    letters = escape_text("".join(shape.letters for shape in shapes))
    return f'<text x="{across}" y="{down}" {shapes[0].look}>{letters}</text>'


def written(shapes: Iterable[Shape]) -> str:
    """Write shapes in order, each as an element of its own."""
    return "".join(element((shape,)) for shape in shapes)


def gathered(shapes: Iterable[Shape]) -> str:
    """Write shapes that do not overlap, with one element for all that have equal attributes."""
    looks: dict[str, list[Shape]] = {}
    for shape in shapes:
        looks.setdefault(look_of(shape), []).append(shape)
    return "".join(element(alike) for alike in looks.values())


def document(
    content: str, box: tuple[float, float, float, float], scale: float, title: str
) -> SvgDrawing:
    """Wrap elements as a document; `box` is x, y, width, height; `scale` is mm per unit."""
    x, y, width, height = box
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{number(x)} {number(y)} '
        f'{number(width)} {number(height)}" width="{number(width * scale)}mm" '
        f'height="{number(height * scale)}mm" role="img">'
    )
    name = f"<title>{escape_text(clean(title))}</title>" if title else ""
    return SvgDrawing(f"{head}{name}{content}</svg>\n", width * scale, height * scale)
