"""Tell a line of play so that it can be followed square by square: who does what, who walks where.

Only where members of the party must part: else it does not matter.
"""

from __future__ import annotations

from collections import deque
from heapq import heappop, heappush
from itertools import count, pairwise
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.grid.cells import Cell, each_cell
from questwright.compiler.grid.matching import maximum_matching
from questwright.compiler.proof.budget import USUAL, Budget, CrowdedError
from questwright.compiler.proof.reach.symmetry import loses_as_one, moves_as_one
from questwright.compiler.proof.schedule.floor import Floor, cells_of, floor_of, stands
from questwright.compiler.proof.schedule.meetings import Meetings, beside
from questwright.compiler.proof.schedule.vessels import ferried
from questwright.compiler.proof.search.replay import Course, Turn
from questwright.compiler.proof.search.search import find_win
from questwright.compiler.proof.search.successors import State
from questwright.compiler.proof.task.bits import each_bit
from questwright.compiler.proof.task.entries import begun_by
from questwright.compiler.proof.task.line import Detour, Told
from questwright.compiler.proof.task.relevance import harmful_deeds, relevant_deeds
from questwright.compiler.proof.task.task import DeedSort, cache_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.proof.search.party import Member, Party
    from questwright.compiler.proof.task.condition import Facts, Members, Places
    from questwright.compiler.proof.task.line import Stride
    from questwright.compiler.proof.task.task import Deed, Problem


class _SideStep(NamedTuple):
    """A member steps from its ground to a place beside it."""

    before: State
    who: Members
    place: Places
    after: State


def tell(
    problem: Problem,
    line: tuple[Deed, ...],
    quest: Quest,
    system: System,
    budget: Budget = USUAL,
    *,
    wins: bool = True,
) -> tuple[Told, ...] | None:
    """A line that wins, or that strands, told in full.

    None where its members are too many to look at.
    """
    if problem.limit is not None or any(link.is_crossing for link in problem.links):
        problem = _undistracted(problem, line)
    try:
        course = Course(problem, by_name=True, is_one=False)
        return _Telling(problem, course, floor_of(quest, system, cache_of(problem)), budget).told(
            line, wins=wins
        )
    except CrowdedError:
        return None


def is_told_in_full(problem: Problem, *, wins: bool = True) -> bool:
    """Whether it has to be told who does what of a line that wins, or of one that strands."""
    # Nobody goes back over some gates: where they went has to be told as well.
    # Who takes a crossing is told as well: it may take rounds.
    if any(link.is_one_way or link.is_crossing for link in problem.links):
        return True
    harmful = harmful_deeds(problem)
    if wins:
        return not moves_as_one(problem, harmful)
    return not loses_as_one(problem, relevant_deeds(problem), harmful)


def _undistracted(problem: Problem, line: tuple[Deed, ...]) -> Problem:
    """A problem in which nobody takes rounds to look at areas that nothing asks for."""
    kept = {id(deed) for deed in (*relevant_deeds(problem), *line)}
    deeds = (deed for deed in problem.deeds if deed.sort is not DeedSort.ENTER or id(deed) in kept)
    return problem._replace(deeds=tuple(deeds))


