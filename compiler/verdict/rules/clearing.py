"""How members come through a moment in which something closes: they step clear, or are buried."""

from __future__ import annotations

from functools import cache, partial
from itertools import product

from questwright.compiler.verdict.task.bits import each_bit, each_number, union
from questwright.compiler.verdict.task.closing import at_once
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from questwright.compiler.verdict.rules.standing import Standing
    from questwright.compiler.verdict.rules.state import State
    from questwright.compiler.verdict.task.need import Facts, Places
    from questwright.compiler.verdict.task.task import Task


class _Clear(NamedTuple):
    """How a member comes through a moment in which something closes."""

    stood: Places
    """Where it stood."""
    then: Places
    """Where it is then: where it has stepped, or where it is buried."""
    filled: Places = 0
    """The places that others have to fill for that."""
    free: Places = 0
    """The places on which none of the others may have stood."""
    corners: Places = 0
    """The places on which others have to have stood, on each of them."""

    @property
    def asked(self) -> Places:
        """The places on which others have to be for that."""
        return self.filled | self.corners


class SteppingClear:
    """How members step clear of what closes."""

    def __init__(self, task: Task, standing: Standing) -> None:
        self._task = task
        self._standing = standing
        self._grounds = standing.grounds
        self._closing_soon = cache(self._may_close)

    def cleared(self, state: State, facts: Facts) -> Iterator[tuple[Places, ...]]:
        """How all may stand after something closes: who can steps clear, else is buried.

        Of ways to stand between which members walk then, one.
        """
        where, closed = state.where, self._standing.closed(facts)
        hit = closed & ~self._standing.closed(state.facts)
        if not any(own & hit for own in where):
            yield where
            return
        many = len(where) - where.count(0) - 1
        options: list[dict[Places, list[_Clear]]] = []
        for member, own in enumerate(where):
            by_end: dict[Places, list[_Clear]] = {}
            for option in self._options(state, member, facts, hit):
                if option.asked.bit_count() <= many:
                    end = self._end(option.then, member, facts)
                    by_end.setdefault(end or option.then, []).append(option)
            options.append(by_end if own else {0: [_Clear(0, 0)]})
        for ends in self._grounds.choices([[*each] for each in options], state):
            each = [own[end] for own, end in zip(options, ends, strict=True)]
            yield from self._apart(_at_one_time(each), facts, hit)

    def _apart(
        self, ways: Iterator[tuple[_Clear, ...]], facts: Facts, hit: Places
    ) -> Iterator[tuple[Places, ...]]:
        """How all stand by ways to step clear that lead to the same spots, if that is told."""
        known: set[tuple[Places, ...]] = set()
        for way in ways:
            for stood, then in self._cornered(way, hit):
                if self._grounds.has_room(stood) and self._grounds.has_room(then):
                    for there in self._filled(then, [option.filled for option in way]):
                        each = enumerate(there)
                        ends = tuple(self._end(own, n, facts) or own for n, own in each)
                        if ends not in known:
                            known.add(ends)
                            yield there
                            if all(self._end(own, n, facts) for n, own in enumerate(there) if own):
                                return

    def _options(self, state: State, member: int, facts: Facts, hit: Places) -> Iterator[_Clear]:
        """How one member may come through, by each of the places where it may have stood."""
        own, held = state.where[member], state.hold[member]
        closed = self._standing.closed(facts)
        if own & closed & ~hit:
            yield _Clear(own, own)
            return
        spots = self._grounds.of(facts, member).spots
        for spot in dict.fromkeys(spots[n] for n in each_number(own & ~hit)):
            part = spot & own & ~hit
            yield _Clear(part, part)
        for number in each_number(own & hit):
            beside = self._grounds.beside(number, facts, member, held)
            beside = {there: by for there, by in beside.items() if not closed >> there & 1}
            each = [*self._each_clear(1 << number, beside)]
            yield from (own for own in each if not own.asked)
            yield from _fewest([own for own in each if own.asked])

    def _each_clear(self, here: Places, beside: Mapping[int, Sequence[Places]]) -> Iterator[_Clear]:
        """Each way to step clear of a place, or to be shut in there by others."""
        for there, each in beside.items():
            for corner in dict.fromkeys(each):
                yield _Clear(here, 1 << there, free=corner)
        # Filled, or a friend stands at the corner of each way there.
        shut = [
            [(1 << there, 0), *((0, union(own)) for own in product(*map(each_bit, each)))]
            for there, each in beside.items()
        ]
        for way in dict.fromkeys(product(*shut)):
            filled, corners = union(own for own, _ in way), union(own for _, own in way)
            yield _Clear(here, here, filled, corners=corners)

    def _cornered(
        self, way: Sequence[_Clear], hit: Places
    ) -> Iterator[tuple[tuple[Places, ...], tuple[Places, ...]]]:
        """How all may have stood who step clear so, and how they stand then.

        Nobody round a corner by a place on which another has stood.
        """
        if not any(option.free or option.corners for option in way):
            yield tuple(option.stood for option in way), tuple(option.then for option in way)
            return
        corners = [(n, own) for n, option in enumerate(way) for own in each_bit(option.corners)]
        free = [union(o.free for m, o in enumerate(way) if m != n) for n in range(len(way))]
        # Whoever has a place of which another is shut in.
        able = ([m for m, o in enumerate(way) if m != n and o.stood & own] for n, own in corners)
        for chosen in product(*able):
            stood = [option.stood for option in way]
            for (_, own), member in zip(corners, chosen, strict=True):
                stood[member] &= own
            stood = [own & ~left for own, left in zip(stood, free, strict=True)]
            if all(own or not option.stood for own, option in zip(stood, way, strict=True)):
                both = zip(stood, way, strict=True)
                then = [o.then if o.stood & hit else own for own, o in both]
                yield tuple(stood), tuple(then)

    def _filled(
        self, where: tuple[Places, ...], filled: Sequence[Places]
    ) -> Iterator[tuple[Places, ...]]:
        """How all may stand so that some places are filled."""
        asked = union(filled)
        parts = [
            (*each_bit(own & asked), *([own & ~asked] if own & ~asked else ())) for own in where
        ]
        for way in product(*(own or (0,) for own in parts)) if asked else (where,):
            if self._grounds.has_room(way) and all(
                self._grounds.room(places) <= sum(1 for own in way if own & places)
                for places in filled
            ):
                yield way

    def _end(self, own: Places, member: int, facts: Facts) -> Places:
        """The spot that one walks from where it has come; 0 if it may matter where it stands.

        That is so where others may fill it, and where something else may close in that moment.
        """
        if own & self._standing.grave(facts):
            return self._standing.grave(facts)
        if not own:
            return 0
        spot = self._grounds.of(facts, member).spots[(own & -own).bit_length() - 1]
        is_told = own & ~spot or self._grounds.room(spot) <= self._task.party
        return 0 if is_told or spot & self._closing_soon(facts) else spot

    def _may_close(self, facts: Facts) -> Places:
        """The places that are closed, or that events of this moment may close; all for -1."""
        task = self._task
        _, changed = at_once(task, facts)
        # Who is lost leaves room; and what opens or shuts ways parts who stands on them.
        if changed & (union(task.fallen) | self._grounds.asked & ~task.closing):
            return -1
        return self._standing.closed(facts & ~(changed & task.closing))


