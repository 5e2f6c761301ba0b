"""Style sheets that depend on the book: of what not every one has, of its tabs and its language.

Takes a `BookView`, or what it has of tabs. Returns names of sheets, or the text of one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.language import say
from questwright.compiler.publish.book.render.gathering_sheets import PAGE_OF
from questwright.compiler.publish.book.view.book import Volume

if TYPE_CHECKING:
    from questwright.compiler.publish.book.view.book import BookView

_CAMPAIGN: Final = "campaign.css"
_AIDS: Final = "aids.css"
_CARDS: Final = "cards.css"
_BACK: Final = "back.css"
_SHEETS: Final = "sheets.css"
_HANDOUTS: Final = "handouts.css"
_BOARD: Final = "board.css"
_THUMBS, _THUMB_MM, _INSET_MM, _NARROW_INSET_MM = 16, 15, 10.0, 2.5
"""How many tabs one edge has room for, how high each is, and how far it stands off the text: less
where it does not reach the edge."""


def sheets_for(book: BookView) -> list[str]:
    """The style sheets of what not every book has."""
    chapters = book.chapters
    wanted = (
        (_CAMPAIGN, book.campaign is not None),
        (_AIDS, bool(book.aids)),
        (_CARDS, book.cards is not None),
        (_BACK, book.back is not None),
        (_BOARD, book.volume is Volume.BOARD),
        (_HANDOUTS, any(chapter.handouts for chapter in chapters)),
        (_SHEETS, any(chapter.order or chapter.sheets for chapter in chapters)),
    )
    return [sheet for sheet, is_wanted in wanted if is_wanted]


def thumbs(count: int, edge: float) -> str:
    """The thumb index: a tab with the number of its quest at the outer edge of each page.

    `edge` is how many millimetres it ends before the edge; below 0 it reaches beyond.
    """
    rules = []
    inset = _INSET_MM if edge <= 0 else _NARROW_INSET_MM
    for number in range(1, count + 1):
        top = (number - 1) % _THUMBS * _THUMB_MM
        rules.append(f".quest-{number} {{ page: quest-{number} }}")
        for side in ("right", "left"):
            right, left = (edge, inset) if side == "right" else (inset, edge)
            rules.append(
                f'@page quest-{number}:{side} {{ @{side}-top {{ content: "{number}"; '
                f"margin: {top}mm {right:.3f}mm 0 {left:.3f}mm; "
                f"height: {_THUMB_MM - 1}mm; background: var(--accent); color: var(--paper); "
                "font: 700 11pt var(--display); text-align: center; vertical-align: middle } }"
            )
    return "\n".join(rules)


def page_references() -> str:
    """What style sheets say in words, in the language of the build."""
    rules = {
        ".far::after": say("\u00a0(p.\u00a0{page})"),
        ".on-map::after": say("\u00a0p.\u00a0{page}"),
        ".then a::after": say(" (page {page})"),
        ".page-of::after": say("page {page}"),
    }
    # The typefaces have no hyphen of their own.
    lines = ['html { hyphenate-character: "-" }']
    heads = {".aids": say("Tables"), ".cards-how": say("Cards")}
    lines += [
        f'{selector} {{ string-set: running "{words}" }}' for selector, words in heads.items()
    ]
    for selector, words in rules.items():
        before, _, after = words.replace("\\", "").replace('"', "").partition("{page}")
        number = PAGE_OF
        lines.append(f'{selector} {{ content: "{before}" {number} "{after}" }}')
    return "\n".join(lines)