class _Telling:
    """One line being told."""

    def __init__(self, problem: Problem, course: Course, floor: Floor, budget: Budget) -> None:
        self._problem = problem
        self._budget = budget
        self._course = course
        self._play = course.play
        self._floor = floor
        self._numbers = {(info.sort, info.id): n for n, info in enumerate(problem.facts)}
        self._stuck: dict[State, bool] = {}
        self._at: dict[Members, Cell] = {}
        self._holders: dict[Facts, Members] = {}
        self._told: list[Told] = []
        self._crossed: dict[tuple[Cell, Cell], str] = {}
        """The crossings that lead on the ways that were looked at last, by their steps."""

    def told(self, line: tuple[Deed, ...], *, wins: bool) -> tuple[Told, ...] | None:
        found = self._found(line, wins=wins)
        if found is None:
            return None
        ends, turns, walks = found
        last = ends[-1]
        self._set_up(ends[0].party)
        for number, (deed, turn) in enumerate(zip(line, turns, strict=True)):
            if turn.is_due:
                self._told.append(Told(deed))
                # What is given again is with whoever needs it first, as all that is given.
                self._holders = {
                    item: who for item, who in self._holders.items() if not item & deed.removes
                }
            else:
                chained = number + 1
                while chained < len(turns) and turns[chained].is_due:
                    chained += 1
                self._take(deed, turn, ends[chained])
        self._forget(last.party)
        self._walk_all(walks)
        return tuple(ferried(self._told, self._floor.board.crossings))

    def _found(
        self, line: tuple[Deed, ...], *, wins: bool
    ) -> tuple[list[State], list[Turn], list[_SideStep]] | None:
        """A way to do the line: how all stand from first to last, what is done, the last walk.

        One way is followed as far as it goes, and then another.
        """
        dead: set[tuple[int, State]] = set()
        for begin in sorted(self._course.begins()):
            ends, turns, waiting = [begin], list[Turn](), [self._turns(line, 0, begin)]
            while waiting:
                if len(turns) == len(line):
                    walks = self._ends(ends[-1], wins=wins)
                    if walks is not None:
                        return ends, turns, walks
                step = next(waiting[-1], None)
                if step is None:
                    dead.add((len(turns), ends.pop()))
                    waiting.pop()
                    if turns:
                        turns.pop()
                elif (len(turns) + 1, step[0]) not in dead:
                    ends.append(step[0])
                    turns.append(step[1])
                    waiting.append(self._turns(line, len(turns), step[0]))
        return None

    def _turns(
        self, line: tuple[Deed, ...], done: int, state: State
    ) -> Iterator[tuple[State, Turn]]:
        """What the next deed of a line may lead to, the best first."""
        late = []
        for new, turn in self._course.turns(line[done], state) if done < len(line) else ():
            # Better done before anything happens by itself that may make it idle.
            if not turn.is_due and self._play.due(*turn.at) is not None:
                late.append((new, turn))
            else:
                yield new, turn
        yield from late

    def _ends(self, state: State, *, wins: bool) -> list[_SideStep] | None:
        """How the party walks from the last deed to victory; nothing, where none is left."""
        if wins:
            return self._way(state, self._wins)
        if not self._play.where.has_drops:
            return [] if self._is_stuck(state) else None
        return self._way(state, self._is_stuck)

    def _wins(self, state: State) -> bool:
        """Whether the quest is won here, or by what happens here by itself."""
        if self._play.wins(*state):
            return True
        if self._play.due(*state) is None:
            return False
        facts, party = state
        return all(one.is_won for one in self._play.settled(facts, [party], ()))

    def _is_stuck(self, state: State) -> bool:
        """Whether nothing wins from here."""
        at = self._play.cluster(*state).state
        if at not in self._stuck:
            found = find_win(self._problem, self._budget, state)
            self._stuck[at] = found.line is None and found.is_complete
        return self._stuck[at]

    def _set_up(self, party: Party) -> None:
        """The start square of each member."""
        taken = self._seated(party)
        for one, cell in zip(party, taken, strict=True):
            self._at[one.who] = cell
            if cell >= 0:
                self._told.append(Told(None, one.who, (cell,), is_begin=True))

    def _seated(self, party: Party) -> list[Cell]:
        """A start square for each member, no two on one if that can be; -1 for who comes later."""
        quest = self._floor.quest
        cells: list[list[Cell]] = []
        for member in party:
            word = quest.party[member.who.bit_length() - 1].word
            within = cells_of(self._problem, member.places)
            begun = begun_by(quest.entries, word)
            cells.append([cell for cell in each_cell(begun) if cell in within] or sorted(within))
        found = maximum_matching(cells)
        return [found.get(number, min(own, default=-1)) for number, own in enumerate(cells)]

    def _forget(self, party: Party) -> None:
        """Who is lost stands nowhere, and what they had is with whoever needs it first."""
        there = {member.who for member in party}
        self._at = {who: cell for who, cell in self._at.items() if who in there}
        self._holders = {item: who for item, who in self._holders.items() if who in there}

    # -- what is done ---------------------------------------------------------------------

    def _take(self, deed: Deed, turn: Turn, end: State) -> None:
        """A deed, or the step that sets off an event, and where all stand for it."""
        self._forget(turn.before.party)
        walks = self._way(turn.before, lambda state: state == turn.at)
        self._walk_all(walks or [])
        doer = turn.at.party[turn.number].who if turn.number >= 0 else 0
        # Who is lost by it stands anywhere.
        stand = {member.who: cells_of(self._problem, member.places) for member in turn.at.party}
        stand |= {member.who: cells_of(self._problem, member.places) for member in end.party}
        self._part(turn.at, end)
        # Whoever does it goes to its square last: nobody asks it to make room.
        for one in sorted(turn.at.party, key=lambda member: member.who == doer):
            if one.who == doer and turn.place:
                continue
            if one.who == doer and deed.where:
                own = stand[one.who]
                near = stands(self._floor, self._problem, deed) & own
                if not near and deed.sort is DeedSort.DEFEAT:
                    near = self._floor.around(deed.cells, through_gates=True) & own
                stand[one.who] = near or own
            self._walk_within(turn.at, one, stand)
        if turn.place:
            (member,) = (member for member in turn.at.party if member.who == doer)
            self._step(turn.at, member, turn.place)
            self._told.append(Told(deed))
            return
        for item in each_bit(deed.carries & turn.at.facts):
            self._hand(item, doer, turn.at)
        if deed.sort is not DeedSort.ENTER:  # who walks in has been told
            self._told.append(Told(deed, doer))
        for item in each_bit(deed.adds & ~turn.at.facts & self._play.where.carried):
            self._holders[item] = doer

    def _part(self, at: State, after: State) -> None:
        """Before members are parted, what they carry goes to those who have it afterwards."""
        where = self._play.where
        party = where.widened(after.facts, after.party)
        before = [
            {at.party[number].who for number in group} for group in where.groups(at.facts, at.party)
        ]
        for group in where.groups(after.facts, party):
            members = [party[number].who for number in group]
            for item in each_bit(sum(party[number].items for number in group)):
                holder = self._holders.get(item)
                if holder is not None and holder not in members and at.facts & item:
                    met = [
                        member
                        for member in members
                        if any({member, holder} <= each for each in before)
                    ]
                    self._hand(item, (met or members)[0], at)

    def _hand(self, item: Facts, to: Members, state: State) -> None:
        holder = self._holders.get(item)
        if holder and holder != to and to:  # a gift is with whoever needs it first
            meets = self._meeting(holder, to, state)
            self._told.append(Told(None, holder, (), item, to, meets=meets))
        if to:
            self._holders[item] = to

    def _meeting(self, giver: Members, taker: Members, state: State) -> tuple[Detour, ...] | None:
        """The ways of two who come together."""
        here, there = self._at[giver], self._at[taker]
        both = giver | taker
        if here in beside(self._floor, there, both) or there in beside(self._floor, here, both):
            return ()
        grounds = {
            one.who: cells_of(self._problem, one.places) for one in self._play.where.widened(*state)
        }
        return Meetings(self._floor, self._problem, state.facts, self._at, grounds).of(giver, taker)

    # -- walking -------------------------------------------------------------------------

    def _way(self, state: State, is_there: Callable[[State], bool]) -> list[_SideStep] | None:
        """How the party walks, step by step from ground to ground, until something is so."""
        play = self._play
        where = play.where
        if is_there(state):
            return []
        if play.due(*state) is not None:
            return None
        first = State(state.facts, where.widened(*state))
        parents: dict[State, _SideStep | None] = {first: None}
        queue = deque([first])
        while queue:
            here = queue.popleft()
            play.look()
            if is_there(here):
                return self._back(parents, here)
            for walk, is_stopped in self._steps_from(here):
                if is_there(walk.after):
                    return [*self._back(parents, here), walk]
                if is_stopped:
                    continue
                for parted in where.parted(*walk.after):
                    after = State(walk.after.facts, where.widened(walk.after.facts, parted))
                    if after not in parents:
                        parents[after] = walk._replace(after=after)
                        queue.append(after)
        return None

    def _steps_from(self, here: State) -> Iterator[tuple[_SideStep, bool]]:
        """The steps from ground to ground that can be taken now, and what each is stopped by."""
        play, where = self._play, self._play.where
        closed = where.closed(here.facts)
        for number, member in enumerate(here.party):
            grounds = where.grounds(here.facts, member.who)
            places = (*grounds.near.get(member.places, ()), *grounds.drops.get(member.places, ()))
            for place in places if member.places & ~closed else ():
                for party in where.moved(here.facts, here.party, number, place):
                    seen = play.noticed(here.facts, party)
                    walk = _SideStep(here, member.who, place, State(seen, party))
                    yield walk, play.stops(seen, party)

    def _back(self, parents: dict[State, _SideStep | None], state: State) -> list[_SideStep]:
        walks: list[_SideStep] = []
        walk = parents[state]
        while walk is not None:
            walks.insert(0, walk)
            walk = parents[walk.before]
        return walks

    def _walk_all(self, walks: Iterable[_SideStep]) -> None:
        for walk in walks:
            self._part(walk.before, walk.after)
            (member,) = (member for member in walk.before.party if member.who == walk.who)
            self._step(walk.before, member, walk.place)

    def _step(self, state: State, member: Member, place: Places) -> None:
        """Walk over one's ground, and one step further."""
        self._walk(state, member, cells_of(self._problem, place))

    def _walk_within(self, state: State, member: Member, stand: dict[Members, set[Cell]]) -> None:
        wanted = stand[member.who] & cells_of(self._problem, member.places)
        if self._at[member.who] not in wanted and wanted:
            self._walk(state, member, wanted, stand)

    def _walk(
        self,
        state: State,
        member: Member,
        wanted: set[Cell],
        stand: dict[Members, set[Cell]] | None = None,
    ) -> None:
        """The shortest walk over one's ground to some squares, where nobody stands if that can be.

        Else who stands there makes room.
        """
        who = member.who
        taken = {cell: other for other, cell in self._at.items() if other != who}
        ways = self._ways(state.facts, member, wanted)
        crossed = dict(self._crossed)
        end = next((cell for cell in ways if cell not in taken), next(iter(ways)))
        if end in taken:
            (other,) = (one for one in state.party if one.who == taken[end])
            aside = cells_of(self._problem, other.places) - {*self._at.values(), end}
            if stand is not None:
                aside &= stand[other.who]
            if aside and other.places & ~self._play.where.closed(state.facts):
                rooms = self._ways(state.facts, other, aside)
                if rooms:
                    self._go(other.who, next(iter(rooms.values())))
        self._crossed = crossed
        self._go(who, ways[end])

    def _ways(
        self, facts: Facts, member: Member, wanted: set[Cell]
    ) -> dict[Cell, tuple[Cell, ...]]:
        """The squares of some that a member comes to over its ground, the nearest first."""
        who = member.who
        inside = cells_of(self._problem, member.places)
        first = self._at[member.who]
        if first < 0:
            # From off the board, straight onto it.
            return {cell: (cell,) for cell in sorted(wanted)}
        number = who.bit_length() - 1
        ways: dict[Cell, tuple[Cell, ...]] = {}
        queue: list[tuple[int, int, Cell, tuple[Cell, ...]]] = [(0, 0, first, ())]
        """Where it may walk next, the cheapest first and those alike in turn, and how."""
        turns = count(1)
        ends: dict[Cell, tuple[Cell, ...]] = {}
        jumps: dict[Cell, tuple[Cell, ...]] = {}
        late: list[tuple[int, Cell, Cell, str]] = []
        self._crossed.clear()
        while queue or late:
            if not queue:
                # Nobody takes rounds to come where one walks.
                _, cell, other, crossing = heappop(late)
                if other in ways:
                    continue
                self._crossed[cell, other] = crossing
                queue.append((0, 0, other, (*ways[cell], other)))
            spent, _, cell, way = heappop(queue)
            if cell in ways:
                continue
            ways[cell] = way
            if cell in wanted and cell != first:
                ends[cell] = way
                continue
            for step in self._strides(facts, cell, who):
                other = step.to
                if step.is_jump and other in wanted - inside:
                    jumps.setdefault(other, (*way, other))
                if step.is_jump or other in ways or other not in inside | wanted:
                    continue
                if step.rounds:
                    heappush(late, (step.rounds, cell, other, step.crossing))
                else:
                    own = self._floor.cost(other, number) or 1
                    if step.crossing:
                        own = step.cost
                        self._crossed[cell, other] = step.crossing
                    heappush(queue, (spent + own, next(turns), other, (*way, other)))
        # Nobody jumps who can walk.
        return ends or jumps

    def _strides(self, facts: Facts, cell: Cell, who: Members) -> Iterator[Stride]:
        """The steps from a square that a member can take now."""
        for step in self._floor.steps[cell]:
            if step.who & who and all(
                facts >> self._numbers[bar] & 1 and self._floor.passing.get(bar, who) & who
                for bar in step.bars
            ):
                yield step

    def _go(self, who: Members, path: tuple[Cell, ...]) -> None:
        if self._at[who] < 0:
            self._told.append(Told(None, who, path[:1], is_begin=True))
            path = path[1:]
            self._at[who] = self._told[-1].path[-1]
            if not path:
                return
        crossed = [self._crossed.get(ends, "") for ends in pairwise((self._at[who], *path))]
        number = next((n for n, crossing in enumerate(crossed) if crossing), -1)
        if number >= 0:
            if number:
                self._go(who, path[:number])
            crossing = self._floor.crossings[crossed[number]]
            ends = [crossing.end_at(cell) for cell in (self._at[who], path[number])]
            self._at[who] = path[number]
            late = crossing.rounds_between(*ends)
            told = Told(None, who, path[number : number + 1], crossing=crossing.id, rounds=late)
            self._told.append(told)
            if path[number + 1 :]:
                self._go(who, path[number + 1 :])
            return
        before = path[-2] if len(path) > 1 else self._at[who]
        if path[-1] not in (step.to for step in self._floor.steps[before] if not step.is_jump):
            if len(path) > 1:
                self._go(who, path[:-1])
            self._at[who] = path[-1]
            self._told.append(Told(None, who, path[-1:], jumps_from=before))
            return
        self._at[who] = path[-1]
        last = self._told[-1]
        is_walk = last.deed is None and last.path and last.jumps_from < 0 and not last.crossing
        if last.who == who and is_walk and not last.is_begin:
            self._told[-1] = last._replace(path=(*last.path, *path))
        else:
            self._told.append(Told(None, who, path))
