"""Search a problem in which something can be lost: every order of the deeds that matter.

Deeds that can do harm, or set off what does, are choices; harmless ones are done at once,
for they close no way.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from compiler.proof.play import (
    Play,
    State,
    after,
    can_do,
    each_of,
    harmful_deeds,
    relevant_deeds,
)
from compiler.proof.problem import Deed, Facts, Places, Problem, asks_place, is_met

BUDGET = 20_000
"""States that a search for a win may look at before it gives up."""
FOLLOWING = 64
"""Events that may happen one upon the other."""
STRAND_BUDGET = 5_000
"""States that a search for dead ends may look at before it gives up."""


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


def search(problem: Problem, budget: int = BUDGET, strand_budget: int = STRAND_BUDGET) -> Search:
    """Look through the states that the party can bring about, within a budget."""
    found = find_win(problem, budget)
    if found.line is None:
        return found
    # A dead end shows where harmless things are left undone, so here nothing is done unasked.
    walk = _Walk(problem, (), relevant_deeds(problem))
    walk.run(strand_budget, stop_at_win=False)
    stranded = None
    if walk.is_complete:
        lost = walk.out_of_reach()
        first = next((state for state in walk.parents if state in lost), None)
        stranded = walk.line(first) if first is not None else None
    states = found.states + len(walk.parents)
    return Search(found.line, stranded, states, is_complete=True, is_strand_judged=walk.is_complete)


def find_win(problem: Problem, budget: int = BUDGET) -> Search:
    """Look for a line that wins, and for no more."""
    harmful = harmful_deeds(problem)
    safe = tuple(deed for deed in problem.deeds if not harmful[deed])
    risky = tuple(deed for deed in problem.deeds if harmful[deed])
    walk = _Walk(problem, safe, risky)
    walk.run(budget, stop_at_win=True)
    line = walk.line(walk.won[0]) if walk.won else None
    return Search(line, None, len(walk.parents), walk.is_complete, is_strand_judged=line is None)


class _Walk:
    """A walk through states, breadth first, with the way to each.

    The places of its states are all that the party can walk to, setting nothing off.
    """

    def __init__(
        self, problem: Problem, eager: tuple[Deed, ...], choices: tuple[Deed, ...]
    ) -> None:
        self.problem = problem
        # What is harmless is done at once; what then happens by itself, where facts alone
        # decide, happens in its turn.
        by_itself = (deed for deed in eager if deed.is_forced and not asks_place(deed))
        self.play = Play(problem, frozenset((*choices, *by_itself)))
        self.eager = eager
        self.choices = tuple(deed for deed in choices if deed not in self.play.forced)
        self.parents: dict[State, tuple[State | None, tuple[Deed, ...]]] = {}
        self.following: dict[State, list[State]] = {}
        self.won: list[State] = []
        self.is_complete = True

    def run(self, budget: int, *, stop_at_win: bool) -> None:
        problem, play = self.problem, self.play
        first, done = self._settle(problem.given, problem.start, ())
        self.parents[first] = (None, done)
        queue = deque([first])
        while queue:
            state = queue.popleft()
            self.following[state] = []
            _, touched = play.walk(*state)
            if play.is_won(state.facts, state.places, touched):
                self.won.append(state)
                if stop_at_win:
                    return
                continue
            if len(self.parents) > budget:
                self.is_complete = False
                return
            for deed in self.choices:
                if can_do(deed, state.facts, state.places):
                    facts = after(deed, state.facts)
                    for stand in play.stands(deed, state.places):
                        self._go(queue, state, *self._settle(facts, stand, (deed,)))
            for stand in each_of(touched):
                self._go(queue, state, *self._settle(state.facts, stand, ()))

    def _go(self, queue: deque[State], state: State, new: State, done: tuple[Deed, ...]) -> None:
        if new == state:
            return
        self.following[state].append(new)
        if new not in self.parents:
            self.parents[new] = (state, done)
            queue.append(new)

    def _settle(
        self, facts: Facts, stand: Places, done: tuple[Deed, ...]
    ) -> tuple[State, tuple[Deed, ...]]:
        """What follows of itself, where the party stands; then whatever is harmless."""
        play = self.play
        line = list(done)
        for _ in range(FOLLOWING):
            facts = play.rearmed(play.arrived(facts, stand), stand)
            if is_met(self.problem.goal, facts, stand):
                # Won, whatever would have happened next.
                return State(facts, stand), tuple(line)
            deed = play.due(facts, stand)
            if deed is None:
                break
            facts = after(deed, facts)
            line.append(deed)
        else:
            # One thing leads to another without an end: nobody knows what comes of it.
            self.is_complete = False
        places, _ = play.walk(facts, stand)
        changed = True
        while changed:
            changed = False
            for deed in self.eager:
                if deed.adds & ~facts and can_do(deed, facts, places):
                    facts |= deed.adds
                    line.append(deed)
                    places, _ = play.walk(facts, places)
                    changed = True
        return State(facts, places), tuple(line)

    def line(self, state: State) -> tuple[Deed, ...]:
        """The deeds that lead to a state."""
        pieces: list[tuple[Deed, ...]] = []
        at: State | None = state
        while at is not None:
            at, done = self.parents[at]
            pieces.append(done)
        return tuple(deed for piece in reversed(pieces) for deed in piece)

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
