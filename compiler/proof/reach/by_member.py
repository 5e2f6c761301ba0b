"""Solve member by member, where nothing is ever lost and everybody can go back whence they came.

Then each of the party can stand wherever it ever gets, whatever the others do: what all of them
reach together is what each reaches alone, with what any of them has brought about. That is exact,
and takes a fix-point instead of a search through all ways to stand.
"""

from __future__ import annotations

from operator import is_
from typing import TYPE_CHECKING, Final, NamedTuple

from questwright.compiler.proof.reach.relaxed import grounded, lanes_of_each
from questwright.compiler.proof.task.bits import each_place
from questwright.compiler.proof.task.condition import (
    EVERYBODY,
    NOTHING,
    All,
    At,
    AtLeast,
    Either,
    Facts,
    Has,
    Members,
    Need,
    Never,
    Places,
    doers_of,
    facts_needed,
    is_met,
    parts_of,
    stands_asked,
)
from questwright.compiler.proof.task.relevance import forestalling
from questwright.compiler.proof.task.task import cache_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from questwright.compiler.proof.task.task import Deed, Problem

_ASKED = 5
"""Places that one need may ask for at a time; each more multiplies the ways to stand."""

Counts = tuple[int, ...]
"""For each thing asked of where members stand, how many of them stand so."""


class Reached(NamedTuple):
    """All that comes about."""

    places: Places
    facts: Facts
    line: tuple[Deed, ...] | None
    """Deeds that lead to the goal, in order; None where nothing does."""


def solve(
    problem: Problem,
    lost: Members = 0,
    stuck: Members = 0,
    begins: Mapping[int, Places] | None = None,
    *,
    is_brief: bool = False,
) -> Reached | None:
    """All that the party can bring about; None where its members may gain or lose by an order.

    Who is lost takes no part; what they had is with whoever is left. Who is stuck is there and
    counts, and never stands where anything is asked for. ``begins`` has where some begin instead.
    In brief it is all that is brought about until the goal is met, and no places.
    """
    frame = _frame_of(problem)
    is_plain = not (is_brief or lost or stuck or begins)
    if is_plain and frame.solved is not None and frame.solved[0] is problem:
        return frame.solved[1]
    begun = frame.begins if frame.fits(problem) else None
    if begun is None:
        return None
    for number, fact in enumerate(problem.fallen):
        lost |= 1 << number if fact & problem.given else 0
    out = lost | stuck
    left = [0 if out >> number & 1 else own for number, own in enumerate(begun)]
    for number, place in (begins or {}).items():
        left[number] = place
    found = _Members(problem, frame, left, lost).run(is_brief=is_brief)
    if is_plain:
        frame.solved = problem, found
    return found


def untied(problem: Problem) -> Problem:
    """The problem in which whoever goes one way can come back: what is not won so is never won."""
    if not any(link.is_one_way and not link.is_retraced for link in problem.links):
        return problem
    links = (link._replace(is_retraced=True) if link.is_one_way else link for link in problem.links)
    return problem._replace(links=tuple(links))


def is_met_by_a_leap(problem: Problem) -> bool:
    """Whether the goal can be met by one member who jumps down last of all, and all on foot before.

    False where that is not known.
    """
    foot = grounded(problem)
    frame = _frame_of(foot)
    begins = frame.begins if frame.fits(foot) else None
    return begins is not None and _Members(foot, frame, [*begins], 0).leap(problem)


def nobody_strands(problem: Problem) -> bool:
    """Whether the goal can be met however many jump down where they do not come back from.

    False where that is not known.
    """
    stuck = 0
    for link in problem.links:
        if link.is_jump and not link.is_retraced:
            stuck |= doers_of(link.needs) & (1 << problem.party) - 1
    if any(deed.carries for deed in problem.deeds):
        return False  # they might take along what the others need
    reached = solve(grounded(problem), stuck=stuck)
    return reached is not None and reached.line is not None


