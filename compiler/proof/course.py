"""Follow a line of play: whether just these deeds, in this order, lead to the goal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler.proof.play import Play, State, after, can_do, each_of, harmful_deeds
from compiler.proof.problem import Deed, Problem, asks_place, is_met

if TYPE_CHECKING:
    from collections.abc import Iterator


def replays(problem: Problem, deeds: tuple[Deed, ...]) -> bool:
    """Whether doing just these deeds, in this order, can meet the goal.

    What happens by itself and does harm is not left out: it stands in the line, or the line
    is none.
    """
    return Course(problem).leads_to_goal(deeds)


class Course:
    """Follows lines of play of one problem. The places of its states are where the party stands."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        harmful = harmful_deeds(problem)
        self.play = Play(
            problem,
            frozenset(
                deed
                for deed in problem.deeds
                if deed.is_forced and (harmful[deed] or not asks_place(deed))
            ),
        )
        self.numbers = {deed: number for number, deed in enumerate(self.play.forced)}
        self.unspared = tuple(deed for deed in self.play.forced if harmful[deed])

    def leads_to_goal(self, deeds: tuple[Deed, ...]) -> bool:
        """Whether just these deeds, in this order, can meet the goal."""
        problem = self.problem
        states = {State(self.play.rearmed(problem.given, problem.start), problem.start)}
        for deed in deeds:
            states = {new for state in states for new in self.after(deed, state)}
        return any(self.wins(state) for state in states)

    def due(self, state: State) -> Deed | None:
        """What happens now, whatever the party does."""
        return next((one for one in self.unspared if can_do(one, state.facts, state.places)), None)

    def wins(self, state: State) -> bool:
        """Whether the goal is met from here, by walking alone."""
        if is_met(self.problem.goal, state.facts, state.places):
            return True
        return any(self.play.is_won(*one, self.play.walk(*one)[1]) for one in self._wandered(state))

    def after(self, deed: Deed, state: State) -> list[State]:
        """What may come of a deed; nothing where it cannot be done now."""
        due = self.due(state)
        if due is not None:
            # Nothing that comes later in the order of events comes before it.
            if self.numbers.get(deed, len(self.numbers)) > self.numbers[due]:
                return []
            return self._done(deed, state)
        found = [new for one in self._wandered(state) for new in self._done(deed, one)]
        if deed in self.unspared and asks_place(deed):
            found += [
                new
                for one in self._wandered(state)
                for step in self._steps(one)
                if self.due(step) is deed
                for new in self._done(deed, step)
            ]
        return found

    def _done(self, deed: Deed, state: State) -> list[State]:
        if not can_do(deed, state.facts, state.places):
            return []
        facts = after(deed, state.facts)
        by_itself = deed in self.numbers
        stands = [state.places] if by_itself else self.play.stands(deed, state.places)
        return [State(self.play.rearmed(facts, stand), stand) for stand in stands]

    def _steps(self, state: State) -> Iterator[State]:
        """Steps out of where the party walks, over what they set off or leave behind."""
        _, touched = self.play.walk(*state)
        for stand in each_of(touched):
            facts = self.play.arrived(state.facts, stand)
            yield State(self.play.rearmed(facts, stand), stand)

    def _wandered(self, state: State) -> list[State]:
        """Where walking alone leads, before anything happens."""
        if self.due(state) is not None:
            return [state]
        found: dict[State, None] = {}
        waiting = [state]
        while waiting:
            one = waiting.pop()
            reached, _ = self.play.walk(*one)
            here = State(one.facts, reached)
            if here in found:
                continue
            found[here] = None
            waiting.extend(step for step in self._steps(here) if self.due(step) is None)
        return list(found)
