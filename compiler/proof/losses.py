"""Say why a quest cannot be won although nothing in it is out of reach: what it costs to go on.

What a deed takes away, and what is asked for of that, are lifted one by one; what cannot be
lifted without opening a way to win is the cause.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from compiler.model.verdict import Cause
from compiler.proof.budget import Budget
from compiler.proof.problem import (
    All,
    Deed,
    DeedSort,
    FactSort,
    Need,
    Problem,
    facts_needed,
    parts_of,
)
from compiler.proof.search import find_win

if TYPE_CHECKING:
    from dsl.source import Span

_STATES: Final = 3_000
"""States of play beyond which causes are listed as they come, and not thinned out."""


class _Bar(NamedTuple):
    """Something taken away by a deed, or asked of a deed, a link or the goal."""

    place: str
    """``loss``, ``deed``, ``link`` or ``goal``."""
    number: int
    part: int
    text: str
    origin: Span


def losses(problem: Problem, states: int) -> tuple[Cause, ...]:
    """What keeps the party from winning, nothing idle; ``states`` are those of the whole search."""
    bars = every = _bars(problem)
    if states <= _STATES:
        for bar in reversed(every):
            without = [one for one in bars if one is not bar]
            gone = [one for one in every if one not in without]
            found = find_win(_lifted(problem, gone), Budget(_STATES))
            if found.line is None and found.is_complete:
                bars = without
    told = dict.fromkeys((bar.text, bar.origin) for bar in bars if bar.text)
    return tuple(Cause(text, origin) for text, origin in told)


def _bars(problem: Problem) -> list[_Bar]:
    fleeting = 0
    for deed in problem.deeds:
        fleeting |= deed.removes
    bars = [
        _Bar("loss", number, 0, _cost(problem, deed), deed.origin)
        for number, deed in enumerate(problem.deeds)
        if deed.removes
    ]
    for number, deed in enumerate(problem.deeds):
        bars += [
            _Bar("deed", number, part, _asked(problem, deed, need), deed.origin)
            for part, need in enumerate(parts_of(deed.needs))
            if _is_fleeting(need, fleeting)
        ]
    for number, link in enumerate(problem.links):
        bars += [
            _Bar("link", number, part, f"{link.title} has to be passed", link.origin)
            for part, need in enumerate(parts_of(link.needs))
            if _is_fleeting(need, fleeting)
        ]
    bars += [
        _Bar("goal", 0, part, _wanted(problem, need), _origin(problem, need))
        for part, need in enumerate(parts_of(problem.goal))
        if _is_fleeting(need, fleeting)
    ]
    return bars


def _is_fleeting(need: Need, fleeting: int) -> bool:
    """Whether a need asks for what can be lost, or that something is not so."""
    held, lacked = facts_needed(need)
    return bool(held & fleeting or lacked)


def _cost(problem: Problem, deed: Deed) -> str:
    lost = ", ".join(_titles(problem, deed.removes))
    return f"“{deed.title}” costs {lost}"


def _titles(problem: Problem, facts: int) -> list[str]:
    hidden = (FactSort.LIVE, FactSort.HAPPENED)
    return [
        info.title
        for number, info in enumerate(problem.facts)
        if facts >> number & 1 and info.sort not in hidden
    ]


def _asked(problem: Problem, deed: Deed, need: Need) -> str:
    held, lacked = facts_needed(need)
    if deed.sort is DeedSort.EVENT:
        return f"“{deed.title.partition(':')[0]}” never comes about in time"
    named = _titles(problem, held)
    if named:
        return f"“{deed.title}” needs {', '.join(named)}"
    refused = _titles(problem, lacked)
    return f"“{deed.title}” asks that this is not so: {', '.join(refused)}" if refused else ""


def _wanted(problem: Problem, need: Need) -> str:
    held, lacked = facts_needed(need)
    if held:
        return f"to win takes {', '.join(_titles(problem, held))}"
    spoilers = dict.fromkeys(deed.title for deed in problem.deeds if deed.adds & lacked)
    told = ", ".join(f"“{title}”" for title in spoilers)
    if told:
        return f"{told} cannot be helped, and then nothing wins"
    titles = ", ".join(_titles(problem, lacked))
    return f"nothing undoes what is so from the start: {titles}" if titles else ""


def _origin(problem: Problem, need: Need) -> Span:
    held, lacked = facts_needed(need)
    for deed in problem.deeds:
        if deed.adds & lacked and not held:
            return deed.origin
    for number, info in enumerate(problem.facts):
        if (held | lacked) >> number & 1:
            return info.origin
    return problem.facts[0].origin


def _lifted(problem: Problem, gone: list[_Bar]) -> Problem:
    """The problem without some of its bars."""
    deeds, links, goal = list(problem.deeds), list(problem.links), problem.goal
    for bar in gone:
        if bar.place == "loss":
            deeds[bar.number] = deeds[bar.number]._replace(removes=0)
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
    return problem._replace(deeds=tuple(deeds), links=tuple(links), goal=goal)


def _without(need: Need, parts: set[int]) -> Need:
    return All(tuple(one for number, one in enumerate(parts_of(need)) if number not in parts))
