"""Tell moves cell by cell: who walks where, who opens what, who hands what to whom."""

from __future__ import annotations

from itertools import islice, pairwise
from typing import TYPE_CHECKING

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.grid.matching import maximum_matching
from questwright.compiler.verdict.decide.explore import Turn
from questwright.compiler.verdict.decide.harm import harmless_facts
from questwright.compiler.verdict.decide.shorten import replayed
from questwright.compiler.verdict.line.table import LostWayError, TableTop
from questwright.compiler.verdict.rules.play import Play
from questwright.compiler.verdict.rules.state import Act, MemberWalk, State
from questwright.compiler.verdict.task.bits import each_bit, each_number
from questwright.compiler.verdict.task.need import facts_named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.verdict.decide.explore import Explorer, MoveLine
    from questwright.compiler.verdict.decide.simplify import Simple
    from questwright.compiler.verdict.rules.state import Settled
    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.task.need import Facts, Places
    from questwright.compiler.verdict.task.task import Task
    from questwright.compiler.verdict.translate.translate import Translation

_REST = 40
"""How many moves are tried anew after another member has done the one before."""
_TRIES = 5
"""How often one looks for a new way when a gate has closed on the old one."""


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
        self._cast = [*range(self._task.party)]
        """For each member of the line who plays it: of those who are alike, who is nearest."""
        self._here = begin
        """How the members of the line stand now."""

    def run(self, line: MoveLine) -> tuple[Told, ...]:
        """Tell a line."""
        table = self._table
        table.settle([table.state], self._meant(line.first))
        self._here = line.first
        moves = [*line.moves]
        while moves and not table.is_over():
            moves[0] = self._nearer(moves[0])
            self._approach(moves[0].move.before)
            if table.is_over():
                break
            first, *moves = self._recast(moves)
            self._here = first.state
            arrival = self._played_arrival(first)
            move = arrival.move
            if isinstance(move, Act):
                self._act(move, arrival)
            else:
                self._leave(move, arrival)
        return tuple(table.told)

    # -- who plays whom -----------------------------------------------------------------------

    def _played(self, state: State) -> State:
        """A state as those stand and carry who play the members of the line."""
        where, hold = [0] * len(state.where), [0] * len(state.where)
        for member, player in enumerate(self._cast):
            where[player], hold[player] = state.where[member], state.hold[member]
        return self._rules.pooled(State(state.facts, tuple(where), tuple(hold)))

    def _played_walk(self, walk: MemberWalk) -> MemberWalk:
        member = self._cast[walk.member] if walk.member >= 0 else -1
        return MemberWalk(self._played(walk.before), member, walk.place)

    def _played_arrival(self, arrival: Turn) -> Turn:
        move, after = arrival.move, self._played(arrival.state)
        if isinstance(move, Act):
            member = self._cast[move.member] if move.member >= 0 else -1
            act = Act(self._played(move.before), member, move.deed)
            return arrival._replace(move=act, state=after)
        return arrival._replace(move=self._played_walk(move), state=after)

    def _recast(self, moves: Sequence[Turn]) -> Sequence[Turn]:
        """Moves of which the first is done by whoever has what it takes, and is done with it first.

        Of those for whom the same comes of it, or after whom the others can all be done as well.
        """
        arrival = moves[0]
        move = arrival.move
        before, role = move.before, move.member
        if role < 0 or before.where.count(before.where[role]) < 2:
            return moves
        own = self._cells_of(before.where[role])
        if isinstance(move, Act):
            deed = self._task.deeds[self._simple.deeds[move.deed]]
            wanted, items = deed.stands & own, deed.carries & self._task.carried
        else:
            wanted, items = self._cells_of(1 << move.place), arrival.state.hold[role]
        able: list[tuple[int, float, int, int]] = []
        for other, spot in enumerate(before.where):
            if spot != before.where[role]:
                continue
            player = self._cast[other]
            way = next(self._table.ways(player, own, wanted), None)
            if way is not None:
                late = self._table.late(player, way, is_acting=isinstance(move, Act))
                lacks = (items & ~self._table.state.hold[player]).bit_count()
                able.append((lacks, late, len(way), other))
        for *_, other in sorted(able):
            if other == role:
                break
            if self._are_alike(role, other, before):
                self._cast[role], self._cast[other] = self._cast[other], self._cast[role]
                break
            if isinstance(move, Act):
                found = self._instead(moves, Act(before, other, move.deed))
                if found:
                    return found
        return (self._instead(moves, move) if isinstance(move, Act) else None) or moves

    def _nearer(self, arrival: Turn) -> Turn:
        """A walk that leads to the same, before which nobody has to go anywhere, if any does."""
        if isinstance(arrival.move, Act) or arrival.move.before == self._here:
            return arrival
        known = (arrival.events, arrival.state, arrival.end)
        for walk, rough in self._explorer.cluster(self._here).exits:
            if walk.before == self._here:
                for state, events, end in self._rules.settled([rough]):
                    if (events, state, end) == known:
                        return Turn(walk, *known)
        return arrival

    def _instead(self, moves: Sequence[Turn], act: Act) -> list[Turn] | None:
        """Moves with another first one, which lead where they have led; None if they do not.

        Of all ways in which the others may stand then the one for which the fewest have to walk.
        """
        first, *rest = moves
        known = (first.events, first.end, first.state.facts)
        outcomes = [
            o for o in self._done(act, act.before) if (o.events, o.end, o.state.facts) == known
        ]
        for state, events, end in sorted(outcomes, key=lambda outcome: self._astray(outcome.state)):
            turn = Turn(act, events, state, end)
            if state == first.state or not rest:
                return [turn, *rest]
            then = replayed(self._explorer, state, rest) if len(rest) < _REST else None
            if then and (then[-1].end or then[-1].state) == (rest[-1].end or rest[-1].state):
                return [turn, *then]
        return None

    def _astray(self, state: State) -> int:
        """How many members stand elsewhere than in a state."""
        at = [self._table.cells[player] for player in self._cast]
        return sum(
            cell >= 0 and not own >> self._of[self._floor.place(cell)] & 1
            for cell, own in zip(at, state.where, strict=True)
        )

    def _are_alike(self, member: int, other: int, state: State) -> bool:
        """Whether one may play another: nobody asks which of them has what."""
        grounds = self._rules.grounds
        named = grounds.watch(state.facts).named
        is_same = state.hold[member] & named == state.hold[other] & named
        return is_same and grounds.kinds[member] == grounds.kinds[other]

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
            self._walk(self._played_walk(walk), self._played(there), None)
            self._here = there
        # Who is alike may have gone in place of another.
        left = [*range(len(wanted.where))]
        cast = []
        for member, stands in enumerate(zip(wanted.where, wanted.hold, strict=True)):
            other = min(
                left,
                key=lambda n: (
                    self._rules.grounds.kinds[n] != self._rules.grounds.kinds[member],
                    (self._here.where[n], self._here.hold[n]) != stands,
                    n != member,
                ),
            )
            left.remove(other)
            cast.append(self._cast[other])
        self._cast = cast

    def _leave(self, walk: MemberWalk, arrival: Turn) -> None:
        """One member steps out of its spot, and something comes of it."""
        if walk.member < 0:
            self._give(walk, arrival)
            return
        for rough in self._rules.stepped(walk.before, walk.member, walk.place):
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
            self._bring(item, taker, walk.before, spots, self._meant(arrival.state), wishes)

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
            self._leave_free(mover, spots, within, wanted)
            if self._stand(spots, wishes, mover, within, wanted):
                if not self._table.is_over():
                    self._walk_to(mover, within, wanted, fits)
                return
        raise LostWayError

    def _leave_free(self, mover: int, spots: Sequence[Cells], within: Cells, wanted: Cells) -> None:
        """Whoever stands where somebody is brought away from by a spell steps aside."""
        crossings = self._floor.board.crossings
        ends = {own.id: own.ends[0] for own in crossings if own.cast and own.cast.is_once}
        way = next(self._table.ways(mover, within, wanted), ()) if ends else ()
        start = sum(ends.get(leg.stride.crossing, 0) for leg in way)
        for member, cell in enumerate(self._table.cells):
            if member != mover and cell >= 0 and start >> cell & 1:
                self._is_aside(member, spots[member] & ~start)

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

    def _stand(
        self,
        spots: Sequence[Cells],
        wishes: Mapping[int, Cells],
        mover: int = -1,
        within: Cells = 0,
        wanted: Cells = 0,
    ) -> bool:
        """Members walk until each stands on a cell that is wished of it, each on one of its own.

        They leave a cell free of those that a mover wants, who comes to it over some others.
        Returns whether there is room for that.
        """
        table = self._table
        if mover < 0 and all(
            table.cells[n] < 0 or cells >> table.cells[n] & 1 for n, cells in wishes.items()
        ):
            return True
        there = [member for member, cell in enumerate(table.cells) if cell >= 0]
        there.sort(key=lambda member: (member not in wishes, member != mover))
        seats = [self._seats_of(n, spots[n], wishes.get(n, spots[n])) for n in there]
        if mover >= 0:
            seats.insert(0, self._seats_of(mover, within, wanted))
            there.insert(0, -1)
        found = maximum_matching(seats)
        if len(found) < len(there):
            return False
        goals = {member: found[n][0] for n, member in enumerate(there) if member >= 0}
        for _ in range(4 * len(there)):
            rest = [member for member, goal in goals.items() if table.cells[member] != goal]
            if not rest or table.is_over():
                return True
            member = next((n for n in rest if not table.taken(n) >> goals[n] & 1), -1)
            if member >= 0:
                self._walk_to(member, spots[member], 1 << goals[member], None)
            elif not any(self._is_aside(n, spots[n]) for n in rest):
                return False
        return False

    def _seats_of(self, member: int, within: Cells, wanted: Cells) -> list[tuple[Cell, int]]:
        """The nearest cells to which a member can walk; one that is shared is each one's own."""
        shared = self._table.shared
        cells = self._candidates(member, within, wanted)
        return [(cell, member if shared >> cell & 1 else -1) for cell in cells]

    def _candidates(self, member: int, within: Cells, wanted: Cells) -> list[Cell]:
        """The nearest cells to which a member can walk, as many as may be taken, and one."""
        ways = self._table.ways(member, within, wanted)
        here = self._table.cells[member]
        ends = (way[-1].stride.to if way else here for way in ways)
        return list(islice(ends, len(self._table.cells) + 1))

    def _is_aside(self, member: int, spot: Cells) -> bool:
        """Whether a member has stepped aside, to make room."""
        free = spot & ~self._table.taken()
        if next(self._table.ways(member, spot, free), None) is None:
            return False
        self._walk_to(member, spot, free, None)
        return True

    def _walk_to(
        self, member: int, within: Cells, wanted: Cells, fits: Callable[[State], bool] | None
    ) -> None:
        """A member walks the shortest way to a cell where nobody stands."""
        for _ in range(_TRIES):
            taken = self._table.taken(member)
            for way in self._table.ways(member, within, wanted):
                if not way or not taken >> way[-1].stride.to & 1:
                    break
            else:
                raise LostWayError
            if self._table.walk(member, way, fits):
                return
        raise LostWayError

    # -- deeds --------------------------------------------------------------------------------

    def _act(self, act: Act, arrival: Turn) -> None:
        number = self._simple.deeds[act.deed]
        deed = self._task.deeds[number]
        table = self._table
        if not self._play.is_open(deed, table.state.facts):
            return
        spots = self._spots(act.before)
        member = act.member
        wishes = self._wishes(arrival, -1, lambda state: self._done(act, state))
        at = wishes.pop(member, -1)
        if member >= 0:
            for item in each_number(deed.carries & self._task.carried):
                self._bring(item, member, act.before, spots, None)
            there = spots[member] & deed.stands
            if not any(self._stand(spots, wishes | {member: own}) for own in (there & at, there)):
                raise LostWayError
        elif not self._stand(spots, wishes):
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

    def _done(self, act: Act, state: State) -> Iterator[Settled]:
        """All that comes of a deed, all standing as in a state."""
        for done, after in self._rules.acts(act.deed, state, by_each=True):
            if done.member == act.member:
                yield from self._rules.settled(after)

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
                self._bring(item, holder, before, spots, fits)

    def _bring(
        self,
        item: int,
        taker: int,
        standing: State,
        spots: Sequence[Cells],
        fits: Callable[[State], bool] | None,
        wishes: Mapping[int, Cells] | None = None,
    ) -> None:
        """An item comes to a member, from hand to hand."""
        table = self._table
        giver = next((n for n, own in enumerate(table.state.hold) if own >> item & 1), -1)
        if giver in (-1, taker):
            return
        hands = self._rules.grounds.hands(giver, taker, standing)
        for first, second in pairwise(hands):
            if table.is_over():
                return
            for one, other in self._meetings(first, second, spots):
                ends = {first: 1 << one, second: 1 << other}
                if wishes is not None:
                    ends = dict(wishes) | {n: cell & wishes[n] for n, cell in ends.items()}
                if self._stand(spots, ends) and self._are_joined(first, second):
                    break
            else:
                raise LostWayError
            table.hand(item, first, second, fits if second == taker else None)

    def _are_joined(self, giver: int, taker: int) -> bool:
        """Whether one can hand the other something now, a gate between them being opened."""
        table = self._table
        here, there = table.cells[giver], table.cells[taker]
        for other, need in self._floor.near(here):
            if other == there:
                for cell, member in ((here, giver), (there, taker)):
                    opened = table.opened(need, cell, member)
                    if opened is not None:
                        for number in opened:
                            table.do(number, member)
                        return True
        return False

    def _meetings(
        self, giver: int, taker: int, spots: Sequence[Cells]
    ) -> Iterator[tuple[Cell, Cell]]:
        """Cells beside each other for two members, those first to which only one has to go."""
        here, there = self._table.cells[giver], self._table.cells[taker]
        if min(here, there) < 0:
            return
        yield here, there
        beside = sum({1 << other for other, _ in self._floor.near(here)})
        yield from (
            (here, other) for other in self._candidates(taker, spots[taker], beside & spots[taker])
        )
        beside = sum({1 << other for other, _ in self._floor.near(there)})
        yield from (
            (other, there) for other in self._candidates(giver, spots[giver], beside & spots[giver])
        )
        for cell in each_cell(spots[giver]):
            near = (other for other, _ in self._floor.near(cell))
            yield from ((cell, other) for other in near if spots[taker] >> other & 1)


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
