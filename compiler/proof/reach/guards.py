"""Win against another side where nothing but its victory is ever lost: what it wins by is kept off.

A guard forbids a deed, has it wait for another, or keeps members out of some places. Where the
other side cannot win whatever the party does under its guards, all that it does under them is a
line of play, and a fix-point finds it. So is a line by which the other side wins first.
"""

from __future__ import annotations

from itertools import combinations, product, takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

from questwright.compiler.proof.reach.by_member import (
    is_met_by_a_leap,
    nobody_strands,
    solve,
    untied,
)
from questwright.compiler.proof.reach.relaxed import grounded, without
from questwright.compiler.proof.task.bits import each_place
from questwright.compiler.proof.task.condition import (
    EVERYBODY,
    NOTHING,
    All,
    At,
    AtLeast,
    By,
    Either,
    Facts,
    Has,
    Lacks,
    Members,
    Need,
    Never,
    Places,
    doers_of,
    facts_needed,
    is_met,
    parts_of,
)
from questwright.compiler.proof.task.task import Deed, DeedSort, Link, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

_TRIES: Final = 48
"""Ways to guard that are tried for one question."""
_TERMS: Final = 32
"""Ways in which the other side may win that are kept apart."""
_ENDS: Final = 8
"""Last deeds that are told apart."""
_KEPT_OUT: Final = 12
"""Choices of members to keep out of the same places."""

Term = tuple[Need, ...]
"""Needs that are all met at one moment, none of them made of others."""


class Shut(NamedTuple):
    """Places that some members keep out of."""

    places: Places
    who: Members
    until: Facts = 0
    """The fact that lets them in; 0 where nothing does."""


class Guarded(NamedTuple):
    """A problem under its guards, and how it is won: nothing is ever lost in it."""

    problem: Problem
    line: tuple[Deed, ...]
    same: dict[Deed, Deed]
    """Deeds that wait for others, with what they are without that."""
    shut: tuple[Shut, ...]

    def own(self, deed: Deed) -> Deed:
        """A deed of it as it is without guards."""
        return self.same.get(deed, deed)


def unopposed(problem: Problem) -> Problem:
    """The problem in which the other side never wins."""
    deeds = tuple(deed for deed in problem.deeds if not deed.adds & problem.lost)
    return problem._replace(deeds=deeds, goal=_own_goal(problem), lost=0)


def _own_goal(problem: Problem) -> Need:
    """What is wanted, besides that the other side has not won."""
    own = tuple(part for part in parts_of(problem.goal) if not _is_lack_of(part, problem.lost))
    return own[0] if len(own) == 1 else All(own)


def _is_lack_of(need: Need, facts: Facts) -> bool:
    return isinstance(need, Lacks) and bool(1 << need.fact & facts)


def is_hopeless(problem: Problem) -> bool | None:
    """Whether the goal cannot be met though whatever can be put off is put off.

    What the other side wins by alone is brought about by the last deed of all, or never. None
    where something else than that it wins is ever lost.
    """
    free = untied(unopposed(problem))
    ruinous = 0
    for deed in takewhile(lambda deed: deed.adds & problem.lost, problem.deeds):
        # Before any other way to lose events may happen that meet the goal.
        ruinous |= sum({1 << fact for fact in _alone(deed.needs)})
    # Who does not mind that the other side has won may have it bring something about.
    lost = 0
    for deed in _losing(problem) if not _minds(problem) else ():
        lost |= deed.adds
    ends = {0, *(deed.adds for deed in free.deeds if deed.adds & ruinous)}
    if len(ends) > _ENDS or ruinous & free.given:
        ruinous, ends = 0, {0}
    rest = without(free, ruinous, 0)
    for adds in sorted(ends):
        reached = solve(rest._replace(goal=_had(free.goal, adds | lost)), is_brief=True)
        if reached is None:
            return None
        if reached.line is not None:
            return False
    return True


def _minds(problem: Problem) -> bool:
    """Whether the goal asks that the other side has not won."""
    return any(_is_lack_of(part, problem.lost) for part in parts_of(problem.goal))


