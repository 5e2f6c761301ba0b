"""The steps between cells that walking does not join, and what each of them takes."""

from __future__ import annotations

from itertools import product

from questwright.compiler.english import with_article
from questwright.compiler.geometry.cliffs import climbers, drop_costs, level_title
from questwright.compiler.geometry.special import WALL, passes
from questwright.compiler.grid.cells import Edge, each_cell
from questwright.compiler.verdict.task.need import IMPOSSIBLE
from questwright.compiler.verdict.task.task import DeedSort
from questwright.compiler.verdict.translate.ground import FREE, Access
from questwright.compiler.verdict.translate.opening import takes
from questwright.compiler.verdict.translate.stride import Stride
from questwright.compiler.verdict.translate.vessels import is_there, ways_along

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.verdict.translate.builder import Builder


def strides_apart(to: Builder) -> Iterator[tuple[Cell, Stride]]:
    """Those through walls, up climbs, down cliffs and by crossings, each with where it begins.

    And those over barriers, by which nobody goes and things are handed.
    """
    for cell, stride in _each(to):
        room = to.ground.nimble if stride.crossing else to.ground.over(cell, stride.to)
        yield cell, stride._replace(access=stride.access.also(room))


def _each(to: Builder) -> Iterator[tuple[Cell, Stride]]:
    """The same, whatever room they take."""
    yield from _through_walls(to)
    yield from _climbs(to)
    yield from _cliffs(to)
    yield from _barriers(to)
    yield from _crossings(to)


def _through_walls(to: Builder) -> Iterator[tuple[Cell, Stride]]:
    """Through walls and the gates in them, for those whom they do not stop: straight on."""
    board = to.board
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


def _climbs(to: Builder) -> Iterator[tuple[Cell, Stride]]:
    """Over the edges of ground that is kept apart from other ground, for those who climb."""
    patches = [patch for patch in to.board.terrain if patch.kind.climbed_by]
    for edge, who in climbers(to.board, to.quest.party).items():
        ends = 1 << edge.first | 1 << edge.second
        origin = next(patch.origin for patch in patches if patch.cells & ends)
        rough = (able for _, able in to.ground.rough(*edge))
        access = Access(to.free_of(*edge), who).also(*rough)
        for cell, other in (edge, edge[::-1]):
            yield cell, Stride(other, access, "a climb", origin)


def _cliffs(to: Builder) -> Iterator[tuple[Cell, Stride]]:
    """Down cliffs for those who jump; and that nobody else gets over them."""
    board = to.board
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


def _barriers(to: Builder) -> Iterator[tuple[Cell, Stride]]:
    """That nobody goes over a barrier, where no cliff is; things are handed over it."""
    board = to.board
    cliffs = {*board.cliffs_within(board.floor)}
    for barrier in board.barriers:
        title = barrier.kind.title
        why = f"nobody walks through {with_article(title)}"
        for edge in barrier.edges:
            if edge in cliffs:
                continue
            free = to.free_of(*edge)
            for cell, other in (edge, edge[::-1]):
                over = Stride(other, FREE, title, barrier.origin, things=free, refused=why)
                yield cell, over


def _crossings(to: Builder) -> Iterator[tuple[Cell, Stride]]:
    """By crossings; and that nobody comes back by those that lead one way."""
    party = len(to.quest.party)
    for crossing in to.board.crossings:
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
            elif crossing.cast is not None:
                # What is laid leads over them, and not above them.
                able = whole.also(Access(to.free_of(*crossing.over)))
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
