"""Search a problem in which something can be lost: every order of the deeds that matter.

Deeds that can do harm, or set off what does, are choices; harmless ones are done at once,
for they close no way.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.proof.budget import USUAL, Budget, CrowdedError, Met
from questwright.compiler.proof.reach.by_member import nobody_strands, solve, untied
from questwright.compiler.proof.reach.guards import (
    is_hopeless,
    lose_guarded,
    never_loses,
    win_guarded,
)
from questwright.compiler.proof.reach.relaxed import grounded
from questwright.compiler.proof.reach.symmetry import loses_as_one, meets_again, moves_as_one
from questwright.compiler.proof.search.party import Apart
from questwright.compiler.proof.search.successors import (
    EndlessError,
    Play,
    Settled,
    State,
    fewest_buried,
)
from questwright.compiler.proof.task.deeds import may_do
from questwright.compiler.proof.task.relevance import harmful_deeds, relevant_deeds
from questwright.compiler.proof.task.task import Deed, DeedSort, Problem, asks_place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.proof.reach.guards import Guarded
    from questwright.compiler.proof.search.successors import Cluster, MemberStep
    from questwright.compiler.proof.task.condition import Facts, Members, Places


class Search(NamedTuple):
    """What looking through the states of a quest showed."""

    line: tuple[Deed, ...] | None
    """Deeds that lead to the goal, in order."""
    stranded: tuple[Deed, ...] | None
    """Deeds after which the goal is out of reach, the last being the one that went wrong."""
    states: int
    is_complete: bool
    """Every state was looked at in search of a win; False where the budget ran out."""
    is_strand_judged: bool
    """Every order of deeds was looked at in search of dead ends."""
    met: Met = Met.NOTHING
    """What made the search stop before it had looked at everything."""
    seen: Facts = 0
    """Facts that were seen to come about."""
    walked: Places = 0
    """Places in which somebody was seen to stand."""
    guarded: Guarded | None = None
    """The problem in which the line was found, where another side is kept from winning."""
    snare: Guarded | None = None
    """The problem in which the stranding line was found, where it wins before the party could."""


def search(problem: Problem, budget: Budget = USUAL) -> Search:
    """Look through the states that the party can bring about, within a budget."""
    found = find_win(problem, budget)
    if found.guarded is not None:
        found = _told_of(found, found.guarded, problem)
    if found.line is None or found.is_strand_judged or not budget.seeks_dead_ends:
        return found
    beaten = _beaten(problem, found) if found.guarded is not None else None
    if beaten is not None:
        return beaten
    # A dead end shows where harmless things are left undone, so here nothing is done unasked.
    relevant = relevant_deeds(problem)
    harmful = harmful_deeds(problem)
    is_one = loses_as_one(problem, relevant, harmful)
    walk = _BreadthFirst(problem, (), relevant, harmful, is_one=is_one)
    walk.go(budget.aside(), None, stop_at_win=False)
    stranded = None
    if walk.is_complete:
        lost = walk.out_of_reach()
        first = next((state for state in walk.parents if state in lost), None)
        stranded = walk.line(first) if first is not None else None
    beaten = _beaten(problem, found) if walk.met and found.guarded is None else None
    if beaten is not None:
        return beaten._replace(states=found.states + len(walk.parents))
    seen, walked = walk.seen()
    return found._replace(
        stranded=stranded,
        states=found.states + len(walk.parents),
        is_complete=True,
        is_strand_judged=walk.is_complete,
        met=walk.met,
        seen=found.seen | seen,
        walked=found.walked | walked,
    )


def _told_of(found: Search, guarded: Guarded, problem: Problem) -> Search:
    """The same with what comes about under guards, and whether all of play is won."""
    reached = solve(guarded.problem)
    assert reached is not None
    return found._replace(
        is_strand_judged=never_loses(problem), seen=reached.facts, walked=reached.places
    )


def _beaten(problem: Problem, found: Search) -> Search | None:
    """The same with a line by which another side wins first; None where none is found."""
    lost = lose_guarded(problem)
    if lost is None:
        return None
    snare, last = lost
    return found._replace(stranded=(*snare.line, last), is_strand_judged=True, snare=snare)


def _against_another_side(problem: Problem) -> Search | None:
    """What is won where nothing but another side's victory is ever lost; None if unknown."""
    hopeless = is_hopeless(problem)
    if hopeless is None:
        return None
    if hopeless:
        return Search(None, None, 1, is_complete=True, is_strand_judged=True)
    guarded = win_guarded(problem)
    if guarded is None:
        return None
    line = tuple(map(guarded.own, guarded.line))
    return Search(line, None, 1, is_complete=True, is_strand_judged=False, guarded=guarded)


