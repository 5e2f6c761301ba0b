"""Spells: who casts them, what limits them in a quest, and how likely they succeed."""

from __future__ import annotations

from questwright.compiler.model.words import is_called
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.casting import Casting, Spell
    from questwright.compiler.packs.system.system import Kind, System


class Caster(NamedTuple):
    """A member of the party who casts spells."""

    kind: Kind
    level: int
    points: int
    """Spell points that it has when play begins."""


def casters_of(quest: Quest, system: System) -> tuple[Caster, ...]:
    """The members of a quest's party who cast spells, with their levels and points."""
    casting = system.casting
    if casting is None:
        return ()
    raised = quest.settings.get(casting.raised_by, ())
    found = []
    for kind in quest.party:
        if any(is_called(kind, word) for word in casting.by):
            level = 1 + (isinstance(raised, tuple | list) and kind.word in raised)
            most = quest.settings.get(casting.stock)
            points = casting.points * level
            found.append(Caster(kind, level, min(points, most) if type(most) is int else points))
    return tuple(found)


def _setting_words(quest: Quest) -> set[object]:
    """The values of all settings of a quest; of a list each member."""
    words: set[object] = set()
    for value in quest.settings.values():
        words |= {*value} if isinstance(value, tuple | list) else {value}
    return words


def allowed_spells(quest: Quest, casting: Casting) -> tuple[Spell, ...]:
    """The spells that no setting of the quest bars."""
    words = _setting_words(quest)
    return tuple(spell for spell in casting.spells if not words & {*spell.unless})


def barred_cells(spells: Iterable[Spell], quest: Quest) -> Cells:
    """The cells of the tiles on which a setting bars any of some spells."""
    words = _setting_words(quest)
    asked = {word for spell in spells for word in spell.unless}
    cells: Cells = 0
    for tile in quest.board.tiles:
        if any(f"{tile.instance}:{word}" in words for word in asked):
            cells |= tile.cells
    return cells


def piece_count(spell: Spell, quest: Quest) -> int | None:
    """How many pieces the boxes of a quest have for a spell's effect; None if it needs none."""
    if not spell.box:
        return None
    words = _setting_words(quest)
    own = [count for volume, count in spell.box if not volume or volume in words]
    # If no setting names a box, the pieces of all boxes count.
    return sum(own) if own else sum(count for _, count in spell.box)


def may_be_cast_on(spell: Spell, kind: Kind) -> bool:
    """Whether a spell can be cast on a kind of figure."""
    targets, barred = spell.targets, spell.not_for
    is_meant = not targets or any(is_called(kind, word) for word in targets)
    return is_meant and not any(is_called(kind, word) for word in barred)


def succeeding_faces(points: int, level: int, casting: Casting) -> int:
    """On how many faces of the die a spell of that cost succeeds within range; at least 0."""
    asked = -(-points // casting.step)
    return max(0, min(casting.die, casting.die - asked + level))
