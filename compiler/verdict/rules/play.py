"""What each action leads to. This is the meaning of a task; the engine's replay is held to it."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final

from questwright.compiler.verdict.rules.ground import Grounds
from questwright.compiler.verdict.rules.state import Act, End, MemberWalk, Settled, State
from questwright.compiler.verdict.task.bits import each_bit, each_number
from questwright.compiler.verdict.task.need import holds

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from questwright.compiler.verdict.task.need import Facts, Need, Places
    from questwright.compiler.verdict.task.task import Deed, Happening, Task

_FOLLOWING: Final = 64
"""Rounds of events that may set each other off."""
_SHARED: Final = 8
"""Items that may be divided when members part."""


class EndlessError(Exception):
    """Events set each other off without an end."""


class CrowdedError(Exception):
    """There are more ways to stand or to carry than can be looked at."""


class Play:
    """The rules of one task."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.grounds = Grounds(task)
        self.buried: Places = 1 << len(task.places)
        """Where a buried member stands: in no place that anything asks for."""
        self._closable = {n: place.clear for n, place in enumerate(task.places) if place.clear >= 0}
        self._fallen = 0
        for fact in task.fallen:
            self._fallen |= fact
        self._closed: dict[Facts, Places] = {}
        self._closing = sum({1 << fact for fact in self._closable.values()})

    # -- how members stand -----------------------------------------------------------------

    def closed(self, facts: Facts) -> Places:
        """The places that something closes."""
        if not self._closable:
            return 0
        key = facts & self._closing
        found = self._closed.get(key)
        if found is None:
            found = sum(1 << n for n, clear in self._closable.items() if not facts >> clear & 1)
            self._closed[key] = found
        return found

    def standing(self, facts: Facts, where: Sequence[Places]) -> Sequence[Places]:
        """Where members stand, as conditions see it: who is buried stands nowhere."""
        closed = self.closed(facts)
        if not closed:
            return where
        return [self.buried if own & closed else own for own in where]

    def meets(self, need: Need, state: State) -> bool:
        """Whether a need is met in a state."""
        return holds(need, state.facts, self.standing(state.facts, state.where), state.hold)

    def refined(self, state: State) -> Iterator[State]:
        """The state, for each way in which members may stand that makes a difference now."""
        facts = state.facts
        closed = self.closed(facts)
        ways: list[list[Places]] = []
        for member, own in enumerate(state.where):
            if not own & (own - 1) or own & closed:
                ways.append([own])
                continue
            spots = self.grounds.of(facts, member).spots
            ways.append([spot & own for spot in dict.fromkeys(spots[n] for n in each_number(own))])
        if all(len(way) == 1 for way in ways):
            yield state._replace(where=tuple(way[0] for way in ways))
            return
        for where in product(*ways):
            yield state._replace(where=where)

    def widened(self, state: State) -> Iterator[State]:
        """The state in which members may walk their whole spots.

        Those who fill theirs stay where they are: one for each way in which they may stand.
        """
        facts = state.facts
        closed = self.closed(facts)
        where = tuple(
            self.grounds.of(facts, member).spots[(own & -own).bit_length() - 1]
            if own and not own & closed
            else own
            for member, own in enumerate(state.where)
        )
        pinned = self.grounds.pinned(where)
        if not pinned:
            yield self.pooled(state._replace(where=where))
            return
        ways = [
            [1 << n for n in each_number(own & wide)] if pinned >> member & 1 else [wide]
            for member, (own, wide) in enumerate(zip(state.where, where, strict=True))
        ]
        for way in product(*ways):
            if self.grounds.has_room(way):
                yield self.pooled(state._replace(where=way))

    def pooled(self, state: State) -> State:
        """The state in which who first can carries what any of several can be handed."""
        if not any(state.hold):
            return state
        useful = self.grounds.useful(state.facts)
        named = self.grounds.watch(state.facts).named
        hold = [own & useful for own in state.hold]
        for group in self.grounds.groups(state):
            if len(group) > 1:
                common = 0
                for member in group:
                    common |= hold[member]
                    hold[member] &= named
                hold[group[0]] |= common & ~named
        return state._replace(hold=tuple(hold))

    # -- what happens by itself -------------------------------------------------------------

    def settled(
        self,
        states: Iterable[State],
        told: tuple[int, ...] = (),
        depth: int = 0,
        *,
        is_wide: bool = True,
    ) -> Iterator[Settled]:
        """All that may have come about when nothing more happens by itself.

        Then members may walk their whole spots; or not, if it is not ``is_wide``.

        First the victories are looked at; then all events whose needs have come to be met happen,
        in the order of the text, each looked at again when its turn comes; then the victories
        again, until nothing changes.
        """
        if depth > _FOLLOWING:
            raise EndlessError
        for rough in states:
            for state in self.refined(rough):
                if not self.grounds.has_room(state.where):
                    continue
                seen = self.noticed(state)
                if seen != state.facts:
                    noticed = [state._replace(facts=seen)]
                    yield from self.settled(noticed, told, depth, is_wide=is_wide)
                    continue
                end = self.end(state)
                if end is not None:
                    yield Settled(state, told, end)
                    continue
                due = [n for n, event in enumerate(self.task.events) if self.is_due(event, state)]
                if not due:
                    for wide in self.widened(state) if is_wide else (state,):
                        yield Settled(wide, told, None)
                    continue
                for then, happened in self._swept(state, due, ()):
                    every = (*told, *happened)
                    yield from self.settled([then], every, depth + 1, is_wide=is_wide)

    def _swept(
        self, state: State, due: list[int], told: tuple[int, ...]
    ) -> Iterator[tuple[State, tuple[int, ...]]]:
        """Each event that is due happens, if its needs are still met when its turn comes."""
        if not due:
            yield state, told
            return
        number, *rest = due
        event = self.task.events[number]
        if not self.is_due(event, state):
            yield from self._swept(state, rest, told)
            return
        for then in self._brought(state, event.adds, event.removes):
            for fine in self.refined(then) if rest else (then,):
                yield from self._swept(fine, rest, (*told, number))

    def is_due(self, event: Happening, state: State) -> bool:
        """Whether the needs of an event have come to be met."""
        is_over = state.facts & (event.live or event.happened)
        return not is_over and self.meets(event.needs, state)

    def noticed(self, state: State) -> Facts:
        """The facts, with what is seen from where members stand, and events ready again."""
        facts = state.facts
        standing = self.standing(facts, state.where)
        for sight in self.task.sights:
            if sight.adds & ~facts and any(sight.where & own for own in standing):
                facts |= sight.adds
        for event in self.grounds.repeating:
            if event.live & facts and not holds(event.needs, facts, standing, state.hold):
                facts &= ~event.live
        return facts

    def end(self, state: State) -> End | None:
        """How play ends here; None where it goes on."""
        if not any(state.where):
            return End(-1)
        for number, victory in enumerate(self.task.victories):
            if self.meets(victory.needs, state):
                return End(number)
        return None

    def is_quiet(self, state: State) -> bool:
        """Whether nothing happens by itself here."""
        return (
            self.noticed(state) == state.facts
            and self.end(state) is None
            and not any(self.is_due(event, state) for event in self.task.events)
        )

    def _brought(self, state: State, adds: Facts, removes: Facts) -> Iterator[State]:
        """What holds after effects, and how members may stand then."""
        before = state.facts
        facts = (before | adds) & ~removes
        hold = [own & ~removes for own in state.hold]
        given = adds & ~removes & ~before & self.task.carried
        lost = 0
        for member, fact in enumerate(self.task.fallen):
            if fact & facts and state.where[member]:
                lost |= 1 << member
                given |= hold[member]
                hold[member] = 0
        for way in self._cleared(state.where, before, facts):
            where = tuple(0 if lost >> n & 1 else own for n, own in enumerate(way))
            then = State(facts, where, tuple(hold))
            yield from self._given(then, given) if given else (then,)

    def _given(self, state: State, items: Facts) -> Iterator[State]:
        """Items come to whoever of those who are left the players choose."""
        left = [n for n, own in enumerate(state.where) if own]
        if not left:
            yield state
            return
        takers = left
        if len(left) > 1 and not items & self.grounds.watch(state.facts).named:
            takers = [group[0] for group in self.grounds.groups(state)]
        for chosen in product(takers, repeat=items.bit_count()):
            hold = list(state.hold)
            for item, member in zip(each_bit(items), chosen, strict=True):
                hold[member] |= item
            yield state._replace(hold=tuple(hold))

    def _cleared(
        self, where: tuple[Places, ...], before: Facts, facts: Facts
    ) -> Iterator[tuple[Places, ...]]:
        """How all may stand after something closes: who can steps clear, else is buried."""
        closed = self.closed(facts)
        hit = closed & ~self.closed(before)
        if not any(own & hit for own in where):
            yield where
            return
        ways: list[list[tuple[Places, Places, Places]]] = []
        for member, own in enumerate(where):
            # Where it stood, where it is then, and the places that others have to fill for that.
            options = [(own & ~hit, own & ~hit, 0)] if own & ~hit or not own else []
            for number in each_number(own & hit):
                beside = self.grounds.beside(number, facts, member) & ~closed
                options += [(1 << number, place, 0) for place in each_bit(beside)]
                options.append((1 << number, 1 << number, beside))
            ways.append(options)
        for way in product(*ways):
            stood = tuple(option[0] for option in way)
            then = tuple(option[1] for option in way)
            if self.grounds.has_room(stood) and self.grounds.has_room(then):
                yield from self._filled(then, [option[2] for option in way if option[2]])

    def _filled(
        self, where: tuple[Places, ...], filled: Sequence[Places]
    ) -> Iterator[tuple[Places, ...]]:
        """How all may stand so that some places are filled."""
        asked = 0
        for places in filled:
            asked |= places
        parts = [
            (*each_bit(own & asked), *([own & ~asked] if own & ~asked else ())) for own in where
        ]
        for way in product(*(own or (0,) for own in parts)) if asked else (where,):
            if self.grounds.has_room(way) and all(
                self.grounds.room(places) <= sum(1 for own in way if own & places)
                for places in filled
            ):
                yield way

    # -- what members do --------------------------------------------------------------------

    def walks(self, state: State) -> Iterator[tuple[MemberWalk, State, bool]]:
        """Each step out of a spot: how all stand then, and whether one can step back."""
        facts = state.facts
        closed = self.closed(facts)
        for member, own in enumerate(state.where):
            if not own or own & closed:
                continue
            if any(self.grounds.are_alike(member, n, state) for n in range(member)):
                continue
            for place, is_back in self._steps(state, member, own):
                for then in self.stepped(state, member, place):
                    yield MemberWalk(state, member, place), then, is_back

    def stepped(self, state: State, member: int, place: int) -> Iterator[State]:
        """How all may stand and carry right after a member has stepped to a place."""
        where = _moved(state.where, member, 1 << place)
        if self.grounds.has_room(where):
            for hold in self._parted(state, member):
                yield State(state.facts, where, hold)

    def _steps(self, state: State, member: int, own: Places) -> Iterator[tuple[int, bool]]:
        """The steps of a member, also through a spot that others fill."""
        ground = self.grounds.of(state.facts, member)
        first = (own & -own).bit_length() - 1
        spot = ground.spots[first]
        is_outside = not self.task.places[first].cells
        done = {spot}
        waiting = [(spot, True)]
        while waiting:
            spot, is_retraced = waiting.pop()
            for step in ground.steps.get(spot, ()):
                target = ground.spots[step.place]
                is_back = step.is_back and is_retraced
                ends = [step.place]
                pinned = self.grounds.pinned(_moved(state.where, member, target))
                if pinned >> member & 1 and not is_outside:
                    # Who fills a spot may go on over friends to any of its cells.
                    ends = [*each_number(target)]
                found = [
                    n for n in ends if self.grounds.has_room(_moved(state.where, member, 1 << n))
                ]
                yield from ((n, is_back) for n in found)
                if not found and target not in done and not is_outside:
                    done.add(target)
                    waiting.append((target, is_back))

    def _parted(self, state: State, member: int) -> Iterator[tuple[Facts, ...]]:
        """Who may carry what when a member has gone: what it leaves is with those it left."""
        group = next(group for group in self.grounds.groups(state) if member in group)
        others = [n for n in group if n != member]
        named = self.grounds.watch(state.facts).named
        pool = 0
        for n in group:
            pool |= state.hold[n] & ~named
        if not others or not pool:
            yield state.hold
            return
        items = list(each_bit(pool))
        if len(items) > _SHARED:
            raise CrowdedError
        for takes in product((False, True), repeat=len(items)):
            own = sum(item for item, is_taken in zip(items, takes, strict=True) if is_taken)
            hold = list(state.hold)
            for n in others:
                hold[n] &= ~own
            left = pool & ~own & hold[member]
            hold[member] = hold[member] & named | own
            hold[others[0]] |= left
            yield tuple(hold)

    def hands(self, state: State) -> Iterator[State]:
        """Each way to hand on an item of which a condition asks who carries it.

        Those two stand where they can, right after it.
        """
        named = self.grounds.watch(state.facts).named
        if not named:
            return
        for group in self.grounds.groups(state):
            for giver in group:
                for item in each_bit(state.hold[giver] & named):
                    for taker in group:
                        hold = list(state.hold)
                        hold[giver] &= ~item
                        hold[taker] |= item
                        if taker != giver:
                            for where in self.grounds.meetings(giver, taker, state):
                                yield State(state.facts, where, tuple(hold))

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
        facts = state.facts
        if not self.meets(deed.needs, state):
            return
        adds = deed.brings_now(facts)
        if not deed.where:
            yield Act(state, -1, number), list(self._brought(state, adds, deed.removes))
            return
        closed = self.closed(facts)
        carries = deed.carries & self.task.carried
        groups = self.grounds.groups(state) if carries else []
        for member, own in enumerate(state.where):
            there = own & deed.where & ~closed
            if not there or not deed.who >> member & 1:
                continue
            if not by_each and any(self.grounds.are_alike(member, n, state) for n in range(member)):
                continue
            hold = list(state.hold)
            if carries and not _hand_over(carries, member, groups, hold):
                continue
            got = adds & ~facts & ~deed.removes & self.task.carried
            where = tuple(
                there if n == member else other if other & closed else other & ~deed.past
                for n, other in enumerate(state.where)
            )
            if where.count(0) > state.where.count(0) or not self.grounds.has_room(where):
                continue
            if got:
                hold[member] |= got
            doing = State(facts | got, where, tuple(hold))
            yield Act(state, member, number), list(self._brought(doing, adds, deed.removes))


def _hand_over(
    carries: Facts, member: int, groups: Sequence[Sequence[int]], hold: list[Facts]
) -> bool:
    """Give a member what a deed asks of the doer; whether those beside the member have it."""
    group = next(group for group in groups if member in group)
    at_hand = 0
    for n in group:
        at_hand |= hold[n]
        hold[n] &= ~carries
    hold[member] |= carries
    return not carries & ~at_hand


def _moved(where: tuple[Places, ...], member: int, to: Places) -> tuple[Places, ...]:
    return (*where[:member], to, *where[member + 1 :])
