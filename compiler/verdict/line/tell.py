"""Tell moves cell by cell: who walks where, who opens what, who hands what to whom."""

from __future__ import annotations

from contextlib import suppress
from itertools import product

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.grid.matching import maximum_matching
from questwright.compiler.verdict.decide.harmless import harmless_facts
from questwright.compiler.verdict.line.carriers import Carriers
from questwright.compiler.verdict.line.cast import Chosen, Players
from questwright.compiler.verdict.line.clear import OFF
from questwright.compiler.verdict.line.departing import depart
from questwright.compiler.verdict.line.order import followed
from questwright.compiler.verdict.line.outcomes import acted, is_among
from questwright.compiler.verdict.line.parting import nearer
from questwright.compiler.verdict.line.rearranged import rearranged_anywhere
from questwright.compiler.verdict.line.standing import (
    has_opened,
    lifted_from,
    open_around,
    seeing,
    stand,
    walk_to,
)
from questwright.compiler.verdict.line.table import Aim, LostWayError, TableTop
from questwright.compiler.verdict.rules.state import Act, Departure, Settled
from questwright.compiler.verdict.task.bits import each_bit, each_number, union
from questwright.compiler.verdict.task.need import facts_asked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.verdict.decide.explore import Explorer, MoveLine, Turn
    from questwright.compiler.verdict.decide.simplify import Simple
    from questwright.compiler.verdict.line.table import Fits
    from questwright.compiler.verdict.rules.state import End, MemberWalk, State
    from questwright.compiler.verdict.task.line import Told
    from questwright.compiler.verdict.task.need import Places
    from questwright.compiler.verdict.task.task import Task
    from questwright.compiler.verdict.translate.translate import Translation
    from questwright.dsl.source import Span


def tell(
    translated: Translation,
    simple: Simple,
    explorer: Explorer,
    line: MoveLine,
    most: int,
    choice: Chosen = Chosen.SOONEST,
) -> tuple[Told, ...]:
    """A line of a simplified task, step by step; another one that leads to the same, if need be.

    For that so many states are looked at. Raises LostWayError if it cannot be told.
    """
    ends = line.end is not None

    def plainly(*, makes_way: bool = False) -> tuple[Told, ...]:
        telling = _Telling(translated, simple, explorer, line, choice, makes_way=makes_way)
        return telling.run(ends=ends)

    def finely() -> tuple[Told, ...]:
        # Loaded here: few lines need it.
        from questwright.compiler.verdict.line.finely import as_in, finer

        finest, wide = translated.finest(), translated.task
        fine = finer(finest, wide, simple, explorer, line, most)
        return as_in(wide, _Telling(finest, *fine).run(ends=ends), finest.task)

    def making_way() -> tuple[Told, ...]:
        return plainly(makes_way=True)

    # Where nobody passes a friend, and with boats, there are many ways to stand; and mostly they
    # need but step aside.
    is_rowed = bool(translated.floor.rowed)
    others = (making_way, finely)
    for way in (plainly, *(others if translated.floor.friends_block or is_rowed else others[::-1])):
        with suppress(LostWayError):
            told = way()
            # Whoever goes ashore where a friend stands may be held up there.
            if not is_rowed or followed(told, translated) is not None:
                return told
    raise LostWayError


_AS_MEANT = 8 + 4
"""How far a state fits at least if all stand as is meant."""


