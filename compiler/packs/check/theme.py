"""Whether letters can be read in the colours of a theme, and on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.packs import codes
from questwright.compiler.packs.check.lookup import mapping
from questwright.compiler.packs.system.theme import NEUTRAL
from questwright.dsl.diagnostics import Diagnostic, Label

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.packs.read.tree import Tree

_PAPER: Final = "#ffffff"
_INK: Final = "#211d1a"
_LETTERS: Final = 4.5
"""The least contrast of letters and what they stand on, by the level AA of WCAG 2."""
_MUCH: Final = 7.0
"""That of small letters, and of those on covers, by the level AAA."""


def check_theme(tree: Tree) -> Iterator[Diagnostic]:
    """Find colours of a theme that letters cannot be read in, or on."""
    given = mapping(tree.data.get("theme"))
    names = ("accent", "deep", "tint")
    colours = {name: str(given.get(name, getattr(NEUTRAL, name))) for name in names}
    for name, other, called, least in (
        ("accent", _PAPER, "the paper", _LETTERS),
        ("accent", colours["tint"], "`tint`", _LETTERS),
        ("deep", _PAPER, "the paper", _MUCH),
        ("tint", _INK, "the ink", _MUCH),
    ):
        found = contrast(colours[name], other)
        # Of two colours of the theme at least one is given: those of the neutral look agree.
        place = name if name in given else "tint"
        if found < least and place in given:
            yield Diagnostic(
                codes.ILLEGIBLE_THEME,
                f"`{name}` is too near to the colour of {called}",
                Label(
                    tree.span(("theme", place)),
                    f"a contrast of {found:.1f}, where {least} is the least",
                ),
                (),
                "words are printed in the one on the other",
                f"make `{place}` {'lighter' if place == 'tint' else 'darker'}",
            )


def contrast(first: str, second: str) -> float:
    """The contrast of two colours as WCAG 2 reckons it: from 1 for equal ones to 21."""
    low, high = sorted((_luminance(first), _luminance(second)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
