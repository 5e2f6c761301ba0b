"""Who breaks a lock by attacks, at the best roll: no chances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.odds.best import hits_by_face, saves_by_face, strength_of
from questwright.compiler.packs.system.fights import LESS, ODDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.model.board import Lock
    from questwright.compiler.packs.system.fights import Fights
    from questwright.compiler.packs.system.system import Kind


def breakers(lock: Lock, members: Iterable[Kind], fights: Fights | None) -> tuple[Kind, ...]:
    """Those of some members who break a lock at the best roll; all, if it is not attacked."""
    how = lock.kind.broken if lock.kind is not None else None
    if how is None or fights is None or fights.roll == ODDS:
        return tuple(members)
    attacks = tuple(attack for attack in fights.attacks if attack.word in how.attacks)
    found = []
    for member in members:
        strong = strength_of(member, fights, attacks or None)
        if fights.roll == LESS:
            saved = min(saves_by_face(None, fights)) * lock.values[how.dice]
            hits = strong * max(hits_by_face(member, fights)) - saved
        else:
            hits = strong if lock.values[how.armour] < max(map(int, fights.faces)) else 0
        if hits >= how.hits:
            found.append(member)
    return tuple(found)
