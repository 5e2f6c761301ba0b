"""Items of which each does for each: who of them is spent, and who carries which, is all the same.

Once nothing brings an item any more, it may take the place of another of which that is so, too, and
which is good for the same. A search looks at one of such states for all.
"""

from __future__ import annotations

from collections import Counter

from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import (
    All,
    AtLeast,
    Carried,
    Either,
    Has,
    Lacks,
    facts_named,
)
from questwright.compiler.verdict.task.task import FactSort
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from questwright.compiler.verdict.rules.state import State
    from questwright.compiler.verdict.task.need import Facts, Members, Need
    from questwright.compiler.verdict.task.task import Task


class _AlikeItem(NamedTuple):
    """An item that others may take the place of."""

    fact: int
    had: tuple[Facts, ...]
    """What has come about once each of what brings it has: then nothing brings it again."""

    def is_settled(self, facts: Facts) -> bool:
        """Whether nothing brings it any more."""
        return not any(had & ~facts for had in self.had)


class Alike:
    """The items of a task that may take each other's place."""

    def __init__(self, task: Task) -> None:
        self._task = task
        pieces: dict[object, list[_AlikeItem]] = {}
        for fact in each_number(task.of_sorts(FactSort.HAVE)):
            had = self._brought_by(1 << fact)
            if had is not None:
                pieces.setdefault(self._good_for(1 << fact), []).append(_AlikeItem(fact, had))
        self._classes = [part for own in pieces.values() for part in self._parted(own)]

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self._classes)

    def sign(self, states: Iterable[State]) -> State:
        """One state for all sets of states in which such items have taken each other's place."""
        return min(map(self._normal, states))

    def _normal(self, state: State) -> State:
        """The state for all in which such items have taken each other's place."""
        facts, hold = state.facts, list(state.hold)
        for pieces in self._classes:
            settled = [own.fact for own in pieces if own.is_settled(state.facts)]
            having = sorted(
                next((m for m, own in enumerate(state.hold) if own >> n & 1), len(hold))
                for n in settled
                if state.facts >> n & 1
            )
            whole = sum(1 << n for n in settled)
            facts &= ~whole
            hold = [own & ~whole for own in hold]
            for n, member in zip(settled, having, strict=False):
                facts |= 1 << n
                if member < len(hold):
                    hold[member] |= 1 << n
        return state._replace(facts=facts, hold=tuple(hold))

    def _brought_by(self, item: Facts) -> tuple[Facts, ...] | None:
        """What has come about once nothing brings an item any more; None if that may never be."""
        lasting = self._task.lasting
        had = [deed.once for deed in self._task.deeds if deed.brings & item]
        had += [event.happened for event in self._task.events if event.adds & item]
        is_repeated = any(event.live for event in self._task.events if event.adds & item)
        if is_repeated or not all(once and not once & ~lasting for once in had):
            return None
        return tuple(had)

    def _good_for(self, item: Facts) -> object:
        """What an item is good for, roughly: items that differ in it are not alike."""
        used = Counter(
            (deed.sort, deed.id, bool(deed.removes & item))
            for deed in self._task.deeds
            if (deed.carries | deed.removes | facts_named(deed.needs)[0]) & item
        )
        asked = sum(bool(sum(facts_named(need)) & item) for need in self._task.needs())
        return frozenset(used.items()), asked

    def _parted(self, pieces: list[_AlikeItem]) -> list[list[_AlikeItem]]:
        """Pieces in classes of two at the least: nothing changes if two of them change places."""
        found: list[list[_AlikeItem]] = []
        for piece in pieces:
            for own in found:
                both = own[0].fact, piece.fact
                if self._uses(*both) == self._uses(*both, is_changed=True):
                    own.append(piece)
                    break
            else:
                found.append([piece])
        return [own for own in found if len(own) > 1]

    def _uses(self, item: int, other: int, *, is_changed: bool = False) -> Counter[object]:
        """All that may ask for two items or take them away; with the two changed, if asked."""
        task, both = self._task, 1 << item | 1 << other

        def put(facts: Facts) -> Facts:
            is_odd = (facts >> item ^ facts >> other) & 1
            return facts ^ both if is_changed and is_odd else facts

        def form(need: Need) -> object:
            if isinstance(need, All | Either | AtLeast):
                parts = tuple(sorted(repr(form(part)) for part in need.parts))
                return type(need).__name__, getattr(need, "least", 0), parts
            if isinstance(need, Has | Lacks):
                return type(need).__name__, put(1 << need.fact)
            return ("carried", put(1 << need.fact), need.who) if isinstance(need, Carried) else need

        found: Counter[object] = Counter()
        for deed in task.deeds:
            if not deed.brings & both:
                finds = tuple((find.adds, put(find.unless)) for find in deed.finds)
                parts = (put(deed.removes), put(deed.once), put(deed.carries), finds)
                where = (deed.where, deed.adds, deed.who, deed.past)
                found[(deed.sort, deed.id, form(deed.needs), where, parts)] += 1
        for event in task.events:
            if not event.adds & both:
                found[(event.id, form(event.needs), put(event.removes))] += 1
        for number, victory in enumerate(task.victories):
            found[("victory", number, form(victory.needs))] += 1
        for number, link in enumerate(task.links):
            things = None if link.things is None else form(link.things)
            found[("link", number, form(link.needs), things)] += 1
        found[("borne", *_borne(task, put))] += 1
        return found


def _borne(task: Task, put: Callable[[Facts], Facts]) -> Iterator[tuple[int, Facts, Members]]:
    """What ways and places ask members to carry, with some items changed."""
    for number, link in enumerate(task.links):
        yield from ((number, put(own.items), own.spared) for own in link.bearing)
    for number, place in enumerate(task.places):
        if place.bearing is not None:
            yield number, put(place.bearing.items), 0
