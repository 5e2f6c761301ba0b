"""Spells that are cast together to open a way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from fractions import Fraction

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.packs.system.casting import Spell


class Cast(NamedTuple):
    """Spells cast together by which somebody gets to a place that nobody can walk to."""

    spells: tuple[Spell, ...]
    caster: str
    """The word of the member who casts them."""
    points: int
    """Spell points that all of them cost."""
    stock: int
    """Spell points that the caster has when play begins."""
    chance: Fraction
    """The probability that all of them succeed."""
    cells: Cells
    """The cells on which the caster may stand."""
    place: str
    """Where they take effect, in words: ``over C4 and C5``."""
    is_once: bool
    """They move somebody once, and leave no way for others."""

    @property
    def title(self) -> str:
        """The spells and their place: ``Bridge of 2 hexes over C4 and C5``."""
        return f"{self.names} {self.place}"

    @property
    def names(self) -> str:
        """The spells by title: ``Bridge of 2 hexes (twice) and Bridge of 1 hex``."""
        titles = [spell.title for spell in self.spells]
        counts = {title: titles.count(title) for title in titles}
        often = {1: "", 2: " (twice)"}
        return listed_in_words(
            title + often.get(count, f" ({count} times)") for title, count in counts.items()
        )
