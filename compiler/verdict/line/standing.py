"""How members come to stand where a move asks for them, and how things get to who needs them.

Nothing comes of it: they walk within their spots, and make room for each other.
"""

from __future__ import annotations

from contextlib import suppress
from heapq import heappop, heappush
from itertools import islice, pairwise

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.grid.matching import maximum_matching
from questwright.compiler.verdict.line.rearranged import rearranged
from questwright.compiler.verdict.line.table import (
    Aim,
    Leg,
    LostWayError,
    free_ways,
    shut_to,
    ways_of,
)
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.need import holds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.verdict.line.table import Fits, TableTop
    from questwright.compiler.verdict.task.task import Deed


_Seat = tuple[int, int]
"""A cell, and whose it is if each may have one there; else -1."""
_FEW = 6
"""So many are seated so that they need not pass each other."""
_WAYS = 4
"""How many ways are tried, one after the other, where what opens one closes it."""


def lifted_from(table: TableTop, aim: Aim) -> list[Cells]:
    """Where somebody is brought away by a spell on a way: nobody else stands there then."""
    crossings = table.floor.board.crossings
    starts = {own.id: own.ends[0] for own in crossings if own.cast and own.cast.is_once}
    way = next(ways_of(table, aim), ()) if starts else ()
    found = [starts[leg.stride.crossing] for leg in way if leg.stride.crossing in starts]
    return [cells for cells in found if not cells >> table.cells[aim.member] & 1]


def stand(
    table: TableTop,
    spots: Sequence[Cells],
    wishes: Mapping[int, Cells],
    left: Sequence[Cells] = (),
    then: Aim | None = None,
) -> bool:
    """Members walk until each stands on a cell that is wished of it, each on one of its own.

    They leave a cell free of each of those that are to be ``left`` so, and one that is aimed at
    ``then``. Returns whether there is room for that.
    """
    if rearranged(table, spots, wishes, left, then):
        return True
    return _is_seated(table, spots, wishes, left, then)


def _is_seated(
    table: TableTop,
    spots: Sequence[Cells],
    wishes: Mapping[int, Cells],
    left: Sequence[Cells],
    then: Aim | None,
) -> bool:
    """Whether all have come to their seats, none past another for a nearer one."""
    if (
        not left
        and then is None
        and all(table.cells[n] < 0 or cells >> table.cells[n] & 1 for n, cells in wishes.items())
    ):
        return True
    there = [member for member, cell in enumerate(table.cells) if cell >= 0]
    mover = -1 if then is None else then.member
    there.sort(key=lambda member: (member not in wishes, member != mover))
    asked = [Aim(n, spots[n], wishes.get(n, spots[n])) for n in there]
    here = -1 if then is None else table.cells[then.member]
    # Who comes back to where it stands leaves that free for itself.
    if then is not None and (here < 0 or not then.wanted >> here & 1):
        asked.insert(0, then)
        there.insert(0, -1)
    for each in asked if table.floor.rowed else ():
        aboard = table.brought.get(mover)
        is_away = aboard is not None and aboard.member == each.member
        if is_away or next(_seats_at(table, each), None) is not None:
            continue
        if not _has_fetched(table, each, spots):
            return False
    aboard = table.brought.get(mover)
    if aboard is not None:
        # Who has brought the vessel goes back along with it.
        wished = wishes.get(aboard.member, spots[aboard.member])
        within = aboard.within | spots[aboard.member] | wished
        table.brought[mover] = aboard._replace(within=within, wanted=wished)
        left = (*left, wished)
        both = zip(there, asked, strict=True)
        kept = [(n, own) for n, own in both if own.member != aboard.member]
        there, asked = [n for n, _ in kept], [own for _, own in kept]
    found = _seats(table, left, asked)
    if found is None:
        return False
    there = [-1] * len(left) + there
    goals = {member: found[n][0] for n, member in enumerate(there) if member >= 0}
    for _ in range(4 * len(there)):
        rest = [member for member, goal in goals.items() if table.cells[member] != goal]
        if not rest or table.is_over():
            return True
        member = next((n for n in rest if not table.taken(n) >> goals[n] & 1), -1)
        if member >= 0:
            walk_to(table, Aim(member, spots[member], 1 << goals[member]), None, spots)
        elif not any(_is_off(table, n, spots[n], table.taken()) for n in rest):
            return False
    return False


