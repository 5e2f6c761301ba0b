"""The table at one moment of a line: who stands on which cell, and what has been told so far."""

from __future__ import annotations

from functools import cached_property, lru_cache, partial
from heapq import heappop, heappush

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.verdict.decide.beginnings import begun
from questwright.compiler.verdict.decide.harmless import harmless_facts
from questwright.compiler.verdict.line.clear import OFF, StepsClear
from questwright.compiler.verdict.line.events import told_events
from questwright.compiler.verdict.line.openers import Openers
from questwright.compiler.verdict.line.tally import Tally
from questwright.compiler.verdict.rules.play import Play
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.exits import left_over
from questwright.compiler.verdict.task.gifts import had, passed
from questwright.compiler.verdict.task.line import Told
from questwright.compiler.verdict.task.need import asked_places, holds, parts_of
from questwright.compiler.verdict.task.task import DeedSort
from questwright.compiler.verdict.translate.ground import FREE
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence
    from typing import TypeAlias

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.verdict.rules.state import End, Settled, State
    from questwright.compiler.verdict.task.need import Facts, Need, Places
    from questwright.compiler.verdict.task.task import Deed
    from questwright.compiler.verdict.translate.stride import Stride
    from questwright.compiler.verdict.translate.translate import Translation

    Fits: TypeAlias = "Callable[[Settled], int]"
    """How well an outcome is what is meant: the more, the better."""

_OPENING = 3
"""How many cells one walks round before one opens a door for a shorter way."""
_FIGHT = 20
"""The same before one fights."""
_NOISE = 100
"""The same where something comes of it, though nothing that matters to the verdict."""
_FAR = 100
"""The same for each round that a crossing takes."""
_LAST = 1000
"""The same for a jump, and for a gate that may fall shut: one takes another way that there is."""


class Leg(NamedTuple):
    """One step of a way."""

    stride: Stride
    doer: int
    """Who opens and beats what is in the way: whoever stands where the step leads from, or the
    member who walks."""


class Aim(NamedTuple):
    """Where a member is to come."""

    member: int
    within: Cells
    """The cells over which it walks."""
    wanted: Cells
    """Those to one of which it comes."""
    counts: tuple[str, ...] = ()
    """What is counted on its way, in this order."""


_Way = tuple["Stride", int, "_Way | None"]
_Stage = tuple["Cell", int]
"""A cell, and how much of what is to be counted has been."""


class LostWayError(Exception):
    """A line cannot be told."""


