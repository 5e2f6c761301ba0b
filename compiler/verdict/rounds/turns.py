"""Whose turn it is in a round, and what somebody may still do in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.model.words import is_called
from questwright.compiler.packs.system.turns import Phase, TurnOf
from questwright.compiler.verdict.rounds.when import NEVER
from questwright.compiler.verdict.task.bits import each_number
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.packs.system.system import Kind
    from questwright.compiler.packs.system.turns import TurnRules
    from questwright.compiler.verdict.task.need import Members, Places


class TurnTime(NamedTuple):
    """When something has come about."""

    round: int
    phase: int = 0
    """Of a side that takes its turn as one."""
    turns: Members = 0
    """Whose turns in this round it comes after, or is in; nobody's of a side that takes its turn
    as one."""


START: Final = TurnTime(1)
AT_NO_TIME: Final = TurnTime(NEVER)


def the_latest(moments: Iterable[TurnTime]) -> TurnTime:
    """When all of them have been."""
    every = [*moments]
    return _the_last(len(every), every)


def when_so_many(wanted: int, moments: Iterable[TurnTime]) -> TurnTime:
    """When as many of them have been as are wanted."""
    every = sorted(moments)
    return _the_last(wanted, every) if wanted <= len(every) else AT_NO_TIME


def _the_last(wanted: int, every: Sequence[TurnTime]) -> TurnTime:
    if wanted <= 0:
        return START
    late = max(every[:wanted])
    turns = 0
    for moment in every[:wanted]:
        turns |= moment.turns if moment.round == late.round else 0
    return late if turns == late.turns else late._replace(turns=turns)


class Turns:
    """In which order members take their turns: as it has to be for what is done in a round."""

    def __init__(self, rules: TurnRules, party: Sequence[Kind]) -> None:
        self.are_of_members = rules.turn_of is TurnOf.MEMBER
        self.has_points = rules.has_points
        """Actions are paid for with what is left of a move."""
        self.phases = {phase: number for number, phase in enumerate(rules.phases)}
        """When in a turn what is done; empty where whoever takes it chooses."""
        ranks = [
            next((n for n, word in enumerate(rules.order) if is_called(kind, word)), -1)
            for kind in party
        ]
        self._first = [
            sum(1 << n for n, other in enumerate(ranks) if 0 <= other < own) for own in ranks
        ]
        """Whose turns come before whose in each round."""
        self._before: dict[int, list[Members]] = {}

    def follow(self, member: int, others: Members, late: int) -> bool:
        """Let a turn in a round come after those of others; or return that it cannot."""
        others &= ~(1 << member)
        if not others:
            return True
        before = self._before.setdefault(late, [*self._first])
        for other in each_number(others):
            others |= before[other]
        if others >> member & 1:
            return False
        before[member] |= others
        for number, own in enumerate(before):
            before[number] |= others if own >> member & 1 else 0
        return True


class Walker:
    """A member of the party: where it stands, in which round, and what it may still do then."""

    def __init__(self, number: int, move: int, actions: int, turns: Turns) -> None:
        self.number = number
        self.cell: Cell = -1
        """Where it stands; -1 off the board."""
        self.place: Places = 0
        """The place of that cell."""
        self.came = START
        """Since when it has stood there."""
        self.round = 1
        self._turns = turns
        self._move = self._left = move
        self._actions = actions
        self._acted = 0
        self._phase = 0
        self._has_begun = False
        """Its turn in this round has."""
        self._stays = START
        """It does not walk on before."""

    @property
    def now(self) -> TurnTime:
        """When it has done all that it has by now."""
        if not self._turns.are_of_members:
            return TurnTime(self.round, self._phase)
        return TurnTime(self.round, 0, 1 << self.number if self._has_begun else 0)

    def wait(self, late: int) -> None:
        """Let rounds go by until one begins."""
        if late > self.round:
            self.round = late
            self._left = self._move
            self._acted = 0
            self._phase = 0
            self._has_begun = False

    def follow(self, moment: TurnTime) -> None:
        """Go on after a moment: in its round, or in the next one if the turns do not allow it."""
        self.wait(moment.round)
        if moment.round < self.round:
            return
        if self._turns.follow(self.number, moment.turns, self.round):
            self._phase = max(self._phase, moment.phase)
            self._has_begun = self._has_begun or moment.turns != 0
        else:
            self.wait(self.round + 1)

    def begin(self) -> None:
        """Begin its turn, if it has not."""
        self._has_begun = True

    def halt(self) -> None:
        """Walk no further in this round."""
        self._left = 0

    @property
    def has_moved(self) -> bool:
        """Whether it has walked in this round."""
        return self._left < self._move

    def stay(self, moment: TurnTime) -> None:
        """Do not walk on before a moment."""
        self._stays = the_latest((self._stays, moment))

    def go(self, least: int, moment: TurnTime) -> None:
        """Get ready for a step for which so much of a move has to be left, after a moment."""
        self._enter(Phase.MOVE, is_able=self._left >= least)
        self.follow(the_latest((self._stays, moment)))
        self._stays = START

    def pass_over(self, cost: int, moment: TurnTime) -> None:
        """Take some steps in one round after a moment, in the next one if a move is too short."""
        if moment.round <= self.round and self._left < cost <= self._move:
            self.wait(self.round + 1)
        self.stay(moment)

    def step(self, cost: int, least: int = 0) -> None:
        """Take a step; what is left of a move is lost where it is not enough for it.

        It takes all that is left where that is not less than the ``least``.
        """
        self._enter(Phase.MOVE, is_able=self._left >= (least or cost))
        self._left -= min(cost, self._left) if least else cost

    def spend(self, cost: int) -> None:
        """Use up some of a move."""
        self._left -= cost

    def get_ready(self, moment: TurnTime, *, moves: int, actions: int) -> None:
        """Get ready to do something after a moment that takes steps or actions, or neither."""
        if moves:
            self._enter(Phase.MOVE, is_able=self._left > 0)
        elif actions:
            self._enter(Phase.ACT, is_able=self._can_act())
        self.follow(moment)
        self._has_begun = True

    def act(self, cost: int = 1) -> None:
        """Act; whoever has moved before has done with moving, but where points pay for both.

        What costs several actions, or points, is done in one round.
        """
        self._enter(Phase.ACT, is_able=self._can_act(cost))
        if self._turns.has_points:
            self._left -= cost
            return
        self._acted += cost
        if self._left < self._move:
            self._left = 0

    def acts_in(self, cost: int) -> int:
        """The round in which it can do next what costs so many actions, or points."""
        is_past = self._phase > self._turns.phases.get(Phase.ACT, 0)
        return self.round + (is_past or not self._can_act(cost))

    def _can_act(self, cost: int = 1) -> bool:
        left = self._left if self._turns.has_points else self._actions - self._acted
        return left >= cost

    def _enter(self, phase: Phase, *, is_able: bool) -> None:
        number = self._turns.phases.get(phase, 0)
        if not is_able or self._phase > number:
            self.wait(self.round + 1)
        self._phase = number
        self._has_begun = True