def _at_one_time(options: Sequence[Sequence[_Clear]]) -> Iterator[tuple[_Clear, ...]]:
    """One of some ways for each member, as far as it is not seen at once that they do not agree.

    Those of whom others have to stand somewhere come first: each of the others stands on one place.
    """
    order = sorted(range(len(options)), key=lambda n: not all(own.asked for own in options[n]))
    covers = [union(own.stood | own.then for own in options[n]) for n in order]
    left = [union(covers[k:]) for k in range(len(order) + 1)]

    def further(chosen: tuple[_Clear, ...]) -> Iterator[tuple[_Clear, ...]]:
        if len(chosen) == len(order):
            both = dict(zip(order, chosen, strict=True))
            yield tuple(both[n] for n in range(len(order)))
            return
        for option in options[order[len(chosen)]]:
            now = (*chosen, option)
            if all(map(partial(_agree, option), chosen)) and covered(now, left[len(now)]):
                yield from further(now)

    def covered(chosen: Sequence[_Clear], rest: Places) -> bool:
        wide = [own.stood for own in chosen if own.stood & (own.stood - 1)]
        sure = (own.stood | own.then for own in chosen if not own.stood & (own.stood - 1))
        lacks = union(own.asked for own in chosen) & ~union(sure)
        able = len(wide) + len(order) - len(chosen)
        return lacks.bit_count() <= able and not lacks & ~(rest | union(wide))

    yield from further(())


def _agree(one: _Clear, other: _Clear) -> bool:
    """Whether neither of two members stands where the other needs it free."""
    return bool(
        (one.stood & ~other.free or not one.stood) and (other.stood & ~one.free or not other.stood)
    )


def _fewest(options: Sequence[_Clear]) -> list[_Clear]:
    """Of ways to be shut in those for which others have to stand on no more than for another.

    Who has stood on a place fills it; who has stepped into it is in it, and was at no corner.
    """

    def is_less(own: _Clear, other: _Clear) -> bool:
        return not (own.filled & ~other.asked or own.corners & ~other.corners)

    return [
        own
        for own in options
        if not any(is_less(other, own) and not is_less(own, other) for other in options)
    ]