def seeing(
    table: TableTop, deed: Deed, member: int, spots: Sequence[Cells], wishes: Mapping[int, Cells]
) -> Iterator[Mapping[int, Cells]]:
    """Where all may stand as wished so that a member does a deed along sight past the others.

    From each of the nearest cells for it, over each line.
    """
    facts = table.state.facts
    others = [n for n, cell in enumerate(table.cells) if cell >= 0 and n != member]
    for cell, _ in _ends(table, Aim(member, spots[member], wishes[member])):
        for past in table.floor.sights.lines(deed, cell, facts):
            free = {n: wishes.get(n, spots[n]) & ~past for n in others}
            yield {**wishes, **free, member: 1 << cell}


def _seats(
    table: TableTop, left: Sequence[Cells], asked: Sequence[Aim]
) -> dict[int, tuple[Cell, int]] | None:
    """A cell of each of those that are ``left`` free, then a cell for each who is to stand there.

    Each who is ``asked`` walks over some cells to one of others: the nearest, if nobody else does.
    None if there is no room.
    """
    taken = table.taken()
    free = [sorted(each_cell(cells), key=lambda cell: taken >> cell & 1) for cells in left]
    kept = [[(cell, -1) for cell in cells] for cells in free]
    if table.floor.friends_block and len(kept) + len(asked) <= _FEW:
        walked = ([(n * n, seat) for seat, n in _seats_at(table, each)] for each in asked)
        return _in_file([*([(0, seat) for seat in seats] for seats in kept), *walked])
    nearest = [cells[0] for cells in kept]
    for each in asked:
        seat, _ = next(_seats_at(table, each), (None, 0))
        if seat is None:
            return None
        nearest.append(seat)
    if len(nearest) == len({*nearest}):
        return dict(enumerate(nearest))
    found = maximum_matching([*kept, *([s for s, _ in _seats_at(table, each)] for each in asked)])
    return found if len(found) == len(nearest) else None


def _in_file(asked: Sequence[Sequence[tuple[int, _Seat]]]) -> dict[int, _Seat] | None:
    """A seat of its own for each, of those that it can take and what each costs; None for no room.

    The cheapest in all. Of squares of ways: then nobody goes past another for a nearer seat.
    """
    waiting: list[tuple[int, tuple[_Seat, ...]]] = [(0, ())]
    while waiting:
        spent, taken = heappop(waiting)
        if len(taken) == len(asked):
            return dict(enumerate(taken))
        for cost, seat in asked[len(taken)]:
            if seat not in taken:
                heappush(waiting, (spent + cost, (*taken, seat)))
    return None


def _seats_at(table: TableTop, aim: Aim) -> Iterator[tuple[_Seat, int]]:
    """The nearest cells to which a member can walk, each with the number of steps to it.

    As many as may be taken and one; one that is shared is each one's own.
    """
    for cell, steps in islice(_ends(table, aim), len(table.cells) + 1):
        yield (cell, aim.member if table.exits[aim.member] >> cell & 1 else -1), steps


def _ends(table: TableTop, aim: Aim) -> Iterator[tuple[Cell, int]]:
    """All cells to which a member can walk, the nearest first, each with the number of steps."""
    for way in ways_of(table, aim):
        yield way[-1].stride.to if way else table.cells[aim.member], len(way)


def walk_to(table: TableTop, aim: Aim, fits: Fits | None, spots: Sequence[Cells] = ()) -> None:
    """A member walks the shortest way to a cell where nobody stands; another, if it closes.

    As far as their ``spots`` are known over which they walk, others make way whom nobody passes;
    and if it takes a vessel that lies elsewhere, one of them brings that.
    """
    member = aim.member
    for _ in range(_WAYS):
        way = next(free_ways(table, aim), None)
        if way is None:
            if not _has_made_way(table, aim, spots) and not _has_fetched(table, aim, spots):
                if spots and _has_gone_on(table, aim, spots, fits):
                    return
                break
        elif table.walk(member, way, fits):
            _go_along(table, member, fits)
            return
    raise LostWayError


def _go_along(table: TableTop, member: int, fits: Fits | None) -> None:
    """Whoever has brought a vessel to a member goes back along with it, if they can."""
    back = table.brought.pop(member, None)
    if back is not None and not table.is_over():
        with suppress(LostWayError):
            walk_to(table, back, fits)


