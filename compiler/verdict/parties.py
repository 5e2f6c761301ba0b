"""Who of the party can be missing: the smaller parties that cannot win."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from questwright.compiler.model.spells import casters_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.spells.choose import Provable
    from questwright.compiler.verdict.task.need import Members


def losing_parties(
    foot: Provable, quest: Quest, system: System, wins_on_foot: Callable[[Members], bool | None]
) -> list[tuple[str, ...]]:
    """The smaller parties that cannot win, each by the titles of its members.

    Only the largest: what is too few for one is too few without another. ``foot`` is the proof
    without spells, and ``wins_on_foot`` says whether some members win so; None if not judged.
    """
    settings = [s for s in system.settings.values() if s.role == "party"]
    if any(setting.is_whole for setting in settings):
        return []
    party = quest.party
    words = {caster.kind.word for caster in casters_of(quest, system)}
    casters = sum(1 << n for n, kind in enumerate(party) if kind.word in words)

    def loses(there: Members) -> bool:
        found = wins_on_foot(there)
        if found is False and there & casters:
            # Loaded here: few quests need it.
            from questwright.compiler.verdict.spells.choose import win_with_spells

            found = win_with_spells(foot, foot.quest, system, there)
        return found is False

    fewest = min((setting.minimum for setting in settings), default=len(party))
    losing: list[int] = []
    for size in range(len(party) - 1, max(1, fewest) - 1, -1):
        for group in combinations(range(len(party)), size):
            there = sum(1 << number for number in group)
            if not any(not there & ~other for other in losing) and loses(there):
                losing.append(there)
    return [tuple(kind.title for n, kind in enumerate(party) if there >> n & 1) for there in losing]
