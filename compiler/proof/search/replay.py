"""Follow a line of play: whether just these deeds, in this order, lead to the goal."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.proof.budget import CrowdedError
from questwright.compiler.proof.reach.symmetry import meets_again, moves_as_one
from questwright.compiler.proof.search.party import Apart
from questwright.compiler.proof.search.successors import FOLLOWING, Play, State
from questwright.compiler.proof.task.deeds import may_do
from questwright.compiler.proof.task.relevance import after, harmful_deeds, relevant_deeds
from questwright.compiler.proof.task.task import DeedSort

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from questwright.compiler.proof.search.party import Party
    from questwright.compiler.proof.search.successors import Cluster
    from questwright.compiler.proof.task.condition import Facts, Places
    from questwright.compiler.proof.task.task import Deed, Problem


def replays(problem: Problem, deeds: tuple[Deed, ...]) -> bool:
    """Whether doing just these deeds, in this order, can meet the goal.

    What happens by itself and does harm is not left out: it stands in the line, or the line
    is none.
    """
    try:
        return Course(problem).leads_to_goal(deeds)
    except CrowdedError:
        return False


class Turn(NamedTuple):
    """How a deed of a line was done."""

    before: State
    """When the deed before it was done."""
    at: State
    """Once all had walked to where they stand for it."""
    number: int
    """The member who did it or, with a step, who took that; -1 where it took nobody."""
    place: Places = 0
    """Where a step led that set it off; 0 where none did."""
    is_due: bool = False
    """It happened at once, before anybody could walk."""


class Course:
    """Follows lines of play of one problem."""

    def __init__(
        self, problem: Problem, *, by_name: bool = False, is_one: bool | None = None
    ) -> None:
        self.problem = problem
        relevant = {id(deed) for deed in relevant_deeds(problem)}
        harmful = harmful_deeds(problem)
        self._harmful = {deed: harms and id(deed) in relevant for deed, harms in harmful.items()}
        happening = [
            deed for deed in problem.deeds if deed.is_forced and deed.sort is not DeedSort.ENTER
        ]
        seeing = [deed for deed in problem.deeds if deed.sort is DeedSort.ENTER]
        self.play = Play(
            problem,
            frozenset((*happening, *seeing)),
            problem.deeds,
            Apart(
                moves_as_one(problem, harmful) if is_one is None else is_one,
                by_name,
                is_pooled=not by_name and meets_again(problem, harmful),
            ),
            harmless=frozenset(deed for deed in happening if not self._harmful[deed]),
        )
        self._known: dict[tuple[int, ...], set[State]] = {(): self.begins()}

    def begins(self) -> set[State]:
        """The ways in which play may begin."""
        where, given = self.play.where, self.problem.given
        parties = [one for party in where.begins() for one in where.parted(given, party)]
        return set(self._quiet(given, parties))

    def leads_to_goal(self, deeds: tuple[Deed, ...]) -> bool:
        """Whether just these deeds, in this order, can meet the goal."""
        return any(self.wins(state) for state in self.states(deeds))

    def states(self, deeds: tuple[Deed, ...]) -> set[State]:
        """All that can be so after just these deeds, in this order."""
        key = tuple(map(id, deeds))
        known = next(n for n in range(len(key), -1, -1) if key[:n] in self._known)
        states = self._known[key[:known]]
        for number in range(known, len(deeds)):
            states = {
                self._anywhere(new) for state in states for new in self.after(deeds[number], state)
            }
            self._known[key[: number + 1]] = states
        return states

    def _anywhere(self, state: State) -> State:
        """Of all moments between which the party can walk with nothing coming of it, one."""
        if self._due(state) is not None or self.play.wins(*state):
            return state
        return self.play.cluster(*state).state

    def kept(self, deeds: tuple[Deed, ...]) -> tuple[Deed, ...]:
        """A line without what has come about by itself before, up to where the quest is won."""
        kept: tuple[Deed, ...] = ()
        for deed in deeds:
            if self.leads_to_goal(kept):
                break
            if self.states((*kept, deed)):
                kept = (*kept, deed)
        return kept

    def wins(self, state: State) -> bool:
        """Whether the goal is met from here, by walking alone."""
        play = self.play
        if play.wins(*state):
            return True
        if self._due(state) is not None:
            return False
        return any(one.is_won for one in play.walked_on(play.cluster(*state)))

    def _due(self, state: State) -> Deed | None:
        """What does harm and happens now, whatever the party does."""
        due = self.play.due(*state)
        return due if due is not None and self._harmful[due] else None

    def is_quiet(self, deed: Deed) -> bool:
        """Whether a deed happens by itself, and does no harm: a line need not tell of it."""
        return deed.is_forced and not self._harmful[deed]

    def after(self, deed: Deed, state: State) -> set[State]:
        """What may come of a deed; nothing where it cannot be done now."""
        return {new for new, _ in self.turns(deed, state)}

    def turns(self, deed: Deed, state: State) -> Iterator[tuple[State, Turn]]:
        """What may come of a deed, and how it was done."""
        play = self.play
        if self.is_quiet(deed) and not may_do(deed, state.facts):
            # It has happened already, unsaid.
            yield state, Turn(state, state, -1, is_due=True)
            return
        if state.facts & self.problem.lost or play.wins(*state):
            return
        due = self._due(state)
        if due is not None:
            if deed is due:
                for new, number in self._done(deed, *state):
                    yield new, Turn(state, state, number, is_due=True)
            return
        for cluster in play.walked_on(play.cluster(*state)):
            if may_do(deed, cluster.state.facts):
                for new, at, number, place in self._taken(deed, cluster):
                    yield new, Turn(state, at, number, place)

    def _taken(self, deed: Deed, cluster: Cluster) -> Iterator[tuple[State, State, int, Places]]:
        """What may come of a deed, where all stood for it, who did it, and where a step led."""
        play, facts = self.play, cluster.state.facts
        for party in cluster.parties:
            for shared in play.where.shares(facts, party):
                for new, number in self._done(deed, facts, shared):
                    yield new, State(facts, party), number, 0
        for step in cluster.steps if deed in play.forced else ():
            for party in play.where.moved(facts, step.before, step.number, step.place):
                seen = play.noticed(facts, party)
                if play.due(seen, party) is deed:
                    for new, _ in self._done(deed, seen, party):
                        yield new, State(facts, step.before), step.number, step.place

    def _done(self, deed: Deed, facts: Facts, party: Party) -> Iterator[tuple[State, int]]:
        if may_do(deed, facts):
            for number in self.play.doers(deed, facts, party, at_hand=True):
                for new in self._quiet(*self.play.acted(deed, facts, party, number)):
                    yield new, number

    def _quiet(self, facts: Facts, parties: Iterable[Party], depth: int = 0) -> Iterator[State]:
        """What is so once all has been noticed, and what does no harm has happened unsaid."""
        for party in parties:
            seen = self.play.noticed(facts, party)
            due = self.play.due(seen, party)
            if self.play.wins(seen, party) or due is None or self._harmful[due]:
                if due is None and seen != facts:
                    yield from self._quiet(seen, self.play.where.parted(seen, party))
                elif due is None:
                    yield State(seen, self.play.where.pooled(seen, party))
                else:
                    yield State(seen, party)
            elif depth < FOLLOWING:
                then = after(due, seen)
                yield from self._quiet(then, self.play.where.parted(then, party), depth + 1)
