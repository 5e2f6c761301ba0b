"""The style rules that set a book on the pages of a profile.

Takes a profile. Returns CSS, to be added to a book's own style sheet: the size of its pages, which
are set larger where they are printed smaller, and how large pictures may be there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.press.profile import MM

if TYPE_CHECKING:
    from questwright.compiler.press.profile import Profile

_WIDEST: Final = 174.0
_HIGHEST: Final = 214.0
"""How large a picture may be on the pages that the book is designed for."""
_HEADING: Final = 24.0
"""What the heading above a picture takes."""
_PIECE: Final = (160.0, 150.0)
_RIM: Final = 12.0
"""How large a picture may be on a piece to cut out, and what stands around it there."""

_PAGES: Final = ("", "upright", "across")
"""The names of pages: those of the text, and those of maps with pages of their own."""
_TURNED: Final = "transform-origin: 0 0; transform: rotate(-90deg) translateX(-100%)"
"""A map that lies across is turned here, as all pages on paper have one size."""


_WHOLE: Final = 100
_NINE_CARDS: Final = (189.0, 264.0)
"""What nine cards of 63 by 88 mm take."""


def takes_cards(profile: Profile) -> bool:
    """Whether nine cards have room on a page in their true size, within what is safe."""
    safe = (profile.trim.width - 2 * profile.safety, profile.trim.height - 2 * profile.safety)
    rooms = zip(safe, _NINE_CARDS, strict=True)
    return profile.scale == _WHOLE and all(room / MM >= needed for room, needed in rooms)


def edge_of(profile: Profile) -> float:
    """How many millimetres before the edge everything ends; below 0 it bleeds so far beyond it."""
    set_at = profile.scale / 100 * MM
    return (-profile.bleed if profile.bleed else profile.safety) / set_at


def page_rules(profile: Profile) -> str:
    """The rules for the pages of a profile."""
    set_at = profile.scale / 100 * MM
    width, height = profile.trim.width / set_at, profile.trim.height / set_at
    top, side, gutter = profile.top / set_at, profile.side / set_at, profile.gutter / set_at
    inner = width - 2 * side - gutter
    wide = min(_WIDEST, inner)
    high = min(_HIGHEST, height - 2 * top - _HEADING)
    piece_wide, piece_high = (
        min(most, space - _RIM) for most, space in zip(_PIECE, (inner, high), strict=True)
    )
    piece = f"max-width: {piece_wide:.3f}mm; max-height: {piece_high:.3f}mm"
    size = f"size: {width:.3f}mm {height:.3f}mm"
    margin = f"margin: {top:.3f}mm {side:.3f}mm; bleed: {profile.bleed / set_at:.3f}mm"
    rules = [
        *(f"@page {page} {{ {size}; {margin} }}" for page in _PAGES),
        f".map img, .graph img {{ max-width: {wide:.3f}mm; max-height: {high:.3f}mm }}",
        f"p.piece img {{ max-width: {wide:.3f}mm }}",
        f".upright .map img {{ max-width: {inner:.3f}mm; max-height: {high:.3f}mm }}",
        f".across .map img {{ max-width: {high:.3f}mm; max-height: {inner:.3f}mm; {_TURNED} }}",
        f".later .handout .map img {{ {piece} }}",
    ]
    if takes_cards(profile):
        left, above = (width - _NINE_CARDS[0]) / 2, (height - _NINE_CARDS[1]) / 2
        edges = f"{above:.3f}mm {left:.3f}mm {above - 1:.3f}mm"
        rules.append(f"@page cards {{ {size}; margin: {edges} }}")
    if gutter:
        for page in _PAGES:
            rules += [
                f"@page {page}:left {{ margin-right: {side + gutter:.3f}mm }}",
                f"@page {page}:right {{ margin-left: {side + gutter:.3f}mm }}",
            ]
    return "\n".join(rules)
