"""Write templates/fonts/glyphs.json: what the book's fonts cover, and how wide their letters are.

Run it after a change of the fonts: `python scripts/make_glyph_table.py`. It needs fonttools with
brotli; the compiler itself only reads the table.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from fontTools.ttLib import TTFont

if TYPE_CHECKING:
    from collections.abc import Iterable

FONTS = Path(__file__).resolve().parent.parent / "templates" / "fonts"
# Every list of families in book.css ends in Alegreya, so its four styles decide what can be set.
COVERING = ("400-normal", "400-italic", "700-normal", "700-italic")
# The drawings place text by these widths (an SVG of ours uses no text-anchor).
MEASURED = (
    ("alegreya-sans", "400-normal"),
    ("alegreya-sans", "700-normal"),
    ("cinzel", "700-normal"),
)
WIDTHS_UP_TO = 0x24F


def faces(family: str, style: str) -> list[TTFont]:
    """Return the faces of a family's style, one for each subset file."""
    return [TTFont(FONTS / family / f"{family}-{s}-{style}.woff2") for s in ("latin", "latin-ext")]


def coverage(family: str, style: str) -> set[int]:
    """Return the code points that a family's style has glyphs for."""
    return {point for face in faces(family, style) for point in face.getBestCmap()}


def plain() -> set[int]:
    """Return the code points that the `latin` files of every family and style cover."""
    files = sorted(FONTS.glob("*/*-latin-[0-9]*.woff2"))
    return set.intersection(*(set(TTFont(file).getBestCmap()) for file in files))


def widths(family: str, style: str) -> dict[str, int]:
    """Return the advance of each common character in thousandths of an em."""
    found: dict[str, int] = {}
    for face in reversed(faces(family, style)):
        per_em = face["head"].unitsPerEm
        for point, glyph in face.getBestCmap().items():
            if 0x20 <= point <= WIDTHS_UP_TO or 0x2010 <= point <= 0x2044:
                found[chr(point)] = round(face["hmtx"][glyph][0] * 1000 / per_em)
    return dict(sorted(found.items()))


def ranges(points: Iterable[int]) -> list[list[int]]:
    """Return sorted code points as inclusive ranges."""
    result: list[list[int]] = []
    for point in sorted(points):
        if result and result[-1][1] == point - 1:
            result[-1][1] = point
        else:
            result.append([point, point])
    return result


def main() -> None:
    """Write the table."""
    covered = set.intersection(*(coverage("alegreya", style) for style in COVERING))
    table = {
        "covered": ranges(covered),
        "plain": ranges(plain()),
        "widths": {f"{family} {style[:3]}": widths(family, style) for family, style in MEASURED},
    }
    text = json.dumps(table, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    (FONTS / "glyphs.json").write_text(text + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
