"""The look of a game's books: colours, a typeface for headings, and ornaments."""

from __future__ import annotations

from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


LICENCES: Final = {
    "Apache-2.0": "Apache License",
    "CC0-1.0": "CC0 1.0",
    "OFL-1.1": "SIL OPEN FONT LICENSE",
}
"""The open licences of typefaces, each with words that its text has."""


class Typeface(NamedTuple):
    """A typeface that a pack brings."""

    title: str
    licence: str
    """The id of its licence, as in `LICENCES`."""
    content: str
    """Its TrueType file in base64."""


class Theme(NamedTuple):
    """A look. Without any of its parts it is the neutral one; colours are #rrggbb."""

    accent: str = "#4a4744"
    deep: str = "#262422"
    line: str = "#c6c2bd"
    tint: str = "#f3f2f0"
    headings: str = "ruled"
    boxes: str = "bar"
    cover: str = "light"
    flourish: str = "flourish"
    """The ornament below titles: one that ships, or one of the pack's own drawings."""
    emblem: str = "emblem"
    """The picture on covers, as above."""
    corner: str = "corner"
    """The ornament in the upper left corner of covers; it is turned for the other three."""
    typeface: Typeface | None = None


NEUTRAL: Final = Theme()
"""The look of the books of games that have no theme."""
