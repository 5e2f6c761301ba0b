"""The steps of members out of where they walk with nothing coming of it."""

from __future__ import annotations

from itertools import compress, product

from questwright.compiler.verdict.rules.state import CrowdedError, MemberWalk, Settled, State
from questwright.compiler.verdict.task.bits import each_bit, each_number, union
from questwright.compiler.verdict.task.gates import OF_GATES, is_for_gates
from questwright.compiler.verdict.task.need import BURIED, holds
from questwright.compiler.verdict.task.task import DeedSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Final

    from questwright.compiler.verdict.rules.aftermath import Aftermath
    from questwright.compiler.verdict.rules.standing import Standing
    from questwright.compiler.verdict.task.need import Facts, Places
    from questwright.compiler.verdict.task.task import Happening, Task

SHARED: Final = 8
"""Items that may be divided when members part."""


class Walking:
    """How members step, and what is with whom afterwards."""

    def __init__(self, task: Task, standing: Standing, aftermath: Aftermath) -> None:
        self._task = task
        self._grounds = standing.grounds
        self._handing = standing.hands
        self._closed = standing.closed
        self._end, self._is_due = aftermath.end, aftermath.is_due
        self._gates = task.of_sorts(*OF_GATES)

    def walks(self, state: State) -> Iterator[tuple[MemberWalk, State, bool]]:
        """Each step out of a spot: how all stand then, and whether one can step back."""
        facts = state.facts
        closed = self._closed(facts)
        for member, own in enumerate(state.where):
            if not own or own & closed:
                continue
            if any(self._grounds.are_alike(member, n, state) for n in range(member)):
                continue
            for step, is_back in self._steps(state, member, own):
                for then in self.stepped(step):
                    yield step, then, is_back

    def stepped(self, walk: MemberWalk) -> Iterator[State]:
        """How all may stand and carry right after a member has stepped to a place."""
        state, member, place, counts, stands = walk
        where = _moved(stands or state.where, member, 1 << place)
        if self._grounds.has_room(where):
            for hold in self._parted(state, member) if any(state.hold) else (state.hold,):
                yield State(self.counted(state.facts, counts), where, hold)

    def counted(self, facts: Facts, counts: Iterable[str]) -> Facts:
        """The facts after the deeds that are done by taking links."""
        for name in counts:
            for deed in self._task.deeds:
                is_counted = deed.sort is DeedSort.GO_THROUGH and deed.id == name
                if is_counted and holds(deed.needs, facts, (), ()):
                    facts = (facts | deed.adds) & ~deed.removes
                    break
        return facts

    def _steps(self, state: State, member: int, own: Places) -> Iterator[tuple[MemberWalk, bool]]:
        """The steps of a member, also through spots that others fill; and whether one goes back."""
        ground = self._grounds.of(state.facts, member)
        has_room = self._grounds.has_room
        first = (own & -own).bit_length() - 1
        is_outside = not self._task.places[first].cells
        held = state.hold[member]
        origin = self._origin(own)
        lanes = self._grounds.lanes(state.facts)
        done = {(ground.spots[first], state.where)}
        waiting: list[tuple[int, bool, tuple[str, ...], tuple[Places, ...], Facts]]
        waiting = [(first, True, (), state.where, state.facts)]
        while waiting:
            here, is_retraced, counted, where, facts = waiting.pop()
            # The gate through which it has come may have fallen shut behind it.
            facts = self.counted(facts, counted) if counted else facts
            ground = self._grounds.of(facts, member, origin if here != first else 0)
            spot = ground.spots[here]
            for step in ground.steps.get(spot, ()):
                if not all(own.is_met(member, held) for own in step.bearing):
                    continue
                if step.flanks and self._grounds.is_cornered(step.flanks, where, member):
                    continue
                if here != first and step.counts and step.counts in counted:
                    continue
                target = ground.spots[step.place]
                is_back = step.is_back and is_retraced
                counts = (*counted, step.counts) if step.counts else counted
                # A friend who is passed stays where it stands.
                is_over = not self._task.friends_block and (here != first or spot & (spot - 1))
                left = step.free & ~spot if is_over else step.free
                left |= origin
                right = _but(where, member, left) if left else where
                found = [step.place] if has_room(_moved(right, member, 1 << step.place)) else []
                is_met = self._is_met(right, member, step.place, target)
                if not is_outside and (not found or is_met):
                    # Friends who fill a cell are passed, to any other cell of the spot.
                    every = self._past(state._replace(where=right), member, step.place, counts)
                    past = each_number(every & ~union(1 << n for n in found))
                    found += [n for n in past if has_room(_moved(right, member, 1 << n))]
                if right.count(0) > where.count(0):
                    found = []
                stands = right if right != state.where else ()
                for place in found:
                    yield MemberWalk(state, member, place, counts, stands), is_back
                # What is asked once it is counted may tell apart where others stand.
                then = self.counted(facts, (step.counts,))
                after = self._grounds.of(then, member, origin) if step.counts else ground
                target = after.spots[step.place]
                ways: Iterable[tuple[Places, ...]] = [where] if not target & lanes else []
                if found:
                    ways = self._grounds.filled(where, member, target)
                for way in ways if not is_outside else ():
                    if (target, way) not in done and self.is_passed(state, way, member, target):
                        done.add((target, way))
                        before = state._replace(where=way)
                        gone = self.passing(before, member, target).state.facts
                        waiting.append((step.place, is_back, counts, way, gone))

    def _is_met(self, where: tuple[Places, ...], member: int, place: int, spot: Places) -> bool:
        """Whether it matters that a member steps to a place of a spot, and to no other.

        Friends fill the spot with it, or one of them may stand there and nowhere else in it.
        """
        pinned = self._grounds.pinned(_moved(where, member, spot))
        is_narrow = spot != 1 << place and self._grounds.room(1 << place) == 1
        others = (own for n, own in enumerate(where) if n != member)
        return bool(pinned >> member & 1) or (
            is_narrow and any(own & spot == 1 << place for own in others)
        )

    def _origin(self, own: Places) -> Places:
        """The place from which a member sets out to which it does not come back in the same move.

        Nobody else is there by then.
        """
        return own if not own & (own - 1) and self._grounds.room(own) == 1 else 0

    def _past(self, state: State, member: int, place: int, counts: Sequence[str]) -> Places:
        """Where a member can go on to with nothing more coming of it, over a friend in a place.

        The gates that count it on the way there may have fallen shut behind it.
        """
        if not self.is_passed(state, state.where, member, 1 << place):
            return 0
        gone = self.counted(self.passing(state, member, 1 << place).state.facts, counts)
        origin = self._origin(state.where[member])
        return self._grounds.of(gone, member, origin).spots[place]

    def is_passed(self, state: State, where: tuple[Places, ...], member: int, spot: Places) -> bool:
        """Whether a member may step on a spot that friends fill, and go on.

        It is there for that moment: if something came of it, they make way before. Two on one cell
        do not count as two: nothing does that would not if one of them were nowhere.
        """
        kind = self._grounds.kinds[member]
        atoms = self._grounds.watch(state.facts).atoms
        gone = self.passing(state._replace(where=where), member, spot)
        events = (self._task.events[number] for number in gone.events)
        if gone.end is not None or not all(is_for_gates(own, self._gates) for own in events):
            return False
        if not any(marked & spot and who >> kind & 1 for marked, who in atoms):
            return True
        there = _moved(where, member, spot & -spot)
        friends = [n for n, own in enumerate(where) if own & spot and n != member]
        both = (there, *(_moved(there, friend, BURIED) for friend in friends[:1]))
        if gone.events and all(self._end(State(state.facts, at, state.hold)) for at in both):
            return False
        return not all(self._comes_of(State(gone.state.facts, at, state.hold)) for at in both)

    def _comes_of(self, state: State) -> bool:
        """Whether play ends here, or an event is due that changes anything."""
        events = (event for event in self._task.events if self._is_due(event, state))
        return self._end(state) is not None or any(_changes(event, state.facts) for event in events)

    def passing(self, before: State, member: int, spot: Places) -> Settled:
        """What has come about as a member is over friends: of where it has left, nothing else.

        Of what is so with two on one cell only that counts which is so without the member, too.
        """
        kind = self._grounds.kinds[member]
        there = before._replace(where=_moved(before.where, member, spot & -spot))
        atoms = self._grounds.watch(before.facts).atoms
        own = before.where[member]
        told = (marked for marked, who in atoms if who >> kind & 1)
        if all(bool(marked & own) == bool(marked & spot) for marked in told):
            return Settled(there, (), None)
        happened = []
        away = before._replace(where=_moved(before.where, member, BURIED))
        end = self._end(there) if self._end(away) is not None else None
        if end is not None and self._task.is_won(end.victory):
            end = None  # it is won as well when the move has come to an end
        for number, event in enumerate(self._task.events):
            is_due = self._is_due(event, there) and self._is_due(event, away)
            if is_due and _changes(event, there.facts):
                facts = (there.facts | event.adds) & ~event.removes
                there, away = there._replace(facts=facts), away._replace(facts=facts)
                happened.append(number)
        return Settled(there, tuple(happened), end)

    def _parted(self, state: State, member: int) -> Iterator[tuple[Facts, ...]]:
        """Who may carry what when a member has gone: what it leaves is with those it left."""
        group = next(group for group in self._handing.groups(state) if member in group)
        others = [n for n in group if n != member]
        named = self._grounds.watch(state.facts).named
        pool = union(state.hold[n] for n in group) & ~named
        if not others or not pool:
            yield state.hold
            return
        items = list(each_bit(pool))
        if len(items) > SHARED:
            raise CrowdedError
        for takes in product((False, True), repeat=len(items)):
            own = sum(compress(items, takes))
            hold = list(state.hold)
            for n in others:
                hold[n] &= ~own
            left = pool & ~own & hold[member]
            hold[member] = hold[member] & named | own
            hold[others[0]] |= left
            yield tuple(hold)


def _changes(event: Happening, facts: Facts) -> bool:
    """Whether an event changes anything, but for being ready to happen again."""
    return bool((event.adds & ~facts | event.removes & facts) & ~event.live or event.gifts)


def _but(where: tuple[Places, ...], member: int, free: Places) -> tuple[Places, ...]:
    """How all stand, none but a member in places that are free."""
    return tuple(own if n == member else own & ~free for n, own in enumerate(where))


def _moved(where: tuple[Places, ...], member: int, to: Places) -> tuple[Places, ...]:
    return (*where[:member], to, *where[member + 1 :])
