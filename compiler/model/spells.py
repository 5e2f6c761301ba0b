"""Spells that are cast: who casts them, what is paid for them, and how likely they come off."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.model.words import is_called

if TYPE_CHECKING:
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.casting import Casting, Spell
    from questwright.compiler.packs.system.system import Kind, System


class Caster(NamedTuple):
    """A member of the party who casts spells."""

    kind: Kind
    level: int
    points: int
    """Its stock."""


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
    return tuple(spell for spell in casting.spells if not said & {*spell.unless})


def piece_count(spell: Spell, quest: Quest) -> int | None:
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


def succeeding_faces(points: int, level: int, casting: Casting) -> int:
    """How many faces of the die let a spell come off that is cast within range; none at least."""
    asked = -(-points // casting.step)
    return max(0, min(casting.die, casting.die - asked + level))
