"""Sheets of a book, as a pack asks for them: who fights, and what is kept count of on paper."""

from __future__ import annotations

from questwright.dsl.choices import StrEnum
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.packs.system.values import Column


class SheetShape(StrEnum):
    """What a sheet is."""

    TRACK = "track"
    """Numbered boxes for the rounds, with what happens in which."""
    ORDER = "order"
    """Every figure of each side by group, with all its values."""
    BOXES = "boxes"
    """Boxes to tick for figures: of wounds, of points."""
    GROUPS = "groups"
    """A card for each group of the party."""
    PLACEMENT = "placement"
    """What is chosen in secret, to be written down."""


class Boxes(NamedTuple):
    """Boxes to tick for a figure: so many, or as many as a value of it says."""

    title: str
    many: int
    """0 where a value says it."""
    value: str
    """The figures' value that says how many; or empty."""
    more: Mapping[str, int]
    """So many more for whom a setting names, by the word of the setting."""
    most: str
    """The setting whose number says how many there are at most; or empty."""


class Sheet(NamedTuple):
    """A sheet that the book prints for a quest, where there is something to write on it."""

    word: str
    shape: SheetShape
    title: str
    text: str
    whom: tuple[str, ...]
    """Figures that have a place on it: words of kinds, ranks or traits."""
    boxes: tuple[Boxes, ...]
    rules: tuple[str, ...]
    has_values: bool = False
    """Whether it shows the values of each figure, and the gear that a trait of it names."""


class Aid(NamedTuple):
    """A table that players have before them, as the book prints it."""

    word: str
    title: str
    text: str
    """How it is read; or empty."""
    when: Mapping[str, tuple[str, ...]]
    """The settings under which it is printed, each with the words that ask for it."""
    rows: tuple[str, ...]
    """The keys that lead to its rows in the rules, or ``terrains``, or ``decks`` and a deck."""
    columns: tuple[Column, ...]
    """Each with the keys that lead to its value in a row, with dots between."""
    legend: tuple[str, ...]
    """The keys that lead to what its marks mean; empty where it has none."""
    rules: tuple[str, ...]