def _has_made_way(
    table: TableTop, aim: Aim, spots: Sequence[Cells], kept: Cells = 0, turns: int = 2
) -> bool:
    """Whether those who stand in a member's way, and whom nobody passes, have stepped aside.

    Off the way, and off cells that are ``kept`` free. Whoever stands in the way of that steps aside
    first, and so on for so many ``turns``.
    """
    shut = shut_to(table, aim.member) if spots else 0
    way = next((way for way in ways_of(table, aim) if way), ()) if shut else ()
    cells = [cell for leg in way[::-1] for cell in (leg.stride.to, *each_cell(leg.stride.flanks))]
    path = union(1 << cell for cell in cells)
    kept |= path
    for cell in cells:
        member = table.cells.index(cell) if cell in table.cells else aim.member
        if member == aim.member or table.is_over() or _is_off(table, member, spots[member], kept):
            continue
        here = 1 << table.cells[aim.member]
        out = Aim(member, spots[member], spots[member] & ~kept & ~here & ~table.taken())
        if turns and _has_made_way(table, out, spots, kept | here, turns - 1):
            _is_off(table, member, spots[member], kept | here)
    return bool(way) and not path & shut_to(table, aim.member)


def _has_gone_on(table: TableTop, aim: Aim, spots: Sequence[Cells], fits: Fits | None) -> bool:
    """Whether whoever stands in a member's way, past whom nobody walks, has gone on in its place.

    The member has come to where that one stood.
    """
    way = next((way for way in ways_of(table, aim) if way), ())
    cells = [leg.stride.to for leg in way]
    at = next((n for n, cell in enumerate(cells) if cell in table.cells), len(cells))
    if at == len(cells) or table.is_over():
        return False
    other = table.cells.index(cells[at])
    ways = free_ways(table, Aim(other, spots[other] | aim.wanted, aim.wanted))
    on = next(filter(None, ways), None)
    return (
        on is not None
        and table.walk(other, on)
        and not table.is_over()
        and table.walk(aim.member, way[: at + 1], fits)
    )


def _is_off(table: TableTop, member: int, spot: Cells, kept: Cells) -> bool:
    """Whether a member has walked off some cells within its spot, past nobody."""
    free = spot & ~kept & ~table.taken(member)
    if next(ways_of(table, Aim(member, spot, free), shut_to(table, member)), None) is None:
        return False
    walk_to(table, Aim(member, spot, free), None)
    return True


def _has_fetched(table: TableTop, aim: Aim, spots: Sequence[Cells]) -> bool:
    """Whether somebody has brought a vessel to where a member can go aboard.

    Over their spots, or else over all cells on which nothing comes of it.
    """
    others = [n for n, cell in enumerate(table.cells) if cell >= 0 and n != aim.member]
    if not (table.floor.rowed and spots):
        return False
    return any(_has_rowed(table, aim, n, spots[n], spots) for n in others) or any(
        _has_rowed(table, aim, n, spots[n] | _calm(table, n), spots) for n in others
    )


def _has_rowed(table: TableTop, aim: Aim, other: int, spot: Cells, spots: Sequence[Cells]) -> bool:
    """Whether another has brought a vessel over some cells to where a member can go aboard."""
    for crossing in table.floor.rowed:
        for near, far in crossing.ways:
            landing = crossing.ends[far] & ~(0 if table.makes_way else table.taken())
            if next(ways_of(table, Aim(aim.member, aim.within, landing)), None) is None:
                continue
            for way in ways_of(table, Aim(other, spot, crossing.ends[near])):
                strides = table.floor.strides(way[-1].stride.to if way else table.cells[other])
                for stride in strides:
                    access = stride.access
                    is_there = stride.crossing == crossing.id and landing >> stride.to & 1
                    is_open = is_there and holds(access.need, table.state.facts, (), ())
                    if is_open and access.admits(other, table.state.hold[other]):
                        # Whoever waits at the landing steps aside for the one who comes.
                        waits = table.cells.index(stride.to) if stride.to in table.cells else -1
                        within = aim.within if waits == aim.member else spots[waits]
                        if waits < 0 or _is_off(table, waits, within & ~landing, table.taken()):
                            table.brought[aim.member] = _back(table, other, spot, way)
                            return table.walk(other, (*way, Leg(stride, other)))
    return False