def _alone(need: Need) -> Iterator[int]:
    """The single facts that meet a need, each by itself."""
    for term in _terms_of(need) or ():
        if len(term) == 1 and isinstance(term[0], Has):
            yield term[0].fact


def _had(need: Need, facts: Facts) -> Need:
    """A need as if some facts held."""
    match need:
        case Has(fact, _):
            return NOTHING if facts >> fact & 1 else need
        case All(parts):
            return All(tuple(_had(part, facts) for part in parts))
        case Either(parts):
            return Either(tuple(_had(part, facts) for part in parts))
        case AtLeast(count, parts):
            return AtLeast(count, tuple(_had(part, facts) for part in parts))
        case _:
            return need


def win_guarded(problem: Problem) -> Guarded | None:
    """A way to meet the goal before the other side wins; None where none is found."""
    free = grounded(unopposed(problem))
    losing = _losing(problem)
    against = _terms_of(Either(tuple(deed.needs for deed in losing)))
    found = None if against is None else _guarded(free, against, is_to_win=True)
    if found is not None or _minds(problem):
        return found
    for last in losing:
        # It comes about by that the other side wins.
        missing = tuple(part for part in parts_of(free.goal) if not is_met(part, last.adds, 0))
        if len(missing) == len(parts_of(free.goal)):
            continue
        others = _terms_of(Either(tuple(deed.needs for deed in losing if deed is not last)))
        goal = All((*parts_of(last.needs), *missing))
        found = _guarded(free._replace(goal=goal), others or [], is_to_win=True)
        if found is not None:
            return found._replace(line=(*found.line, last))
    return None


def leaps_guarded(problem: Problem) -> bool:
    """Whether the goal can be met by one who jumps down last of all, before the other side wins.

    False where that is not known.
    """
    free = unopposed(problem)
    against = _terms_of(Either(tuple(deed.needs for deed in _losing(problem))))
    return against is not None and _guarded(free, against, is_to_win=True, leaps=True) is not None


def lose_guarded(problem: Problem) -> tuple[Guarded, Deed] | None:
    """A way for the other side to win before the party could, and what it ends with.

    None where none is found.
    """
    free = grounded(unopposed(problem))
    against = _terms_of(free.goal)
    found = None
    if against is None:
        return None
    for deed in _losing(problem):
        one = _guarded(free._replace(goal=deed.needs), against, is_to_win=False)
        if one is not None and (found is None or len(one.line) < len(found[0].line)):
            found = one, deed
    return found


def never_loses(problem: Problem) -> bool:
    """Whether the other side cannot win, whatever the party does, and nobody strands otherwise.

    False where that is not known.
    """
    free = unopposed(problem)
    losing = _terms_of(Either(tuple(deed.needs for deed in _losing(problem))))
    winning = _terms_of(free.goal)
    if losing is None or winning is None:
        return False
    # Whoever brings about what alone wins has won.
    enough = sum({1 << fact for fact in _alone(free.goal)})
    bare = without(untied(free), enough & ~free.given, 0)
    for term in losing:
        if any(_is_among(one, term) for one in winning):
            continue  # the party wins what both win at one moment
        reached = solve(bare._replace(goal=_as_kept(All(term), free.given)), is_brief=True)
        if reached is None or reached.line is not None:
            return False
    return solve(free, is_brief=True) is not None or nobody_strands(free)


def _is_among(few: Term, many: Term) -> bool:
    """Whether all of some needs, which ask for facts alone, are among others."""
    had = {one.fact for one in many if isinstance(one, Has)}
    return all(isinstance(one, Has) and one.fact in had for one in few)


def _losing(problem: Problem) -> list[Deed]:
    """What it is that the other side wins."""
    return [deed for deed in problem.deeds if deed.adds & problem.lost]


def _guarded(
    free: Problem, against: list[Term], *, is_to_win: bool, leaps: bool = False
) -> Guarded | None:
    goal = free.goal
    if _names_doers(goal):
        return None
    brought = 0
    for deed in free.deeds:
        brought |= deed.adds
    # What is not to be so when it is won is never brought about.
    lacked = each_place(facts_needed(goal)[1] & brought)
    terms = (*against, *((Has(fact, free.facts[fact].origin),) for fact in lacked))
    guarding = _Guarding(
        free._replace(goal=_as_kept(goal, free.given)), is_to_win=is_to_win, leaps=leaps
    )
    return guarding.find(_Guards(guarding.problem, terms))


