"""Put the pages of a book in the place of those of a chapter that was set by itself.

Takes the operators of a page. A number is found by its typeface, and its glyphs are exchanged;
nothing is moved but the number at the foot, which stays in the middle.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from questwright.compiler.press.binding.marks import ALL_DIGITS, FOLIO, REFERENCE, TAB
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_TEXT: Final = re.compile(
    rb"(?P<tm>1 0 0 -1 (?P<x>[\d.-]+) (?P<y>[\d.-]+) Tm)"
    rb"|/(?P<font>\S+) (?P<size>[\d.]+) Tf"
    rb"|\[(?P<shown>[^\]]*)\] TJ"
)
_GLYPHS: Final = re.compile(rb"<([0-9a-f]+)>")
_MAPPED: Final = re.compile(rb"<([0-9a-f]{4})> <([0-9a-f]{4})>")


class Digits(NamedTuple):
    """The digits of a typeface in a PDF: by digit its glyph, and how wide it is in thousandths."""

    face: str
    glyphs: Mapping[str, bytes]
    widths: Mapping[str, float]


class Numbered(NamedTuple):
    """A page with the numbers of the book."""

    content: bytes
    has_tab: bool


def digits_of(face: str, to_unicode: bytes, widths: Mapping[int, float]) -> Digits:
    """The digits of a typeface; raises KeyError where one of them is missing."""
    glyphs = {
        digit: code
        for code, letter in _MAPPED.findall(to_unicode)
        if (digit := chr(int(letter, 16))) in ALL_DIGITS
    }
    return Digits(
        face,
        {digit: glyphs[digit] for digit in ALL_DIGITS},
        {digit: widths[int(glyphs[digit], 16)] for digit in ALL_DIGITS},
    )


def numbered(content: bytes, fonts: Mapping[bytes, Digits], before: int) -> Numbered:
    """A page of a chapter; ``fonts`` are by the name of a resource, ``before`` counts pages."""
    pieces: list[bytes] = []
    done = 0
    digits: Digits | None = None
    size = 0.0
    place: re.Match[bytes] | None = None
    has_tab = False
    for found in _operators(content, fonts):
        if found["tm"]:
            place = found
        elif found["font"]:
            digits, size = fonts.get(found["font"]), float(found["size"])
        elif digits is not None and place is not None:
            shown = found["shown"]
            letters = {glyph: digit for digit, glyph in digits.glyphs.items()}
            text = "".join(letters.get(glyph, " ") for glyph in _GLYPHS.findall(shown))
            has_tab = has_tab or text == TAB
            if text in (ALL_DIGITS, TAB):
                pieces += [content[done : found.start("shown")]]
                done = found.end("shown")
            elif digits.face == FOLIO and text.isdigit():
                number = str(int(text) + before)
                wider = _wide(text, digits) - _wide(number, digits)
                x = float(place["x"]) + wider * size / 2000
                pieces += [content[done : place.start("x")], b"%.6f" % x]
                pieces += [content[place.end("x") : found.start("shown")], _set(number, digits)]
                done = found.end("shown")
            elif digits.face == REFERENCE:
                pieces += [content[done : found.start("shown")]]
                pieces += [_exchanged(shown, letters, digits, before)]
                done = found.end("shown")
    return Numbered(b"".join((*pieces, content[done:])), has_tab)


def _operators(content: bytes, fonts: Iterable[bytes]) -> Iterator[re.Match[bytes]]:
    """The operators of the texts that are set in one of some fonts, which few of a page are."""
    end = 0
    for font in re.finditer(rb"/(?:%s) " % b"|".join(map(re.escape, fonts)), content):
        if font.start() >= end:
            end = content.find(b"\nET", font.end())
            begin = content.rfind(b"BT\n", 0, font.start())
            yield from _TEXT.finditer(content, begin, end)


def _wide(text: str, digits: Digits) -> float:
    return sum(digits.widths[digit] for digit in text)


def _set(number: str, digits: Digits) -> bytes:
    return b"<%s>" % b"".join(digits.glyphs[digit] for digit in number)


def _exchanged(shown: bytes, letters: Mapping[bytes, str], digits: Digits, before: int) -> bytes:
    """A reference, with the page of the book as far to the right as there is room for it."""
    every = [*_GLYPHS.finditer(shown)]
    places = [found for found in every if found[1] in letters]
    if not places:
        return shown
    number = str(int("".join(letters[found[1]] for found in places)) + before)
    signs = number.rjust(len(places))
    assert len(signs) == len(places), "a number has more digits than there is room for"
    pieces, done = [], 0
    for found, sign in zip(places, signs, strict=True):
        gap = b"%g" % -digits.widths["0"]
        pieces += [shown[done : found.start()]]
        pieces += [gap + b" " if sign == " " else b"<%s>" % digits.glyphs[sign]]
        done = found.end()
    return b"".join((*pieces, shown[done:]))


def widths_of(array: Iterable[int | Sequence[float]]) -> Mapping[int, float]:
    """The widths of glyphs by their numbers, from the array ``W`` of a font."""
    widths: dict[int, float] = {}
    start = 0
    for entry in array:
        if isinstance(entry, int):
            start = entry
        else:
            widths |= {start + at: width for at, width in enumerate(entry)}
    return widths