class TableTop:
    """A line being told."""

    def __init__(
        self,
        translated: Translation,
        seats: Sequence[Cell],
        outside: Sequence[Places] = (),
        harmless: Facts = 0,
        asked: Facts = 0,
        held: Sequence[Facts] = (),
    ) -> None:
        """The table as play begins: each has a cell, or is in places ``outside``.

        If anybody is ``held`` to carry something, that is so as far as they choose.
        On the way members open and beat what the line does not speak of: facts that are
        ``harmless``, and of which none is ``asked`` for.
        """
        self.task, self.floor = task, _ = translated.task, translated.floor
        self.play = Play(task)
        self.makes_way = False
        """Whether others step aside and change places in any way that there is."""
        self.cells = [*seats]
        where = tuple(
            1 << self.floor.place(cell) if cell >= 0 else outside[member]
            for member, cell in enumerate(seats)
        )
        self.state = max(begun(task, where), key=partial(_held, wanted=held))
        there = [(member, cell) for member, cell in enumerate(seats) if cell >= 0]
        given = had(task.gifts, where).items
        self.told = [
            Told(DeedSort.BEGIN, n, path=(cell,), has=(*each_number(self.state.hold[n] & given),))
            for n, cell in there
        ]
        self.tally = Tally(task, self.floor)
        """About how many rounds each member has played."""
        self.openers = Openers(task, harmless, asked)
        """What members open and beat on the way."""
        self.clear = StepsClear(task, self.floor)
        self.end: End | None = None
        self.brought: dict[int, Aim] = {}
        """For whom a vessel has just been brought, and how whoever brought it comes back."""
        self.exits: list[Cells] = [0] * task.party
        """For each member the cells over which it leaves the board, once they do nothing else."""

    @cached_property
    def quiet(self) -> Facts:
        """The facts of which nothing comes that does any harm."""
        return harmless_facts(self.task)

    def leave(self) -> None:
        """From now on members do nothing but leave the board, one after the other."""
        self.play = Play(self.task, left_over(self.task))
        for victory in self.task.own:
            for at in asked_places(victory.needs):
                for member in each_number(at.who & self.task.everybody) if at.leaves else ():
                    self.exits[member] |= self.task.cells_of(at.places)

    def is_off(self, member: int) -> bool:
        """Whether a member has left the board, or is not on it."""
        cell = self.cells[member]
        return cell < 0 or bool(self.exits[member] >> cell & 1)

    def is_over(self) -> bool:
        """Whether play has ended."""
        return self.end is not None

    def is_won(self) -> bool:
        """Whether play has ended, and the party has won."""
        return self.end is not None and self.task.is_won(self.end.victory)

    # -- what happens -----------------------------------------------------------------------

    def settle(self, states: Collection[State], fits: Fits | None = None) -> None:
        """Let happen what happens by itself; of several ways the one that is meant."""
        outcomes = list(self.play.settled(states, is_wide=False))
        if fits is not None:
            outcomes.sort(key=fits, reverse=True)
        before = self.state.facts
        for state in states:
            before |= state.facts
        for meant in outcomes:
            cells = self.clear.cells_after(meant, self.cells, self.state.hold, before)
            if cells is not None:
                break
        else:
            raise LostWayError
        self.told += self.clear.told(told_events(self.task, self.state, meant), self.cells, cells)
        self.end = meant.end
        self.state = meant.state._replace(
            where=tuple(
                1 << self.floor.place(cell) if cell >= 0 else own
                for cell, own in zip(cells, meant.state.where, strict=True)
            )
        )
        self.cells = cells

    def do(
        self,
        number: int,
        member: int,
        fits: Fits | None = None,
        joined: tuple[tuple[int, int], ...] = (),
    ) -> None:
        """A member does a deed where it stands, as others may; -1 for nobody in particular.

        Nothing is done once play is over.
        """
        if self.is_over():
            return
        deed, before = self.task.deeds[number], self.state.facts
        finds = tuple(n for n, own in enumerate(deed.finds) if not own.unless & before)
        self.told.append(Told(deed.sort, member, number, finds=finds, joined=joined))
        self.tally.do(number, member)
        for act, after in self.play.acts(number, self.state, by_each=True):
            if act.member == member:
                self.settle(after, fits)
                self.tally.bring(self.state.facts & ~before, member)
                return
        raise LostWayError

    def walk(self, member: int, way: Sequence[Leg], fits: Fits | None = None) -> bool:
        """A member walks a way, opening and beating what is in the way first.

        Nobody stays on the cell of a friend: what is in the way beyond, the friend opens before.
        Returns whether it has come to the end; else what was opened has closed another gate of it.
        """
        for number, leg in enumerate(way):
            if not self.is_passing(member):
                ahead = number
                while ahead == number or (
                    ahead < len(way) and self.taken(member) >> way[ahead - 1].stride.to & 1
                ):
                    self._open(way[ahead])
                    ahead += 1
            if self.is_over():
                break
            is_open = holds(leg.stride.access.need, self.state.facts, (), ())
            if not is_open and self.cells[member] >= 0:
                return False
            self._step(member, leg.stride, fits if number == len(way) - 1 else None)
        return True

    def _open(self, leg: Leg) -> None:
        if self.cells[leg.doer] < 0:
            return
        for number in self.opened(leg.stride.access.need, self.state.facts, leg.doer) or ():
            self.do(number, leg.doer)

    def taken(self, but: int = -1) -> Cells:
        """The cells on which nobody may end a move, as some other than one stand there.

        Whoever leaves the board leaves it over a friend as well, if friends are passed.
        """
        found = 0
        for member, cell in enumerate(self.cells):
            found |= 1 << cell if member != but and not self.is_off(member) else 0
        return found if but < 0 or self.floor.friends_block else found & ~self.exits[but]

    def is_passing(self, member: int) -> bool:
        """Whether a member is on the cell of a friend, and has to go on."""
        return self.cells[member] >= 0 and bool(self.taken(member) >> self.cells[member] & 1)

    def follow(self, member: int, cell: Cell, told: Told) -> None:
        """A member takes the step that a line tells, onto a cell."""
        here = self.cells[member]
        coming = (leg.stride for leg in arrivals(self, member, 1 << cell))
        for stride in self.floor.strides(here) if here >= 0 else coming:
            is_told = (stride.to, stride.sort, stride.crossing) == (cell, told.sort, told.crossing)
            is_open = holds(stride.access.need, self.state.facts, (), ())
            shut = shut_to(self, member)
            is_shut = shut >> cell & 1 or stride.is_cornered(shut)
            is_able = stride.access.admits(member, self.state.hold[member])
            if is_told and is_open and not is_shut and is_able:
                self._step(member, stride, None)
                return
        raise LostWayError

    def _step(self, member: int, stride: Stride, fits: Fits | None) -> None:
        here = self.cells[member]
        is_idle = self.tally.step(member, stride, here, self.state.facts)
        # Who has come back to the cell of a friend has been on one of its own between.
        is_idle &= not self.taken(member) >> stride.to & 1
        self.cells[member] = stride.to
        if here < 0:
            self.told.append(Told(DeedSort.BEGIN, member, path=(stride.to,)))
        else:
            _tell_step(member, stride, self.told, is_idle=is_idle)
        where = list(self.state.where)
        where[member] = 1 << self.floor.place(stride.to)
        counts = [stride.counts] * bool(stride.counts)
        if self.is_passing(member):
            # Until the move comes to an end only what it has left counts, and who goes through.
            gone = self.play.passing(self.state, member, where[member])
            self.told += told_events(self.task, self.state, gone)
            self.state = gone.state._replace(facts=self.play.counted(gone.state.facts, counts))
        else:
            facts = self.play.counted(self.state.facts, counts)
            self.settle([self.state._replace(facts=facts, where=tuple(where))], fits)

    def hand(self, item: int, giver: int, taker: int, fits: Fits | None = None) -> None:
        """One member hands another an item."""
        self.told.append(Told(DeedSort.HAND, giver, item=item, to=taker))
        self.settle([self.state._replace(hold=passed(self.state.hold, 1 << item, taker))], fits)

    # -- what is in the way -----------------------------------------------------------------

    def opened(
        self, need: Need, facts: Facts, member: int, cell: Cell = OFF
    ) -> tuple[int, ...] | None:
        """The deeds by which a member meets a need from where it is; None if it cannot.

        Or from a cell on which it would be, with facts that would hold then.
        """
        here = self.cells[member] if cell < 0 else cell
        found: dict[int, None] = {}
        for part in parts_of(need):
            if holds(part, facts, (), ()):
                continue
            openers = (n for n in self.openers.of(part) if self.is_at_hand(n, facts, here, member))
            opener = next(openers, None)
            if opener is None:
                return None
            found[opener] = None
            facts |= self.task.deeds[opener].adds
        return tuple(found)

    def is_at_hand(
        self, number: int, facts: Facts, cell: Cell, member: int, *, helps: bool = False
    ) -> bool:
        """Whether a member could do a deed on a cell, or help to, where some facts hold."""
        deed = self.task.deeds[number]
        who = deed.who | (deed.helped if helps else 0)
        return (
            bool(deed.stands >> cell & 1 and who >> member & 1)
            and self.play.is_open(deed, facts)
            and holds(deed.needs, facts, self.state.where, self.state.hold)
            and (not deed.shot or self._is_clear(deed, facts, cell, member))
        )

    def _is_clear(self, deed: Deed, facts: Facts, cell: Cell, member: int) -> bool:
        """Whether nobody is in the way of what a member does along sight from a cell."""
        taken = self.taken(member)
        return any(not past & taken for past in self.floor.sights.lines(deed, cell, facts))


