"""A quest that is won by no walking alone, and by spells.

Which spells are cast is settled before a problem is posed: they are crossings of the quest that
their casters open. Looked for are those of the fewest points, among the cheapest ways to each place
that a member of the party does not get to otherwise.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, islice, pairwise
from typing import TYPE_CHECKING, Generic, Protocol, Self, TypeVar

from questwright.compiler.english import listed_in_words
from questwright.compiler.geometry.terrain import cost_of
from questwright.compiler.model.board import Crossing
from questwright.compiler.model.cast import Cast
from questwright.compiler.model.spells import Caster, casters_of, piece_count, succeeding_faces
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.packs.system.casting import Does
from questwright.compiler.packs.system.crossings import CrossingKind
from questwright.compiler.proof.plan.casts import once_of
from questwright.compiler.proof.plan.shorten import dropped
from questwright.compiler.proof.reach.by_member import solve
from questwright.compiler.proof.reach.relaxed import lanes_of_each, reach_all
from questwright.compiler.proof.spells.ways import Region, SpellWay, SpellWays, regions
from questwright.compiler.proof.task.bits import each_bit, each_place
from questwright.compiler.proof.task.condition import EVERYBODY
from questwright.compiler.proof.task.task import DeedSort, FactSort, Unjudged, cache_of
from questwright.compiler.proof.translate.translate import pose

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from fractions import Fraction

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import Kind, System
    from questwright.compiler.proof.task.condition import Facts, Places
    from questwright.compiler.proof.task.line import Told
    from questwright.compiler.proof.task.task import Deed, Problem

_WON = (VerdictKind.WINNABLE, VerdictKind.CAN_STRAND)
_LASTING = (Does.LAY, Does.DIG, Does.BREAK)
"""Spells that leave a way behind them."""
_ROUNDS = 4
"""How often it is looked where spells lead on from where others have led."""
_WAYS = 400
"""Ways that spells make, of which the cheapest are looked at."""
_FAR = 1_000
"""What is cast from so far that luck is needed comes behind all that is not."""
_PAIRED = 60
"""The cheapest ways, of which two are tried together."""
_TRIED = 300
"""Sets of them that are tried for fewer points."""
_PROVEN = 16
"""Sets of them that are proven whole."""


class Provable(Protocol):
    """What the choice of spells asks of a proof: its verdict, and proofs of quests like it."""

    @property
    def kind(self) -> VerdictKind:
        """The verdict."""

    @property
    def problem(self) -> Problem:
        """What was solved."""

    @property
    def quest(self) -> Quest:
        """The quest that is proven."""

    @property
    def shortest(self) -> tuple[Deed, ...]:
        """Deeds that win, none too many."""

    @property
    def told(self) -> tuple[Told, ...] | None:
        """The winning line step by step, or None where nobody need part."""

    def of(self, quest: Quest) -> Self:
        """The proof of a quest that differs only a little."""

    def unjudged_for(self, unjudged: Unjudged) -> Self:
        """The proof that says that something was not judged."""


P = TypeVar("P", bound=Provable)


def with_spells(proof: P, quest: Quest, system: System) -> P:
    """The proof of a quest that cannot be won on foot, with the spells that win it, if any do."""
    return _Spelling(proof, quest, system).proof()


class _Spelling(Generic[P]):
    def __init__(self, proof: P, quest: Quest, system: System) -> None:
        assert system.casting is not None
        self._proof, self._quest, self._system = proof, quest, system
        self._casting = system.casting
        self._casters = casters_of(quest, system)
        self._ways: dict[str, Crossing] = {}

    def proof(self) -> P:
        problem, is_whole = self._posed()
        if _won(problem) is None:
            return self._proof if is_whole else self._undecided()
        sets = self._chosen(problem)
        if _won(self._proof.problem) is not None:
            # What would win if nothing were ever lost says nothing here: all orders are looked at.
            whole = self._proof.of(self._with(self._ways.values()))
            if whole.kind is VerdictKind.UNWINNABLE:
                return self._proof if is_whole else self._undecided()
            cast = (deed.id for deed in whole.shortest if deed.sort is DeedSort.CAST)
            sets = self._there_and_back(tuple(self._ways[id_] for id_ in cast))
        for chosen in islice(sets, _PROVEN):
            proof = self._proof.of(self._with(chosen))
            if proof.kind in _WON and self._is_paid(proof):
                return proof
        return self._undecided()

    def _undecided(self) -> P:
        told = "whether there are points and pieces enough for the spells that it takes"
        return self._proof.unjudged_for(Unjudged(told, self._quest.origin))

    # -- which there are -------------------------------------------------------------------------

    def _posed(self) -> tuple[Problem, bool]:
        """The problem with all ways that spells make, and whether all of them were looked at."""
        problem = self._proof.problem
        known: set[tuple[int, Facts, Places]] = set()
        is_whole = True
        for _ in range(_ROUNDS):
            # What is opened where spells have led opens further ways.
            facts = self._on_foot(problem, reach_all(problem).facts)
            cells = [place.cells for place in problem.places]
            found: list[tuple[int, str, Crossing]] = []
            for number, here in self._sources(problem, facts):
                if (number, facts, here) not in known:
                    known.add((number, facts, here))
                    there = [cell for place, cell in enumerate(cells) if not here >> place & 1]
                    own = sum(cells[place] for place in each_place(here))
                    found += self._offered(number, own, there, sum(cells))
            found.sort(key=lambda one: one[:2])
            is_whole &= len(found) <= _WAYS
            before = len(self._ways)
            for _, id_, crossing in found[:_WAYS]:
                self._ways.setdefault(id_, crossing)
            if len(self._ways) == before:
                return problem, is_whole
            problem = pose(
                self._with(self._ways.values()), self._system, cache=cache_of(self._proof.problem)
            )
        return problem, False

    def _on_foot(self, problem: Problem, facts: Facts) -> Facts:
        """Some facts, but for those that ways of spells are there."""
        made = (
            number
            for number, info in enumerate(problem.facts)
            if info.sort is FactSort.LAUNCHED and info.id in self._ways
        )
        return facts & ~sum(1 << number for number in made)

    def _sources(self, problem: Problem, facts: Facts) -> Iterator[tuple[int, Places]]:
        """For each member where it gets on foot, and where from the end of each way of spells."""
        lanes = lanes_of_each(problem, problem.links)
        comers = problem.comers or (EVERYBODY,) * len(problem.starts)
        ends = {end for way in self._ways.values() for end in way.ends}
        led = sum(
            1 << n for n, place in enumerate(problem.places) if any(place.cells & e for e in ends)
        )
        for number in range(problem.party):
            begun = 0
            for place, who in zip(problem.starts, comers, strict=True):
                begun |= place if who >> number & 1 else 0
            begins = (begun or problem.start, *each_bit(led))
            yield from ((number, lanes[number].spread(begin, facts)) for begin in begins)

    def _offered(
        self, number: int, here: Cells, there: list[Cells], walkable: Cells
    ) -> Iterator[tuple[int, str, Crossing]]:
        """The ways that spells make for a member to places to which it does not get otherwise."""
        board, member = self._quest.board, self._quest.party[number]
        for caster in self._casters:
            for region in regions(board, self._casting, caster.level):
                ways = SpellWays(self._quest, self._system, caster, member, region.cells, walkable)
                for way in ways.to(here, there):
                    yield from self._crossings(way, caster, member, region, walkable)

    def _crossings(
        self, way: SpellWay, caster: Caster, member: Kind, region: Region, walkable: Cells
    ) -> Iterator[tuple[int, str, Crossing]]:
        """A way as what its caster opens: from near by, and from so far that luck is needed."""
        is_once = way.does not in _LASTING
        only = (member.word,) if is_once else self._walkers(way)
        names = "-".join(self._quest.board.name(cell).lower() for cell in (way.start, way.end))
        id_ = f"{way.spells[0][0].word}-{names}-{caster.kind.word}"
        id_ += f"-{member.word}" if is_once else ""
        cost = self._cost(way, member)
        close = self._stand(way, region, region.reach, walkable)
        excess = self._excess(way, caster)
        far = self._stand(way, region, region.reach + excess, walkable) & ~close
        if close:
            cast = self._cast(way, caster, member, close)
            yield way.points, id_, self._crossing(id_, way, cast, only, cost)
        if far:
            id_ += "-far"
            cast = self._cast(way, caster, member, close | far, excess)
            yield way.points + _FAR, id_, self._crossing(id_, way, cast, only, cost)

    def _crossing(
        self, id_: str, way: SpellWay, cast: Cast, only: tuple[str, ...], cost: int
    ) -> Crossing:
        """A crossing that is there once it has been cast."""
        title = cast.names
        kind = CrossingKind(
            word=way.spells[0][0].word,
            title=title,
            plural=title,
            text="",
            symbol="",
            rounds=0,
            rounds_step=1,
            cost=cost,
            only=(),
            is_one_way=cast.is_once,
            is_vessel=True,
            seats=None,
            rows=0,
            floats_on=(),
            lands_on=(),
            traits={},
            rules=self._casting.rules,
        )
        return Crossing(
            id=id_,
            title=title,
            kind=kind,
            ends=(1 << way.start, 1 << way.end),
            rounds=0,
            only=only,
            is_open=True,
            is_named=False,
            origin=self._quest.origin,
            over=way.over,
            cast=cast,
        )

    def _cast(
        self, way: SpellWay, caster: Caster, member: Kind, cells: Cells, excess: int = 0
    ) -> Cast:
        return Cast(
            spells=tuple(spell for spell, _ in way.spells),
            caster=caster.kind.word,
            points=way.points,
            stock=caster.points,
            chance=self._chance(way, caster, excess),
            cells=cells,
            place=self._place(way, member, caster),
            is_once=way.does not in _LASTING,
        )

    def _place(self, way: SpellWay, member: Kind, caster: Caster) -> str:
        """Where a way is made, in words."""
        name = self._quest.board.name
        over = listed_in_words([name(cell) for cell in way.over])
        whom = "" if member.word == caster.kind.word else f"on {member.title} "
        match way.does:
            case Does.LAY:
                return f"over {over}"
            case Does.DIG:
                return f"through {over}"
            case Does.BREAK:
                return f"between {name(way.start)} and {name(way.end)}"
            case Does.QUICKEN | Does.HASTEN:
                return f"{whom}for {over}"
            case Does.TELEPORT | Does.LEVITATE:
                return f"{whom}from {name(way.start)} to {name(way.end)}"

    def _walkers(self, way: SpellWay) -> tuple[str, ...]:
        """Who walks on what is made; nobody by name where all do."""
        terrain = self._system.terrains.get(way.spells[0][0].ground)
        if terrain is None:
            return ()
        party, move = self._quest.party, self._system.move_value
        able = tuple(member.word for member in party if cost_of(terrain, member, move) is not None)
        return () if len(able) == len(party) else able

    def _cost(self, way: SpellWay, member: Kind) -> int:
        """What each step on it costs: who is hastened has nothing left of its move."""
        terrain = self._system.terrains.get(way.spells[0][0].ground)
        if way.does in _LASTING:
            return 1 if terrain is None else terrain.cost
        move = member.values.get(self._system.move_value)
        is_hastened = way.does in (Does.QUICKEN, Does.HASTEN)
        return move.value if is_hastened and move and type(move.value) is int else 0

    def _excess(self, way: SpellWay, caster: Caster) -> int:
        """How many cells too far it can be cast with any luck."""
        if way.does in (Does.TELEPORT, Does.QUICKEN):
            return 0
        most = max(points for _, points in way.spells)
        asked = -(-most // self._casting.step)
        return max(0, self._casting.die - 1 - asked + caster.level)

    def _chance(self, way: SpellWay, caster: Caster, excess: int) -> Fraction:
        from fractions import Fraction

        chance = Fraction(1)
        for _, points in way.spells:
            faces = succeeding_faces(points, caster.level - excess, self._casting)
            chance *= Fraction(faces, self._casting.die)
        return chance

    def _stand(self, way: SpellWay, region: Region, reach: int, walkable: Cells) -> Cells:
        """Where the caster may stand."""
        if way.does in (Does.TELEPORT, Does.QUICKEN):
            return 1 << way.start
        targets = way.over or (way.start, way.end)
        near = region.cells & walkable
        for target in targets:
            near &= self._within(1 << target, reach, region.cells)
        return near

    def _within(self, cells: Cells, reach: int, inside: Cells) -> Cells:
        for _ in range(reach):
            grown = cells
            for shift, steps in self._quest.board.onward:
                grown |= (cells & steps) << shift | cells >> shift & steps
            if grown == cells:
                break
            cells = grown
        return cells & inside

    # -- which are chosen ------------------------------------------------------------------------

    def _with(self, crossings: Iterable[Crossing]) -> Quest:
        board = self._quest.board
        every = (*board.crossings, *crossings)
        return self._quest._replace(board=replace(board, crossings=every))

    def _chosen(self, problem: Problem) -> Iterator[tuple[Crossing, ...]]:
        """Sets of ways with which it may be won, those of the fewest points first."""
        every = self._by_points()
        casts = [deed for one in reversed(every) for deed in problem.deeds if deed.id == one.id]
        gone = dropped(casts, lambda some: self._wins(problem, some))
        base = tuple(one for one in every if one.id not in {deed.id for deed in gone})
        most = _points(base)
        pairs = combinations(every[:_PAIRED], 2)
        sets = [some for some in (*((one,) for one in every), *pairs) if _points(some) < most]
        sets.sort(key=lambda some: (_points(some), len(some), [one.id for one in some]))
        for some in sets[:_TRIED]:
            left = [deed for deed in casts if deed.id not in {one.id for one in some}]
            if self._is_affordable(some) and self._wins(problem, left):
                yield from self._there_and_back(some)
        yield from self._there_and_back(base)

    def _by_points(self) -> list[Crossing]:
        return sorted(self._ways.values(), key=lambda way: (_points((way,)), way.id))

    def _there_and_back(self, some: tuple[Crossing, ...]) -> Iterator[tuple[Crossing, ...]]:
        """Some ways, and the same with those that bring back whoever is brought somewhere."""
        if self._is_affordable(some):
            yield some
        back = {}
        for one in some:
            returns = (
                other
                for other in self._by_points()
                if one.only == other.only and one.ends == other.ends[::-1] and other not in some
            )
            found = next(returns, None) if one.kind.is_one_way else None
            if found is not None:
                back[found.id] = found
        for size in range(1, len(back) + 1):
            for more in combinations(back.values(), size):
                if self._is_affordable((*some, *more)):
                    yield (*some, *more)

    def _wins(self, problem: Problem, gone: list[Deed]) -> bool:
        """Whether it is won without some spells."""
        without = {id(deed) for deed in gone}
        deeds = tuple(deed for deed in problem.deeds if id(deed) not in without)
        return _won(problem._replace(deeds=deeds)) is not None

    def _is_affordable(self, some: Sequence[Crossing]) -> bool:
        """Whether there are points and pieces enough for some ways."""
        casts = [one.cast for one in some if one.cast is not None]
        for caster in self._casters:
            spent = sum(cast.points for cast in casts if cast.caster == caster.kind.word)
            if spent > caster.points:
                return False
        counts = Counter(spell for cast in casts for spell in cast.spells)
        limits = ((piece_count(spell, self._quest), count) for spell, count in counts.items())
        return all(limit is None or count <= limit for limit, count in limits)

    def _is_paid(self, proof: P) -> bool:
        """Whether the line can be told, and whoever is brought somewhere goes as that is cast."""
        once, told = once_of(proof.quest), proof.told
        if not once or told is None:
            return not once
        cast: list[str] = []
        for before, one in pairwise(told):
            own = before.deed.id if before.deed is not None else ""
            if (one.crossing in once or own in once) and own != one.crossing:
                return False
            cast += [own] if own in once else []
        last = told[-1].deed if told else None
        return len(cast) == len(set(cast)) and (last is None or last.id not in once)


def _points(some: Sequence[Crossing]) -> int:
    return sum(one.cast.points for one in some if one.cast is not None)


def _won(problem: Problem) -> tuple[Deed, ...] | None:
    """Deeds that win; None where nothing does, or nothing would if nothing were ever lost."""
    reached = solve(problem, is_brief=True)
    if reached is not None:
        return reached.line
    reach = reach_all(problem)
    return reach.order[: reach.wins_after] if reach.wins_after >= 0 else None
