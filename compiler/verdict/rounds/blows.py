"""The attacks that figures take before they fall, each of them as good as it can be."""

from __future__ import annotations

from functools import cache

from questwright.compiler.odds.hits import health, hits_once, most_hits
from questwright.compiler.verdict.rounds.costs import fought

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from questwright.compiler.model.quest import Quest
    from questwright.compiler.odds.hits import Boost
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.task.task import Task


class Blows:
    """What the fights of a task take."""

    def __init__(
        self, task: Task, quest: Quest, system: System, boosts: Sequence[Boost], actions: int
    ) -> None:
        """``boosts`` has what gear and cards may give each member, who acts so often in a round."""
        self._task, self._quest, self._system = task, quest, system
        self._boosts, self._actions = boosts, actions
        self._hits: Callable[[int], tuple[int, list[int]]] = cache(self._count_hits)
        """For a fight the hits that the figure takes, and the most that each member scores."""

    def least(self, number: int) -> int:
        """The attacks that a fight takes at the least."""
        deed = self._task.deeds[number]
        needed, hits = self._hits(number)
        needed -= deed.hits - deed.left
        return max(0 if deed.left else 1, -(-needed // max(1, *hits)))

    def beaten(self, number: int, arrived: Mapping[int, int], late: int) -> int:
        """When all who are there have hit a figure often enough, each of them in each round.

        Since the first of them came or, of what it has not had before, since then.
        """
        needed, hits = self._hits(number)
        deed, first = self._task.deeds[number], min(arrived.values())
        if not deed.left:
            return self._scored(needed, hits, arrived, max(late, first))
        left = needed - (deed.hits - deed.left)
        every = self._scored(needed, hits, arrived, first)
        return max(every, self._scored(left, hits, arrived, max(late, first)))

    def _scored(
        self, needed: int, hits: Sequence[int], arrived: Mapping[int, int], now: int
    ) -> int:
        while needed > 0:
            scored = self._actions * sum(hits[n] for n, come in arrived.items() if come <= now)
            if not scored and all(come <= now or not hits[n] for n, come in arrived.items()):
                return now
            needed -= scored
            now += needed > 0
        return now

    def _count_hits(self, number: int) -> tuple[int, list[int]]:
        """Those that cards score once are not needed; each scores in an attack at the best roll."""
        deed = self._task.deeds[number]
        thing = fought(deed, self._task, self._quest)
        pairs = [*zip(self._quest.party, self._boosts, strict=True)]
        most = [most_hits(thing, kind, self._system, boost.dice) for kind, boost in pairs]
        every = zip(self._boosts, most, strict=True)
        once = sum(hits_once(thing, boost, own, self._system) for boost, own in every)
        needed = deed.hits or health(thing, self._system.fights)
        return needed - once if needed > 1 else needed, most