def _tell_step(member: int, stride: Stride, told: list[Told], *, is_idle: bool) -> None:
    """Tell a step of a member, as one more of its walk if that is what it did last.

    It ``is_idle`` if nothing has come of a round by which the member is back there.
    """
    last = told[-1] if told else None
    is_walk = stride.sort is DeedSort.WALK and not stride.counts
    is_on = last is not None and (last.sort, last.who, last.is_clear) == (
        DeedSort.WALK,
        member,
        False,
    )
    if last is None or not (is_walk and is_on) or (stride.to in last.path and not is_idle):
        step = Told(stride.sort, member, path=(stride.to,), portals=stride.portals[::2])
        told.append(step._replace(crossing=stride.crossing, rounds=stride.rounds))
        return
    path, portals = (*last.path, stride.to), (*last.portals, *stride.portals[::2])
    if stride.to in last.path and not portals:
        path = path[: path.index(stride.to) + 1]
    began = (own.path[-1] for own in reversed(told[:-1]) if own.who == member and own.path)
    if is_idle and not portals and stride.to == next(began, OFF):
        told.pop()
        return
    told[-1] = last._replace(path=path, portals=portals)


def _held(state: State, wanted: Sequence[Facts]) -> int:
    """How many of the items that each is wanted to hold are held so."""
    return sum((own & item).bit_count() for own, item in zip(state.hold, wanted, strict=False))


# -- ways ---------------------------------------------------------------------------------------


