"""Follow a line of play: whether just these deeds, in this order, lead to the goal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler.proof.party import may_do, moves_as_one
from compiler.proof.play import Play, State, harmful_deeds
from compiler.proof.problem import Deed, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compiler.proof.party import Party
    from compiler.proof.problem import Facts


def replays(problem: Problem, deeds: tuple[Deed, ...]) -> bool:
    """Whether doing just these deeds, in this order, can meet the goal.

    What happens by itself and does harm is not left out: it stands in the line, or the line
    is none.
    """
    return Course(problem).leads_to_goal(deeds)


class Course:
    """Follows lines of play of one problem."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        harmful = harmful_deeds(problem)
        forced = [deed for deed in problem.deeds if deed.is_forced]
        self.play = Play(
            problem,
            frozenset(deed for deed in forced if harmful[deed]),
            problem.deeds,
            is_one=moves_as_one(problem, harmful),
        )
        self.numbers = {deed: number for number, deed in enumerate(forced)}

    def begins(self) -> set[State]:
        """The ways in which play may begin."""
        where, given = self.play.where, self.problem.given
        parties = [one for party in where.begins() for one in where.parted(given, party, given)]
        return set(self.play.calm(given, parties))

    def leads_to_goal(self, deeds: tuple[Deed, ...]) -> bool:
        """Whether just these deeds, in this order, can meet the goal."""
        states = self.begins()
        for deed in deeds:
            states = {new for state in states for new in self.after(deed, state)}
        return any(self.wins(state) for state in states)

    def wins(self, state: State) -> bool:
        """Whether the goal is met from here, by walking alone."""
        play = self.play
        if play.wins(*state):
            return True
        if play.due(*state) is not None:
            return False
        return any(one.is_won for one in play.walked_on(play.cluster(*state)))

    def after(self, deed: Deed, state: State) -> set[State]:
        """What may come of a deed; nothing where it cannot be done now."""
        play = self.play
        due = play.due(*state)
        if due is not None:
            # Nothing that comes later in the order of events comes before it.
            if self.numbers.get(deed, len(self.numbers)) > self.numbers[due]:
                return set()
            return set(self._done(deed, *state))
        found: set[State] = set()
        for cluster in play.walked_on(play.cluster(*state)):
            facts = cluster.state.facts
            if not may_do(deed, facts):
                continue
            for party in cluster.parties:
                found.update(self._done(deed, facts, party))
            for step in cluster.steps if deed in play.forced else ():
                for party in play.where.moved(facts, step.before, step.number, step.place):
                    seen = play.noticed(facts, party)
                    if play.due(seen, party) is deed:
                        found.update(self._done(deed, seen, party))
        return found

    def _done(self, deed: Deed, facts: Facts, party: Party) -> Iterator[State]:
        if may_do(deed, facts):
            for number in self.play.doers(deed, facts, party):
                yield from self.play.calm(*self.play.acted(deed, facts, party, number))
