"""Attacks along sight: from which cells a figure is attacked so, and past what."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from questwright.compiler.geometry.openings import sights
from questwright.compiler.geometry.sight import View
from questwright.compiler.grid.cells import Edge, each_cell
from questwright.compiler.packs.system.fights import Reach
from questwright.compiler.packs.system.system import Category
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import NOTHING, every
from questwright.compiler.verdict.translate.fights import able, attacked_over
from questwright.compiler.verdict.translate.ground import FREE, Access

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.geometry.sight import Veils
    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.quest import Thing
    from questwright.compiler.packs.system.fights import Attack
    from questwright.compiler.verdict.task.need import Members, Need, Places
    from questwright.compiler.verdict.translate.builder import Builder


class Shots:
    """The attacks along sight in a quest. Its board is looked at when somebody has such an attack.

    Walls, shut gates, high things, what has fallen and figures of other sides close sight. So do
    members of the party who cannot step aside; they can where there is room for all on ground that
    is open. An open gate that leads one way is seen through that way.
    """

    def __init__(self, to: Builder) -> None:
        self._to = to
        fights = to.system.fights
        attacks = fights.attacks if fights is not None else ()
        self._attacks = [attack for attack in attacks if attack.reach is Reach.SIGHT]
        self._needs: list[Need] = []
        """What each veil asks for to be gone."""
        self._narrow: dict[int, Places] = {}
        """The veils that are members of the party on narrow cells, each with the place of one."""
        self._veils: dict[Need, Veils] = {}

    def at(
        self, thing: Thing, fought: Sequence[tuple[Cells, Access]]
    ) -> Iterator[tuple[Cells, Access, Places]]:
        """The cells from which a figure is attacked along sight, what that takes, and past where.

        From a place where all of them can fight it as well as attack it so, they fight it: one
        walks freely within a place. For the same reason the cells of a place count where least is
        asked for.
        """
        for attack in self._attacks:
            who = able(thing, (attack,), self._to)
            if who:
                asked = self._asked(thing, attack, who, fought)
                yield from self._attacked(thing, asked, Access(who=who))

    def _asked(
        self, thing: Thing, attack: Attack, who: Members, fought: Sequence[tuple[Cells, Access]]
    ) -> Cells:
        """The cells of which it matters whether the figure is seen from there."""
        to = self._to
        asked = to.ground.walkable & ~thing.mask
        if attack.not_beside:
            for cell in each_cell(thing.mask):
                asked &= ~sum(1 << near for near in to.board.beside(cell))
                for shift in to.board.corners:
                    asked &= ~(1 << cell << shift | 1 << cell >> shift)
        for cells, access in fought:
            if access.need == NOTHING and not who & ~access.who:
                for number in each_number(to.places_of(cells)):
                    place = to.places[number].cells
                    asked &= ~(place | self._aside(place))
        return asked

    def _aside(self, place: Cells) -> Cells:
        """The cells of figures from which one steps into a place and back, once these are beaten.

        There has to be room in it for all, and nothing may tell it from these cells.
        """
        to = self._to
        if place & to.ground.changing or place.bit_count() < len(to.quest.party):
            return 0
        area = to.board.areas[to.board.area_at(place.bit_length() - 1)].cells
        cells = (
            to.ground.free.grow(place)
            & to.ground.changing
            & ~to.ground.closing
            & ~to.ground.unstandable
            & ~to.quest.begun
            & area
        )
        for watched in to.watched:
            cells &= watched if watched & place else ~watched
        return cells

    def _attacked(
        self, thing: Thing, asked: Cells, by: Access
    ) -> Iterator[tuple[Cells, Access, Places]]:
        to = self._to
        own = self._veil(to.beaten(thing))
        found: dict[Veils, Cells] = {}
        for cell in each_cell(thing.mask):
            for veils, cells in self._view.seen_from(cell, own, asked).items():
                found[veils] = found.get(veils, 0) | cells & asked
        covered: dict[Veils, int] = {}
        for veils in sorted(found, key=int.bit_count):
            places = to.places_of(found[veils])
            for fewer, known in covered.items():
                places &= -1 if fewer & ~veils else ~known
            covered[veils] = places
            if places:
                cells = sum(to.places[number].cells for number in each_number(places))
                need = every(*(self._needs[number] for number in each_number(veils)))
                past = sum(self._narrow.get(number, 0) for number in each_number(veils))
                yield found[veils] & cells, by.also(Access(need)), past

    def _veil(self, need: Need) -> Veils:
        """What closes sight until a need is met."""
        veil = self._veils.get(need)
        if veil is None:
            veil = self._veils[need] = 1 << len(self._needs)
            self._needs.append(need)
        return veil

    def _narrow_cells(self) -> Cells:
        """The cells from which members cannot step aside with nothing coming of it."""
        own = (place.cells for place in self._to.places if place.cells.bit_count() == 1)
        return sum(own) if len(self._to.quest.party) > 1 else 0

    @cached_property
    def _view(self) -> View:
        to = self._to
        high = 0
        """What nothing takes away."""
        gone: list[tuple[Cells, Need]] = []
        for thing in to.quest.things:
            is_high = thing.kind.is_high or thing.kind.category is Category.OBSTACLE
            if thing.blocks and is_high and thing.id in to.ground.removed:
                gone.append((thing.mask, to.gone(thing.id, thing.title, thing.origin)))
            elif thing.blocks and is_high:
                high |= thing.mask
        gone += [(foe.mask, to.beaten(foe)) for foe in to.ground.foes]
        closing = to.ground.closing & to.board.floor
        gone += [(1 << cell, to.clear(cell)) for cell in each_cell(closing)]
        veiled: dict[Cell, Veils] = {}
        for cells, need in gone:
            for cell in each_cell(cells):
                veiled[cell] = veiled.get(cell, 0) | self._veil(need)
        for cell in each_cell(self._narrow_cells()):
            number = len(self._needs)
            self._needs.append(NOTHING)
            self._narrow[number] = 1 << to.place_of(cell)
            veiled[cell] = veiled.get(cell, 0) | 1 << number
        passed: list[Edge] = []
        gates: dict[Cell, dict[Cell, Veils]] = {}
        shut = [edge for gate in to.board.gates for edge in gate.edges]
        for edge in shut:
            for near, far in (edge, edge[::-1]):
                access = attacked_over(far, near, to)
                if access == FREE or edge not in to.ground.gate_on:
                    # A window, or a gate that nothing shuts.
                    passed.append(edge)
                elif access is not None:
                    gates.setdefault(near, {})[far] = self._veil(access.need)
        free = sights(to.board).without(shut).joined(passed)
        return View(to.board, free, high, veiled, gates)
