"""Solve a problem: exactly where nothing is ever lost, by search where something can be.

Where every deed only adds facts and nothing asks that a fact does *not* hold, doing all
that can be done loses nothing: a fix-point decides. Otherwise deeds that can do harm are
choices, tried in every order; harmless ones are done at once, for they close no way.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from compiler.proof.problem import (
    NOTHING,
    Deed,
    Facts,
    Link,
    Places,
    Problem,
    asks_place,
    facts_needed,
    is_met,
    relaxed,
)

BUDGET = 20_000
"""States that a search for a win may look at before it gives up."""
FOLLOWING = 64
"""Events that may happen one upon the other."""
STRAND_BUDGET = 5_000
"""States that a search for dead ends may look at before it gives up."""


class Reach(NamedTuple):
    """All that can come about, nothing ever being lost."""

    places: Places
    facts: Facts
    order: tuple[Deed, ...]
    """Deeds in an order in which they can be done."""
    wins_after: int
    """How many of them are done when the goal is first met; -1 where it never is."""


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


class State(NamedTuple):
    """A moment of play: what holds, and where the party can walk to."""

    facts: Facts
    places: Places


def is_monotone(problem: Problem) -> bool:
    """Whether nothing that is gained can ever be lost."""
    needs = [deed.needs for deed in problem.deeds] + [link.needs for link in problem.links]
    if any(facts_needed(need)[1] for need in (*needs, problem.goal)):
        return False
    return not any(deed.removes for deed in problem.deeds)


def spread(links: tuple[Link, ...], places: Places, facts: Facts) -> Places:
    """The places in reach of some places, over the links that are open now."""
    waiting = list(links)
    grown = True
    while grown:
        grown = False
        rest = []
        for link in waiting:
            first, second = places >> link.first & 1, places >> link.second & 1
            if first and second:
                continue
            if (first or second) and (link.needs is NOTHING or is_met(link.needs, facts, places)):
                places |= 1 << link.first | 1 << link.second
                grown = True
            else:
                rest.append(link)
        waiting = rest
    return places


def reach_all(
    problem: Problem,
    without_facts: Facts = 0,
    without_places: Places = 0,
) -> Reach:
    """Do everything that can be done; what is lost by a deed is taken as kept.

    For a monotone problem this is exact. For any other it reaches at least what can be
    reached: what is out of reach here is out of reach in truth.
    """
    facts = problem.given & ~without_facts
    links, deeds, goal = problem.links, problem.deeds, problem.goal
    if not is_monotone(problem):
        links = tuple(link._replace(needs=relaxed(link.needs)) for link in links)
        deeds = tuple(deed._replace(needs=relaxed(deed.needs)) for deed in deeds)
        goal = relaxed(goal)
    if without_places:
        links = tuple(
            link for link in links if not (1 << link.first | 1 << link.second) & without_places
        )
    places = spread(links, problem.start & ~without_places, facts)
    order: list[Deed] = []
    wins_after = 0 if is_met(goal, facts, places) else -1
    waiting = list(deeds)
    changed = True
    while changed:
        changed = False
        rest = []
        for deed in waiting:
            if (
                not (deed.where and not deed.where & places)
                and not (deed.adds and not deed.adds & ~facts and not deed.removes)
                and not deed.adds & without_facts
                and is_met(deed.needs, facts, places)
            ):
                facts |= deed.adds
                order.append(deed)
                changed = True
                places = spread(links, places, facts)
                if wins_after < 0 and is_met(goal, facts, places):
                    wins_after = len(order)
            else:
                rest.append(deed)
        waiting = rest
    return Reach(places, facts, tuple(order), wins_after)


def search(problem: Problem, budget: int = BUDGET, strand_budget: int = STRAND_BUDGET) -> Search:
    """Look through the states that the party can bring about, within a budget."""
    harmful = _harmful(problem)
    safe = tuple(deed for deed in problem.deeds if not harmful[deed])
    risky = tuple(deed for deed in problem.deeds if harmful[deed])
    wins = _Walk(problem, safe, risky)
    wins.run(budget, stop_at_win=True)
    line = wins.line(wins.won[0]) if wins.won else None
    if line is None:
        return Search(None, None, len(wins.parents), wins.is_complete, is_strand_judged=True)
    # A dead end shows where harmless things are left undone, so here nothing is done unasked.
    walk = _Walk(problem, (), _relevant(problem))
    walk.run(strand_budget, stop_at_win=False)
    stranded = None
    if walk.is_complete:
        lost = walk.out_of_reach()
        first = next((state for state in walk.parents if state in lost), None)
        stranded = walk.line(first) if first is not None else None
    states = len(wins.parents) + len(walk.parents)
    return Search(line, stranded, states, is_complete=True, is_strand_judged=walk.is_complete)


class _Walk:
    """A walk through states, breadth first, with the way to each."""

    def __init__(
        self, problem: Problem, eager: tuple[Deed, ...], choices: tuple[Deed, ...]
    ) -> None:
        self.problem = problem
        # What happens by itself once facts allow it leaves no choice; where a place is asked
        # for, the party chooses to go there.
        taken = {*eager, *choices}
        self.forced = tuple(
            d for d in problem.deeds if d.is_forced and not asks_place(d) and d in taken
        )
        self.eager = eager
        self.choices = tuple(d for d in choices if d not in self.forced)
        self.parents: dict[State, tuple[State | None, tuple[Deed, ...]]] = {}
        self.following: dict[State, list[State]] = {}
        self.won: list[State] = []
        self.is_complete = True

    def run(self, budget: int, *, stop_at_win: bool) -> None:
        problem = self.problem
        first, done = self._settle(problem.given, problem.start, ())
        self.parents[first] = (None, done)
        queue = deque([first])
        while queue:
            state = queue.popleft()
            self.following[state] = []
            if is_met(problem.goal, state.facts, state.places):
                self.won.append(state)
                if stop_at_win:
                    return
                continue
            if len(self.parents) > budget:
                self.is_complete = False
                return
            for deed in self.choices:
                if not can_do(deed, state.facts, state.places):
                    continue
                for stand in stands(deed, state.places, self.forced, problem.unsafe):
                    new, done = self._do(deed, state, stand)
                    if new == state:
                        continue
                    self.following[state].append(new)
                    if new not in self.parents:
                        self.parents[new] = (state, done)
                        queue.append(new)

    def _do(self, deed: Deed, state: State, stand: Places) -> tuple[State, tuple[Deed, ...]]:
        facts = (state.facts | deed.adds) & ~deed.removes
        return self._settle(facts, stand, (deed,))

    def _settle(
        self, facts: Facts, stand: Places, done: tuple[Deed, ...]
    ) -> tuple[State, tuple[Deed, ...]]:
        """What follows of itself, where the party stands; then whatever is harmless."""
        line = list(done)
        for _ in range(FOLLOWING):
            facts = rearmed(self.forced, facts)
            if is_met(self.problem.goal, facts, stand):
                # Won, whatever would have happened next.
                return State(facts, stand), tuple(line)
            deed = next((one for one in self.forced if can_do(one, facts, stand)), None)
            if deed is None:
                break
            facts = (facts | deed.adds) & ~deed.removes
            line.append(deed)
        else:
            # One thing leads to another without an end: nobody knows what comes of it.
            self.is_complete = False
        places = spread(self.problem.links, stand, facts)
        changed = True
        while changed:
            changed = False
            for deed in self.eager:
                if deed.adds & ~facts and can_do(deed, facts, places):
                    facts |= deed.adds
                    line.append(deed)
                    places = spread(self.problem.links, places, facts)
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


def can_do(deed: Deed, facts: Facts, places: Places) -> bool:
    """Whether a deed can be done, and would change anything."""
    if deed.where and not deed.where & places:
        return False
    if deed.once and not deed.once & ~facts:
        return False
    if not deed.adds & ~facts and not deed.removes & facts:
        return False
    return is_met(deed.needs, facts, places)


def stands(
    deed: Deed, places: Places, forced: tuple[Deed, ...], unsafe: Places = 0
) -> list[Places]:
    """Where the party may be when it does a deed: together, in any one place that suits.

    Only where a way may close behind the party does it matter in which.
    """
    allowed = deed.where & places if deed.where else places
    if not deed.removes and not any(one.removes for one in forced):
        return [allowed & -allowed]
    every = []
    allowed = allowed & ~unsafe or allowed
    while allowed:
        every.append(allowed & -allowed)
        allowed &= allowed - 1
    return every


def replays(problem: Problem, deeds: tuple[Deed, ...]) -> bool:
    """Whether doing just these deeds, in this order, can meet the goal.

    What happens by itself and does harm is not left out: it stands in the line, or the line
    is none.
    """
    course = _Course(problem)
    states = {State(rearmed(course.forced, problem.given), problem.start)}
    for deed in deeds:
        states = {after for state in states for after in course.after(deed, state)}
    return any(is_met(problem.goal, state.facts, course.within_reach(state)) for state in states)


class _Course:
    """A line of play being followed. The places of its states are where the party stands."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.forced = tuple(d for d in problem.deeds if d.is_forced and not asks_place(d))
        self.numbers = {deed: number for number, deed in enumerate(self.forced)}
        harmful = _harmful(problem)
        self.unspared = tuple(d for d in self.forced if harmful[d])

    def due(self, state: State) -> Deed | None:
        """What happens now, whatever the party does."""
        return next((one for one in self.unspared if can_do(one, state.facts, state.places)), None)

    def within_reach(self, state: State) -> Places:
        """Where the party can walk to, before anything happens."""
        if self.due(state) is not None:
            return state.places
        return spread(self.problem.links, state.places, state.facts)

    def after(self, deed: Deed, state: State) -> list[State]:
        """What may come of a deed; nothing where it cannot be done now."""
        due = self.due(state)
        last = len(self.forced)
        if due is not None and self.numbers.get(deed, last) > self.numbers[due]:
            return []
        places = self.within_reach(state)
        if not can_do(deed, state.facts, places):
            return []
        facts = rearmed(self.forced, (state.facts | deed.adds) & ~deed.removes)
        if deed in self.numbers:
            return [State(facts, places)]
        every = stands(deed, places, self.forced, self.problem.unsafe)
        return [State(facts, stand) for stand in every]


