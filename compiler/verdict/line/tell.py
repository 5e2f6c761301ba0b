"""Tell moves cell by cell: who walks where, who opens what, who hands what to whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.grid.matching import maximum_matching
from questwright.compiler.verdict.decide.simplify import harmless_facts
from questwright.compiler.verdict.line.cast import Players, done
from questwright.compiler.verdict.line.standing import bring, leave_free, stand, walk_to
from questwright.compiler.verdict.line.table import LostWayError, TableTop
from questwright.compiler.verdict.rules.play import Play
from questwright.compiler.verdict.rules.state import Act, MemberWalk, State
from questwright.compiler.verdict.task.bits import each_bit, each_number
from questwright.compiler.verdict.task.need import facts_named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.verdict.decide.explore import Explorer, MoveLine, Turn
    from questwright.compiler.verdict.decide.simplify import Simple
    from questwright.compiler.verdict.rules.state import Settled
    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.task.need import Facts, Places
    from questwright.compiler.verdict.task.task import Task
    from questwright.compiler.verdict.translate.translate import Translation


def tell(
    translated: Translation, simple: Simple, explorer: Explorer, line: MoveLine
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
        self._rules = explorer.play
        self._play = Play(self._task)
        self._cells: list[Cells] = [0] * len(simple.task.places)
        self._of: dict[int, int] = dict(enumerate(simple.places))
        for place, own in zip(self._task.places, simple.places, strict=True):
            self._cells[own] |= place.cells
        seats = self._seats(begin)
        where = [
            1 << (self._floor.place(cell) if cell >= 0 else self._outside(begin, member))
            if own
            else 0
            for member, (cell, own) in enumerate(zip(seats, begin.where, strict=True))
        ]
        hold = [0] * self._task.party
        first = next((n for n, own in enumerate(where) if own), 0)
        hold[first] = self._task.given & self._task.carried
        state = State(self._task.given, tuple(where), tuple(hold))
        harmless = harmless_facts(simple.task)
        asked = _asked(simple.task)
        self._table = TableTop(self._task, self._floor, self._play, state, harmless, asked)
        for member, cell in enumerate(seats):
            if cell >= 0:
                self._table.begin(member, cell)
        self._cast = Players(simple, explorer, self._table)
        self._here = begin
        """How the members of the line stand now."""

    def run(self, line: MoveLine) -> tuple[Told, ...]:
        """Tell a line."""
        table = self._table
        table.settle([table.state], self._meant(line.first))
        self._here = line.first
        moves = [*line.moves]
        while moves and not table.is_over():
            moves[0] = self._cast.nearer(moves[0], self._here)
            self._approach(moves[0].move.before)
            if table.is_over():
                break
            first, *moves = self._cast.recast(moves)
            self._here = first.state
            arrival = self._cast.played_arrival(first)
            move = arrival.move
            if isinstance(move, Act):
                self._act(move, arrival)
            else:
                self._leave(move, arrival)
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
        for walk, there in self._explorer.way(self._here, wanted):
            self._walk(self._cast.played_walk(walk), self._cast.played(there), None)
            self._here = there
        self._cast.follow(self._here, wanted)

    def _leave(self, walk: MemberWalk, arrival: Turn) -> None:
        """One member steps out of its spot, and something comes of it."""
        if walk.member < 0:
            self._give(walk, arrival)
            return
        for rough in self._rules.stepped(walk):
            if self._comes(arrival, self._rules.settled([rough])):
                break
        else:
            raise LostWayError

        def stepped(state: State) -> Iterator[Settled]:
            after = rough.where[walk.member]
            where = (*state.where[: walk.member], after, *state.where[walk.member + 1 :])
            return self._rules.settled([rough._replace(where=where)])

        wishes = self._wishes(arrival, walk.member, stepped)
        self._walk(walk, rough, self._meant(arrival.state), wishes, arrival.state)

    def _give(self, walk: MemberWalk, arrival: Turn) -> None:
        """One hands another something, and something comes of it."""
        for rough in self._rules.hands(walk.before):
            if self._comes(arrival, self._rules.settled([rough])):
                break
        else:
            raise LostWayError

        def given(state: State) -> Iterator[Settled]:
            both = zip(state.where, rough.where, strict=True)
            where = tuple(own & then for own, then in both)
            return self._rules.settled([rough._replace(where=where)])

        wishes = self._wishes(arrival, -1, given)
        for member, own in enumerate(rough.where):
            wishes[member] = wishes.get(member, -1) & self._cells_of(own)
        moved = [a ^ b for a, b in zip(walk.before.hold, rough.hold, strict=True)]
        taker = next(n for n, own in enumerate(rough.hold) if own & moved[n])
        spots = self._spots(walk.before)
        for item in each_number(moved[taker]):
            bring(
                self._table,
                item,
                self._hands(item, taker, walk.before),
                spots,
                self._meant(arrival.state),
                wishes,
            )

    def _walk(
        self,
        walk: MemberWalk,
        after: State,
        fits: Callable[[State], bool] | None,
        wishes: Mapping[int, Cells] | None = None,
        then: State | None = None,
    ) -> None:
        """One member steps out of its spot, the others standing as they are.

        ``then`` is what has come of it when nothing more happens, if that is another state.
        """
        spots = self._spots(walk.before)
        self._share(walk.before, after, after if then is None else then, fits)
        mover = walk.member
        if mover < 0 or self._table.is_over():
            return
        if wishes is None:
            wishes = self._kept(walk.before, after, mover)
        wanted = self._cells_of(1 << walk.place)
        through = 0
        for spot in spots:
            through |= spot
        for within in (spots[mover], through):
            leave_free(self._table, mover, spots, within, wanted)
            if stand(self._table, spots, wishes, mover, within, wanted):
                if not self._table.is_over():
                    walk_to(self._table, mover, within, wanted, fits)
                return
        raise LostWayError

    def _cells_of(self, places: Places) -> Cells:
        found = 0
        for number in each_number(places):
            found |= self._cells[number]
        return found

    def _spots(self, state: State) -> list[Cells]:
        """The cells over which each member walks with nothing coming of it."""
        return [self._cells_of(own) for own in state.where]

    def _kept(self, before: State, after: State, but: int) -> dict[int, Cells]:
        """The cells on which each member but one may stand both before a move and after it."""
        both = zip(before.where, after.where, strict=True)
        return {
            member: self._cells_of(own & then)
            for member, (own, then) in enumerate(both)
            if member != but and own & then
        }

    def _wishes(
        self, arrival: Turn, but: int, after: Callable[[State], Iterable[Settled]]
    ) -> dict[int, Cells]:
        """The cells on which all but one stand so that a move leads where it has led."""
        state = arrival.move.before
        wishes = self._kept(state, arrival.state, but)
        for member, own in enumerate(state.where if arrival.events else ()):
            if member == but or not own & (own - 1):
                continue
            cell = self._table.cells[member]
            here = 1 << self._of[self._floor.place(cell)] if cell >= 0 else 0
            then = arrival.state.where[member]
            for place in (*each_bit(own & here), *each_bit(own & then), *each_bit(own & ~then)):
                where = (*state.where[:member], place, *state.where[member + 1 :])
                if self._comes(arrival, after(state._replace(where=where))):
                    state = state._replace(where=where)
                    wishes[member] = self._cells_of(place)
                    break
        return wishes

    def _comes(self, arrival: Turn, outcomes: Iterable[Settled]) -> bool:
        """Whether one of some outcomes is that of a move."""
        meant = arrival.state
        return any(
            outcome.events == arrival.events
            and outcome.end == arrival.end
            and outcome.state.facts == meant.facts
            and self._rules.pooled(outcome.state).hold == self._rules.pooled(meant).hold
            and all(
                not own & ~there and bool(own) == bool(there)
                for own, there in zip(outcome.state.where, meant.where, strict=True)
            )
            for outcome in outcomes
        )

    # -- deeds --------------------------------------------------------------------------------

    def _act(self, act: Act, arrival: Turn) -> None:
        number = self._simple.deeds[act.deed]
        deed = self._task.deeds[number]
        table = self._table
        if not self._play.is_open(deed, table.state.facts):
            return
        spots = self._spots(act.before)
        member = act.member
        wishes = self._wishes(arrival, -1, lambda state: done(self._rules, act, state))
        at = wishes.pop(member, -1)
        if member >= 0:
            for item in each_number(deed.carries & self._task.carried):
                bring(self._table, item, self._hands(item, member, act.before), spots, None)
            there = spots[member] & deed.stands
            if not any(
                stand(self._table, spots, wishes | {member: own}) for own in (there & at, there)
            ):
                raise LostWayError
        elif not stand(self._table, spots, wishes):
            raise LostWayError
        self._open_around(arrival)
        if not table.is_over() and self._play.is_open(deed, table.state.facts):
            table.do(number, member, self._meant(arrival.state))

    def _open_around(self, arrival: Turn) -> None:
        """Who has to step clear in a moment opens what may stand open around."""
        table = self._table
        before, after = arrival.move.before.facts, arrival.state.facts
        closed = self._rules.closed(after) & ~self._rules.closed(before)
        for member, cell in enumerate(table.cells):
            if cell >= 0 and closed >> self._of[self._floor.place(cell)] & 1:
                for stride in self._floor.strides(cell):
                    for number in table.opened(stride.access.need, cell, member) or ():
                        if not table.is_over():
                            table.do(number, member)

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
        groups = self._rules.grounds.groups(meant)
        named = self._rules.grounds.watch(meant.facts).named
        for item in each_bit(self._simple.task.carried):
            holders = [n for n, own in enumerate(meant.hold) if own & item]
            real = [n for n, own in enumerate(state.hold) if own & item]
            has_moved = holders and real and holders != real
            is_at_hand = any({*holders, *real} <= {*group} for group in groups)
            if has_moved and (item & named or not is_at_hand):
                return False
        return True

    def _share(
        self, before: State, after: State, then: State, fits: Callable[[State], bool] | None
    ) -> None:
        """Before members part, what they carry goes to those who have it afterwards."""
        table = self._table
        spots = self._spots(before)
        groups = self._rules.grounds.groups(then)
        named = self._rules.grounds.watch(after.facts).named
        for item in each_number(self._simple.task.carried):
            holder = next((n for n, own in enumerate(after.hold) if own >> item & 1), -1)
            real = next((n for n, own in enumerate(table.state.hold) if own >> item & 1), -1)
            if min(holder, real) < 0 or holder == real:
                continue
            if named >> item & 1 or not any({holder, real} <= {*group} for group in groups):
                bring(self._table, item, self._hands(item, holder, before), spots, fits)

    def _hands(self, item: int, taker: int, state: State) -> list[int]:
        """The members through whose hands an item comes to one of them."""
        holds = self._table.state.hold
        giver = next((n for n, own in enumerate(holds) if own >> item & 1), taker)
        return self._rules.grounds.hands(giver, taker, state)


def _asked(task: Task) -> Facts:
    """The facts that anything in a task asks for."""
    found = 0
    needs = [*task.asked()]
    for link in task.links:
        needs += [link.needs] if link.things is None else [link.needs, link.things]
    for need in needs:
        held, lacked = facts_named(need)
        found |= held | lacked
    return found
