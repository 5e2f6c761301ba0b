"""What happens by itself: victories, events and what they bring, until nothing changes."""

from __future__ import annotations

from functools import cache
from itertools import product

from questwright.compiler.verdict.rules.clearing import SteppingClear
from questwright.compiler.verdict.rules.state import End, Settled, State
from questwright.compiler.verdict.task.bits import each_bit, each_number, union
from questwright.compiler.verdict.task.gifts import had, handed
from questwright.compiler.verdict.task.need import (
    BURIED,
    IMPOSSIBLE,
    facts_asked,
    facts_named,
    holds,
    with_facts,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Final

    from questwright.compiler.verdict.rules.standing import Standing
    from questwright.compiler.verdict.task.gifts import Gift
    from questwright.compiler.verdict.task.need import Facts, Members, Need, Places
    from questwright.compiler.verdict.task.task import Happening, Task

    _Needs = tuple[tuple[int, Need], ...]
    """What victories or events ask for, each with its number."""

_FOLLOWING: Final = 64
"""Rounds of events that may set each other off."""


class EndlessError(Exception):
    """Events set each other off without an end."""


class Aftermath:
    """What follows each deed at once."""

    def __init__(self, task: Task, standing: Standing) -> None:
        self._task = task
        self._standing = standing
        self._grounds = standing.grounds
        self._outside: Places = task.outside
        self._is_parting = _parting(task)
        needs = [own.needs for own in task.victories] + [own.needs for own in task.events]
        over = union(own.live | own.happened for own in task.events)
        self._asked: Facts = facts_asked(*needs) | over
        self._pending = cache(self._pending_at)
        self._clearing = SteppingClear(task, standing)

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
            for state in self._standing.refined(rough):
                if not self._grounds.has_room(state.where):
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
                due = self._due(state)
                if not due:
                    for wide in self._standing.widened(state) if is_wide else (state,):
                        yield Settled(wide, told, None)
                    continue
                for then, happened in self._swept(state, due, ()):
                    every = (*told, *happened)
                    yield from self.settled([then], every, depth + 1, is_wide=is_wide)

    def _swept(
        self, state: State, due: list[int], told: tuple[int, ...]
    ) -> Iterator[tuple[State, tuple[int, ...]]]:
        """Each event that is due happens, if its needs are still met when its turn comes."""
        if not due or not any(state.where):
            yield state, told
            return
        number, *rest = due
        event = self._task.events[number]
        if not self.is_due(event, state):
            yield from self._swept(state, rest, told)
            return
        for then in self.brought(state, event.adds, event.removes, event.gifts):
            for fine in self._standing.refined(then) if rest else (then,):
                yield from self._swept(fine, rest, (*told, number))

    def is_due(self, event: Happening, state: State) -> bool:
        """Whether the needs of an event have come to be met."""
        is_over = state.facts & (event.live or event.happened)
        return not is_over and self._standing.meets(event.needs, state)

    def noticed(self, state: State) -> Facts:
        """The facts, with what is seen from where members stand, and events ready again."""
        facts = state.facts
        standing = self._standing.standing(facts, state.where)
        awake = union(own for own in standing if own != BURIED)
        for sight in self._task.sights:
            if sight.where & awake:
                facts |= sight.adds
        for event in self._grounds.repeating:
            if event.live & facts and not holds(event.needs, facts, standing, state.hold):
                facts &= ~event.live
        return facts

    def end(self, state: State) -> End | None:
        """How play ends here; None where it goes on."""
        if not any(state.where):
            return End(-1)
        ends, _ = self._pending(state.facts & self._asked)
        return next((End(number) for number in self._met(ends, state)), None)

    def _due(self, state: State) -> list[int]:
        """The events whose needs have come to be met."""
        _, events = self._pending(state.facts & self._asked)
        return [*self._met(events, state)]

    def _pending_at(self, facts: Facts) -> tuple[_Needs, _Needs]:
        """The victories and the events that may be due with some facts, and what else they need."""
        events = enumerate(self._task.events)
        left = [(n, own.needs) for n, own in events if not facts & (own.live or own.happened)]
        ends = [(n, own.needs) for n, own in enumerate(self._task.victories)]
        known = ([(n, with_facts(need, facts, ~facts)) for n, need in own] for own in (ends, left))
        first, second = (tuple(own for own in each if own[1] != IMPOSSIBLE) for each in known)
        return first, second

    def _met(self, needs: _Needs, state: State) -> Iterator[int]:
        """The numbers of those needs that are met, of which no fact is left to ask."""
        if needs:
            standing = self._standing.standing(state.facts, state.where)
            for number, need in needs:
                if holds(need, 0, standing, state.hold):
                    yield number

    def is_quiet(self, state: State) -> bool:
        """Whether nothing happens by itself here, nor gets ready to happen again."""
        return self.noticed(state) == state.facts and not self.comes_of(state)

    def comes_of(self, state: State) -> bool:
        """Whether play ends here, or an event is due."""
        return self.end(state) is not None or bool(self._due(state))

    def brought(
        self, state: State, adds: Facts, removes: Facts, gifts: Sequence[Gift] = ()
    ) -> Iterator[State]:
        """What holds after effects, and how members may stand then."""
        before, carried = state.facts, self._task.carried
        got = had(gifts, state.where)
        facts = (before | adds & ~got.lacks) & ~removes | got.adds
        given = adds & facts & ~before & carried & ~got.items
        kept = [own & ~removes for own in state.hold]
        for hold in handed(gifts, kept, state.where, carried):
            yield from self._passed_on(state, facts, hold, given)

    def _passed_on(
        self, state: State, facts: Facts, held: Sequence[Facts], given: Facts
    ) -> Iterator[State]:
        """What those had who are lost, and what is given to no member, comes to others."""
        hold = [*held]
        lost = 0
        for member, fact in enumerate(self._task.fallen):
            if fact & facts and state.where[member]:
                lost |= 1 << member
                given |= hold[member]
                hold[member] = 0
        for where in self._left(state.where, lost):
            left = State(state.facts, where, tuple(hold))
            # What closes does so last of all: who is buried by that may have got something before.
            for there in self._given(left, given, facts) if given else (left,):
                for way in self._clearing.cleared(there, facts):
                    yield State(facts, way, there.hold)

    def _left(self, where: tuple[Places, ...], lost: Members) -> Iterator[tuple[Places, ...]]:
        """How those may stand who are left: not where one has stood who is lost."""
        rest = tuple(0 if lost >> n & 1 else own for n, own in enumerate(where))
        ways = {rest}
        for member in each_number(lost):
            own = [*each_bit(where[member])]
            taken = [bit for bit in own if self._grounds.room(bit) == 1]
            if all(any(bit & other for other in rest) for bit in own) and len(taken) == len(own):
                ways = {tuple(o & ~bit for o in way) for way in ways for bit in taken}
        for way in sorted(ways):
            if way.count(0) == rest.count(0) and self._grounds.has_room(way):
                yield way

    def _given(self, state: State, items: Facts, facts: Facts) -> Iterator[State]:
        """Items come to whoever the players choose of those on the board, or else of all left.

        Who is buried, or still to come, neither gives nor takes. ``facts`` hold after it.
        """
        away = self._outside | self._standing.closed(state.facts)
        left = [n for n, own in enumerate(state.where) if own & ~away]
        left = left or [n for n, own in enumerate(state.where) if own]
        if not left:
            yield state
            return
        takers = left
        named = self._grounds.watch(facts).named
        if len(left) > 1 and not (items & named or self._is_parting(state.facts, facts)):
            groups = [
                [n for n in group if n in left] for group in self._standing.hands.groups(state)
            ]
            takers = [group[0] for group in groups if group]
        for chosen in product(takers, repeat=items.bit_count()):
            hold = list(state.hold)
            for item, member in zip(each_bit(items), chosen, strict=True):
                hold[member] |= item
            yield state._replace(hold=tuple(hold))


def _parting(task: Task) -> Callable[[Facts, Facts], bool]:
    """Whether members may be parted, as facts change or at once after that.

    Of those who could hand each other things before, and cannot then.
    """
    held, barred = facts_named(*(need for link in task.links for need in link.asked))
    shut = task.closing | held
    events = [own for own in task.events if own.removes & shut or own.adds & barred]

    def is_parting(before: Facts, after: Facts) -> bool:
        if before & ~after & shut or after & ~before & barred:
            return True
        return any(event.live or not before & event.happened for event in events)

    return is_parting
