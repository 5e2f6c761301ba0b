"""Spells that are cast together, and open a way."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.english import listed_in_words

if TYPE_CHECKING:
    from fractions import Fraction

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.packs.system.casting import Spell


class Cast(NamedTuple):
    """Spells that are cast together, and by which somebody gets where nobody walks."""

    spells: tuple[Spell, ...]
    caster: str
    """The word of the one who casts them."""
    points: int
    """What they cost, all of them."""
    stock: int
    """What their caster has at first."""
    chance: Fraction
    """How likely all of them come off."""
    cells: Cells
    """Where their caster stands."""
    place: str
    """Where they take effect, in words: ``over C4 and C5``."""
    is_once: bool
    """They bring somebody there, once, and leave no way behind them."""

    @property
    def title(self) -> str:
        """What is cast, and where: ``Bridge of 2 hexes over C4 and C5``."""
        return f"{self.names} {self.place}"

    @property
    def names(self) -> str:
        """What is cast: ``Bridge of 2 hexes (twice) and Bridge of 1 hex``."""
        titles = [spell.title for spell in self.spells]
        counts = {title: titles.count(title) for title in titles}
        often = {1: "", 2: " (twice)"}
        told = [title + often.get(count, f" ({count} times)") for title, count in counts.items()]
        return listed_in_words(told)
