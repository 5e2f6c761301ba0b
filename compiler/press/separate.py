"""Turn the colours of pages into inks, operator by operator.

Takes the content of pages as the renderer writes it: flat colours in RGB. There is no colour
profile in it. Black is taken for the grey part of each colour as far as it goes, colours that are
nearly grey become black alone, and dark ones full black: small letters then need one plate.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import pikepdf

from questwright.compiler.press.profile import Colour

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pikepdf import ContentStreamInstruction

Inks = tuple[float, float, float, float]
"""Cyan, magenta, yellow and black, each from 0 to 1."""

_NEUTRAL: Final = 0.27
"""Up to which part of its darkness a colour may differ in its channels, and count as grey."""
_FULL_BLACK: Final = 0.8
_PLACES: Final = 4
_OPERATORS: Final = {"rg": "k", "RG": "K", "g": "k", "G": "K"}
_GREY_OPERATORS: Final = {"rg": "g", "RG": "G", "g": "g", "G": "G"}


@cache
def inks_of(red: float, green: float, blue: float, limit: int) -> Inks:
    """The inks of a colour, at most so many hundredths of one full ink together."""
    darkest, lightest = min(red, green, blue), max(red, green, blue)
    if lightest - darkest <= _NEUTRAL * (1 - darkest):
        black = 1 - _light(red, green, blue)
        return (0.0, 0.0, 0.0, 1.0 if black >= _FULL_BLACK else round(black, _PLACES))
    black = 1 - lightest
    inks = tuple((lightest - part) / lightest for part in (red, green, blue))
    most = (limit or 400) / 100 - black
    factor = min(1.0, most / sum(inks))
    cyan, magenta, yellow = (round(ink * factor - 0.00005, _PLACES) for ink in inks)
    return (max(0.0, cyan), max(0.0, magenta), max(0.0, yellow), round(black, _PLACES))


def _light(red: float, green: float, blue: float) -> float:
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def separate(content: pikepdf.Page | pikepdf.Object, colour: Colour, ink: int) -> bytes:
    """The content of a page or a form with its colours in those of a profile."""
    instructions = pikepdf.parse_content_stream(content)
    if colour is Colour.SRGB:
        return pikepdf.unparse_content_stream(instructions)
    return pikepdf.unparse_content_stream(list(_separated(instructions, colour, ink)))


def _separated(
    instructions: Iterable[ContentStreamInstruction | pikepdf.ContentStreamInlineImage],
    colour: Colour,
    limit: int,
) -> Iterable[ContentStreamInstruction | pikepdf.ContentStreamInlineImage]:
    names = _OPERATORS if colour is Colour.CMYK else _GREY_OPERATORS
    for instruction in instructions:
        operator = str(instruction.operator)
        if operator not in names:
            yield instruction
            continue
        channels = [float(operand) for operand in instruction.operands]
        red, green, blue = channels * 3 if len(channels) == 1 else channels
        inks: tuple[float, ...] = inks_of(red, green, blue, limit)
        if colour is Colour.GREY:
            inks = (round(_light(red, green, blue), _PLACES),)
        yield pikepdf.ContentStreamInstruction(inks, pikepdf.Operator(names[operator]))
