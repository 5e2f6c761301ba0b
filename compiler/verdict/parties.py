"""Who of the party can be missing: the smaller parties that cannot win."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from questwright.compiler.deadline import TimeOverError
from questwright.compiler.model.spells import casters_of

if TYPE_CHECKING:
    from questwright.compiler.verdict.world import WorldProof

_FEWER = "whether fewer can win"


def losing_parties(proof: WorldProof) -> list[tuple[str, ...]]:
    """The smaller parties that cannot win, each by the titles of its members.

    Only the largest: what is too few for one is too few without another.
    """
    settings = [s for s in proof.system.settings.values() if s.role == "party"]
    if proof.judged.found is None or any(setting.is_whole for setting in settings):
        return []
    foot, party = proof.on_foot, proof.quest.party
    words = {caster.kind.word for caster in casters_of(proof.quest, proof.system)}
    casters = sum(1 << n for n, kind in enumerate(party) if kind.word in words)

    def loses(there: int) -> bool:
        found = proof.questions.can_win(foot.judged.simple, _FEWER, there=there)
        if found is False and there & casters:
            # Loaded here: few quests need it.
            from questwright.compiler.verdict.spells.choose import win_with_spells

            found = win_with_spells(foot, there)
        return found is False

    fewest = min((setting.minimum for setting in settings), default=len(party))
    losing: list[int] = []
    try:
        for size in range(len(party) - 1, max(1, fewest) - 1, -1):
            for group in combinations(range(len(party)), size):
                there = sum(1 << number for number in group)
                if not any(not there & ~other for other in losing) and loses(there):
                    losing.append(there)
    except TimeOverError:
        proof.questions.leave_open(_FEWER)
        return []
    return [tuple(kind.title for n, kind in enumerate(party) if there >> n & 1) for there in losing]
