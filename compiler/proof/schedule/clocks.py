"""Members of a party who walk by clocks of their own: where each stands, and since when what is so.

Nothing is ever lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.grid.cells import Cell, each_cell
from questwright.compiler.proof.task.bits import each_place
from questwright.compiler.proof.task.condition import (
    All,
    At,
    AtLeast,
    Either,
    Has,
    Lacks,
    Never,
    stands_asked,
)
from questwright.compiler.proof.task.relevance import relevant_deeds
from questwright.compiler.proof.task.task import NEVER

if TYPE_CHECKING:
    from questwright.compiler.proof.schedule.floor import Floor
    from questwright.compiler.proof.task.condition import Facts, Need, Places
    from questwright.compiler.proof.task.line import Pace
    from questwright.compiler.proof.task.task import Deed, Problem


class Walker:
    """A member of the party, and its clock."""

    def __init__(self, number: int, move: int, cell: Cell) -> None:
        self.number = number
        self.who = 1 << number
        self.cell = cell
        """Where it stands; -1 off the board."""
        self.round = 1
        self._move = self._left = move
        self._has_acted = False

    def wait(self, late: int) -> None:
        """Let rounds go by until one begins."""
        if late > self.round:
            self.round = late
            self._left = self._move
            self._has_acted = False

    def step(self, cost: int, late: int, rounds: int) -> None:
        """Take a step that is free from some round on."""
        self.wait(late)
        if rounds:
            # It sets off in this round, and is there when a later one begins.
            self.wait(self.round + rounds)
            return
        if self._left < cost:
            # What is left of a move is lost where it is not enough for the next step.
            self.wait(self.round + 1)
        self._left -= cost

    def pace(self, pace: Pace, late: int, floor: Floor) -> None:
        """Take a step of a way, that is free from some round on."""
        crossing = floor.crossings.get(pace.stride.crossing)
        if crossing is None or crossing.rounds:
            self.step(pace.cost, late, pace.stride.rounds)
            return
        for _ in range(len(crossing.over) + 1):
            self.step(crossing.kind.cost, late, 0)

    def act(self) -> None:
        """Act; whoever has moved before has done with moving."""
        if self._has_acted:
            self.wait(self.round + 1)
        self._has_acted = True
        if self._left < self._move:
            self._left = 0


class Standing:
    """A moment of play: what holds, and since which round, as all of the party stand."""

    def __init__(self, problem: Problem, walkers: list[Walker]) -> None:
        self.problem = problem
        self.walkers = walkers
        self.facts: Facts = problem.given
        self._since = [
            1 if problem.given >> number & 1 else NEVER for number in range(len(problem.facts))
        ]
        self._places = {
            cell: number
            for number, place in enumerate(problem.places)
            for cell in each_cell(place.cells)
        }
        self.forced = [deed for deed in problem.deeds if deed.is_forced]
        """What happens by itself."""
        self._useful: set[int] | None = None
        """What has a part in winning, by its identity; worked out when something happens."""

    # -- what holds --------------------------------------------------------------------------

    def may_be(self, need: Need) -> bool:
        """Whether a need is met, were everybody where it asks for them."""
        match need:
            case Has(fact, _):
                return bool(self.facts >> fact & 1)
            case Lacks(fact, _):
                return not self.facts >> fact & 1
            case All(parts):
                return all(map(self.may_be, parts))
            case Either(parts):
                return any(map(self.may_be, parts))
            case AtLeast(least, parts):
                return sum(map(self.may_be, parts)) >= least
            case Never():
                return False
            case _:
                return True

    def holds(self, need: Need) -> bool:
        """Whether a need is met where all stand."""
        return self.may_be(need) and self.round_of(need) < NEVER

    def place_of(self, cell: Cell) -> int | None:
        """The number of the place that a square belongs to."""
        return self._places.get(cell)

    def round_of_facts(self, facts: Facts) -> int:
        """Since when some facts hold, all of them."""
        return max((self._since[number] for number in each_place(facts)), default=1)

    def since_facts(self, need: Need) -> int:
        """Since when the facts hold that a need asks for; nothing is asked of places."""
        match need:
            case Has(fact, _):
                return self._since[fact]
            case All(parts):
                return max(map(self.since_facts, parts), default=1)
            case Either(parts):
                return min(map(self.since_facts, parts), default=NEVER)
            case AtLeast(least, parts):
                return sorted(map(self.since_facts, parts))[least - 1] if least else 1
            case _:
                return 1

    def round_of(self, need: Need) -> int:
        """Since when a need is met, as all stand now; NEVER where it is not."""
        match need:
            case At():
                return self._round_at(need)
            case Has(fact, _):
                return self._since[fact]
            case Lacks(fact, _):
                return NEVER if self.facts >> fact & 1 else 1
            case All(parts):
                return max(map(self.round_of, parts), default=1)
            case Either(parts):
                return min(map(self.round_of, parts), default=NEVER)
            case AtLeast(least, parts):
                return sorted(map(self.round_of, parts))[least - 1] if least else 1
            case Never():
                return NEVER
            case _:
                return 1

    def _round_at(self, at: At) -> int:
        rounds = sorted(one.round for one in self._able(at) if self._is_in(one, at.places))
        if at.spare >= 0 and not at.is_roomy:
            cells = (self.problem.places[number].cells for number in each_place(at.places))
            rounds = rounds[: sum(cell.bit_count() for cell in cells)]
        wanted = self._wanted(at)
        if not wanted:
            return 1
        return rounds[wanted - 1] if wanted <= len(rounds) else NEVER

    def _is_in(self, one: Walker, places: Places) -> bool:
        return bool(self._bit_of(one) & places)

    def _bit_of(self, one: Walker) -> Places:
        """The place in which a member stands; 0 off the board."""
        number = self._places.get(one.cell)
        return 0 if number is None else 1 << number

    # -- what happens by itself ----------------------------------------------------------------

    def add(self, facts: Facts, late: int) -> None:
        """Facts come about in a round."""
        for number in each_place(facts & ~self.facts):
            self._since[number] = late
        self.facts |= facts

    def settle(self) -> None:
        """All that happens by itself where everybody stands."""
        stood = [(self._bit_of(walker), walker) for walker in self.walkers]
        changed = True
        while changed:
            changed = False
            # What is done is done.
            self.forced = [deed for deed in self.forced if deed.adds & ~self.facts]
            for deed in self.forced:
                there = [one.round for bit, one in stood if bit & deed.where]
                if (deed.where and not there) or not deed.adds & ~self.facts:
                    continue
                late = self.round_of(deed.needs)
                if late < NEVER:
                    self._happens(deed, max(late, min(there, default=1)))
                    changed = True

    def _happens(self, deed: Deed, late: int) -> None:
        """Something happens by itself, as soon as those stand there of whom it asks that."""
        self.add(deed.adds, late)
        there = self._posted(deed.needs)
        if deed.where:
            here = (walker for walker in self.walkers if self._is_in(walker, deed.where))
            there.append(min(here, key=lambda one: one.round))
        early = [one for one in there if one.round < late]
        if early and self._useful is None:
            self._useful = {id(one) for one in relevant_deeds(self.problem)}
        # Nobody waits for what is of no use.
        for one in early if id(deed) in (self._useful or ()) else ():
            one.wait(late)

    def stay(self, need: Need, late: int) -> None:
        """Who stands where a need asks for them does so until a round."""
        for one in self._posted(need):
            one.wait(late)

    def _posted(self, need: Need) -> list[Walker]:
        """Those who stand where a need asks for them, as few as it takes, the earliest."""
        posted = []
        for at in stands_asked(need):
            there = [one for one in self._able(at) if self._is_in(one, at.places)]
            posted += sorted(there, key=lambda one: one.round)[: self._wanted(at)]
        return posted

    def _able(self, at: At) -> list[Walker]:
        return [walker for walker in self.walkers if not at.who or at.who & walker.who]

    def _wanted(self, at: At) -> int:
        return max(0, at.least if at.spare < 0 else len(self._able(at)) - at.spare)