class _Guards(NamedTuple):
    """Some guards, and what is still to be kept from coming about."""

    problem: Problem
    terms: tuple[Term, ...]
    same: tuple[tuple[Deed, Deed], ...] = ()
    shut: tuple[Shut, ...] = ()


class _Guarding:
    """The search for guards of one problem."""

    def __init__(self, problem: Problem, *, is_to_win: bool, leaps: bool) -> None:
        self.problem = problem
        self._is_to_win = is_to_win
        """Else it is another side that wins, and the party is not to: who need only walk to victory
        does so, so that no place is shut to it, and it wins what both sides win at one moment."""
        self._leaps = leaps
        """Somebody jumps down in the end."""
        self._tries = 0

    def find(self, guards: _Guards) -> Guarded | None:
        """More guards, under which the goal is met and none of what is not to be comes about."""
        self._tries += 1
        if self._tries > _TRIES:
            return None
        line = self._line(guards.problem)
        if line is None:
            return None
        term = next((term for term in guards.terms if self._may_be(guards.problem, term)), None)
        if term is None:
            return Guarded(guards.problem, line, dict(guards.same), guards.shut)
        for more in self._guards_against(term, guards):
            found = self.find(more)
            if found is not None:
                return found
        return None

    def _line(self, problem: Problem) -> tuple[Deed, ...] | None:
        if self._leaps:
            return () if is_met_by_a_leap(problem) else None
        won = solve(problem, is_brief=True)
        return won.line if won is not None else None

    def _may_be(self, problem: Problem, term: Term) -> bool:
        """Whether all of some needs may be met at one moment; so it is taken to be if unknown."""
        given = problem.given
        if any(isinstance(one, Lacks) and given >> one.fact & 1 for one in term):
            return False
        asked = tuple(one for one in term if not isinstance(one, Lacks | By))
        reached = solve(untied(problem)._replace(goal=All(asked)), is_brief=True)
        return reached is None or reached.line is not None

    def _guards_against(self, term: Term, guards: _Guards) -> Iterator[_Guards]:
        """Each way to keep something from coming about."""
        lacked = [one for one in term if isinstance(one, Lacks)]
        had = [
            one for one in term if isinstance(one, Has) and not guards.problem.given >> one.fact & 1
        ]
        stands = [one for one in term if isinstance(one, At)] if self._is_to_win else []
        settled = guards._replace(terms=tuple(one for one in guards.terms if one is not term))
        for one, other in product(had, lacked):
            yield from self._waiting(settled, one.fact, (Has(other.fact, other.origin),))
        for at, other in product(stands, lacked):
            yield from self._shutting(settled, at, other)
        for one in had:
            yield from self._without(guards, one.fact)
        for at in stands:
            yield from self._shutting(guards, at, None)
        for one in had if self._is_to_win else ():
            yield from self._waiting(settled, one.fact, parts_of(self.problem.goal))

    def _without(self, guards: _Guards, fact: int) -> Iterator[_Guards]:
        """A fact never comes about."""
        problem = guards.problem
        bringing = [deed for deed in problem.deeds if deed.adds >> fact & 1]
        terms = _terms_of(Either(tuple(_cause(deed) for deed in bringing if deed.is_forced)))
        if terms is None or any(deed.sort is DeedSort.WAIT for deed in bringing):
            return
        deeds = tuple(deed for deed in problem.deeds if deed.is_forced or not deed.adds >> fact & 1)
        yield guards._replace(problem=problem._replace(deeds=deeds), terms=(*guards.terms, *terms))

    def _waiting(self, guards: _Guards, fact: int, parts: tuple[Need, ...]) -> Iterator[_Guards]:
        """A fact does not come about before all else that is wanted is so."""
        problem = guards.problem
        deeds = []
        terms: list[Term] = []
        same = dict(guards.same)
        for deed in problem.deeds:
            # What it brings about itself is so at that moment.
            missing = tuple(part for part in parts if not is_met(part, deed.adds, 0))
            if not deed.adds >> fact & 1 or not missing:
                deeds.append(deed)
            elif deed.sort is DeedSort.WAIT:
                return
            elif deed.is_forced:
                deeds.append(deed)
                more = _terms_of(_cause(deed))
                if more is None:
                    return
                late = missing[0] if len(missing) == 1 else None
                if isinstance(late, Has):
                    more = [(*one, Lacks(late.fact, late.origin)) for one in more]
                terms += more
            else:
                waits = deed._replace(needs=All((*parts_of(deed.needs), *missing)))
                same[waits] = same.pop(deed, deed)
                deeds.append(waits)
        yield guards._replace(
            problem=problem._replace(deeds=tuple(deeds)),
            terms=(*guards.terms, *terms),
            same=tuple(same.items()),
        )

    def _shutting(self, guards: _Guards, at: At, until: Lacks | None) -> Iterator[_Guards]:
        """Too few members stand somewhere, for as long as something is not so."""
        problem = guards.problem
        everybody = (1 << problem.party) - 1
        counted = [1 << n for n in range(problem.party) if not at.who or at.who >> n & 1]
        count = at.spare + 1 if at.spare >= 0 else len(counted) - at.least + 1
        comers = problem.comers or (EVERYBODY,) * len(problem.starts)
        within = [
            who for place, who in zip(problem.starts, comers, strict=True) if place & at.places
        ]
        outside = [member for member in counted if not any(who & member for who in within)]
        if not 0 < count <= len(outside):
            return
        for number, kept in enumerate(combinations(outside, count)):
            if number >= _KEPT_OUT:
                return
            shut = Shut(at.places, sum(kept), 1 << until.fact if until is not None else 0)
            links = tuple(
                one for link in problem.links for one in _shut_to(link, shut, everybody, until)
            )
            yield guards._replace(problem=problem._replace(links=links), shut=(*guards.shut, shut))