class _Frame:
    """What is the same of problems that differ in their deeds, and in their goal, alone."""

    __slots__ = (
        "_are_links_fit",
        "_asked",
        "_fit",
        "begins",
        "lanes",
        "linked",
        "outside",
        "same",
        "solved",
        "walks",
    )

    def __init__(self, problem: Problem) -> None:
        self.same = self._own(problem)
        self.outside = _outside(problem)
        self.linked: Facts = 0
        """Facts that open ways."""
        for link in problem.links:
            if link.needs is not NOTHING:
                self.linked |= facts_needed(link.needs)[0]
        self._are_links_fit = self._has_ways_back(problem)
        self.begins = _begins(problem) if self._are_links_fit else None
        """For each member where it may begin; None where it matters which of these it takes."""
        self.lanes = lanes_of_each(problem, problem.links)
        self.walks: dict[tuple[int, Places, Facts], Places] = {}
        """How far one has come to walk, over which links, from where, with which of them open."""
        self._asked: dict[int, tuple[Need, tuple[At, ...]]] = {}
        self.solved: tuple[Problem, Reached | None] | None = None
        """The problem that was solved last, and what came of it."""
        self._fit: tuple[Problem, dict[int, Deed]] | None = None

    def is_of(self, problem: Problem) -> bool:
        """Whether a problem is one of these."""
        return self._own(problem) == self.same

    @staticmethod
    def _own(problem: Problem) -> tuple[object, ...]:
        begins = (problem.party, problem.given, problem.starts, problem.comers)
        return *begins, problem.places, problem.links

    def fits(self, problem: Problem) -> bool:
        """Whether nothing is ever lost, and nobody goes anywhere whence they do not come back.

        But from off the board onto it.
        """
        if not self._are_links_fit:
            return False
        # Where all of some deeds are fit, so are some of them.
        if self._fit is not None:
            known, deeds = self._fit
            ends = (problem.goal, problem.lost, problem.fallen)
            if all(map(is_, ends, (known.goal, known.lost, known.fallen))) and all(
                id(deed) in deeds for deed in problem.deeds
            ):
                return True
        if not self._is_fit(problem):
            return False
        self._fit = problem, {id(deed): deed for deed in problem.deeds}
        return True

    def asked(self, need: Need) -> tuple[At, ...]:
        """What a need asks of where members stand, each thing once."""
        known = self._asked.get(id(need))
        if known is None:
            if len(self._asked) >= _KNOWN:
                self._asked.clear()
            # The need is kept as well: while it is there, nothing else has its number.
            known = need, tuple(dict.fromkeys(stands_asked(need)))
            self._asked[id(need)] = known
        return known[1]

    def _has_ways_back(self, problem: Problem) -> bool:
        for link in problem.links:
            if any(isinstance(part, Never) for part in parts_of(link.needs)):
                continue  # nobody ever goes there
            if link.is_one_way and not (link.is_retraced or self.outside >> link.first & 1):
                return False
            if any(True for _ in stands_asked(link.needs)):
                return False
        return True

    def _is_fit(self, problem: Problem) -> bool:
        if not _is_kept(problem) or any(forestalling(problem)):
            return False
        for need in (problem.goal, *(deed.needs for deed in problem.deeds)):
            asked = list(dict.fromkeys(stands_asked(need)))
            if len(asked) > _ASKED or any(at.places & self.outside for at in asked):
                return False
            if any(doers_of(part) != EVERYBODY for part in _below(need)):
                return False
        return True


_FRAMES: Final = 8
"""Frames that are kept."""
_KNOWN = 4_096
"""Answers that a frame remembers."""


def _frame_of(problem: Problem) -> _Frame:
    frames = cache_of(problem).kept(_Frame, _FRAMES)
    for frame in frames:
        if frame.is_of(problem):
            return frame
    frame = _Frame(problem)
    frames.append(frame)
    return frame


def _is_kept(problem: Problem) -> bool:
    """Whether no fact is ever lost, or ever asked not to hold that may come about."""
    brought = 0
    for deed in problem.deeds:
        brought |= deed.adds
        if deed.removes:
            return False
    if brought & (problem.lost | sum(set(problem.fallen))):
        return False
    needs = [deed.needs for deed in problem.deeds] + [link.needs for link in problem.links]
    return not any(facts_needed(need)[1] & brought for need in (*needs, problem.goal))