class _Telling:
    """One line being told."""

    def __init__(
        self,
        translated: Translation,
        simple: Simple,
        explorer: Explorer,
        line: MoveLine,
        choice: Chosen = Chosen.SOONEST,
        *,
        makes_way: bool = False,
    ) -> None:
        self._line = line
        self._simple = simple
        self._explorer = explorer
        self._rules = explorer.play
        self._of, self._cells_of = simple.places, simple.task.cells_of
        self._task, self._floor = translated.task, translated.floor
        self._table = _table(translated, simple, line.begin, makes_way=makes_way)
        self._cast = Players(simple, explorer, self._table, choice)
        self._carriers = Carriers(simple.task, self._rules, self._table, line.end)
        self._here = line.begin
        """How the members of the line stand now."""

    def run(self, *, ends: bool) -> tuple[Told, ...]:
        """Tell it; raise LostWayError where play does not end as it ``ends``."""
        table, line = self._table, self._line
        table.settle([table.state], self._meant(line.first, (), None))
        self._here = line.first
        moves = [*line.moves]
        while moves and not table.is_over():
            self._approach(moves[0].move.before)
            if table.is_over():
                break
            first, *moves = nearer(self._cast.recast(moves), self._explorer)
            self._here = first.state
            move, arrival = first.move, first._replace(state=self._cast.played(first.state))
            if isinstance(move, Departure):
                depart(self._table, self._cast.played_departure(move), self._cells_of)
            elif isinstance(move, Act):
                self._act(self._cast.played_move(move), arrival)
            else:
                self._leave(self._cast.played_move(move), arrival)
        own = [victory.origin for victory in self._task.own]
        is_won = ends and _victory(line.end, self._simple.task) in own
        meant = self._meant(self._cast.played(self._here), (), None)
        is_there = ends or meant(Settled(table.state, (), None)) >= _AS_MEANT
        if not is_there or (table.is_over(), table.is_won()) != (ends, is_won):
            raise LostWayError
        return tuple(table.told)

    # -- between the moves --------------------------------------------------------------------

    def _approach(self, wanted: State) -> None:
        """Members walk, with nothing coming of it, until all stand as a move asks."""
        try:
            for walk, there in self._explorer.way(self._here, wanted):
                after = self._cast.played(there)
                self._walk(self._cast.played_move(walk), after, after)
                self._here = there
        except LostWayError:
            # They go one after the other: those who come first may be in the way of the others.
            places = self._cast.played(wanted).where
            wishes = {n: self._cells_of(own) for n, own in enumerate(places)}
            if not rearranged_anywhere(self._table, wishes):
                raise
            self._here = wanted
        self._cast.follow(self._here, wanted)

    def _leave(self, walk: MemberWalk, arrival: Turn) -> None:
        """One steps out of its spot, or hands another something, and something comes of it."""
        mover, before = walk.member, walk.before
        ways = self._rules.stepped(walk) if mover >= 0 else self._rules.hands(before)
        each = (way for rough in ways for way in self._rules.left(rough, mover))
        meant = (
            rough for rough in each if is_among(arrival, self._rules.settled([rough]), self._rules)
        )
        rough = next(meant, None)
        if rough is None:
            raise LostWayError

        def moved(state: State) -> Iterator[Settled]:
            both = enumerate(zip(state.where, rough.where, strict=True))
            where = tuple(then if member == mover else own & then for member, (own, then) in both)
            is_there = where.count(0) == rough.where.count(0)
            return self._rules.settled([rough._replace(where=where)]) if is_there else iter(())

        wishes = self._wishes(before, arrival, mover, moved)
        fits = self._meant(arrival.state, arrival.events, arrival.end)
        if mover >= 0:
            self._walk(walk, rough, arrival.state, fits, wishes)
            return
        for member, own in enumerate(rough.where):
            wishes[member] = wishes.get(member, -1) & self._cells_of(own)
        given = [a ^ b for a, b in zip(before.hold, rough.hold, strict=True)]
        taker = next(n for n, own in enumerate(rough.hold) if own & given[n])
        for item in each_number(given[taker]):
            self._carriers.bring(item, taker, before, fits, wishes)

    def _walk(
        self,
        walk: MemberWalk,
        after: State,
        then: State,
        fits: Fits | None = None,
        wishes: dict[int, Cells] | None = None,
    ) -> None:
        """One member steps out of its spot, the others standing as they are.

        ``after`` is how all stand right after it, ``then`` when nothing more happens.
        """
        spots = self._carriers.spots(walk.before)
        self._carriers.share(walk.before, after, then, fits)
        mover = walk.member
        if mover < 0 or self._table.is_over():
            return
        wishes = {**(self._kept(walk.before, after, mover) if wishes is None else wishes)}
        for member, own in enumerate(walk.stands):
            if member != mover and own != walk.before.where[member]:
                wishes[member] = wishes.get(member, -1) & self._cells_of(own)
        wanted = self._cells_of(1 << walk.place)
        through = union(spots)
        tries = self._making_room(walk.before, wishes, then)
        near = Aim(mover, through, wanted, walk.counts)
        if any(rearranged_anywhere(self._table, *each, near) for each in tries):
            walk_to(self._table, near, fits, spots)
            return
        for within, (way, left) in product((spots[mover], through), tries):
            aim = near._replace(within=within)
            if stand(self._table, spots, way, (*left, *lifted_from(self._table, aim)), aim):
                if not self._table.is_over():
                    walk_to(self._table, aim, fits, spots)
                return
        if not has_opened(self._table, near):
            raise LostWayError
        self._walk(walk, after, then, fits, wishes)

    def _kept(self, before: State, after: State, but: int) -> dict[int, Cells]:
        """The cells on which each member but one may stand both before a move and after it.

        For those who are lost by it: before it.
        """
        both = enumerate(zip(before.where, after.where, strict=True))
        kept = ((member, own & (then or own)) for member, (own, then) in both if member != but)
        return {member: self._cells_of(own) for member, own in kept if own}

    def _wishes(
        self, state: State, arrival: Turn, but: int, after: Callable[[State], Iterable[Settled]]
    ) -> dict[int, Cells]:
        """The cells on which all but one stand so that a move leads where it has led."""
        wishes = self._kept(state, arrival.state, but)
        for member, own in enumerate(state.where if arrival.events else ()):
            if member == but or not own & (own - 1):
                continue
            cell = self._table.cells[member]
            here = 1 << self._of[self._floor.place(cell)] if cell >= 0 else 0
            then = arrival.state.where[member]
            for place in (*each_bit(own & here), *each_bit(own & then), *each_bit(own & ~then)):
                where = (*state.where[:member], place, *state.where[member + 1 :])
                if is_among(arrival, after(state._replace(where=where)), self._rules):
                    state = state._replace(where=where)
                    wishes[member] = self._cells_of(place)
                    break
        return wishes

    # -- deeds --------------------------------------------------------------------------------

    def _act(self, act: Act, arrival: Turn) -> None:
        number = self._simple.deeds[act.deed]
        deed = self._task.deeds[number]
        table = self._table
        if not table.play.is_open(deed, table.state.facts):
            return
        spots = self._carriers.spots(act.before)
        member = act.member
        self._carriers.share_for(act, arrival)
        wishes = self._wishes(
            act.begin, arrival, -1, lambda state: (own for _, own in acted(self._rules, act, state))
        )
        tries = self._making_room(act.begin, wishes, arrival.state)
        if deed.past and not deed.shot:
            # What is pushed comes to a cell that others leave free.
            past = [self._task.places[n].cells for n in each_number(deed.past)]
            tries = [(way, [*left, *past]) for way, left in tries]
        at = there = wishes.get(member, -1)
        if member >= 0:
            for item in each_number(deed.carries & self._task.carried):
                self._carriers.bring(item, member, act.before, None)
            there = spots[member] & deed.stands
        asked = [{member: own} if member >= 0 else {} for own in (there & at, there)]
        ways = (({**way, **own}, left) for own, (way, left) in product(asked, tries))
        if not any(
            stand(table, spots, seen, left)
            for way, left in ways
            for seen in (seeing(table, deed, member, spots, way) if deed.shot else [way])
        ):
            raise LostWayError
        self._open_around(arrival)
        if table.play.is_open(deed, table.state.facts):
            table.do(number, member, self._meant(arrival.state, arrival.events, arrival.end))

    def _making_room(
        self, before: State, wishes: dict[int, Cells], after: State
    ) -> list[tuple[dict[int, Cells], list[Cells]]]:
        """Where all may stand so that who steps clear because of a move finds a cell for that.

        With the cells of which one is left free for each of them; or else they stand where they
        need not step clear, or as they are.
        """
        closed = self._rules.closed(after.facts) & ~self._rules.closed(before.facts)
        closing = self._cells_of(closed)
        left, aside = [], dict(wishes)
        for member, (own, then) in enumerate(zip(before.where, after.where, strict=True)):
            here = wishes.get(member, self._cells_of(own)) if then & ~closed else 0
            if here and not here & ~closing:
                steps, meant = self._table.clear.steps, self._cells_of(then)
                held = self._table.state.hold[member]
                moments = self._table.state.facts, after.facts
                each = (steps(member, held, cell, meant, moments, 0) for cell in each_cell(here))
                left.append(sum({1 << to for clear in each for to in clear}))
                aside[member] = self._cells_of(own & then & ~closed) or here
        left = [cells for cells in left if cells]
        return [(wishes, left), (aside, []), (wishes, [])] if left else [(wishes, left)]

    def _open_around(self, arrival: Turn) -> None:
        """Who has to step clear in a moment opens what may stand open around."""
        before, after = arrival.move.before.facts, arrival.state.facts
        closed = self._rules.closed(after) & ~self._rules.closed(before)
        open_around(self._table, self._cells_of(closed))

    def _meant(self, meant: State, events: Sequence[int], end: End | None) -> Fits:
        """How far all stand and carry as a move is meant to leave them, after the same events."""
        told = [self._simple.events[number] for number in events]
        changing = self._simple.task.changing

        def is_so(state: State) -> bool:
            for own, then in zip(state.where, meant.where, strict=True):
                places = sum({1 << self._of[n] for n in each_number(own)})
                if bool(own) != bool(then) or (own and not places & then):
                    return False
            return not any(self._carriers.misplaced(state, meant, meant))

        def fits(outcome: Settled) -> int:
            happened = [event for event in outcome.events if event in self._simple.events]
            is_end = _victory(outcome.end, self._task) == _victory(end, self._simple.task)
            is_known = not (outcome.state.facts ^ meant.facts) & changing
            return 8 * is_end + 4 * is_so(outcome.state) + 2 * is_known + (happened == told)

        return fits


def _victory(end: End | None, task: Task) -> Span | tuple[()] | None:
    """Where the text has the victory by which play ends; None if it goes on, () if all are lost."""
    if end is None:
        return None
    return () if end.victory < 0 else task.victories[end.victory].origin


def _table(translated: Translation, simple: Simple, begin: State, *, makes_way: bool) -> TableTop:
    """The table as a line begins: a cell for each who is set up on the board, no two on one.

    The others wait in a place off the board, or are not there.
    """
    wishes: list[list[Cell]] = [[] for _ in begin.where]
    outside: list[Places] = [0] * len(begin.where)
    for begun in translated.task.begins:
        for member, own in enumerate(begin.where):
            if begun.who >> member & own >> simple.places[begun.place] & 1:
                if begun.cell >= 0:
                    wishes[member].append(begun.cell)
                else:
                    outside[member] = outside[member] or 1 << begun.place
    found = maximum_matching(wishes)
    seats = [found.get(member, OFF) for member in range(len(wishes))]
    harmless, asked = harmless_facts(simple.task), facts_asked(*simple.task.needs())
    table = TableTop(translated, seats, outside, harmless, asked, begin.hold)
    table.makes_way = makes_way
    return table
