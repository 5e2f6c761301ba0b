"""The fights of a line: who attacks in which round, until a figure has had enough."""

from __future__ import annotations

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.odds.hits import blows, health
from questwright.compiler.odds.stances import Stances
from questwright.compiler.packs.system.fights import ODDS
from questwright.compiler.verdict.rounds.costs import fought
from questwright.compiler.verdict.rounds.turns import TurnTime, the_latest
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.task import DeedSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from questwright.compiler.model.quest import Quest, Thing
    from questwright.compiler.odds.stances import Stance
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.verdict.rounds.rests import Rests
    from questwright.compiler.verdict.rounds.stops import Stops
    from questwright.compiler.verdict.rounds.turns import Walker
    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.task.need import Members
    from questwright.compiler.verdict.task.task import Task

    Groups: TypeAlias = "list[tuple[str, list[Walker]]]"
    """Those who attack together, with the way to attack: along sight, or from beside if empty."""


class Clashes:
    """The fights of a party that follows a line, one after the other."""

    def __init__(
        self,
        task: Task,
        quest: Quest,
        system: System,
        party: Sequence[Walker],
        rests: Rests,
        stops: Stops,
    ) -> None:
        self._task = task
        self._quest = quest
        self._system = system
        self._party = party
        self._rests = rests
        self._stops = stops
        self._suffered: dict[str, int] = {}
        """By their ids, the hits that figures have had which stand."""

    def fight(self, told: Told, together: list[Walker], met: TurnTime) -> TurnTime:
        """Attack until a figure has had enough, whoever is ready first, or those who have to."""
        deed = self._task.deeds[told.deed]
        groups = [(deed.shot, together)]
        joined = [(self._party[n], self._task.deeds[other].shot) for n, other in told.joined]
        groups += [(shot, [doer]) for doer, shot in joined if doer not in together]
        thing = fought(deed, self._task, self._quest)
        enough = deed.hits or health(thing, self._system.fights)
        suffered = self._suffered.pop(thing.id, 0)
        self._get_ready(groups, met)
        suffered, done = self._until(enough, suffered, thing, groups, met)
        if deed.sort is DeedSort.WOUND:
            self._suffered[thing.id] = suffered
        return done

    def beat(self, figure: Thing, count: int, doers: list[Walker], met: TurnTime) -> TurnTime:
        """Beat several figures that are alike, whoever is ready first."""
        groups = [("", [doer]) for doer in doers]
        self._get_ready(groups, met)
        enough, done = health(figure, self._system.fights), met
        for _ in range(count):
            _, late = self._until(enough, 0, figure, groups, met)
            done = the_latest((done, late))
        return done

    def _get_ready(self, groups: Groups, met: TurnTime) -> None:
        for _, group in groups:
            for doer in group:
                self._stops.go_on(doer, acts=True)
                doer.get_ready(met, moves=0, actions=1)

    def _until(
        self, enough: int, suffered: int, thing: Thing, groups: Groups, met: TurnTime
    ) -> tuple[int, TurnTime]:
        """Attack until a figure has had enough: what it has had then, and when that is."""
        attack = self._attacks(thing, groups)
        done: list[Walker] = []
        while suffered < enough:
            doers, hits = attack(suffered)
            done += doers
            suffered += hits
        return suffered, the_latest([met, *(doer.now for doer in done)])

    def _attacks(self, thing: Thing, groups: Groups) -> Callable[[int], tuple[list[Walker], int]]:
        """What makes the next attack on a figure that has had so many hits: who, and its hits."""
        fights = self._system.fights
        is_by_odds = fights is not None and fights.roll == ODDS
        if is_by_odds and not any(shot for shot, _ in groups):
            return self._by_odds(thing, groups)
        every = [self._blows(thing, *group) for group in groups]

        def attack(suffered: int) -> tuple[list[Walker], int]:
            ready = [self._ready(*group) for group in groups]
            number = ready.index(min(ready))
            shot, doers = groups[number]
            for doer in doers:
                self._rests.attack(doer, shot)
            return doers, every[number][suffered]

        return attack

    def _by_odds(self, thing: Thing, groups: Groups) -> Callable[[int], tuple[list[Walker], int]]:
        """The same where those who attack in a round do so together, or apart, as is best."""
        # Loaded here: `check` starts sooner without fractions.
        from questwright.compiler.odds.volleys import Volleys

        first, party = _bits(groups[0][1]), self._quest.party
        fights = self._system.fights
        assert fights is not None
        system = self._system._replace(fights=fights.made_from(""))
        stances = self._stances_to(thing, groups)
        volleys = Volleys(thing, party, system, stances=stances)
        if not volleys.most(first, 0):
            # They beat it all the same: it has no room to be driven back.
            volleys = Volleys(thing, party, system, is_cornered=True, stances=stances)

        def attack(suffered: int) -> tuple[list[Walker], int]:
            ready = [self._ready(*group) for group in groups]
            doers, hits = groups[0][1], 1
            for now in sorted({*ready}):
                able = [group for own, (_, group) in zip(ready, groups, strict=True) if own <= now]
                doers = [doer for group in able for doer in group]
                hits = volleys.most(_bits(doers), suffered)
                if hits:
                    break
            for doer in doers:
                doer.wait(now)
                doer.act(self._rests.cost(doer, ""))
            return doers, max(1, hits)

        return attack

    def _stances_to(self, thing: Thing, groups: Groups) -> list[tuple[Stance, ...]] | None:
        """For each of the party how it stands to a figure; None where that has come to them."""
        board, party = self._quest.board, self._quest.party
        around = {near for cell in each_cell(thing.mask) for near in board.beside(cell)}
        stances = Stances(thing, board, self._system)
        found: list[tuple[Stance, ...]] = [()] * len(party)
        for doer in (doer for _, group in groups for doer in group):
            if doer.cell not in around:
                return None
            stance = stances.of(party[doer.number], doer.cell)
            found[doer.number] = (stance,) if stance is not None else ()
        return found

    def _ready(self, shot: str, group: list[Walker]) -> int:
        """The round in which all of a group can attack next."""
        return max(self._rests.ready(doer, shot) for doer in group)

    def _blows(self, thing: Thing, shot: str, doers: list[Walker]) -> tuple[int, ...]:
        members = [self._quest.party[doer.number] for doer in doers]
        return blows(thing, members, self._system, shot)


def _bits(doers: Sequence[Walker]) -> Members:
    return union(1 << doer.number for doer in doers)