def _calm(table: TableTop, member: int) -> Cells:
    """The cells on which a member may be with nothing coming of it, all others as they stand."""
    where, found = table.state.where, 0
    for number, place in enumerate(table.task.places):
        there = (*where[:member], 1 << number, *where[member + 1 :])
        if place.cells and table.play.is_quiet(table.state._replace(where=there)):
            found |= place.cells
    return found


def _back(table: TableTop, member: int, spot: Cells, way: Sequence[Leg]) -> Aim:
    """That a member comes back to where it stands, over the cells of its way or within its spot."""
    here = 1 << table.cells[member]
    return Aim(member, spot | here | union(1 << leg.stride.to for leg in way), here)


def open_around(table: TableTop, cells: Cells) -> None:
    """Those who stand on some cells open what may stand open around."""
    for member, cell in enumerate(table.cells):
        if cell >= 0 and cells >> cell & 1:
            for stride in table.floor.strides(cell):
                for number in table.opened(stride.access.need, table.state.facts, member) or ():
                    table.do(number, member)


def has_opened(table: TableTop, aim: Aim) -> bool:
    """Whether a member has opened, from elsewhere, something on the ways to where it is to come."""
    member, within = aim.member, aim.within
    cells = _ends(table, Aim(member, within, within))
    facts, here = table.state.facts, [cell for cell, _ in cells]
    needs = dict.fromkeys(s.access.need for cell in here for s in table.floor.strides(cell))
    for need in needs:
        for number in () if holds(need, facts, (), ()) else table.openers.of(need):
            for cell in here:
                if table.is_at_hand(number, facts, cell, member):
                    walk_to(table, Aim(member, within, 1 << cell), None)
                    table.do(number, member)
                    return True
    return False


def bring(
    table: TableTop,
    item: int,
    hands: Sequence[int],
    spots: Sequence[Cells],
    fits: Fits | None,
    wishes: Mapping[int, Cells] | None = None,
) -> None:
    """An item goes from hand to hand of some members."""
    for first, second in pairwise(hands):
        if table.is_over():
            return
        for one, other in _meetings(table, first, second, spots):
            ends = {first: 1 << one, second: 1 << other}
            if wishes is not None:
                ends = dict(wishes) | {n: cell & wishes[n] for n, cell in ends.items()}
            if stand(table, spots, ends) and _are_joined(table, first, second):
                break
        else:
            raise LostWayError
        table.hand(item, first, second, fits if second == hands[-1] else None)


def are_at_hand(table: TableTop, giver: int, taker: int) -> bool:
    """Whether one can hand the other something as they stand, and as all is open now."""
    here, there = table.cells[giver], table.cells[taker]
    ways = table.floor.near(here) if here >= 0 else ()
    return any(other == there and holds(need, table.state.facts, (), ()) for other, need in ways)


def _are_joined(table: TableTop, giver: int, taker: int) -> bool:
    """Whether one can hand the other something now, a gate between them being opened."""
    here, there = table.cells[giver], table.cells[taker]
    for other, need in table.floor.near(here):
        if other == there:
            for member in (giver, taker):
                opened = table.opened(need, table.state.facts, member)
                if opened is not None:
                    for number in opened:
                        table.do(number, member)
                    return True
    return False


def _meetings(
    table: TableTop, giver: int, taker: int, spots: Sequence[Cells]
) -> Iterator[tuple[Cell, Cell]]:
    """Cells beside each other for two members, those first to which only one has to go."""
    here, there = table.cells[giver], table.cells[taker]
    if min(here, there) < 0:
        return
    yield here, there
    beside = sum({1 << other for other, _ in table.floor.near(here)})
    aim = Aim(taker, spots[taker], beside & spots[taker])
    yield from ((here, other) for (other, _), _ in _seats_at(table, aim))
    beside = sum({1 << other for other, _ in table.floor.near(there)})
    aim = Aim(giver, spots[giver], beside & spots[giver])
    yield from ((other, there) for (other, _), _ in _seats_at(table, aim))
    for cell in each_cell(spots[giver]):
        near = (other for other, _ in table.floor.near(cell))
        yield from ((cell, other) for other in near if spots[taker] >> other & 1)
