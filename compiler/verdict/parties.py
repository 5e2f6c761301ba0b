"""Who of the party can be missing: the smaller parties that cannot win."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.task.need import Members


def losing_parties(
    quest: Quest, system: System, wins_with: Callable[[Members], bool | None]
) -> list[tuple[str, ...]]:
    """The smaller parties that cannot win, each by the titles of its members.

    Only the largest: what is too few for one is too few without another. ``wins_with`` says whether
    some members can win; None if that was not judged.
    """
    settings = [s for s in system.settings.values() if s.role == "party"]
    if any(setting.is_whole for setting in settings):
        return []
    party = quest.party
    fewest = min((setting.minimum for setting in settings), default=len(party))
    losing: list[int] = []
    for size in range(len(party) - 1, max(1, fewest) - 1, -1):
        for group in combinations(range(len(party)), size):
            there = sum(1 << number for number in group)
            if any(not there & ~other for other in losing):
                continue
            if wins_with(there) is False:
                losing.append(there)
    return [tuple(kind.title for n, kind in enumerate(party) if there >> n & 1) for there in losing]
