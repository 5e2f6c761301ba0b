"""Spells that are cast: who casts them, what is paid for them, and how likely they come off."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compiler.model.phrases import listed_in_words
from compiler.model.words import is_called

if TYPE_CHECKING:
    from fractions import Fraction

    from compiler.model.board import Cells
    from compiler.model.quest import Quest
    from compiler.packs.casting import Casting, Spell
    from compiler.packs.model import Kind, System


class Caster(NamedTuple):
    """A member of the party who casts spells."""

    kind: Kind
    level: int
    points: int
    """Its stock."""


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


def casters_of(quest: Quest, system: System) -> tuple[Caster, ...]:
    """Who of a party casts spells, and how well."""
    casting = system.casting
    if casting is None:
        return ()
    raised = quest.settings.get(casting.raised_by, ())
    found = []
    for kind in quest.party:
        if any(is_called(kind, word) for word in casting.by):
            level = 1 + (isinstance(raised, tuple | list) and kind.word in raised)
            found.append(Caster(kind, level, casting.points * level))
    return tuple(found)


def _said(quest: Quest) -> set[object]:
    """All that the settings of a quest say."""
    said: set[object] = set()
    for value in quest.settings.values():
        said |= {*value} if isinstance(value, tuple | list) else {value}
    return said


def allowed_spells(quest: Quest, casting: Casting) -> tuple[Spell, ...]:
    """The spells that nothing bars in a quest."""
    said = _said(quest)
    return tuple(one for one in casting.spells if not said & {*one.unless})


def pieces_for(spell: Spell, quest: Quest) -> int | None:
    """How many pieces there are for what a spell makes in a quest; None where it takes none."""
    if not spell.box:
        return None
    said = _said(quest)
    own = [count for volume, count in spell.box if not volume or volume in said]
    # Where no box is named, all are open.
    return sum(own) if own else sum(count for _, count in spell.box)


def may_be_cast_on(spell: Spell, kind: Kind) -> bool:
    """Whether a spell can be cast on somebody."""
    targets, barred = spell.targets, spell.not_for
    is_meant = not targets or any(is_called(kind, word) for word in targets)
    return is_meant and not any(is_called(kind, word) for word in barred)


def faces_for(points: int, level: int, casting: Casting) -> int:
    """How many faces of the die let a spell come off that is cast within range; none at least."""
    asked = -(-points // casting.step)
    return max(0, min(casting.die, casting.die - asked + level))
