"""What a pack says of high and low, typed: its levels, its barriers, and who jumps down."""

from __future__ import annotations

from questwright.compiler.language import message
from questwright.dsl.choices import StrEnum
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

    from questwright.compiler.packs.system.values import Plain


class Level(NamedTuple):
    """A word of the pack for ground that is higher or lower than where nothing is said."""

    word: str
    title: str
    height: int
    text: str
    """What it means besides, for the book; or empty."""
    rules: tuple[str, ...]


class Stroke(StrEnum):
    """How a barrier is drawn."""

    LOW = "low"
    """A low wall: two thin lines."""
    RAIL = "rail"
    """A thin line on posts."""
    BARS = "bars"
    """A row of bars."""
    SLIT = "slit"
    """A wall with a slit in it."""
    SCREEN = "screen"
    """A band of slanted strokes."""


class BarrierKind(NamedTuple):
    """A word of the pack for what stands between two cells and is not walked through."""

    word: str
    title: str
    plural: str
    text: str
    """What it does besides, for the book; or empty."""
    line: Stroke
    sees: bool
    """One sees over it, or through it."""
    jump_cost: int | None
    """What climbing over it costs who jumps down from it; None where nobody does."""
    traits: Mapping[str, Plain]
    """What the engine and the book need and the compiler only hands on."""
    rules: tuple[str, ...]


RESULTS: Final = (message("unharmed"), message("wounded"), message("dead"))
"""What may come of a jump."""


class Jump(NamedTuple):
    """A word of the pack for how some jump down to a lower level, which is rolled for."""

    word: str
    title: str
    by: tuple[str, ...]
    """Who jumps so, by words of kinds, ranks and traits; of several, the first holds."""
    die: int
    results: Mapping[str, tuple[int, int]]
    """What comes of it, each from one face of the die to another: ``unharmed``, ``wounded``,
    ``dead``."""
    rules: tuple[str, ...]
