"""The steps between the cells of a quest, by the rules of the game: what each of them takes."""

from __future__ import annotations

from functools import cache, cached_property

from questwright.compiler.english import with_article
from questwright.compiler.geometry.special import is_used_by
from questwright.compiler.geometry.terrain import cost_with_gear
from questwright.compiler.grid.cells import Edge, each_cell
from questwright.compiler.packs.system.moves import move_of
from questwright.compiler.packs.system.system import Diagonal
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.need import IMPOSSIBLE, NOTHING, every, negated, transformed
from questwright.compiler.verdict.task.task import FactSort
from questwright.compiler.verdict.task.unjudged import Unjudged
from questwright.compiler.verdict.translate.ground import FREE, Access
from questwright.compiler.verdict.translate.sights import Sights
from questwright.compiler.verdict.translate.stride import Stride
from questwright.compiler.verdict.translate.strides_apart import strides_apart

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.quest import Thing
    from questwright.compiler.verdict.task.need import Need
    from questwright.compiler.verdict.translate.builder import Builder


_PACE = 5
"""About how many cells a member walks in a round of whom the game does not say it."""


class Floor:
    """The cells of a quest."""

    def __init__(self, to: Builder) -> None:
        self._to = to
        self.board = to.board
        self.rowed = tuple(own for own in self.board.crossings if own.is_rowed)
        """The vessels that lie at one end at a time."""
        self.friends_block = to.system.grid.friends_block
        """Whether nobody moves over a cell on which another stands."""
        self.sights = Sights(to)
        self.all_strides: Callable[[Cell], tuple[Stride, ...]] = cache(self._all_strides)
        """The steps that lead from a cell, those among them that nobody ever takes."""
        self.strides: Callable[[Cell], tuple[Stride, ...]] = cache(self._strides)
        """The steps that lead from a cell."""
        self.near: Callable[[Cell], tuple[tuple[Cell, Need], ...]] = cache(self._near)
        """The cells to which things can be handed from a cell, and what that takes."""
        self.freely: Callable[[Cell], Stride] = cache(self._freely)
        """The step onto a cell that is always free for everybody."""
        self._straight: Callable[[Cell, Cell], Stride | None] = cache(self._straight_on)
        """The step onto a cell beside one; None through a wall."""
        self._plainly: Callable[[Cell], Cells] = cache(self._plain_from)
        """The cells beside one to which anybody steps at any time, through no gate."""
        self.enter: tuple[dict[Cell, int], ...] = tuple(
            {
                cell: cost
                for patch in self.board.terrain
                if (cost := cost_with_gear(patch.kind, kind, to.system.move_value) or 1) != 1
                for cell in each_cell(patch.cells)
            }
            for kind in to.quest.party
        )
        """For each member what entering a cell costs, where that is not 1."""
        moves = (move_of(kind, to.system.move_value) for kind in to.quest.party)
        self.pace = tuple(_PACE if move is None else move.least or _PACE for move in moves)
        """About how many cells each member walks in a round."""
        self.apart: dict[Cell, list[Stride]] = {}
        """The steps between cells that walking does not join."""
        for cell, stride in strides_apart(to):
            if min(self.place(cell), self.place(stride.to)) >= 0:
                self.apart.setdefault(cell, []).append(stride)

    @cached_property
    def strength(self) -> tuple[int, ...]:
        """How strong each member's strongest attack is."""
        # Loaded here: few checks tell a line.
        from questwright.compiler.odds.best import strength_of

        fights = self._to.system.fights
        return tuple(strength_of(kind, fights) if fights else 0 for kind in self._to.quest.party)

    def place(self, cell: Cell) -> int:
        """The place of a cell, by its index in the task."""
        return self._to.place_of(cell)

    @cached_property
    def beyond(self) -> dict[Cell, set[int]]:
        """For each cell of an area the areas to or from which a way leads there, its own too."""
        areas = {cell: n for n, own in enumerate(self.board.areas) for cell in each_cell(own.cells)}
        found: dict[Cell, set[int]] = {cell: set() for cell in areas}
        for cell, own in areas.items():
            for stride in self.strides(cell):
                if not stride.crossing and stride.to in areas:
                    found[cell].add(areas[stride.to])
                    found[stride.to].add(own)
        return found

    def _all_strides(self, cell: Cell) -> tuple[Stride, ...]:
        return (*self._walks(cell), *self.apart.get(cell, ()))

    def _strides(self, cell: Cell) -> tuple[Stride, ...]:
        strides = (s for s in self.all_strides(cell) if not s.refused and s.access.is_to_be_had)
        return tuple(sorted(strides, key=lambda stride: len(stride.portals)))

    def _near(self, cell: Cell) -> tuple[tuple[Cell, Need], ...]:
        return tuple(
            (stride.to, stride.access.need if stride.things is None else stride.things)
            for stride in self.all_strides(cell)
            if stride.things != IMPOSSIBLE
        )

    def _freely(self, cell: Cell) -> Stride:
        return Stride(cell, FREE, "open floor", self._to.quest.origin)

    def cost(self, stride: Stride, member: int) -> int:
        """What a step costs a member of its move."""
        own = stride.costs[member] if stride.costs else None
        return self.enter[member].get(stride.to, 1) if own is None else own

    def least(self, stride: Stride, member: int) -> int:
        """What has to be left of a move for a step: who has none left is moved off a portal."""
        return 1 if stride.portals else self.cost(stride, member)

    # -- on foot --------------------------------------------------------------------------

    def _walks(self, cell: Cell, entered: tuple[Cell, ...] = ()) -> Iterator[Stride]:
        """The steps to the cells around one; who steps on a portal goes on from the other one."""
        portals = self._to.ground.portals
        for stride in self._around(cell):
            thing = portals.get(stride.to)
            if thing is None or thing.id in self._to.ground.removed:
                yield stride
            is_used = thing is not None and is_used_by(thing, self._to.system.party.word)
            if thing is None or not is_used or stride.refused:
                continue
            if stride.to in entered:
                self._counts_twice(stride, stride, thing)
            else:
                others = (other for other, own in portals.items() if own.id == thing.link)
                for other in others:
                    ends = (thing, portals[other])
                    for way in self._walks(other, (*entered, stride.to)):
                        access = self._through(ends, stride.access.also(way.access))
                        self._counts_twice(stride, way, thing)
                        if not way.refused:
                            # Onto the portal, and off the other one.
                            costs = tuple(1 + self.cost(way, n) for n in range(len(self.enter)))
                            yield Stride(
                                way.to,
                                access,
                                thing.title,
                                thing.origin,
                                costs=costs,
                                counts=stride.counts or way.counts,
                                things=IMPOSSIBLE,
                                portals=(*(own.id for own in ends), *way.portals),
                                flanks=stride.flanks | way.flanks,
                            )

    def _counts_twice(self, stride: Stride, way: Stride, portal: Thing) -> None:
        """Note it where gates count twice who takes a step, and goes on from a portal."""
        if stride.counts and way.counts:
            told = f"who goes through two gates that count by {with_article(portal.title)}"
            self._to.unjudged.append(Unjudged(told, portal.origin))

    def _through(self, portals: Sequence[Thing], access: Access) -> Access:
        """What it takes to go through two portals: both are there, and so in nobody's way."""
        there = [thing for thing in portals if thing.id in self._to.ground.removed]
        gone = [self._to.has(FactSort.GONE, thing) for thing in there]
        need = transformed(access.need, lambda leaf: NOTHING if leaf in gone else leaf)
        return access._replace(need=every(need, *map(negated, gone)))

    def _around(self, cell: Cell) -> Iterator[Stride]:
        """The steps to the cells beside one and, where one steps diagonally, round its corners."""
        inside, origin = self._to.ground.enterable, self._to.quest.origin
        for other in self.board.beside(cell):
            if inside >> other & 1 and (stride := self._straight(cell, other)) is not None:
                yield stride
        if self._to.system.grid.diagonal is Diagonal.NEVER:
            return
        for shift in self.board.corners:
            for other in (cell + shift, cell - shift):
                if other >= 0 and inside >> other & 1:
                    for access, flanks in self._round(cell, other):
                        way = (other, access, "round a corner", origin)
                        yield Stride(*way, things=IMPOSSIBLE, flanks=flanks)

    def _straight_on(self, cell: Cell, other: Cell) -> Stride | None:
        """The step onto a cell beside one; None through a wall."""
        to, ground = self._to, self._to.ground
        edge = Edge(min(cell, other), max(cell, other))
        if ground.free.is_free(*edge):
            changing = [cell for cell in edge if ground.changing >> cell & 1]
            if not changing:
                return self.freely(other)
            title = f"over {self.board.name(changing[0])}"
            return Stride(other, Access(to.free_of(cell, other)), title, to.quest.origin)
        way = ground.gate_on.get(edge)
        is_open = ground.around_gates.is_free(*edge)
        if way is None and not is_open:
            return None
        free = Access(to.free_of(cell, other))
        rough = ground.rough(*edge)
        access = free.also(*(who for _, who in rough), ground.over(*edge))
        if way is None or is_open:
            if not rough:
                # Things are handed over it, whoever has room.
                return Stride(other, access, "a strait", to.quest.origin, things=free.need)
            patch = rough[-1][0]
            return Stride(other, access, patch.kind.title, patch.origin)
        title, opened = way.gate.title, to.has(FactSort.OPEN, way.gate)
        stride = Stride(
            other,
            Access(opened).also(way.who, access),
            title,
            way.gate.origin,
            counts=way.counts,
            things=every(opened, free.need),
        )
        if way.sides >> cell & 1:
            return stride
        return stride._replace(title=f"{title}, backwards", refused=way.back)

    @cached_property
    def _at_gates(self) -> Cells:
        """The cells at the edges on which gates stand."""
        return union(1 << cell for edge in self._to.ground.gate_on for cell in edge)

    def _plain_from(self, cell: Cell) -> Cells:
        ground = self._to.ground
        plain = ground.enterable & ~(ground.changing | self._at_gates)
        return ground.free.grow(1 << cell) & plain if plain >> cell & 1 else 0

    def _round(self, cell: Cell, other: Cell) -> Sequence[tuple[Access, Cells]]:
        """What each way to step across a corner asks for, with the cell that has to be free."""
        first, second = min(cell, other), max(cell, other)
        across = 1 if second - first == self.board.stride + 1 else -1
        flanks = (first + across, second - across)
        ways = [(self._by(first, flank, second), flank) for flank in flanks]
        asked = [(way, 1 << flank) for way, flank in ways if way is not None]
        if self._are_friends_in_the_way:
            return asked
        every = [way for way, _ in asked]
        if self._to.system.grid.diagonal is Diagonal.BOTH_FLANKS:
            return [(FREE.also(*every), 0)] if len(asked) == len(ways) else []
        return [(way, 0) for way in ([FREE] if FREE in every else every)]

    @cached_property
    def _are_friends_in_the_way(self) -> bool:
        """Whether nobody steps round a corner by a cell on which a friend stands."""
        grid = self._to.system.grid
        is_one = grid.diagonal is Diagonal.ONE_FLANK
        return grid.friends_block and is_one and len(self._to.quest.party) > 1

    def _by(self, first: Cell, flank: Cell, second: Cell) -> Access | None:
        """What two straight steps by way of a cell ask for; None where they are not to be had."""
        ground, access = self._to.ground, FREE
        if flank < 0 or not ground.enterable >> flank & 1:
            return None
        if (self._plainly(first) & self._plainly(second)) >> flank & 1:
            return FREE
        for cell, other in ((first, flank), (flank, second)):
            stride = self._straight(cell, other)
            gate = ground.gate_on.get(Edge(min(cell, other), max(cell, other)))
            if stride is None or (gate is not None and not gate.is_cut):
                return None
            access = access.also(stride.access)
        return access
