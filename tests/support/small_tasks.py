"""Small tasks made by hand: places in a row, and what is done there."""

from __future__ import annotations

from questwright.compiler.verdict.task.task import Begin, FactInfo, FactSort, Place, Task
from questwright.dsl.source import Span

SET, CLEAR, LIES = FactSort.SET, FactSort.CLEAR, FactSort.LIES
HERE = Span("", 0, 0)


def task(places=3, links=(), facts=(), party=1, **more):
    """A task of places with four cells each; the first is where all begin."""
    rooms = tuple(Place(number, 15 << 8 * number) for number in range(places))
    begins = tuple(Begin(0, -1, bit) for bit in range(party))
    known = tuple(FactInfo(sort, f"f{n}", "", HERE) for n, sort in enumerate(facts))
    parts = {"given": 0, "deeds": (), "events": (), "sights": (), "victories": ()}
    parts |= {"fallen": (0,) * party, **more}
    return Task(rooms, tuple(links), known, party=party, begins=begins, **parts)
