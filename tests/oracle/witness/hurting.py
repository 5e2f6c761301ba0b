"""How an attack of the game hurts a figure, at its best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.model.words import is_called

if TYPE_CHECKING:
    from questwright.compiler.packs.system.system import Kind, System


def can_hurt(system: System, attacker: Kind, figure: Kind, way: str) -> bool:
    """Whether the best roll of a way to attack is enough to beat a figure, now or in the end."""
    return hurts(system, attacker, figure, way) > 0


def hurts(system: System, attacker: Kind, figure: Kind, way: str) -> int:
    """How many hits of the best roll of a way to attack count; 0 where they beat nobody."""
    fights = system.fights
    attack = next((a for a in fights.attacks if a.word == way), None) if fights else None
    if fights is None or attack is None or attack.dice not in attacker.values:
        return 0
    limit = fights.falls.get(figure.rank)
    if limit is None or any(is_called(figure, word) for word in fights.driven_back):
        return 0
    is_large = figure.footprint != (1, 1)
    dice = value_of(attacker, attack.dice) + (attack.against_large if is_large else 0)
    best = max(dice, fights.fewest)
    if fights.roll == "hits-less-saves":
        # Every die of the attacker shows its best face, and every die of the defender its worst.
        own = next((c for w, c in fights.hits_of.items() if is_called(attacker, w)), fights.hits)
        theirs = next((c for w, c in fights.saves_of.items() if is_called(figure, w)), fights.saves)
        best *= max(own.get(face, 0) for face in fights.faces)
        worst = min(theirs.get(face, 0) for face in fights.defence_faces)
        best -= worst * value_of(figure, fights.defence)
    elif fights.roll == "hit-then-wound":
        # It hits, and the second die shows its best face.
        blow = max(int(face) for face in fights.faces) + value_of(attacker, attack.strength)
        best *= max(0, blow - value_of(figure, fights.defence) - value_of(figure, fights.armour))
    elif value_of(figure, fights.armour) >= max(int(face) for face in fights.faces):
        return 0
    if not limit.is_kept:
        return best if best >= value_of(figure, limit.value) else 0
    return min(best, limit.most) if limit.most else max(0, best)


def value_of(kind: Kind, value: str) -> int:
    """A value of a figure; 0 where it has none."""
    found = kind.values.get(value)
    return int(found.value) if found is not None else 0  # type: ignore[arg-type]
