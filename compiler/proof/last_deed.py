"""What is left for last, so that nothing less is won before: a deed, or a member who comes last.

A victory ends the quest, and a lesser one may be met on the way to a better. Where nothing is ever
lost, one looks for what the lesser cannot do without, and does that at the very end: then both come
true at once, and the better one counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.proof.plan.shorten import shorten_by
from questwright.compiler.proof.prove import Proof
from questwright.compiler.proof.reach.by_member import solve
from questwright.compiler.proof.reach.relaxed import grounded, lanes_of_each
from questwright.compiler.proof.schedule.bounds import moves_of
from questwright.compiler.proof.schedule.earliest import Behind, walk
from questwright.compiler.proof.task.bits import each_place
from questwright.compiler.proof.task.condition import (
    NOTHING,
    All,
    At,
    AtLeast,
    By,
    Either,
    Has,
    facts_needed,
    is_met,
    parts_of,
    stands_asked,
)
from questwright.compiler.proof.task.task import alike
from questwright.compiler.proof.translate.deadline import Hurry, hurries
from questwright.compiler.proof.translate.translate import pose
from questwright.compiler.proof.translate.worlds import count_worlds, each_world

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.proof.across import Across
    from questwright.compiler.proof.budget import Budget
    from questwright.compiler.proof.task.condition import Need, Places
    from questwright.compiler.proof.task.task import Deed, Problem


def round_at_last(
    quest: Quest, system: System, budget: Budget, alone: Proof | Across
) -> int | None:
    """The round in which the party has won, in each world, by leaving something for last.

    The quest is one in which another side wins what is less; ``alone`` is the proof of the same
    one in which nobody does. None where this does not show that the party wins, and in time.
    """
    if count_worlds(quest, system) > budget.worlds:
        return None
    hurry = Hurry.SHUNNED if hurries(quest, system) else Hurry.COUNTS
    known: dict[Problem, int | None] = {}
    proofs = [alone] if isinstance(alone, Proof) else [proof for _, proof in alone.each]
    for world, proof in zip(each_world(quest, system), proofs, strict=True):
        # What is won on foot is won.
        problem = grounded(pose(world.quest, system, hurry=hurry, cache=proof.problem.cache))
        if problem not in known:
            known[problem] = _round_in(world.quest, problem, system, budget, proof)
        if known[problem] is None:
            return None
    return max(late for late in known.values() if late is not None)


def _round_in(
    quest: Quest, problem: Problem, system: System, budget: Budget, alone: Proof
) -> int | None:
    """The same in one world."""
    lesser = [deed for deed in problem.deeds if deed.adds & problem.lost]
    if not isinstance(problem.goal, All) or any(not _is_plain(deed) for deed in lesser):
        return None
    deeds = tuple(deed for deed in problem.deeds if deed not in lesser)
    free = problem._replace(deeds=deeds, goal=problem.goal.parts[-1], lost=0)
    less = Either(tuple(deed.needs for deed in lesser))
    same = alike(alone.problem, free)
    line = tuple(same[deed] for deed in alone.line if deed in same)
    own = tuple(deed for deed in deeds if deed.is_forced or deed in line)
    reached = solve(free._replace(deeds=own))
    if reached is None or reached.line is None:
        return None
    last = 0 if problem.limit is None else problem.limit.last
    staged = _staged(free, less, line)
    if staged is not None:
        proof = Proof(quest, system, budget, staged)
        rounds = proof.rounds
        if rounds is not None and (not last or rounds[1] <= last):
            return rounds[1]
    rounds_of_each = _rounds_behind(quest, system, free, less, line)
    return next((late for late in rounds_of_each if not last or late <= last), None)


def _staged(free: Problem, less: Need, whole: tuple[Deed, ...]) -> Problem | None:
    """A line that wins, as a problem of its own in which one deed waits for all others."""
    line = [deed for deed in whole if not deed.is_forced]
    forced = tuple(deed for deed in free.deeds if deed.is_forced)
    for last in reversed(line):
        before = (*forced, *(deed for deed in line if deed is not last))
        done = solve(free._replace(deeds=before, goal=less))
        if done is None or done.line is not None:
            continue
        others = 0
        for deed in line:
            others |= deed.adds if deed is not last else 0
        # Where all have to be in the end they have to be then.
        stands = [part for part in parts_of(free.goal) if any(True for _ in stands_asked(part))]
        if not others & ~done.facts and not any(
            facts_needed(stand)[0] & last.adds for stand in stands
        ):
            waits = (Has(fact, last.origin) for fact in each_place(others))
            late = last._replace(needs=All((*parts_of(last.needs), *waits, *stands)))
            staged = free._replace(deeds=(*before, late))
            if _by_all(staged):
                return staged
    return None


def _by_all(problem: Problem) -> bool:
    reached = solve(problem, is_brief=True)
    return reached is not None and reached.line is not None


def _rounds_behind(
    quest: Quest, system: System, free: Problem, less: Need, line: tuple[Deed, ...]
) -> Iterator[int]:
    """The rounds in which one member or another may be the last to come to where less is won."""
    moves = moves_of(quest, system)
    for member in range(free.party) if moves else ():
        for behind, closed, begins in _kept_off(free, less, member):
            barred = solve(closed._replace(goal=less), begins=begins, is_brief=True)
            if barred is None or barred.line is not None:
                break
            kept = _still_won(closed, line, begins)
            walked = None if kept is None else walk(closed, kept, quest, system, moves, behind)
            if walked is not None:
                yield walked.late


def _still_won(
    closed: Problem, line: tuple[Deed, ...], begins: dict[int, Places]
) -> tuple[Deed, ...] | None:
    """A line with which all else is won while a member keeps off; None where nothing does."""

    def won(some: Problem) -> tuple[Deed, ...] | None:
        found = solve(some, begins=begins, is_brief=True)
        return found.line if found is not None else None

    own = tuple(deed for deed in closed.deeds if deed.is_forced or deed in line)
    if won(closed._replace(deeds=own)) is not None:
        return line
    longer = won(closed)
    return None if longer is None else shorten_by(closed, longer, won)


def _kept_off(
    free: Problem, less: Need, member: int
) -> Iterator[tuple[Behind, Problem, dict[int, Places]]]:
    """The problem in which a member keeps off where less asks for them, and where they wait."""
    own = 1 << member
    off = 0
    for at in stands_asked(less):
        off |= at.places if not at.who or at.who & own else 0
    if not off:
        return
    others = (1 << free.party) - 1 & ~own
    only = By(others, "", free.deeds[0].origin if free.deeds else free.facts[0].origin)
    links = tuple(
        link._replace(needs=All((*parts_of(link.needs), only)))
        if (1 << link.first | 1 << link.second) & off
        else link
        for link in free.links
    )
    closed = free._replace(links=links, goal=_without(free.goal, own, others))
    comers = free.comers or (others | own,) * len(free.starts)
    begun = 0
    for place, who in zip(free.starts, comers, strict=True):
        begun |= place if who & own else 0
    if not begun & off:
        yield Behind(member, off, 0, free.goal), closed, {}
        return
    # Who begins there goes out first of all.
    inside = lanes_of_each(free, free.links)[member].spread(begun & off, free.given)
    for link in free.links:
        for one, other in ((link.first, link.second), (link.second, link.first)):
            leads = inside & off & 1 << one and not off & 1 << other
            if leads and not link.is_one_way and is_met(link.needs, free.given, 0):
                out = 1 << other
                yield Behind(member, off, out, free.goal), closed, {member: out}


def _without(need: Need, own: int, others: int) -> Need:
    """A need as if a member stood wherever that is asked."""
    if isinstance(need, At):
        who = (need.who or others | own) & ~own
        if need.who and not need.who & own:
            return need
        if need.spare >= 0:
            return need._replace(who=who) if who else NOTHING
        least = need.least - 1
        return need._replace(who=who, least=least) if who and least > 0 else NOTHING
    if isinstance(need, All):
        return All(tuple(_without(part, own, others) for part in need.parts))
    if isinstance(need, Either):
        return Either(tuple(_without(part, own, others) for part in need.parts))
    if isinstance(need, AtLeast):
        return AtLeast(need.least, tuple(_without(part, own, others) for part in need.parts))
    return need


def _is_plain(deed: Deed) -> bool:
    """Whether a deed is that another side wins by its victory, and no event."""
    return deed.id.startswith("lost ")