def _shut_to(link: Link, shut: Shut, everybody: Members, until: Lacks | None) -> Iterator[Link]:
    """A link that those who keep out of some places do not take into them."""
    if not (shut.places >> link.first ^ shut.places >> link.second) & 1:
        yield link
        return
    doers = doers_of(link.needs) & everybody
    for who, more in (
        (doers & ~shut.who, ()),
        (doers & shut.who, () if until is None else (Has(until.fact, until.origin),)),
    ):
        if who and (more or not who & shut.who):
            only = By(who, "", link.origin)
            yield link._replace(needs=All((*parts_of(link.needs), only, *more)))


def _cause(deed: Deed) -> Need:
    """What has to be so for something to happen by itself."""
    if not deed.where:
        return deed.needs
    return All((deed.needs, At(deed.where, "", deed.origin)))


def _as_kept(need: Need, given: Facts) -> Need:
    """A need where what is not to be so never comes about; what is so at the start stays so."""
    match need:
        case Lacks(fact, origin):
            return Never("", origin) if given >> fact & 1 else NOTHING
        case All(parts):
            return All(tuple(_as_kept(part, given) for part in parts))
        case Either(parts):
            return Either(tuple(_as_kept(part, given) for part in parts))
        case AtLeast(count, parts):
            return AtLeast(count, tuple(_as_kept(part, given) for part in parts))
        case _:
            return need


def _names_doers(need: Need) -> bool:
    return isinstance(need, By) or any(_names_doers(one) for one in getattr(need, "parts", ()))


def _terms_of(need: Need) -> list[Term] | None:
    """The ways in which a need may be met; None where they are too many."""
    if isinstance(need, Never):
        return []
    if not isinstance(need, All | Either | AtLeast):
        return [(need,)]
    each = [_terms_of(part) for part in need.parts]
    parts = [one for one in each if one is not None]
    if len(parts) < len(each):
        return None
    if isinstance(need, Either):
        found = [term for part in parts for term in part]
    else:
        found = []
        least = need.least if isinstance(need, AtLeast) else len(parts)
        for chosen in combinations(parts, least):
            for terms in product(*chosen):
                found.append(tuple(dict.fromkeys(one for term in terms for one in term)))
                if len(found) > _TERMS:
                    return None
    return found if len(found) <= _TERMS else None