def _below(need: Need) -> Iterator[Need]:
    """The alternatives in a need: who does it is asked of the whole alone."""
    for part in parts_of(need):
        if isinstance(part, Either | AtLeast):
            for one in part.parts:
                yield one
                yield from _below(one)


def _outside(problem: Problem) -> Places:
    """The places off the board."""
    return sum(1 << number for number, place in enumerate(problem.places) if not place.cells)


def _begins(problem: Problem) -> list[Places] | None:
    """For each member where it may begin; None where it matters which of these it takes."""
    outside = _outside(problem)
    comers = problem.comers or (EVERYBODY,) * len(problem.starts)
    found = []
    onto = tuple(
        link for link in problem.links if not (1 << link.first | 1 << link.second) & outside
    )
    lanes = lanes_of_each(problem, onto)
    for number in range(problem.party):
        own = 0
        for place, who in zip(problem.starts, comers, strict=True):
            own |= place if who >> number & 1 else 0
        entered = own & ~outside
        for link in problem.links:
            if own & outside & 1 << link.first:
                entered |= 1 << link.second
        if not entered:
            return None
        first = entered & -entered
        if entered & ~lanes[number].spread(first, problem.given):
            return None
        found.append(own)
    return found


class _UnclearError(Exception):
    """It matters who of several took something."""