def find_win(problem: Problem, budget: Budget = USUAL, begin: State | None = None) -> Search:
    """Look for a line that wins, and for no more; from the midst of play where that is given."""
    reached = solve(problem) if begin is None else None
    if reached is not None:
        # Nothing is ever lost: nobody strands.
        line, seen, walked = reached.line, reached.facts, reached.places
        return Search(
            line, None, 1, is_complete=True, is_strand_judged=True, seen=seen, walked=walked
        )
    against = _against_another_side(problem) if begin is None and problem.lost else None
    if against is not None:
        return against
    if begin is None and any(link.is_jump for link in problem.links):
        # What is won on foot is won. Whether somebody jumps to where they strand is not asked here.
        reached = solve(grounded(problem))
        if reached is not None and reached.line is not None:
            line, seen, walked = reached.line, reached.facts, reached.places
            judged = nobody_strands(problem)
            return Search(
                line, None, 1, is_complete=True, is_strand_judged=judged, seen=seen, walked=walked
            )
        most = solve(untied(problem))
        if most is not None and most.line is None:
            return Search(None, None, 1, is_complete=True, is_strand_judged=True)
    harmful = harmful_deeds(problem)
    safe = tuple(deed for deed in problem.deeds if not harmful[deed])
    risky = tuple(deed for deed in problem.deeds if harmful[deed])
    is_one = moves_as_one(problem, harmful) if begin is None else _is_whole(begin, problem)
    walk = _BreadthFirst(problem, safe, risky, harmful, is_one=is_one or problem.party == 1)
    walk.go(budget, begin, stop_at_win=True)
    line = walk.line(walk.won[0]) if walk.won else None
    judged = line is None
    return Search(line, None, len(walk.parents), walk.is_complete, judged, walk.met, *walk.seen())


def _is_whole(state: State, problem: Problem) -> bool:
    """Whether the party of a moment is one piece, rather than its members."""
    return len(state.party) < problem.party and not problem.fallen


