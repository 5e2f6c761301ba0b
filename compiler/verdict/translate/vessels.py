"""Vessels: at which of their ends they lie, and who goes along when one is rowed.

Whoever takes one rows it, and it lies at the other end from then on. As long as nobody takes it
anywhere else, others go along on the same way, as far as there are seats.
"""

from __future__ import annotations

from questwright.compiler.english import with_article
from questwright.compiler.language import say
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.need import some
from questwright.compiler.verdict.task.task import DeedSort, FactSort
from questwright.compiler.verdict.translate.builder import About, done_on

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.model.board import Crossing
    from questwright.compiler.verdict.task.need import Has, Need
    from questwright.compiler.verdict.translate.builder import Builder


def ways_along(crossing: Crossing, near: int, far: int, to: Builder) -> tuple[str, ...]:
    """The ids of the deeds that are done by whoever takes a vessel from one end to another.

    Others may go along, or whoever takes it is the last one; "" for what is no vessel.
    """
    if not crossing.is_rowed:
        return ("",)
    way = _way_id(crossing, near, far)
    return (way, f"{way} last") if _aboard(crossing, near, far, to) else (way,)


def is_there(crossing: Crossing, near: int, far: int, to: Builder) -> Need:
    """That a vessel lies at one end, or has a seat left on its way to another."""
    return some(_lies(crossing, near, to), *_aboard(crossing, near, far, to))


def row_vessels(to: Builder) -> None:
    """What becomes of each vessel by whoever takes it."""
    for crossing in to.board.crossings:
        if crossing.is_rowed:
            to.given |= 1 << _lies(crossing, 0, to).fact
            for near, far in crossing.ways:
                _row(crossing, near, far, to)


def _row(crossing: Crossing, near: int, far: int, to: Builder) -> None:
    """Take a vessel from one end to another: alone at first, then as one more of several."""
    title = with_article(crossing.title)
    about = About(_way_id(crossing, near, far), crossing.title, crossing.origin)
    taken = done_on(
        crossing.ends[near], DeedSort.GO_THROUGH, about, say("Take {what}", what=title), 0
    )
    begun, there = _lies(crossing, near, to), 1 << _lies(crossing, far, to).fact
    seats = _aboard(crossing, near, far, to)
    left = union(1 << seat.fact for way in crossing.ways for seat in _aboard(crossing, *way, to))
    for id_ in ways_along(crossing, near, far, to):
        is_last = id_ != about.id
        for before, after in zip((begun, *seats), (*seats, None), strict=True):
            adds = there if after is None or is_last else there | 1 << after.fact
            removes = (left | 1 << begun.fact) & ~adds
            to.do(taken._replace(id=id_, once=0, needs=before, adds=adds, removes=removes))


def _way_id(crossing: Crossing, near: int, far: int) -> str:
    return f"{crossing.id} {near} {far}"


def _lies(crossing: Crossing, end: int, to: Builder) -> Has:
    landing = to.board.name((crossing.ends[end] & -crossing.ends[end]).bit_length() - 1)
    title = f"{with_article(crossing.title)} lies at {landing}"
    return to.has(FactSort.LIES, About(f"{crossing.id} {end}", title, crossing.origin))


def _aboard(crossing: Crossing, near: int, far: int, to: Builder) -> list[Has]:
    """That so many are aboard on one way, for each number with which a seat is left."""
    party = len(to.quest.party)
    seats = min(crossing.kind.seats or party, party)
    way, title = _way_id(crossing, near, far), with_article(crossing.title)
    return [
        to.has(FactSort.ABOARD, About(f"{way} {n}", f"{n} aboard {title}", crossing.origin))
        for n in range(1, seats)
    ]
