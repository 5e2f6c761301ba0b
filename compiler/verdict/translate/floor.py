"""The steps between the cells of a quest, by the rules of the game: what each of them takes."""

from __future__ import annotations

from functools import cache, cached_property
from itertools import chain, product

from questwright.compiler.english import with_article
from questwright.compiler.geometry.cliffs import climbers, drop_costs, level_title
from questwright.compiler.geometry.special import WALL, passes
from questwright.compiler.geometry.terrain import cost_with_gear
from questwright.compiler.grid.cells import Edge, each_cell
from questwright.compiler.packs.system.moves import move_of
from questwright.compiler.packs.system.system import Diagonal
from questwright.compiler.verdict.task.need import IMPOSSIBLE, every
from questwright.compiler.verdict.task.task import DeedSort, FactSort
from questwright.compiler.verdict.translate.ground import FREE, Access
from questwright.compiler.verdict.translate.opening import takes
from questwright.compiler.verdict.translate.sights import Sights
from questwright.compiler.verdict.translate.vessels import is_there, ways_along
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.verdict.task.need import Need
    from questwright.compiler.verdict.translate.builder import Builder
    from questwright.dsl.source import Span


_PACE = 5
"""About how many cells a member walks in a round of whom the game does not say it."""


class Stride(NamedTuple):
    """A step from a cell to another."""

    to: Cell
    access: Access
    """What it takes, and who can take it."""
    title: str
    origin: Span
    sort: DeedSort = DeedSort.WALK
    """WALK, JUMP or CROSS."""
    costs: tuple[int | None, ...] = ()
    """What it costs each member; empty if it costs what entering the cell does."""
    crossing: str = ""
    rounds: int = 0
    """How many rounds it takes; 0 if it costs move points."""
    counts: str = ""
    """The id of the deeds that whoever takes it does: a gate counts them, a vessel is rowed."""
    things: Need | None = None
    """What it takes to hand things along it; None if it is what the step takes."""
    by_portal: bool = False
    flanks: tuple[Cell, ...] = ()
    """Round a corner, the cells that have to be free of friends; empty if none has to."""
    refused: str = ""
    """Why nobody takes it, though it is a way back; then it is no step at all."""

    def is_cornered(self, taken: Cells) -> bool:
        """Whether friends on some cells are in the way of a step round a corner."""
        return any(taken >> flank & 1 for flank in self.flanks)


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
        apart = (self._through_walls(), self._climbs(), self._cliffs(), self._crossings())
        for cell, stride in chain.from_iterable(apart):
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

    def _all_strides(self, cell: Cell) -> tuple[Stride, ...]:
        return (*self._walks(cell), *self.apart.get(cell, ()))

    def _strides(self, cell: Cell) -> tuple[Stride, ...]:
        return tuple(s for s in self.all_strides(cell) if not s.refused and s.access.is_to_be_had)

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

    # -- on foot --------------------------------------------------------------------------

    def _walks(self, cell: Cell, entered: tuple[Cell, ...] = ()) -> Iterator[Stride]:
        """The steps to the cells around one; who steps on a portal goes on from the other one."""
        portals = self._to.ground.portals
        for stride in self._around(cell):
            thing = portals.get(stride.to)
            if thing is None:
                yield stride
            elif not stride.refused and stride.to not in entered:
                others = (other for other, own in portals.items() if own.id == thing.link)
                for other in others:
                    for way in self._walks(other, (*entered, stride.to)):
                        access = stride.access.also(way.access)
                        if not way.refused:
                            yield Stride(
                                way.to,
                                access,
                                thing.title,
                                thing.origin,
                                things=IMPOSSIBLE,
                                by_portal=True,
                                flanks=(*stride.flanks, *way.flanks),
                            )

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
                        way = Stride(other, access, "round a corner", origin, things=IMPOSSIBLE)
                        yield way._replace(flanks=flanks)

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
        access = free.also(*(who for _, who in rough))
        if way is None or is_open:
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

    def _round(self, cell: Cell, other: Cell) -> Sequence[tuple[Access, tuple[Cell, ...]]]:
        """What each way to step across a corner asks for, with the cell that has to be free."""
        first, second = min(cell, other), max(cell, other)
        across = 1 if second - first == self.board.stride + 1 else -1
        flanks = (first + across, second - across)
        ways = [(self._by(first, flank, second), flank) for flank in flanks]
        asked = [(way, (flank,)) for way, flank in ways if way is not None]
        if self._are_friends_in_the_way:
            return asked
        every = [way for way, _ in asked]
        if self._to.system.grid.diagonal is Diagonal.BOTH_FLANKS:
            return [(FREE.also(*every), ())] if len(asked) == len(ways) else []
        return [(way, ()) for way in ([FREE] if FREE in every else every)]

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
        for cell, other in ((first, flank), (flank, second)):
            stride = self._straight(cell, other)
            gate = ground.gate_on.get(Edge(min(cell, other), max(cell, other)))
            if stride is None or (gate is not None and not gate.is_cut):
                return None
            access = access.also(stride.access)
        return access

    # -- where walking leads nowhere ------------------------------------------------------

    def _through_walls(self) -> Iterator[tuple[Cell, Stride]]:
        """Through walls and the gates in them, for those whom they do not stop: straight on."""
        to, board = self._to, self.board
        who = sum(
            bit
            for bit, kind in zip(to.ground.members.values(), to.quest.party, strict=True)
            if passes(kind.specials, WALL)
        )
        if not who:
            return
        gates = {edge: gate for gate in board.gates for edge in gate.edges}
        for cell in each_cell(to.ground.walkable):
            for other in board.beside(cell):
                edge = Edge(min(cell, other), max(cell, other))
                gate = gates.get(edge)
                is_counted = gate is not None and bool(gate.shuts_after)
                if board.is_walled(edge, is_gate=gate is not None) and not is_counted:
                    rough = (able for _, able in to.ground.rough(*edge))
                    access = to.ground.by(who).also(Access(to.free_of(cell, other)), *rough)
                    origin = to.quest.origin
                    yield cell, Stride(other, access, "a wall", origin, things=IMPOSSIBLE)

    def _climbs(self) -> Iterator[tuple[Cell, Stride]]:
        """Over the edges of ground that is kept apart from other ground, for those who climb."""
        to = self._to
        patches = [patch for patch in self.board.terrain if patch.kind.climbed_by]
        for edge, who in climbers(self.board, to.quest.party).items():
            ends = 1 << edge.first | 1 << edge.second
            origin = next(patch.origin for patch in patches if patch.cells & ends)
            rough = (able for _, able in to.ground.rough(*edge))
            access = Access(to.free_of(*edge), who).also(*rough)
            for cell, other in (edge, edge[::-1]):
                yield cell, Stride(other, access, "a climb", origin)

    def _cliffs(self) -> Iterator[tuple[Cell, Stride]]:
        """Down cliffs for those who jump; and that nobody else gets over them."""
        to, board = self._to, self.board
        costs = {}
        if to.system.jumps:
            falls = drop_costs(board, to.quest.party, to.system)
            costs = {fall[:2]: each for fall, each in falls}
        for edge in board.cliffs_within(board.floor):
            low, high = sorted(edge, key=board.height)
            if board.height(low) == board.height(high):
                continue
            ends = 1 << low | 1 << high
            levels = (level.origin for level in board.levels if level.cells & ends)
            origin = next(levels, to.quest.origin)
            names = [with_article(level_title(board, cell)) for cell in (low, high)]
            cliff = Stride(
                high,
                FREE,
                "a cliff",
                origin,
                DeedSort.JUMP,
                things=IMPOSSIBLE,
                refused="nobody climbs from {} to {}: nothing joins them".format(*names),
            )
            each = costs.get((high, low), ())
            who = sum(1 << n for n, cost in enumerate(each) if cost is not None)
            if not who:
                down = "nobody gets down from {} to {}: nothing joins them".format(*names[::-1])
                yield high, cliff._replace(to=low, refused=down)
                yield low, cliff
                continue
            need, title = to.free_of(low, high), f"a jump down to {board.name(low)}"
            yield high, Stride(low, Access(need, who), title, origin, DeedSort.JUMP, each)
            yield low, cliff._replace(things=need)

    def _crossings(self) -> Iterator[tuple[Cell, Stride]]:
        """By crossings; and that nobody comes back by those that lead one way."""
        to, party = self._to, len(self._to.quest.party)
        for crossing in self.board.crossings:
            title, whole = crossing.title, takes(crossing, to)
            ways = [(*way, title, "") for way in crossing.ways]
            if crossing.kind.is_one_way:
                why = f"nobody comes back through {with_article(title)}"
                ways += [(far, near, f"{title}, backwards", why) for near, far in crossing.ways]
            for near, far, told, refused in ways:
                rounds, costs = crossing.rounds_between(near, far), (crossing.cost,) * party
                able = whole
                if crossing.is_rowed:
                    able = whole.also(Access(is_there(crossing, near, far, to)))
                for cell, other, counts in product(
                    each_cell(crossing.ends[near]),
                    each_cell(crossing.ends[far]),
                    ways_along(crossing, near, far, to),
                ):
                    if cell != other:
                        rough = (own for _, own in to.ground.rough(cell, other))
                        yield (
                            cell,
                            Stride(
                                other,
                                able.also(*rough, Access(to.free_of(cell, other))),
                                told,
                                crossing.origin,
                                DeedSort.CROSS,
                                costs,
                                crossing.id,
                                rounds,
                                counts=counts,
                                things=IMPOSSIBLE,
                                refused=refused,
                            ),
                        )
