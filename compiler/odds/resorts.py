"""The attacks of last resort that a party has in a quest."""

from __future__ import annotations

from questwright.compiler.model.lowering import words_set
from questwright.compiler.odds.best import can_attack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.fights import Attack, Resort
    from questwright.compiler.packs.system.system import System


def resorts_of(quest: Quest, system: System, resort: Resort) -> tuple[Attack, ...]:
    """The attacks of a sort by which some of the party attack some figure of the quest."""
    fights = system.fights
    if fights is None:
        return ()
    foes = {t.kind.word: t.kind for t in quest.things if t.kind.rank in fights.falls}
    words = words_set(quest)
    return tuple(
        attack
        for attack in fights.resorts
        if attack.resort is resort and (not attack.only_with or words & {*attack.only_with})
        if any(can_attack(member, foe, attack) for member in quest.party for foe in foes.values())
    )
