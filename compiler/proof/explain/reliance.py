"""On whom a line of play relies: members of the party without whom nothing would win.

Whoever is lost by bad luck may take with them what nobody else can do: to break a ward, to pass
where only they fit. That is asked of each member after each deed of the line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.model.verdict import Reliance
from questwright.compiler.proof.budget import CrowdedError
from questwright.compiler.proof.reach.by_member import solve, untied
from questwright.compiler.proof.reach.guards import unopposed
from questwright.compiler.proof.search.replay import Course
from questwright.compiler.proof.search.search import find_win
from questwright.compiler.proof.search.successors import LARGE, State
from questwright.compiler.proof.task.task import DeedSort, alike

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.quest import Quest
    from questwright.compiler.model.verdict import Step
    from questwright.compiler.proof.budget import Budget
    from questwright.compiler.proof.task.task import Deed, Problem


_BETWEEN = (DeedSort.BEGIN, DeedSort.WALK, DeedSort.HAND, DeedSort.JUMP)
"""Steps that tell of walking and the like, between the deeds."""


class Relied(NamedTuple):
    """A member whom a line relies on, up to one of its deeds."""

    member: int
    deeds: int
    """After how many deeds the others can win without; one more than there are, if never."""


def reliances(
    quest: Quest,
    problem: Problem,
    mortal: Problem,
    line: tuple[Deed, ...],
    steps: tuple[Step, ...],
    budget: Budget,
) -> tuple[Reliance, ...]:
    """On whom a line relies, and up to which of the steps that it is told in.

    Asked where it may matter who of the party is there; ``mortal`` is the same problem in which
    any of them may be lost.
    """
    numbers = [n for n, step in enumerate(steps, 1) if step.kind not in _BETWEEN]
    found = _relied_on(problem, mortal, line, budget)
    party, ends = quest.party, [*numbers, len(steps)]
    return tuple(
        Reliance(party[one.member].word, party[one.member].title, ends[one.deeds - 1])
        for one in found
    )


def _relied_on(
    problem: Problem, mortal: Problem, line: tuple[Deed, ...], budget: Budget
) -> tuple[Relied, ...]:
    """The members without whom the others could not win from the start on, and until when."""
    same = alike(problem, mortal)
    deeds = tuple(same[deed] for deed in line if deed in same)
    # Without whom nobody wins though all who jump could come back, they do not win in truth.
    loose = untied(mortal)
    if len(deeds) == len(line) and solve(loose) is not None:
        return tuple(_each_by_member(loose, deeds))
    free = unopposed(loose)
    if len(deeds) == len(line) and mortal.party > LARGE and solve(free) is not None:
        return tuple(_each_by_member(free, deeds))
    try:
        return _each_in_play(mortal, line, deeds, budget)
    except CrowdedError:
        return ()


def _each_in_play(
    mortal: Problem, line: tuple[Deed, ...], deeds: tuple[Deed, ...], budget: Budget
) -> tuple[Relied, ...]:
    """The same, by all that the others can do."""
    course = Course(mortal)
    if len(deeds) < len(line) or not course.leads_to_goal(deeds):
        return ()
    found = []
    for member in range(mortal.party):
        after = next(
            done
            for done in range(len(deeds) + 2)
            if done > len(deeds)
            or any(
                _wins_without(member, state, mortal, budget)
                for state in course.states(deeds[:done])
            )
        )
        if after:
            found.append(Relied(member, after))
    return tuple(found)


def _each_by_member(mortal: Problem, deeds: tuple[Deed, ...]) -> Iterator[Relied]:
    """The same where nothing but members can be lost: the others are wherever they want to be."""
    for member in range(mortal.party):
        facts = mortal.given | mortal.fallen[member]
        for done in range(len(deeds) + 1):
            facts |= deeds[done - 1].adds if done else 0
            left = solve(mortal._replace(given=facts), 1 << member)
            if left is None or left.line is not None:
                break
        else:
            done = len(deeds) + 1
        if done:
            yield Relied(member, done)


def _wins_without(member: int, state: State, problem: Problem, budget: Budget) -> bool:
    """Whether the others can win from here; so it is taken to be where that takes too long."""
    party = tuple(one for one in state.party if not one.who >> member & 1)
    if not party:
        return False
    begin = State(state.facts | problem.fallen[member], party)
    found = find_win(problem, budget.aside(), begin)
    return found.line is not None or not found.is_complete
