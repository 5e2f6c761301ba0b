"""Where spells could bring a member of the party: over water, through walls, across a chasm.

Each way is the cheapest one to somewhere that the member does not get to otherwise.
"""

from __future__ import annotations

from functools import cached_property, partial
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from questwright.compiler.geometry.openings import Openings, rooms, whole
from questwright.compiler.geometry.terrain import cost_of, full_cost
from questwright.compiler.grid.cells import Edge, each_cell
from questwright.compiler.grid.lattice import headings
from questwright.compiler.model.spells import (
    allowed_spells,
    may_be_cast_on,
    piece_count,
    succeeding_faces,
)
from questwright.compiler.packs.system.casting import Does
from questwright.compiler.packs.system.moves import move_of
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.grid.lattice import Onward
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.model.spells import Caster
    from questwright.compiler.packs.system.casting import Casting, Spell
    from questwright.compiler.packs.system.system import Kind, System


OWN = (Does.TELEPORT, Does.PHASE, Does.QUICKEN)
"""Spells that somebody casts on itself."""


class SpellWay(NamedTuple):
    """A way that spells make."""

    does: Does
    spells: tuple[tuple[Spell, int], ...]
    """What is cast, each with its price."""
    start: Cell
    end: Cell
    over: tuple[Cell, ...]
    """The cells between."""

    @property
    def points(self) -> int:
        """What all of it costs."""
        return sum(points for _, points in self.spells)


class Region(NamedTuple):
    """Cells within which a caster casts."""

    cells: Cells
    reach: int


def regions(board: Board, casting: Casting, level: int) -> list[Region]:
    """Within which cells a caster of some level casts, and how far."""
    if not board.tiles:
        reach = [
            range_.cells for range_ in casting.ranges if not range_.on and range_.level == level
        ]
        return [Region(whole(board), reach[0])] if reach else []
    found: list[Region] = []
    joined: dict[int, Cells] = {}
    for tile in board.tiles:
        for range_ in casting.ranges:
            if range_.level == level and (not range_.on or range_.on in tile.traits.values()):
                if range_.is_same_tile:
                    found.append(Region(tile.cells, range_.cells))
                else:
                    joined[range_.cells] = joined.get(range_.cells, 0) | tile.cells
                break
    return [*found, *(Region(cells, reach) for reach, cells in joined.items())]