class _BreadthFirst:
    """A walk through states, breadth first, with the way to each."""

    def __init__(
        self,
        problem: Problem,
        eager: tuple[Deed, ...],
        choices: tuple[Deed, ...],
        harmful: dict[Deed, bool],
        *,
        is_one: bool,
    ) -> None:
        # Who gets what is carried is a choice, where it matters who has it.
        is_pooled = is_one or meets_again(problem, harmful)
        carried = 0 if is_pooled else sum({deed.carries for deed in problem.deeds})
        # What is harmless is done at once; what of it happens by itself happens in its turn, and
        # stops nobody where facts alone do not decide.
        by_itself = [deed for deed in eager if deed.is_forced and deed.sort is not DeedSort.ENTER]
        self.play = Play(
            problem,
            frozenset((*choices, *by_itself)),
            (*eager, *choices),
            Apart(is_one, is_pooled=is_pooled),
            harmless=frozenset(
                deed for deed in by_itself if asks_place(deed) and not deed.adds & carried
            ),
        )
        self.eager = tuple(deed for deed in eager if not deed.adds & carried)
        self.choices = tuple(
            deed
            for deed in (*choices, *(deed for deed in eager if deed.adds & carried))
            if deed not in self.play.forced
        )
        self.parents: dict[State, tuple[State | None, tuple[Deed, ...]]] = {}
        self.following: dict[State, list[State]] = {}
        self.won: list[State] = []
        self.met = Met.NOTHING
        self._queue: deque[State] = deque()

    def go(self, budget: Budget, begin: State | None, *, stop_at_win: bool) -> None:
        """Walk from the beginning, or from the midst of play, as far as the budget goes."""
        try:
            if begin is None:
                self.begin()
            else:
                self.begin_at(begin)
            self.run(budget, stop_at_win=stop_at_win)
        except CrowdedError:
            self.met = Met.WAYS

    def begin(self) -> None:
        """Begin where the quest does."""
        play, given = self.play, self.play.problem.given
        for party in play.where.begins():
            parties = play.where.parted(given, party)
            self._go(None, self._outcomes(play.settled(given, parties, ())))

    def begin_at(self, state: State) -> None:
        """Begin in the midst of play."""
        named = self.play.where.named
        party = tuple(member._replace(who=member.who & named) for member in state.party)
        parties = self.play.where.parted(state.facts, tuple(sorted(party)))
        self._go(None, self._outcomes(self.play.settled(state.facts, parties, ())))

    @property
    def is_complete(self) -> bool:
        """Every state was looked at."""
        return not self.met

    def run(self, budget: Budget, *, stop_at_win: bool) -> None:
        play = self.play
        while self._queue:
            state = self._queue.popleft()
            self.following[state] = []
            cluster = play.cluster(*state)
            if any(one.is_won for one in play.walked_on(cluster)):
                # Who need only walk to victory does so.
                self.won.append(state)
                if stop_at_win:
                    return
                continue
            if state.facts & play.problem.lost or not state.party:
                continue
            met = budget.met(len(self.parents))
            if met:
                self.met = met
                return
            facts = state.facts
            for deed in self.choices:
                if may_do(deed, facts):
                    self._go(state, self._outcomes(play.done(deed, cluster)))
            steps: dict[tuple[Members, Places], list[MemberStep]] = {}
            for step in cluster.steps:
                who = step.before[step.number].who
                steps.setdefault((who, step.place), []).append(step)
            for each in steps.values():
                done = (one for step in each for one in play.stepped(step, facts))
                self._go(state, self._outcomes(done))

    def _outcomes(self, outcomes: Iterator[Settled]) -> list[Settled]:
        try:
            return fewest_buried(self.play, outcomes)
        except EndlessError:
            self.met = Met.EVENTS
            return []

    def _go(self, state: State | None, outcomes: list[Settled]) -> None:
        unlike: dict[State, Settled] = {}
        for outcome in outcomes:
            unlike.setdefault(State(outcome.facts, outcome.party), outcome)
        for one in unlike.values():
            for new, line in self._hurried(one):
                if new == state:
                    continue
                if state is not None:
                    self.following[state].append(new)
                if new not in self.parents:
                    self.parents[new] = (state, line)
                    self._queue.append(new)

    def _hurried(self, outcome: Settled) -> list[tuple[State, tuple[Deed, ...]]]:
        """What is harmless is done at once."""
        play = self.play
        waiting = [outcome]
        found = []
        passed: set[State] = set()
        while waiting:
            facts, party, line, _ = waiting.pop()
            cluster = play.cluster(facts, party)
            if cluster.state in passed:
                # What is done and what undoes it take turns for ever.
                found.append((cluster.state, line))
                continue
            passed.add(cluster.state)
            is_over = cluster.is_won or facts & play.problem.lost
            then, more = (facts, ()) if is_over else self._harmless(facts, cluster)
            if not more:
                found.append((cluster.state, line))
                continue
            parties = play.where.parted(then, party)
            outcomes = self._outcomes(play.settled(then, parties, ()))
            waiting += [one._replace(line=(*line, *more, *one.line)) for one in outcomes]
        return found

    def _harmless(self, facts: Facts, cluster: Cluster) -> tuple[Facts, tuple[Deed, ...]]:
        """All that is harmless and can be done from here."""
        doers = self.play.doers
        done = []
        changed = True
        while changed:
            changed = False
            for deed in self.eager:
                if deed.where and not deed.where & cluster.places:
                    continue
                if not deed.adds & ~facts or not may_do(deed, facts):
                    continue
                if any(True for party in cluster.parties for _ in doers(deed, facts, party)):
                    facts |= deed.adds
                    done.append(deed)
                    changed = True
        return facts, tuple(done)

    def line(self, state: State) -> tuple[Deed, ...]:
        """The deeds that lead to a state."""
        pieces: list[tuple[Deed, ...]] = []
        at: State | None = state
        while at is not None:
            at, done = self.parents[at]
            pieces.append(done)
        return tuple(deed for piece in reversed(pieces) for deed in piece)

    def seen(self) -> tuple[Facts, Places]:
        """What came about in some state, and where somebody stood."""
        facts, places = 0, 0
        for state, (_, line) in self.parents.items():
            facts |= state.facts
            for deed in line:
                facts |= deed.adds
            for party in self.play.cluster(*state).parties:
                for member in party:
                    places |= member.places
        return facts, places

    def out_of_reach(self) -> set[State]:
        """The states from which no line wins."""
        back: dict[State, list[State]] = {}
        for state, following in self.following.items():
            for new in following:
                back.setdefault(new, []).append(state)
        good = set(self.won)
        queue = deque(self.won)
        while queue:
            for before in back.get(queue.popleft(), ()):
                if before not in good:
                    good.add(before)
                    queue.append(before)
        return {state for state in self.following if state not in good}
