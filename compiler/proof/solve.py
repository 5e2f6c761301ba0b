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
    At,
    Deed,
    Facts,
    Link,
    Need,
    Places,
    Problem,
    facts_needed,
    is_met,
    relaxed,
)

BUDGET = 100_000
"""States that a search may look at before it gives up."""


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
    """Every state was looked at; False where the budget ran out."""


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


def search(problem: Problem, budget: int = BUDGET) -> Search:
    """Look through every state that the party can bring about, within a budget."""
    harmful = _harmful(problem)
    safe = tuple(deed for deed in problem.deeds if not harmful[deed])
    risky = tuple(deed for deed in problem.deeds if harmful[deed])
    start = _settle(problem, safe, problem.given, problem.start)
    first = (start[0], start[1])
    parents: dict[tuple[Facts, Places], tuple[tuple[Facts, Places] | None, tuple[Deed, ...]]] = {
        first: (None, start[2])
    }
    edges: dict[tuple[Facts, Places], list[tuple[Facts, Places]]] = {}
    won: list[tuple[Facts, Places]] = []
    queue = deque([first])
    complete = True
    while queue:
        state = queue.popleft()
        facts, places = state
        edges[state] = []
        if is_met(problem.goal, facts, places):
            won.append(state)
            continue
        if len(parents) > budget:
            complete = False
            break
        forced = [
            deed
            for deed in risky
            if deed.is_forced and _can(deed, facts, places) and not _asks_place(deed)
        ]
        for deed in forced[:1] or risky:
            if not _can(deed, facts, places):
                continue
            after = (facts | deed.adds) & ~deed.removes
            for stand in _stands(deed, places):
                new_facts, new_places, done = _settle(problem, safe, after, stand)
                new = (new_facts, new_places)
                if new == state:
                    continue
                edges[state].append(new)
                if new not in parents:
                    parents[new] = (state, (deed, *done))
                    queue.append(new)
    line = _line(parents, won[0]) if won else None
    stranded = None
    if won and complete:
        lost = _out_of_reach(edges, won)
        first_lost = next((state for state in parents if state in lost), None)
        if first_lost is not None:
            stranded = _line(parents, first_lost)
    return Search(line, stranded, len(parents), complete)


def _asks_place(deed: Deed) -> bool:
    return bool(deed.where) or _names_place(deed.needs)


def _names_place(need: Need) -> bool:
    return isinstance(need, At) or any(_names_place(part) for part in getattr(need, "parts", ()))


def replays(problem: Problem, deeds: tuple[Deed, ...]) -> bool:
    """Whether doing just these deeds, in this order, can meet the goal."""
    states = {(problem.given, spread(problem.links, problem.start, problem.given))}
    for deed in deeds:
        following = set()
        for facts, places in states:
            if (deed.where and not deed.where & places) or not is_met(deed.needs, facts, places):
                continue
            after = (facts | deed.adds) & ~deed.removes
            for stand in _stands(deed, places):
                following.add((after, spread(problem.links, stand, after)))
        states = following
        if not states:
            return False
    return any(is_met(problem.goal, facts, places) for facts, places in states)


def _can(deed: Deed, facts: Facts, places: Places) -> bool:
    if deed.where and not deed.where & places:
        return False
    if not deed.adds & ~facts and not deed.removes & facts:
        return False
    return is_met(deed.needs, facts, places)


def _stands(deed: Deed, places: Places) -> list[Places]:
    """Where the party may be when it does a deed: together, in any one place that suits."""
    allowed = deed.where & places if deed.where else places
    if not deed.removes:
        return [allowed & -allowed]
    stands = []
    while allowed:
        stands.append(allowed & -allowed)
        allowed &= allowed - 1
    return stands


def _settle(
    problem: Problem, safe: tuple[Deed, ...], facts: Facts, places: Places
) -> tuple[Facts, Places, tuple[Deed, ...]]:
    """Do all that is harmless, until nothing harmless is left to do."""
    done: list[Deed] = []
    places = spread(problem.links, places, facts)
    changed = True
    while changed:
        changed = False
        for deed in safe:
            if deed.adds & ~facts and _can(deed, facts, places):
                facts |= deed.adds
                done.append(deed)
                places = spread(problem.links, places, facts)
                changed = True
    return facts, places, tuple(done)


def _harmful(problem: Problem) -> dict[Deed, bool]:
    """Which deeds can close a way: they take something, or set off what does."""
    dangerous = facts_needed(problem.goal)[1]
    for deed in problem.deeds:
        dangerous |= facts_needed(deed.needs)[1]
    for link in problem.links:
        dangerous |= facts_needed(link.needs)[1]
    harmful = {deed: bool(deed.removes) for deed in problem.deeds}
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


def _line(
    parents: dict[tuple[Facts, Places], tuple[tuple[Facts, Places] | None, tuple[Deed, ...]]],
    state: tuple[Facts, Places],
) -> tuple[Deed, ...]:
    pieces: list[tuple[Deed, ...]] = []
    at: tuple[Facts, Places] | None = state
    while at is not None:
        at, done = parents[at]
        pieces.append(done)
    return tuple(deed for piece in reversed(pieces) for deed in piece)


def _out_of_reach(
    edges: dict[tuple[Facts, Places], list[tuple[Facts, Places]]],
    won: list[tuple[Facts, Places]],
) -> set[tuple[Facts, Places]]:
    back: dict[tuple[Facts, Places], list[tuple[Facts, Places]]] = {}
    for state, following in edges.items():
        for new in following:
            back.setdefault(new, []).append(state)
    good = set(won)
    queue = deque(won)
    while queue:
        for before in back.get(queue.popleft(), ()):
            if before not in good:
                good.add(before)
                queue.append(before)
    return {state for state in edges if state not in good}
