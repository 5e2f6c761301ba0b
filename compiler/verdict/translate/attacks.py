"""Attacks: from which cells a figure can be attacked, by whom, and what that takes.

What the game's odds forbid beats nobody.
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.english import with_article
from questwright.compiler.geometry.openings import sights
from questwright.compiler.geometry.sight import View
from questwright.compiler.grid.cells import Edge, each_cell
from questwright.compiler.odds.best import best_hits, lowest_defence, strength_of, value_of
from questwright.compiler.packs.system.fights import ODDS, Reach
from questwright.compiler.packs.system.system import Category
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import NOTHING, At, Never, every, some
from questwright.compiler.verdict.task.task import FactSort
from questwright.compiler.verdict.translate.ground import FREE, Access

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.geometry.sight import Veils
    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.quest import Thing
    from questwright.compiler.packs.system.fights import Attack, Fights
    from questwright.compiler.packs.system.system import Kind
    from questwright.compiler.verdict.task.need import Members, Need, Places
    from questwright.compiler.verdict.translate.builder import Builder


class Assault(NamedTuple):
    """One way to attack a figure."""

    cells: Cells
    """Those from one of which it is attacked."""
    access: Access
    past: Places = 0
    """Narrow places past which it is attacked: nobody stands there."""


class Attacks:
    """The attacks of a quest. Its board is looked at when somebody has one along sight.

    Walls, shut gates, high things, what has fallen and figures of other sides close sight. So do
    members of the party who cannot step aside; they can where there is room for all on ground that
    is open. An open gate that leads one way is seen through that way.
    """

    def __init__(self, to: Builder) -> None:
        self._to = to
        self._fights = to.system.fights
        attacks = self._fights.attacks if self._fights is not None else ()
        self._close = [attack for attack in attacks if attack.reach is Reach.BESIDE]
        self._afar = [attack for attack in attacks if attack.reach is Reach.SIGHT]
        self._veils: dict[tuple[Need, Places], int] = {}
        """The number of each veil: what it asks for to be gone, or the narrow place in which a
        member of the party may stand."""

    def on(self, thing: Thing) -> Iterator[Assault]:
        """The ways to attack a figure, those from beside it first."""
        beside = self._beside(thing.mask)
        fought = [
            Assault(cells, access.also(able))
            for cells, access in beside
            for able in self._can_beat(thing, cells)
        ]
        shot = [own for attack in self._afar for own in self._shot(thing, attack, fought)]
        if shot:
            # What can never be is told of a figure that nothing else beats.
            fought = [own for own in fought if own.cells and own.access.who]
        yield from (*fought, *shot)

    # -- who can ------------------------------------------------------------------------------

    def _can_beat(self, thing: Thing, cells: Cells) -> list[Access]:
        """Who has to stand on some cells to beat a figure: one member, or several together."""
        to, fights = self._to, self._fights
        if fights is None or thing.kind.rank not in fights.falls:
            return [FREE]
        who = self._able(thing, fights, self._close)
        alone = [to.ground.by(who)] if who else []
        # Where one of them can stand who can do it alone, nobody waits for others.
        shared = cells & to.ground.shut_to(who) if who else cells
        need = self._together(thing, shared, fights, who) if fights.roll == ODDS else None
        if need is not None:
            return [*alone, Access(need)]
        told = f"nobody is strong enough to defeat {with_article(thing.title)}"
        return alone or [Access(Never(told, thing.origin), 0)]

    def _able(self, thing: Thing, fights: Fights, attacks: Sequence[Attack]) -> Members:
        """The members who can beat a figure alone by some attacks, if their best roll comes."""
        found = 0
        for number, member in enumerate(self._to.quest.party):
            strong = strength_of(member, fights, attacks, is_large=len(thing.cells) > 1)
            found |= (strong > 0 and _is_enough(strong, member, thing.kind, fights)) << number
        return found

    def _together(self, thing: Thing, cells: Cells, fights: Fights, able: Members) -> Need | None:
        """Several who are strong enough together, each on a cell of its own; None if none are.

        Those left out who are ``able`` to do it alone.
        """
        to, wanted = self._to, _wanted(thing.kind, fights)
        strengths = {
            number: strength_of(member, fights, self._close)
            for number, member in enumerate(to.quest.party)
            if not able >> number & 1
        }
        found: list[set[int]] = []
        for size in range(2, min(len(strengths), cells.bit_count()) + 1):
            for group in map(set, combinations(strengths, size)):
                if sum(strengths[n] for n in group) >= wanted:
                    found += [group] if not any(known <= group for known in found) else []
        words = f"beside {with_article(thing.title)}"
        whos = [(len(group), sum(1 << n for n in group)) for group in found]
        places = to.places_of(cells)
        ways = [At(places, least, who, words, thing.origin) for least, who in whos]
        return some(*ways) if ways else None

    # -- from beside --------------------------------------------------------------------------

    def _beside(self, cells: Cells) -> list[tuple[Cells, Access]]:
        """The cells from which figures on some cells are fought, and what that takes.

        From beside them and from around a corner; through gates that are open and lead there. What
        stands on the cells at the corner does not matter.
        """
        found: dict[Access, Cells] = {FREE: 0}
        for target in each_cell(cells):
            for path in _paths_to(target, self._to.board):
                steps = [self._over(*step) for step in pairwise(path)]
                asked = [step for step in steps if step is not None]
                if len(asked) == len(steps):
                    access = FREE.also(*asked)
                    found[access] = found.get(access, 0) | 1 << path[0]
        around = self._to.ground.walkable & ~cells
        free = found.pop(FREE) & around
        rest = [(where & around & ~free, access) for access, where in found.items()]
        return [(free, FREE), *(way for way in rest if way[0])]

    def _over(self, cell: Cell, other: Cell) -> Access | None:
        """What it takes to attack over an edge from a cell; None if nobody does.

        It does not matter who may go through a gate, and what the ground is.
        """
        to, edge = self._to, Edge(min(cell, other), max(cell, other))
        if to.ground.around_gates.is_free(*edge):
            return FREE
        way = to.ground.gate_on.get(edge)
        if way is None or not way.sides >> cell & 1:
            return None
        return Access(to.has(FactSort.OPEN, way.gate))

    # -- along sight --------------------------------------------------------------------------

    def _shot(self, thing: Thing, attack: Attack, fought: Sequence[Assault]) -> Iterator[Assault]:
        """The ways to attack a figure along sight.

        The cells of a place count where least is asked for: one walks freely within a place.
        """
        to = self._to
        who = self._able(thing, self._fights, (attack,)) if self._fights is not None else 0
        if not who:
            return
        asked = self._asked(thing, attack, who, fought)
        own = self._veil(to.beaten(thing))
        found: dict[Veils, Cells] = {}
        for cell in each_cell(thing.mask):
            for veils, cells in self._view.seen_from(cell, own, asked).items():
                found[veils] = found.get(veils, 0) | cells & asked
        covered: dict[Veils, Places] = {}
        behind = [*self._veils]
        for veils in sorted(found, key=int.bit_count):
            places = to.places_of(found[veils])
            for fewer, known in covered.items():
                places &= -1 if fewer & ~veils else ~known
            covered[veils] = places
            if places:
                cells = sum(to.places[number].cells for number in each_number(places))
                veiled = [behind[number] for number in each_number(veils)]
                access = Access(every(*(need for need, _ in veiled)), who)
                past = sum(narrow for _, narrow in veiled)
                yield Assault(found[veils] & cells, access, past)

    def _asked(
        self, thing: Thing, attack: Attack, who: Members, fought: Sequence[Assault]
    ) -> Cells:
        """The cells of which it matters whether the figure is seen from there.

        From a place where all of them can fight it as well as attack it so, they fight it.
        """
        to = self._to
        asked = to.ground.walkable & ~thing.mask
        if attack.not_beside:
            for cell in each_cell(thing.mask):
                asked &= ~sum(1 << near for near in to.board.beside(cell))
                for shift in to.board.corners:
                    asked &= ~(1 << cell << shift | 1 << cell >> shift)
        for cells, access, _ in fought:
            if access.need == NOTHING and not who & ~access.who:
                for number in each_number(to.places_of(cells)):
                    asked &= ~to.places[number].cells
        return asked

    def _veil(self, need: Need, narrow: Places = 0) -> Veils:
        """What closes sight until a need is met, or while somebody stands in a narrow place."""
        return 1 << self._veils.setdefault((need, narrow), len(self._veils))

    def _narrow_cells(self) -> Cells:
        """The cells from which members cannot step aside with nothing coming of it."""
        own = (place.cells for place in self._to.places if place.cells.bit_count() == 1)
        return sum(own) if len(self._to.quest.party) > 1 else 0

    @cached_property
    def _view(self) -> View:
        to = self._to
        high = 0
        """What nothing takes away."""
        veiled: dict[Cell, Veils] = {}
        for thing in to.quest.things:
            is_high = thing.kind.is_high or thing.kind.category is Category.OBSTACLE
            if thing.blocks and is_high and thing.id in to.ground.removed:
                self._put(thing.mask, to.has(FactSort.GONE, thing), veiled)
            elif thing.blocks and is_high:
                high |= thing.mask
        for foe in to.ground.foes:
            self._put(foe.mask, to.beaten(foe), veiled)
        for cell in each_cell(to.ground.closing & to.board.floor):
            self._put(1 << cell, to.clear(cell), veiled)
        for cell in each_cell(self._narrow_cells()):
            veiled[cell] = veiled.get(cell, 0) | self._veil(NOTHING, 1 << to.place_of(cell))
        passed: list[Edge] = []
        gates: dict[Cell, dict[Cell, Veils]] = {}
        shut = [edge for gate in to.board.gates for edge in gate.edges]
        for edge in shut:
            for near, far in (edge, edge[::-1]):
                access = self._over(far, near)
                if access == FREE or edge not in to.ground.gate_on:
                    # A window, or a gate that nothing shuts.
                    passed.append(edge)
                elif access is not None:
                    gates.setdefault(near, {})[far] = self._veil(access.need)
        free = sights(to.board).without(shut).joined(passed)
        return View(to.board, free, high, veiled, gates)

    def _put(self, cells: Cells, need: Need, veiled: dict[Cell, Veils]) -> None:
        """Close sight over some cells until a need is met."""
        for cell in each_cell(cells):
            veiled[cell] = veiled.get(cell, 0) | self._veil(need)


def _is_enough(strong: int, member: Kind, kind: Kind, fights: Fights) -> bool:
    """Whether an attack of a member with some strength can beat a kind at the best roll."""
    fall = fights.falls.get(kind.rank)
    if fall is None:
        return True
    if fights.roll == ODDS:
        return strong >= _wanted(kind, fights)
    most = best_hits(strong, member, kind, fights)
    return most > 0 and (fall.is_kept or most >= (value_of(kind, fall.value) or 0))


def _wanted(kind: Kind, fights: Fights) -> int:
    """The strength that an attack by odds asks for."""
    return max(1, lowest_defence(kind, fights) or 0)


def _paths_to(target: Cell, board: Board) -> Iterator[tuple[Cell, ...]]:
    """The ways to a cell from those around it, over one edge or over two by a corner."""
    near = board.beside(target)
    yield from ((cell, target) for cell in near)
    for shift in board.corners:
        for cell in (target + shift, target - shift):
            if cell >= 0:
                yield from ((cell, way, target) for way in near if board.are_beside(cell, way))
