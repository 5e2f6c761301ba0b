"""What each action leads to. This is the meaning of a task; the engine's replay is held to it."""

from __future__ import annotations

from itertools import product

from questwright.compiler.verdict.rules.aftermath import Aftermath
from questwright.compiler.verdict.rules.gathering import Gatherers
from questwright.compiler.verdict.rules.ground import Grounds
from questwright.compiler.verdict.rules.standing import Standing
from questwright.compiler.verdict.rules.state import Act, CrowdedError, State
from questwright.compiler.verdict.rules.walking import SHARED, Walking
from questwright.compiler.verdict.task.bits import each_bit, union
from questwright.compiler.verdict.task.gifts import passed
from questwright.compiler.verdict.task.task import DeedSort, FactSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.verdict.task.need import Facts, Places
    from questwright.compiler.verdict.task.task import Deed, Task


class Play:
    """The rules of one task."""

    def __init__(self, task: Task, shared: Places = 0) -> None:
        """The rules where any number of members stand in places that are ``shared``."""
        self.task = task
        self.grounds = Grounds(task, shared)
        standing = Standing(task, self.grounds)
        self.handing = standing.hands
        self.closed, self.meets = standing.closed, standing.meets
        self.refined, self.widened = standing.refined, standing.widened
        self.pooled = standing.pooled
        self._gatherers = Gatherers(standing)
        aftermath = Aftermath(task, standing)
        self.settled, self.is_quiet = aftermath.settled, aftermath.is_quiet
        self.comes_of = aftermath.comes_of
        self._brought = aftermath.brought
        walking = Walking(task, standing, aftermath)
        self.walks, self.stepped, self.counted = walking.walks, walking.stepped, walking.counted
        self.is_passed, self.passing = walking.is_passed, walking.passing
        self._aboard: Facts = task.of_sorts(FactSort.ABOARD)
        """Over as soon as a deed is done: who has not gone along by then stays."""

    def left(self, rough: State, mover: int) -> Iterator[State]:
        """A state right after a step, for each way in which others carry what they share."""
        yield rough
        if any(rough.hold):
            yield from self._shared(rough, [rough], mover)

    def done(
        self, number: int, state: State, *, by_each: bool = False
    ) -> Iterator[tuple[Act, list[State]]]:
        """The same as `acts`, for each way in which members carry what they share."""
        for act, after in self.acts(number, state, by_each=by_each):
            yield act, after
            yield from self.shared(number, state, act, after)

    def shared(
        self, number: int, state: State, act: Act, after: Sequence[State]
    ) -> Iterator[tuple[Act, list[State]]]:
        """The same act for each other way in which members carry what they share.

        That makes a difference where something parts them that follows at once.
        """
        for other in self._shared(state, after) if any(state.hold) else ():
            for again, then in self.acts(number, other, by_each=True):
                if (again.member, again.stands) == (act.member, act.stands):
                    yield act, then

    def _shared(self, before: State, after: Sequence[State], mover: int = -1) -> Iterator[State]:
        """The other ways to carry what some share who are parted or lost because of a move.

        Or of which it is only asked because of it who carries it. ``after`` is how all may stand
        right after the move.
        """
        if len(before.where) - before.where.count(0) < 2:
            return
        named = self.grounds.watch(before.facts).named
        holds: dict[tuple[Facts, ...], None] = {before.hold: None}
        outcomes = [*self.settled(after)]
        facts = dict.fromkeys(state.facts for state in (*after, *(o.state for o in outcomes)))
        asked = union(self.grounds.watch(own).named for own in facts) & ~named
        for outcome in outcomes:
            leads = {n: own[0] for own in self.handing.groups(outcome.state) for n in own}
            choices: list[tuple[Facts, list[int]]] = []
            for group in self.handing.groups(before):
                # Of those who are still together the first one, and of those who are lost.
                first: dict[int, int] = {}
                pool = 0
                for n in group:
                    if n != mover:
                        first.setdefault(leads.get(n, -1), n)
                        pool |= before.hold[n] & ~named
                for item in each_bit(pool):
                    able = [n for n in group if n != mover] if item & asked else [*first.values()]
                    choices += [(item, able)] if len(able) > 1 else []
            if len(choices) > SHARED:
                raise CrowdedError
            for takers in product(*(able for _, able in choices)):
                hold = before.hold
                for (item, _), taker in zip(choices, takers, strict=True):
                    hold = passed(hold, item, taker)
                holds[hold] = None
        yield from (before._replace(hold=hold) for hold in [*holds][1:])

    def hands(self, state: State) -> Iterator[State]:
        """Each way to hand on an item of which a condition asks who carries it.

        Those two stand where they can, right after it.
        """
        named = self.grounds.watch(state.facts).named & ~self.task.bound
        if not named:
            return
        for group in self.handing.groups(state):
            for giver in group:
                for item in each_bit(state.hold[giver] & named):
                    if self.grounds.keeps(giver, item, state):
                        continue
                    for taker in (n for n in group if n != giver):
                        hold = passed(state.hold, item, taker)
                        for where in self.handing.meetings(giver, taker, state):
                            yield State(state.facts, where, hold)

    def is_open(self, deed: Deed, facts: Facts) -> bool:
        """Whether a deed is still to be done, and changes anything."""
        if deed.once and not deed.once & ~facts:
            return False
        return bool(deed.brings_now(facts) & ~facts or deed.removes & facts)

    def acts(
        self, number: int, state: State, *, by_each: bool = False
    ) -> Iterator[tuple[Act, list[State]]]:
        """Who can do a deed where all stand so, and how all may stand right after it.

        Of members in the same case the first one; each of them, if asked ``by_each``.
        """
        deed = self.task.deeds[number]
        if number in self.grounds.gathered:
            for way in self._gatherers.ways(deed, state, by_each=by_each):
                stands = way.where if way.where != state.where else ()
                for act, after in self._acts(number, way, by_each=by_each):
                    yield act._replace(before=state, stands=stands), after
        elif deed.sort is not DeedSort.GO_THROUGH and self.meets(deed.needs, state):
            yield from self._acts(number, state, by_each=by_each)

    def _acts(
        self, number: int, state: State, *, by_each: bool
    ) -> Iterator[tuple[Act, list[State]]]:
        """The same of a deed whose needs are met as all stand."""
        deed, facts = self.task.deeds[number], state.facts
        adds, removes = deed.brings_now(facts), deed.removes | self._aboard
        if not deed.where:
            yield Act(state, -1, number), list(self._brought(state, adds, removes))
            return
        closed = self.closed(facts)
        carries = deed.carries & self.task.carried
        named = self.grounds.watch(facts).named if carries else 0
        groups = self.handing.groups(state) if carries else []
        for member, own in enumerate(state.where):
            there = own & deed.where & ~closed
            if not there or not deed.who >> member & 1:
                continue
            if not by_each and any(self.grounds.are_alike(member, n, state) for n in range(member)):
                continue
            if carries & named & ~state.hold[member]:
                continue  # Who carries it matters: it is handed over before.
            group = next((group for group in groups if member in group), ())
            if carries & ~union(state.hold[n] for n in group):
                continue
            got = adds & ~facts & ~deed.removes & self.task.carried
            where = tuple(
                there if n == member else other if other & closed else other & ~deed.past
                for n, other in enumerate(state.where)
            )
            if where.count(0) > state.where.count(0) or not self.grounds.has_room(where):
                continue
            doing = State(facts | got, where, passed(state.hold, carries | got, member))
            yield Act(state, member, number), list(self._brought(doing, adds, removes))
