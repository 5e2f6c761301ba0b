"""Show a line of play: without a deed too many, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.geometry.crossings import time_in_words
from questwright.compiler.model.verdict import Step
from questwright.compiler.proof.budget import CrowdedError
from questwright.compiler.proof.reach.by_member import solve
from questwright.compiler.proof.reach.relaxed import reach_all
from questwright.compiler.proof.reach.symmetry import is_simple
from questwright.compiler.proof.search.replay import Course
from questwright.compiler.proof.task.condition import doers_of
from questwright.compiler.proof.task.relevance import relevant_deeds
from questwright.compiler.proof.task.task import Deed, DeedSort, Problem, waits_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from questwright.compiler.model.quest import Quest
    from questwright.compiler.proof.task.line import Told


_IDLE = (DeedSort.SPRING, DeedSort.SEARCH, DeedSort.DEFEAT, DeedSort.EVENT)


def shorten(problem: Problem, line: tuple[Deed, ...]) -> tuple[Deed, ...]:
    """The line without the deeds that it can do without."""
    if is_simple(problem):
        return shorten_by(problem, line, _as_one)
    if solve(problem) is not None:
        return shorten_by(problem, line, _by_member)
    try:
        return _shorten(problem, line)
    except CrowdedError:
        return line


def _as_one(problem: Problem) -> tuple[Deed, ...] | None:
    """What is done until the party has won, all of it together; None where it does not."""
    reach = reach_all(problem)
    return reach.order[: reach.wins_after] if reach.wins_after >= 0 else None


def _by_member(problem: Problem) -> tuple[Deed, ...] | None:
    """The same, each member going where it can."""
    reached = solve(problem, is_brief=True)
    return reached.line if reached is not None else None


def shorten_by(
    problem: Problem,
    line: tuple[Deed, ...],
    won: Callable[[Problem], tuple[Deed, ...] | None],
) -> tuple[Deed, ...]:
    """Where nothing is ever lost, a line wins in any order in which it can be done."""
    forced = tuple(deed for deed in problem.deeds if deed.is_forced)
    own = [deed for deed in line if not deed.is_forced]
    # What happens and is of no use need not be tried each time.
    useful = {id(deed) for deed in relevant_deeds(problem)}
    happening = [deed for deed in forced if id(deed) in useful]

    def wins(deeds: Iterable[Deed]) -> bool:
        return won(problem._replace(deeds=tuple(deeds))) is not None

    latest_first = own[::-1]
    latest_first.sort(key=lambda deed: deed.sort not in _IDLE)
    idle = dropped(latest_first, lambda gone: wins((*happening, *_but(own, gone))))
    kept = list(_but(own, idle))
    # Of what happens by itself, the line tells what it would not win without.
    told = [one for one in forced if one.sort is DeedSort.EVENT and one in line]
    needed = {*kept, *_missed(told, lambda gone: wins((*_but(happening, gone), *kept)))}
    in_order = tuple(deed for deed in line if deed in needed or deed.is_forced)
    done = won(problem._replace(deeds=(*in_order, *forced)))
    # In another order it may matter who takes something.
    if done is None:
        return tuple(deed for deed in line if deed in needed or not deed.is_forced)
    return tuple(deed for deed in done if deed in needed)


def _but(deeds: Iterable[Deed], gone: Iterable[Deed]) -> Iterator[Deed]:
    without = {id(deed) for deed in gone}
    return (deed for deed in deeds if id(deed) not in without)


def dropped(deeds: list[Deed], can: Callable[[list[Deed]], bool]) -> list[Deed]:
    """Of some deeds those that can be dropped, one after the other, those before being dropped.

    What can be dropped together can be so one by one: most of it goes at once.
    """
    gone: list[Deed] = []
    waiting = [deeds]
    while waiting:
        some = waiting.pop()
        if can([*gone, *some]):
            gone += some
        elif len(some) > 1:
            half = len(some) // 2
            waiting += (some[half:], some[:half])
    return gone


def _missed(deeds: list[Deed], can: Callable[[list[Deed]], bool]) -> list[Deed]:
    """Of some deeds those of which none can be dropped though all the others stay."""
    if not deeds or can(deeds):
        return []
    if len(deeds) == 1:
        return deeds
    half = len(deeds) // 2
    return [*_missed(deeds[:half], can), *_missed(deeds[half:], can)]


def _shorten(problem: Problem, line: tuple[Deed, ...]) -> tuple[Deed, ...]:
    course = Course(problem)
    # Who walks somewhere sees it: that is no deed to be told of.
    line = tuple(deed for deed in line if deed.sort is not DeedSort.ENTER)
    events = tuple(deed for deed in line if course.is_quiet(deed))
    kept = course.kept(line)
    before: tuple[Deed, ...] = ()
    while kept != before:
        before = kept
        # What happens by itself goes last: it may do what a deed would do as well.
        latest_first = kept[::-1]
        for deed in sorted(latest_first, key=lambda deed: _dearness(course, deed)):
            shorter = tuple(one for one in kept if one is not deed)
            if not course.is_quiet(deed):
                shorter = course.kept((*shorter, *events))
            if course.leads_to_goal(shorter):
                kept = course.kept(shorter)
    return _with_events(problem, kept, line)


def _dearness(course: Course, deed: Deed) -> int:
    """What nobody would do for its own sake is left out before other deeds."""
    if course.is_quiet(deed):
        return 2
    return int(deed.sort not in _IDLE)


def _with_events(
    problem: Problem, line: tuple[Deed, ...], every: tuple[Deed, ...]
) -> tuple[Deed, ...]:
    """The line, telling of the events without which it would not win."""
    for event in dict.fromkeys(deed for deed in every if deed.sort is DeedSort.EVENT):
        if event in line:
            continue
        deeds = tuple(deed for deed in problem.deeds if deed is not event)
        course = Course(problem._replace(deeds=deeds))
        done = next((n for n in range(len(line)) if not course.states(line[: n + 1])), len(line))
        if done < len(line) or not course.leads_to_goal(line):
            line = (*line[:done], event, *line[done:])
    return line


_BROUGHT = (
    "somebody brings a vessel back in no more rounds than it is rowed where a line does not say who"
)


def as_steps(
    line: tuple[Deed, ...], quest: Quest, earliest: tuple[int, ...] = ()
) -> tuple[Step, ...]:
    """Deeds as steps of a line of play, each with its earliest round where that is known."""
    rounds = earliest or (0,) * len(line)
    steps = (_as_step(deed, early) for deed, early in zip(line, rounds, strict=True))
    return tuple(
        step._replace(text=f"{able}: {step.text}") if (able := _able(deed, quest)) else step
        for deed, step in zip(line, steps, strict=True)
    )


def _able(deed: Deed, quest: Quest) -> str:
    """Who can do a deed, where not everybody can: ``Orlaf or Danor``."""
    doers = doers_of(deed.needs)
    able = [kind.title for number, kind in enumerate(quest.party) if doers >> number & 1]
    return listed_in_words(able, "or") if len(able) < len(quest.party) else ""


def as_told_steps(
    told: tuple[Told, ...], problem: Problem, quest: Quest, earliest: tuple[int, ...] = ()
) -> tuple[Step, ...]:
    """A line told in full as steps, in which it is said who does what."""
    rounds = iter(earliest)
    return tuple(_as_told_step(one, problem, quest, rounds) for one in told)


def _as_told_step(one: Told, problem: Problem, quest: Quest, rounds: Iterator[int]) -> Step:
    party = quest.party
    who = party[one.who.bit_length() - 1] if one.who else None
    if one.deed is not None:
        step = _as_step(one.deed, next(rounds, 0))
        if one.deed.sort is DeedSort.CAST:
            # On the map is where it takes effect, and not wherever its caster may stand.
            made = next(own for own in quest.board.crossings if own.id == one.deed.id)
            step = step._replace(cells=sum(1 << cell for cell in made.over) or made.cells)
        if who is None:
            return step
        return step._replace(who=who.word, text=f"{who.title}: {step.text}")
    if who is None:
        return _as_brought(one, quest)
    if one.to:
        to = party[one.to.bit_length() - 1]
        item = problem.facts[one.item.bit_length() - 1]
        return Step(
            text=f"{who.title} hands {with_article(item.title)} to {to.title}",
            kind=str(DeedSort.HAND),
            target=item.id,
            area="",
            round=0,
            cells=0,
            chance="",
            origin=item.origin,
            who=who.word,
            to=to.word,
        )
    end, origin = one.path[-1], quest.origin
    number = quest.board.area_at(end)
    area = f" in {with_article(quest.board.areas[number].title)}" if number >= 0 else ""
    verb, kind = ("begins at", DeedSort.BEGIN) if one.is_begin else ("walks to", DeedSort.WALK)
    if one.jumps_from >= 0:
        verb, kind = f"jumps down from {quest.board.name(one.jumps_from)} to", DeedSort.JUMP
        ends = (1 << end, 1 << one.jumps_from)
        tiers = (tier for cell in ends for tier in quest.board.levels if tier.cells & cell)
        origin = next((tier.origin for tier in tiers), quest.origin)
    text = f"{who.title} {verb} {quest.board.name(end)}{area}"
    if one.crossing:
        crossing = next(own for own in quest.board.crossings if own.id == one.crossing)
        kind, origin = DeedSort.CROSS, crossing.origin
        text = f"{who.title} takes {with_article(crossing.title)} to {quest.board.name(end)}{area}"
        if one.rounds:
            text += f", {time_in_words(one.rounds, 0)}"
    return Step(
        text=text,
        kind=str(kind),
        target=one.crossing,
        area="",
        round=0,
        cells=1 << end,
        chance="",
        origin=origin,
        who=who.word,
        path=one.path,
    )


def ferrying(quest: Quest, *lines: tuple[Step, ...]) -> tuple[str, ...]:
    """What is taken for granted of vessels where lines do not tell of all who row."""
    if len(quest.party) < 2 or not any(crossing.is_rowed for crossing in quest.board.crossings):
        return ()
    is_told = all(
        not any(step.kind == DeedSort.BRING for step in line) and any(step.who for step in line)
        for line in lines
        if line
    )
    return () if is_told else (_BROUGHT,)


def _as_brought(one: Told, quest: Quest) -> Step:
    """A vessel is brought back by somebody."""
    crossing = next(own for own in quest.board.crossings if own.id == one.crossing)
    title, end = with_article(crossing.title), one.path[-1]
    return Step(
        text=f"{title[:1].upper()}{title[1:]} is brought back to {quest.board.name(end)}",
        kind=str(DeedSort.BRING),
        target=one.crossing,
        area="",
        round=0,
        cells=1 << end,
        chance="",
        origin=crossing.origin,
        path=one.path,
    )


def _as_step(deed: Deed, earliest: int) -> Step:
    # No name has a space in it: only what stands before one is the name of something.
    target, _, more = deed.id.partition(" ")
    area, late = "", 0
    if deed.sort is DeedSort.EXPLORE:
        area = more.removeprefix("from ")
    elif deed.sort is DeedSort.WAIT:
        late, target = waits_for(deed), ""
    elif more:
        target = ""
    return Step(
        text=deed.title,
        kind=str(deed.sort),
        target=target,
        area=area,
        round=late,
        cells=deed.cells,
        chance="",
        origin=deed.origin,
        earliest=earliest,
    )
