"""What one moment of play leads to: deeds that can be done, steps that set something off.

The party moves as one piece. Where something happens by itself wherever it steps, and it
matters, stepping there is a choice of its own; elsewhere walking changes nothing.
"""

from __future__ import annotations

from typing import NamedTuple

from compiler.proof.problem import (
    NOTHING,
    Deed,
    DeedSort,
    Facts,
    Need,
    Places,
    Problem,
    asks_place,
    facts_needed,
    is_met,
)


class State(NamedTuple):
    """A moment of play: what holds, and where the party is or can walk to."""

    facts: Facts
    places: Places


class Play:
    """The rules of one problem, where some of its forced deeds matter."""

    def __init__(self, problem: Problem, matters: frozenset[Deed]) -> None:
        self.problem = problem
        self.forced = tuple(deed for deed in problem.deeds if deed.is_forced and deed in matters)
        """Happens by itself as soon as it can, in this order."""
        self._stepped = tuple(deed for deed in self.forced if asks_place(deed))
        self._seen = tuple(deed for deed in self._stepped if deed.sort is DeedSort.ENTER)
        self._every = (1 << len(problem.places)) - 1
        self._beside: list[list[tuple[Places, Need]]] = [[] for _ in problem.places]
        for link in problem.links:
            self._beside[link.first].append((1 << link.second, link.needs))
            self._beside[link.second].append((1 << link.first, link.needs))
        self._thresholds: dict[Facts, Places] = {}
        self._walks: dict[State, tuple[Places, Places]] = {}
        self._closes = any(deed.removes for deed in self.forced)

    def arrived(self, facts: Facts, stand: Places) -> Facts:
        """Facts, with what is seen where the party steps: that is part of the step itself."""
        for deed in self._seen:
            if deed.where & stand:
                facts |= deed.adds
        return facts

    def is_won(self, facts: Facts, places: Places, touched: Places) -> bool:
        """Whether the goal is met where the party can walk to, or one step further."""
        goal = self.problem.goal
        if is_met(goal, facts, places):
            return True
        return any(
            is_met(goal, self.arrived(facts, stand), places | stand) for stand in each_of(touched)
        )

    def due(self, facts: Facts, stand: Places) -> Deed | None:
        """What happens now, whatever the party does."""
        return next((deed for deed in self.forced if can_do(deed, facts, stand)), None)

    def rearmed(self, facts: Facts, stand: Places) -> Facts:
        """Facts, with the events ready again whose condition no longer holds."""
        for deed in self.forced:
            if deed.is_repeated and deed.once & facts and not is_met(deed.needs, facts, stand):
                facts &= ~deed.once
        return facts

    def walk(self, facts: Facts, stand: Places) -> tuple[Places, Places]:
        """Where the party can walk to, setting nothing off; and where a step would."""
        state = State(facts, stand)
        found = self._walks.get(state)
        if found is None:
            found = self._walks[state] = self._walk(facts, stand)
        return found

    def _walk(self, facts: Facts, stand: Places) -> tuple[Places, Places]:
        barred = self._barred(facts) & ~stand
        reached, touched = stand, 0
        waiting = [number for number in range(len(self._beside)) if stand >> number & 1]
        while waiting:
            for other, needs in self._beside[waiting.pop()]:
                if (reached | touched) & other:
                    continue
                if needs is not NOTHING and not is_met(needs, facts, reached):
                    continue
                if other & barred:
                    touched |= other
                else:
                    reached |= other
                    waiting.append(other.bit_length() - 1)
        return reached, touched

    def _barred(self, facts: Facts) -> Places:
        """The places where stepping in, or leaving what one is in, makes a difference."""
        if not self._stepped:
            return 0
        found = self._thresholds.get(facts)
        if found is None:
            found = 0
            for deed in self._stepped:
                held = self._held(deed, facts)
                if deed.is_repeated and deed.once & facts:
                    found |= self._every & ~held
                elif may_do(deed, facts):
                    found |= held
            self._thresholds[facts] = found
        return found

    def _held(self, deed: Deed, facts: Facts) -> Places:
        """The places that a deed asks for."""
        allowed = deed.where or self._every
        if deed.needs is NOTHING:
            return allowed
        return sum(
            1 << number
            for number in range(len(self._beside))
            if allowed >> number & 1 and is_met(deed.needs, facts, 1 << number)
        )

    def stands(self, deed: Deed, places: Places) -> list[Places]:
        """Where the party may be when it does a deed: together, in any one place that suits.

        Only where a way may close behind the party, or something happens where it stands, does
        it matter in which.
        """
        allowed = deed.where & places if deed.where else places
        if not deed.removes and not self._closes and not self._stepped:
            return [allowed & -allowed]
        return each_of(allowed & ~self.problem.unsafe or allowed)


def each_of(places: Places) -> list[Places]:
    """The places of a set, one by one."""
    found = []
    while places:
        found.append(places & -places)
        places &= places - 1
    return found


def may_do(deed: Deed, facts: Facts) -> bool:
    """Whether a deed is still to be done, and would change anything."""
    if deed.once and not deed.once & ~facts:
        return False
    return bool(deed.adds & ~facts or deed.removes & facts)


def can_do(deed: Deed, facts: Facts, places: Places) -> bool:
    """Whether a deed can be done from some places, and would change anything."""
    if deed.where and not deed.where & places:
        return False
    return may_do(deed, facts) and is_met(deed.needs, facts, places)


def after(deed: Deed, facts: Facts) -> Facts:
    """What holds when a deed has been done."""
    return (facts | deed.adds) & ~deed.removes


def harmful_deeds(problem: Problem) -> dict[Deed, bool]:
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


def relevant_deeds(problem: Problem) -> tuple[Deed, ...]:
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
