"""A flood over the positions of a base, turn by turn, with costs in move points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from questwright.compiler.geometry.footing import Footing, Stands
    from questwright.compiler.grid.cells import Cells


class Leap(NamedTuple):
    """A step to positions far away: by a portal or a crossing, or a large base through a gate."""

    sources: Stands
    to: Stands
    cost: int
    """Move points, or 0 if it takes rounds."""
    rounds: int = 0
    """How many turns it takes, or 0 if it costs move points."""
    over: int = 0
    """How many cells it passes over, each at the cost of its end; a figure may stop above each."""


def walk(
    footing: Footing,
    begins: Mapping[int, Stands],
    move: int,
    stops: Stands,
    leaps: Sequence[Leap] = (),
) -> list[Stands]:
    """The positions that are new in each turn; entry 0 are those of the beginning.

    ``begins`` has for each turn the positions in which figures come into play. A figure may end a
    turn only in a position of ``stops``, and the move points that are left are lost. A figure may
    wait in its position, so only new positions are expanded in each turn.
    """
    leaps, above = _by_steps(leaps, stops)
    if above:
        stops = tuple(cells | above for cells in stops)
        turns = walk(footing, begins, move, stops, leaps)
        return [tuple(cells & ~above for cells in turn) for turn in turns]
    nowhere: Stands = tuple(0 for _ in stops)
    later = dict(begins)
    long = [leap for leap in leaps if leap.rounds]
    leaps = [leap for leap in leaps if not leap.rounds]
    found = [begins.get(1, nowhere)]
    reached = [*found[0]]
    fresh = [*found[0]]
    last = max(begins, default=1)
    turn = 0
    while any(fresh) or turn < last:
        turn += 1
        come = later.get(turn, nowhere)
        fresh = [there | here for there, here in zip(fresh, come, strict=True)]
        standing = [there | here for there, here in zip(reached, come, strict=True)]
        fresh_before = fresh
        # A position in which a figure could already stop is not expanded again.
        known = [here & stop for here, stop in zip(standing, stops, strict=True)]
        new = _turn(footing, fresh, known, move, leaps)
        fresh = [
            there & stop & ~before for there, stop, before in zip(new, stops, known, strict=True)
        ]
        every = [there | here for there, here in zip(new, come, strict=True)]
        for leap in tuple(long):
            # The first figure that gets here sets off at once: later ones arrive no sooner.
            passing = (there | here for there, here in zip(every, fresh_before, strict=True))
            if any(there & near for there, near in zip(passing, leap.sources, strict=True)):
                long.remove(leap)
                due = turn + leap.rounds
                known_ = later.get(due, nowhere)
                later[due] = tuple(there | far for there, far in zip(known_, leap.to, strict=True))
                last = max(last, due)
        first = tuple(there & ~before for there, before in zip(every, reached, strict=True))
        reached = [there | before for there, before in zip(every, reached, strict=True)]
        if any(first) or turn < last:
            found.append(first)
    return found


def _by_steps(leaps: Sequence[Leap], stops: Stands) -> tuple[Sequence[Leap], Cells]:
    """Leaps over cells split into steps of one cell, and bits for positions above these cells.

    The bits are beyond those of all cells of the board.
    """
    if not any(leap.over for leap in leaps):
        return leaps, 0
    found: list[Leap] = []
    above: Cells = 0
    every = [*stops, *(cells for leap in leaps for cells in (*leap.sources, *leap.to))]
    free = max(cells.bit_length() for cells in every)
    for leap in leaps:
        near = leap.sources
        cost = leap.cost // (leap.over + 1)
        for bit in range(free, free + leap.over):
            above |= 1 << bit
            far: Stands = tuple(1 << bit for _ in near)
            found.append(Leap(near, far, cost))
            near = far
        free += leap.over
        found.append(Leap(near, leap.to, cost, leap.rounds))
    return found, above


def _turn(
    footing: Footing, begins: Sequence[int], known: Sequence[int], move: int, leaps: Sequence[Leap]
) -> list[int]:
    """The positions that one turn leads to, expanded in waves by the move points spent."""
    count = len(begins)
    waves = [[0] * count for _ in range(move + 1)]
    waves[0] = [*begins]
    here = [old & ~new for old, new in zip(known, begins, strict=True)]
    done = [0] * count
    for spent, wave in enumerate(waves):
        while any(wave):
            wave[:] = [cells & ~known_ for cells, known_ in zip(wave, here, strict=True)]
            here = [cells | known_ for cells, known_ in zip(wave, here, strict=True)]
            done = [cells | known_ for cells, known_ in zip(wave, done, strict=True)]
            free = _spread(footing, leaps, wave, waves, spent)
            wave[:] = free
    return [cells & ~begin for cells, begin in zip(done, begins, strict=True)]


def _spread(
    footing: Footing, leaps: Sequence[Leap], wave: list[int], waves: list[list[int]], spent: int
) -> list[int]:
    """Add the successors of a wave to the waves of their costs; return those that cost nothing."""
    free = [0] * len(wave)
    left = len(waves) - 1 - spent
    for motion in footing.motions:
        if motion.cost <= left and wave[motion.shape]:
            moved = footing.moved(motion, wave[motion.shape])
            into = waves[spent + motion.cost] if motion.cost else free
            into[motion.to_shape] |= moved
    for leap in leaps:
        if leap.cost <= left and any(
            cells & near for cells, near in zip(wave, leap.sources, strict=True)
        ):
            into = waves[spent + leap.cost] if leap.cost else free
            into[:] = [cells | there for cells, there in zip(into, leap.to, strict=True)]
    return free
