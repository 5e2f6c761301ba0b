"""A quest that is won by no walking alone, and by spells.

Which spells are cast is settled before a quest is proven: they are crossings of it that their
casters open. Chosen are those of the fewest points, among the cheapest ways to each place that a
member of the party does not get to otherwise. Sets of ways of which one is indispensable bound the
choice from below: the cheapest choice that has one of each either wins, or shows another such set.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from heapq import heappop, heappush
from itertools import islice
from math import prod
from typing import TYPE_CHECKING

from questwright.compiler.model.spells import casters_of, piece_count
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.movers.spell_crossings import Offers
from questwright.compiler.verdict.decide.beginnings import all_begun
from questwright.compiler.verdict.decide.relaxed import Relaxed
from questwright.compiler.verdict.explain.conflict import thinned
from questwright.compiler.verdict.judge import WON
from questwright.compiler.verdict.line.brought import is_paid
from questwright.compiler.verdict.rules.state import State
from questwright.compiler.verdict.spared import anywhere
from questwright.compiler.verdict.task.bits import each_bit
from questwright.compiler.verdict.task.need import IMPOSSIBLE, NOTHING, Has, Lacks, transformed
from questwright.compiler.verdict.task.task import EVERYBODY, DeedSort, FactSort

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from questwright.compiler.model.board import Crossing
    from questwright.compiler.model.cast import Cast
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.verdict.task.need import Leaf, Members, Need, Places
    from questwright.compiler.verdict.task.task import Task
    from questwright.compiler.verdict.world import WorldProof

_ASKED = "whether it can be won otherwise"
_ROUNDS = 4
"""How often it is looked where spells lead on from where others have led."""
_WAYS = 400
"""Ways that spells make, of which the cheapest are looked at."""
_SETS = 20_000
"""Sets of ways that are kept, of which the cheapest is tried next."""
_TRIED = 300
"""Sets of them that are tried for the fewest points."""
_PROVEN = 16
"""Sets of them that are proven whole."""


def with_spells(proof: WorldProof) -> WorldProof:
    """The proof of a quest that cannot be won on foot, with the spells that win it, if any do."""
    spelling, late = _Spelling(proof), ""
    stranding: WorldProof | None = None
    for chosen in islice(spelling.sets(), _PROVEN):
        found = proof.of(_with_ways(proof.quest, chosen))
        if found.kind in WON and is_paid(found.lines.winning.told, found.task, found.quest):
            if found.kind is VerdictKind.WINNABLE:
                return found
            # Further ways may lead out of its dead ends.
            stranding = stranding or found
        elif found.judged.kind in WON and found.unjudged:
            # There are points enough, and something else is open: whether they are cast in time.
            late = late or f"where spells are cast, {found.unjudged[0].text}"
    if stranding is not None or spelling.is_hopeless:
        return stranding or proof
    told = spelling.left_open
    casting = proof.system.casting
    stock = casting.stock if casting is not None and not late else ""
    return proof.unjudged_for(late or told, proof.quest.said_at(stock))


def win_with_spells(proof: WorldProof, there: Members) -> bool | None:
    """Whether those who are there win a quest by spells; None if that was not decided."""
    spelling = _Spelling(proof, there)
    return any(True for _ in spelling.sets()) or (False if spelling.is_hopeless else None)


def _with_ways(quest: Quest, ways: Iterable[Crossing]) -> Quest:
    """The quest with ways that spells make."""
    board = quest.board
    return quest._replace(board=board._replace(crossings=(*board.crossings, *ways)))


class _Spelling:
    """The ways that spells make in a quest, and the cheapest sets of them that win it."""

    def __init__(self, proof: WorldProof, there: Members = EVERYBODY) -> None:
        quest, system = proof.quest, proof.system
        self._proof, self._quest, self._there = proof, quest, there
        self._casters = casters_of(quest, system)
        self._task = proof.task
        walkable = self._task.cells_of(-1)
        words = {kind.word for n, kind in enumerate(quest.party) if there >> n & 1}
        self._offers = Offers(quest, system, walkable, words)
        self._ways: dict[str, Crossing] = {}
        self._is_whole = self._find()
        """Whether the ways are all that spells make."""
        self._cheapest_first = sorted(self._ways, key=lambda id_: (_points(self._ways[id_]), id_))

    @property
    def _begun(self) -> State | None:
        """How play begins for those who are there; None if that is not one way alone."""
        begun = all_begun(self._task)
        if begun is None:
            return None
        where = tuple(own * (self._there >> n & 1) for n, own in enumerate(begun.where))
        return begun._replace(where=where)

    # -- which there are -------------------------------------------------------------------------

    def _find(self) -> bool:
        """Look for the ways that spells make; whether that are all of them."""
        cells = [place.cells for place in self._task.places]
        known: set[tuple[int, Places]] = set()
        is_whole = True
        for _ in range(_ROUNDS):
            # What is opened where spells have led opens further ways.
            found: list[tuple[bool, int, str, Crossing]] = []
            for number, here in self._sources():
                if (number, here) not in known:
                    known.add((number, here))
                    there = [cell for place, cell in enumerate(cells) if not here >> place & 1]
                    own = self._task.cells_of(here)
                    for way, is_far in self._offers.to(number, own, there):
                        # What is cast from so far that luck is needed comes behind all that is not.
                        found.append((is_far, _points(way), way.id, way))
            found.sort(key=lambda offered: offered[:3])
            is_whole &= len(found) <= _WAYS
            before = len(self._ways)
            for *_, way in found[:_WAYS]:
                self._ways.setdefault(way.id, way)
            if len(self._ways) == before:
                return is_whole
            self._task = self._proof.of(_with_ways(self._quest, self._ways.values())).task
        return False

    def _sources(self) -> Iterator[tuple[int, Places]]:
        """For each member where it gets on foot, and where from the end of each way of spells."""
        task, begun = self._task, self._begun
        if begun is None:
            return
        facts = Relaxed(task).reach(begun, wants_all=True).facts
        made = {
            number
            for number, info in enumerate(task.facts)
            if info.sort is FactSort.LAUNCHED and info.id in self._ways
        }

        def walked(leaf: Leaf) -> Need:
            is_met = isinstance(leaf, Has) and leaf.fact not in made and facts >> leaf.fact & 1
            return NOTHING if is_met or isinstance(leaf, Lacks) else IMPOSSIBLE

        links = tuple(link._replace(needs=transformed(link.needs, walked)) for link in task.links)
        on_foot = Relaxed(task._replace(links=links, deeds=(), events=(), sights=()))
        ends = sum({end for way in self._ways.values() for end in way.ends})
        led = sum(1 << n for n, place in enumerate(task.places) if place.cells & ends)
        for begins in (begun.where, *((place,) * task.party for place in each_bit(led))):
            reach = on_foot.reach(State(facts, begins, begun.hold), wants_all=True)
            for number, here in enumerate(reach.where):
                if here and begun.where[number]:
                    yield number, here

    # -- which are chosen ------------------------------------------------------------------------

    def sets(self) -> Iterator[list[Crossing]]:
        """Sets of ways that win and can be paid for, those of the fewest points first."""
        wanted: list[set[str]] = []
        known: set[tuple[str, ...]] = set()
        queue: list[tuple[int, int, float, tuple[str, ...]]] = [(0, 0, 0, ())]
        while queue and len(known) < _SETS and len(wanted) < _TRIED:
            some = heappop(queue)[-1]
            missed = next((ways for ways in wanted if not ways & {*some}), None)
            if missed is None:
                is_won = self._may_win(some) and self._wins(some)
                if is_won:
                    yield [self._ways[id_] for id_ in some]
                elif self._may_win(some) and self.is_hopeless:
                    return
                # What cannot be proven with those alone may be with another one.
                missed = self._ways.keys() - some if is_won else self._indispensable(some)
                wanted.append(missed)
            for id_ in missed:
                more = tuple(sorted((*some, id_)))
                if more not in known and self._is_affordable(more):
                    known.add(more)
                    casts = [_cast(self._ways[id_]) for id_ in more]
                    risk = -prod(float(cast.chance) for cast in casts)
                    heappush(queue, (sum(cast.points for cast in casts), len(more), risk, more))
        # At a limit: what is left where whatever can be spared is, the dearest first.
        needed = thinned(self._cheapest_first, self._may_win) if self._may_win(self._ways) else []
        if needed and self._is_affordable(needed):
            yield [self._ways[id_] for id_ in sorted(needed)]

    @cached_property
    def is_hopeless(self) -> bool:
        """Whether not even all spells together win it.

        Where something is laid that ends by a gate, a wall or rock it is taken to be open ground.
        Nor do they where whoever comes anywhere at any time does not win either.
        """
        if not self._is_whole or self._may_win(self._ways):
            return self._is_whole and self._wins_anywhere is False
        board, stones = self._quest.board, self._offers.stones
        if not stones:
            return True
        terrain = tuple(own._replace(cells=own.cells & ~stones) for own in board.terrain)
        open_ = self._quest._replace(board=board._replace(terrain=terrain))
        return _Spelling(self._proof.of(open_), self._there).is_hopeless

    @property
    def left_open(self) -> str:
        """What was not decided, where it is not hopeless and nothing was found."""
        if not self._is_whole or self._may_win(self._ways):
            return "whether there are spells that win it, with points and pieces enough for them"
        where = self._quest.board.names(self._offers.stones)
        return f"whether spells win it that lay a way to {where}, and no further"

    @cached_property
    def _wins_anywhere(self) -> bool | None:
        """Whether it is won where all ways lead everywhere; None if that was not judged."""
        task = anywhere(self._proof.task)
        return self._proof.questions.can_win(task, _ASKED, there=self._there)

    def _with(self, some: Collection[str]) -> Task:
        """The task with some ways alone."""
        deeds = (d for d in self._task.deeds if d.sort is not DeedSort.CAST or d.id in some)
        return self._task._replace(deeds=tuple(deeds))

    def _wins(self, some: Collection[str]) -> bool | None:
        """Whether it is won with some ways alone; None if that was too much to look at."""
        return self._proof.questions.can_win(self._with(some), _ASKED, there=self._there)

    def _may_win(self, some: Collection[str]) -> bool:
        """Whether it would be won with some ways alone if nothing were ever lost."""
        return self._begun is not None and Relaxed(self._with(some)).reach(self._begun).is_won

    def _indispensable(self, some: Collection[str]) -> set[str]:
        """Ways of which one has to be put to some, the cheapest that are such a set."""
        wins = self._wins if self._may_win(some) else self._may_win
        others = [id_ for id_ in self._cheapest_first if id_ not in some]
        every = self._ways.keys()
        return {*thinned(others, lambda kept: not wins(every - {*kept}))}

    def _is_affordable(self, some: Collection[str]) -> bool:
        """Whether there are points and pieces enough for some ways."""
        casts = [_cast(self._ways[id_]) for id_ in some]
        for caster in self._casters:
            if sum(c.points for c in casts if c.caster == caster.kind.word) > caster.points:
                return False
        counts = Counter(spell for cast in casts for spell in cast.spells)
        limits = ((piece_count(spell, self._quest), count) for spell, count in counts.items())
        return all(limit is None or count <= limit for limit, count in limits)


def _cast(way: Crossing) -> Cast:
    assert way.cast is not None
    return way.cast


def _points(way: Crossing) -> int:
    return _cast(way).points