class _Members:
    """The party, each member by itself."""

    def __init__(
        self, problem: Problem, frame: _Frame, begins: list[Places], lost: Members
    ) -> None:
        self._problem = problem
        self._frame = frame
        self._facts = problem.given
        self._reach = begins
        self._lanes = frame.lanes
        self._wanted = facts_needed(problem.goal)[0]
        self._outside = frame.outside
        self._everybody: Members = (1 << problem.party) - 1 & ~lost
        self._carried: Facts = 0
        for deed in problem.deeds:
            self._carried |= deed.carries
        self._holders: dict[int, Members] = {}
        """For each item of which it matters who carries it, those who may."""
        self._had = problem.given & self._carried
        """Items that are carried already: with whoever it is."""
        self._pooled: list[Members] | None = None
        """Who can meet whom, since the last time that anybody came any further."""

    def run(self, *, is_brief: bool = False) -> Reached | None:
        try:
            return self._run(is_brief=is_brief)
        except _UnclearError:
            return None

    def leap(self, problem: Problem) -> bool:
        """Whether the goal is met once one of them has jumped, as far as that leads."""
        if self.run() is None:
            return False
        lanes = lanes_of_each(problem, problem.links)
        for number, own in enumerate(self._reach):
            self._reach[number] = lanes[number].spread(own, self._facts)
            if self._reach[number] != own and self._meets(problem.goal):
                return True
            self._reach[number] = own
        return False

    def _run(self, *, is_brief: bool) -> Reached:
        problem, linked = self._problem, self._frame.linked
        self._grow()
        self._take(self._had, self._everybody)
        order: list[Deed] = []
        line: tuple[Deed, ...] | None = () if self._meets(problem.goal) else None
        waiting = list(problem.deeds)
        changed = True
        while changed:
            changed = False
            rest = []
            for deed in waiting:
                doers = self._doers(deed) if deed.adds & ~self._facts else 0
                if not doers:
                    rest.append(deed)
                    continue
                changed = True
                order.append(deed)
                new = deed.adds & ~self._facts
                self._facts |= deed.adds
                if new & linked:
                    self._grow()
                self._take(new & self._carried, doers)
                minds = new & (linked | self._wanted)
                if line is None and minds and self._meets(problem.goal):
                    line = tuple(order)
                    if is_brief:
                        return Reached(0, self._facts, line)
            waiting = rest
        places = 0
        for own in self._reach:
            places |= own
        return Reached(places & ~self._outside, self._facts, line)

    def _grow(self) -> None:
        """Everybody walks as far as they can."""
        walks, opened = self._frame.walks, self._facts & self._frame.linked
        for number, own in enumerate(self._reach):
            lanes = self._lanes[number]
            key = (id(lanes), own, opened)
            come = walks.get(key)
            if come is None:
                if len(walks) >= _KNOWN:
                    walks.clear()
                come = walks[key] = lanes.spread(own, self._facts)
            if come != own:
                self._reach[number] = come
                self._pooled = None

    # -- who carries what -----------------------------------------------------------------

    def _take(self, items: Facts, doers: Members) -> None:
        """Items are got by one of some, and handed on to all who can meet who has them."""
        if not items and (self._pooled is not None or not self._holders):
            return
        if self._pooled is None:
            self._pooled = self._pools()
        pools = self._pooled
        for item in each_place(items):
            pool = {pools[number] for number in each_place(doers)}
            if len(pool) > 1:
                raise _UnclearError
            self._holders[item] = pool.pop()
        for item, holders in self._holders.items():
            for number in each_place(holders):
                self._holders[item] |= pools[number]

    def _pools(self) -> list[Members]:
        """For each member those who can come to where it can, over however many others."""
        pools = [1 << number for number in range(self._problem.party)]
        for one, here in enumerate(self._reach):
            for other in range(one):
                if here & self._reach[other] & ~self._outside and pools[one] != pools[other]:
                    both = pools[one] | pools[other]
                    for number in each_place(both):
                        pools[number] = both
        return pools

    # -- what can be done ----------------------------------------------------------------------

    def _doers(self, deed: Deed) -> Members:
        """Who can do a deed, of what can be done at all; everybody, where it takes nobody."""
        if not deed.where:
            return self._everybody if self._meets(deed.needs) else 0
        able = doers_of(deed.needs) & self._everybody
        for item in each_place(deed.carries & self._carried):
            able &= self._holders.get(item, 0)
        found = 0
        for number in each_place(able):
            there = self._reach[number] & deed.where
            if there and self._meets(deed.needs, number, there):
                found |= 1 << number
        return found

    def _meets(self, need: Need, doer: int = -1, where: Places = 0) -> bool:
        """Whether a need can be met, its doer standing somewhere."""
        asked = self._frame.asked(need)
        if not asked:
            return is_met(need, self._facts, 0)
        # More of them cannot stand at one place; at several places at a time it may be fewer.
        can = self._is_so(need, {at: self._most(at, doer, where) for at in asked})
        if len(asked) == 1 or not can:
            return can
        return any(
            self._is_so(need, dict(zip(asked, counts, strict=True)))
            for counts in self._counts(asked, doer, where)
        )

    def _most(self, at: At, doer: int, where: Places) -> int:
        """How many members can stand at one place that is asked for, at one moment."""
        return sum(
            bool((where if number == doer else own) & at.places & ~self._outside)
            for number, own in enumerate(self._reach)
            if not at.who or at.who >> number & 1
        )

    def _counts(self, asked: tuple[At, ...], doer: int, where: Places) -> Iterable[Counts]:
        """All ways in which so many members stand where they are asked for, at one moment."""
        found: set[Counts] = {(0,) * len(asked)}
        for number, own in enumerate(self._reach):
            there = where if number == doer else own
            ways = {
                tuple(
                    int(at.places >> place & 1 and (not at.who or bool(at.who >> number & 1)))
                    for at in asked
                )
                for place in each_place(there & ~self._outside)
            } or {(0,) * len(asked)}
            found = {
                tuple(a + b for a, b in zip(counts, way, strict=True))
                for counts in found
                for way in ways
            }
        return found

    def _is_so(self, need: Need, counts: dict[At, int]) -> bool:
        """Whether a need is met while so many stand where it asks for them."""
        if isinstance(need, At):
            if need.spare < 0:
                return counts[need] >= need.least
            left = self._everybody & (need.who or self._everybody)
            count = counts[need]
            if not need.is_roomy:
                count = min(count, self._room(need.places))
            return count >= left.bit_count() - need.spare
        if isinstance(need, Has):
            return bool(self._facts >> need.fact & 1)
        if isinstance(need, All):
            return all(self._is_so(part, counts) for part in need.parts)
        if isinstance(need, Either):
            return any(self._is_so(part, counts) for part in need.parts)
        if isinstance(need, AtLeast):
            return sum(self._is_so(part, counts) for part in need.parts) >= need.least
        return is_met(need, self._facts, 0)

    def _room(self, places: Places) -> int:
        """The cells of some places."""
        cells = (self._problem.places[number].cells for number in each_place(places))
        return sum(cell.bit_count() for cell in cells)