class SpellWays:
    """The ways that one caster can make for one member, in one region."""

    def __init__(
        self,
        quest: Quest,
        system: System,
        caster: Caster,
        member: Kind,
        within: Cells,
        walkable: Cells,
    ) -> None:
        assert system.casting is not None
        self._quest, self._system, self._casting = quest, system, system.casting
        self._board = quest.board
        self._caster, self._member = caster, member
        self._within = within
        self._walkable = walkable & within
        self._spells = [
            spell for spell in allowed_spells(quest, system.casting) if spell.level <= caster.level
        ]
        self._pieces_for = {spell.word: piece_count(spell, quest) for spell in self._spells}
        self._gated = {edge for gate in quest.board.gates for edge in gate.edges}
        self._headings = headings(self._board.lattice, self._board.rows, self._board.columns)
        self._steps = Openings(self._board.onward)
        """The steps from each cell to those beside it, whatever stands between."""
        self._air = rooms(self._board).without(self._gated)
        """The steps that one flies: over any ground, and through no wall and no gate."""

    @cached_property
    def _standable(self) -> Cells:
        """Where the member can stand, as far as the ground goes."""
        closed = 0
        for patch in self._board.terrain:
            if cost_of(patch.kind, self._member, self._system.move_value) is None:
                closed |= patch.cells
        return self._walkable & ~closed

    def to(self, here: Cells, there: Sequence[Cells]) -> Iterator[SpellWay]:
        """The cheapest ways from where the member can be to each of some other places."""
        here &= self._standable
        targets = [cells & self._standable for cells in there]
        if here and any(targets):
            yield from self._laid(here, targets)
            yield from self._broken(here, targets)
            for spell in self._spells:
                if may_be_cast_on(spell, self._member) and self._is_for(spell):
                    yield from self._carried(spell, here, targets)

    def _is_for(self, spell: Spell) -> bool:
        """Whether the caster casts a spell on the member: on itself, or on somebody else."""
        own = spell.does in OWN
        return own == (self._member.word == self._caster.kind.word)

    def _comes_off(self, points: int) -> bool:
        faces = succeeding_faces(points, self._caster.level, self._casting)
        return points <= self._caster.points and faces > 0

    # -- ground that is laid, and tunnels ------------------------------------------------------

    def _laid(self, here: Cells, there: list[Cells]) -> Iterator[SpellWay]:
        """Pieces laid one behind the other, over ground or through rock."""
        kinds: dict[tuple[Does, tuple[str, ...], str, str], list[Spell]] = {}
        for spell in self._spells:
            enters = self._enters(spell.ground)
            if spell.does in (Does.LAY, Does.DIG) and enters and self._comes_off(spell.points):
                kinds.setdefault((spell.does, spell.over, spell.ground, spell.on), []).append(spell)
        for (does, over, _, on), spells in kinds.items():
            cells = self._within & self._called(on)
            if does is Does.DIG:
                cells &= ~self._board.floor
            else:
                laid = (p.cells for p in self._board.terrain if p.kind.word in over)
                cells &= sum(laid) & ~self._quest.blocked
            # What is walked over anyhow needs no bridge.
            yield from self._over(
                does,
                here & ~cells,
                [place & ~cells for place in there],
                cells,
                partial(self._pieces, spells, cells),
            )

    def _called(self, on: str) -> Cells:
        """The cells of the tiles that are called so; all of a board that is drawn."""
        if not on or not self._board.tiles:
            return self._within
        return sum({tile.cells for tile in self._board.tiles if on in tile.traits.values()})

    def _enters(self, ground: str) -> bool:
        terrain = self._system.terrains.get(ground)
        move = self._system.move_value
        return terrain is None or cost_of(terrain, self._member, move) is not None

    def _pieces(
        self, spells: list[Spell], cells: Cells, last: Cell
    ) -> Iterator[tuple[int, tuple[Cell, ...], Spell]]:
        """The pieces that can be laid next: what each costs, and the cells that it covers."""
        beside = each_cell(self._beside(last) & cells)
        for first in (cell for cell in beside if self._is_even(last, cell)):
            for spell in spells:
                for heading in self._headings if spell.cells > 1 else self._headings[:1]:
                    row = [first]
                    while len(row) < spell.cells and (
                        ahead := _moved(1 << row[-1], heading) & cells
                    ):
                        row.append(next(each_cell(ahead)))
                    if len(row) == spell.cells:
                        yield spell.points, tuple(row), spell

    def _over(
        self,
        does: Does,
        here: Cells,
        there: list[Cells],
        cells: Cells,
        onward: Callable[[Cell], Iterator[tuple[int, tuple[Cell, ...], Spell]]],
    ) -> Iterator[SpellWay]:
        """The cheapest ways over some cells, piece by piece."""
        waiting = [*there]
        queue: list[tuple[int, tuple[Cell, ...], tuple[tuple[Spell, int], ...]]] = []
        for start in each_cell(here):
            if self._beside(start) & cells:
                queue += [(0, (start,), ())]
        done: set[Cell] = set()
        queue.sort()
        while queue and any(waiting):
            points, way, spells = heappop(queue)
            last = way[-1]
            if last in done:
                continue
            done.add(last)
            near = each_cell(self._beside(last)) if spells else ()
            ends = sum(1 << end for end in near if self._is_even(last, end))
            for end in _arrived(waiting, ends):
                yield SpellWay(does, spells, way[0], end, way[1:])
            for price, row, spell in onward(last):
                often = sum(cast is spell for cast, _ in spells)
                if often == self._pieces_for.get(spell.word):
                    continue
                if points + price <= self._caster.points and not {*row} & {*way}:
                    heappush(queue, (points + price, (*way, *row), (*spells, (spell, price))))

    def _beside(self, cell: Cell) -> Cells:
        """The neighbours of a cell, floor or not."""
        return self._steps.grow(1 << cell) & self._within & ~(1 << cell)

    def _is_even(self, here: Cell, there: Cell) -> bool:
        """Whether one walks from a cell to another once the ground allows it."""
        board, edge = self._board, Edge(min(here, there), max(here, there))
        if not (board.floor >> here & board.floor >> there & 1):
            return True
        if edge in self._gated or not board.is_climbed(edge):
            return False
        return board.is_crossed(here, there) or board.height(here) == board.height(there)

    # -- walls ---------------------------------------------------------------------------------

    def _broken(self, here: Cells, there: list[Cells]) -> Iterator[SpellWay]:
        spells = (spell for spell in self._spells if spell.does is Does.BREAK)
        spell = next((spell for spell in spells if self._enters(spell.ground)), None)
        if spell is None or not self._comes_off(spell.points):
            return
        board, waiting = self._board, [*there]
        for wall in board.walls_within(self._standable):
            is_even = board.height(wall.first) == board.height(wall.second)
            for start, beyond in (wall, wall[::-1]) if is_even else ():
                for end in _arrived(waiting, here >> start & 1 and 1 << beyond):
                    yield SpellWay(Does.BREAK, ((spell, spell.points),), start, end, ())

    # -- who is carried ------------------------------------------------------------------------

    def _carried(self, spell: Spell, here: Cells, there: list[Cells]) -> Iterator[SpellWay]:
        """The ways on which the member is brought somewhere, or goes further than it could."""
        if spell.does in (Does.QUICKEN, Does.HASTEN):
            price = {cell: more * spell.points for cell, more in self._dear()}
            dear = {cell: points for cell, points in price.items() if self._comes_off(points)}
            cells = sum(1 << cell for cell in dear)

            def pieces(last: Cell) -> Iterator[tuple[int, tuple[Cell, ...], Spell]]:
                for cell in each_cell(self._beside(last) & cells):
                    if self._board.is_crossed(last, cell):
                        yield dear[cell], (cell,), spell

            yield from self._over(spell.does, here, there, cells, pieces)
        elif spell.does in (Does.TELEPORT, Does.LEVITATE, Does.PHASE):
            yield from self._flown(spell, here, there)

    def _dear(self) -> Iterator[tuple[Cell, int]]:
        """The cells that cost more than the member's whole move, and how much more."""
        move = move_of(self._member, self._system.move_value)
        if move is None:
            return
        for patch in self._board.terrain:
            cost = full_cost(patch.kind, self._member)
            if cost is not None and cost > move.most:
                for cell in each_cell(patch.cells & self._walkable):
                    yield cell, cost - move.most

    def _flown(self, spell: Spell, here: Cells, there: list[Cells]) -> Iterator[SpellWay]:
        """The ways of so many cells through the air, or through nothing."""
        waiting = [*there]
        rings, seen = [here], here
        while rings[-1] and any(waiting) and self._comes_off(spell.points * len(rings)):
            ring = self._around(rings[-1], spell.does) & ~seen
            if spell.does is Does.LEVITATE:
                ring &= self._wide
            rings.append(ring)
            seen |= ring
            points = spell.points * (len(rings) - 1)
            for end in _arrived(waiting, ring):
                start = self._back(end, rings, spell.does)
                yield SpellWay(spell.does, ((spell, points),), start, end, ())

    def _around(self, cells: Cells, does: Does) -> Cells:
        """Cells, and those to which a spell brings somebody from there, one further."""
        steps = self._air if does is Does.LEVITATE else self._steps
        floor = self._standable if does is Does.PHASE else self._within
        return steps.grow(cells) & floor

    def _back(self, end: Cell, rings: list[Cells], does: Does) -> Cell:
        """The cell of the first ring from which one has come to a cell of the last."""
        cells = 1 << end
        for ring in rings[-2::-1]:
            cells = ring & self._around(cells, does)
        return next(each_cell(cells))

    @cached_property
    def _wide(self) -> Cells:
        """The cells where it is wider than one cell: two beside each other lie beside them."""
        floor = self._board.floor & self._within
        beside = [_moved(floor, heading) for heading in self._headings]
        found = 0
        for number, cells in enumerate(beside):
            found |= cells & beside[number - 1]
        return found & floor


def _arrived(waiting: list[Cells], cells: Cells) -> Iterator[Cell]:
    """Where one comes first to each of some places by coming to some cells; then it is done."""
    for number, place in enumerate(waiting):
        if place & cells:
            waiting[number] = 0
            yield next(each_cell(place & cells))


def _moved(cells: Cells, heading: Iterable[Onward]) -> Cells:
    """The cells that lie in a direction from some others."""
    found = 0
    for shift, begins in heading:
        moved = cells & begins
        found |= moved << shift if shift > 0 else moved >> -shift
    return found
