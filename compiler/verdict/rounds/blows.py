"""The attacks that figures take before they fall, each of them as good as it can be."""

from __future__ import annotations

from functools import cache

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.odds.attackers import may_be_cornered
from questwright.compiler.odds.best import dice_of
from questwright.compiler.odds.hits import health, hits_once, most_hits
from questwright.compiler.odds.stances import Stances
from questwright.compiler.packs.system.fights import ODDS
from questwright.compiler.verdict.rounds.costs import fought
from questwright.compiler.verdict.rounds.when import NEVER
from questwright.compiler.verdict.task.bits import each_number, union
from questwright.compiler.verdict.task.need import asked_places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Final

    from questwright.compiler.model.quest import Quest, Thing
    from questwright.compiler.odds.hits import Boost
    from questwright.compiler.odds.stances import Stance
    from questwright.compiler.odds.volleys import Volleys
    from questwright.compiler.packs.system.fights import Fights
    from questwright.compiler.packs.system.system import Kind, System
    from questwright.compiler.verdict.task.task import Task


def often_in_round(kind: Kind, fights: Fights | None, actions: int) -> int:
    """How often somebody of a kind attacks in a round at the most, who has so many actions."""
    attacks = (*fights.attacks, *fights.resorts) if fights is not None else ()
    costs = (own.actions for own in attacks if dice_of(kind, own) is not None)
    return max(1, actions // min(costs, default=1))


_STRONGER: Final = frozenset({"cast", "wound-kills"})
"""What specials do that may make attacks stronger than the strengths of both sides say."""


class Blows:
    """What the fights of a task take."""

    def __init__(
        self, task: Task, quest: Quest, system: System, boosts: Sequence[Boost], actions: int
    ) -> None:
        """``boosts`` has what gear and cards may give each member, who acts so often in a round."""
        self._task, self._quest, self._system = task, quest, system
        self._boosts = boosts
        self._often = [often_in_round(kind, system.fights, actions) for kind in quest.party]
        """How often each member attacks in a round, at the most."""
        self._hits: Callable[[int], tuple[int, list[int]]] = cache(self._count_hits)
        """For a fight the hits that the figure takes, and the most that each member scores."""
        self._volleys: Callable[[int], Volleys | None] = cache(self._find_volleys)

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
        needed, _ = self._hits(number)
        deed, first = self._task.deeds[number], min(arrived.values())
        if not deed.left:
            return self._scored(number, needed, arrived, max(late, first))
        left = needed - (deed.hits - deed.left)
        every = self._scored(number, needed, arrived, first)
        return max(every, self._scored(number, left, arrived, max(late, first)))

    def _scored(self, number: int, needed: int, arrived: Mapping[int, int], now: int) -> int:
        enough, hits = self._hits(number)
        volleys = self._volleys(number)
        while needed > 0:
            come = [member for member, late in arrived.items() if late <= now]
            if volleys is not None:
                scored = volleys.most(union(1 << member for member in come), enough - needed)
            else:
                scored = sum(self._often[member] * hits[member] for member in come)
            if not scored and all(late <= now or not hits[n] for n, late in arrived.items()):
                # By odds it takes somebody besides, who has not come yet.
                return now if volleys is None else NEVER
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

    def _find_volleys(self, number: int) -> Volleys | None:
        """The attacks of a fight by odds, where nothing but the strengths of both sides counts.

        Not where a special, gear or a spell may do more, where a figure stands again elsewhere,
        where it is not known how it defends when it is stunned, or where many attack.
        """
        quest, fights = self._quest, self._system.fights
        if fights is None or fights.roll != ODDS or {*self._often} != {1}:
            return None
        if any(attack.hits for attack in fights.attacks) or any(map(any, self._boosts)):
            return None
        effects = {own.effect.get("do") for kind in quest.party for own in kind.specials}
        deed = self._task.deeds[number]
        thing = fought(deed, self._task, quest)
        raised = {e.target for e in quest.every_effect() if e.kind is EffectKind.RAISE}
        if effects & _STRONGER or thing.id in raised:
            return None
        # Loaded here: few games roll on a table of odds.
        from questwright.compiler.odds.volleys import PARTED, Volleys, may_fall_stunned

        if len(quest.party) > PARTED or may_fall_stunned(thing, self._system):
            return None
        stances = self._stances_to(thing)
        volleys = Volleys(thing, quest.party, self._system, stances=stances)
        groups = [at.who & self._task.everybody for at in asked_places(deed.needs)]
        alone = each_number(deed.who & self._task.everybody)
        groups = groups or [1 << number for number in alone]
        # Who beats it otherwise than by the table does so as it has no room to be driven back.
        is_harmed = all(volleys.most(group, 0) for group in groups)
        if is_harmed and not may_be_cornered(thing, quest):
            return volleys
        return Volleys(thing, quest.party, self._system, is_cornered=True, stances=stances)

    def _stances_to(self, thing: Thing) -> list[set[Stance]]:
        """For each of the party how it may stand to a figure, wherever it attacks it from."""
        board = self._quest.board
        around = {near for cell in each_cell(thing.mask) for near in board.beside(cell)}
        stances = Stances(thing, board, self._system)
        return [
            {own for cell in around if (own := stances.of(kind, cell)) is not None}
            for kind in self._quest.party
        ]
