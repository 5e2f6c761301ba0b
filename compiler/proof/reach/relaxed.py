"""Solve a problem by fix-point: exact where nothing is ever lost, and a bound where something is.

Where every deed only adds facts and nothing asks that a fact does *not* hold, doing all
that can be done loses nothing. For what can be lost see ``search``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from questwright.compiler.proof.task.bits import each_place
from questwright.compiler.proof.task.condition import (
    NOTHING,
    By,
    Facts,
    Has,
    Need,
    Never,
    Places,
    doers_of,
    facts_needed,
    is_met,
    parts_of,
    relaxed,
)
from questwright.compiler.proof.task.task import cache_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.proof.task.task import Deed, Link, Problem


class Reach(NamedTuple):
    """All that can come about, nothing ever being lost."""

    places: Places
    facts: Facts
    order: tuple[Deed, ...]
    """Deeds in an order in which they can be done."""
    wins_after: int
    """How many of them are done when the goal is first met; -1 where it never is."""


def is_monotone(problem: Problem) -> bool:
    """Whether nothing that is gained can ever be lost."""
    needs = [deed.needs for deed in problem.deeds] + [link.needs for link in problem.links]
    if any(facts_needed(need)[1] for need in (*needs, problem.goal)):
        return False
    return not any(deed.removes for deed in problem.deeds)


class Lanes:
    """Links between places, as somebody walks them who may take any of them."""

    __slots__ = ("_gates", "_grounds")

    def __init__(self, links: Iterable[Link]) -> None:
        self._grounds: dict[Places, Places] = {}
        """For each place that links of no needs lead on from, both ways, all that these join."""
        self._gates: list[tuple[Places, Places, Facts, Need | None]] = []
        """The other links: from where, or from both ends, to where; with the facts that have to
        hold, and what else is asked for."""
        for link in links:
            first, second = 1 << link.first, 1 << link.second
            if link.needs is not NOTHING or link.is_one_way:
                source = first if link.is_one_way else first | second
                facts, more = _facts_alone(link.needs)
                if not isinstance(more, Never):
                    self._gates.append((source, first | second, facts, more))
                continue
            both = self._grounds.get(first, first) | self._grounds.get(second, second)
            if both != self._grounds.get(first):
                for number in each_place(both):
                    self._grounds[1 << number] = both

    def spread(self, places: Places, facts: Facts) -> Places:
        """The places in reach of some places, over the links that are open now."""
        places = self._ground(places)
        waiting = self._gates
        grown = True
        while grown:
            grown = False
            rest = []
            for gate in waiting:
                source, ends, asked, more = gate
                if not ends & ~places:
                    continue
                if (
                    source & places
                    and not asked & ~facts
                    and (more is None or is_met(more, facts, places))
                ):
                    places |= self._ground(ends)
                    grown = True
                else:
                    rest.append(gate)
            waiting = rest
        return places

    def _ground(self, places: Places) -> Places:
        found = places
        while places:
            place = places & -places
            ground = self._grounds.get(place, place)
            found |= ground
            places &= ~ground
        return found


def _facts_alone(need: Need) -> tuple[Facts, Need | None]:
    """The facts that have to hold for a need, and the rest of it where it asks for more."""
    facts, more = 0, None
    for part in parts_of(need):
        if isinstance(part, Has):
            facts |= 1 << part.fact
        elif isinstance(part, Never):
            return facts, part
        elif not isinstance(part, By):
            more = need
    return facts, more


def spread(links: tuple[Link, ...], places: Places, facts: Facts) -> Places:
    """The places in reach of some places, over the links that are open now."""
    return Lanes(links).spread(places, facts)


def without(problem: Problem, facts: Facts, places: Places) -> Problem:
    """The problem with facts that never hold, and with places shut."""
    if not facts and not places:
        return problem
    return problem._replace(
        start=problem.start & ~places,
        given=problem.given & ~facts,
        links=tuple(
            link for link in problem.links if not (1 << link.first | 1 << link.second) & places
        ),
        deeds=tuple(deed for deed in problem.deeds if not deed.adds & facts),
    )


def grounded(problem: Problem) -> Problem:
    """The problem in which nobody jumps."""
    return problem._replace(links=tuple(link for link in problem.links if not link.is_jump))


def retraced(problem: Problem) -> Problem:
    """The problem in which it is said of which jumps one can walk back from the beginning on.

    So it is of those to which nobody ever comes.
    """
    if not any(link.is_jump for link in problem.links):
        return problem
    two_ways = tuple(link for link in problem.links if not link.is_one_way)
    lanes = lanes_of_each(problem, two_ways)
    reached = reach_all(problem).places

    def comes_back(link: Link) -> bool:
        able = doers_of(link.needs)
        return not reached >> link.first & 1 or all(
            own.spread(1 << link.second, problem.given) >> link.first & 1
            for own in {id(own): own for n, own in enumerate(lanes) if able >> n & 1}.values()
        )

    links = tuple(
        link._replace(is_retraced=True) if link.is_jump and comes_back(link) else link
        for link in problem.links
    )
    return problem._replace(links=links)


_LANES: Final = 8
"""Sets of links of which is kept who takes which."""


class _KnownLanes(NamedTuple):
    links: tuple[Link, ...]
    party: int
    lanes: tuple[Lanes, ...]


def lanes_of_each(problem: Problem, links: tuple[Link, ...]) -> tuple[Lanes, ...]:
    """Of some links those that each member may take; one and the same value for members alike."""
    kept = cache_of(problem).kept(_KnownLanes, _LANES)
    for row in kept:
        if row.party == problem.party and row.links == links:
            return row.lanes
    lanes = _lanes_of_each(links, problem.party)
    kept.append(_KnownLanes(links, problem.party, lanes))
    return lanes


def _lanes_of_each(links: tuple[Link, ...], party: int) -> tuple[Lanes, ...]:
    doers = [doers_of(link.needs) for link in links]
    known: dict[tuple[int, ...], Lanes] = {}
    found = []
    for member in range(party):
        able = tuple(number for number, who in enumerate(doers) if who >> member & 1)
        if able not in known:
            known[able] = Lanes(links[number] for number in able)
        found.append(known[able])
    return tuple(found)


def reach_all(problem: Problem) -> Reach:
    """Do everything that can be done; what is lost by a deed is taken as kept.

    For a monotone problem this is exact. For any other it reaches at least what can be
    reached: what is out of reach here is out of reach in truth.
    """
    facts = problem.given
    links, deeds, goal = problem.links, problem.deeds, problem.goal
    if not is_monotone(problem):
        links = tuple(link._replace(needs=relaxed(link.needs)) for link in links)
        deeds = tuple(deed._replace(needs=relaxed(deed.needs)) for deed in deeds)
        goal = relaxed(goal)
    lanes = Lanes(links)
    places = lanes.spread(problem.start, facts)
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
                and is_met(deed.needs, facts, places)
            ):
                facts |= deed.adds
                order.append(deed)
                changed = True
                places = lanes.spread(places, facts)
                if wins_after < 0 and is_met(goal, facts, places):
                    wins_after = len(order)
            else:
                rest.append(deed)
        waiting = rest
    return Reach(places, facts, tuple(order), wins_after)
