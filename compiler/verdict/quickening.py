"""Spells that may make a party quicker: those that a quest allows, and that somebody can pay."""

from __future__ import annotations

from questwright.compiler.geometry.terrain import cost_of, full_cost
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.model.spells import allowed_spells, casters_of, may_be_cast_on
from questwright.compiler.packs.system.casting import Does

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Final

    from questwright.compiler.model.quest import Quest
    from questwright.compiler.model.spells import Caster
    from questwright.compiler.packs.system.casting import Spell
    from questwright.compiler.packs.system.system import Kind, System

_ON_ONESELF: Final = frozenset({Does.TELEPORT, Does.QUICKEN, Does.PHASE})
_ON_OTHERS: Final = frozenset({Does.LEVITATE, Does.HASTEN})
_FURTHER: Final = frozenset({Does.QUICKEN, Does.HASTEN})
"""What gives somebody more of a move, and no other way."""


def points_ahead(quest: Quest, system: System) -> int | None:
    """How many points of a move spells give anybody at the most; None where they may do more."""
    spells = [*_quickening(quest, system)]
    if any(spell.does not in _FURTHER for spell in spells):
        return None
    if _has_fights(quest, system) and any(_paid(quest, system)):
        # Spells may help in a fight as well: what they do there is not worked out.
        return None
    if spells and _keeps_off(quest, system):
        return None
    stock = sum(caster.points for caster in casters_of(quest, system))
    return max((stock // max(1, spell.points) for spell in spells), default=0)


def _quickening(quest: Quest, system: System) -> Iterator[Spell]:
    """The spells that bring somebody of the party further, or open a way."""
    for spell, able in _paid(quest, system):
        if _has_use(spell, able, quest):
            yield spell


def _paid(quest: Quest, system: System) -> Iterator[tuple[Spell, list[Caster]]]:
    """The spells that the quest allows, each with those who can pay for it."""
    casters = casters_of(quest, system)
    for spell in allowed_spells(quest, system.casting) if system.casting is not None else ():
        able = [own for own in casters if spell.points <= own.points and spell.level <= own.level]
        if able:
            yield spell, able


def _has_fights(quest: Quest, system: System) -> bool:
    """Whether figures may have to be fought: there are some, or some may come."""
    falls = system.fights.falls if system.fights is not None else {}
    comes = any(effect.kind is EffectKind.SPAWN for effect in quest.every_effect())
    return comes or any(thing.kind.rank in falls for thing in quest.things)


def _has_use(spell: Spell, able: Sequence[Caster], quest: Quest) -> bool:
    """Whether a spell of some casters does anything for the party on the board of a quest."""
    board = quest.board
    if spell.on and not any(spell.on in tile.traits.values() for tile in board.tiles):
        return False
    if spell.does is Does.LAY:
        return any(patch.kind.word in spell.over for patch in board.terrain)
    if spell.does is Does.BREAK:
        return any(board.walls)
    if spell.does in _ON_ONESELF:
        return any(may_be_cast_on(spell, caster.kind) for caster in able)
    if spell.does in _ON_OTHERS:
        return any(
            _casts_on_another(spell, caster, kind) for caster in able for kind in quest.party
        )
    return True


def _casts_on_another(spell: Spell, caster: Caster, kind: Kind) -> bool:
    return kind is not caster.kind and may_be_cast_on(spell, kind)


def _keeps_off(quest: Quest, system: System) -> bool:
    """Whether some ground is closed to somebody only because it costs more than a whole move."""
    return any(
        full_cost(patch.kind, kind) is not None
        and cost_of(patch.kind, kind, system.move_value) is None
        for patch in quest.board.terrain
        for kind in quest.party
    )
