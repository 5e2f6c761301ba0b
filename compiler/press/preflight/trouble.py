"""What is wrong with a PDF, as plain values that go from process to process."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite
from typing import TYPE_CHECKING, Final

from questwright.compiler import codes
from questwright.compiler.press.profile import MM
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from questwright.dsl.diagnostics import Code

CODES: Final = {
    code.id: code
    for code in (
        codes.UNREADABLE_PDF,
        codes.GAVE_UP,
        codes.WRONG_BOX,
        codes.WRONG_COUNT,
        codes.FONT_NOT_EMBEDDED,
        codes.WRONG_COLOUR,
        codes.TOO_MUCH_INK,
        codes.TRANSPARENT,
        codes.LIVE_PART,
        codes.OUTSIDE_SAFETY,
        codes.COARSE_IMAGE,
        codes.WRONG_STANDARD,
        codes.COMPOSITE_FONT,
        codes.NOT_PROMISED,
    )
}


class PagePlace(NamedTuple):
    """A page, counted from 1, and a point on it in millimetres from its left top corner.

    Page 0 is the whole file; without a point it is the whole page.
    """

    page: int = 0
    left: float | None = None
    top: float | None = None

    @property
    def words(self) -> str:
        """The place as messages say it."""
        if not self.page:
            return "the whole file"
        if self.left is None or self.top is None:
            return f"page {self.page}"
        return (
            f"page {self.page}, {self.left:.0f} mm from the left and {self.top:.0f} mm from the top"
        )


class Trouble(NamedTuple):
    """One thing that is wrong, and where it stands first on each page."""

    code: str
    message: str
    places: tuple[PagePlace, ...]
    reason: str = ""
    help: str = ""


class Looked(NamedTuple):
    """What was found in a PDF."""

    troubles: tuple[Trouble, ...]
    pages: int = 0
    ink: float = 0.0
    """The most ink that was counted, in full inks."""
    unjudged: tuple[str, ...] = ()


@dataclass(slots=True)
class Troubles:
    """Collects what is wrong: the same thing once, with the first place on each page."""

    _found: dict[tuple[str, str], dict[int, PagePlace]] = field(default_factory=dict)
    _told: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)

    def add(
        self, code: Code, message: str, place: PagePlace, *, reason: str = "", help_: str = ""
    ) -> None:
        """Note that something is wrong at a place."""
        key = (code.id, message)
        self._told.setdefault(key, (reason, help_))
        self._found.setdefault(key, {}).setdefault(place.page, place)

    def every(self) -> list[Trouble]:
        """All of it, by page and then by code."""
        troubles = [
            Trouble(code, message, tuple(places[page] for page in sorted(places)), *told)
            for (code, message), places in self._found.items()
            for told in [self._told[code, message]]
        ]
        return sorted(troubles, key=lambda trouble: (trouble.places[0].page, trouble.code))


class PageSpace(NamedTuple):
    """A page: its number and its trim box, from which places are measured."""

    number: int
    left: float
    bottom: float
    right: float
    top: float

    def place(self, x: float, y: float) -> PagePlace:
        """A point of the page's space as a place."""
        left, top = (x - self.left) / MM, (self.top - y) / MM
        if not (isfinite(left) and isfinite(top)):
            return PagePlace(self.number)
        return PagePlace(self.number, round(left, 1), round(top, 1))
