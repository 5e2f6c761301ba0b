"""Whether the party can be taken for one piece: its members never gain or lose by parting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.proof.reach.relaxed import is_monotone, spread
from questwright.compiler.proof.task.condition import (
    EVERYBODY,
    doers_of,
    facts_needed,
    stands_asked,
)
from questwright.compiler.proof.task.task import DeedSort, asks_place

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.proof.task.task import Deed, Problem


def moves_as_one(problem: Problem, harmful: dict[Deed, bool]) -> bool:
    """Whether the party wins together if it can win at all."""
    # Some may have to stand where the goal asks for them when another does what ends the quest.
    is_brief = any(True for _ in stands_asked(problem.goal)) and any(
        deed.is_forced and deed.adds & problem.lost for deed in problem.deeds
    )
    if problem.party > 1 and is_brief:
        return False
    return not _parts(problem, [deed for deed in problem.deeds if harmful[deed]])


def loses_as_one(problem: Problem, relevant: Iterable[Deed], harmful: dict[Deed, bool]) -> bool:
    """Whether members who part can lose nothing that all of them together could not."""
    # What is seen is seen by all, and does not wait for the others.
    minded = [deed for deed in relevant if deed.sort is not DeedSort.ENTER or harmful[deed]]
    # All of them together might have won before something happens that does harm.
    hastens = any(at.least > 1 or at.spare >= 0 for at in stands_asked(problem.goal))
    if problem.party > 1 and hastens and any(deed.is_forced and harmful[deed] for deed in minded):
        return False
    return not _parts(problem, minded)


def _parts(problem: Problem, minded: Iterable[Deed]) -> bool:
    """Whether it may matter that members are apart, some deeds being minded."""
    if problem.party == 1:
        return False
    # What happens at once finds them where they begin.
    if len(set(problem.starts)) > 1 or asks_several(problem):
        return True
    linked = 0
    for link in problem.links:
        held, lacked = facts_needed(link.needs)
        linked |= held | lacked
        if link.is_one_way or link.is_crossing or doers_of(link.needs) != EVERYBODY:
            return True
    if problem.fallen or any(deed.removes & linked for deed in problem.deeds):
        return True
    return any(deed.is_forced and asks_place(deed) for deed in minded)


def meets_again(problem: Problem, harmful: dict[Deed, bool]) -> bool:
    """Whether members who part can always come together again, with no harm done.

    Then it does not matter who of them carries what: it is handed over before it is needed.
    """
    linked = sum(1 << place.clear for place in problem.places if place.clear >= 0)
    for link in problem.links:
        held, lacked = facts_needed(link.needs)
        linked |= held
        if lacked or link.is_one_way or doers_of(link.needs) != EVERYBODY:
            return False
    fallen = sum(set(problem.fallen))
    if any(deed.removes & linked or deed.adds & fallen for deed in problem.deeds):
        return False
    if is_apart(problem):
        return False
    return not any(harmful[deed] and deed.is_forced and asks_place(deed) for deed in problem.deeds)


def is_simple(problem: Problem) -> bool:
    """Whether a fix-point is exact: nothing is lost, and nothing asks where two members stand."""
    if problem.fallen or any(
        link.is_one_way or link.is_crossing or doers_of(link.needs) != EVERYBODY
        for link in problem.links
    ):
        return False
    return is_monotone(problem) and not is_apart(problem) and not asks_several(problem)


def is_apart(problem: Problem) -> bool:
    """Whether the party begins in places between which nobody can walk at first."""
    reach = spread(problem.links, problem.start & -problem.start, problem.given)
    return bool(problem.start & ~reach)


def asks_several(problem: Problem) -> bool:
    """Whether something asks, at one time, for more than one place to stand in."""
    if len({at.places for at in stands_asked(problem.goal)}) > 1:
        return True
    return any(
        len({at.places for at in stands_asked(deed.needs)}) + bool(deed.where) > 1
        for deed in problem.deeds
    )
