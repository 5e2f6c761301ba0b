"""Say why a quest cannot be won although nothing in it is out of reach: what it costs to go on.

What a deed takes away, and what is asked for of that, are lifted one by one; what cannot be
lifted without opening a way to win is the cause.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from questwright.compiler.model.verdict import Cause
from questwright.compiler.proof.budget import USUAL, Budget
from questwright.compiler.proof.explain.unreachable import quoted
from questwright.compiler.proof.reach.by_member import solve, untied
from questwright.compiler.proof.reach.guards import is_hopeless
from questwright.compiler.proof.reach.symmetry import asks_several, moves_as_one
from questwright.compiler.proof.search.search import find_win
from questwright.compiler.proof.search.successors import LARGE
from questwright.compiler.proof.task.condition import (
    All,
    By,
    Need,
    Never,
    facts_needed,
    parts_of,
    stands_asked,
)
from questwright.compiler.proof.task.relevance import harmful_deeds
from questwright.compiler.proof.task.task import Deed, DeedSort, FactSort, Problem

if TYPE_CHECKING:
    from questwright.compiler.proof.task.condition import Facts
    from questwright.compiler.proof.task.task import Link
    from questwright.dsl.source import Span

_STATES: Final = 3_000
"""States of play beyond which causes are listed as they come, and not thinned out."""
_STANDS: Final = 150
"""Places for each member, beyond which it is enough that lifting a bar seems to open a way."""
_SPENT: Final = 4 * _STATES
"""States of play that may be looked at in thinning them out."""


class LostNeed(NamedTuple):
    """Something taken away by a deed, or asked of a deed, a link or the goal."""

    place: str
    """``loss``, ``fall``, ``deed``, ``link`` or ``goal``."""
    number: int
    part: int
    text: str
    origin: Span


def losses(problem: Problem, states: int, budget: Budget = USUAL) -> tuple[Cause, ...]:
    """What keeps the party from winning, nothing idle; ``states`` are those of the whole search."""
    if problem.fallen and not sum(set(problem.fallen)) & ~problem.given:
        origin = problem.facts[problem.fallen[0].bit_length() - 1].origin
        return (Cause("nobody of the party is left when play begins", origin),)
    bars, _ = needed_bars(problem, states, budget)
    told = dict.fromkeys((bar.text, bar.origin) for bar in bars if bar.text)
    return tuple(Cause(text, origin) for text, origin in told)


def needed_bars(
    problem: Problem, states: int, budget: Budget = USUAL
) -> tuple[list[LostNeed], list[LostNeed]]:
    """The bars that keep the party from winning though all others are lifted; and all of them.

    None of those can be lifted as well, where that could be tried.
    """
    every = _bars(problem)
    kept = every
    spent = 0

    def hold(bars: list[LostNeed]) -> bool:
        """Whether some bars alone keep the party from winning."""
        nonlocal spent
        freer = lifted(problem, every, bars)
        if freer.party > LARGE or freer.party * len(freer.places) > _STANDS:
            # Of so many not all ways to stand can be looked at.
            reached = solve(freer) or solve(untied(freer))
            return is_hopeless(freer) is True if reached is None else reached.line is None
        found = find_win(freer, budget._replace(states=_STATES))
        spent += found.states
        return found.line is None and found.is_complete

    # Most bars are idle: many are lifted at a time first, and each of the rest for itself at last,
    # until nothing more can be lifted. What comes last goes first.
    size = len(every) // 2 or 1
    end = len(kept)
    is_settled = states > _STATES
    is_thinned = False
    while not is_settled and spent <= _SPENT:
        start = max(0, end - size)
        without = kept[:start] + kept[end:]
        if end > start and hold(without):
            kept, end = without, start
            is_thinned = True
        else:
            end = start
        if not end:
            is_settled = size == 1 and not is_thinned
            is_thinned = False
            size, end = max(1, size // 2), len(kept)
    return kept, every


def _bars(problem: Problem) -> list[LostNeed]:
    # Where members must part, it matters where each has to stand.
    is_apart = asks_several(problem) or not moves_as_one(problem, harmful_deeds(problem))
    fleeting = 0
    for deed in problem.deeds:
        fleeting |= deed.removes
    bars = [
        LostNeed("loss", number, 0, _cost(problem, deed, deed.removes), deed.origin)
        for number, deed in enumerate(problem.deeds)
        if deed.removes
    ]
    fallen = sum(set(problem.fallen))
    bars += [
        LostNeed("fall", number, 0, _cost(problem, deed, fallen), deed.origin)
        for number, deed in enumerate(problem.deeds)
        if deed.adds & fallen
    ]
    for number, deed in enumerate(problem.deeds):
        bars += [
            LostNeed("deed", number, part, _asked(problem, deed, need), deed.origin)
            for part, need in enumerate(parts_of(deed.needs))
            if _is_fleeting(need, fleeting, is_apart=is_apart)
        ]
    for number, link in enumerate(problem.links):
        bars += [
            LostNeed("link", number, part, _passed(link, need), link.origin)
            for part, need in enumerate(parts_of(link.needs))
            if _is_fleeting(need, fleeting, is_apart=is_apart) or isinstance(need, Never)
        ]
    bars += [
        LostNeed("goal", 0, part, _wanted(problem, need), _origin(problem, need))
        for part, need in enumerate(parts_of(problem.goal))
        if _is_fleeting(need, fleeting, is_apart=is_apart)
    ]
    return bars


def _is_fleeting(need: Need, fleeting: int, *, is_apart: bool) -> bool:
    """Whether a need asks for what may be so no longer when it is wanted."""
    held, lacked = facts_needed(need)
    if is_apart and (isinstance(need, By) or any(True for _ in stands_asked(need))):
        return True
    return bool(held & fleeting or lacked)


def _cost(problem: Problem, deed: Deed, facts: Facts) -> str:
    lost = ", ".join(_titles(problem, facts & (deed.removes | deed.adds)))
    return f"{quoted(deed.title)} costs {lost}"


def _passed(link: Link, need: Need) -> str:
    match need:
        case By(_, words, _) | Never(words, _):
            return words
        case _:
            return f"{link.title} has to be passed"


def _titles(problem: Problem, facts: int) -> list[str]:
    hidden = (FactSort.LIVE, FactSort.HAPPENED)
    return [
        info.title
        for number, info in enumerate(problem.facts)
        if facts >> number & 1 and info.sort not in hidden
    ]


def _asked(problem: Problem, deed: Deed, need: Need) -> str:
    if isinstance(need, By):
        return need.words
    held, lacked = facts_needed(need)
    if deed.sort is DeedSort.EVENT:
        return f"{quoted(deed.title.partition(':')[0])} never comes about in time"
    places = " and ".join(dict.fromkeys(at.words for at in stands_asked(need)))
    if places:
        return f"{quoted(deed.title)} asks where members of the party stand: {places}"
    named = _titles(problem, held)
    if named:
        return f"{quoted(deed.title)} needs {', '.join(named)}"
    refused = ", ".join(_titles(problem, lacked))
    return f"{quoted(deed.title)} asks that this is not so: {refused}" if refused else ""


def _wanted(problem: Problem, need: Need) -> str:
    held, lacked = facts_needed(need)
    places = " and ".join(dict.fromkeys(at.words for at in stands_asked(need)))
    if places:
        return f"to win, members of the party have to stand there: {places}"
    if held:
        return f"to win takes {', '.join(_titles(problem, held))}"
    spoilers = dict.fromkeys(deed.title for deed in problem.deeds if deed.adds & lacked)
    told = ", ".join(quoted(title) for title in spoilers)
    if told:
        return f"{told} cannot be helped, and then nothing wins"
    titles = ", ".join(_titles(problem, lacked))
    return f"nothing undoes what is so from the start: {titles}" if titles else ""


def _origin(problem: Problem, need: Need) -> Span:
    for at in stands_asked(need):
        return at.origin
    held, lacked = facts_needed(need)
    for deed in problem.deeds:
        if deed.adds & lacked and not held:
            return deed.origin
    for number, info in enumerate(problem.facts):
        if (held | lacked) >> number & 1:
            return info.origin
    return problem.facts[0].origin


def lifted(problem: Problem, every: list[LostNeed], kept: list[LostNeed]) -> Problem:
    """The problem with some of its bars, and without all others."""
    gone = [bar for bar in every if bar not in kept]
    deeds, links, goal = list(problem.deeds), list(problem.links), problem.goal
    for bar in gone:
        if bar.place == "loss":
            deeds[bar.number] = deeds[bar.number]._replace(removes=0)
        elif bar.place == "fall":
            deed = deeds[bar.number]
            deeds[bar.number] = deed._replace(adds=deed.adds & ~sum(set(problem.fallen)))
    for number, deed in enumerate(deeds):
        parts = {bar.part for bar in gone if (bar.place, bar.number) == ("deed", number)}
        if parts:
            deeds[number] = deed._replace(needs=_without(deed.needs, parts))
    for number, link in enumerate(links):
        parts = {bar.part for bar in gone if (bar.place, bar.number) == ("link", number)}
        if parts:
            links[number] = link._replace(needs=_without(link.needs, parts))
    parts = {bar.part for bar in gone if bar.place == "goal"}
    if parts:
        goal = _without(goal, parts)
    # Where the goal does not mind that another side has won, play goes on.
    lost = problem.lost & facts_needed(goal)[1]
    return problem._replace(deeds=tuple(deeds), links=tuple(links), goal=goal, lost=lost)


def _without(need: Need, parts: set[int]) -> Need:
    return All(tuple(part for number, part in enumerate(parts_of(need)) if number not in parts))
