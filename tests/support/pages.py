"""The words on printed pages, and the fonts that they are printed in."""

from __future__ import annotations

import re

import pypdfium2

from questwright.compiler.assets import TEMPLATES_DIR

FONTS = (TEMPLATES_DIR / "book" / "fonts.css").read_bytes()
"""The style sheet that names the fonts of a book."""


def plain(pdf):
    """The words of each page."""
    pages = pypdfium2.PdfDocument(pdf)
    return [re.sub(r"\s+", " ", sheet.get_textpage().get_text_bounded()) for sheet in pages]
