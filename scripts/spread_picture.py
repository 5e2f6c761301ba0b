"""Draw a spread of a book: two pages side by side.

``python scripts/spread_picture.py out/split-tally/book.pdf 2 docs/assets/spread.png`` draws the
picture of the README: pages 2 and 3 of a book that ``make books`` has made.
"""

from __future__ import annotations

import sys

import pypdfium2
from PIL import Image

_SCALE = 1.25
_GUTTER = 2
_EDGE = (214, 208, 200)


def main(pdf: str, first: int, target: str) -> None:
    """Draw the page of this number, from one, and the next."""
    document = pypdfium2.PdfDocument(pdf)
    pages = [document[number].render(scale=_SCALE).to_pil() for number in (first - 1, first)]
    width = sum(page.width for page in pages) + 3 * _GUTTER
    spread = Image.new("RGB", (width, pages[0].height + 2 * _GUTTER), _EDGE)
    for number, page in enumerate(pages):
        spread.paste(page, (_GUTTER + number * (page.width + _GUTTER), _GUTTER))
    spread.quantize(64).save(target, optimize=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