def ways_of(table: TableTop, aim: Aim, shut: Cells = 0) -> Iterator[tuple[Leg, ...]]:
    """The ways of a member to some cells, the shortest first, over cells of some others.

    Friends are passed, but for those on cells that are ``shut``, and may stand on the cell to which
    a way leads.
    """
    member, within, wanted, counts = aim
    floor, facts, start = table.floor, table.state.facts, table.cells[member]
    enter, room = floor.enter[member], _each_of(within | wanted)
    # A way is its last leg, and the way before that.
    queue: list[tuple[int, int, _Stage, Facts, _Way | None]] = [(0, 0, (start, 0), facts, None)]
    if start < 0:
        legs = enumerate(arrivals(table, member, wanted))
        queue = [(0, n, (leg.stride.to, 0), facts, (*leg, None)) for n, leg in legs]
    turn, left = len(queue), wanted & ~shut
    come: set[_Stage] = set()
    least: dict[_Stage, int] = {}
    friends = {cell: n for n, cell in enumerate(table.cells) if n != member}
    while queue and left:
        spent, _, stage, facts, way = heappop(queue)
        if stage in come:
            continue
        come.add(stage)
        cell, counted = stage
        if wanted >> cell & 1 and counted == len(counts):
            yield _legs(way)
            left &= ~(1 << cell)
            if not within >> cell & 1:
                continue
        doer = friends.get(cell, member)
        for stride in floor.strides(cell):
            to = stride.to
            is_asked = bool(stride.counts) and stride.counts in counts[counted : counted + 1]
            then_at = to, counted + is_asked
            if then_at in come or to not in room or (shut and _is_shut(stride, shut)):
                continue
            paid = floor.cost(stride, member) if stride.costs else enter.get(to, 1)
            cost, then = spent + paid, facts
            access = stride.access
            if access is not FREE:
                first = table.opened(access.need, facts, doer, cell)
                if first is None or not access.admits(member, table.state.hold[member]):
                    continue
                for number in first:
                    cost += _toil(table, number)
                    then |= table.task.deeds[number].adds
                cost += _FAR * stride.rounds
                is_last = stride.sort is DeedSort.JUMP or (stride.counts and not is_asked)
                cost += _LAST * bool(is_last)
            if cost < least.get(then_at, cost + 1):
                least[then_at] = cost
                turn += 1
                after = _over(table, member, to, then) if to in friends else then
                after = table.play.counted(after, [stride.counts]) if stride.counts else after
                heappush(queue, (cost, turn, then_at, after, (stride, doer, way)))


def _over(table: TableTop, member: int, cell: Cell, facts: Facts) -> Facts:
    """The facts as a member is on the cell of a friend: it may have opened and shut gates."""
    before = table.state._replace(facts=facts)
    return table.play.passing(before, member, 1 << table.floor.place(cell)).state.facts


def _is_shut(stride: Stride, shut: Cells) -> bool:
    """Whether a step leads onto a cell that is shut, or round the corner of one."""
    return bool(shut >> stride.to & 1) or stride.is_cornered(shut)


@lru_cache(64)
def _each_of(cells: Cells) -> frozenset[Cell]:
    return frozenset(each_cell(cells))


def _legs(way: _Way | None) -> tuple[Leg, ...]:
    """A way from its first leg on."""
    legs = []
    while way is not None:
        stride, doer, way = way
        legs.append(Leg(stride, doer))
    return tuple(legs[::-1])


def free_ways(table: TableTop, aim: Aim) -> Iterator[tuple[Leg, ...]]:
    """The ways of a member to where nobody else stands, past nobody whom it does not pass."""
    taken = table.taken(aim.member)
    for way in ways_of(table, aim, shut_to(table, aim.member)):
        if not way or not taken >> way[-1].stride.to & 1:
            yield way


def shut_to(table: TableTop, member: int) -> Cells:
    """The cells that are shut to a member because others stand there whom it does not pass."""
    taken, floor = table.taken(member), table.floor
    if floor.friends_block or table.cells[member] < 0:
        return taken if floor.friends_block else 0
    play, state = table.play, table.state
    spots = ((cell, 1 << floor.place(cell)) for cell in each_cell(taken))
    shut = (1 << cell for cell, at in spots if not play.is_passed(state, state.where, member, at))
    return sum(shut)


def arrivals(table: TableTop, member: int, wanted: Cells) -> Iterator[Leg]:
    """The steps by which a member comes onto the board."""
    for link in table.task.links:
        can_go = table.state.where[member] >> link.first & link.who >> member & 1
        if can_go and holds(link.needs, table.state.facts, (), ()):
            for cell in each_cell(table.task.places[link.second].cells & wanted):
                yield Leg(table.floor.freely(cell), member)


def _toil(table: TableTop, number: int) -> int:
    """How many cells one walks round before one does a deed for a shorter way."""
    deed = table.task.deeds[number]
    if deed.adds & ~table.quiet:
        return _NOISE
    return _FIGHT if deed.is_fight else _OPENING