def rearmed(forced: tuple[Deed, ...], facts: Facts) -> Facts:
    """Facts, with the events ready again whose condition no longer holds."""
    for deed in forced:
        if deed.is_repeated and deed.once & facts and not is_met(deed.needs, facts, 0):
            facts &= ~deed.once
    return facts


def _harmful(problem: Problem) -> dict[Deed, bool]:
    """Which deeds can close a way: they take something, or set off what does."""
    dangerous = facts_needed(problem.goal)[1]
    for deed in problem.deeds:
        dangerous |= facts_needed(deed.needs)[1]
    for link in problem.links:
        dangerous |= facts_needed(link.needs)[1]
    removable = 0
    for deed in problem.deeds:
        removable |= deed.removes
    # What is got only once and can be lost is got in good time, and not at once.
    harmful = {
        deed: bool(deed.removes or (deed.once & ~removable and deed.adds & removable))
        for deed in problem.deeds
    }
    changed = True
    while changed:
        changed = False
        for deed in problem.deeds:
            if not harmful[deed] and deed.adds & dangerous:
                harmful[deed] = changed = True
            if harmful[deed] and deed.is_forced:
                more = facts_needed(deed.needs)[0] & ~dangerous
                if more:
                    dangerous |= more
                    changed = True
    return harmful


def _relevant(problem: Problem) -> tuple[Deed, ...]:
    """The deeds that have a part in winning, or in closing a way to it."""
    held, lacked = facts_needed(problem.goal)
    wanted = held | lacked
    for link in problem.links:
        held, lacked = facts_needed(link.needs)
        wanted |= held | lacked
    relevant: dict[Deed, None] = {}
    changed = True
    while changed:
        changed = False
        for deed in problem.deeds:
            if deed not in relevant and (deed.adds | deed.removes) & wanted:
                relevant[deed] = None
                held, lacked = facts_needed(deed.needs)
                wanted |= held | lacked | deed.once
                changed = True
    return tuple(deed for deed in problem.deeds if deed in relevant)
