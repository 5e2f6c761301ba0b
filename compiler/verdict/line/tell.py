"""Tell moves cell by cell: who walks where, who opens what, who hands what to whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.grid.matching import maximum_matching
from questwright.compiler.verdict.line.table import LostWayError, Table
from questwright.compiler.verdict.rules.play import Play
from questwright.compiler.verdict.rules.state import Act, State
from questwright.compiler.verdict.task.bits import each_bit, each_number

if TYPE_CHECKING:
    from collections.abc import Callable

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.verdict.decide.explore import Arrival, Explorer, Line
    from questwright.compiler.verdict.decide.simplify import Simple
    from questwright.compiler.verdict.line.table import Leg
    from questwright.compiler.verdict.rules.state import Walk
    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.task.need import Places
    from questwright.compiler.verdict.translate.translate import Translation


def tell(
    translated: Translation, simple: Simple, explorer: Explorer, line: Line
) -> tuple[Told, ...]:
    """A line of a simplified task, step by step.

    Raises LostWayError if it cannot be told.
    """
    return _Telling(translated, simple, explorer, line.begin).run(line)


class _Telling:
    """One line being told."""

    def __init__(
        self, translated: Translation, simple: Simple, explorer: Explorer, begin: State
    ) -> None:
        self._task, self._floor = translated
        self._simple = simple
        self._explorer = explorer
        self._play = Play(self._task)
        self._cells: list[Cells] = [0] * len(simple.task.places)
        self._of: dict[int, int] = dict(enumerate(simple.places))
        for place, own in zip(self._task.places, simple.places, strict=True):
            self._cells[own] |= place.cells
        seats = self._seats(begin)
        where = [
            1 << (self._floor.place(cell) if cell >= 0 else self._outside(begin, member)) if own else 0
            for member, (cell, own) in enumerate(zip(seats, begin.where, strict=True))
        ]
        hold = [0] * self._task.party
        first = next((n for n, own in enumerate(where) if own), 0)
        hold[first] = self._task.given & self._task.carried
        state = State(self._task.given, tuple(where), tuple(hold))
        self._table = Table(self._task, self._floor, self._play, state)
        for member, cell in enumerate(seats):
            if cell >= 0:
                self._table.begin(member, cell)
        self._room: list[Cells] = [0] * self._task.party
        """For each member the cells on which it may stand while another acts, if that is known."""

    def run(self, line: Line) -> tuple[Told, ...]:
        """Tell a line."""
        table = self._table
        table.settle([table.state], self._meant(line.first))
        for arrival in line.moves:
            if table.end is not None:
                break
            self._approach(arrival.move.before)
            if table.end is not None:
                break
            if isinstance(arrival.move, Act):
                self._act(arrival.move, arrival)
            else:
                self._walk(arrival.move, arrival.state, self._meant(arrival.state))
        return tuple(table.told)

    # -- where they begin ---------------------------------------------------------------------

    def _seats(self, begin: State) -> list[Cell]:
        """A cell for each member who is set up on the board, no two on one; -1 for the others."""
        wishes: list[list[Cell]] = []
        for member, own in enumerate(begin.where):
            wishes.append(
                [
                    b.cell
                    for b in self._task.begins
                    if b.cell >= 0 and b.who >> member & 1 and own >> self._of[b.place] & 1
                ]
            )
        seats = maximum_matching(wishes)
        return [seats.get(member, -1) for member in range(len(wishes))]

    def _outside(self, begin: State, member: int) -> int:
        return next(
            b.place
            for b in self._task.begins
            if b.cell < 0 and b.who >> member & 1 and begin.where[member] >> self._of[b.place] & 1
        )

    # -- between the moves --------------------------------------------------------------------

    def _approach(self, wanted: State) -> None:
        """Members walk, with nothing coming of it, until all stand as a move asks."""
        cluster = self._explorer.cluster(wanted)
        way: list[tuple[Walk, State]] = []
        here = wanted
        while here in cluster.came:
            walk = cluster.came[here]
            way.append((walk, here))
            here = walk.before
        for walk, there in reversed(way):
            self._walk(walk, there, None)

    def _walk(self, walk: Walk, after: State, fits: Callable[[State], bool] | None) -> None:
        """One member steps out of its spot, the others standing as they are."""
        if walk.member < 0:
            self._share(after)
            return
        self._stand(walk.before, after, walk.member)
        self._share(after)
        own = walk.before.where[walk.member]
        wanted = self._cells_of(1 << walk.place)
        within = self._cells_of(own)
        if self._way(walk.member, within, wanted) is None:
            # Through where others stand.
            for n, there in enumerate(walk.before.where):
                within |= self._cells_of(there) if n != walk.member else 0
        self._walk_to(walk.member, within, wanted, fits)

    def _cells_of(self, places: Places) -> Cells:
        found = 0
        for number in each_number(places):
            found |= self._cells[number]
        return found

    def _stand(self, before: State, after: State, but: int) -> None:
        """All but one go to where they stand before and after a move."""
        pairs = list(zip(before.where, after.where, strict=True))
        self._room = [self._cells_of(own & then) for own, then in pairs]
        for member, (own, then) in enumerate(pairs):
            if member != but and own and self._table.cells[member] >= 0:
                there = own & then
                if there and not self._is_in(member, there):
                    self._go(member, own, there, None)

    def _is_in(self, member: int, places: Places) -> bool:
        cell = self._table.cells[member]
        return cell >= 0 and bool(self._cells_of(places) >> cell & 1)

    def _go(
        self, member: int, spot: Places, wanted: Places, fits: Callable[[State], bool] | None
    ) -> None:
        """A member walks within its spot until it steps into one of some places."""
        self._walk_to(member, self._cells_of(spot), self._cells_of(wanted), fits)

    def _walk_to(
        self, member: int, within: Cells, wanted: Cells, fits: Callable[[State], bool] | None
    ) -> None:
        table = self._table
        way = self._way(member, within, wanted)
        if way is None:
            raise LostWayError
        if self._clear_stops(member, way):
            way = self._way(member, within, wanted) or way
        for number, leg in enumerate(way):
            if table.end is not None:
                return
            table.step(member, leg, fits if number == len(way) - 1 else None)

    def _clear_stops(self, member: int, way: tuple[Leg, ...]) -> bool:
        """Where a member stops on its way to open something, nobody else stands.

        Who stands there opens it, or else steps aside.
        """
        table = self._table
        here, stops = table.cells[member], []
        for leg in way:
            if leg.first:
                stops.append((here, leg.first))
            here = leg.stride.to
        avoided = sum({1 << cell for cell, _ in stops} | {1 << here})
        is_changed = False
        for cell, deeds in stops:
            others = [n for n, own in enumerate(table.cells) if n != member and own == cell]
            for other in others:
                is_changed = True
                if not all(table.do_at_hand(number, other) for number in deeds):
                    self._make_room(other, avoided)
        return is_changed

    def _way(self, member: int, within: Cells, wanted: Cells) -> tuple[Leg, ...] | None:
        """The shortest way, to a cell where nobody stands; who stands there may make room."""
        table = self._table
        others = {cell for n, cell in enumerate(table.cells) if n != member and cell >= 0}
        taken: list[tuple[Leg, ...]] = []
        for way in table.ways(member, within, wanted):
            end = way[-1].stride.to if way else table.cells[member]
            if end not in others:
                return way
            taken.append(way)
        for way in taken:
            end = way[-1].stride.to if way else table.cells[member]
            other = next(n for n, cell in enumerate(table.cells) if n != member and cell == end)
            if self._make_room(other, 1 << end):
                return self._way(member, within, wanted)
        return taken[0] if taken else None

    def _make_room(self, member: int, avoided: Cells) -> bool:
        """A member steps aside, within the places where it may stand anyway."""
        table = self._table
        taken = sum({1 << cell for cell in table.cells if cell >= 0})
        cells = self._room[member] or self._cells[self._of[self._floor.place(table.cells[member])]]
        for way in table.ways(member, cells, cells & ~taken & ~avoided):
            if way and not any(leg.first for leg in way):
                for leg in way:
                    table.step(member, leg)
                return True
        return False

    # -- deeds --------------------------------------------------------------------------------

    def _act(self, act: Act, arrival: Arrival) -> None:
        number = self._simple.deeds[act.deed]
        deed = self._task.deeds[number]
        table = self._table
        if not self._play.is_open(deed, table.state.facts):
            return
        self._stand(act.before, arrival.state, act.member)
        member = act.member
        if member >= 0:
            for item in each_number(deed.carries & self._task.carried):
                holder = next((n for n, own in enumerate(table.state.hold) if own >> item & 1), -1)
                if holder not in (-1, member):
                    self._hand(item, holder, member, act.before)
            own = act.before.where[member]
            there = self._cells_of(own) & deed.stands
            after = arrival.state.where[member] & own
            better = there & self._cells_of(after)
            self._walk_to(member, self._cells_of(own), better or there, None)
            if table.end is not None:
                return
        if self._play.is_open(deed, table.state.facts):
            table.do(number, member, self._meant(arrival.state))

    def _meant(self, meant: State) -> Callable[[State], bool]:
        """Whether all stand and carry as a move is meant to leave them."""

        def fits(state: State) -> bool:
            for own, then in zip(state.where, meant.where, strict=True):
                places = sum({1 << self._of[n] for n in each_number(own)})
                if bool(own) != bool(then) or (own and not places & then):
                    return False
            return self._is_shared(state, meant)

        return fits

    # -- who carries what ---------------------------------------------------------------------

    def _is_shared(self, state: State, meant: State) -> bool:
        groups = self._explorer.play.grounds.groups(meant)
        named = self._explorer.play.grounds.watch(meant.facts).named
        for item in each_bit(self._simple.task.carried):
            holders = [n for n, own in enumerate(meant.hold) if own & item]
            real = [n for n, own in enumerate(state.hold) if own & item]
            if holders and real and holders != real:
                if item & named or not any({*holders, *real} <= {*group} for group in groups):
                    return False
        return True

    def _share(self, after: State) -> None:
        """Before members part, what they carry goes to those who have it afterwards."""
        table = self._table
        groups = self._explorer.play.grounds.groups(after)
        named = self._explorer.play.grounds.watch(after.facts).named
        for item in each_number(self._simple.task.carried):
            holder = next((n for n, own in enumerate(after.hold) if own >> item & 1), -1)
            real = next((n for n, own in enumerate(table.state.hold) if own >> item & 1), -1)
            if min(holder, real) < 0 or holder == real:
                continue
            if named >> item & 1 or not any({holder, real} <= {*group} for group in groups):
                self._hand(item, real, holder, None)

    def _hand(self, item: int, giver: int, taker: int, spots: State | None) -> None:
        """Two come together, and one hands the other an item."""
        table = self._table
        for mover, other in ((taker, giver), (giver, taker)):
            if self._meet(mover, table.cells[other], spots):
                table.hand(item, giver, taker)
                return
        # Both go: one to where it is nearest to the ground of the other.
        ground = self._ground(giver, spots)
        for cell in each_cell(ground):
            near = sum({1 << n for n in self._floor.handed(cell, table.state.facts)})
            way = self._way(taker, self._ground(taker, spots), near & self._ground(taker, spots))
            if way is not None:
                for leg in way:
                    table.step(taker, leg)
                if self._meet(giver, table.cells[taker], spots):
                    table.hand(item, giver, taker)
                    return
        raise LostWayError

    def _ground(self, member: int, spots: State | None) -> Cells:
        """The cells over which a member walks with nothing coming of it."""
        if spots is not None:
            return self._cells_of(spots.where[member])
        state = self._play.widened(self._table.state)
        if state is None:
            raise LostWayError
        found = 0
        for number in each_number(state.where[member]):
            found |= self._task.places[number].cells
        return found

    def _meet(self, mover: int, cell: Cell, spots: State | None) -> bool:
        """A member goes beside a cell, if it can."""
        table = self._table
        if cell < 0 or table.cells[mover] < 0:
            return False
        near = sum({1 << n for n in self._floor.handed(cell, table.state.facts)})
        if near >> table.cells[mover] & 1:
            return True
        ground = self._ground(mover, spots)
        way = self._way(mover, ground, near & ground)
        if way is None:
            return self._open_between(mover, cell, ground)
        for leg in way:
            table.step(mover, leg)
        return True

    def _open_between(self, mover: int, cell: Cell, ground: Cells) -> bool:
        """A member goes to a gate that is shut beside a cell, and opens it."""
        table = self._table
        for end, need in self._floor.near(cell):
            if not ground >> end & 1:
                continue
            way = self._way(mover, ground, 1 << end)
            if way is None:
                continue
            for leg in way:
                table.step(mover, leg)
            for number in table.opened(need, end, mover) or ():
                table.do(number, mover)
            return cell in self._floor.handed(end, table.state.facts)
        return False
