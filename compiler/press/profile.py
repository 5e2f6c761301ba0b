"""A print profile: what a print shop, or a printer at home, asks of a PDF.

Takes the data of a profile's file, which has passed its schema. Lengths are in points here.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

from questwright.dsl.choices import StrEnum

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.packs.read.tree import Json

MM: Final = 72 / 25.4
"""A millimetre in points."""
_UNITS: Final = {"mm": MM, "in": 72.0, "pt": 1.0}
_LENGTH = re.compile(r"([0-9]+(?:\.[0-9]+)?)(mm|in|pt)\Z")


class Colour(StrEnum):
    """The colours in which a profile wants its pages."""

    CMYK = "cmyk"
    SRGB = "srgb"
    GREY = "grey"


class Fonts(StrEnum):
    """Whether a print shop takes composite fonts, as the renderer writes them."""

    TAKEN = "taken"
    DOUBTED = "doubted"


@dataclass(frozen=True, slots=True)
class Size:
    """A width and a height, in points."""

    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Condition:
    """A printing condition by its name in a registry, for the output intent."""

    id: str
    registry: str
    words: str


@dataclass(frozen=True, slots=True)
class PageCount:
    """How many pages a print shop takes; 0 for `most` is any number."""

    multiple: int = 1
    least: int = 1
    most: int = 0
    last_blank: bool = False


@dataclass(frozen=True, slots=True)
class Profile:
    """What a PDF for paper has to be."""

    id: str
    title: str
    source: str
    trim: Size
    bleed: float
    safety: float
    gutter: float
    """How much wider the inner margin of a page is, for the spine."""
    top: float
    side: float
    """The margins of a page."""
    scale: int
    """How large the pages are printed, in hundredths of the size in which they are set."""
    marks: bool
    colour: Colour
    ink: int
    """The most ink on one place, in hundredths of one full ink; 0 for any."""
    is_x1a: bool
    condition: Condition | None
    pages: PageCount
    leaf: float
    """The thickness of a leaf where the book has a spine; else 0."""
    resolution: int
    """The least pixels of an image to the inch; 0 for any."""
    fonts: Fonts
    megabytes: int
    sheet: Size | None
    """The sheet on which pages are laid in pairs, to be folded in the middle."""
    unpromised: tuple[str, ...]
    """What else is asked for, and no program can see in a PDF."""
    plain: str
    """The data that this was decoded from, as JSON: so it goes to another process."""

    @property
    def page(self) -> Size:
        """The size of a page of the PDF when it is cut: of a sheet, where pages lie in pairs."""
        return self.sheet or self.trim

    def spine(self, pages: int) -> float:
        """How thick the spine of a book of so many pages becomes."""
        return pages / 2 * self.leaf


def points(text: str) -> float:
    """A length as a profile writes it (``0.125in``, ``3mm``) in points."""
    match = _LENGTH.match(text)
    if match is None:
        raise ValueError(text)
    return float(match[1]) * _UNITS[match[2]]


def decode_profile(id_: str, data: Mapping[str, Json]) -> Profile:
    """The profile that checked data say."""
    margins = _part(data, "margins")
    condition = _part(data, "condition")
    pages = _part(data, "pages")
    return Profile(
        id=id_,
        title=_text(data, "title"),
        source=_text(data, "source"),
        trim=_size(_part(data, "trim")),
        bleed=_length(data, "bleed"),
        safety=_length(data, "safety"),
        gutter=_length(data, "gutter"),
        top=_length(margins, "top", "21mm"),
        side=_length(margins, "side", "18mm"),
        scale=_number(data, "scale", 100),
        marks=bool(data.get("marks", False)),
        colour=Colour(_text(data, "colour")),
        ink=_number(data, "ink"),
        is_x1a=data.get("standard") == "pdf/x-1a",
        condition=_condition(condition) if condition else None,
        pages=PageCount(
            _number(pages, "multiple", 1),
            _number(pages, "least", 1),
            _number(pages, "most"),
            bool(pages.get("last_blank", False)),
        ),
        leaf=_length(data, "leaf"),
        resolution=_number(data, "resolution"),
        fonts=Fonts(_text(data, "composite_fonts") or Fonts.TAKEN),
        megabytes=_number(data, "megabytes"),
        sheet=_size(_part(data, "sheet")) if "sheet" in data else None,
        unpromised=tuple(str(words) for words in cast("list[Json]", data.get("unpromised", []))),
        plain=json.dumps(data),
    )


def _part(data: Mapping[str, Json], name: str) -> Mapping[str, Json]:
    part = data.get(name)
    return part if isinstance(part, dict) else {}


def _text(data: Mapping[str, Json], name: str) -> str:
    return str(data.get(name, ""))


def _number(data: Mapping[str, Json], name: str, default: int = 0) -> int:
    value = data.get(name, default)
    return value if isinstance(value, int) else default


def _length(data: Mapping[str, Json], name: str, default: str = "0mm") -> float:
    return points(str(data.get(name, default)))


def _size(data: Mapping[str, Json]) -> Size:
    return Size(_length(data, "width"), _length(data, "height"))


def _condition(data: Mapping[str, Json]) -> Condition:
    return Condition(_text(data, "id"), _text(data, "registry"), _text(data, "words"))
