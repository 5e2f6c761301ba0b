"""The ways that spells make, as crossings of a quest that their casters open."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words
from questwright.compiler.geometry.footing import union_of
from questwright.compiler.geometry.openings import Openings, whole
from questwright.compiler.geometry.terrain import cost_of
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.board import Crossing
from questwright.compiler.model.cast import Cast
from questwright.compiler.model.conditions import facts_of
from questwright.compiler.model.spells import (
    allowed_spells,
    barred_cells,
    casters_of,
    succeeding_faces,
)
from questwright.compiler.movers.spell_ways import OWN, SpellWays, regions
from questwright.compiler.packs.system.casting import Does
from questwright.compiler.packs.system.crossings import CrossingKind
from questwright.compiler.packs.system.moves import move_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from fractions import Fraction

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.model.spells import Caster
    from questwright.compiler.movers.spell_ways import Region, SpellWay
    from questwright.compiler.packs.system.system import Kind, System

_LASTING = (Does.LAY, Does.DIG, Does.BREAK)
"""Spells that leave a way behind them."""


class Offers:
    """What those of a party who are there can cast for each other."""

    def __init__(
        self, quest: Quest, system: System, walkable: Cells, there: Collection[str]
    ) -> None:
        """Only the members who are ``there``, by their words, cast anything."""
        assert system.casting is not None
        self._quest, self._system, self._casting = quest, system, system.casting
        self._walkable = walkable
        self._makers = [
            [
                (caster, region, SpellWays(quest, system, caster, kind, region.cells, walkable))
                for caster in casters_of(quest, system)
                if caster.kind.word in there
                for region in regions(quest.board, self._casting, caster.level)
            ]
            for kind in quest.party
        ]

    @property
    def stones(self) -> Cells:
        """The cells over which something is laid, and that something may be done from.

        They lie beside gates, walls and rock, or something asks who stands there.
        """
        board, steps = self._quest.board, Openings(self._quest.board.onward)
        spells, ground = allowed_spells(self._quest, self._casting), 0
        for caster, region, _ in self._makers[0]:
            for spell in spells:
                if spell.does is Does.LAY and spell.level <= caster.level:
                    laid = (own.cells for own in board.terrain if own.kind.word in spell.over)
                    near = region.cells & self._walkable & ~barred_cells([spell], self._quest)
                    for _ in range(region.reach + self._casting.die):
                        near = steps.grow(near) & whole(board)
                    ground |= near & region.cells & union_of(laid)
        asked = (fact for own in self._quest.conditions() for fact in facts_of(own))
        rock = whole(board) & ~board.floor if any(s.does is Does.DIG for s in spells) else 0
        found = ground & (union_of(fact.cells for fact in asked) | steps.grow(rock))
        for cell in each_cell(ground):
            if not all(board.is_crossed(cell, other) for other in board.beside(cell)):
                found |= 1 << cell
        gates = (1 << cell for gate in board.gates for edge in gate.edges for cell in edge)
        return found | ground & union_of(gates)

    def to(self, number: int, here: Cells, there: list[Cells]) -> Iterator[tuple[Crossing, bool]]:
        """The cheapest ways of a member to each of some places, and whether cast from too far."""
        member = self._quest.party[number]
        for caster, region, ways in self._makers[number]:
            for way in ways.to(here, there):
                excess = self._excess(way, caster)
                close = self._stand(way, region, region.reach)
                far = self._stand(way, region, region.reach + excess)
                if close:
                    yield self._crossing(way, caster, member, close, 0), False
                if far & ~close:
                    yield self._crossing(way, caster, member, far | close, excess), True

    def _crossing(
        self, way: SpellWay, caster: Caster, member: Kind, cells: Cells, excess: int
    ) -> Crossing:
        """A crossing that is there once it has been cast from some cells, some of them too far."""
        is_once = way.does not in _LASTING
        cast = Cast(
            spells=tuple(spell for spell, _ in way.spells),
            caster=caster.kind.word,
            points=way.points,
            stock=caster.points,
            chance=self._chance(way, caster, excess),
            cells=cells,
            place=self._place(way, member, caster),
            is_once=is_once,
        )
        word, name = way.spells[0][0].word, self._quest.board.name
        ends = [name(cell).lower() for cell in (way.start, way.end)]
        whom, far = [member.word] * is_once, ["far"] * bool(excess)
        kind = CrossingKind(
            word=word,
            title=cast.names,
            plural=cast.names,
            text="",
            symbol="",
            rounds=0,
            rounds_step=1,
            cost=self._cost(way, member),
            only=(),
            is_one_way=is_once,
            is_vessel=True,
            seats=None,
            rows=0,
            floats_on=(),
            lands_on=(),
            traits={},
            rules=self._casting.rules,
        )
        return Crossing(
            id="-".join((word, *ends, caster.kind.word, *whom, *far)),
            title=cast.names,
            kind=kind,
            ends=(1 << way.start, 1 << way.end),
            rounds=0,
            only=(member.word,) if is_once else self._walkers(way),
            is_open=True,
            is_named=False,
            origin=self._quest.origin,
            over=way.over,
            cast=cast,
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
            case Does.TELEPORT | Does.LEVITATE | Does.PHASE:
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
        move = move_of(member, self._system.move_value)
        is_hastened = way.does in (Does.QUICKEN, Does.HASTEN)
        return move.most if is_hastened and move is not None else 0

    def _excess(self, way: SpellWay, caster: Caster) -> int:
        """How many cells too far it can be cast with any luck."""
        if way.does in OWN:
            return 0
        asked = -(-max(points for _, points in way.spells) // self._casting.step)
        return max(0, self._casting.die - 1 - asked + caster.level)

    def _chance(self, way: SpellWay, caster: Caster, excess: int) -> Fraction:
        """That all of it comes off."""
        from fractions import Fraction

        level, casting = caster.level - excess, self._casting
        faces = (succeeding_faces(points, level, casting) for _, points in way.spells)
        return prod((Fraction(count, casting.die) for count in faces), start=Fraction(1))

    def _stand(self, way: SpellWay, region: Region, reach: int) -> Cells:
        """Where the caster may stand."""
        barred = barred_cells((spell for spell, _ in way.spells), self._quest)
        if way.does in OWN:
            return (1 << way.start) & ~barred
        near = region.cells & self._walkable & ~barred
        if way.does not in _LASTING:
            # Who is brought from there stands there as it is cast.
            near &= ~(1 << way.start)
        steps, inside = Openings(self._quest.board.onward), whole(self._quest.board)
        for target in way.over or (way.start, way.end):
            around = 1 << target
            for _ in range(reach):
                # Whatever stands between.
                around = steps.grow(around) & inside
            near &= around
        return near
