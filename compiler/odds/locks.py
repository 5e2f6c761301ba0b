"""Who breaks a lock by attacks, at the best roll: no chances."""

from __future__ import annotations

from questwright.compiler.odds.best import hits_at_best, strength_of
from questwright.compiler.packs.system.fights import ODDS

TYPE_CHECKING = False
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
    found = []
    for member in members:
        guard = how.guard(lock.values)
        hits = (
            hits_at_best(
                strength_of(member, fights, (attack,)), member, attack, fights, guard, None
            )
            for attack in fights.on_lock(how.attacks)
        )
        if max(hits, default=0) >= how.hits:
            found.append(member)
    return tuple(found)
