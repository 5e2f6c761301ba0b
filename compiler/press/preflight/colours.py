"""Colour spaces of a PDF, and how much ink a colour is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pikepdf

from questwright.compiler.press.profile import Colour
from questwright.dsl.choices import StrEnum
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

_DEPTH: Final = 8
"""How many colour spaces may stand in each other."""


class Family(StrEnum):
    """What a colour space is made of, in the words of messages."""

    RGB = "RGB"
    GREY = "grey"
    CMYK = "CMYK"
    SPOT = "spot colours"
    LAB = "Lab"
    PATTERN = "a pattern"
    UNKNOWN = "an unknown colour space"


class Space(NamedTuple):
    """A colour space: its family, and whether it hangs on a colour profile."""

    family: Family
    is_profiled: bool = False

    @property
    def words(self) -> str:
        """The space as messages name it."""
        return f"{self.family} by a colour profile" if self.is_profiled else str(self.family)


class Colouring(NamedTuple):
    """A colour that is painted with: its space, all its ink in full inks, and whether it is white.

    The ink is None where the colour does not say it.
    """

    space: Space
    ink: float | None
    is_white: bool = False


BLACK: Final = Colouring(Space(Family.GREY), 1.0)
_NAMES: Final = {
    "/DeviceRGB": Space(Family.RGB),
    "/RGB": Space(Family.RGB),
    "/DeviceGray": Space(Family.GREY),
    "/G": Space(Family.GREY),
    "/DeviceCMYK": Space(Family.CMYK),
    "/CMYK": Space(Family.CMYK),
    "/CalRGB": Space(Family.RGB, is_profiled=True),
    "/CalGray": Space(Family.GREY, is_profiled=True),
    "/Lab": Space(Family.LAB),
    "/Pattern": Space(Family.PATTERN),
    "/Separation": Space(Family.SPOT),
    "/DeviceN": Space(Family.SPOT),
}
_COMPONENTS: Final = {1: Family.GREY, 3: Family.RGB, 4: Family.CMYK}
_UNKNOWN: Final = Space(Family.UNKNOWN)
_TAKEN: Final = {
    Colour.CMYK: {Family.CMYK, Family.GREY, Family.SPOT},
    Colour.GREY: {Family.GREY},
    Colour.SRGB: {Family.RGB, Family.GREY},
}


def space_of(found: object, resources: pikepdf.Object | None, depth: int = 0) -> Space:
    """The colour space that a name or an array says."""
    if depth > _DEPTH:
        return _UNKNOWN
    if isinstance(found, pikepdf.Name):
        if str(found) in _NAMES:
            return _NAMES[str(found)]
        named = resources.get("/ColorSpace") if resources is not None else None
        inner = named.get(str(found)) if named is not None else None
        return space_of(inner, resources, depth + 1) if inner is not None else _UNKNOWN
    if not isinstance(found, pikepdf.Array) or not len(found):
        return _UNKNOWN
    kind = str(found[0])
    if kind == "/ICCBased":
        family = _COMPONENTS.get(int(found[1].get("/N", 0)), Family.UNKNOWN)
        return Space(family, is_profiled=True)
    if kind in ("/Indexed", "/I"):
        return space_of(found[1], resources, depth + 1)
    if kind == "/Pattern" and len(found) > 1:
        return space_of(found[1], resources, depth + 1)
    return _NAMES.get(kind, _UNKNOWN)


def paint_of(space: Space, channels: Sequence[float]) -> Colouring:
    """A colour of a space."""
    ink: float | None = None
    is_white = False
    if space.family in (Family.CMYK, Family.SPOT):
        ink = sum(channels)
        is_white = ink == 0
    elif space.family is Family.GREY and channels:
        ink = 1 - channels[0]
        is_white = ink == 0
    elif space.family is Family.RGB:
        is_white = bool(channels) and min(channels) >= 1
    return Colouring(space, ink, is_white)


def is_taken(space: Space, colour: Colour, *, is_x1a: bool) -> bool:
    """Whether a profile takes a colour space; patterns are judged by what is in them."""
    if space.family is Family.PATTERN:
        return True
    return space.family in _TAKEN[colour] and not (is_x1a and space.is_profiled)
