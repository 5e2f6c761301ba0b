"""What the style sheets of a book say differently of one of its gatherings.

A chapter is set before anybody knows on which page it will begin. So its pages are counted from 1,
each number has room for as many digits as it may come to have, and is set in a typeface under a
name that nothing else has. Whoever joins the gatherings finds the numbers by that name, and puts
the pages of the book in their place. Nothing else of a chapter depends on where it stands: the tab
of the thumb index, which is at the outer edge, is laid over its pages.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from questwright.compiler.assets import TEMPLATES_DIR
from questwright.compiler.press.binding.marks import ALL_DIGITS, FOLIO, REFERENCE, TAB
from questwright.compiler.publish.book.view.gathering import GatheringKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from questwright.compiler.publish.book.view.gathering import Gathering

PAGE_OF: Final = "target-counter(attr(href), page)"
"""The page of what a link leads to, as style sheets say it."""
NUMBERS: Final = "numbers"
"""The scheme of addresses of faces that numbers are set in."""
_PLAIN: Final = f"{FOLIO} Plain"
_FACES: Final = (("Cinzel", "700", _PLAIN), ("Alegreya Sans", "400", REFERENCE))
NUMBERED: Final = tuple(family for family, _, _ in _FACES)
"""The families that these faces are of."""
_FACE: Final = re.compile(r"@font-face \{[^}]*\}")
_HEADINGS: Final = re.compile(r'(@font-face \{ font-family: )"[^"]* Headings"([^}]*\})')

_CHAPTER: Final = """
@page { @bottom-center { content: counter(page, part); font-family: %(folio)s } }
@page :first {
  @left-top { content: "%(every)s"; font: 700 1pt/1 %(folio)s }
  @left-middle { content: "%(every)s"; font: 400 1pt/1 "%(reference)s" }
}
@page part { @left-bottom { content: "%(tab)s"; font: 400 1pt/1 "%(reference)s" } }
.part { page: part }
.far::after, .on-map::after, .page-of::after {
  font-family: "%(reference)s"; font-weight: 400; font-style: normal
}
"""
_AROUND: Final = """
main { height: 0; font-size: 1pt; line-height: 0 }
"""
_TABS: Final = """
@page {
  @top-left { content: none }
  @top-right { content: none }
  @bottom-left { content: none }
  @bottom-center { content: none }
  @bottom-right { content: none }
}
.alone { break-after: page }
"""


def gathering_sheets(sheets: Sequence[str], gathering: Gathering) -> tuple[str, ...]:
    """The style sheets of a gathering; those of the book itself for the whole of it."""
    match gathering.kind:
        case GatheringKind.WHOLE:
            return (*sheets,)
        case GatheringKind.TABS:
            return (*sheets, _TABS)
        case GatheringKind.FRONT | GatheringKind.BACK:
            return (*(sheet.replace(PAGE_OF, "attr(data-page)") for sheet in sheets), _AROUND)
        case GatheringKind.CHAPTER:
            counted = (sheet.replace(PAGE_OF, f"{PAGE_OF[:-1]}, part)") for sheet in sheets)
            return (_faces(sheets), *counted, _chapter())


def _chapter() -> str:
    return _CHAPTER % {
        "folio": f'"{FOLIO}", "{_PLAIN}"',
        "reference": REFERENCE,
        "every": ALL_DIGITS,
        "tab": TAB,
    }


def _faces(sheets: Sequence[str]) -> str:
    """The faces that numbers are set in, under their own names.

    A theme may have a typeface of its own for headings, and so for the numbers at the feet.
    """
    own = next((found[0] for sheet in sheets for found in _HEADINGS.finditer(sheet)), "")
    return "\n".join([*_shipped(), _HEADINGS.sub(rf'\1"{FOLIO}"\2', own)])


@cache
def _shipped() -> tuple[str, ...]:
    fonts = (TEMPLATES_DIR / "book" / "fonts.css").read_text(encoding="utf-8")
    found = []
    for family, weight, name in _FACES:
        face = next(
            face
            for face in _FACE.findall(fonts)
            if f'"{family}"' in face and f"font-weight: {weight}" in face and "italic" not in face
        )
        # All digits of a reference are as wide, so that any number fits where another one was.
        tabular = face.replace('"lnum"', '"lnum", "tnum"')
        renamed = tabular.replace(f'"{family}"', f'"{name}"')
        found.append(renamed.replace('url("font:', f'url("{NUMBERS}:'))
    return tuple(found)
