"""Show a line of play: without a deed too many, step by step."""

from __future__ import annotations

from compiler.model.verdict import Step
from compiler.proof.course import Course
from compiler.proof.party import may_do
from compiler.proof.play import after
from compiler.proof.problem import Deed, DeedSort, Problem, asks_place, is_met


def shorten(problem: Problem, line: tuple[Deed, ...]) -> tuple[Deed, ...]:
    """The line without the deeds that it can do without."""
    # First what nobody would do for its own sake, the latest first.
    idle = (DeedSort.SPRING, DeedSort.ENTER, DeedSort.SEARCH, DeedSort.DEFEAT, DeedSort.EVENT)
    course = Course(problem)
    kept = list(line)
    while True:
        before = len(kept)
        latest_first = kept[::-1]
        for deed in sorted(latest_first, key=lambda one: one.sort not in idle):
            shorter = tuple(one for one in kept if one is not deed)
            if course.leads_to_goal(shorter):
                kept = list(shorter)
        if len(kept) == before:
            return tuple(kept)


def tidied(problem: Problem, line: tuple[Deed, ...]) -> tuple[Deed, ...]:
    """The line without deeds that what happens by itself has made idle, ending when it is won."""
    by_itself = [deed for deed in problem.deeds if deed.is_forced and not asks_place(deed)]
    harmless = [deed for deed in by_itself if not deed.removes]
    facts = problem.given
    kept: list[Deed] = []
    for deed in line:
        due = True
        while due:
            due = False
            for event in harmless:
                if event.adds & ~facts and may_do(event, facts) and is_met(event.needs, facts, 0):
                    facts |= event.adds
                    due = True
        if deed.sort is not DeedSort.EVENT and not may_do(deed, facts):
            continue
        facts = after(deed, facts)
        kept.append(deed)
    return tuple(kept)


def as_steps(line: tuple[Deed, ...], earliest: tuple[int, ...] = ()) -> tuple[Step, ...]:
    """Deeds as steps of a line of play, each with its earliest round where that is known."""
    rounds = earliest or (0,) * len(line)
    return tuple(_as_step(deed, early) for deed, early in zip(line, rounds, strict=True))


def _as_step(deed: Deed, earliest: int) -> Step:
    # No name has a space in it: only what stands before one is the name of something.
    target, _, more = deed.id.partition(" ")
    area, late = "", 0
    if deed.sort is DeedSort.EXPLORE:
        area = more.removeprefix("from ")
    elif deed.sort is DeedSort.WAIT:
        comparison = target.removeprefix("wait-").rstrip("0123456789")
        late = max(1, int(target.removeprefix(f"wait-{comparison}")) + (comparison == ">"))
        target = ""
    elif more:
        target = ""
    return Step(
        text=deed.title,
        kind=str(deed.sort),
        target=target,
        area=area,
        round=late,
        cells=deed.cells,
        chance=deed.has_chance,
        origin=deed.origin,
        earliest=earliest,
    )
