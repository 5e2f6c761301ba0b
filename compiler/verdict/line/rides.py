"""A line in which members share a ride, so that nobody rows back for one of them."""

from __future__ import annotations

from questwright.compiler.verdict.task.line import Told, each_step, straight
from questwright.compiler.verdict.task.task import DeedSort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.grid.cells import Cell


def ridden_together(told: Sequence[Told]) -> Iterator[tuple[Told, ...]]:
    """The line with somebody who crosses later going along on a ride before; or on two of them.

    Whoever rowed back in the meantime stays where they are.
    """
    yield from _without_rounds(told)
    for tried in _together(told):
        yield tried
        yield from _without_rounds(tried)
        yield from _together(tried)


def _without_rounds(told: Sequence[Told]) -> Iterator[tuple[Told, ...]]:
    """The line without two rides by which somebody is back where they were."""
    starts = [cells.get(step.who, -1) for step, cells in each_step(told)]
    for first, ride in enumerate(told):
        own = [n for n, step in enumerate(told) if ride.who in (step.who, step.to)]
        then = next((n for n in own if n > first), -1)
        is_round = ride.sort is DeedSort.CROSS and then >= 0
        if is_round and _is_same(told[then], ride, starts[first]):
            left = {n: step for n, step in enumerate(told) if n not in (first, then)}
            yield tuple(left.values())
            _join_walks(left, [n for n in own if n in left], first, starts)
            yield tuple(left.values())


def _join_walks(
    left: dict[int, Told], own: Sequence[int], number: int, starts: Sequence[Cell]
) -> None:
    """Make two walks of somebody one, which they take as late as the second of them.

    ``own`` are the steps that are theirs: the walks are those before and after a ``number``.
    """
    before = max((n for n in own if n < number), default=-1)
    after = min((n for n in own if n > number), default=-1)
    if min(before, after) < 0 or not left[before].sort is left[after].sort is DeedSort.WALK:
        return
    path = straight((starts[before], *left[before].path, *left[after].path))[1:]
    del left[before]
    if path:
        left[after] = left[after]._replace(path=path)
    else:
        del left[after]


def _together(told: Sequence[Told]) -> Iterator[tuple[Told, ...]]:
    starts = [cells.get(step.who, -1) for step, cells in each_step(told)]
    for first, ride in enumerate(told):
        for last in range(first + 1, len(told)) if ride.sort is DeedSort.CROSS else ():
            if told[last].who == ride.who or not _is_same(told[last], ride, ride.path[-1]):
                continue
            rider = told[last].who
            own = [n for n in range(first + 1, last) if rider in (told[n].who, told[n].to)]
            backs = [n for n in range(first + 1, last) if _is_same(told[n], ride, starts[first])]
            if not backs or any(told[n].sort is not DeedSort.WALK for n in own):
                continue
            left = _without_trip(told, backs[-1], ride.path[-1], starts)
            if left is not None and first in left:
                cells = [cell for n in own for cell in told[n].path]
                path = straight((starts[own[0]], *cells))[1:] if own else ()
                walk = (told[own[-1]]._replace(path=path),) if path else ()
                left = {n: step for n, step in left.items() if n not in (*own, last)}
                yield from _going_along(left, (*walk, told[last]), first)


def _is_same(step: Told, ride: Told, to: Cell) -> bool:
    """Whether somebody takes the same crossing as on a ride, to some cell."""
    return step.sort is DeedSort.CROSS and (step.crossing, step.path[-1]) == (ride.crossing, to)


def _without_trip(
    told: Sequence[Told], back: int, to: Cell, starts: Sequence[Cell]
) -> dict[int, Told] | None:
    """The steps, by number, without a trip back, and without the next one there of who rows it.

    They do not come to the landing for that. None where they do something between.
    """
    rower = told[back].who
    own = [n for n, step in enumerate(told) if rower in (step.who, step.to)]
    again = next((n for n in own if n > back and _is_same(told[n], told[back], to)), -1)
    between = [n for n in own if back < n < again]
    if again < 0 or any(told[n].sort is not DeedSort.WALK for n in between):
        return None
    left = {n: step for n, step in enumerate(told) if n not in (back, again, *between)}
    _join_walks(left, [n for n in own if n in left], back, starts)
    return left


def _going_along(
    left: dict[int, Told], steps: tuple[Told, ...], first: int
) -> Iterator[tuple[Told, ...]]:
    """The line with some steps right after a ride, or after the walk that follows that."""
    order = sorted(left)
    then = next((n for n in order if n > first), first)
    is_on = left[then].who == left[first].who and left[then].sort is DeedSort.WALK
    for place in dict.fromkeys((then if is_on else first, first)):
        before = [left[n] for n in order if n <= place]
        yield (*before, *steps, *(left[n] for n in order if n > place))
